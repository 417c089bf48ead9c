#include "edges.h"

#include <stdlib.h>

static int by_number(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int heaviest_first(const struct edge *a, const struct edge *b)
{
    return (a->weight < b->weight) - (a->weight > b->weight);
}

static int by_weight(const void *x, const void *y)
{
    const struct edge *a = x, *b = y;
    int from = by_number(a->from, b->from), weight = heaviest_first(a, b);

    return from ? from : weight ? weight : by_number(a->to, b->to);
}

static int by_place(const void *x, const void *y)
{
    const struct edge *a = x, *b = y;
    int from = by_number(a->from, b->from), to = by_number(a->to, b->to);

    return from ? from : to ? to : heaviest_first(a, b);
}

void edges_by_weight(struct edge *at, size_t n)
{
    if (n)
        qsort(at, n, sizeof *at, by_weight);
}

void edges_by_place(struct edge *at, size_t n)
{
    if (n)
        qsort(at, n, sizeof *at, by_place);
}
