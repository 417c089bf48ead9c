#include "net/limits.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS_AT_FIRST = 64 };

struct slot {
    struct peer *first;
};

struct peers {
    struct slot *slot;
    size_t slots; /* a power of two */
    int n;
};

bool bucket_take(struct bucket *b, const struct rate *rate, int64_t now, double cost)
{
    int64_t from = b->full_at > now ? b->full_at : now;
    int64_t until = from + (int64_t)(cost * 1e6 / rate->per_second);

    if (until - now > (int64_t)(rate->burst * 1e6 / rate->per_second))
        return false;
    b->full_at = until;
    return true;
}

static void *must(void *memory)
{
    if (!memory)
        abort(); /* out of memory ends the process */
    return memory;
}

/* Strangers choose their addresses, but not freely and not more of them than we have connections,
 * so a mix of the bits is enough. */
static size_t hash(const struct address *a)
{
    uint64_t x, y;

    memcpy(&x, a->byte, 8);
    memcpy(&y, a->byte + 8, 8);
    x = (x ^ y * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    return (size_t)(x ^ x >> 29);
}

struct peers *peers_new(void)
{
    struct peers *p = must(calloc(1, sizeof *p));

    p->slots = SLOTS_AT_FIRST;
    p->slot = must(calloc(p->slots, sizeof *p->slot));
    return p;
}

void peers_free(struct peers *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->slots; i++) {
        for (struct peer *peer = p->slot[i].first, *next; peer; peer = next) {
            next = peer->next;
            free(peer);
        }
    }
    free(p->slot);
    free(p);
}

static bool forgettable(const struct peer *peer, int64_t now)
{
    return peer->connections == 0 && peer->arrivals.full_at <= now && peer->messages.full_at <= now;
}

static void grow(struct peers *p, int64_t now)
{
    size_t slots = p->slots * 2;
    struct slot *slot = must(calloc(slots, sizeof *slot));

    for (size_t i = 0; i < p->slots; i++) {
        for (struct peer *peer = p->slot[i].first, *next; peer; peer = next) {
            next = peer->next;
            if (forgettable(peer, now)) {
                free(peer);
                p->n--;
                continue;
            }
            size_t at = hash(&peer->group) & (slots - 1);
            peer->next = slot[at].first;
            slot[at].first = peer;
        }
    }
    free(p->slot);
    p->slot = slot;
    p->slots = slots;
}

struct peer *peers_join(struct peers *p, struct address group, int64_t now)
{
    struct peer **link = &p->slot[hash(&group) & (p->slots - 1)].first;

    /* Whoever passes by sweeps: the table needs no timer of its own. */
    while (*link) {
        struct peer *peer = *link;

        if (memcmp(&peer->group, &group, sizeof group) == 0) {
            peer->connections++;
            return peer;
        }
        if (forgettable(peer, now)) {
            *link = peer->next;
            free(peer);
            p->n--;
        } else {
            link = &peer->next;
        }
    }
    struct peer *peer = must(calloc(1, sizeof *peer));
    peer->group = group;
    peer->connections = 1;
    *link = peer;
    if ((size_t)++p->n > p->slots)
        grow(p, now);
    return peer;
}

void peers_leave(struct peers *p, struct peer *peer, int64_t now)
{
    peer->connections--;
    if (!forgettable(peer, now))
        return;
    struct peer **link = &p->slot[hash(&peer->group) & (p->slots - 1)].first;
    while (*link != peer)
        link = &(*link)->next;
    *link = peer->next;
    free(peer);
    p->n--;
}

int peers_count(const struct peers *p)
{
    return p->n;
}
