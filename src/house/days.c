/*
 * Days that a store has seen.
 *
 * A room that nobody uses is removed when so many days have passed; but the clock of a machine may
 * be set, and then one reading of it would remove everything. So days are counted instead: one for
 * each day of running, by a clock that nobody sets, and one more where a server starts at another
 * date than that of the last count, whichever it is. Each entry of a log tells the count of its
 * day.
 *
 * The count lies with the sessions of the store, and is written when something else is: a server in
 * which nothing happens writes nothing. Should it get lost, rooms are kept for longer.
 */
#include "house/inside.h"

static const int64_t FOR_EVER = INT64_C(1) << 60;

/* Counts and dates are kept as the times of two sessions that never end. */
enum { NODE_DAYS = HOUSE_NODE + 1, NODE_DATE };

static int64_t date(const struct house *h)
{
    return h->config.wall() / DAY;
}

void days_begin(struct house *h)
{
    int64_t days = 0, last = 0;

    store_session_seen(h->services.store, NODE_DAYS, &days);
    store_session_seen(h->services.store, NODE_DATE, &last);
    h->days_kept = days;
    h->days = days + (last != date(h));
    h->services.day = h->days;
}

int64_t days_now(const struct house *h, int64_t now)
{
    return h->days + (now - h->began) / DAY;
}

static void keep(struct house *h, uint64_t node, int64_t value)
{
    const struct store_session s = {.node = node, .beat = value, .ttl = FOR_EVER};

    store_session_beat(h->services.store, &s, NULL, NULL);
}

void days_keep(struct house *h, int64_t now)
{
    int64_t days = days_now(h, now);

    if (days == h->days_kept)
        return;
    h->days_kept = days;
    keep(h, NODE_DAYS, days);
    keep(h, NODE_DATE, date(h));
}
