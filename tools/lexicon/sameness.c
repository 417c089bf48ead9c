#include "sameness.h"

#include "edges.h"

#include <math.h>
#include <string.h>

enum { GROUP_MOST = 40, COMMON_MOST = 40, BRIDGE_MOST = 28 };

static int by_group(const void *x, const void *y)
{
    const struct member *a = x, *b = y;

    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->entry != b->entry)
        return a->entry < b->entry ? -1 : 1;
    return (a->weight < b->weight) - (a->weight > b->weight);
}

void members_sort(struct dict *d)
{
    if (d->members.n)
        qsort(d->members.at, d->members.n, sizeof *d->members.at, by_group);
}

static void tally_groups(struct dict *d, struct tallies *t)
{
    struct member *m = d->members.at;
    size_t n = d->members.n;

    members_sort(d);
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
    float *norm = zeroed(d->entry.n, sizeof *norm);

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

/* Which entries a source has for each entry, each of them once. */
static void rows_make(struct rows *r, struct edge *edge, size_t n, uint32_t entries)
{
    size_t i = 0;

    edges_by_place(edge, n);
    for (uint32_t e = 0; e <= entries; e++) {
        vec_push(&r->start, (uint32_t)r->to.n);
        for (; i < n && edge[i].from == e; i++) {
            if (r->to.n > r->start.at[e] && r->to.at[r->to.n - 1] == edge[i].to)
                continue;
            vec_push(&r->to, edge[i].to);
            vec_push(&r->weight, edge[i].weight);
        }
    }
}

static void rows_fini(struct rows *r)
{
    vec_fini(&r->start);
    vec_fini(&r->to);
    vec_fini(&r->weight);
}

/* Words that few definitions name say more; a word is in its own definition. */
static void tally_definitions(const struct dict *d, struct tallies *t)
{
    VEC(struct edge) named = {0}, kinds = {0};
    float *times = zeroed(d->entry.n, sizeof *times);
    struct evidence_pair pair;

    for (size_t i = 0; i < d->evidence.slots; i++) {
        if (!dict_evidence_at(d, i, &pair))
            continue;
        if (pair.bits & (EV_GLOSS | EV_OLD_GLOSS)) {
            times[pair.b]++;
            vec_push(&named, (struct edge){pair.a, pair.b, pair.bits & EV_GLOSS ? 1 : .5f});
        }
        if (pair.bits & EV_HYPERNYM)
            vec_push(&kinds, (struct edge){pair.a, pair.b, 1});
        t->broad[pair.b] += (pair.bits & EV_HYPERNYM) != 0;
    }
    for (uint32_t e = 0; e < d->entry.n; e++) {
        if (dict_is_lemma(d, e))
            vec_push(&named, (struct edge){e, e, 1});
    }
    for (size_t i = 0; i < named.n; i++)
        named.at[i].weight *= 1 / (1 + logf(1 + times[named.at[i].to]));
    rows_make(&t->defined, named.at, named.n, (uint32_t)d->entry.n);
    rows_make(&t->kind, kinds.at, kinds.n, (uint32_t)d->entry.n);
    for (uint32_t e = 0; e < d->entry.n; e++) {
        float sum = 0;

        for (uint32_t i = t->defined.start.at[e]; i < t->defined.start.at[e + 1]; i++)
            sum += t->defined.weight.at[i] * t->defined.weight.at[i];
        for (uint32_t i = t->defined.start.at[e]; i < t->defined.start.at[e + 1]; i++)
            t->defined.weight.at[i] /= sqrtf(sum);
    }
    vec_fini(&named);
    vec_fini(&kinds);
    free(times);
}

static float common(const struct rows *r, uint32_t a, uint32_t b)
{
    uint32_t i = r->start.at[a], k = r->start.at[b];
    float sum = 0;

    while (i < r->start.at[a + 1] && k < r->start.at[b + 1]) {
        if (r->to.at[i] == r->to.at[k])
            sum += r->weight.at[i++] * r->weight.at[k++];
        else if (r->to.at[i] < r->to.at[k])
            i++;
        else
            k++;
    }
    return sum;
}

static int by_weight(const void *x, const void *y)
{
    const struct edge *a = x, *b = y;

    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

/* From words that translate into one synonym set of another language to those of its words that
 * they do it by. */
static void cross(struct tallies *t, struct edge *c, size_t n)
{
    size_t kept = 0;

    edges_by_weight(c, n);
    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || c[kept - 1].from != c[i].from)
            c[kept++] = c[i];
    }
    qsort(c, kept, sizeof *c, by_weight);
    kept = kept < BRIDGE_MOST ? kept : BRIDGE_MOST;
    for (size_t a = 0; a < kept; a++) {
        for (size_t b = a + 1; b < kept; b++) {
            if (c[a].to != c[b].to) /* one translation for both is counted elsewhere */
                *counts_at(&t->bridge, pair_both(c[a].from, c[b].from)) +=
                    sqrtf(c[a].weight * c[b].weight);
        }
    }
}

/* Words whose translations are synonyms: GRAND and ÉNORME, by BIG and ENORMOUS. */
static void tally_bridge(struct tallies *t, const struct dict *d, const struct dict *other,
                         const struct glossary *g)
{
    VEC(struct edge) back = {0}, crossing = {0};
    struct rows to = {0};
    const struct member *m = other->members.at;

    for (uint32_t e = 0; e < d->entry.n; e++) {
        float most = 0;

        for (uint32_t i = g->start.at[e]; i < g->start.at[e + 1]; i++)
            most = g->whole.at[i] && g->votes.at[i] > most ? g->votes.at[i] : most;
        for (uint32_t i = g->start.at[e]; i < g->start.at[e + 1]; i++) {
            if (g->whole.at[i] && g->votes.at[i] >= .3f * most)
                vec_push(&back, (struct edge){g->english.at[i], e, g->votes.at[i] / most});
        }
    }
    rows_make(&to, back.at, back.n, (uint32_t)other->entry.n);
    for (size_t i = 0, end; i < other->members.n; i = end) {
        crossing.n = 0;
        for (end = i; end < other->members.n && m[end].group == m[i].group; end++) {
            for (uint32_t k = to.start.at[m[end].entry]; k < to.start.at[m[end].entry + 1]; k++)
                vec_push(&crossing,
                         (struct edge){to.to.at[k], m[end].entry, m[end].weight * to.weight.at[k]});
        }
        if (end - i >= 2 && end - i <= GROUP_MOST && crossing.n > 1)
            cross(t, crossing.at, crossing.n);
    }
    vec_fini(&back);
    vec_fini(&crossing);
    rows_fini(&to);
}

void tallies_init(struct tallies *t, const struct judge *j)
{
    *t = (struct tallies){.pivots = zeroed(j->d->entry.n, sizeof *t->pivots),
                          .broad = zeroed(j->d->entry.n, sizeof *t->broad)};
    tally_groups(j->d, t);
    tally_translations(j->d, t);
    tally_definitions(j->d, t);
    for (int i = 0; i < 2 && j->bridge[i].dict; i++)
        tally_bridge(t, j->d, j->bridge[i].dict, j->bridge[i].glossary);
}

void tallies_fini(struct tallies *t)
{
    counts_fini(&t->group);
    counts_fini(&t->translation);
    counts_fini(&t->agree);
    counts_fini(&t->bridge);
    rows_fini(&t->defined);
    rows_fini(&t->kind);
    free(t->pivots);
    free(t->broad);
}

/* Cosine of vectors, from where it says something; 0 where there are none. */
static float nearness(const struct dict *d, uint32_t a, uint32_t b)
{
    const float *va = dict_vector(d, a), *vb = dict_vector(d, b);
    float sum = -.45f;

    for (int i = 0; va && vb && i < VECTOR_AXES; i++)
        sum += va[i] * vb[i];
    return va && vb ? sum : 0;
}

/* Of a thousand million; below and above it all words are as rare, or as common, as each other. */
static float commonness(const struct dict *d, uint32_t a, uint32_t b)
{
    static const float LEAST = 3.2f, MOST = 5;
    float count = fminf(d->entry.at[a].count, d->entry.at[b].count) * 1000;
    float common = count > 1 ? log10f(count) : 0;

    return common < LEAST ? LEAST : common > MOST ? MOST : common;
}

/* Languages that translate both words and not alike. Where few know the words, as if some did: one
 * dictionary that agrees is no proof. */
static float strangeness(enum language lang, int both, float agree)
{
    /* French slang is in thesauri, and nobody translates it. */
    float few = lang == LANG_FR && both == 0 ? 4 : 8;
    float languages = (float)both > few ? (float)both : few;

    return languages > agree ? logf((1 + languages) / (1 + agree)) : 0;
}

/* Whether somebody was asked, by our own hand, what is the same idea as this. */
static float asked(const struct dict *d, uint32_t e)
{
    return counts_get(&d->asked, e + 1ull) > 0 ? 1 : 0;
}

struct sameness sameness_of(const struct judge *j, const struct tallies *t, uint32_t a, uint32_t b)
{
    const struct dict *d = j->d;
    uint64_t name = pair_both(a, b);
    unsigned there = (unsigned)counts_get(&d->evidence, pair_name(a, b));
    unsigned back = (unsigned)counts_get(&d->evidence, pair_name(b, a));
    unsigned bits = there | back;
    int both = popcount(t->pivots[a] & t->pivots[b]);
    float agree = counts_get(&t->agree, name), group = counts_get(&t->group, name);
    struct str ka = dict_key(d, a), kb = dict_key(d, b);
    struct sameness s = {.defined = (bits & EV_DEFINED) != 0,
                         .antonym = (bits & EV_ANTONYM) != 0 ||
                                    (j->english && opposites_in_english(j, a, b))};

    s.f[S_GROUP] = group < 1.6f ? group : 1.6f;
    s.f[S_TRANSLATION] = counts_get(&t->translation, name) / ((float)both + 1);
    s.f[S_AGREE] = logf(1 + (agree < 12 ? agree : 12));
    s.f[S_STRANGE] = strangeness(d->lang, both, agree);
    s.f[S_MUTUAL] = (there & EV_SYNONYM) && (back & EV_SYNONYM);
    s.f[S_ALONE] = agree > 0 ? 0 : s.f[S_GROUP] + s.f[S_MUTUAL];
    s.f[S_SIMILAR] = (bits & EV_SIMILAR) != 0;
    s.f[S_GLOSS] = (float)((there & EV_GLOSS) != 0) + (float)((back & EV_GLOSS) != 0);
    s.f[S_PARAPHRASE] =
        (float)((there & EV_PARAPHRASE) != 0) + (float)((back & EV_PARAPHRASE) != 0);
    s.f[S_LISTED] = (float)((there & EV_LISTED) != 0) + (float)((back & EV_LISTED) != 0);
    s.f[S_KIND] = (bits & EV_HYPERNYM) != 0;
    s.f[S_BRIDGE] = logf(1 + counts_get(&t->bridge, name));
    s.f[S_MEANING] = common(&t->defined, a, b);
    s.f[S_PICTURED] = logf(1 + counts_get(&d->pictured, name));
    s.f[S_TOGETHER] = logf(1 + counts_get(&d->cooccur, name) + 2 * counts_get(&d->set, name));
    s.f[S_SIBLING] = common(&t->kind, a, b) > 0;
    s.f[S_PART] = (bits & EV_PART) != 0;
    s.f[S_NEAR] = nearness(d, a, b);
    s.f[S_TOLD] = counts_get(&d->same, name);
    s.f[S_THIRD] = s.f[S_TOLD] > 0 ? 0 : fminf(1, counts_get(&d->alike, name));
    s.f[S_UNTOLD] = s.f[S_TOLD] > 0 ? 0 : asked(d, a) + asked(d, b);
    s.f[S_ONE] = 1;
    unsigned speech = LEX_NOUN | LEX_VERB | LEX_ADJECTIVE | LEX_ADVERB;
    s.f[S_BROAD] = there & EV_HYPERNYM  ? logf(1 + t->broad[b])
                   : back & EV_HYPERNYM ? logf(1 + t->broad[a])
                                        : 0;
    s.f[S_SPEECH] = !(d->entry.at[a].flags & d->entry.at[b].flags & speech);
    s.f[S_CLIPPED] = ka.len >= 3 && kb.len >= 3 && (str_starts(ka, kb) || str_starts(kb, ka));
    s.f[S_COMMON] = commonness(d, a, b);
    return s;
}

bool sameness_said(const struct sameness *s)
{
    return s->f[S_TOLD] > 0 || s->f[S_THIRD] > 0 || s->f[S_GROUP] > 0 || s->f[S_TRANSLATION] > 0 ||
           s->f[S_BRIDGE] > 0 || s->f[S_LISTED] > 0 || s->f[S_PARAPHRASE] > 0 || s->f[S_KIND] > 0 ||
           s->f[S_SIMILAR] > 0;
}

/* Fitted by fit.py to lists of our own; the sum is the logarithm of the odds. One French one is
 * set by hand, lower than our lists would have it: a French thesaurus runs from synonyms into
 * associations, and definitions name associates (PLAGE, SABLE). */
static const float weights[LANGUAGES][S_COUNT] = {
    [LANG_EN] = {0.13f,  1.01f,  1.66f, -0.26f, -0.16f, 1.60f,  0.44f,  0.60f, -0.31f,
                 1.04f,  2.19f,  0.78f, 1.29f,  -0.36f, -1.03f, 0.59f,  0.39f, 1.64f,
                 -0.14f, -0.83f, 0.28f, -0.95f, 3.47f,  1.47f,  -0.01f, 1.89f},
    [LANG_DE] = {-0.05f, 0.99f,  1.87f, -0.30f, 0.22f,  1.51f,  0.40f,  0.42f, -0.26f,
                 0.92f,  2.26f,  0.70f, 1.18f,  -0.63f, -0.31f, 1.06f,  0.34f, 1.41f,
                 -0.38f, -0.95f, 0.21f, -1.03f, 3.19f,  1.40f,  -0.11f, 1.93f},
    [LANG_FR] = {0.39f,  0.96f,  1.99f, -0.23f, 0.14f,  1.67f, 0.40f, 0.15f, -0.57f,
                 0.92f,  2.04f,  0.93f, 0.40f,  -0.48f, 0.15f, 0.71f, 0.34f, 1.41f,
                 -0.16f, -0.84f, 0.25f, -1.17f, 3.11f,  1.45f, 0.17f, 2.00f},
};
/* The table is asked where it is as likely as not, by cross-validation; it takes so much more to be
 * sure. */
static const float SURE = 1.9f;

float sameness_score(enum language lang, const struct sameness *s)
{
    /* "toutou: chien"; too rare in our lists to be fitted, and no help in the other languages. */
    float odds = lang == LANG_FR && s->defined ? 1 : 0;

    for (int i = 0; i < S_COUNT; i++)
        odds += weights[lang][i] * s->f[i];
    return .5f + .5f * odds / SURE;
}
