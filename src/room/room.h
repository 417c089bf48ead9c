/*
 * room - one table with the people around it: its log, its game, its clock, and what it has shown.
 *
 * There is one writer. A request is decided on the room as it is; what it changes is folded, sent
 * to the store as one entry directly after the last, and shown when the store has confirmed it.
 * Moves that come in the same round of the loop, or wait when the store is ready again, share an
 * entry. While one is on its way everything else waits in the queue. If the store refuses, the room
 * is thrown away and loaded again: nobody has seen what was lost (docs/decisions/0002, 0007).
 *
 * A room whose people have all gone keeps still: its clock stands, and it may be unloaded. What is
 * not in the log (who is connected) is not part of a room's truth.
 *
 * Rooms belong to a house (room/house.h), which owns everything they share.
 */
#ifndef ROOM_ROOM_H
#define ROOM_ROOM_H

#include "room/house.h"
#include "room/message.h"
#include "room/orders.h"
#include "room/shown.h"
#include "rules/clock.h"

/* One connection of a guest. */
struct conn {
    void *line; /* of the network */
    struct house *house;
    struct room *room; /* NULL before hello */
    struct conn *next; /* in the room */
    struct key key;
    uint16_t guest, told; /* its number, and the one it was told last */
    bool screen;
    bool waiting;   /* its hello is in the queue */
    seat_set seats; /* whose views were in the last frame; 0: an onlooker's */
    uint64_t address;
};

/* A request that came while the room was writing. */
struct waiting {
    struct waiting *next;
    struct conn *conn;
    struct message message;
};

/* An entry gathers moves until the round of the loop is over; then it is the store's. */
enum writing { WRITES_NOTHING, GATHERS, STORES };

struct zeros;
struct door; /* room/inside.h */
struct bot_plan;
struct rulings_held;

struct room {
    struct house *house;
    struct door *door;
    int64_t id;
    int64_t head; /* last entry of the log */
    struct party party;
    struct match match;         /* match.table is NULL in the lobby, and while it is asleep */
    struct zeros *asleep;       /* the table, packed (nap.c) */
    struct room *newer, *older; /* among those awake */
    bool awake;
    struct shelf shelf;
    struct rulings *rulings;   /* what this group has decided about words; NULL: nothing yet */
    struct rulings_held *held; /* the same for bots; NULL: none has asked since it changed */
    struct table_clock clock;
    int64_t began; /* entry the game began in, for its history */

    struct conn *conns;
    struct waiting *queue, **queue_end;
    int queued;

    bool loaded;
    bool stale;     /* the room itself has to be shown again */
    bool more_fits; /* while it gathers: further moves may join */
    enum writing writing;
    uint16_t dismiss; /* guest that is shown out once it is written, or NO_GUEST */
    struct buf entry; /* what is being written, … */
    uint64_t op;      /* … and its name, should the store ask again */
    struct volley *volley, *last_volley; /* what will be sent when it is stored, in this order */
    struct shown shown;

    int64_t due;       /* wall time at which room_run() has something to do */
    int place;         /* in the house's heap */
    int64_t host_gone; /* since when the host has had no connection; 0: here */
    int64_t opened;    /* wall time it was loaded */
    int64_t empty_since;
    int64_t leave_at[SEATS_MAX]; /* when an absent person counts as away; 0: not absent */
    struct bot_plan *plan[SEATS_MAX];
};

/* Reads the log and rebuilds everything. False where it cannot be used: the reason is logged. */
bool room_load(struct room *r);
/* Frees what room_load() made; connections must be gone. */
void room_unload(struct room *r);

/* A request of a connection whose room this is; hello included. */
void room_hear(struct room *r, struct conn *c, struct str text);
void room_left(struct room *r, struct conn *c);
/* Does what is due: queued requests, people who came or went, the table's clock, bots. */
void room_run(struct room *r);

/* ---- for the files of this module ---- */

/* One change, folded already: the house's list of facts of the party, its lines of the game's log,
 * and the decision whose facts are shown. */
struct deed {
    struct str what;
    struct conn *author; /* NULL: the room itself */
    uint32_t n;
    const struct decision *decision; /* NULL: the table did nothing */
    bool fresh;                      /* a new game, or none any more */
    bool move;                       /* of a player: others may share its entry */
};
/* Begins a deed: no facts, no lines. */
void room_begin(struct room *r);
/* Folds a fact of the party and adds it. */
void room_fact(struct room *r, const struct party_fact *f);
/* Adds the line of what the house's decision did at the table, and what it drew. */
void room_record(struct room *r, const char *action);
void room_write(struct room *r, const struct deed *deed);
/* Hands what has gathered to the store, if anything has. */
void room_store(struct room *r);
/* Whether a move that is made now shares the entry of those before it. */
bool room_gathers(const struct room *r);
/* Sends an answer to a request; `text` as for conn_send(). Behind moves that are not stored yet it
 * waits for them: it may speak of them. */
void room_answer(struct room *r, struct conn *c, uint32_t n, struct buf *text);
/* The clock runs while somebody is there, the game goes on and is not paused. */
void room_set_clock(struct room *r);

int64_t room_now(const struct room *r);
/* Remembers what the group has ruled about words, for this game and those to come. */
void room_note_rulings(struct room *r, const struct fact *f, int n);
const struct lexicon *room_lexicon(const struct room *r);
bool room_guest_here(const struct room *r, uint16_t guest);
bool room_anyone(const struct room *r); /* a person with a player has a connection */
bool room_over(const struct room *r);
/* The table as an order or a room acts on it. True: folded, d has the facts. */
bool room_table_act(struct room *r, int by, int action, const struct value *v);
/* A new game as the lobby has it; its first lines are added. */
void room_new_game(struct room *r);
void room_no_game(struct room *r);
/* The decks with what the room has seen of them. */
void room_shelve(struct room *r);
/* A request that has to wait until the room has written; takes the message over. False, and
 * nothing taken, where too many wait. */
bool room_wait(struct room *r, struct conn *c, struct message *m);
void room_refuse(struct room *r, struct conn *c, uint32_t n, const struct refusal *refusal);

#endif
