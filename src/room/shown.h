/*
 * shown - what a room has sent to its viewers, by section, so that only what changed is sent.
 *
 * A viewer is a seat or an onlooker. The sections of the room are the same for everybody, those of
 * the table that all may see are written once for all, and a seat adds its own. What one change
 * sends is a volley (room/volley.h).
 */
#ifndef ROOM_SHOWN_H
#define ROOM_SHOWN_H

#include "room/sections.h"
#include "room/volley.h"

enum { ROOM_SECTIONS = 5 };

struct shown {
    uint64_t epoch;
    uint32_t rev;
    struct section room[ROOM_SECTIONS];
    struct sections table; /* what everybody sees of it … */
    struct sections own[SEATS_MAX];
};

struct deed;

/* Makes what a deed shows, with the ack for its author; `deed` NULL: only the room's own sections.
 * It has no frames where nobody looks or nothing has changed. */
struct volley *volley_new(struct room *r, const struct deed *deed);
/* The room's own sections that have changed, to everybody, at once. */
void show_room(struct room *r);
/* The seats a connection looks with; 0: an onlooker. */
seat_set seats_of(const struct room *r, const struct conn *c);

/* The first frame of a connection: all sections, or those that changed after `since` (0: all). */
void show_welcome(struct room *r, struct conn *c, uint32_t since);
/* Forgets what was shown: a new epoch. */
void shown_reset(struct room *r);
void shown_fini(struct shown *s);

/* room_view.c: writes the sections of the room itself that changed after `since` as members; true
 * if any did. */
bool room_view(struct room *r, uint32_t rev, uint32_t since, struct buf *out);

#endif
