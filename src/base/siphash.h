/*
 * siphash - a keyed hash for tables whose keys strangers choose: SipHash-2-4 (Aumasson, Bernstein,
 * 2012).
 *
 * Whoever does not know the secret key can neither aim at one place of a table nor guess another
 * number. The key is drawn when the process starts, and is never told; nodes of one cluster share
 * one. So the numbers mean nothing to the next process and do not belong into a store.
 *
 *     struct siphash_key key = siphash_draw();
 *     size_t place = siphash(&key, address, sizeof address) & (slots - 1);
 */
#ifndef BASE_SIPHASH_H
#define BASE_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

struct siphash_key {
    uint64_t word[2];
};

struct siphash_key siphash_draw(void); /* base/secure.h */
uint64_t siphash(const struct siphash_key *key, const void *data, size_t len);

#endif
