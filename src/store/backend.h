/*
 * backend - what a backend of the store implements; for the files of src/store and test doubles.
 *
 * A backend embeds `struct store` as its first member. store.c checks every argument and that the
 * store is not called where it must not be, so that backends only do the work. Requests that a
 * backend does not pass on at once wait in a `struct queue` (store/queue.h).
 */
#ifndef STORE_BACKEND_H
#define STORE_BACKEND_H

#include "base/buf.h"
#include "store/store.h"

enum store_kind { STORE_APPEND, STORE_SEAL, STORE_PURGE, STORE_BEAT };

struct store_request {
    enum store_kind kind;
    enum store_result result; /* filled in by the backend */
    struct store_entry entry; /* seal: seq is the head; beat: op is the node, seq its time */
    int64_t at;               /* seal: when; beat: how long */
    store_done *done;
    void *arg;
};

struct store_ops {
    const char *name;
    int (*submit)(struct store *s, const struct store_request *request); /* copies it */
    int (*pump)(struct store *s, int ms);
    int (*fd)(const struct store *s);
    enum store_result (*read)(struct store *s, int64_t room, int64_t from, store_each_entry *each,
                              void *arg);
    enum store_result (*rooms)(struct store *s, store_each_room *each, void *arg);
    /* When a node was last heard of and for how long that holds; 0 and 0: never. */
    enum store_result (*session)(struct store *s, uint64_t node, int64_t *beat, int64_t *ttl);
    void (*free)(struct store *s); /* answers what is queued, then frees all of it */
};

struct store {
    const struct store_ops *ops;
    struct buf reason;
    int64_t (*clock)(void); /* milliseconds, for sessions; tests turn it themselves */
    bool pumping, reading, closing;
};

/* Sets up the common part; store_fini() frees it. */
void store_init(struct store *s, const struct store_ops *ops);
void store_fini(struct store *s);
/* Remembers why, and returns the result. */
enum store_result store_because(struct store *s, enum store_result result, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool store_same(const struct store_entry *a, const struct store_entry *b);
/* A session of `ttl` that was renewed at `beat`: a clock that was set back does not prolong it. */
bool store_session_fresh(int64_t now, int64_t beat, int64_t ttl);

#endif
