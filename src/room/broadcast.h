/*
 * broadcast - what one change sends: a frame for each distinct set of seats that a guest has.
 *
 * It is made from the folded room before the store has confirmed (from parts of room/frames.h),
 * held back in the room's list, and sent in its order or lost with all the others. An answer to one
 * connection that has to wait its turn after changes is a broadcast too, with a single reader.
 *
 * Ownership: who takes a broadcast gives it back with broadcast_free(); the room's list owns what
 * is in it.
 */
#ifndef ROOM_BROADCAST_H
#define ROOM_BROADCAST_H

#include "base/buf.h"
#include "rules/seats.h"

enum { ONLOOKER_FRAMES = 1 };

/* How a connection is shown a change: as what is new inside sections that it has, as whole
 * sections, or as everything there is, because it was shown another view before. */
enum look { LOOKS_AND_MENDS, LOOKS_ON, LOOKS_ANEW, LOOKS };
enum { FRAMES_MAX = LOOKS * (SEATS_MAX + ONLOOKER_FRAMES) };

struct change;
struct scratch;
struct show;
struct room;
struct conn;

/* One text for all connections that look in the same way and have the same seats. */
struct frame {
    seat_set seats;
    uint8_t look;
    uint32_t at, len; /* in the text of its broadcast; FRAME_HEAD spare bytes lie before it */
};

struct broadcast {
    struct broadcast *next;
    struct conn
        *author; /* is told that its request was applied; NULL: nobody, or one that is closed */
    uint32_t n;  /* of the request */
    bool answer; /* the text is for the author alone, and tells what became of its request */
    bool views;  /* shows the table, not only the room */
    struct show *show; /* where it is kept for onlookers who are sent it later; NULL: nowhere */
    int frames;
    struct frame frame[FRAMES_MAX];
    struct buf text;
};

/* What a change shows, with the ack for its author; NULL: only the room's own sections. It has no
 * frames where nobody looks or nothing has changed. */
struct broadcast *broadcast_make(struct room *r, const struct change *change);
/* An answer to one connection; `text` as for conn_send(). */
struct broadcast *broadcast_to(struct scratch *s, struct conn *c, uint32_t n,
                               const struct buf *text);
void broadcast_free(struct scratch *s, struct broadcast *b);
void broadcast_send(struct room *r, struct broadcast *b);
/* Frees what was given back. */
void broadcasts_free_spare(struct scratch *s);

/* ---- those a room holds back ---- */

void broadcasts_add(struct room *r, struct broadcast *b);
struct broadcast *broadcasts_take(struct room *r); /* all of them, in order; NULL: none */
void broadcasts_send(struct room *r, struct broadcast *all);
/* Tells the authors that what they asked for is not stored; the room is as it was before. */
void broadcasts_lost(struct room *r, struct broadcast *all);
void broadcasts_free(struct scratch *s, struct broadcast *all);
void broadcasts_forget(struct broadcast *all, const struct conn *c); /* it is closed */

#endif
