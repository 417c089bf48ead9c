#include "properties.h"

#include "source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Digits of the file: 1 not at all, 4 in between, 7 very much. */
enum { DIGIT_LEAST = '1', DIGIT_MIDDLE = '4', DIGIT_MOST = '7' };

struct reading {
    struct properties *p;
    const struct dict *d;
};

/* "word 1234…", a digit a property. */
static bool take_line(void *arg, struct str line)
{
    const struct reading *reading = arg;
    struct str word, digits;
    struct rating r;
    uint32_t lemma[1];

    if (!str_split(line, ' ', &word, &digits) || digits.len != LEX_PROPERTIES)
        return false;
    for (int k = 0; k < LEX_PROPERTIES; k++) {
        int digit = digits.at[k];

        if (digit < DIGIT_LEAST || digit > DIGIT_MOST)
            return false;
        r.value[k] =
            (int8_t)((digit - DIGIT_MIDDLE) * LEX_PROPERTY_FULL / (DIGIT_MOST - DIGIT_MIDDLE));
    }
    if (dict_lemmas_of(reading->d, word, lemma, 1) == 1) {
        r.entry = lemma[0];
        vec_push(&reading->p->rating, r);
    }
    return true;
}

bool properties_read(struct properties *p, struct dict *d, const char *path)
{
    bool ok = own_list(path, "a word and its digits", take_line, &(struct reading){p, d});

    if (ok)
        dict_report(d, "%zu words with properties", p->rating.n);
    return ok;
}

void properties_fini(struct properties *p)
{
    vec_fini(&p->rating);
}

/* A system of equations, one right side a property. Axes are at most AXES_MOST (associations.h). */
struct system {
    size_t n;
    double *left;  /* n × n, symmetric and positive */
    double *right; /* n × LEX_PROPERTIES; the solution after solve() */
};

/* By Cholesky's decomposition: left = L·Lᵀ. */
static void solve(struct system *s)
{
    size_t n = s->n;

    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= i; j++) {
            double sum = s->left[i * n + j];

            for (size_t k = 0; k < j; k++)
                sum -= s->left[i * n + k] * s->left[j * n + k];
            s->left[i * n + j] = i == j ? sqrt(sum) : sum / s->left[j * n + j];
        }
    }
    for (int c = 0; c < LEX_PROPERTIES; c++) {
        for (size_t i = 0; i < n; i++) {
            double *at = &s->right[i * LEX_PROPERTIES + (size_t)c];

            for (size_t k = 0; k < i; k++)
                *at -= s->left[i * n + k] * s->right[k * LEX_PROPERTIES + (size_t)c];
            *at /= s->left[i * n + i];
        }
        for (size_t i = n; i-- > 0;) {
            double *at = &s->right[i * LEX_PROPERTIES + (size_t)c];

            for (size_t k = i + 1; k < n; k++)
                *at -= s->left[k * n + i] * s->right[k * LEX_PROPERTIES + (size_t)c];
            *at /= s->left[i * n + i];
        }
    }
}

/* The vector of a speaker, of length 1. */
static void unit_of(const struct associations *a, size_t speaker, double *out)
{
    const int8_t *v = a->vector.at + speaker * a->dimensions;
    double sum = 0;

    for (uint32_t i = 0; i < a->dimensions; i++)
        sum += (double)v[i] * v[i];
    for (uint32_t i = 0; i < a->dimensions; i++)
        out[i] = sum > 0 ? v[i] / sqrt(sum) : 0;
}

/* For each rated word that is a speaker: which. */
static void find_rated(const struct properties *p, const struct associations *a, uint32_t *speaker)
{
    uint32_t most = 0;

    for (size_t s = 0; s < a->speaker.n; s++)
        most = a->speaker.at[s] > most ? a->speaker.at[s] : most;
    uint32_t *at = zeroed((size_t)most + 1, sizeof *at);
    memset(at, 0xff, ((size_t)most + 1) * sizeof *at);
    for (uint32_t s = 0; s < a->speaker.n; s++)
        at[a->speaker.at[s]] = s;
    for (size_t r = 0; r < p->rating.n; r++)
        speaker[r] = p->rating.at[r].entry <= most ? at[p->rating.at[r].entry] : ENTRY_NONE;
    free(at);
}

/* How much a word is as others are whose vector is alike: the ratings' mean and, for each axis of
 * the vectors, what it adds. */
static void learn(const struct properties *p, const struct associations *a, const uint32_t *speaker,
                  struct system *s, double mean[LEX_PROPERTIES])
{
    static const double RIDGE = 1; /* by cross-validation on the ratings */
    double unit[AXES_MOST], rated = 0;

    for (size_t i = 0; i < s->n; i++)
        s->left[i * s->n + i] = RIDGE;
    for (size_t r = 0; r < p->rating.n; r++) {
        rated += speaker[r] != ENTRY_NONE;
        for (int k = 0; k < LEX_PROPERTIES && speaker[r] != ENTRY_NONE; k++)
            mean[k] += p->rating.at[r].value[k];
    }
    for (int k = 0; k < LEX_PROPERTIES && rated > 0; k++)
        mean[k] /= rated;
    for (size_t r = 0; r < p->rating.n; r++) {
        if (speaker[r] == ENTRY_NONE)
            continue;
        unit_of(a, speaker[r], unit);
        for (size_t i = 0; i < s->n; i++) {
            for (size_t j = 0; j <= i; j++)
                s->left[i * s->n + j] += unit[i] * unit[j];
            for (int k = 0; k < LEX_PROPERTIES; k++)
                s->right[i * LEX_PROPERTIES + (size_t)k] +=
                    unit[i] * (p->rating.at[r].value[k] - mean[k]);
        }
    }
    solve(s);
}

static int8_t within(double value)
{
    double full = LEX_PROPERTY_FULL;

    return (int8_t)lround(value > full ? full : value < -full ? -full : value);
}

void properties_spread(const struct properties *p, struct associations *a)
{
    struct system s = {.n = a->dimensions};
    double unit[AXES_MOST], mean[LEX_PROPERTIES] = {0};
    uint32_t *speaker = zeroed(p->rating.n + 1, sizeof *speaker);

    if (p->rating.n && a->speaker.n) {
        s.left = zeroed(s.n * s.n + 1, sizeof *s.left);
        s.right = zeroed(s.n * LEX_PROPERTIES + 1, sizeof *s.right);
        find_rated(p, a, speaker);
        learn(p, a, speaker, &s, mean);
        for (size_t w = 0; w < a->speaker.n; w++) {
            unit_of(a, w, unit);
            for (int k = 0; k < LEX_PROPERTIES; k++) {
                double value = mean[k];

                for (size_t i = 0; i < s.n; i++)
                    value += unit[i] * s.right[i * LEX_PROPERTIES + (size_t)k];
                vec_push(&a->property, within(value));
            }
        }
        /* Who was rated is what the rating says. */
        for (size_t r = 0; r < p->rating.n; r++) {
            if (speaker[r] != ENTRY_NONE)
                memcpy(a->property.at + (size_t)speaker[r] * LEX_PROPERTIES, p->rating.at[r].value,
                       LEX_PROPERTIES);
        }
    }
    free(speaker);
    free(s.left);
    free(s.right);
}
