/*
 * Awards - what a game says at its end of who did what: closest minds, the sharpest ear.
 *
 * A game derives them from what lies on its table and writes them as the section `awards` of its
 * view, the best first; screens show three of them. Nobody is ever shown a failure as an award.
 *
 *     jw_award_most(w, "sharpest", t->right, c->seats);
 */
#ifndef RULES_AWARD_H
#define RULES_AWARD_H

#include "base/jw.h"
#include "rules/seats.h"

/* One award. Without a word it is empty. */
void jw_award(struct jw *w, const char *award, seat_set seats, int64_t n, struct str word);
/* For the one seat with the most; nothing where nobody has any, or two have as many. */
void jw_award_most(struct jw *w, const char *award, const uint8_t *count, int seats);
/* "closest", for the two who met most often, at least `least` times; of equals the first. `met` has
 * a row of `row` counts for each seat, and both directions count. */
void jw_award_closest(struct jw *w, const uint8_t *met, int row, int seats, int least);

#endif
