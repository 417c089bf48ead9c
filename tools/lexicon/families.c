/*
 * Families: words that are derived from each other. Candidates are words that agree when known
 * endings are cut off, or that look alike otherwise (alike.c); what the dictionaries say about the
 * two decides.
 */
#include "word_families.h"

#include "lexicon/affix.h"

#include <string.h>

struct stem {
    uint32_t stem, entry;
    uint8_t cut, trust;
    bool base; /* what is cut is the ending of a plain word: FROMAG-E, BACK-EN */
};

enum { GROUP = 80 };
static const float SURE = 3.6f; /* points of what a rule of the language makes certain enough */

/* English dictionaries say most about their words, so that less is left to chance; French ones say
 * least, and much of French looks alike. */
static float accept_from(const struct dict *d)
{
    return d->lang == LANG_EN ? 2.65f : d->lang == LANG_DE ? 2.75f : 3.05f;
}

static int by_stem(const void *x, const void *y)
{
    const struct stem *a = x, *b = y;

    if (a->stem != b->stem)
        return a->stem < b->stem ? -1 : 1;
    if (a->entry != b->entry)
        return a->entry < b->entry ? -1 : 1;
    return a->cut - b->cut;
}

static float length_points(size_t stem)
{
    static const float points[] = {-2, -2, -2, -.8f, 0, .6f, 1.5f, 2};

    return stem < 8 ? points[stem] : 2.2f;
}

static float trust_points(const struct stem *s)
{
    static const float points[] = {0, .6f, 1.6f, 2.6f};

    return s->cut == 0 ? 2.6f : s->base ? 2.2f : points[s->trust];
}

/* The base of two: shorter, then more common, then earlier. */
static bool is_base(const struct dict *d, uint32_t a, uint32_t b)
{
    size_t la = dict_key(d, a).len, lb = dict_key(d, b).len;

    if (la != lb)
        return la < lb;
    if (d->entry.at[a].count != d->entry.at[b].count)
        return d->entry.at[a].count > d->entry.at[b].count;
    return a < b;
}

void families_connect(struct dict *d, uint32_t a, uint32_t b, float points, float doubt)
{
    if (points < accept_from(d))
        return;
    points -= doubt;
    float certainty = points >= 4.5f ? 1 : points >= 3.5f ? .9f : .7f;

    if (is_base(d, a, b))
        dict_link(d, b, a, LEX_LINK_DERIVED, certainty);
    else
        dict_link(d, a, b, LEX_LINK_DERIVED, certainty);
}

/* Common words that nothing connects are strangers, however alike they look. */
static float strangeness(const struct dict *d, uint32_t a, uint32_t b)
{
    float rare =
        d->entry.at[a].count < d->entry.at[b].count ? d->entry.at[a].count : d->entry.at[b].count;

    float points = rare > 2 ? 1.4f : rare > .3f ? .7f : 0;

    /* French dictionaries say less about their words: silence proves less. */
    return d->lang == LANG_FR ? points * .6f : points;
}

/* WIN and WINE, KOHL and KOHLE: an E at the end makes no noun of a noun. */
static bool only_e(const struct dict *d, const struct stem *a, const struct stem *b)
{
    size_t la = dict_key(d, a->entry).len, lb = dict_key(d, b->entry).len;
    unsigned both = d->entry.at[a->entry].flags & d->entry.at[b->entry].flags;
    bool e = (a->cut == 0 && b->cut == 1 && lb == la + 1 && b->base) ||
             (b->cut == 0 && a->cut == 1 && la == lb + 1 && a->base);

    return e && (d->lang == LANG_EN || (d->lang == LANG_DE && (both & LEX_NOUN)));
}

static void judge_pair(const struct judge *j, struct counts *seen, const struct stem *a,
                       const struct stem *b, size_t length)
{
    if (a->entry == b->entry)
        return;
    uint64_t name = pair_both(a->entry, b->entry);
    float rule = trust_points(a) < trust_points(b) ? trust_points(a) : trust_points(b);
    bool both = a->cut && b->cut && !a->base && !b->base;
    if (both) /* neither is the stem itself: ELECTRICIAN - ELECTRICITY */
        rule -= .6f;
    if (only_e(j->d, a, b))
        rule = rule < .4f ? rule : .4f;
    float *best = counts_at(seen, name);
    if (*best - 10 >= rule)
        return;
    *best = rule + 10; /* 0 means unseen */
    float evidence = judge_evidence(j, a->entry, b->entry);
    float points = rule + evidence + length_points(length);
    float long_enough = both ? 0 : too_long_for_chance(j->d, length, true);
    if (ended_by_rule(j->d, a->entry, a->cut, b->entry, b->cut) ||
        ended_by_rule(j->d, b->entry, b->cut, a->entry, a->cut))
        points = points < SURE ? SURE : points;
    else if (evidence == 0)
        points += long_enough > 0 ? long_enough - .5f * strangeness(j->d, a->entry, b->entry)
                                  : -strangeness(j->d, a->entry, b->entry);
    if (both && evidence < 1.5f && length < 6)
        return;
    if (length <= 3 && evidence < (length < 3 ? 2 : 1.5f))
        return;
    if (length == 3 && evidence >= 1.5f && rule > 1)
        points += .5f; /* two reasons outweigh that the stem is short: RIZ, RIZIÈRE */
    families_connect(j->d, a->entry, b->entry, points, 0);
}

/* Endings that a plain word loses before another is put on. */
static bool ends_plainly(const struct dict *d, uint32_t e, const char *ending)
{
    bool verb = d->entry.at[e].flags & LEX_VERB;

    if (strcmp(ending, "E") == 0)
        return true;
    if (d->lang == LANG_DE)
        return verb && (strcmp(ending, "EN") == 0 || strcmp(ending, "N") == 0);
    return d->lang == LANG_FR && verb &&
           (strcmp(ending, "ER") == 0 || strcmp(ending, "IR") == 0 || strcmp(ending, "RE") == 0);
}

/* What kind of word it is tells more about an ending: FOOLISH, but not FINISH. */
static uint8_t trust_of(const struct dict *d, uint32_t e, const struct affix *a)
{
    unsigned flags = d->entry.at[e].flags;

    if (d->lang == LANG_EN && strcmp(a->text, "ISH") == 0)
        return flags & LEX_ADJECTIVE ? 3 : 1;
    if (d->lang == LANG_DE && strcmp(a->text, "ER") == 0)
        return flags & LEX_NOUN ? 2 : 1; /* FAHRER; evidence keeps KELLER out */
    if (d->lang == LANG_EN && strcmp(a->text, "EN") == 0)
        return (flags & LEX_POS) == LEX_VERB || flags & LEX_ADJECTIVE ? 2 : 1;
    return (uint8_t)a->trust;
}

/* French lost an S, and its learned words kept it: FÊTE and FESTIF, ÉCOLE and SCOLAIRE, DÉTRUIRE
 * and DESTRUCTION. The word with the S that its accent stands for; 0 where there is none. */
static size_t with_lost_s(struct str key, struct str shown, char out[AFFIX_STEM])
{
    size_t n = 0, k = 0;
    bool lost = false;

    for (size_t i = 0; i < shown.len && k < key.len && n + 2 < AFFIX_STEM; i++) {
        unsigned char c = (unsigned char)shown.at[i];
        unsigned char low = i + 1 < shown.len ? (unsigned char)shown.at[i + 1] : 0;
        bool accent = c == 0xc3;
        bool hat = accent && (low == 0x82 || low == 0x8a || low == 0x8e || low == 0x94 ||
                              low == 0x9b); /* Â Ê Î Ô Û */
        bool sharp = accent && low == 0x89 && k + 1 < key.len && strchr("CPT", key.at[k + 1]);

        if (c < 0x80 && !(c >= 'A' && c <= 'Z'))
            continue; /* between two parts */
        if (c >= 0x80 && !accent)
            return 0;
        if (!sharp || k > 0)
            out[n++] = key.at[k];
        if (hat || sharp)
            out[n++] = 'S';
        lost = lost || hat || sharp;
        k++;
        i += accent;
    }
    return lost && k == key.len ? n : 0;
}

/* German drops the E before a last consonant: REGEN and REGNEN, ATEM and ATMEN. */
static size_t without_e(struct str key, char out[AFFIX_STEM])
{
    size_t n = key.len;

    if (n < 4 || n >= AFFIX_STEM || key.at[n - 2] != 'E' || !strchr("NMRL", key.at[n - 1]) ||
        strchr("AEIOU", key.at[n - 3]))
        return 0;
    memcpy(out, key.at, n - 2);
    out[n - 2] = key.at[n - 1];
    return n - 1;
}

/* How a word looks beside the words that are derived from it, where that is another look. */
static size_t other_look(const struct dict *d, uint32_t e, char out[AFFIX_STEM])
{
    unsigned flags = d->entry.at[e].flags;

    if (d->lang == LANG_FR)
        return with_lost_s(dict_key(d, e), pool_str(&d->shown, d->entry.at[e].shown), out);
    return d->lang == LANG_DE && (flags & (LEX_NOUN | LEX_ADJECTIVE))
               ? without_e(dict_key(d, e), out)
               : 0;
}

typedef VEC(struct stem) stem_list;

/* What is left of a word without each ending that it may have. */
static void add_stems(const struct dict *d, uint32_t e, struct str look, struct pool *stems,
                      stem_list *list)
{
    char stem[AFFIX_STEM];
    size_t n = affix_stem(look, 0, stem);

    if (n)
        vec_push(list, (struct stem){pool_add(stems, str_n(stem, n)), e, 0, 3, false});
    for (const struct affix *a = affix_suffixes(d->lang); a->text; a++) {
        size_t cut = strlen(a->text);

        if (look.len < cut + 2 || !str_eq(str_n(look.at + look.len - cut, cut), str_of(a->text)))
            continue;
        n = affix_stem(look, cut, stem);
        if (n >= 2)
            vec_push(list, (struct stem){pool_add(stems, str_n(stem, n)), e, (uint8_t)cut,
                                         trust_of(d, e, a), ends_plainly(d, e, a->text)});
    }
}

static void endings(const struct judge *j)
{
    struct dict *d = j->d;
    struct pool stems = {0};
    stem_list list = {0};
    struct counts seen = {0};

    for (uint32_t e = 0; e < d->entry.n; e++) {
        struct str key = dict_key(d, e);
        char other[AFFIX_STEM];

        if (!dict_is_lemma(d, e) || key.len < 2 || dict_is_stopword(d, e))
            continue;
        add_stems(d, e, key, &stems, &list);
        size_t n = other_look(d, e, other);
        if (n)
            add_stems(d, e, str_n(other, n), &stems, &list);
    }
    if (list.n)
        qsort(list.at, list.n, sizeof *list.at, by_stem);
    for (size_t i = 0, end; i < list.n; i = end) {
        for (end = i; end < list.n && list.at[end].stem == list.at[i].stem; end++)
            continue;
        size_t length = pool_str(&stems, list.at[i].stem).len;
        if (end - i > (size_t)(length <= 2 ? GROUP / 2 : GROUP) * 4)
            continue;
        for (size_t a = i; a < end; a++) {
            for (size_t b = a + 1; b < end; b++) {
                size_t la = dict_key(d, list.at[a].entry).len - list.at[a].cut;
                size_t lb = dict_key(d, list.at[b].entry).len - list.at[b].cut;

                judge_pair(j, &seen, &list.at[a], &list.at[b], la < lb ? la : lb);
            }
        }
    }
    pool_fini(&stems);
    vec_fini(&list);
    counts_fini(&seen);
}

static void beginnings(const struct judge *j)
{
    struct dict *d = j->d;

    for (uint32_t e = 0; e < d->entry.n; e++) {
        struct str key = dict_key(d, e);

        if (!dict_is_lemma(d, e) || key.len < 5)
            continue;
        for (const struct affix *a = affix_prefixes(d->lang); a->text; a++) {
            size_t cut = strlen(a->text);

            if (key.len < cut + 3 || !str_starts(key, str_of(a->text)))
                continue;
            uint32_t base[6];
            struct str rest = str_n(key.at + cut, key.len - cut);
            int n = dict_lemmas_of_entry(d, dict_find_key(d, rest), base, 3);
            char verb[AFFIX_STEM];
            if (d->lang == LANG_DE && rest.len + 2 <= sizeof verb) { /* GEPÄCK of PACKEN */
                memcpy(verb, rest.at, rest.len);
                memcpy(verb + rest.len, "EN", 2);
                n += dict_lemmas_of_entry(d, dict_find_key(d, str_n(verb, rest.len + 2)), base + n,
                                          3);
            }
            for (int i = 0; i < n; i++) {
                static const float rule[] = {0, .4f, 1.6f, 2.6f};
                float evidence = judge_evidence(j, e, base[i]);
                float points = rule[a->trust] + evidence + length_points(key.len - cut);

                if (dict_has_evidence(d, e, base[i]) & EV_ANTONYM)
                    points += 2.5f; /* POSSIBLE and IMPOSSIBLE */
                if ((d->entry.at[e].flags & d->entry.at[base[i]].flags &
                     (LEX_VERB | LEX_ADJECTIVE)))
                    points += a->trust >= 2 ? 1 : .5f;
                if (evidence == 0)
                    points += too_long_for_chance(d, key.len - cut, false) -
                              strangeness(d, e, base[i]) * .5f;
                if (points < SURE && begun_by_rule(d, e, base[i], a->text))
                    points = SURE;
                if (base[i] != e)
                    families_connect(d, e, base[i], points, 0);
            }
        }
    }
}

/* French makes verbs of adjectives and nouns with a beginning and an ending at once: ALOURDIR of
 * LOURD, DÉBOISER of BOIS, AGRANDIR of GRAND, ÉDENTÉ of DENT. */
static void circumfixed(const struct judge *j)
{
    static const char *const prefixes[] = {"A",   "E",  "EN", "EM", "DE",
                                           "DES", "RA", "RE", "R",  NULL};
    static const struct {
        const char *text;
        float trust;
    } endings[] = {{"IR", 2.2f}, {"ER", 1.2f}, {"E", 1.2f}, {NULL, 0}};
    struct dict *d = j->d;

    for (uint32_t e = 0; e < d->entry.n; e++) {
        struct str key = dict_key(d, e);

        if (!dict_is_lemma(d, e) || !(d->entry.at[e].flags & (LEX_VERB | LEX_ADJECTIVE)))
            continue;
        for (const char *const *p = prefixes; *p; p++) {
            size_t cut = strlen(*p);

            if (!str_starts(key, str_of(*p)) || key.len < cut + 5)
                continue;
            struct str rest = str_n(key.at + cut, key.len - cut);
            if (rest.at[0] == rest.at[1]) /* ARRONDIR, ASSOMBRIR */
                rest = str_n(rest.at + 1, rest.len - 1);
            for (int k = 0; endings[k].text; k++) {
                size_t n = strlen(endings[k].text);
                char made[AFFIX_STEM + 1];

                if (rest.len < n + 3 || rest.len > AFFIX_STEM ||
                    !str_eq(str_n(rest.at + rest.len - n, n), str_of(endings[k].text)))
                    continue;
                memcpy(made, rest.at, rest.len - n);
                for (int form = 0; form < 3; form++) { /* LOURD, LARG-E, DOS-S */
                    size_t m = rest.len - n;

                    if (form == 1)
                        made[m++] = 'E';
                    if (form == 2 && made[m - 1] == made[m - 2])
                        m--;
                    uint32_t base = dict_find_key(d, str_n(made, m));
                    if (base == ENTRY_NONE || base == e || !dict_is_lemma(d, base) ||
                        !(d->entry.at[base].flags & (LEX_NOUN | LEX_ADJECTIVE)))
                        continue;
                    float evidence = judge_evidence(j, e, base);
                    float points = endings[k].trust + evidence + length_points(m);
                    if (evidence == 0)
                        points -= strangeness(d, e, base);
                    if (evidence == 0 && (k > 0 || !(d->entry.at[base].flags & LEX_ADJECTIVE)))
                        points -= .8f;
                    families_connect(d, e, base, points, 0);
                }
            }
        }
    }
}

/* German does the same: VERGIFTEN of GIFT, VERBITTERN of BITTER, BELAUBT of LAUB. */
static void circumfixed_german(const struct judge *j)
{
    static const char *const prefixes[] = {"VER", "BE", "ENT", "ER", "ZER", NULL};
    static const struct {
        const char *text;
        unsigned flags;
    } endings[] = {{"EN", LEX_VERB}, {"N", LEX_VERB}, {"T", LEX_ADJECTIVE}, {NULL, 0}};
    static const float TRUST = 1.6f;
    struct dict *d = j->d;

    for (uint32_t e = 0; e < d->entry.n; e++) {
        struct str key = dict_key(d, e);

        for (const char *const *p = prefixes; *p && dict_is_lemma(d, e); p++) {
            size_t cut = strlen(*p);

            for (int k = 0; endings[k].text && str_starts(key, str_of(*p)); k++) {
                struct str end = str_of(endings[k].text);

                if (!(d->entry.at[e].flags & endings[k].flags) || key.len < cut + end.len + 3 ||
                    !str_eq(str_n(key.at + key.len - end.len, end.len), end))
                    continue;
                struct str middle = str_n(key.at + cut, key.len - cut - end.len);
                uint32_t base = dict_find_key(d, middle);
                if (base == ENTRY_NONE || !dict_is_lemma(d, base) ||
                    !(d->entry.at[base].flags & (LEX_NOUN | LEX_ADJECTIVE)))
                    continue;
                float evidence = judge_evidence(j, e, base);
                if (evidence > 0)
                    families_connect(d, e, base, TRUST + evidence + length_points(middle.len), 0);
            }
        }
    }
}

void families_find(const struct judge *j)
{
    size_t before = j->d->links.n;

    endings(j);
    beginnings(j);
    if (j->d->lang == LANG_FR)
        circumfixed(j);
    if (j->d->lang == LANG_DE)
        circumfixed_german(j);
    families_irregular(j);
    if (j->english)
        families_translated(j);
    dict_report(j->d, "%zu words derived from others", j->d->links.n - before);
}
