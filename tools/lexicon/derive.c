/* Derivations that a rule of the language makes certain, whether dictionaries connect the two words
 * or not. */
#include "word_families.h"

#include <string.h>

/* LICH makes adjectives, IN women, and French MENT adverbs: HÄSSLICH, AGENTIN, CALMEMENT. The whole
 * stem must be there: GRÄSSLICH is not of GRAS. */
bool ended_by_rule(const struct dict *d, uint32_t base, size_t base_cut, uint32_t made, size_t cut)
{
    struct str key = dict_key(d, made), root = dict_key(d, base);
    unsigned from = d->entry.at[base].flags, to = d->entry.at[made].flags;
    size_t n = key.len - cut;

    if (cut == 0 || base_cut > 1 || root.len - base_cut != n || from & LEX_NAME)
        return false;
    struct str end = str_n(key.at + n, cut);
    if (d->lang == LANG_DE && str_is(end, "LICH"))
        return base_cut == 0 && n >= 4 && to & LEX_ADJECTIVE;
    if (d->lang == LANG_DE && str_is(end, "IN"))
        return base_cut == 0 && n >= 5 && from & to & LEX_NOUN && !(to & LEX_NAME);
    return d->lang == LANG_FR && n >= 4 && (str_is(end, "MENT") || str_is(end, "EMENT")) &&
           to & LEX_ADVERB && from & LEX_ADJECTIVE;
}

/* German makes verbs of verbs by a beginning, and so does French by RE, and RÉ before a vowel;
 * French makes opposites of adjectives. What is left is the word it comes from, even where the
 * meaning has gone elsewhere: ERFINDEN of FINDEN, REDEVENIR of DEVENIR, INCROYABLE of CROYABLE. */
bool begun_by_rule(const struct dict *d, uint32_t made, uint32_t base, const char *prefix)
{
    static const char *const not_of_verbs[] = {"UR", "IN", "IM", "DIS", "DE", "RE", "ERZ", NULL};
    unsigned whole = d->entry.at[made].flags, rest = d->entry.at[base].flags;
    struct str shown = pool_str(&d->shown, d->entry.at[made].shown), key = dict_key(d, made);
    size_t left = dict_key(d, base).len;

    if (left != key.len - strlen(prefix))
        return false;
    if (d->lang == LANG_DE) {
        for (const char *const *p = not_of_verbs; *p; p++) {
            if (strcmp(*p, prefix) == 0)
                return false;
        }
        return left >= 5 && whole & rest & LEX_VERB;
    }
    if (d->lang != LANG_FR)
        return false;
    if (strcmp(prefix, "IN") == 0 || strcmp(prefix, "IM") == 0)
        return left >= 6 && whole & rest & LEX_ADJECTIVE && !(rest & LEX_NOUN);
    bool plain = str_starts(shown, STR("RE")), vowel = strchr("AEIOU", key.at[2]) != NULL;
    return strcmp(prefix, "RE") == 0 && left >= 5 && whole & rest & LEX_VERB && (plain || vowel);
}

/* So many letters in a row, and then a known ending or beginning, are no accident, though no
 * dictionary says anything: TRANSPORT and TRANSPORTEUR, IDENTIFIZIEREN and IDENTIFIZIERT. */
float too_long_for_chance(const struct dict *d, size_t stem, bool ending)
{
    if (d->lang == LANG_EN || stem < (d->lang == LANG_FR && ending ? 7 : 8))
        return 0;
    return d->lang == LANG_DE ? 2.1f : 1.4f;
}
