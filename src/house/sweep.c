/*
 * Several nodes: rooms that nobody has used for long are removed, a few at a time.
 *
 * A table that is in somebody's memory has an owner who is there and has written so. So each node
 * judges the tables that it owns itself, and any node those whose owner has gone; a room that
 * somebody comes back to meanwhile has another last entry, and the store does not remove it.
 */
#include "house/inside.h"
#include "room/log_fold.h"

enum {
    ROOMS_AT_ONCE = 100,
    PAUSE = 500,
    EVERY = 3600 * 1000,
    DOCS_AT_ONCE = 200,
};

static bool in_memory(const struct house *h, int64_t room)
{
    for (int i = 0; i < h->heap_n; i++) {
        if (h->heap[i]->id == room)
            return true;
    }
    return false;
}

/* For how many of the days that the store has seen. */
static bool unused(const struct house *h, const struct store_entry *e, int64_t *days)
{
    uint64_t owner = epoch_node(e->epoch);
    struct log_entry_head head;

    /* One that tells no day, or one that has not come yet, is new. */
    if (!log_entry_head(&head, e->body) || head.day < 0 || head.day > h->services.day)
        return false;
    *days = h->services.day - head.day;
    if (*days <= purge_after(h, head.blank) / DAY)
        return false;
    return owner == h->config.node ? !in_memory(h, e->room) : !nodes_alive(h, owner);
}

static bool judge(void *arg, const struct store_entry *e)
{
    struct house *h = arg;
    struct sweep *s = &h->sweep;

    s->after = e->room;
    s->seen++;
    if (unused(h, e, &s->days[s->n])) {
        s->room[s->n] = e->room;
        s->head[s->n++] = e->seq;
    }
    return s->n < SWEPT_AT_ONCE;
}

static void judged(void *arg, enum store_result result)
{
    struct house *h = arg;
    struct sweep *s = &h->sweep;
    int64_t now = h->services.now();

    if (h->services.ended)
        return;
    s->asked = false;
    for (int i = 0; result == STORE_OK && i < s->n; i++) {
        if (!in_memory(h, s->room[i]) && purge_room(h, s->room[i], s->head[i], s->days[i]))
            h->services.counts.swept++;
    }
    h->next_sweep = now + PAUSE;
    if (result != STORE_OK || s->seen)
        return;
    s->after = 0;
    /* Not all nodes at the same time. */
    h->next_sweep = now + EVERY + (int64_t)(h->config.node % EVERY) / 4;
    store_doc_sweep(h->services.store, services_wall(&h->services), DOCS_AT_ONCE, NULL, NULL);
}

void sweep_run(struct house *h, int64_t now)
{
    struct sweep *s = &h->sweep;

    if (!h->config.keep_ms || now < h->next_sweep || s->asked || h->draining || !nodes_may_own(h))
        return;
    s->n = s->seen = 0;
    s->asked = store_ends(h->services.store, s->after, ROOMS_AT_ONCE, judge, judged, h) == 0;
    h->next_sweep = now + PAUSE;
}
