/*
 * Awards - what a game says at its end of who did what: closest minds, the sharpest ear.
 *
 * A game derives them from what lies on its table and writes them as the section `awards` of its
 * view, the best first; screens show three of them. Nobody is ever shown a failure as an award.
 *
 *     int seat = seats_most(t->right, c->seats, 1);
 *
 *     if (seat != NO_SEAT)
 *         jw_award(w, "sharpest", SEAT(seat), t->right[seat], STR(""));
 */
#ifndef RULES_AWARD_H
#define RULES_AWARD_H

#include "base/jw.h"
#include "rules/seats.h"

/* One award. Without a word it is empty. */
void jw_award(struct jw *w, const char *award, seat_set seats, int64_t n, struct str word);
/* The one seat with the most, at least `least`; NO_SEAT: there is none, or more than one. */
int seats_most(const uint8_t *count, int seats, int least);

#endif
