/*
 * store - the durable log of tables: what a room has been told is stored survives a crash.
 *
 * A room's log is entries 1, 2, 3 … without a gap. Rooms know only this page; which backend holds
 * the log is decided by who opens it (store/backends.h). The backends promise:
 *
 *   G1  (room, seq) exists at most once, and a log is dense from 1.
 *   G2  An append succeeds only directly after its predecessor, and never with a lower epoch: a
 *       writer that has been replaced cannot write. A sealed room takes no new entry.
 *   G3  After OK every later read shows the entry, also after a crash or a power cut.
 *   G4  After CONFLICT, UNAVAILABLE, GONE or CORRUPT this call has written nothing.
 *   G5  After UNKNOWN the answer got lost. Hold the room and repeat the same request with the same
 *       bytes: OK if the first try is stored or the repeat is now, else CONFLICT. Only OK, CONFLICT
 *       and GONE settle it; UNAVAILABLE leaves it open. An OK may be repeated just as well.
 *
 * Writes (append, seal, purge, session_beat) are queued, at most one in flight for a room. pump()
 * has everything queued committed, of all rooms, in one transaction, and runs the callbacks of what
 * is done, each exactly once and never outside pump() or store_free(). Reads answer at once; they
 * do not see what pump() was not yet told to commit. A callback may read and queue, also for its
 * own room; it may not pump or free. One thread uses a store.
 *
 * Ownership: the store copies what it is given, so a body may go when append() returns (but keep it
 * for G5). What `each` is shown is borrowed until it returns, and `each` may not call the store.
 * store_free() first answers what is still queued with UNAVAILABLE; free accepts NULL.
 *
 *     struct store_entry e = {.room = id, .seq = head + 1, .epoch = 1, .op = op, .body = record};
 *     if (store_append(s, &e, stored, room) < 0)
 *         ...                                  // our own bug, or a record that is too large
 *     store_pump(s, 0);                        // when store_fd(s) is readable: calls stored(room,
 * OK)
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/str.h"

struct store;

enum { STORE_BODY_MAX = 1 << 20 };

#define STORE_RESULTS(X)                                                        \
    X(STORE_OK, "ok")                   /* stored, and stays */                 \
    X(STORE_CONFLICT, "conflict")       /* another entry is there, or sealed */ \
    X(STORE_UNAVAILABLE, "unavailable") /* not now: full, locked, read-only */  \
    X(STORE_UNKNOWN, "unknown")         /* the answer got lost: hold, repeat */ \
    X(STORE_GONE, "gone")               /* the room was purged */               \
    X(STORE_CORRUPT, "corrupt")         /* gap, duplicate, damage: alarm */

enum store_result {
#define X(name, text) name,
    STORE_RESULTS(X)
#undef X
};

struct store_entry {
    int64_t room;    /* at least 1, drawn at random once; never reused, also not after a purge */
    int64_t seq;     /* 1, 2, 3 … */
    int64_t epoch;   /* of the room's owner, at least 0; never falls within a room */
    uint64_t op;     /* names this attempt to write; a repeat has the same, another writer's not */
    struct str body; /* at most STORE_BODY_MAX bytes, any bytes */
};

struct store_room {
    int64_t room;
    int64_t head;      /* the last sequence number; 0: the log is lost, and read() is CORRUPT */
    int64_t sealed_at; /* as given to store_seal(); 0: open */
};

typedef void store_done(void *arg, enum store_result result);
typedef bool store_each_entry(void *arg, const struct store_entry *entry); /* false: enough */
typedef bool store_each_room(void *arg, const struct store_room *room);    /* false: enough */

/*
 * Each queues and returns 0, or refuses at once with a negative error and never calls `done`:
 * ERR_TOO_LARGE for the body, ERR_RANGE for any other value, ERR_BUSY where the room has a request
 * in flight, ERR_UNWRITABLE while the store is being freed. `done` may be NULL.
 */
int store_append(struct store *s, const struct store_entry *entry, store_done *done, void *arg);
/* No entry may follow `head`; CONFLICT where that is not the last one. `at`: any clock of yours. */
int store_seal(struct store *s, int64_t room, int64_t head, int64_t at, store_done *done,
               void *arg);
/* Removes the log and keeps the id from being used again; OK also when it was done before. */
int store_purge(struct store *s, int64_t room, store_done *done, void *arg);
/* The node (identity and incarnation in one number) lives for `ttl_ms` from now; 0 ends it. */
int store_session_beat(struct store *s, uint64_t node, int64_t ttl_ms, store_done *done, void *arg);
/* The same by a clock of yours, should the machine's be set while you run. */
int store_session_beat_at(struct store *s, uint64_t node, int64_t now, int64_t ttl_ms,
                          store_done *done, void *arg);

/* Commits, waits at most `ms` for answers that come from elsewhere; how many were answered. */
int store_pump(struct store *s, int ms);
/* Readable while pump() has something to do; -1 where a backend has to be pumped by the clock. */
int store_fd(const struct store *s);

/* Entries from `from` (at least 1) on, in order; none for a room that is not known. When the result
 * is not OK, forget what was shown before. */
enum store_result store_read(struct store *s, int64_t room, int64_t from, store_each_entry *each,
                             void *arg);
/* Every room that was not purged, by id: what has to be recovered at start. */
enum store_result store_rooms(struct store *s, store_each_room *each, void *arg);
enum store_result store_session_alive(struct store *s, uint64_t node, bool *alive);
/* When the node last beat, on the store's clock; 0 for one that is not known (any more: the next
 * beat of any node forgets those whose time is over). */
enum store_result store_session_seen(struct store *s, uint64_t node, int64_t *at);

/* Retention: queues a purge for at most `limit` rooms sealed before `before`; how many, in *queued.
 */
enum store_result store_retain(struct store *s, int64_t before, int limit, int *queued);

/* Why the last result was not OK, for the log of the one who runs the server; borrowed. */
const char *store_reason(const struct store *s);
const char *store_result_name(enum store_result result);
void store_free(struct store *s);

#endif
