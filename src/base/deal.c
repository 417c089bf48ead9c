/* OpenSSL 3 wants EVP instead, which looks the algorithm up by its name in every call: for one
 * block that is most of the work. */
#define OPENSSL_API_COMPAT 0x10100000L

#include "base/deal.h"

#include "base/below.h"
#include "base/hex.h"
#include "base/jw.h"

#include <assert.h>
#include <openssl/sha.h>
#include <string.h>

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

/* A word of a hash, whose high byte comes first, as a number whose low byte does. */
static uint32_t low_first(uint32_t word)
{
    return word >> 24 | (word >> 8 & 0xff00) | (word & 0xff00) << 8 | word << 24;
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
    char text[SEED_TEXT + 1];

    hex_write(s->byte, SEED_BYTES, text);
    buf_add(out, str_n(text, SEED_TEXT));
}

void jw_key_seed(struct jw *w, const char *key, const struct seed *s)
{
    struct buf text = {0};

    seed_write(s, &text);
    jw_key_str(w, key, buf_str(&text));
    buf_fini(&text);
}

bool seed_read(struct seed *out, struct str text)
{
    return hex_read(out->byte, SEED_BYTES, text);
}

struct deal deal_at(const struct seed *seed, uint64_t stream)
{
    return (struct deal){.seed = *seed, .stream = stream};
}

/* A place and its padding fill one block of SHA-256, so that a hash is one compression. */
static void next_block(struct deal *d)
{
    enum { PLACE = SEED_BYTES + 16 };
    uint8_t block[SHA256_CBLOCK] = {[PLACE] = 0x80,
                                    [SHA256_CBLOCK - 2] = PLACE * 8 >> 8,
                                    [SHA256_CBLOCK - 1] = PLACE * 8 & 0xff};
    SHA256_CTX sha;

    memcpy(block, d->seed.byte, SEED_BYTES);
    put_number(block + SEED_BYTES, d->stream);
    put_number(block + SEED_BYTES + 8, d->index / DEAL_DRAWS);
    SHA256_Init(&sha);
    SHA256_Transform(&sha, block);
    for (int i = 0; i < DEAL_DRAWS; i++)
        d->draw[i] = (uint64_t)low_first(sha.h[2 * i + 1]) << 32 | low_first(sha.h[2 * i]);
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
