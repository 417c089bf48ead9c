/* How much one address, and everybody together, may ask for. */
#include "house/inside.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, ROOMS_MAX = 20000, ROOMS_A_MINUTE = 60 };

/* A class may mistype at once; then one wrong code in five minutes: 348 a day at most. */
enum { MISSES = 60, MISS_EVERY = 5 * MINUTE };
/* All addresses together: 3,000 at once, then as many in an hour. Where half of that is used up
 * somebody searches with many addresses, and a wrong code counts for five. */
enum { ALL_MISSES = 3000, ALL_EVERY = 1200, SEARCHED = ALL_MISSES / 2, DEAR = 5 };

/* The number of an address cannot be foretold (net_conn_group). Addresses share a place where their
 * numbers meet, which only makes the limit stricter for both; nobody is ever forgotten for another.
 */
static struct tries *tries_of(struct house *h, uint64_t address)
{
    return &h->tries[address % TRIES];
}

bool limits_searched(const struct house *h)
{
    return pace_debt(&h->missed, h->services.now()) > (int64_t)SEARCHED * ALL_EVERY;
}

bool limits_may_guess(struct house *h, uint64_t address)
{
    int64_t now = h->services.now();

    return pace_may(&tries_of(h, address)->missed, now, MISSES, MISS_EVERY) &&
           pace_may(&h->missed, now, ALL_MISSES, ALL_EVERY);
}

void limits_missed(struct house *h, uint64_t address)
{
    int64_t now = h->services.now();
    bool dear = limits_searched(h);

    h->services.counts.wrong_codes++;
    pace_step(&tries_of(h, address)->missed, now, (int64_t)MISS_EVERY * (dear ? DEAR : 1));
    pace_step(&h->missed, now, ALL_EVERY);
}

static int rooms_a_minute(const struct house *h)
{
    return h->config.address_rooms ? h->config.address_rooms : ROOMS_A_MINUTE;
}

const char *limits_new_room(struct house *h, uint64_t address)
{
    int limit = h->config.max_rooms ? h->config.max_rooms : ROOMS_MAX;
    int most = rooms_a_minute(h);

    if (h->services.counts.rooms >= limit)
        return "full";
    return pace_may(&tries_of(h, address)->made, h->services.now(), most, MINUTE / most)
               ? NULL
               : "too_many_tries";
}

void limits_made_room(struct house *h, uint64_t address)
{
    pace_step(&tries_of(h, address)->made, h->services.now(), MINUTE / rooms_a_minute(h));
}
