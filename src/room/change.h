/*
 * change - one change of a room: who asked for it, the facts that it makes, the lines that tell
 * them, and what the table decided.
 *
 * Everything is folded when it is added and written down in the same order, so that reading the log
 * again makes the same room. A change that is refused, or not committed, must have folded nothing:
 * an order and an act decide first. Committing adds it to the entry that is being written, and
 * makes the frames that will be sent when the store has confirmed (docs/decisions/0012).
 *
 *     struct change *c = change_begin(room, STR("play"), conn, n);
 *     if (!change_act(c, seat, action, v))
 *         return room_refuse(room, conn, n, c->refusal);
 *     change_commit(c);
 *
 * Ownership: there is one change at a time, in the rooms' scratch memory. `what` and the author are
 * borrowed until the commit; the decision's texts are valid until the next begin.
 */
#ifndef ROOM_CHANGE_H
#define ROOM_CHANGE_H

#include "party/orders.h"
#include "rules/decision.h"

struct room;
struct conn;

struct change {
    struct room *room;
    struct str what;
    struct conn *author; /* NULL: the room itself */
    uint32_t n;          /* number of the author's request */
    bool move;           /* of a player: others may share its entry */

    struct decision *decision;
    bool acted;          /* the table did something: the decision tells what */
    bool fresh;          /* a new game, or none any more */
    int facts;           /* of the party, so far */
    bool dismisses;      /* a device is shown out once this is stored … */
    struct key dismiss;  /* … this one */
    struct buf snapshot; /* the party before all this, as lines; empty: none is due */
    struct buf lines;    /* facts, setups and records, in the order in which they happened */

    const struct refusal *refusal; /* of an order or an act */
    struct refusal order_refusal;  /* room for that of an order … */
    char number[24];               /* … and its argument */
    struct order order;
};

void change_init(struct change *c);
void change_fini(struct change *c);

/* Nothing so far. */
struct change *change_begin(struct room *r, struct str what, struct conn *author, uint32_t n);
/* What a guest asks of the room (party/orders.h), with all that follows at the table. False:
 * refused, see `refusal`. */
bool change_order(struct change *c, const json_t *with);
/* The table acts, for a seat or by itself. False: refused. */
bool change_act(struct change *c, int by, int action, const struct value *v);
/* A fact of the party. */
void change_fact(struct change *c, struct party_fact f);
/* The people go back to the lobby, if they are not there. */
void change_leave_game(struct change *c, enum game_end end);
/* The log goes on from here as if it began here: before anything else of the change. */
void change_snapshot(struct change *c);
void change_commit(struct change *c);

#endif
