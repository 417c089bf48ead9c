/*
 * limits - how much one connection and one address may ask of us, decided before anything is
 * parsed.
 *
 * A bucket is one number: the time at which it will be full again. Peers are the addresses that
 * have a connection now or had one a short while ago. A peer stays where it is while somebody has
 * joined it, and is forgotten once its buckets are full again: the table stays as small as the
 * crowd. They lie in it by a hash whose key nobody outside knows, so nobody can crowd one place of
 * it. Nobody is forgotten in favour of somebody else. Time is given, in microseconds
 * of any clock that never runs back. One thread.
 *
 *     struct rate rate = {.per_second = 20, .burst = 40};
 *     if (!bucket_take(&b, &rate, now, 1))
 *         ...                                  // too fast
 */
#ifndef NET_LIMITS_H
#define NET_LIMITS_H

#include "base/siphash.h"
#include "net/address.h"

struct rate {
    double per_second;
    double burst; /* how much may come at once, at least 1 */
};

struct bucket {
    int64_t full_at;
};

/* Takes `cost` out, or nothing and false. More than `burst` at once never fits. */
bool bucket_take(struct bucket *b, const struct rate *rate, int64_t now, double cost);

struct peer {
    struct address group;
    uint64_t number; /* the group's, until the process ends */
    struct peer *next;
    int connections;
    size_t pages; /* bytes of answers that were made for them and are not read yet */
    struct bucket arrivals, requests, messages;
    int64_t barred_until; /* by whoever runs the server; 0: never was */
};

struct peer_slot;

/* Its own; open for tests, which look that it does not grow with passers-by. */
struct peers {
    struct siphash_key key;
    struct peer_slot *slot;
    size_t slots; /* a power of two */
    int n;
};

struct peers *peers_new(void);
/* Before anybody has come: tables with the same key give the same numbers. */
void peers_share(struct peers *p, const struct siphash_key *key);
void peers_free(struct peers *p);
/* The peer of a group, made if it is new, with one connection more. */
struct peer *peers_join(struct peers *p, struct address group, int64_t now);
void peers_leave(struct peers *p, struct peer *peer, int64_t now);
int peers_count(const struct peers *p);
void peers_each(const struct peers *p, void (*each)(void *arg, const struct peer *peer), void *arg);
/* A number for a group that outsiders cannot foretell; different in each table, unless they share a
 * key. Never 0. */
uint64_t peers_number(const struct peers *p, const struct address *group);

#endif
