#include "net/limits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS_AT_FIRST = 64 };

struct peer_slot {
    struct peer *first;
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

uint64_t peers_number(const struct peers *p, const struct address *group)
{
    uint64_t number = siphash(&p->key, group->byte, sizeof group->byte);

    return number ? number : 1;
}

struct peers *peers_new(void)
{
    struct peers *p = must(calloc(1, sizeof *p));

    p->key = siphash_draw();
    p->slots = SLOTS_AT_FIRST;
    p->slot = must(calloc(p->slots, sizeof *p->slot));
    return p;
}

void peers_share(struct peers *p, const struct siphash_key *key)
{
    assert(p->n == 0);
    p->key = *key;
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

static struct peer_slot *slot_of(struct peers *p, uint64_t number)
{
    return &p->slot[number & (p->slots - 1)];
}

static bool forgettable(const struct peer *peer, int64_t now)
{
    return peer->connections == 0 && peer->barred_until <= now && peer->arrivals.full_at <= now &&
           peer->requests.full_at <= now && peer->messages.full_at <= now;
}

/* Forgets whom it can; more places only where that did not help, or passers-by would make the table
 * grow for ever. */
static void tidy(struct peers *p, int64_t now)
{
    struct peer *kept = NULL;

    assert(p->slots >= SLOTS_AT_FIRST);
    for (size_t i = 0; i < p->slots; i++) {
        for (struct peer *peer = p->slot[i].first, *next; peer; peer = next) {
            next = peer->next;
            if (forgettable(peer, now)) {
                free(peer);
                p->n--;
            } else {
                peer->next = kept;
                kept = peer;
            }
        }
        p->slot[i].first = NULL;
    }
    if ((size_t)p->n > p->slots / 2) {
        size_t slots = p->slots * 2;

        free(p->slot);
        p->slot = must(calloc(slots, sizeof *p->slot));
        p->slots = slots;
    }
    for (struct peer *next; kept; kept = next) {
        struct peer_slot *slot = slot_of(p, kept->number);

        next = kept->next;
        kept->next = slot->first;
        slot->first = kept;
    }
}

struct peer *peers_join(struct peers *p, struct address group, int64_t now)
{
    uint64_t number = peers_number(p, &group);
    struct peer **link = &slot_of(p, number)->first;

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
    peer->number = number;
    peer->connections = 1;
    *link = peer;
    if ((size_t)++p->n > p->slots)
        tidy(p, now);
    return peer;
}

void peers_leave(struct peers *p, struct peer *peer, int64_t now)
{
    peer->connections--;
    if (!forgettable(peer, now))
        return;
    struct peer **link = &slot_of(p, peer->number)->first;
    while (*link != peer)
        link = &(*link)->next;
    *link = peer->next;
    free(peer);
    p->n--;
}

void peers_each(const struct peers *p, void (*each)(void *arg, const struct peer *peer), void *arg)
{
    for (size_t i = 0; i < p->slots; i++) {
        for (const struct peer *peer = p->slot[i].first; peer; peer = peer->next)
            each(arg, peer);
    }
}

int peers_count(const struct peers *p)
{
    return p->n;
}
