/*
 * Words that mean the same and are written alike: other spellings (COLOUR, COLOR) and words that
 * were cut short (EXAM, FLU, FRIGO). That they mean the same is what proves it, so only pairs that
 * the dictionaries put together are looked at.
 */
#include "word_families.h"

#include "lexicon/affix.h"

#include <string.h>

enum { CLIP_LEAST = 3, CLIP_GAP = 3 };

/* British and American English. */
static const struct {
    const char *one, *other;
} spellings[] = {{"OUR", "OR"}, {"IS", "IZ"}, {"YS", "YZ"},  {"RE", "ER"},   {"LL", "L"},
                 {"AE", "E"},   {"OE", "E"},  {"CE", "SE"},  {"OGUE", "OG"}, {"GREY", "GRAY"},
                 {"MME", "M"},  {"X", "CT"},  {"OUGH", "OW"}};

static bool respelled(struct str a, struct str b)
{
    for (size_t r = 0; r < sizeof spellings / sizeof spellings[0]; r++) {
        struct str one = str_of(spellings[r].one), other = str_of(spellings[r].other);

        for (size_t i = 0; i + one.len <= a.len; i++) {
            char made[AFFIX_STEM];
            size_t n = a.len - one.len + other.len;

            if (n > sizeof made || n != b.len || !str_eq(str_n(a.at + i, one.len), one))
                continue;
            memcpy(made, a.at, i);
            memcpy(made + i, other.at, other.len);
            memcpy(made + i + other.len, a.at + i + one.len, a.len - i - one.len);
            if (str_eq(str_n(made, n), b))
                return true;
        }
    }
    return false;
}

/* Whether `clip` is what is left of `whole`: its beginning, its middle (FLU), or its beginning with
 * a letter put on (FRIGO, MATHS, TELLY). */
static bool clipped(struct str clip, struct str whole)
{
    if (clip.len + CLIP_GAP > whole.len || clip.len < 2)
        return false;
    if (str_starts(whole, clip) || (clip.len >= CLIP_LEAST && str_find(whole, clip) >= 0))
        return true;
    struct str root = str_n(clip.at, clip.len - 1);
    char last = clip.at[clip.len - 1];

    if (!strchr("OSYI", last) || root.len < CLIP_LEAST)
        return false;
    return str_starts(whole, root) || (root.len > CLIP_LEAST && str_find(whole, root) >= 0);
}

/* How much it takes to believe that two words mean the same. French lists of synonyms run on into
 * associations. */
static float needed(const struct dict *d)
{
    return d->lang == LANG_FR ? 3.5f : d->lang == LANG_DE ? 2.5f : 1.5f;
}

void variants_find(const struct judge *j)
{
    struct dict *d = j->d;
    size_t before = d->links.n;

    for (size_t i = 0; i < d->evidence.slots; i++) {
        struct evidence_pair pair;

        if (!dict_evidence_at(d, i, &pair) || !(pair.bits & (EV_SENSE | EV_SYNONYM)))
            continue;
        uint32_t a = pair.a, b = pair.b;
        struct str ka = dict_key(d, a), kb = dict_key(d, b);

        if (!dict_is_lemma(d, a) || !dict_is_lemma(d, b))
            continue;
        if (d->lang == LANG_EN && respelled(ka, kb))
            dict_link(d, a, b, LEX_LINK_DERIVED, 1);
        else if (clipped(ka, kb) && judge_evidence(j, a, b) >= needed(d))
            dict_link(d, b, a, LEX_LINK_DERIVED, ka.len > CLIP_LEAST ? .9f : .8f);
        else if (clipped(kb, ka) && judge_evidence(j, a, b) >= needed(d))
            dict_link(d, a, b, LEX_LINK_DERIVED, kb.len > CLIP_LEAST ? .9f : .8f);
    }
    dict_report(d, "%zu other spellings and short forms", d->links.n - before);
}
