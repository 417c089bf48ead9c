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

enum store_kind {
    STORE_APPEND,
    STORE_PURGE,
    STORE_NAME,
    STORE_BEAT,
    STORE_DOC_PUT,
    STORE_DOC_REMOVE,
    STORE_DOC_SWEEP,
    /* questions */
    STORE_FETCH,
    STORE_ENDS,
    STORE_FIND,
    STORE_SESSIONS,
    STORE_DOCS,
};

struct store_request {
    enum store_kind kind;
    enum store_result result; /* filled in by the backend */
    struct store_entry entry; /* append; the room of others; purge: seq is the head; fetch: seq is
                                 where it begins */
    union {
        struct store_names names;     /* append, name, find */
        struct store_session session; /* beat */
        struct store_doc doc;         /* put, remove (prev is what goes), docs (key) */
    };
    int64_t at;    /* sweep: before when; fetch: bytes */
    int64_t limit; /* sweep, docs, ends: how many; docs: 0 for the one that has this key, and below
                      it for so many without bodies */
    union {
        store_each_entry *each_entry;
        store_each_session *each_session;
        store_each_doc *each_doc;
        store_finding *found;
    };
    store_done *done;
    void *arg;
};

static inline bool store_is_question(enum store_kind kind)
{
    return kind >= STORE_FETCH;
}

/* At most one of these is in flight for a room. */
static inline bool store_holds_room(enum store_kind kind)
{
    return kind <= STORE_NAME;
}

struct store_ops {
    const char *name;
    bool asks; /* takes questions by submit(), for they take a while; else they are answered by what
                  reads at once */
    int (*submit)(struct store *s, const struct store_request *request); /* copies it */
    int (*pump)(struct store *s, int ms);
    int (*fd)(const struct store *s);
    /* What reads at once. */
    enum store_result (*read)(struct store *s, int64_t room, int64_t from, store_each_entry *each,
                              void *arg);
    enum store_result (*rooms)(struct store *s, store_each_room *each, void *arg);
    /* room->room is 0 where there is none. */
    enum store_result (*find)(struct store *s, const struct store_names *names,
                              struct store_room *room);
    enum store_result (*sessions)(struct store *s, store_each_session *each, void *arg);
    enum store_result (*docs)(struct store *s, struct str key, int64_t limit, store_each_doc *each,
                              void *arg);
    void (*free)(struct store *s); /* answers what is queued, then frees all of it */
};

struct queue;

struct store {
    const struct store_ops *ops;
    struct buf reason;
    int64_t (*clock)(void); /* milliseconds, for sessions; tests turn it themselves */
    struct queue *asked;    /* questions that are answered at the next pump */
    bool pumping, reading, closing;
    bool will_pump; /* whoever asks: nobody has to be woken for it */
};

/* Answers STORE_ENDS by what reads at once (ends.c). */
enum store_result store_answer_ends(struct store *s, struct store_request *request);
/* Sets up the common part; store_fini() frees it. */
void store_init(struct store *s, const struct store_ops *ops);
void store_fini(struct store *s);
/* Remembers why, and returns the result. */
enum store_result store_because(struct store *s, enum store_result result, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool store_same(const struct store_entry *a, const struct store_entry *b);
/* CRC-32 over everything that an entry or a document says. */
uint32_t store_entry_sum(const struct store_entry *e);
uint32_t store_doc_sum(const struct store_doc *doc);
/* Whether a document begins so; with `limit` 0 whether it has this key. */
bool store_doc_fits(struct str key, struct str wanted, int64_t limit);
/* A session of `ttl` that was renewed at `beat`: a clock that was set back does not prolong it. */
bool store_session_fresh(int64_t now, int64_t beat, int64_t ttl);

#endif
