/* Rooms by when they have something to do: a heap. */
#include "house/inside.h"

#include <stdlib.h>

static void put(struct house *h, int at, struct room *r)
{
    h->heap[at] = r;
    r->place = at;
}

static void sift(struct house *h, struct room *r)
{
    int at = r->place;

    for (; at > 0 && h->heap[(at - 1) / 2]->due > r->due; at = (at - 1) / 2)
        put(h, at, h->heap[(at - 1) / 2]);
    for (int child; (child = 2 * at + 1) < h->heap_n; at = child) {
        if (child + 1 < h->heap_n && h->heap[child + 1]->due < h->heap[child]->due)
            child++;
        if (h->heap[child]->due >= r->due)
            break;
        put(h, at, h->heap[child]);
    }
    put(h, at, r);
}

void due_update(struct house *h, struct room *r)
{
    if (r->place < 0) {
        if (h->heap_n == h->heap_cap) {
            h->heap_cap = h->heap_cap ? 2 * h->heap_cap : 64;
            h->heap = realloc(h->heap, (size_t)h->heap_cap * sizeof(struct room *));
            if (!h->heap)
                abort();
        }
        put(h, h->heap_n++, r);
    }
    sift(h, r);
}

void due_remove(struct house *h, struct room *r)
{
    if (r->place < 0)
        return;
    struct room *last = h->heap[--h->heap_n];
    if (last != r) {
        put(h, r->place, last);
        sift(h, last);
    }
    r->place = -1;
}
