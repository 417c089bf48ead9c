/* Families: words that look alike without a known ending, because their consonants agree (SINGEN -
 * GESANG) or they begin alike. */
#include "word_families.h"

#include "lexicon/affix.h"

#include <string.h>

/* Consonants of a word, doubled ones once; German drops the prefix of GESANG. */
static size_t skeleton(enum language lang, struct str key, char out[AFFIX_STEM])
{
    size_t n = 0, i = 0;

    if (lang == LANG_DE && key.len > 5 && str_starts(key, STR("GE")))
        i = 2;
    for (; i < key.len && n < AFFIX_STEM; i++) {
        char c = key.at[i];

        if (strchr("AEIOUY", c) || (c == 'H' && n))
            continue;
        c = c == 'Z' ? 'S' : c == 'C' || c == 'Q' ? 'K' : c;
        if (n && out[n - 1] == c)
            continue;
        out[n++] = c;
    }
    return n;
}

/* How alike two words look beyond endings: 0 not at all, up to 2. */
static float likeness_as_written(enum language lang, struct str a, struct str b)
{
    char sa[AFFIX_STEM], sb[AFFIX_STEM];
    size_t na = skeleton(lang, a, sa), nb = skeleton(lang, b, sb);
    size_t bones = common_start(str_n(sa, na), str_n(sb, nb)), letters = common_start(a, b);
    size_t shorter = na < nb ? na : nb;
    bool vowel_a = na < 1 || a.at[0] != sa[0], vowel_b = nb < 1 || b.at[0] != sb[0];
    bool stripped = lang == LANG_DE && (str_starts(a, STR("GE")) != str_starts(b, STR("GE")));

    if (shorter < 2 || (vowel_a && !stripped && letters == 0) ||
        (vowel_b && !stripped && letters == 0))
        return 0;
    size_t least = a.len < b.len ? a.len : b.len;
    if (letters >= 5)
        return 1.6f;
    if (letters >= 3 && letters * 5 >= least * 3)
        return 1.3f;
    if (bones == shorter && shorter >= 3)
        return 1.6f;
    if (letters >= 4)
        return 1.2f;
    if (bones == shorter && (letters >= 1 || stripped))
        return .8f;
    return letters >= 3 ? .6f : 0;
}

/* Beginnings that are put on together with an ending: ADOUCIR of DOUX, VERGIFTEN of GIFT. */
static const char *const circumfixes[LANGUAGES][32] = {
    [LANG_EN] = {"EN", "EM", "BE", "IN", "A", "DE", "DIS", "RE", "UN", NULL},
    [LANG_DE] = {"BE", "VER", "ENT", "ER", "ZER", "AN", "AUF", "AUS", "EIN", "AB", "UM", "UN",
                 NULL},
    [LANG_FR] = {"A",  "AC",  "AD",  "AF", "AG", "AL", "AN",  "AP",  "AR",
                 "AS", "AT",  "E",   "EF", "EM", "EN", "DE",  "DES", "RE",
                 "RA", "RAC", "RAF", "R",  "IM", "IN", "SUR", "MAL", NULL},
};

static float likeness(enum language lang, struct str a, struct str b)
{
    float best = likeness_as_written(lang, a, b);

    for (const char *const *p = circumfixes[lang]; *p && best < 1.6f; p++) {
        struct str prefix = str_of(*p);

        for (int turn = 0; turn < 2; turn++) {
            struct str longer = turn ? b : a, base = turn ? a : b;

            if (longer.len < prefix.len + 4 || base.len < 3 || !str_starts(longer, prefix) ||
                longer.len < base.len + 1)
                continue;
            float alike = likeness_as_written(
                lang, str_n(longer.at + prefix.len, longer.len - prefix.len), base);
            if (alike > .6f && alike - .2f > best)
                best = alike - .2f;
        }
    }
    return best;
}

void families_irregular(const struct judge *j)
{
    struct dict *d = j->d;

    for (size_t i = 0; i < d->evidence.slots; i++) {
        struct evidence_pair pair;

        if (!dict_evidence_at(d, i, &pair))
            continue;
        if (!(pair.bits & (EV_DERIVED | EV_ROOT | EV_GLOSS | EV_SYNONYM | EV_SPELLER | EV_NEAR)) ||
            !dict_is_lemma(d, pair.a) || !dict_is_lemma(d, pair.b))
            continue;
        struct str a = dict_key(d, pair.a), b = dict_key(d, pair.b);
        float alike = likeness(d->lang, a, b);
        if (alike <= 0 && (pair.bits & (EV_DERIVED | EV_ROOT)) && a.at[0] == b.at[0])
            alike = .2f;
        if (alike <= 0)
            continue;
        float points = alike + judge_evidence(j, pair.a, pair.b) -
                       (pair.bits & EV_DERIVED ? 1.f
                        : pair.bits & EV_ROOT  ? 1.9f
                                               : 2.4f);
        families_connect(d, pair.a, pair.b, points, .3f);
    }
}

void families_translated(const struct judge *j)
{
    struct dict *d = j->d;
    const struct glossary *g = j->glossary;
    size_t english = j->english->dict->entry.n;
    VEC(uint32_t) first = {0};
    VEC(uint32_t) entries = {0};
    uint32_t *count = zeroed(english, sizeof *count);

    for (size_t i = 0; i < g->english.n; i++) {
        if (g->whole.at[i])
            count[g->english.at[i]]++;
    }
    uint32_t total = 0;
    for (size_t e = 0; e <= english; e++) {
        vec_push(&first, total);
        total += e < english ? count[e] : 0;
        count[e] = 0;
    }
    for (uint32_t i = 0; i < total; i++)
        vec_push(&entries, 0);
    for (uint32_t e = 0; e < d->entry.n; e++) {
        for (uint32_t i = g->start.at[e]; i < g->start.at[e + 1]; i++) {
            uint32_t t = g->english.at[i];

            if (g->whole.at[i])
                entries.at[first.at[t] + count[t]++] = e;
        }
    }
    for (uint32_t a = 0; a < d->entry.n; a++) {
        if (!dict_is_lemma(d, a) || dict_is_stopword(d, a))
            continue;
        for (uint32_t i = g->start.at[a]; i < g->start.at[a + 1]; i++) {
            uint32_t t = g->english.at[i];

            if (!g->whole.at[i] || dict_is_stopword(j->english->dict, t))
                continue;
            for (uint32_t m = j->english->start.at[t]; m < j->english->start.at[t + 1]; m++) {
                uint32_t f = j->english->member.at[m];

                for (uint32_t n = first.at[f]; n < first.at[f + 1]; n++) {
                    uint32_t b = entries.at[n];

                    if (b <= a || !dict_is_lemma(d, b))
                        continue;
                    float alike = likeness(d->lang, dict_key(d, a), dict_key(d, b));
                    /* Synonyms that look alike by chance need more: the same translation proves
                     * less than two of one family. */
                    float points =
                        alike <= 0 ? 0 : alike + judge_evidence(j, a, b) - (f == t ? 1.f : .8f);
                    families_connect(d, a, b, points, .3f);
                }
            }
        }
    }
    free(count);
    vec_fini(&first);
    vec_fini(&entries);
}
