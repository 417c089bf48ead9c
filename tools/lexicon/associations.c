#include "associations.h"

#include "lexicon/associate.h"

#include <math.h>
#include <string.h>

enum { DIMENSIONS = 64, ROUNDS = 12, EDGES_KEPT = 48, SPEAKERS_MOST = 60000 };

static const struct dict *sorting;

static int by_key(const void *x, const void *y)
{
    return str_cmp(dict_key(sorting, *(const uint32_t *)x),
                   dict_key(sorting, *(const uint32_t *)y));
}

/* Forms that a list took for words of their own: NÖRDLICHE, GEMACHTE. Nobody thinks of those. */
static bool is_form(const struct dict *d, uint32_t e)
{
    struct str key = dict_key(d, e);

    if (d->entry.at[e].flags & LEX_NOUN)
        return false;
    for (uint32_t i = d->first_link.at[e]; i < d->first_link.at[e + 1]; i++) {
        if (d->links.at[i].kind == LEX_LINK_FORM)
            return true;
    }
    uint32_t base = d->lang == LANG_DE && key.len > 3 && key.at[key.len - 1] == 'E'
                        ? dict_find_key(d, str_n(key.at, key.len - 1))
                        : (uint32_t)ENTRY_NONE;
    return base != ENTRY_NONE && (d->entry.at[base].flags & LEX_ADJECTIVE);
}

/* Words that people use: counted somewhere, with a meaning, and not of the smallest. */
static void choose_speakers(struct associations *a, const struct dict *d, uint32_t *number)
{
    for (uint32_t e = 0; e < d->entry.n; e++) {
        const struct entry *entry = &d->entry.at[e];

        number[e] = ENTRY_NONE;
        if (dict_is_lemma(d, e) && entry->count > .3f && dict_key(d, e).len >= 2 &&
            !dict_is_stopword(d, e) && !is_form(d, e) &&
            (entry->flags & (LEX_NOUN | LEX_VERB | LEX_ADJECTIVE | LEX_ADVERB)) &&
            a->speaker.n < SPEAKERS_MOST)
            vec_push(&a->speaker, e);
    }
    sorting = d;
    if (a->speaker.n)
        qsort(a->speaker.at, a->speaker.n, sizeof *a->speaker.at, by_key);
    for (uint32_t i = 0; i < a->speaker.n; i++)
        number[a->speaker.at[i]] = i;
}

static void add(struct counts *w, const uint32_t *number, uint32_t from, uint32_t to, float weight)
{
    if (from != to && number[from] != ENTRY_NONE && number[to] != ENTRY_NONE && weight > 0)
        *counts_at(w, pair_name(number[from], number[to])) += weight;
}

/* What each kind of evidence is worth, there and back: PEN is explained by INK more than INK by
 * PEN. */
static void weigh_evidence(struct counts *w, const struct dict *d, const uint32_t *number)
{
    static const struct {
        unsigned bit;
        float there, back;
    } worth[] = {{EV_GLOSS, .54f, .40f},   {EV_SYNONYM, .70f, .35f}, {EV_HYPERNYM, .50f, .50f},
                 {EV_ANTONYM, 1.1f, 1.1f}, {EV_SIMILAR, .80f, .80f}, {EV_PART, .50f, .50f},
                 {EV_DERIVED, .50f, .50f}};

    for (size_t i = 0; i < d->evidence.slots; i++) {
        if (!d->evidence.name[i])
            continue;
        uint32_t a = (uint32_t)((d->evidence.name[i] - 1) >> 32);
        uint32_t b = (uint32_t)(d->evidence.name[i] - 1);

        for (size_t k = 0; k < sizeof worth / sizeof worth[0]; k++) {
            if ((unsigned)d->evidence.value[i] & worth[k].bit) {
                add(w, number, a, b, worth[k].there);
                add(w, number, b, a, worth[k].back);
            }
        }
    }
}

/* Words in one phrase, where they meet more often than chance would have it. */
static void weigh_phrases(struct counts *w, const struct dict *d, const uint32_t *number)
{
    float *alone = calloc(d->entry.n + 1, sizeof *alone);
    double total = 0;

    if (!alone)
        abort();
    for (size_t i = 0; i < d->cooccur.slots; i++) {
        if (!d->cooccur.name[i])
            continue;
        alone[(d->cooccur.name[i] - 1) >> 32] += d->cooccur.value[i];
        alone[(uint32_t)(d->cooccur.name[i] - 1)] += d->cooccur.value[i];
        total += 2 * (double)d->cooccur.value[i];
    }
    for (size_t i = 0; i < d->cooccur.slots; i++) {
        if (!d->cooccur.name[i])
            continue;
        uint32_t a = (uint32_t)((d->cooccur.name[i] - 1) >> 32);
        uint32_t b = (uint32_t)(d->cooccur.name[i] - 1);
        float c = d->cooccur.value[i];
        /* Smoothed: the power makes rare partners count less. */
        float chance = alone[a] * powf(alone[b], .75f) / powf((float)total, .75f);
        float surprise = logf(c / (chance > 0 ? chance : 1)) * c / (c + 1);

        if (surprise > 0) {
            add(w, number, a, b, .45f * logf(1 + surprise));
            add(w, number, b, a, .45f * logf(1 + surprise));
        }
    }
    free(alone);
}

static void weigh_matches(struct counts *w, const struct dict *d, const struct matches *m,
                          const uint32_t *number)
{
    for (size_t i = 0; i < m->at.n; i++) {
        if (m->at.at[i].score > .4f)
            add(w, number, m->at.at[i].a, m->at.at[i].b, .8f * logf(1 + m->at.at[i].score));
    }
    for (size_t i = 0; i < d->links.n; i++) { /* compounds and families */
        const struct link *l = &d->links.at[i];

        if (l->kind == LEX_LINK_PART && l->certainty >= .7f) {
            add(w, number, l->from, l->to, .7f);
            add(w, number, l->to, l->from, .5f);
        } else if (l->kind == LEX_LINK_DERIVED && l->certainty >= .7f) {
            add(w, number, l->from, l->to, .4f);
            add(w, number, l->to, l->from, .3f);
        }
    }
}

struct row {
    uint32_t from, to;
    float weight;
};

static int by_from_and_weight(const void *x, const void *y)
{
    const struct row *a = x, *b = y;

    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

static void keep_best(struct associations *a, const struct counts *w)
{
    VEC(struct row) rows = {0};

    for (size_t i = 0; i < w->slots; i++) {
        if (w->name[i])
            vec_push(&rows, (struct row){(uint32_t)((w->name[i] - 1) >> 32),
                                         (uint32_t)(w->name[i] - 1), w->value[i]});
    }
    if (rows.n)
        qsort(rows.at, rows.n, sizeof *rows.at, by_from_and_weight);
    size_t i = 0;
    for (uint32_t s = 0; s < a->speaker.n; s++) {
        vec_push(&a->start, (uint32_t)a->edge.n);
        for (int kept = 0; i < rows.n && rows.at[i].from == s; i++, kept++) {
            if (kept < EDGES_KEPT)
                vec_push(&a->edge, (struct association_edge){rows.at[i].to, rows.at[i].weight});
        }
    }
    vec_push(&a->start, (uint32_t)a->edge.n);
    vec_fini(&rows);
}

/* y = (A + transpose(A)) x, rows divided by the root of their sums so that hubs do not rule. */
static void multiply(const struct associations *a, const float *root, const float *x, float *y)
{
    size_t n = a->speaker.n;

    memset(y, 0, n * DIMENSIONS * sizeof *y);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = a->start.at[i]; k < a->start.at[i + 1]; k++) {
            uint32_t to = a->edge.at[k].to;
            float w = a->edge.at[k].weight / (root[i] * root[to]);

            for (int c = 0; c < DIMENSIONS; c++) {
                y[(size_t)i * DIMENSIONS + c] += w * x[(size_t)to * DIMENSIONS + c];
                y[(size_t)to * DIMENSIONS + c] += w * x[(size_t)i * DIMENSIONS + c];
            }
        }
        for (int c = 0; c < DIMENSIONS; c++)
            y[(size_t)i * DIMENSIONS + c] += .5f * x[(size_t)i * DIMENSIONS + c];
    }
}

/* Gram and Schmidt; also gives the length of each column before it was made 1. */
static void straighten(float *x, size_t n, float length[DIMENSIONS])
{
    for (int c = 0; c < DIMENSIONS; c++) {
        for (int p = 0; p < c; p++) {
            double dot = 0;

            for (size_t i = 0; i < n; i++)
                dot += (double)x[i * DIMENSIONS + c] * x[i * DIMENSIONS + p];
            for (size_t i = 0; i < n; i++)
                x[i * DIMENSIONS + c] -= (float)dot * x[i * DIMENSIONS + p];
        }
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += (double)x[i * DIMENSIONS + c] * x[i * DIMENSIONS + c];
        length[c] = (float)sqrt(sum);
        for (size_t i = 0; i < n && sum > 0; i++)
            x[i * DIMENSIONS + c] /= length[c];
    }
}

static void find_vectors(struct associations *a)
{
    size_t n = a->speaker.n, cells = n * DIMENSIONS;
    float *x = malloc((cells + 1) * sizeof *x), *y = malloc((cells + 1) * sizeof *y);
    float *root = calloc(n + 1, sizeof *root), length[DIMENSIONS];
    uint64_t seed = 42;

    if (!x || !y || !root)
        abort();
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = a->start.at[i]; k < a->start.at[i + 1]; k++) {
            root[i] += a->edge.at[k].weight;
            root[a->edge.at[k].to] += a->edge.at[k].weight;
        }
    }
    for (size_t i = 0; i < n; i++)
        root[i] = sqrtf(root[i] + 1);
    for (size_t i = 0; i < cells; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        x[i] = (float)(seed >> 40) / (float)(1 << 24) - .5f;
    }
    straighten(x, n, length);
    for (int round = 0; round < ROUNDS; round++) {
        multiply(a, root, x, y);
        memcpy(x, y, cells * sizeof *x);
        straighten(x, n, length);
    }
    for (uint32_t i = 0; i < n; i++) {
        double sum = 0;
        float row[DIMENSIONS];

        /* The first axis is how well connected a word is: no meaning in it. */
        for (int c = 0; c < DIMENSIONS; c++) {
            row[c] = c == 0 ? 0 : x[(size_t)i * DIMENSIONS + c] * sqrtf(length[c]);
            sum += (double)row[c] * row[c];
        }
        for (int c = 0; c < DIMENSIONS; c++) {
            float v = sum > 0 ? row[c] / (float)sqrt(sum) * 127 * 2.2f : 0;

            v = v > 127 ? 127 : v < -127 ? -127 : v;
            vec_push(&a->vector, (int8_t)lrintf(v));
        }
    }
    free(x);
    free(y);
    free(root);
}

void associations_find(struct associations *a, const struct judge *j, const struct matches *m,
                       const struct associations *english)
{
    struct counts weights = {0};
    uint32_t *number = malloc((j->d->entry.n + 1) * sizeof *number);

    if (!number)
        abort();
    *a = (struct associations){.dimensions = DIMENSIONS};
    choose_speakers(a, j->d, number);
    weigh_evidence(&weights, j->d, number);
    weigh_phrases(&weights, j->d, number);
    weigh_matches(&weights, j->d, m, number);
    if (english && j->english)
        associations_transport(&weights, a, number, j, english);
    keep_best(a, &weights);
    find_vectors(a);
    for (size_t i = 0; i < a->speaker.n; i++) {
        /* log10 of occurrences per thousand million, above what is rare, capped below the most
         * common words: nobody wants TELL and THINK everywhere. */
        float common = log10f(j->d->entry.at[a->speaker.at[i]].count * 1000) - 3.f;

        common = common < 0 ? 0 : common > 2.2f ? 2.2f : common;
        vec_push(&a->prior, (uint8_t)(common * LEX_PRIOR_UNIT));
    }
    dict_report(j->d, "%zu associations of %zu words", a->edge.n, a->speaker.n);
    counts_fini(&weights);
    free(number);
}

void associations_fini(struct associations *a)
{
    vec_fini(&a->speaker);
    vec_fini(&a->vector);
    vec_fini(&a->prior);
    vec_fini(&a->start);
    vec_fini(&a->edge);
}
