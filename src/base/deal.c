/* OpenSSL 3 wants EVP instead, which looks the algorithm up by its name in every call: for one
 * block that is most of the work. */
#define OPENSSL_API_COMPAT 0x10100000L

#include "base/deal.h"

#include "base/below.h"

#include <assert.h>
#include <openssl/sha.h>

static void put_number(uint8_t at[8], uint64_t n)
{
    for (int i = 0; i < 8; i++)
        at[i] = (uint8_t)(n >> (8 * i));
}

static uint64_t get_number(const uint8_t at[8])
{
    uint64_t n = 0;

    for (int i = 0; i < 8; i++)
        n |= (uint64_t)at[i] << (8 * i);
    return n;
}

struct seed seed_number(uint64_t n)
{
    struct seed s = {{0}};

    put_number(s.byte, n);
    return s;
}

struct seed seed_mixed(const struct seed *s, uint64_t n)
{
    struct seed mixed = *s;

    put_number(mixed.byte, get_number(s->byte) ^ n);
    return mixed;
}

void seed_write(const struct seed *s, struct buf *out)
{
    for (int i = 0; i < SEED_BYTES; i++)
        buf_printf(out, "%02x", s->byte[i]);
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool seed_read(struct seed *out, struct str text)
{
    struct seed s;

    if (text.len != SEED_TEXT)
        return false;
    for (int i = 0; i < SEED_BYTES; i++) {
        int high = digit(text.at[2 * i]), low = digit(text.at[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        s.byte[i] = (uint8_t)(high << 4 | low);
    }
    *out = s;
    return true;
}

struct deal deal_at(const struct seed *seed, uint64_t stream)
{
    return (struct deal){.seed = *seed, .stream = stream};
}

static void next_block(struct deal *d)
{
    uint8_t place[SEED_BYTES + 16], block[SHA256_DIGEST_LENGTH];
    SHA256_CTX sha;

    for (int i = 0; i < SEED_BYTES; i++)
        place[i] = d->seed.byte[i];
    put_number(place + SEED_BYTES, d->stream);
    put_number(place + SEED_BYTES + 8, d->index / DEAL_DRAWS);
    SHA256_Init(&sha);
    SHA256_Update(&sha, place, sizeof place);
    SHA256_Final(block, &sha);
    for (int i = 0; i < DEAL_DRAWS; i++)
        d->draw[i] = get_number(block + 8 * i);
}

uint64_t deal_next(struct deal *d)
{
    if (d->index % DEAL_DRAWS == 0)
        next_block(d);
    return d->draw[d->index++ % DEAL_DRAWS];
}

uint32_t deal_below(struct deal *d, uint32_t n)
{
    assert(n > 0);
    uint32_t out;

    while (!below((uint32_t)deal_next(d), n, &out))
        continue;
    return out;
}
