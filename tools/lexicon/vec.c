#include "vec.h"

#include <string.h>

void *vec_grow(void *at, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return at;
    *cap = *cap ? *cap * 2 : 16;
    at = realloc(at, *cap * size);
    if (!at)
        abort();
    return at;
}

uint64_t hash_bytes(uint64_t seed, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    uint64_t h = seed ^ 0xcbf29ce484222325u;

    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001b3u;
    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9u;
    return h ^ h >> 32;
}

void *zeroed(size_t n, size_t size)
{
    void *at = calloc(n + 1, size);

    if (!at)
        abort();
    return at;
}

size_t pool_size(const struct pool *p)
{
    return p->start.n ? p->start.n - 1 : 0;
}

struct str pool_str(const struct pool *p, uint32_t id)
{
    return str_n(p->text.at + p->start.at[id], p->start.at[id + 1] - p->start.at[id]);
}

static size_t place(const struct pool *p, struct str s)
{
    size_t i = (size_t)hash_bytes(1, s.at, s.len) & (p->slots - 1);

    while (p->slot[i] && !str_eq(pool_str(p, p->slot[i] - 1), s))
        i = (i + 1) & (p->slots - 1);
    return i;
}

uint32_t pool_find(const struct pool *p, struct str s)
{
    if (!p->slots)
        return POOL_NONE;
    size_t i = place(p, s);
    return p->slot[i] ? p->slot[i] - 1 : POOL_NONE;
}

static void pool_rehash(struct pool *p)
{
    p->slots = p->slots ? p->slots * 2 : 1024;
    free(p->slot);
    p->slot = zeroed(p->slots, sizeof *p->slot);
    for (uint32_t id = 0; id < pool_size(p); id++)
        p->slot[place(p, pool_str(p, id))] = id + 1;
}

uint32_t pool_add(struct pool *p, struct str s)
{
    if (p->start.n == 0)
        vec_push(&p->start, 0);
    if (pool_size(p) * 2 >= p->slots)
        pool_rehash(p);
    size_t i = place(p, s);
    if (p->slot[i])
        return p->slot[i] - 1;
    for (size_t k = 0; k < s.len; k++)
        vec_push(&p->text, s.at[k]);
    vec_push(&p->start, (uint32_t)p->text.n);
    p->slot[i] = (uint32_t)pool_size(p);
    return p->slot[i] - 1;
}

void pool_fini(struct pool *p)
{
    vec_fini(&p->text);
    vec_fini(&p->start);
    free(p->slot);
    *p = (struct pool){0};
}

static size_t name_place(const struct counts *c, uint64_t name)
{
    uint64_t h = name * 0x9e3779b97f4a7c15u;
    size_t i = (size_t)(h ^ h >> 31) & (c->slots - 1);

    while (c->name[i] && c->name[i] != name)
        i = (i + 1) & (c->slots - 1);
    return i;
}

float counts_get(const struct counts *c, uint64_t name)
{
    if (!c->slots)
        return 0;
    size_t i = name_place(c, name);
    return c->name[i] ? c->value[i] : 0;
}

float *counts_at(struct counts *c, uint64_t name)
{
    if (c->n * 2 >= c->slots) {
        struct counts old = *c;

        c->slots = old.slots ? old.slots * 2 : 4096;
        c->name = zeroed(c->slots, sizeof *c->name);
        c->value = zeroed(c->slots, sizeof *c->value);
        for (size_t i = 0; i < old.slots; i++) {
            if (old.name[i]) {
                size_t k = name_place(c, old.name[i]);

                c->name[k] = old.name[i];
                c->value[k] = old.value[i];
            }
        }
        free(old.name);
        free(old.value);
    }
    size_t i = name_place(c, name);
    if (!c->name[i]) {
        c->name[i] = name;
        c->n++;
    }
    return &c->value[i];
}

void counts_fini(struct counts *c)
{
    free(c->name);
    free(c->value);
    *c = (struct counts){0};
}
