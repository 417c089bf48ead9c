/*
 * tally - figures of play: what a game counts about how well it is played (docs/bots.md).
 *
 * A game names its figures and feeds them from facts (game.h, measure()). A figure is a ratio: what
 * came out of what was tried. One tally holds one game; a summary adds many games up. Games are
 * independent of each other while samples within one are not, so intervals come from games.
 */
#ifndef RULES_TALLY_H
#define RULES_TALLY_H

enum { FIGURES_MAX = 8 };

struct tally {
    double sum[FIGURES_MAX], count[FIGURES_MAX];
};

static inline void tally_add(struct tally *t, int figure, double sum, double count)
{
    t->sum[figure] += sum;
    t->count[figure] += count;
}

#endif
