#include "thoughts.h"

#include "lexicon/associate.h"

#include <math.h>
#include <string.h>

#ifdef __x86_64__
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* Agreement of one word with all: the compiler's machine may have wide registers or not. */
WIDE static void agree(const int8_t *all, size_t n, uint32_t dimensions, const int8_t *cue,
                       int32_t *out)
{
    int16_t wide[AXES_MOST];

    for (uint32_t k = 0; k < dimensions; k++)
        wide[k] = cue[k];
    for (size_t i = 0; i < n; i++) {
        const int8_t *v = all + i * dimensions;
        int32_t sum = 0;

        for (uint32_t k = 0; k < dimensions; k++)
            sum += wide[k] * (int16_t)v[k];
        out[i] = sum;
    }
}

/* The best ones in the order of their scores. */
static void best_of(const float *score, size_t n, struct thought out[THOUGHTS])
{
    int found = 0;

    for (uint32_t i = 0; i < n; i++) {
        int at = found < THOUGHTS ? found : THOUGHTS - 1;

        if (found == THOUGHTS && out[at].weight >= score[i])
            continue;
        for (; at > 0 && out[at - 1].weight < score[i]; at--)
            out[at] = out[at - 1];
        out[at] = (struct thought){i, score[i]};
        found += found < THOUGHTS;
    }
    for (; found < THOUGHTS; found++)
        out[found] = (struct thought){0, -INFINITY};
}

/* Scores are logarithms of likelihoods: that is how the weights were chosen. */
static void make_likely(struct thought t[THOUGHTS])
{
    float sum = 0, top = t[0].weight;

    for (int i = 0; i < THOUGHTS; i++) {
        t[i].weight = expf(t[i].weight - top);
        sum += t[i].weight;
    }
    for (int i = 0; i < THOUGHTS; i++)
        t[i].weight /= sum;
}

void thoughts_find(struct thoughts *t, const struct associations *a)
{
    size_t n = a->speaker.n;
    int32_t *dot = zeroed(n, sizeof *dot);
    float *score = zeroed(n, sizeof *score);

    *t = (struct thoughts){0};
    for (uint32_t s = 0; s < n; s++) {
        struct thought best[THOUGHTS];

        agree(a->vector.at, n, a->dimensions, a->vector.at + (size_t)s * a->dimensions, dot);
        for (size_t i = 0; i < n; i++)
            score[i] = LEX_CLOSE_WEIGHT * LEX_VECTOR_WEIGHT * (float)dot[i] / LEX_VECTOR_SQUARE +
                       LEX_PRIOR_WEIGHT * (float)a->prior.at[i] / LEX_PRIOR_UNIT;
        for (uint32_t k = a->start.at[s]; k < a->start.at[s + 1]; k++)
            score[a->edge.at[k].to] += LEX_CLOSE_WEIGHT * a->edge.at[k].weight;
        score[s] = -INFINITY;
        best_of(score, n, best);
        make_likely(best);
        for (int i = 0; i < THOUGHTS; i++)
            vec_push(&t->at, best[i]);
    }
    free(dot);
    free(score);
}

void thoughts_fini(struct thoughts *t)
{
    vec_fini(&t->at);
}
