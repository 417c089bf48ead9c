/*
 * vec - growing arrays of any type, and interned strings, for the lexicon compiler.
 *
 * Ownership: vec_fini() and pool_fini() free. The compiler is a short-lived program: out of memory
 * ends it.
 *
 *     VEC(uint32_t) ids = {0};
 *     vec_push(&ids, 7);
 *     vec_fini(&ids);
 */
#ifndef TOOLS_VEC_H
#define TOOLS_VEC_H

#include "base/str.h"

#include <stdlib.h>

#define VEC(type)      \
    struct {           \
        type *at;      \
        size_t n, cap; \
    }

void *vec_grow(void *at, size_t n, size_t *cap, size_t size);
/* Memory for `n` and one more, so that it is never none; all zero. free() frees it. */
void *zeroed(size_t n, size_t size);

#define vec_push(v, ...)                                                 \
    do {                                                                 \
        (v)->at = vec_grow((v)->at, (v)->n, &(v)->cap, sizeof *(v)->at); \
        (v)->at[(v)->n++] = __VA_ARGS__;                                 \
    } while (0)
#define vec_fini(v) (free((v)->at), (v)->at = NULL, (v)->n = (v)->cap = 0)

enum { POOL_NONE = 0xffffffff };

/* Strings with ids in the order they came; zero initialisation is an empty pool. */
struct pool {
    VEC(char) text;
    VEC(uint32_t) start; /* of each string; its end is the start of the next */
    uint32_t *slot;
    size_t slots;
};

uint32_t pool_add(struct pool *p, struct str s);
uint32_t pool_find(const struct pool *p, struct str s);
struct str pool_str(const struct pool *p, uint32_t id);
size_t pool_size(const struct pool *p);
void pool_fini(struct pool *p);

/* Counts by a 64-bit name; names are never 0. */
struct counts {
    uint64_t *name;
    float *value;
    size_t n, slots;
};

float *counts_at(struct counts *c, uint64_t name);
float counts_get(const struct counts *c, uint64_t name);
void counts_fini(struct counts *c);

uint64_t hash_bytes(uint64_t seed, const void *bytes, size_t n);

#endif
