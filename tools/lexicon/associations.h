/*
 * associations - what people think of when they hear a word: evidence edges, how readily a word
 * comes to mind, and vectors.
 */
#ifndef TOOLS_ASSOCIATIONS_H
#define TOOLS_ASSOCIATIONS_H

#include "kin.h"

struct association_edge {
    uint32_t to;
    uint8_t weight;
};

struct associations {
    uint32_t dimensions;
    VEC(int8_t) vector; /* per entry */
    VEC(uint8_t) prior; /* per entry */
    VEC(uint32_t) start;
    VEC(struct association_edge) edge;
};

#endif
