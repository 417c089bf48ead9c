/* A run of zeros and the bytes after it, again and again: two lengths of 16 bits, then the bytes.
 */
#include "base/zeros.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 4, WORD = 8, LENGTH_MAX = 0xffff / WORD * WORD };

static int zero_word(const unsigned char *p)
{
    uint64_t word;

    memcpy(&word, p, WORD);
    return word == 0;
}

/* How many bytes from `at` on are zero, or are not, in whole words; the rest of a size that is not
 * a multiple counts as not zero. */
static size_t run(const unsigned char *p, size_t at, size_t size, int zero)
{
    size_t end = at;

    while (end < size && end - at < LENGTH_MAX) {
        if (size - end < WORD)
            return zero ? end - at : size - at;
        if (zero_word(p + end) != zero)
            break;
        end += WORD;
    }
    return end - at;
}

/* Walks over the runs; writes them where `out` is not NULL. The number of bytes they take. */
static size_t encode(const unsigned char *p, size_t size, unsigned char *out)
{
    size_t n = 0;

    for (size_t at = 0; at < size;) {
        uint16_t skip = (uint16_t)run(p, at, size, 1);
        at += skip;
        uint16_t keep = (uint16_t)run(p, at, size, 0);

        if (out) {
            memcpy(out + n, &skip, 2);
            memcpy(out + n + 2, &keep, 2);
            memcpy(out + n + HEAD, p + at, keep);
        }
        at += keep;
        n += HEAD + keep;
    }
    return n;
}

struct zeros *zeros_pack(const void *bytes, size_t size)
{
    size_t packed = encode(bytes, size, NULL);
    struct zeros *z = malloc(sizeof *z + packed);

    if (!z)
        abort();
    z->size = (uint32_t)size;
    z->packed = (uint32_t)packed;
    encode(bytes, size, z->at);
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
