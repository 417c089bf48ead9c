#include "associations.h"

#include "edges.h"

#include "lexicon/associate.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { DIMENSIONS = 64, ROUNDS = 12, EDGES_KEPT = 80, BONDS_KEPT = 48, SPEAKERS_MOST = 60000 };

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
static void choose_speakers(struct associations *a, const struct judge *j, uint32_t *number)
{
    const struct dict *d = j->d;
    /* English is counted in longer lists. */
    float least = d->lang == LANG_EN ? .3f : .15f;

    for (uint32_t e = 0; e < d->entry.n; e++) {
        const struct entry *entry = &d->entry.at[e];

        number[e] = ENTRY_NONE;
        if (dict_is_lemma(d, e) && (entry->count > least || is_hearer(j, e)) &&
            dict_key(d, e).len >= 2 && !dict_is_stopword(d, e) && !is_form(d, e) &&
            (entry->flags & (LEX_NOUN | LEX_VERB | LEX_ADJECTIVE | LEX_ADVERB | LEX_NAME)) &&
            a->speaker.n < SPEAKERS_MOST)
            vec_push(&a->speaker, e);
    }
    sorting = d;
    if (a->speaker.n)
        qsort(a->speaker.at, a->speaker.n, sizeof *a->speaker.at, by_key);
    for (uint32_t i = 0; i < a->speaker.n; i++) {
        number[a->speaker.at[i]] = i;
        vec_push(&a->heard, d->entry.at[a->speaker.at[i]].count <= least);
    }
}

typedef VEC(struct edge) edge_list;

static void edges_of(edge_list *list, const struct counts *w)
{
    for (size_t i = 0; i < w->slots; i++) {
        struct pair pair = pair_of(w->name[i]);

        if (w->name[i])
            vec_push(list, (struct edge){pair.a, pair.b, w->value[i]});
    }
}

struct graph {
    VEC(uint32_t) start;
    VEC(struct association_edge) edge;
};

static void graph_fini(struct graph *g)
{
    vec_fini(&g->start);
    vec_fini(&g->edge);
}

static void keep_best(struct graph *g, size_t speakers, const struct counts *w, int most)
{
    edge_list rows = {0};

    edges_of(&rows, w);
    edges_by_weight(rows.at, rows.n);
    size_t i = 0;
    for (uint32_t s = 0; s < speakers; s++) {
        vec_push(&g->start, (uint32_t)g->edge.n);
        for (int kept = 0; i < rows.n && rows.at[i].from == s; i++, kept++) {
            if (kept < most)
                vec_push(&g->edge, (struct association_edge){rows.at[i].to, rows.at[i].weight});
        }
    }
    vec_push(&g->start, (uint32_t)g->edge.n);
    vec_fini(&rows);
}

/* What speaks for one direction speaks a little for the other: people who think of B at A often
 * think of A at B. */
static void mirror(struct counts *w, const uint8_t *heard)
{
    static const float BACK = .3f;
    edge_list rows = {0};

    edges_of(&rows, w);
    for (size_t i = 0; i < rows.n; i++) {
        if (!heard[rows.at[i].from])
            *counts_at(w, pair_name(rows.at[i].to, rows.at[i].from)) += BACK * rows.at[i].weight;
    }
    vec_fini(&rows);
}

/* y = (A + transpose(A)) x, rows divided by the root of their sums so that hubs do not rule. */
static void multiply(const struct graph *a, const float *root, const float *x, float *y)
{
    size_t n = a->start.n - 1;

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

/* A share of a vector of length 1, such that products of vectors have this worth. */
static void push(struct associations *a, float share, float worth)
{
    float v = share * sqrtf(LEX_VECTOR_SQUARE * worth / (LEX_CLOSE_WEIGHT * LEX_VECTOR_WEIGHT));

    vec_push(&a->vector, (int8_t)lrintf(v > 127 ? 127 : v < -127 ? -127 : v));
}

static void find_vectors(struct associations *a, const struct graph *g, const struct dict *d,
                         const struct worths *w)
{
    size_t n = a->speaker.n, cells = n * DIMENSIONS;
    float *x = zeroed(cells, sizeof *x), *y = zeroed(cells, sizeof *y);
    float *root = zeroed(n, sizeof *root), length[DIMENSIONS];
    /* Readers take sixteen numbers at a time: a hundred from outside and sixty are a round sum. */
    int axes = w->vector > 0 ? DIMENSIONS - 4 : DIMENSIONS;
    uint64_t seed = 42;

    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = g->start.at[i]; k < g->start.at[i + 1]; k++) {
            root[i] += g->edge.at[k].weight;
            root[g->edge.at[k].to] += g->edge.at[k].weight;
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
        multiply(g, root, x, y);
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
        for (int c = 0; c < axes; c++)
            push(a, sum > 0 ? row[c] / (float)sqrt(sum) : 0, w->axes);
        const float *outside = w->vector > 0 ? dict_vector(d, a->speaker.at[i]) : NULL;
        for (int c = 0; w->vector > 0 && c < VECTOR_AXES; c++)
            push(a, outside ? outside[c] : 0, w->vector);
    }
    a->dimensions = (uint32_t)axes + (w->vector > 0 ? VECTOR_AXES : 0);
    assert(a->dimensions <= AXES_MOST);
    free(x);
    free(y);
    free(root);
}

static FILE *open_beside(const char *folder, enum language lang, const char *what)
{
    char path[512];

    snprintf(path, sizeof path, "%s/%s.%s", folder, language_codes[lang], what);
    return folder ? fopen(path, "wb") : NULL;
}

/* For choosing worths: the speakers a line each, their vectors one after the other. */
static void tell_speakers(const struct associations *a, const struct dict *d, const char *folder)
{
    FILE *words = open_beside(folder, d->lang, "words");
    FILE *vectors = open_beside(folder, d->lang, "vectors");

    for (size_t i = 0; words && i < a->speaker.n; i++) {
        const struct entry *e = &d->entry.at[a->speaker.at[i]];

        fprintf(words, "%.*s\t%g\t%u\n", STR_FMT(dict_key(d, a->speaker.at[i])), (double)e->count,
                e->flags);
    }
    for (size_t i = 0; vectors && i < a->speaker.n; i++) {
        static const float none[VECTOR_AXES];
        const float *v = dict_vector(d, a->speaker.at[i]);

        fwrite(v ? v : none, sizeof *v, VECTOR_AXES, vectors);
    }
    if (words)
        fclose(words);
    if (vectors)
        fclose(vectors);
}

void associations_find(struct associations *a, const struct judge *j, const struct matches *m,
                       const struct associations *english, const struct thoughts *likely,
                       const char *evidence)
{
    uint32_t *number = zeroed(j->d->entry.n, sizeof *number);
    struct weighing w = {.number = number, .worth = worths_of(j->d->lang, j->d->vectors.n > 0)};

    *a = (struct associations){0};
    choose_speakers(a, j, number);
    w.heard = a->heard.at;
    float *ready = zeroed(a->speaker.n, sizeof *ready);
    for (int r = R_GLOSS; r < READINESS; r++)
        w.named[r] = zeroed(a->speaker.n, sizeof *w.named[r]);
    if (evidence) {
        tell_speakers(a, j->d, evidence);
        w.evidence = open_beside(evidence, j->d->lang, "evidence");
    }
    weigh_all(&w, j->d, m);
    if (english && j->english)
        associations_transport(&w, a, j, english, likely);
    if (w.evidence)
        fclose(w.evidence);
    struct graph graph = {0}, kept = {0};
    keep_best(&graph, a->speaker.n, &w.bond, BONDS_KEPT);
    find_vectors(a, &graph, j->d, w.worth);
    mirror(&w.weight, a->heard.at);
    weigh_told(&w, j->d);
    keep_best(&kept, a->speaker.n, &w.weight, EDGES_KEPT);
    for (size_t i = 0; i < kept.start.n; i++)
        vec_push(&a->start, kept.start.at[i]);
    for (size_t i = 0; i < kept.edge.n; i++)
        vec_push(&a->edge, kept.edge.at[i]);
    graph_fini(&graph);
    graph_fini(&kept);
    hearers_place(a);
    weigh_readiness(&w, j->d, a->speaker.at, a->speaker.n, ready);
    for (size_t i = 0; i < a->speaker.n; i++) {
        /* The same for all: room for what comes to mind less than readily. 0 is never said. */
        static const float ROOM = 2;
        float p = (ready[i] + ROOM) / LEX_PRIOR_WEIGHT * LEX_PRIOR_UNIT;

        vec_push(&a->prior, (uint8_t)(a->heard.at[i] ? 0 : p < 1 ? 1 : p > 255 ? 255 : p));
    }
    for (int r = R_GLOSS; r < READINESS; r++)
        free(w.named[r]);
    free(ready);
    dict_report(j->d, "%zu associations of %zu words", a->edge.n, a->speaker.n);
    counts_fini(&w.weight);
    counts_fini(&w.bond);
    free(number);
}

void associations_fini(struct associations *a)
{
    vec_fini(&a->speaker);
    vec_fini(&a->heard);
    vec_fini(&a->vector);
    vec_fini(&a->prior);
    vec_fini(&a->property);
    vec_fini(&a->start);
    vec_fini(&a->edge);
}
