/* How fast the clock of a room's table runs: it stands still while nobody is there, and is slower
 * where people are given more time. */
#include "room/inside.h"

/* Times as long as others. */
enum { LEARNERS_TAKE = 2 };

/* Only where the table waits for people, and not before it has begun: nobody needs longer to see
 * what is shown to all. A clock that is off would take a day for two minutes. Whoever is learning
 * the language has twice as long as the others (decision 21). */
static int slowness(const struct room *r)
{
    static const int times[] = {[CLOCKS_USUAL] = 1,
                                [CLOCKS_DOUBLE] = 2,
                                [CLOCKS_FIVE] = 5,
                                [CLOCKS_TEN] = 10,
                                [CLOCKS_OFF] = CLOCK_OFF};
    const struct table *t = r->match.table;
    seat_set learners = t ? party_learners(&r->party) & seats_present(&t->core) : 0;

    if (!t || r->opening || (r->party.clocks == CLOCKS_USUAL && !learners))
        return 1;
    /* A vote waits for people as a phase does, also where nobody's turn it is meanwhile. */
    seat_set asked = table_waiting(t) | votes_missing_in(&t->core);
    seat_set waited = asked & seats_present(&t->core) & (seat_set)~t->core.bots;
    int slow = waited ? times[r->party.clocks] : 1;
    return waited & learners && slow != CLOCK_OFF ? slow * LEARNERS_TAKE : slow;
}

void room_set_clock(struct room *r)
{
    bool was = r->clock.running;
    bool run = r->match.table && !r->match.table->core.outcome && !r->match.table->core.paused &&
               room_anyone(r);

    if (run)
        clock_run(&r->clock, r->services->now());
    else
        clock_stop(&r->clock, r->services->now());
    if (was != run) {
        r->services->running += run ? 1 : -1;
        r->stale = true;
    }
    int slow = r->clock.slow, next = slowness(r);
    if (slow != next) {
        clock_slow(&r->clock, r->services->now(), next);
        bots_slowed(r, slow);
        r->stale = true;
    }
}
