#include "base/sealed.h"

#include <assert.h>
#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <string.h>

static const char SEAL[] = "unisono seal", PLEDGE[] = "unisono pledge", SEED[] = "unisono seed",
                  DEAL[] = "unisono deal", TABLE[] = "unisono table", DECKS[] = "unisono decks",
                  DECK[] = "unisono deck";

/* What is hashed, one piece after the other. */
struct input {
    size_t n;
    uint8_t byte[sizeof PLEDGE + 3 * SEED_BYTES + SEALED_PARTS * (1 + SEED_BYTES)];
};

static void add(struct input *in, const void *bytes, size_t n)
{
    assert(in->n + n <= sizeof in->byte);
    memcpy(in->byte + in->n, bytes, n);
    in->n += n;
}

static struct seed hash(const struct input *in)
{
    struct seed out;

    SHA256(in->byte, in->n, out.byte);
    return out;
}

struct seed seal_of(const struct seed *secret)
{
    struct input in = {0};

    add(&in, SEAL, strlen(SEAL));
    add(&in, secret->byte, SEED_BYTES);
    return hash(&in);
}

struct seed pledge_of(const struct seed *seal, const struct seed *part)
{
    struct input in = {0};

    add(&in, PLEDGE, strlen(PLEDGE));
    add(&in, seal->byte, SEED_BYTES);
    add(&in, part->byte, SEED_BYTES);
    return hash(&in);
}

/* A text may be long. */
static struct seed hash_of(const char *what, struct str text)
{
    struct buf all = {0};
    struct seed out;

    buf_adds(&all, what);
    buf_add(&all, text);
    SHA256((const unsigned char *)all.at, all.len, out.byte);
    buf_fini(&all);
    return out;
}

struct seed table_of(struct str brought)
{
    return hash_of(TABLE, brought);
}

struct seed decks_of(struct str decks)
{
    return hash_of(DECKS, decks);
}

struct seed deck_sum(struct str text)
{
    return hash_of(DECK, text);
}

struct seed sealed_seed(const struct sealed *s)
{
    const char *what = s->bound ? DEAL : SEED;
    struct input in = {0};

    add(&in, what, strlen(what));
    add(&in, s->secret.byte, SEED_BYTES);
    if (s->bound)
        add(&in, s->table.byte, SEED_BYTES);
    for (int i = 0; i < s->parts; i++) {
        add(&in, &s->part[i].seat, 1);
        add(&in, s->part[i].part.byte, SEED_BYTES);
    }
    return hash(&in);
}

bool seed_same(const struct seed *a, const struct seed *b)
{
    return CRYPTO_memcmp(a->byte, b->byte, SEED_BYTES) == 0;
}
