/*
 * toy - a tiny lawful game, and copies of it that each break one law on purpose.
 *
 * Everyone writes a word in secret; when all have, the words are read and the longest scores. After
 * two rounds the highest score wins. The broken copies prove that each law can fail.
 */
#ifndef TESTS_TOY_H
#define TESTS_TOY_H

#include "rules/game.h"

extern const struct game toy_lawful;
extern const struct game toy_forgetful;  /* law 1: a fold that depends on how often it ran */
extern const struct game toy_leaking;    /* law 2: a secret word copied into the public block */
extern const struct game toy_whispering; /* law 3: a public fact tells the length of a secret */
extern const struct game toy_prejudiced; /* law 3: a refusal that depends on others' secrets */
extern const struct game toy_peeking;    /* law 3: a public hint at a card dealt in secret */
extern const struct game toy_trickling;  /* law 4: a refused action changes the table */
extern const struct game toy_hanging;    /* law 5: waits for players who have dropped out */
extern const struct game toy_endless;    /* law 6: never ends */
extern const struct game toy_unjust;     /* law 6: the winner is not the one with the points */
extern const struct game toy_gambling;   /* T-10: chance that is not the table's */
extern const struct game toy_cheating;   /* law 9: a bot that looks into its neighbour's block */
extern const struct game toy_blundering; /* law 10: a bot whose word is refused */
extern const struct game toy_dozing;     /* law 10: a bot that never writes */
extern const struct game toy_hurrying;   /* law 11: what is shown is over when bots have seen it */
extern const struct game toy_spilling;   /* a fold that writes beyond its block */
extern const struct game toy_renamed;    /* a view with a member that its shape does not know */

#endif
