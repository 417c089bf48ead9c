/* Letter Dice: names, and what of them counts (LD-6). */
#include "letterdice.h"

#include <string.h>

bool ld_is_name(const struct ld_public *t, const struct lexicon *l, enum language lang, int theme,
                struct str word, bool ticked)
{
    return ticked || ld_names_only(t, theme) ||
           (l->is_kind(l, lang, word, KIND_NAME) == OPINION_YES &&
            l->is_kind(l, lang, word, KIND_NOUN) != OPINION_YES);
}

/* Words begin and end here: nothing but a space is before and after. */
static bool whole_words(struct str name, size_t at, size_t len)
{
    return (at == 0 || name.at[at - 1] == ' ') &&
           (at + len == name.len || name.at[at + len] == ' ');
}

struct str ld_part_in(struct str name, struct str part)
{
    for (size_t at = 0; part.len && at + part.len <= name.len; at++) {
        if (whole_words(name, at, part.len) && !memcmp(name.at + at, part.at, part.len))
            return str_n(name.at + at, part.len);
    }
    return str_n("", 0);
}

static struct str last_part(struct str name)
{
    size_t at = name.len;

    while (at > 0 && name.at[at - 1] != ' ')
        at--;
    return str_n(name.at + at, name.len - at);
}

struct str ld_offered(const struct ld_public *t, int theme, struct str word, bool name)
{
    struct str last = last_part(word);
    char initial = ld_initial(t);

    if (!name)
        return word;
    if (!(t->whole >> (theme - 1) & 1))
        return last;
    /* THE BEATLES and LE HAVRE may be said on B and H: an article is no beginning. */
    return initial && word_initial(word) != initial && word_initial(last) == initial ? last : word;
}

struct str ld_counted(const struct ld_claim *claim)
{
    struct str word = word_str(&claim->word);

    return claim->part_len ? str_n(word.at + claim->part_at, claim->part_len) : word;
}
