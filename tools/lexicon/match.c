#include "match.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GROUP_MOST = 40, COMMON_MOST = 40, KEPT = 40 };

struct tallies {
    struct counts group, translation, agree, shared;
    uint64_t *pivots; /* per entry: which pivot languages translate it */
};

static int by_group(const void *x, const void *y)
{
    const struct member *a = x, *b = y;

    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->entry != b->entry)
        return a->entry < b->entry ? -1 : 1;
    return (a->weight < b->weight) - (a->weight > b->weight);
}

static void tally_groups(struct dict *d, struct tallies *t)
{
    struct member *m = d->members.at;
    size_t n = d->members.n;

    if (n)
        qsort(m, n, sizeof *m, by_group);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && m[end].group == m[i].group; end++)
            continue;
        if (end - i > GROUP_MOST * (d->lang == LANG_FR ? 3 : 1))
            continue;
        for (size_t a = i; a < end; a++) {
            for (size_t b = a + 1; b < end; b++) {
                if (m[a].entry == m[b].entry)
                    continue;
                float w = m[a].weight * m[b].weight;
                /* A French list explains its head: two words further down it are strangers. */
                if (d->lang == LANG_FR && m[a].weight < 1 && m[b].weight < 1)
                    w *= .1f;
                *counts_at(&t->group, pair_both(m[a].entry, m[b].entry)) += sqrtf(w);
            }
        }
    }
}

static int by_pivot_word(const void *x, const void *y)
{
    const struct translation *a = x, *b = y;

    if (a->pivot != b->pivot)
        return a->pivot < b->pivot ? -1 : 1;
    if (a->word != b->word)
        return a->word < b->word ? -1 : 1;
    if (a->entry != b->entry)
        return a->entry < b->entry ? -1 : 1;
    return (a->weight < b->weight) - (a->weight > b->weight);
}

static void tally_translations(struct dict *d, struct tallies *t)
{
    struct translation *tr = d->translations.at;
    size_t n = 0;
    float *norm = calloc(d->entry.n, sizeof *norm);

    if (!norm)
        abort();
    if (d->translations.n)
        qsort(tr, d->translations.n, sizeof *tr, by_pivot_word);
    for (size_t i = 0; i < d->translations.n; i++) { /* the same pair once, from the best source */
        if (n && tr[n - 1].pivot == tr[i].pivot && tr[n - 1].word == tr[i].word &&
            tr[n - 1].entry == tr[i].entry)
            continue;
        if (tr[i].pivot != PIVOT_EN_PART)
            tr[n++] = tr[i];
    }
    for (size_t start = 0, stop; start < n; start = stop) { /* one pivot language at a time */
        for (stop = start; stop < n && tr[stop].pivot == tr[start].pivot; stop++)
            continue;
        for (int pass = 0; pass < 2; pass++) {
            for (size_t i = start, end; i < stop; i = end) {
                for (end = i; end < stop && tr[end].word == tr[i].word; end++)
                    continue;
                float idf = 1 / (1 + logf((float)(end - i)));
                for (size_t a = i; a < end; a++) {
                    if (pass == 0) {
                        norm[tr[a].entry] += idf * idf * tr[a].weight * tr[a].weight;
                        t->pivots[tr[a].entry] |= 1ull << (tr[a].pivot & 63);
                        continue;
                    }
                    for (size_t b = a + 1; b < end && end - i <= COMMON_MOST; b++) {
                        float w = idf * idf * tr[a].weight * tr[b].weight /
                                  sqrtf(norm[tr[a].entry] * norm[tr[b].entry]);
                        *counts_at(&t->translation, pair_both(tr[a].entry, tr[b].entry)) += w;
                        *counts_at(&t->agree, pair_both(tr[a].entry, tr[b].entry)) += 1;
                    }
                }
            }
        }
        memset(norm, 0, d->entry.n * sizeof *norm);
    }
    free(norm);
}

static int popcount(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

/* Whether the English translations of two words are opposites of each other. */
static bool opposites_in_english(const struct judge *j, uint32_t a, uint32_t b)
{
    const struct glossary *g = j->glossary;

    for (uint32_t i = g->start.at[a]; i < g->start.at[a + 1]; i++) {
        for (uint32_t k = g->start.at[b]; k < g->start.at[b + 1]; k++) {
            if (g->whole.at[i] && g->whole.at[k] &&
                (dict_has_evidence(j->english->dict, g->english.at[i], g->english.at[k]) &
                 EV_ANTONYM))
                return true;
        }
    }
    return false;
}

/* Two kinds of the same thing: CAT and DOG. */
static bool coordinates_in_english(const struct judge *j, uint32_t a, uint32_t b)
{
    (void)j, (void)a, (void)b;
    return false;
}

static struct features features_of(const struct judge *j, const struct tallies *t, uint32_t a,
                                   uint32_t b)
{
    const struct dict *d = j->d;
    uint64_t name = pair_both(a, b);
    unsigned bits = dict_has_evidence(d, a, b);
    unsigned there = (unsigned)counts_get(&d->evidence, pair_name(a, b));
    unsigned back = (unsigned)counts_get(&d->evidence, pair_name(b, a));
    int both = popcount(t->pivots[a] & t->pivots[b]);
    struct features f = {0};

    f.group = counts_get(&t->group, name);
    f.translation = counts_get(&t->translation, name) / ((float)both + 1);
    f.agree = counts_get(&t->agree, name);
    f.mutual = (there & EV_SYNONYM) && (back & EV_SYNONYM);
    f.hypernym = (bits & EV_HYPERNYM) != 0;
    f.antonym = (bits & EV_ANTONYM) != 0 || (j->english && opposites_in_english(j, a, b));
    f.similar = (bits & EV_SIMILAR) != 0;
    f.gloss = (float)((there & EV_GLOSS) != 0) + (float)((back & EV_GLOSS) != 0);
    f.coordinate = j->english && coordinates_in_english(j, a, b);
    f.shared = counts_get(&t->shared, name);
    f.defined = (bits & EV_DEFINED) != 0;
    f.both = j->english && j->glossary->start.at[a] < j->glossary->start.at[a + 1] &&
             j->glossary->start.at[b] < j->glossary->start.at[b + 1];
    f.family = (d->entry.at[a].flags & d->entry.at[b].flags & LEX_POS) == LEX_VERB;
    return f;
}

float features_score(enum language lang, const struct features *f)
{
    float group = f->group < 1.6f ? f->group : 1.6f;
    float scale = lang == LANG_EN ? 1.15f : 1;

    /* French lists run from synonyms into associations (PLAGE, SABLE): alone they are not enough,
     * least of all where both words have translations that do not agree. */
    if (lang == LANG_FR && f->agree == 0)
        group *= f->both > 0 ? .4f : .68f;
    /* A definition says more where translations agree with it: STURM, ORKAN. */
    float gloss = lang == LANG_DE && f->gloss > 0 && f->agree > 0 ? .25f : .15f * f->gloss;
    float agree = f->agree < 12 ? logf(1 + f->agree) : logf(13);
    float s = .42f * group + 1.5f * f->translation + .16f * agree + gloss +
              (f->family > 0 ? .35f : .12f) * f->hypernym + .25f * f->similar + .2f * f->mutual -
              1.2f * f->antonym;

    /* The same lists are mutual, and definitions name associates too. */
    if (lang == LANG_FR && f->agree == 0 && f->both > 0)
        s *= .75f;
    s += .35f * f->defined;
    return s * scale;
}

static void keep(struct matches *m, uint32_t a, uint32_t b, float score)
{
    vec_push(&m->at, (struct match){a, b, score});
    vec_push(&m->at, (struct match){b, a, score});
}

static int by_score(const void *x, const void *y)
{
    const struct match *a = x, *b = y;

    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

static int by_pair(const void *x, const void *y)
{
    const struct match *a = x, *b = y;

    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    if (a->b != b->b)
        return a->b < b->b ? -1 : 1;
    return (a->score < b->score) - (a->score > b->score);
}

void matches_sort(struct matches *m)
{
    if (m->at.n)
        qsort(m->at.at, m->at.n, sizeof *m->at.at, by_pair);
}

void matches_fini(struct matches *m)
{
    vec_fini(&m->at);
}

static void tally(const struct judge *j, struct tallies *t)
{
    *t = (struct tallies){.pivots = calloc(j->d->entry.n + 1, sizeof *t->pivots)};
    if (!t->pivots)
        abort();
    tally_groups(j->d, t);
    tally_translations(j->d, t);
}

static void tallies_fini(struct tallies *t)
{
    counts_fini(&t->group);
    counts_fini(&t->translation);
    counts_fini(&t->agree);
    counts_fini(&t->shared);
    free(t->pivots);
}

static void consider(struct matches *m, const struct judge *j, const struct tallies *t,
                     uint64_t name)
{
    uint32_t a = (uint32_t)((name - 1) >> 32), b = (uint32_t)(name - 1);
    struct features f = features_of(j, t, a, b);
    float score = features_score(j->d->lang, &f);

    if (f.antonym)
        keep(m, a, b, 0);
    else if (score >= .3f)
        keep(m, a, b, score);
}

void matches_find(struct matches *m, const struct judge *j)
{
    struct tallies t;
    size_t kept = 0, place = 0;

    *m = (struct matches){0};
    tally(j, &t);
    for (size_t i = 0; i < t.group.slots; i++) {
        if (t.group.name[i])
            consider(m, j, &t, t.group.name[i]);
    }
    for (size_t i = 0; i < t.translation.slots; i++) {
        if (t.translation.name[i] && counts_get(&t.group, t.translation.name[i]) == 0)
            consider(m, j, &t, t.translation.name[i]);
    }
    for (size_t i = 0; i < j->d->evidence.slots; i++) {
        struct evidence_pair pair;

        if (dict_evidence_at(j->d, i, &pair) && (pair.bits & EV_ANTONYM))
            keep(m, pair.a, pair.b, 0);
    }
    if (m->at.n)
        qsort(m->at.at, m->at.n, sizeof *m->at.at, by_score);
    for (size_t i = 0; i < m->at.n; i++) {
        place = i && m->at.at[i].a == m->at.at[i - 1].a ? place + 1 : 0;
        if (place < KEPT || m->at.at[i].score == 0)
            m->at.at[kept++] = m->at.at[i];
    }
    m->at.n = kept;
    dict_report(j->d, "%zu words with the same idea as another", kept);
    tallies_fini(&t);
}

static void explain_kin(const struct judge *j, uint32_t a, uint32_t b)
{
    printf("    evidence %.1f bits %x", (double)judge_evidence(j, a, b),
           dict_has_evidence(j->d, a, b));
    for (int side = 0; side < 2 && j->english; side++) {
        uint32_t e = side ? b : a;

        printf(" | count %.1f:", (double)j->d->entry.at[e].count);
        for (uint32_t i = j->glossary->start.at[e]; i < j->glossary->start.at[e + 1]; i++)
            printf(" %s%.*s", j->glossary->whole.at[i] ? "" : "~",
                   STR_FMT(dict_key(j->english->dict, j->glossary->english.at[i])));
    }
    putchar('\n');
}

void matches_explain(const struct judge *j)
{
    struct tallies t;
    char line[256];

    tally(j, &t);
    while (fgets(line, sizeof line, stdin)) {
        struct str rest = str_of(line), wa, wb;
        uint32_t a[1], b[1];

        if (!str_word(&rest, &wa) || !str_word(&rest, &wb))
            continue;
        struct features f = {0};
        int known = dict_lemmas_of(j->d, wa, a, 1) && dict_lemmas_of(j->d, wb, b, 1);
        if (known)
            f = features_of(j, &t, a[0], b[0]);
        printf("%.*s %.*s known=%d score=%.2f group=%.2f translation=%.3f agree=%.0f mutual=%.0f "
               "hypernym=%.0f antonym=%.0f similar=%.0f gloss=%.0f\n",
               STR_FMT(wa), STR_FMT(wb), known, (double)features_score(j->d->lang, &f),
               (double)f.group, (double)f.translation, (double)f.agree, (double)f.mutual,
               (double)f.hypernym, (double)f.antonym, (double)f.similar, (double)f.gloss);
        if (known)
            explain_kin(j, a[0], b[0]);
    }
    tallies_fini(&t);
}
