/*
 * rng - chance that is no secret of a table: Philox4x32-10 (Salmon, Moraes, Dror, Shaw, 2011).
 *
 * What is dealt comes from base/deal.h. This is for what bots feel and for the order of seats: it
 * is quicker, but whoever knows some draws may compute the others.
 *
 * A draw is a pure function of (seed, stream, index): there is no state to store, to clone or to
 * lose. The same bot in the same place always draws the same.
 *
 *     struct rng r = rng_at(bot->seed, round);
 *     int number = 1 + (int)rng_below(&r, 5);
 *
 * Random play needs many numbers, and nobody looks one of them up again: rng_quick() is SplitMix64
 * (Steele, Lea, Flood, 2014), one word of state that moves on.
 */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t seed;
    uint64_t stream;
    uint64_t index;
};

/* The generator's block function: counter and key to four words. */
void rng_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

struct rng rng_at(uint64_t seed, uint64_t stream);
uint64_t rng_next(struct rng *r);
/* Uniform in [0, n), without bias; n is at least 1. */
uint32_t rng_below(struct rng *r, uint32_t n);

/* The next of a quick sequence; any `state` will do to begin with. */
static inline uint64_t rng_quick(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

#endif
