/*
 * deal - the chance of a table: SHA-256 of its seed and of the place of the draw.
 *
 * A draw is a pure function of (seed, stream, index): there is no state to store, to clone or to
 * lose. The same place in a game always draws the same, whatever was refused in between. Nobody who
 * knows earlier draws can tell the next one, and whoever is given the seed after the game can
 * compute every draw again with any SHA-256.
 *
 *     struct deal d = deal_at(&seed, record_number);
 *     int die = 1 + (int)deal_below(&d, 6);
 *
 * Block b of a stream is SHA-256(seed, stream, b), with stream and b as 8 bytes each, low byte
 * first. It holds four draws, 8 bytes each, low byte first.
 *
 * What is no secret of a table (bots, random play) needs no such care: base/rng.h.
 */
#ifndef BASE_DEAL_H
#define BASE_DEAL_H

#include "base/buf.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum { SEED_BYTES = 32, SEED_TEXT = 2 * SEED_BYTES, DEAL_DRAWS = 4 };

struct seed {
    uint8_t byte[SEED_BYTES];
};

/* The seed that a small number names, for scripts and tests. */
struct seed seed_number(uint64_t n);
/* Another seed that differs from `s` exactly where `n` has bits. */
struct seed seed_mixed(const struct seed *s, uint64_t n);
void seed_write(const struct seed *s, struct buf *out);
struct jw;
void jw_key_seed(struct jw *w, const char *key, const struct seed *s);
/* 64 hexadecimal digits. False, and nothing written, for anything else. */
bool seed_read(struct seed *out, struct str text);

struct deal {
    struct seed seed;
    uint64_t stream;
    uint64_t index; /* of the next draw */
    uint64_t draw[DEAL_DRAWS];
};

struct deal deal_at(const struct seed *seed, uint64_t stream);
uint64_t deal_next(struct deal *d);
/* Uniform in [0, n), without bias; n is at least 1. */
uint32_t deal_below(struct deal *d, uint32_t n);

#endif
