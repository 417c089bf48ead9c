/* One Round?: what random play needs to meet more than refusals. */
#include "oneround.h"

#include <string.h>

const uint8_t or_weights[] = {
    [OR_ACT_WRITE_START - CORE_ACTIONS] = 16, [OR_ACT_TURN_TIMER - CORE_ACTIONS] = 32,
    [OR_ACT_CLUE - CORE_ACTIONS] = 32,        [OR_ACT_POINT - CORE_ACTIONS] = 6,
    [OR_ACT_LOCK - CORE_ACTIONS] = 24,        [OR_ACT_DECIDE - CORE_ACTIONS] = 8,
    [OR_ACT_OBJECT - CORE_ACTIONS] = 1,       [OR_ACT_SET_ASIDE - CORE_ACTIONS] = 1,
};

static const struct or_public *table_of(const struct known *k)
{
    return k->table;
}

/* Clever players have agreed on a code: around the circle as through the alphabet. */
static char alphabet(int number)
{
    return (char)('A' + number * 26 / OR_NUMBERS);
}

static int number_meant(const struct or_public *t)
{
    char initial = word_initial(word_str(&t->clue));

    return initial ? (2 * (initial - 'A') + 1) * OR_NUMBERS / 52 : 0;
}

/* With a letter to begin with, it is put in front: few words of the sampler would do. */
static bool sample_word(const struct known *k, bool clue, struct sampler *s, struct value *v)
{
    const struct or_seat *me = k->mine;
    char initial = clue ? (char)table_of(k)->initial : 0;
    struct str word = sampler_word(s, clue && s->clever ? alphabet(me->card) : 0);

    if (initial && word.at[0] != initial && word.len < LIST_MAX) {
        s->list[0][0] = initial;
        memcpy(s->list[0] + 1, word.at, word.len);
        word = str_n(s->list[0], word.len + 1);
    }
    bool name = word_parts(word) > 1, insist = sampler_below(s, 4) != 0;
    if (clue)
        PUT(v, or_clue, .word = word, .name = name, .insist = insist);
    else
        PUT(v, or_write_start, .word = word, .name = name, .insist = insist);
    return true;
}

/* Guessers follow each other more often than not, or a full table would never agree. */
static bool sample_gap(const struct known *k, struct sampler *s, struct value *v)
{
    const struct or_public *t = table_of(k);
    int gap = (int)sampler_below(s, t->cards_on_circle);
    int decider = or_decider(t, k->core);

    if (s->clever)
        gap = or_gap(t, number_meant(t));
    else if (decider >= 0 && t->point[decider] && sampler_below(s, 4))
        gap = t->point[decider] - 1;
    if (k->core->phase == OR_STEAL && gap == t->tried)
        gap = (gap + 1) % t->cards_on_circle;
    PUT(v, or_point, .gap = gap);
    return true;
}

bool or_sample(const struct known *k, int action, struct sampler *s, struct value *v)
{
    switch (action) {
    case OR_ACT_WRITE_START:
        return sample_word(k, false, s, v);
    case OR_ACT_CLUE:
        return sample_word(k, true, s, v);
    case OR_ACT_POINT:
        return sample_gap(k, s, v);
    case OR_ACT_OBJECT:
        PUT(v, or_object, .why = or_may_object_to_clue(k) ? OR_OBJECT_CLUE : OR_OBJECT_SEEN);
        return true;
    default:
        return false;
    }
}
