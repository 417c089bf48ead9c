/*
 * volley - what one change sends: a frame for each distinct set of seats that a guest has.
 *
 * It is made from the folded room before the store has confirmed (room/shown.h), held back in the
 * room's list, and sent in its order or lost with all the others. An answer to one connection that
 * has to wait its turn behind changes is a volley too, with a single reader.
 *
 * Ownership: who takes a volley gives it back with volley_free(); the room's list owns what is in
 * it.
 */
#ifndef ROOM_VOLLEY_H
#define ROOM_VOLLEY_H

#include "base/buf.h"
#include "rules/seats.h"

enum { ONLOOKER_FRAMES = 1, FRAMES_MAX = 2 * (SEATS_MAX + ONLOOKER_FRAMES) };

struct house;
struct room;
struct conn;

/* For all connections that look with the same eyes. `whole`: for those that looked with others
 * before, and so have to be shown everything. */
struct frame {
    seat_set seats;
    bool whole;
    uint32_t at, len; /* in the text of its volley; FRAME_HEAD spare bytes lie before it */
};

struct volley {
    struct volley *next;
    struct conn *author; /* is told that its request was applied; NULL: nobody, or a closed line */
    uint32_t n;          /* of the request */
    bool answer; /* the text is for the author alone, and tells what became of its request */
    bool views;  /* shows the table, not only the room */
    int frames;
    struct frame frame[FRAMES_MAX];
    struct buf text;
};

/* An empty one. */
struct volley *volley_take(struct house *h);
/* An answer to one connection; `text` as for conn_send(). */
struct volley *volley_to(struct house *h, struct conn *c, uint32_t n, const struct buf *text);
void volley_free(struct house *h, struct volley *v);
struct frame *volley_frame(struct volley *v, seat_set seats, bool whole);
/* Whether a connection has not seen what those with its eyes have. */
bool volley_is_new_to(const struct volley *v, const struct conn *c, seat_set seats);
void volley_send(struct room *r, struct volley *v);
/* Frees what was given back. */
void volleys_fini(struct house *h);

/* ---- those a room holds back ---- */

void volleys_add(struct room *r, struct volley *v);
struct volley *volleys_take(struct room *r); /* all of them, in order; NULL: none */
void volleys_send(struct room *r, struct volley *all);
/* Tells the authors that what they asked for is not stored; the room is as it was before. */
void volleys_lost(struct room *r, struct volley *all);
void volleys_free(struct house *h, struct volley *all);
void volleys_forget(struct room *r, const struct conn *c); /* its line is closed */

#endif
