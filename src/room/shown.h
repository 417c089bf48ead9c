/*
 * shown - what a room has sent to its viewers, by section, so that only what changed is sent.
 *
 * A viewer is a seat or an onlooker. The sections of the room are the same for everybody, those of
 * the table that all may see are written once for all, and a seat adds its own. A volley is what
 * one change sends: a frame for each distinct set of seats that a guest has. It is made from the
 * folded room before the store has confirmed, held back, and sent or thrown away as a whole.
 */
#ifndef ROOM_SHOWN_H
#define ROOM_SHOWN_H

#include "room/sections.h"
#include "rules/seats.h"

enum { ROOM_SECTIONS = 5 };

struct shown {
    uint64_t epoch;
    uint32_t rev;
    struct section room[ROOM_SECTIONS];
    struct sections table; /* what everybody sees of it … */
    struct sections own[SEATS_MAX];
};

struct house;
struct room;
struct conn;
struct deed;
struct volley;

/* Makes what a deed shows; `deed` NULL: only the room's own sections. NULL where nobody looks or
 * nothing has changed. */
struct volley *volley_new(struct room *r, const struct deed *deed);
/* Sends it, with an ack for the author. */
void volley_send(struct room *r, struct volley *v, struct conn *author, uint32_t n);
/* Puts it back for the next one; accepts NULL. */
void volley_free(struct house *h, struct volley *v);
/* Frees what was put back. */
void volleys_fini(struct house *h);

/* The first frame of a connection: all sections, or those that changed after `since` (0: all). */
void show_welcome(struct room *r, struct conn *c, uint32_t since);
/* Forgets what was shown: a new epoch. */
void shown_reset(struct room *r);
void shown_fini(struct shown *s);

/* room_view.c: writes the sections of the room itself that changed after `since` as members; true
 * if any did. */
bool room_view(struct room *r, uint32_t rev, uint32_t since, struct buf *out);

#endif
