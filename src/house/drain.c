/* A node that is about to end hands its tables to others, some at a time: each is there again when
 * its last entry here is stored and the heir has claimed it, long before all have gone. */
#include "house/inside.h"

/* So many are on their way to the store at once: enough to share its commits, few enough that the
 * heirs have read one before the next ones come. */
enum { HANDED_AT_ONCE = 32 };

/* A node that was killed a moment ago has a lease still, and a table that is handed to it stands
 * until that has ended. So each is asked first; tables go on here meanwhile. Who has not answered
 * by then gets none, as long as another has; if nobody has (they are of an older version), the beat
 * in the store decides. */
enum { ANSWERED_BY = 250, NOBODY_ANSWERS = 1500 };

static int64_t asks_until(struct house *h)
{
    if (!h->draining || !h->config.remote)
        return 0;
    struct asked n = nodes_ask(h);

    return n.take == n.asked ? 0 : h->drains_since + (n.take ? ANSWERED_BY : NOBODY_ANSWERS);
}

/* Those who have answered may be of an earlier version, and cannot have every table. One for which
 * none of them will do waits as if nobody had answered: two that stop at once have not heard of
 * each other yet, and would hand it to one another. */
static bool can_have(const struct house *h, const struct node *heir)
{
    return heir->takes || !h->config.remote ||
           (h->services.now() >= h->drains_since + NOBODY_ANSWERS && nodes_beats(h, heir));
}

/* Somebody is there who would miss it; else whoever knocks next finds that its owner has gone. */
static bool needed(const struct room *r)
{
    return !room_lost(r) && (room_busy(r) || room_loading(r));
}

void house_drain(struct house *h, bool on)
{
    if (h->draining == on)
        return;
    h->draining = on;
    h->drains_since = h->services.now();
    nodes_ask_anew(h);
    h->nodes.next = 0; /* the others are told at once whether anything may be handed to us */
}

void drain_run(struct house *h)
{
    int handed = 0;

    h->asks_until = asks_until(h);
    if (!h->draining || !nodes_may_own(h) || h->services.now() < h->asks_until)
        return;
    for (int i = 0; i < h->heap_n; i++)
        handed += room_handed(h->heap[i]->room);
    for (int i = 0; i < h->heap_n && handed < HANDED_AT_ONCE; i++) {
        struct door *d = h->heap[i];

        if (!room_may_hand(d->room) || !needed(d->room))
            continue;
        /* Of a later version than all others write: it stays for as long as we do. */
        const struct node *heir = nodes_heir(h, d->id, room_format(d->room));
        if (!heir || !can_have(h, heir))
            continue;
        room_hand(d->room, heir->number);
        i = -1; /* the heap has changed */
        handed++;
    }
}

bool house_stranded(const struct house *h)
{
    for (int i = 0; i < h->heap_n; i++) {
        const struct door *d = h->heap[i];

        if (needed(d->room) && !nodes_heir(h, d->id, room_format(d->room)))
            return true;
    }
    return false;
}

bool house_takes(const struct house *h)
{
    return nodes_may_own(h) && !h->draining && !h->closing;
}

bool house_drained(const struct house *h)
{
    if (!nodes_may_own(h) || !nodes_heir(h, 0, 0))
        return true;
    for (int i = 0; i < h->heap_n; i++) {
        if (needed(h->heap[i]->room))
            return false;
    }
    return !search_count(h); /* phones of tables that have gone find them first */
}
