/* A node that is about to end hands its tables to others, some at a time: each is there again when
 * its last entry here is stored and the heir has claimed it, long before all have gone. */
#include "house/inside.h"

/* So many are on their way to the store at once: enough to share its commits, few enough that the
 * heirs have read one before the next ones come. */
enum { HANDED_AT_ONCE = 32 };

/* Nobody is there who would miss it: whoever knocks next finds that its owner has gone. */
static bool deserted(const struct room *r)
{
    return !r->conns && !r->writing && !r->queue && !r->load;
}

void house_drain(struct house *h, bool on)
{
    if (h->draining == on)
        return;
    h->draining = on;
    h->nodes.next = 0; /* the others are told at once whether anything may be handed to us */
}

void drain_run(struct house *h)
{
    int handed = 0;

    if (!h->draining || !nodes_hold(h))
        return;
    for (int i = 0; i < h->heap_n; i++)
        handed += h->heap[i]->handed || h->heap[i]->heir;
    for (int i = 0; i < h->heap_n && handed < HANDED_AT_ONCE; i++) {
        struct room *r = h->heap[i];
        const struct node *heir = NULL;

        if (r->lost || r->heir || !r->loaded || !r->head || deserted(r))
            continue;
        heir = nodes_heir(h, r->id, r->format);
        if (!heir)
            return;
        room_hand(r, heir->number);
        i = -1; /* the heap has changed */
        handed++;
    }
}

bool house_drained(const struct house *h)
{
    if (!nodes_hold(h) || !nodes_heir(h, 0, 0))
        return true;
    for (int i = 0; i < h->heap_n; i++) {
        if (!h->heap[i]->lost && !deserted(h->heap[i]))
            return false;
    }
    return !search_count(h); /* phones of tables that have gone find them first */
}
