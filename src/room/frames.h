/*
 * frames - what a room has sent to its viewers, by section, so that only what changed is sent.
 *
 * A viewer is a seat or an onlooker. The sections of the room are the same for everybody, those of
 * the table that all may see are written once for all, and a seat adds its own. What one change
 * sends is a broadcast (room/broadcast.h).
 */
#ifndef ROOM_FRAMES_H
#define ROOM_FRAMES_H

#include "room/broadcast.h"
#include "room/sections.h"

enum { ROOM_SECTIONS = 8 };

/* Of the room's own sections a hash is kept in place of the text: they change seldom. */
struct room_section {
    uint64_t hash;
    uint32_t rev;
};

struct frames {
    uint64_t epoch;
    uint32_t rev;
    int seats; /* of `own` */
    struct room_section room[ROOM_SECTIONS];
    struct sections table; /* what everybody sees of it … */
    struct sections *own;  /* … and what each seat sees alone; NULL: none has looked */
};

/* What the frames of one moment are put together from; in the rooms' scratch memory. */
struct frame_parts {
    struct buf room;                 /* sections of the room that changed */
    struct buf common, own;          /* views: what everybody sees of a table, and one seat alone */
    struct spans in_common, in_own;  /* their sections */
    struct buf dropped, own_dropped; /* names of sections that are no more, likewise */
    struct buf facts, thoughts;
};
void frame_parts_fini(struct frame_parts *p);

/* ---- parts of a frame, for broadcast.c ---- */

/* What a view tells: what has changed; everything, to a viewer that had nothing; or what has
 * changed since a gap, in which the client cannot know what was dropped. */
enum view_kind { VIEW_CHANGES, VIEW_FRESH, VIEW_AFTER_GAP };

/* Writes what everybody sees of the table into the parts: before any views or mends are added. */
void frames_look(struct room *r, uint32_t rev, struct frame_parts *p);
void frames_add_time(const struct room *r, uint32_t rev, struct buf *text);
/* "views" and "mend" of these seats; 0: of an onlooker. Nothing where nothing has changed. */
void frames_add_views(struct room *r, struct frame_parts *p, seat_set seats, uint32_t rev,
                      uint32_t since, enum view_kind kind, struct buf *text);
void frames_add_mends(struct room *r, struct frame_parts *p, seat_set seats, uint32_t rev,
                      struct buf *text);
/* The table is another one: nothing was sent of it. */
void frames_forget_table(struct frames *f);

/* ---- a whole frame ---- */

/* The room's own sections that have changed, to everybody, at once. */
void frames_room(struct room *r);
/* The seats a connection looks with; 0: an onlooker. */
seat_set frames_eyes(const struct room *r, const struct conn *c);

/* The first frame of a connection: all sections, or those that changed after `since` (0: all). */
void frames_welcome(struct room *r, struct conn *c, uint32_t since);
/* Forgets what was sent: a new epoch. */
void frames_reset(struct room *r);
void frames_fini(struct frames *f);

/* room_view.c: writes the sections of the room itself that changed after `since` as members; true
 * if any did. */
bool frames_write_room(struct room *r, uint32_t rev, uint32_t since, struct buf *out);

#endif
