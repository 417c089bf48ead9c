/*
 * Rooms by when they have something to do: those that have it now in a list, all of them in a heap.
 *
 * A move makes its room due at once, and once more when it is stored; then the room is mostly due
 * when it was before. So rooms that are due now are in a list of their own, and the heap is left
 * alone. The heap has the times in an array beside the rooms: looking into a room that was quiet
 * for a while would cost as much as a whole walk through the heap.
 */
#include "house/inside.h"

#include <stdlib.h>

static void put(struct house *h, int at, struct door *d, int64_t due)
{
    h->heap[at] = d;
    h->due[at] = due;
    d->place = at;
}

static void sift(struct house *h, struct door *d, int64_t due)
{
    int at = d->place;

    for (; at > 0 && h->due[(at - 1) / 2] > due; at = (at - 1) / 2)
        put(h, at, h->heap[(at - 1) / 2], h->due[(at - 1) / 2]);
    for (int child; (child = 2 * at + 1) < h->heap_n; at = child) {
        if (child + 1 < h->heap_n && h->due[child + 1] < h->due[child])
            child++;
        if (h->due[child] >= due)
            break;
        put(h, at, h->heap[child], h->due[child]);
    }
    put(h, at, d, due);
}

static void *grown(void *array, int n, size_t size)
{
    void *out = realloc(array, (size_t)n * size);

    if (!out)
        abort();
    return out;
}

static void add(struct house *h, struct door *d)
{
    if (h->heap_n == h->heap_cap) {
        h->heap_cap = h->heap_cap ? 2 * h->heap_cap : 64;
        h->heap = grown(h->heap, h->heap_cap, sizeof(struct door *));
        h->due = grown(h->due, h->heap_cap, sizeof *h->due);
    }
    put(h, h->heap_n++, d, INT64_MAX);
}

static void list(struct house *h, struct door *d)
{
    d->listed = true;
    d->later = NULL;
    d->sooner = h->last_ready;
    if (h->last_ready)
        h->last_ready->later = d;
    else
        h->ready = d;
    h->last_ready = d;
}

static void unlist(struct house *h, struct door *d)
{
    if (!d->listed)
        return;
    if (d->sooner)
        d->sooner->later = d->later;
    else
        h->ready = d->later;
    if (d->later)
        d->later->sooner = d->sooner;
    else
        h->last_ready = d->sooner;
    d->listed = false;
}

void due_set(struct house *h, struct door *d, int64_t due)
{
    if (d->place < 0)
        add(h, d);
    if (due == 0) {
        if (!d->listed)
            list(h, d);
        return;
    }
    unlist(h, d);
    if (h->due[d->place] != due)
        sift(h, d, due);
}

void due_remove(struct house *h, struct door *d)
{
    if (d->place < 0)
        return;
    unlist(h, d);
    int n = --h->heap_n;
    struct door *last = h->heap[n];
    int64_t due = h->due[n];
    if (last != d) {
        last->place = d->place;
        sift(h, last, due);
    }
    d->place = -1;
}

int64_t due_at(const struct house *h, const struct door *d)
{
    if (d->listed)
        return 0;
    return d->place < 0 ? INT64_MAX : h->due[d->place];
}

struct door *due_next(const struct house *h, int64_t now)
{
    if (h->ready)
        return h->ready;
    return h->heap_n && h->due[0] <= now ? h->heap[0] : NULL;
}

int64_t due_first(const struct house *h)
{
    if (h->ready)
        return 0;
    return h->heap_n ? h->due[0] : INT64_MAX;
}
