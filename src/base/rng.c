#include "base/rng.h"

#include "base/below.h"

#include <assert.h>

enum { ROUNDS = 10 };

static const uint32_t MULTIPLIER_0 = 0xD2511F53u, MULTIPLIER_1 = 0xCD9E8D57u;
static const uint32_t WEYL_0 = 0x9E3779B9u, WEYL_1 = 0xBB67AE85u;

void rng_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];

    for (int round = 0; round < ROUNDS; round++) {
        uint64_t p0 = (uint64_t)MULTIPLIER_0 * c0;
        uint64_t p1 = (uint64_t)MULTIPLIER_1 * c2;

        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c1 = (uint32_t)p1;
        c3 = (uint32_t)p0;
        k0 += WEYL_0;
        k1 += WEYL_1;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

struct rng rng_at(uint64_t seed, uint64_t stream)
{
    return (struct rng){seed, stream, 0};
}

uint64_t rng_next(struct rng *r)
{
    uint32_t counter[4] = {(uint32_t)r->index, (uint32_t)(r->index >> 32), (uint32_t)r->stream,
                           (uint32_t)(r->stream >> 32)};
    uint32_t key[2] = {(uint32_t)r->seed, (uint32_t)(r->seed >> 32)};
    uint32_t out[4];

    rng_philox(counter, key, out);
    r->index++;
    return (uint64_t)out[1] << 32 | out[0];
}

uint32_t rng_below(struct rng *r, uint32_t n)
{
    assert(n > 0);
    uint32_t out;

    while (!below((uint32_t)rng_next(r), n, &out))
        continue;
    return out;
}
