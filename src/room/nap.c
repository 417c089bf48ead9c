/*
 * Tables between two moves.
 *
 * A table is large, because its words have room to be long, and mostly empty; and most tables wait
 * for people most of the time. So only those that were used last lie open. The others are packed,
 * and opened again before anybody looks at them: every way into a room begins with room_wake().
 */
#include "base/zeros.h"
#include "room/inside.h"

#include <stdlib.h>

enum { AWAKE_MAX = 256 };

static void unlink_room(struct house *h, struct room *r)
{
    if (r->newer)
        r->newer->older = r->older;
    else
        h->newest = r->older;
    if (r->older)
        r->older->newer = r->newer;
    else
        h->oldest = r->newer;
    r->newer = r->older = NULL;
}

static void link_newest(struct house *h, struct room *r)
{
    r->newer = NULL;
    r->older = h->newest;
    if (h->newest)
        h->newest->newer = r;
    else
        h->oldest = r;
    h->newest = r;
}

static void put_to_sleep(struct room *r)
{
    r->asleep = zeros_pack(r->match.table, r->match.table->size);
    table_free(r->match.table);
    r->match.table = NULL;
    nap_forget(r);
}

static void open_table(struct room *r)
{
    r->match.table = malloc(r->asleep->size);
    if (!r->match.table)
        abort();
    zeros_unpack(r->asleep, r->match.table);
    free(r->asleep);
    r->asleep = NULL;
}

void nap_forget(struct room *r)
{
    struct house *h = r->house;

    if (r->awake) {
        unlink_room(h, r);
        h->awake--;
    }
    r->awake = false;
}

void nap_end(struct room *r)
{
    nap_forget(r);
    free(r->asleep);
    r->asleep = NULL;
}

void nap_all_but(struct house *h, int most)
{
    while (h->awake > most) {
        if (h->oldest->match.table)
            put_to_sleep(h->oldest);
        else
            nap_forget(h->oldest);
    }
}

void room_wake(struct room *r)
{
    struct house *h = r->house;

    if (r->asleep)
        open_table(r);
    if (!r->match.table) {
        nap_forget(r); /* its game was left */
        return;
    }
    if (h->newest == r)
        return;
    if (r->awake)
        unlink_room(h, r);
    else
        h->awake++;
    r->awake = true;
    link_newest(h, r);
    nap_all_but(h, AWAKE_MAX);
}
