/*
 * kinship - who thinks like whom, as far as a memory can tell, and how sure that is.
 *
 * For every two people and every game there are tries, hits and what chance would give. What counts
 * as chance is what a stranger at this very table would reach: the rate of all other pairs in the
 * same game, begun with the game's own figure. Evenings of easy words and good guessers make nobody
 * close. The number is agreement above that, in points of a hundred, shrunk where tries are few; it
 * is hidden below a floor. Close is said only where luck would hardly do it at a table with so many
 * pairs (docs/decisions/0015-group-memory.md has the figures).
 *
 *     struct kinship k[KINSHIPS];
 *     int n = kinship_of(m, KIN_ALL, k);
 */
#ifndef MEMORY_KINSHIP_H
#define MEMORY_KINSHIP_H

#include "memory/memory.h"

enum { KINSHIPS = MEMORY_PERSONS * (MEMORY_PERSONS - 1) / 2 };

struct kinship {
    int a, b; /* persons */
    int tries, hits;
    double chance; /* hits that a stranger would have */
    double above;  /* points; 0 where it is hidden */
    bool shown;    /* there is enough to tell a number … */
    bool close;    /* … and it is hardly luck */
};

/* All evenings, those before the last, or the last alone. */
enum kin_span { KIN_ALL, KIN_BEFORE, KIN_TONIGHT };

/* Of every two who have met, those with the highest number first; how many. */
int kinship_of(const struct memory *m, enum kin_span span, struct kinship out[KINSHIPS]);

/* Where everybody stands in the picture of it: those who think alike near to each other. The same
 * memory always has the same picture. */
struct star {
    int person;
    int x, y; /* 0 to 1000 */
};
/* `tonight`: only those who were there this evening. */
int stars_of(const struct memory *m, const struct kinship *k, int n, bool tonight,
             struct star out[MEMORY_PERSONS]);

#endif
