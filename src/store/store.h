/*
 * store - the durable log of tables: what a room has been told is stored survives a crash.
 *
 * A room's log is entries 1, 2, 3 … without a gap. Rooms know only this page; which backend holds
 * the log is decided by who opens it (store/backends.h). The backends promise:
 *
 *   G1  (room, seq) exists at most once, and a log is dense from 1.
 *   G2  An append succeeds only directly after the predecessor it names (`prev`), and never with a
 *       lower epoch: a writer that has been replaced cannot write, nor one that has read an entry
 *       which did not survive.
 *   G3  After OK every later read shows the entry, also after a crash or a power cut.
 *   G4  After CONFLICT, UNAVAILABLE, GONE or CORRUPT this call has written nothing.
 *   G5  After UNKNOWN the answer got lost. Hold the room and repeat the same request with the same
 *       bytes: OK if the first try is stored or the repeat is now, else CONFLICT. Only OK, CONFLICT
 *       and GONE settle it; UNAVAILABLE leaves it open. An OK may be repeated just as well.
 *   G6  A code and a founder belong to one room at most, and a document is replaced only by one who
 *       names the one that is there.
 *
 * Writes are queued, at most one in flight for a room. pump() has everything queued committed, of
 * all rooms, in one transaction, and runs the callbacks of what is done, each exactly once and
 * never outside pump() or store_free(). Questions (fetch, ends, find, sessions, docs) are queued
 * and answered in the same way; where the log is elsewhere they take a while, so pump once after
 * each round in which something was asked, and then whenever store_fd() says so. A callback may
 * read and queue, also for its own room; it may not pump or free. One thread uses a store.
 *
 * store_read(), store_rooms() and store_session_seen() answer at once, and where the log is
 * elsewhere they wait for it: they are for tools and for the start. No read sees what pump() was
 * not yet told to commit.
 *
 * Ownership: the store copies what it is given, so a body may go when append() returns (but keep it
 * for G5). What `each` is shown is borrowed until it returns, and `each` may not call the store.
 * store_free() first answers what is still queued with UNAVAILABLE; free accepts NULL.
 *
 *     struct store_entry e = {.room = id, .seq = head + 1, .epoch = 1, .op = op, .body = record};
 *     if (store_append(s, &e, stored, room) < 0)
 *         ...                                  // our own bug, or a record that is too large
 *     store_pump(s, 0);                        // when store_fd(s) is readable: stored(room, OK)
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/str.h"

struct store;

enum { STORE_BODY_MAX = 1 << 20 };

#define STORE_RESULTS(X)                                                        \
    X(STORE_OK, "ok")                   /* stored, and stays */                 \
    X(STORE_CONFLICT, "conflict")       /* another entry is there */            \
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
    uint64_t prev;   /* op of entry seq - 1; 0 for the first. Reads do not show it */
    uint64_t op;     /* names this attempt to write; a repeat has the same, another writer's not */
    struct str body; /* at most STORE_BODY_MAX bytes, any bytes */
};

enum { STORE_CODE_MAX = 15, STORE_NAME_MAX = 64, STORE_KEY_MAX = 200 };

/* What a room is found by, in ASCII; empty: nothing. Free again once the room is purged. */
struct store_names {
    struct str code;    /* at most STORE_CODE_MAX bytes */
    struct str founder; /* who asked for it, at most STORE_NAME_MAX: asking twice makes one room */
};

struct store_room {
    int64_t room;
    int64_t head; /* the last sequence number; 0: the log is lost, and read() is CORRUPT */
    char code[STORE_CODE_MAX + 1]; /* empty: none */
};

/* A node that is, or was lately, there. */
struct store_session {
    uint64_t node; /* identity and incarnation in one number */
    int64_t beat;  /* when it was heard of, by its own clock; in a beat 0: the store's */
    int64_t ttl;   /* for how long that holds, in milliseconds; 0 ends the session */
    int64_t
        age; /* in a list: how long ago it was heard of, by the store alone; 0: it does not tell */
    int64_t format;     /* of the logs it writes */
    struct str address; /* where other nodes reach it, at most STORE_NAME_MAX bytes */
    struct str version; /* of its program, at most STORE_NAME_MAX bytes */
};

/* Something that is kept and is no table. What the keys mean is for those who use them. */
struct store_doc {
    struct str key;  /* 1 to STORE_KEY_MAX bytes, without zeros */
    uint64_t prev;   /* op of the document it replaces; 0: there is none. Reads do not show it */
    uint64_t op;     /* names this version, not 0: drawn at random like that of an entry */
    int64_t until;   /* store_doc_sweep() may remove it after this time of yours; 0: never */
    struct str body; /* at most STORE_BODY_MAX bytes */
};

typedef void store_done(void *arg, enum store_result result);
/* `room` is NULL where there is none, and where the result is not OK. */
typedef void store_finding(void *arg, enum store_result result, const struct store_room *room);
/* Each returns false when it has seen enough. */
typedef bool store_each_entry(void *arg, const struct store_entry *entry);
typedef bool store_each_room(void *arg, const struct store_room *room);
typedef bool store_each_session(void *arg, const struct store_session *session);
typedef bool store_each_doc(void *arg, const struct store_doc *doc);

/*
 * Each queues and returns 0, or refuses at once with a negative error and never calls `done`:
 * ERR_TOO_LARGE for the body, ERR_RANGE for any other value, ERR_BUSY where the room has a request
 * in flight, ERR_UNWRITABLE while the store is being freed. `done` may be NULL.
 */
int store_append(struct store *s, const struct store_entry *entry, store_done *done, void *arg);
/* The first entry of a room that is to be found by these names. CONFLICT also where one of them is
 * another room's: look for that of the founder, else draw another code. */
int store_found(struct store *s, const struct store_entry *entry, const struct store_names *names,
                store_done *done, void *arg);
/* Names for a room that has none, from before there were any; OK where it has the same already. */
int store_name(struct store *s, int64_t room, const struct store_names *names, store_done *done,
               void *arg);
/* Removes the log and keeps the id from being used again; OK also when it was done before. CONFLICT
 * where `head` is not the last entry any more: somebody came. 0: whatever the last one is. */
int store_purge(struct store *s, int64_t room, int64_t head, store_done *done, void *arg);
/* The node lives on, or ends. */
int store_session_beat(struct store *s, const struct store_session *session, store_done *done,
                       void *arg);

/* Replaces the document that `prev` names, or makes one; CONFLICT where another is there, or none.
 * Repeating it with the same op is OK, as with entries. */
int store_doc_put(struct store *s, const struct store_doc *doc, store_done *done, void *arg);
/* Removes the document whose op this is; OK also where there is none, CONFLICT where another is. */
int store_doc_remove(struct store *s, struct str key, uint64_t op, store_done *done, void *arg);
/* Removes at most `limit` documents whose `until` lies before a time. */
int store_doc_sweep(struct store *s, int64_t before, int limit, store_done *done, void *arg);

/* ---- questions: `each` and `done` are called by pump() ---- */

/* Entries from `from` on, as store_read() shows them, until there are `bytes` of them (0: all; one
 * at least, so that one may go on after the last). When the result is not OK, forget them. */
int store_fetch(struct store *s, int64_t room, int64_t from, int64_t bytes, store_each_entry *each,
                store_done *done, void *arg);
/* The last entry of each of the next `limit` rooms beyond `room` (0: from the first), by id: for
 * whoever removes what nobody uses. Where none is shown there are no more. */
int store_ends(struct store *s, int64_t room, int limit, store_each_entry *each, store_done *done,
               void *arg);
/* The room of a code, or of a founder where the code is left empty. */
int store_find(struct store *s, const struct store_names *names, store_finding *found, void *arg);
/* Every node that was heard of and has not ended its session, alive or not. */
int store_sessions(struct store *s, store_each_session *each, store_done *done, void *arg);
/* One document; `each` is called once or not at all. */
int store_doc(struct store *s, struct str key, store_each_doc *each, store_done *done, void *arg);
/* At most `limit` documents whose key begins so, by key, in the order of bytes. */
int store_docs(struct store *s, struct str prefix, int limit, store_each_doc *each,
               store_done *done, void *arg);
/* The same without their bodies, which nobody reads: what is there, and which. */
int store_doc_keys(struct store *s, struct str prefix, int limit, store_each_doc *each,
                   store_done *done, void *arg);

/* Commits, waits at most `ms` for answers that come from elsewhere; how many were answered. */
int store_pump(struct store *s, int ms);
/* What is asked from now on does not make store_fd() readable: the caller pumps before it waits,
 * and until a pump has answered nothing. */
void store_will_pump(struct store *s);
/* Readable while pump() has something to do; -1 where a backend has to be pumped by the clock. */
int store_fd(const struct store *s);

/* Entries from `from` (at least 1) on, in order; none for a room that is not known. When the result
 * is not OK, forget what was shown before. */
enum store_result store_read(struct store *s, int64_t room, int64_t from, store_each_entry *each,
                             void *arg);
/* Every room that was not purged, by id. */
enum store_result store_rooms(struct store *s, store_each_room *each, void *arg);
/* When the node last beat, on the clock of its beats; 0 for one that is not known (any more: the
 * next beat of any node forgets those whose time is over). */
enum store_result store_session_seen(struct store *s, uint64_t node, int64_t *at);

/* Why the last result was not OK, for the log of the one who runs the server; borrowed. */
const char *store_reason(const struct store *s);
const char *store_result_name(enum store_result result);
void store_free(struct store *s);

#endif
