/* checksum - 64 bits over any number of bytes, eight at a time; for finding damage, not attacks. */
#ifndef LEXICON_CHECKSUM_H
#define LEXICON_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t lex_checksum(uint64_t seed, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    uint64_t lane[4] = {seed ^ 0x9e3779b97f4a7c15u, seed + 0xbf58476d1ce4e5b9u, ~seed,
                        seed * 31 + n};
    size_t i = 0;

    for (; i + 32 <= n; i += 32) { /* four lanes keep the multiplier busy */
        for (int k = 0; k < 4; k++) {
            uint64_t w;

            memcpy(&w, p + i + 8 * k, 8);
            lane[k] = (lane[k] ^ w) * 0x9fb21c651e98df25u;
            lane[k] ^= lane[k] >> 35;
        }
    }
    for (; i < n; i++)
        lane[i & 3] = (lane[i & 3] ^ p[i]) * 0x100000001b3u;
    uint64_t h = n;
    for (int k = 0; k < 4; k++) {
        h = (h ^ lane[k]) * 0x94d049bb133111ebu;
        h ^= h >> 31;
    }
    return h;
}

#endif
