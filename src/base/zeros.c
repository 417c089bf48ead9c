/* A run of zeros and the bytes after it, again and again: two lengths of 16 bits, then the bytes.
 */
#include "base/zeros.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 4, WORD = 8, LENGTH_MAX = 0xffff / WORD * WORD };

enum { BLOCK = 64 };

/* Runs of a whole; where there are more, the last one has all that is left. */
enum { RUNS = 512 };

struct run {
    uint16_t skip, keep;
};

static bool zero_word(const unsigned char *p)
{
    uint64_t word;

    memcpy(&word, p, WORD);
    return word == 0;
}

static bool zero_block(const unsigned char *p)
{
    uint64_t word[BLOCK / WORD], any = 0;

    memcpy(word, p, BLOCK);
    for (int i = 0; i < BLOCK / WORD; i++)
        any |= word[i];
    return any == 0;
}

/* How many bytes from `at` on are zero, in whole words. */
static size_t zeros_at(const unsigned char *p, size_t at, size_t end)
{
    size_t begin = at;

    while (end - at >= BLOCK && zero_block(p + at))
        at += BLOCK;
    while (end - at >= WORD && zero_word(p + at))
        at += WORD;
    return at - begin;
}

/* The same for those that are not; the rest of a size that is no multiple of a word is one of
 * them. */
static size_t others_at(const unsigned char *p, size_t at, size_t end)
{
    size_t begin = at;

    while (end - at >= WORD && !zero_word(p + at))
        at += WORD;
    return end - at < WORD ? end - begin : at - begin;
}

static size_t bounded(size_t n)
{
    return n < LENGTH_MAX ? n : LENGTH_MAX;
}

/* Where it stops, having found at most RUNS. */
static size_t find_runs(const unsigned char *p, size_t size, struct run *run, int *n)
{
    size_t at = 0;

    for (*n = 0; at < size && *n < RUNS; ++*n) {
        size_t skip = zeros_at(p, at, at + bounded(size - at));
        size_t keep = others_at(p, at + skip, at + skip + bounded(size - at - skip));

        run[*n] = (struct run){(uint16_t)skip, (uint16_t)keep};
        at += skip + keep;
    }
    return at;
}

/* What is left after so many runs is kept as it is. */
static size_t rest_size(size_t rest)
{
    return rest + (rest + LENGTH_MAX - 1) / LENGTH_MAX * HEAD;
}

static unsigned char *add(unsigned char *out, struct run run, const unsigned char *bytes)
{
    memcpy(out, &run.skip, 2);
    memcpy(out + 2, &run.keep, 2);
    memcpy(out + HEAD, bytes, run.keep);
    return out + HEAD + run.keep;
}

struct zeros *zeros_pack(const void *bytes, size_t size)
{
    struct run run[RUNS];
    int n;
    const unsigned char *p = bytes;
    size_t found = find_runs(p, size, run, &n), packed = rest_size(size - found);

    for (int i = 0; i < n; i++)
        packed += HEAD + run[i].keep;
    struct zeros *z = malloc(sizeof *z + packed);
    if (!z)
        abort();
    z->size = (uint32_t)size;
    z->packed = (uint32_t)packed;
    unsigned char *out = z->at;
    for (int i = 0; i < n; i++) {
        p += run[i].skip;
        out = add(out, run[i], p);
        p += run[i].keep;
    }
    for (size_t left = size - found, keep; left; left -= keep, p += keep) {
        keep = bounded(left);
        out = add(out, (struct run){0, (uint16_t)keep}, p);
    }
    return z;
}

void zeros_unpack(const struct zeros *z, void *out)
{
    unsigned char *to = out;
    size_t at = 0;

    memset(to, 0, z->size);
    for (size_t i = 0; i < z->packed;) {
        uint16_t skip, keep;

        memcpy(&skip, z->at + i, 2);
        memcpy(&keep, z->at + i + 2, 2);
        at += skip;
        assert(at + keep <= z->size);
        memcpy(to + at, z->at + i + HEAD, keep);
        at += keep;
        i += HEAD + keep;
    }
}
