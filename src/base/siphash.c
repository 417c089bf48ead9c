#include "base/siphash.h"

#include "base/secure.h"

struct siphash_key siphash_draw(void)
{
    return (struct siphash_key){{secure_random(), secure_random()}};
}

static uint64_t turn(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static void rounds(uint64_t v[4], int n)
{
    for (int i = 0; i < n; i++) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = turn(v[1], 13) ^ v[0];
        v[3] = turn(v[3], 16) ^ v[2];
        v[0] = turn(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = turn(v[1], 17) ^ v[2];
        v[3] = turn(v[3], 21) ^ v[0];
        v[2] = turn(v[2], 32);
    }
}

/* Up to eight bytes as a number, the first byte lowest, whatever the machine's own order is. */
static uint64_t word_at(const unsigned char *at, size_t len)
{
    uint64_t word = 0;

    for (size_t i = 0; i < len && i < 8; i++)
        word |= (uint64_t)at[i] << 8 * i;
    return word;
}

static void take(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    rounds(v, 2);
    v[0] ^= word;
}

uint64_t siphash(const struct siphash_key *key, const void *data, size_t len)
{
    const unsigned char *at = data;
    /* The paper's four constants: "somepseudorandomlygeneratedbytes". */
    uint64_t v[4] = {
        key->word[0] ^ UINT64_C(0x736f6d6570736575), key->word[1] ^ UINT64_C(0x646f72616e646f6d),
        key->word[0] ^ UINT64_C(0x6c7967656e657261), key->word[1] ^ UINT64_C(0x7465646279746573)};
    size_t left = len;

    for (; left >= 8; at += 8, left -= 8)
        take(v, word_at(at, 8));
    take(v, word_at(at, left) | (uint64_t)(len & 0xff) << 56);
    v[2] ^= 0xff;
    rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}
