/* One Round?: the crowd points at a gap of the circle, like the guessers; it is told when the card
 * is out. */
#include "rules/crowd.h"
#include "oneround.h"

#include <string.h>

void or_crowd(const struct known *k, struct crowd_scene *out)
{
    const struct or_public *t = k->table;
    bool guesses = k->core->phase == OR_GUESS || k->core->phase == OR_STEAL;

    if (k->core->phase == OR_GUESS)
        *out =
            (struct crowd_scene){.asks = t->drawn, .kind = CROWD_CHOICE, .of = t->cards_on_circle};
    out->tells = guesses && !k->core->outcome ? 0 : t->drawn;
}

/* The words on both sides of a gap. */
void or_crowd_name(const struct known *k, const struct shelf *shelf, int thing, struct phrase *out)
{
    static const char between[] = " – ";
    const struct or_public *t = k->table;
    struct str a = word_str(&t->circle[thing].word);
    struct str b = word_str(&t->circle[(thing + 1) % t->cards_on_circle].word);
    char text[2 * WORD_BYTES + sizeof between];
    size_t n = a.len;

    (void)shelf;
    memcpy(text, a.at, a.len);
    memcpy(text + n, between, sizeof between - 1);
    n += sizeof between - 1;
    memcpy(text + n, b.at, b.len);
    phrase_set(out, str_n(text, n + b.len));
}
