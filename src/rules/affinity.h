/*
 * affinity - what a game tells about who thinks like whom.
 *
 * Each game says which of the things it has kept (rules/keep.h) speak for or against two people: a
 * match, an equal picture, a right guess of the other's word, a clue that was understood. It reads
 * what was public and nothing else. A try is an occasion on which the two could have met, a hit one
 * on which they did, and with every try goes what chance alone would give: how often two who know
 * nothing of each other would hit.
 *
 *     affinity_add(out, 2, 5, 1, hit, 1000 / gaps);    // one try; chance is one gap of so many
 */
#ifndef RULES_AFFINITY_H
#define RULES_AFFINITY_H

#include "rules/seats.h"

struct affinity_pair {
    int32_t tries, hits;
    int32_t chance; /* hits that chance would give, in thousandths */
};

/* By the lower and the higher seat. */
struct affinity {
    struct affinity_pair pair[SEATS_MAX][SEATS_MAX];
};

/* `chance` is that of one try, in thousandths. Nothing is added for somebody with themselves, or
 * for a seat that does not exist. */
void affinity_add(struct affinity *k, int a, int b, int tries, int hits, int chance);

#endif
