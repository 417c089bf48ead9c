/*
 * arena - memory that is handed out piece by piece and freed all at once.
 *
 * For what is read once and kept together: decks, strings, scripts. Pieces are zeroed and aligned
 * for any type. Zero initialisation is a valid empty arena; arena_fini() frees every piece.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/str.h"

struct arena_chunk;

struct arena {
    struct arena_chunk *chunks;
};

void *arena_alloc(struct arena *a, size_t size);
/* A NUL-terminated copy. */
struct str arena_copy(struct arena *a, struct str s);
void arena_fini(struct arena *a);

#endif
