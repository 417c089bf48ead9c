#include "base/arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 16384 };

struct arena_chunk {
    struct arena_chunk *next;
    size_t used;
    size_t cap;
    alignas(max_align_t) unsigned char bytes[];
};

void *arena_alloc(struct arena *a, size_t size)
{
    size_t align = alignof(max_align_t);
    size_t need = (size + align - 1) / align * align;
    struct arena_chunk *c = a->chunks;

    if (!c || c->cap - c->used < need) {
        size_t cap = need > CHUNK ? need : CHUNK;
        c = calloc(1, sizeof *c + cap);
        if (!c)
            abort();
        c->cap = cap;
        c->next = a->chunks;
        a->chunks = c;
    }
    void *piece = c->bytes + c->used;
    c->used += need;
    return piece;
}

struct str arena_copy(struct arena *a, struct str s)
{
    char *copy = arena_alloc(a, s.len + 1);

    if (s.len)
        memcpy(copy, s.at, s.len);
    return str_n(copy, s.len);
}

void arena_fini(struct arena *a)
{
    while (a->chunks) {
        struct arena_chunk *next = a->chunks->next;
        free(a->chunks);
        a->chunks = next;
    }
}
