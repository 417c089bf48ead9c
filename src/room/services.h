/*
 * services - what a room is given by whoever runs it: the store, the network, words, the time, and
 * memory that all rooms share.
 *
 * A room knows nothing else of the process. Everything here is borrowed and outlives the rooms.
 */
#ifndef ROOM_SERVICES_H
#define ROOM_SERVICES_H

#include "rules/lexicon.h"
#include "rules/mind.h"
#include "store/store.h"

struct room;
struct scratch;
struct think;

/* Bytes before a frame that whoever sends it may write over: 32 of them. */
enum { FRAME_HEAD = 96 };

/* How frames leave. */
struct socket_ops {
    /* At least 32 bytes before `at` may be written over. */
    void (*send)(void *socket, char *at, size_t len);
    void (*hang_up)(void *socket, int code, const char *reason);
};

struct counts {
    int64_t rooms, loaded, connections, games, moves, refusals, records, frames, bytes_out,
        bad_messages, thoughts, bots_refused, store_failures, unreadable, wrong_codes,
        guesses_refused;
    int64_t writing; /* rooms that wait for the store … */
    int64_t waiting; /* … and those of them that have for so long that people were told */
};

/* A room's log ends politely: no game begins in a log that is full, and one that goes on for too
 * long is ended. 0: as it is meant to be. Tests set less. */
struct log_limits {
    int64_t game_entries, game_bytes, room_entries, room_bytes;
};

struct services {
    struct store *store;
    const struct socket_ops *socket;
    const struct lexicon *lexicon;
    const struct mind *mind; /* NULL: none */
    /* Milliseconds of a clock that nobody sets: what tables, waits and limits run on. */
    int64_t (*now)(void);
    int64_t ahead;          /* what it lacks to milliseconds since 1970: services_wall() */
    const char *public_url; /* NULL: none */
    int bot_hurry;          /* percent of its time that a bot spares */
    bool quiet;             /* log nothing */
    bool terse;             /* log errors, no warnings */
    struct log_limits limits;
    int64_t alive_until; /* wall time at which the process before this one was last seen */
    bool ended;          /* the store's answers are not heard any more */
    bool silent;         /* tables wait for a store that has not answered */

    /* Which node this is; with the count of a table's owners it makes the epoch of entries. */
    uint64_t node;
    bool shared; /* there are other nodes: a log that was refused is another's now */
    /* What a room is loaded from where the store is elsewhere; NULL: the store answers at once. */
    enum store_result (*read)(void *house, int64_t room, int64_t from, store_each_entry *each,
                              void *arg);

    uint64_t op; /* names writes; begins at random */
    struct think *think;
    struct scratch *scratch;
    struct counts counts;
    struct room *newest, *oldest; /* rooms whose tables lie open, by when they were last used … */
    int awake;                    /* … and how many */
    int running;                  /* rooms whose tables' clocks run */

    /* The time at which a room has something to do has changed. */
    void (*schedule)(void *house, struct room *r);
    void *house;
};

/* Milliseconds since 1970. While the clock of any table runs this goes on evenly, also where the
 * clock of the machine is set: the log and a restart reckon with it. */
static inline int64_t services_wall(const struct services *s)
{
    return s->now() + s->ahead;
}

#endif
