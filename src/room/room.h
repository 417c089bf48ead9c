/*
 * room - one table with the people around it: its log, its game, its clock, and what it has shown.
 *
 * There is one writer. A request is decided on the room as it is; what it changes is folded, sent
 * to the store as one entry directly after the last, and shown when the store has confirmed it.
 * Moves that come in the same round of the loop, or wait when the store is ready again, share an
 * entry. While one is on its way everything else waits in the queue. If the store fails, the table
 * is held until it can again. If it refuses, the room is thrown away and loaded again: nobody has
 * seen what was lost (docs/decisions/0002, 0007, 0012).
 *
 * A room whose people have all gone keeps still: its clock stands, and it may be unloaded. What is
 * not in the log (who is connected) is not part of a room's truth. A room that cannot be read any
 * more (`loaded` is false, and no `load`) has no connections and lets nobody in: whoever runs it
 * frees it.
 *
 * A room is given what it needs as services (room/services.h); it knows no other room.
 */
#ifndef ROOM_ROOM_H
#define ROOM_ROOM_H

#include "room/conn.h"
#include "room/frames.h"
#include "room/message.h"
#include "rules/clock.h"
#include "rules/match.h"

/* A request that came while the room was writing. */
struct waiting {
    struct waiting *next;
    struct conn *conn;
    struct message message;
};

/* An entry gathers moves until the round of the loop is over; then it is the store's. */
enum writing { WRITES_NOTHING, GATHERS, STORES };

/* An epoch is the count of a table's owners, and below that the number of the node. */
enum { EPOCH_NODE_BITS = 32 };

/* A part of a log that was read before, for a room whose store is elsewhere; the body follows. */
struct fetched {
    struct fetched *next;
    struct store_entry entry;
};

struct zeros;
struct bot_plan;
struct mailbox;
struct rulings;
struct rulings_held;
struct stock;
struct loading;
struct manners;
struct outside;
struct keeping;
struct kept_ask;

struct room {
    struct services *services;
    void *door; /* the house's */
    int64_t id;
    int64_t head;       /* last entry of the log, … */
    int64_t epoch;      /* of its owner: see room_claim() */
    uint64_t head_op;   /* … and its name in the store: the next one names it */
    int64_t base;       /* the entry that it is loaded from: the last snapshot, or the first */
    int64_t bytes;      /* of the log, all of it … */
    int64_t base_bytes; /* … and of what lies before the base */
    struct party party;
    struct match match;         /* match.table is NULL in the lobby, and while it is packed */
    struct zeros *packed;       /* the table, while the room is idle (idle.c) */
    struct room *newer, *older; /* among those awake */
    bool awake;
    struct stock *stock;       /* what the game is dealt from; NULL: there is none … */
    struct shelf shelf;        /* … with what was seen of it */
    struct rulings *rulings;   /* what this group has decided about words; NULL: nothing yet */
    struct rulings_held *held; /* the same for bots; NULL: none has asked since it changed */
    struct table_clock clock;
    int64_t
        opening;   /* the game begins at 0 on its clock, after so many ms (opening.c); 0: it has */
    int64_t began; /* entry the game began in, for its history */

    struct keeping *keeping;    /* what stays of the last game; NULL: none has ended */
    struct kept_ask *kept_asks; /* of people, that the store has yet to answer */
    struct manners *manners;    /* how often its guests changed it; NULL: nobody has */
    struct outside *outside;    /* from where people have to knock; NULL: from nowhere */
    int64_t last_visitor;       /* numbers those who come */
    struct conn *conns;
    struct waiting *queue, **queue_end;
    int queued;

    bool loaded;
    struct loading *load;    /* its log is being read; NULL: it was, or cannot be */
    struct fetched *fetched; /* what it is read from; NULL: the store */
    bool claims;             /* once it is read this node owns it: see room_claim() */
    int format;              /* of its log, as its base tells */
    bool outdated;           /* that is the first one: renewed before anything else */
    bool stale;              /* the room itself has to be shown again */
    bool may_join;           /* while it gathers: further moves may share the entry */
    enum writing writing;
    struct key founder; /* who asked for the room; counts until its first entry is stored */
    bool dismisses;     /* a device is shown out once it is written, … */
    struct key dismiss; /* … this one */
    struct buf entry;   /* what is being written, … */
    uint64_t op;        /* … and its name, should the store be asked again */
    int64_t wrote_at;   /* when its last change was made, and that of entry `head` (0: elsewhere) */
    int64_t head_at;
    int64_t asked_at; /* when the store was given it, … */
    int64_t retry_at; /* … when it is asked again; INT64_MAX: its answer is awaited */
    int failures;     /* how often it could not */
    bool lost;        /* another node may have the table: nothing is shown any more */
    uint64_t heir; /* the node that it is handed to as soon as nothing else is written; 0: none */
    bool handed;   /* the entry that says so is on its way */
    bool waits;    /* people were told that the table waits */
    struct broadcast *broadcast, *last_broadcast; /* sent when it is stored, in this order */
    struct show *shows, *last_show;               /* for onlookers who are sent it later */
    int shows_kept;
    struct frames frames;

    int64_t due;             /* when room_run() has something to do */
    int place;               /* among all rooms by when they are due; the house's */
    int64_t host_away_since; /* since when the host has had no connection; 0: here */
    int64_t opened;          /* when it was loaded */
    int64_t empty_since;
    int64_t leave_at[SEATS_MAX]; /* when an absent person counts as away; 0: not absent */
    struct bot_plan *plan[SEATS_MAX];
    int64_t alone_since; /* table time since when it waits for bots alone; INT64_MAX: it does not */
    struct mailbox *mailbox; /* where thoughts of bots arrive; NULL: none was asked for */
};

/* With nothing in it: founded or loaded next. */
struct room *room_new(struct services *s, int64_t id);
void room_free(struct room *r);
/* A log that begins now. */
void room_found(struct room *r, const struct code *code, const struct key *founder,
                enum language language, struct str game);
/* Reads the log, of which entry `head` is known to exist, and rebuilds everything: at once where it
 * is short, else room_run() goes on with it. Where it cannot be used the reason is logged. */
enum load { LOAD_DONE, LOAD_MORE, LOAD_BROKEN };
enum load room_load(struct room *r, int64_t head);

/* The same for a table that no other node owns any more, from its entries, which it takes over.
 * When they are read it is this node's: the next entry says so, with the next epoch, and nobody
 * sees anything before that is stored. */
enum load room_claim(struct room *r, int64_t head, struct fetched *entries);
void fetched_free(struct fetched *entries);
/* The table may be another's: everybody is sent to look for it again, and the room goes as soon as
 * nothing of it is on its way to the store. */
void room_lose(struct room *r);

/* Hands the table to another node: its last entry here says whose it is, with the clock as it is
 * then, and once that is stored everybody is sent there. */
void room_hand(struct room *r, uint64_t heir);

/* Somebody has said hello, with the message that says so. */
void room_join(struct room *r, struct conn *c, struct message *m);
/* A request of a connection whose room this is. */
void room_hear(struct room *r, struct conn *c, struct str text);
void room_left(struct room *r, struct conn *c);
/* Does what is due: queued requests, people who came or went, the table's clock, bots. */
void room_run(struct room *r);
/* Takes what bots have thought of, for whichever room. */
void bots_take(struct services *s);
/* Answers a question by its tag: it is done, or `wrong` is why it cannot be. */
void request_told(struct conn *c, int64_t tag, const char *wrong);
/* To somebody whose table is not there yet. */
void room_tell_waits(struct conn *c, bool waits);
/* Why the store lets tables wait; NULL: none does. Borrowed. */
const char *hold_reason(const struct services *s);
/* Packs the tables that were used longest ago, until so many are open. */
void idle_all_but(struct services *s, int most);

#endif
