/*
 * room - one table with the people around it: its log, its game, its clock, and what it has shown.
 *
 * There is one writer. A request is decided on the room as it is; what it changes is folded, sent
 * to the store as one entry directly after the last, and shown when the store has confirmed it.
 * Moves that come in the same turn of the loop, or wait when the store is ready again, share an
 * entry. While one is on its way everything else waits in the queue. If the store fails, the table
 * is held until it can again. If it refuses, the room is thrown away and loaded again: nobody has
 * seen what was lost (docs/decisions/0002, 0007, 0012).
 *
 * A room whose people have all gone keeps still: its clock stands, and it may be unloaded. What is
 * not in the log (who is connected) is not part of a room's truth. A room that cannot be read any
 * more (room_usable() is false) has no connections and lets nobody in: whoever runs it
 * frees it.
 *
 * A room is given what it needs as services (room/services.h); it knows no other room.
 */
#ifndef ROOM_ROOM_H
#define ROOM_ROOM_H

#include "room/conn.h"
#include "room/message.h"

/* An epoch is the count of a table's owners, and below that the number of the node. */
enum { EPOCH_NODE_BITS = 32 };

static inline uint64_t epoch_node(int64_t epoch)
{
    return (uint64_t)epoch & ((UINT64_C(1) << EPOCH_NODE_BITS) - 1);
}

/* A part of a log that was read before, for a room whose store is elsewhere; the body follows. */
struct fetched {
    struct fetched *next;
    struct store_entry entry;
};

struct outside; /* from where people have to knock */

/* With nothing in it: founded or loaded next. `door` is what services.schedule() is told; `outside`
 * what was known of its addresses when it was last in memory, which it takes over. */
struct room *room_new(struct services *s, int64_t id, void *door, struct outside *outside);
/* Gives back what is to be remembered of addresses; NULL: nothing. Freed with free(). */
struct outside *room_free(struct room *r);
/* A log that begins now. */
void room_found(struct room *r, const struct code *code, const struct key *founder,
                enum language language, struct str game);
/* Reads the log, of which entry `head` is known to exist, and rebuilds everything: at once where it
 * is short, else room_run() goes on with it. Where it cannot be used the reason is logged. A clock
 * that ran at the last entry ran on until `alive_until`, the wall time at which its owner was last
 * heard of; 0: it brings its clock with it. */
enum load { LOAD_DONE, LOAD_MORE, LOAD_BROKEN };
enum load room_load(struct room *r, int64_t head, int64_t alive_until);

/* The same for a table that no other node owns any more, from its entries, which it takes over.
 * When they are read it is this node's: the next entry says so, with the next epoch, and nobody
 * sees anything before that is stored. */
enum load room_claim(struct room *r, int64_t head, int64_t alive_until, struct fetched *entries);
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
/* The room itself is shown again, as soon as it can be: something has changed around it. */
void room_show_again(struct room *r);

/* ---- what whoever runs it may know of it ---- */

/* It was read, or is being read: people may come. */
bool room_usable(const struct room *r);
/* Somebody is there, or something is on its way to the store. */
bool room_busy(const struct room *r);
/* Nobody needs it in memory: everybody has gone for a while, or it is of no use any more. */
bool room_may_go(const struct room *r, int64_t now);
/* When it may at the earliest, once everybody has gone. */
int64_t room_unload_at(const struct room *r);
/* Its log is being read. */
bool room_loading(const struct room *r);
bool room_lost(const struct room *r);   /* another node may have the table */
bool room_handed(const struct room *r); /* it is about to be another's */
/* It is this node's, and can be handed to another. */
bool room_may_hand(const struct room *r);
int room_format(const struct room *r);   /* of its log */
int64_t room_head(const struct room *r); /* the last entry of its log; 0: none was stored yet */
int64_t room_bytes(const struct room *r);
bool room_over(const struct room *r);  /* the game on its table is */
bool room_waits(const struct room *r); /* for the store, and people were told */
/* Who is there; NULL: it is not read yet. */
const struct party *room_party(const struct room *r);
/* Its connections: the first; each has the next. */
struct conn *room_conns(const struct room *r);

/* Why the store lets tables wait; NULL: none does. Borrowed. */
const char *hold_reason(const struct services *s);
/* Packs the tables that were used longest ago, until so many are open. */
void idle_all_but(struct services *s, int most);

#endif
