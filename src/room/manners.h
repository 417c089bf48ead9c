/*
 * manners - how often guests may change a room: every change makes its log longer, and a log has an
 * end.
 *
 * Whoever goes on without a pause is asked to slow down (too_fast). Players and the host have
 * measures of their own, so that nobody can use up theirs; those without a player share one for
 * their address, and all such addresses one for the room. What is refused makes no entry and does
 * not count.
 *
 * Ownership: the room's, made when somebody first changes it, gone when it is unloaded.
 */
#ifndef ROOM_MANNERS_H
#define ROOM_MANNERS_H

#include <stdbool.h>
#include <stddef.h>

struct room;
struct conn;

/* Whether the guest of a connection may change the room now, by a move or an order. */
bool manners_may(struct room *r, const struct conn *c, bool move);
/* It did. */
void manners_did(struct room *r, const struct conn *c, bool move);
void manners_free(struct room *r);

/* A change was so large: more than a little counts as several. */
void manners_wrote(struct room *r, const struct conn *c, size_t bytes);
/* Whether a deck of so many bytes may be checked at this table now; counts it. */
bool manners_check(struct room *r, size_t bytes);

#endif
