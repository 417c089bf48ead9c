/* What whoever runs a room may know of it: how it is, and whether it may go. */
#include "room/inside.h"

enum { UNLOAD_AFTER = 60000 };

bool room_usable(const struct room *r)
{
    return r->loaded || r->load;
}

bool room_busy(const struct room *r)
{
    return r->conns || r->writing || r->queue;
}

int64_t room_unload_at(const struct room *r)
{
    int64_t after = r->empty_since + UNLOAD_AFTER, tickets = tickets_until(r);

    return tickets > after ? tickets : after;
}

bool room_may_go(const struct room *r, int64_t now)
{
    return !room_busy(r) && (!room_usable(r) || r->lost || now >= room_unload_at(r));
}

bool room_loading(const struct room *r)
{
    return r->load;
}

bool room_lost(const struct room *r)
{
    return r->lost;
}

bool room_handed(const struct room *r)
{
    return r->handed || r->heir;
}

bool room_may_hand(const struct room *r)
{
    return r->loaded && r->head && !r->lost && !r->heir;
}

int room_format(const struct room *r)
{
    return r->format;
}

int64_t room_head(const struct room *r)
{
    return r->head;
}

int64_t room_bytes(const struct room *r)
{
    return r->bytes;
}

bool room_waits(const struct room *r)
{
    return r->waits;
}

const struct party *room_party(const struct room *r)
{
    return r->loaded ? &r->party : NULL;
}

struct conn *room_conns(const struct room *r)
{
    return r->conns;
}

bool room_over(const struct room *r)
{
    return r->packed ? r->packed_over : r->match.table && r->match.table->core.outcome;
}
