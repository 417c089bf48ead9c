/*
 * thoughts - how likely each of the best answers to an English word is, by edges, vectors and
 * commonness together: what the other languages carry over (transport.c).
 */
#ifndef TOOLS_THOUGHTS_H
#define TOOLS_THOUGHTS_H

#include "associations.h"

enum { THOUGHTS = 60 };

struct thought {
    uint32_t to; /* a speaker */
    float weight;
};

struct thoughts {
    VEC(struct thought) at; /* THOUGHTS for each speaker, likeliest first; 0 where there is none */
};

void thoughts_find(struct thoughts *t, const struct associations *a);
void thoughts_fini(struct thoughts *t);

#endif
