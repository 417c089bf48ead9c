/*
 * shows - frames for those who look on, kept until a turn of the loop has time to send them.
 *
 *     if (show_may_now(r, c))
 *         send it;
 *     else
 *         show_later(c, w ? w : (w = show_begin(r, frames, announces)), is_new);
 *
 * Ownership: the room owns its shows; a connection only points at the first it has not seen.
 */
#ifndef ROOM_SHOWS_H
#define ROOM_SHOWS_H

#include "room/broadcast.h"

struct room;
struct conn;
struct show;

/* Whether an onlooker can be sent something in this turn: it has seen all before, and there is
 * time. */
bool show_may_now(const struct room *r, const struct conn *c);
/* Keeps a copy of a frame, one text for each way to look (enum look); empty: nobody looks so. A
 * text that is the same for all is under LOOKS_ON. `announces`: the number of a new guest goes with
 * it, as with every frame of a broadcast; talk has no place for it. */
struct show *show_begin(struct room *r, const struct str frame[LOOKS], bool announces);
/* This onlooker is sent it later, after what it still has to see. */
void show_later(struct conn *c, struct show *w, bool whole);
/* Sends everything that waits for one connection: something else is about to follow. */
void shows_catch_up(struct conn *c);
/* It was shown the whole room: nothing before that is of use any more. */
void show_settled(struct conn *c);
/* Goes on with those who wait; when it wants to be run again, or INT64_MAX. */
int64_t shows_run(struct room *r);
void shows_free(struct room *r);

#endif
