/*
 * below - a number in [0, n) from 32 random bits, without bias, for whoever has random bits.
 *
 *     while (!below((uint32_t)rng_next(r), 6, &die))
 *         continue;
 */
#ifndef BASE_BELOW_H
#define BASE_BELOW_H

#include <stdbool.h>
#include <stdint.h>

/* False for the few bits that would make the first results likelier than the rest: take others.
 * `n` is at least 1. */
static inline bool below(uint32_t bits, uint32_t n, uint32_t *out)
{
    uint64_t product = (uint64_t)bits * n;

    *out = (uint32_t)(product >> 32);
    /* The second half divides, so it is asked only where it could be true. */
    return (uint32_t)product >= n || (uint32_t)product >= (0u - n) % n;
}

#endif
