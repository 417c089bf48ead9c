/* Requests that came while the room was writing or being read: they wait for their turn. */
#include "room/inside.h"

#include <stdlib.h>

enum { QUEUE_MAX = 64, QUEUE_OF_ONE = 8 };

/* Nobody fills the queue alone, and those without a player never all of it. */
static bool may_wait(const struct room *r, const struct conn *c)
{
    int mine = 0;

    for (const struct waiting *w = r->queue; w; w = w->next)
        mine += w->conn == c;
    return mine < QUEUE_OF_ONE &&
           r->queued < (party_has_player(&r->party, c->guest) ? QUEUE_MAX : QUEUE_MAX / 2);
}

bool room_wait(struct room *r, struct conn *c, struct message *m)
{
    if (!may_wait(r, c))
        return false;
    struct waiting *w = malloc(sizeof *w);
    if (!w)
        abort();
    *w = (struct waiting){.conn = c, .message = *m};
    *m = (struct message){0};
    *r->queue_end = w;
    r->queue_end = &w->next;
    r->queued++;
    return true;
}

struct waiting *waiting_next(struct room *r)
{
    struct waiting *w = r->queue;

    r->queue = w->next;
    r->queued--;
    if (!r->queue)
        r->queue_end = &r->queue;
    return w;
}

void waiting_end(struct waiting *w)
{
    message_fini(&w->message);
    free(w);
}

void waiting_forget(struct room *r, const struct conn *c)
{
    for (struct waiting **at = &r->queue; *at;) {
        struct waiting *w = *at;

        if (w->conn != c) {
            at = &w->next;
            continue;
        }
        *at = w->next;
        r->queued--;
        waiting_end(w);
    }
    r->queue_end = &r->queue;
    while (*r->queue_end)
        r->queue_end = &(*r->queue_end)->next;
}
