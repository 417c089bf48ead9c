/* Before a game's first second: where the people meet it for the first time its explanation, and
 * always 3-2-1.
 *
 * The table's clock begins before 0 and the rules hear of nothing earlier than 0: no card can run
 * out while people are told what a card is. Screens need no other sign than the time, so that all
 * of them count the same second. It is not stored: after a restart the game begins at once. */
#include "room/inside.h"

enum { COUNTDOWN = 3000 };

void opening_begin(struct room *r, bool explain)
{
    int64_t explanation = r->services->opening;

    if (!explanation)
        return;
    r->opening = COUNTDOWN + (explain ? explanation : 0);
    r->clock = clock_at(-r->opening);
}

bool opening_skip(struct room *r)
{
    int64_t rest = -COUNTDOWN - room_clock(r);

    if (!r->opening || rest <= 0)
        return false;
    r->clock.table += rest;
    r->opening = COUNTDOWN;
    r->stale = true;
    return true;
}

bool opening_run(struct room *r)
{
    if (!r->opening || !r->clock.running || room_clock(r) < 0)
        return false;
    r->opening = 0;
    r->stale = true;
    change_commit(change_begin(r, STR("opening"), NULL, 0));
    return true;
}
