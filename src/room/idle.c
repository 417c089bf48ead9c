/*
 * Idle rooms: their tables between two moves.
 *
 * A table is large, because its words have room to be long, and mostly empty; and most tables wait
 * for people most of the time. So only those that were used last lie open. The others are packed,
 * and opened again before anybody looks at them: every way into a room begins with room_wake().
 */
#include "base/zeros.h"
#include "room/inside.h"
#include "room/scratch.h"

#include <assert.h>
#include <stdlib.h>

enum { AWAKE_MAX = 64 };

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

/* As one table is packed another is opened, so its block stays for one of the same size. */
static void keep_block(struct scratch *s, struct table *t)
{
    table_free(s->spare_table[s->next_table]);
    s->spare_table[s->next_table] = t;
    s->next_table = (s->next_table + 1) % SPARE_TABLES;
}

static struct table *take_block(struct scratch *s, size_t size)
{
    for (int i = 0; i < SPARE_TABLES; i++) {
        struct table *t = s->spare_table[i];

        if (t && t->size == size) {
            s->spare_table[i] = NULL;
            return t;
        }
    }
    return malloc(size);
}

/* The table is about to go. */
static void forget(struct room *r)
{
    struct services *s = r->services;

    if (r->awake) {
        unlink_room(s, r);
        s->awake--;
    }
    r->awake = false;
}

static void pack_table(struct room *r)
{
    r->packed_over = room_over(r);
    r->packed = zeros_pack(r->match.table, r->match.table->size);
    keep_block(r->services->scratch, r->match.table);
    r->match.table = NULL;
    free(r->shelf); /* which follows from the stock and the party */
    r->match.world.shelf = r->shelf = NULL;
    forget(r);
}

static void open_table(struct room *r)
{
    r->match.table = take_block(r->services->scratch, r->packed->size);
    if (!r->match.table)
        abort();
    zeros_unpack(r->packed, r->match.table);
    free(r->packed);
    r->packed = NULL;
    room_shelve(r);
    r->match.world.shelf = r->shelf;
}

void idle_end(struct room *r)
{
    forget(r);
    free(r->packed);
    r->packed = NULL;
}

void idle_all_but(struct services *s, int most)
{
    while (s->awake > most) {
        struct room *oldest = s->oldest;

        assert(oldest); /* `awake` counts the list */
        if (oldest->match.table)
            pack_table(oldest);
        else
            forget(oldest);
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
        forget(r); /* its game was left */
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
