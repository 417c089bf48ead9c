/*
 * Idle rooms: their tables between two moves.
 *
 * A table is large, because its words have room to be long, and mostly empty; and most tables wait
 * for people most of the time. So only those that were used last lie open. The others are packed,
 * and opened again before anybody looks at them: every way into a room begins with room_wake().
 */
#include "base/zeros.h"
#include "room/inside.h"

#include <stdlib.h>

enum { AWAKE_MAX = 256 };

static void unlink_room(struct services *s, struct room *r)
{
    if (r->newer)
        r->newer->older = r->older;
    else
        s->newest = r->older;
    if (r->older)
        r->older->newer = r->newer;
    else
        s->oldest = r->newer;
    r->newer = r->older = NULL;
}

static void link_newest(struct services *s, struct room *r)
{
    r->newer = NULL;
    r->older = s->newest;
    if (s->newest)
        s->newest->newer = r;
    else
        s->oldest = r;
    s->newest = r;
}

static void pack_table(struct room *r)
{
    r->packed = zeros_pack(r->match.table, r->match.table->size);
    table_free(r->match.table);
    r->match.table = NULL;
    idle_forget(r);
}

static void open_table(struct room *r)
{
    r->match.table = malloc(r->packed->size);
    if (!r->match.table)
        abort();
    zeros_unpack(r->packed, r->match.table);
    free(r->packed);
    r->packed = NULL;
}

void idle_forget(struct room *r)
{
    struct services *s = r->services;

    if (r->awake) {
        unlink_room(s, r);
        s->awake--;
    }
    r->awake = false;
}

void idle_end(struct room *r)
{
    idle_forget(r);
    free(r->packed);
    r->packed = NULL;
}

void idle_all_but(struct services *s, int most)
{
    while (s->awake > most) {
        if (s->oldest->match.table)
            pack_table(s->oldest);
        else
            idle_forget(s->oldest);
    }
}

void room_wake(struct room *r)
{
    struct services *s = r->services;

    if (r->load)
        return; /* its table is not whole yet */
    if (r->packed)
        open_table(r);
    if (!r->match.table) {
        idle_forget(r); /* its game was left */
        return;
    }
    if (s->newest == r)
        return;
    if (r->awake)
        unlink_room(s, r);
    else
        s->awake++;
    r->awake = true;
    link_newest(s, r);
    idle_all_but(s, AWAKE_MAX);
}
