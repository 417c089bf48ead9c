/*
 * shown - what a room has sent to its viewers, by section, so that only what changed is sent.
 *
 * A viewer is a seat or an onlooker; the sections of the room are the same for everybody. Of each
 * section a hash and the revision of its last change are kept. A volley is what one change sends: a
 * frame for each distinct set of seats that a guest has. It is made from the folded room before the
 * store has confirmed, held back, and sent or thrown away as a whole.
 */
#ifndef ROOM_SHOWN_H
#define ROOM_SHOWN_H

#include "base/buf.h"
#include "rules/seats.h"

enum { SECTIONS_MAX = 20, VIEWERS = SEATS_MAX + 1, ONLOOKER = SEATS_MAX, ROOM_SECTIONS = 5 };

struct section {
    uint64_t hash;
    uint32_t rev;
    uint8_t name; /* of the house's list */
};

struct viewer {
    int sections;
    struct section section[SECTIONS_MAX];
};

struct shown {
    uint64_t epoch;
    uint32_t rev;
    struct section room[ROOM_SECTIONS];
    struct viewer *viewer[VIEWERS]; /* NULL: nobody has looked yet */
};

struct room;
struct conn;
struct deed;
struct volley;

/* Makes what a deed shows; `deed` NULL: only the room's own sections. NULL where nobody looks or
 * nothing has changed. */
struct volley *volley_new(struct room *r, const struct deed *deed);
/* Sends it, with an ack for the author. */
void volley_send(struct room *r, struct volley *v, struct conn *author, uint32_t n);
void volley_free(struct volley *v);

/* The first frame of a connection: all sections, or those that changed after `since` (0: all). */
void show_welcome(struct room *r, struct conn *c, uint32_t since);
/* Forgets what was shown: a new epoch. */
void shown_reset(struct room *r);
void shown_fini(struct shown *s);

#endif
