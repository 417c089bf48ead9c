/*
 * limits - how much one connection and one address may ask of us, decided before anything is
 * parsed.
 *
 * A bucket is one number: the time at which it will be full again. Peers are the addresses that
 * have a connection now or had one a short while ago; a peer stays where it is while somebody has
 * joined it, and is forgotten once its buckets are full again, so the table stays as small as the
 * crowd. They lie in a table by a hash whose key nobody outside knows, so nobody can crowd one
 * place of it; nobody is forgotten to make room for somebody else. Time is given, in microseconds
 * of any clock that never runs back. One thread.
 *
 *     struct rate rate = {.per_second = 20, .burst = 40};
 *     if (!bucket_take(&b, &rate, now, 1))
 *         ...                                  // too fast
 */
#ifndef NET_LIMITS_H
#define NET_LIMITS_H

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
    struct bucket arrivals, requests, messages;
    int64_t barred_until; /* by whoever runs the server; 0: never was */
};

struct peers;

struct peers *peers_new(void);
void peers_free(struct peers *p);
/* The peer of a group, made if it is new, with one connection more. */
struct peer *peers_join(struct peers *p, struct address group, int64_t now);
void peers_leave(struct peers *p, struct peer *peer, int64_t now);
int peers_count(const struct peers *p);
void peers_each(const struct peers *p, void (*each)(void *arg, const struct peer *peer), void *arg);
size_t peers_places(const struct peers *p); /* of the table: it must not grow with passers-by */
/* A number for a group that outsiders cannot foretell; different in each table. Never 0. */
uint64_t peers_number(const struct peers *p, const struct address *group);

#endif
