/*
 * services - what a room is given by whoever runs it: the store, the network, words, the time, and
 * memory that all rooms share.
 *
 * A room knows nothing else of the process. Everything here is borrowed and outlives the rooms.
 */
#ifndef ROOM_SERVICES_H
#define ROOM_SERVICES_H

#include "base/pace.h"
#include "party/filter.h"
#include "rules/lexicon.h"
#include "rules/mind.h"
#include "store/store.h"

struct conn;
struct room;
struct scratch;
struct think;

/* Spare bytes before a frame. First what is a connection's own is written there (room/conn.h); the
 * network writes its head before that. */
enum { NETWORK_HEAD = 32, FRAME_HEAD = 64 + NETWORK_HEAD };

/* How frames leave. */
struct socket_ops {
    /* NETWORK_HEAD bytes before `at` may be written over. */
    void (*send)(void *socket, char *at, size_t len);
    void (*hang_up)(void *socket, int code, const char *reason);
};

struct counts {
    int64_t rooms, loaded, connections, games, moves, refusals, records, frames, bytes_out,
        bad_messages, thoughts, bots_refused, store_failures, unreadable, wrong_codes,
        guesses_refused, swept;
    int64_t claimed, handed, lost;   /* tables taken from, given to and left to other nodes */
    int64_t relayed_out, relayed_in; /* connections passed on to, and by, other nodes */
    int64_t most_reads;              /* records of logs read in one turn, at most */
    int64_t most_shows;              /* frames sent in one turn to those who look on, at most */
    int64_t writing;                 /* rooms that wait for the store … */
    int64_t waiting; /* … and those of them that have for so long that people were told */
};

/* A room's log ends politely: no game begins in a log that is full, and one that goes on for too
 * long is ended. 0: the limits of writer.c. Tests set less. */
struct log_limits {
    int64_t game_entries, game_bytes, room_entries, room_bytes;
};

/* What a turn of the loop does for those who can wait: loading a room, telling a history, showing
 * the table to onlookers. All rooms share it, so that none of it keeps a table waiting. A record is
 * read in a few hundredths of a millisecond, a frame is sent in less than one. */
enum { READS_A_TURN = 48, SHOWS_A_TURN = 64 };
/* What is asked of the store is read when it answers, and all of it may answer in one turn: so few
 * questions are under way at a time. Each reads about so many records. */
enum { READS_A_QUESTION = 16, QUESTION_LATER = 10 /* ms */ };

struct services {
    struct store *store;
    const struct socket_ops *socket;
    const struct lexicon *lexicon;
    const struct mind *mind;     /* NULL: none */
    const struct filter *filter; /* NULL: none */
    unsigned words;              /* 1 << LANG_EN …: languages the lexicon has words of */
    /* Milliseconds of a clock that nobody sets: what tables, waits and limits run on. */
    int64_t (*now)(void);
    int64_t ahead;          /* what it lacks to milliseconds since 1970: services_wall() */
    const char *public_url; /* NULL: none */
    int onlookers;          /* in a room at one time */
    int guest_changes;      /* of one guest in a minute, after as many at once; 0: 60 */
    int bot_hurry;          /* percent of its time that a bot spares */
    int64_t opening;        /* ms of a game's explanation; 0: games begin at once, without 3-2-1 */
    bool quiet;             /* log nothing */
    bool terse;             /* log errors, no warnings */
    struct log_limits limits;
    int64_t day; /* that the store has seen, counted: told in logs */
    bool ended;  /* the store's answers are not heard any more */
    bool silent; /* tables wait for a store that has not answered */

    /* Which node this is; with the count of a table's owners it makes the epoch of entries. */
    uint64_t node;
    bool shared; /* there are other nodes: a log that was refused is another's now */
    /* A connection whose room is lost says its hello again; NULL: there is one node. */
    void (*seek)(void *house, struct conn *c);

    uint64_t op; /* names writes; begins at random */
    struct think *think;
    struct scratch *scratch;
    struct counts counts;
    struct room *newest, *oldest; /* rooms whose tables lie open, by when they were last used … */
    int awake;                    /* … and how many */
    int running;                  /* rooms whose tables' clocks run */
    int reads, shows;             /* in this turn, so far */
    int questions;                /* that the store has not answered */
    int makers;                   /* of keepsakes, at work (keeping.c) */
    int64_t drafts;               /* bytes of decks that are being written (drafts.c) */
    struct pace checks;           /* of them, at all tables (manners.c) */

    /* When room_run() has something to do for the room of this door; 0: at once. */
    void (*schedule)(void *house, void *door, int64_t due);
    /* A television that shows this code becomes the room's table screen: request_told() follows,
     * now or later. */
    void (*lend_tv)(void *house, struct room *r, struct conn *asks, struct str code, int64_t tag);
    /* Whether somebody from there may guess a password, and that it was wrong. */
    bool (*may_guess)(void *house, uint64_t address);
    void (*missed)(void *house, uint64_t address);
    void *house;
};

/* Milliseconds since 1970, for the log and for what a restart reckons from it. While the clock of
 * any table runs it goes on evenly, also where the clock of the machine is set. */
static inline int64_t services_wall(const struct services *s)
{
    return s->now() + s->ahead;
}

/* The next turn of the loop begins. */
static inline void services_turn(struct services *s)
{
    s->reads = s->shows = 0;
}

/* So many records were read, or frames shown. */
static inline void services_read(struct services *s, int n)
{
    s->reads += n;
    if (s->reads > s->counts.most_reads)
        s->counts.most_reads = s->reads;
}

/* Whether another question can be asked without a turn that reads too much. */
static inline bool services_may_ask(const struct services *s)
{
    return s->reads + (s->questions + 1) * READS_A_QUESTION <= READS_A_TURN;
}

static inline void services_show(struct services *s, int n)
{
    s->shows += n;
    if (s->shows > s->counts.most_shows)
        s->counts.most_shows = s->shows;
}

#endif
