/*
 * edges - pairs of numbers with a weight, and the two orders they are sorted in.
 *
 *     VEC(struct edge) list = {0};
 *     vec_push(&list, (struct edge){from, to, 1});
 *     edges_by_weight(list.at, list.n);
 */
#ifndef TOOLS_EDGES_H
#define TOOLS_EDGES_H

#include <stddef.h>
#include <stdint.h>

struct edge {
    uint32_t from, to;
    float weight;
};

/* By `from`; there the heaviest first, and of equal ones the smaller `to`. */
void edges_by_weight(struct edge *at, size_t n);
/* By `from` and `to`; of the same two the heaviest first. */
void edges_by_place(struct edge *at, size_t n);

#endif
