/* How much one address, and everybody together, may ask for. */
#include "house/inside.h"

enum { ROOMS_MAX = 20000, TRIES_A_MINUTE = 10, ROOMS_A_MINUTE = 60 };

uint64_t limits_address(const char *address)
{
    uint64_t n = UINT64_C(14695981039346656037);

    for (; *address; address++)
        n = (n ^ (unsigned char)*address) * UINT64_C(1099511628211);
    return n;
}

/* Addresses share a place where their numbers meet; that only makes the limit stricter for both. */
struct tries *limits_tries(struct house *h, uint64_t address)
{
    struct tries *t = &h->tries[address % TRIES];
    int64_t minute = h->services.now() / 60000;

    if (t->minute != minute)
        *t = (struct tries){.address = address, .minute = minute};
    return t;
}

bool limits_may_guess(struct house *h, uint64_t address)
{
    return limits_tries(h, address)->missed < TRIES_A_MINUTE;
}

const char *limits_new_room(struct house *h, uint64_t address)
{
    int limit = h->config.max_rooms ? h->config.max_rooms : ROOMS_MAX;
    int rate = h->config.address_rooms ? h->config.address_rooms : ROOMS_A_MINUTE;

    if (h->services.counts.rooms >= limit)
        return "full";
    return limits_tries(h, address)->made >= rate ? "too_many_tries" : NULL;
}
