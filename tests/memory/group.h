/* A group of people whose kinship is known, and evenings of theirs: keepsakes as documents. */
#ifndef TESTS_GROUP_H
#define TESTS_GROUP_H

#include "memory/memory.h"

enum { GROUP = 6, EVENINGS = 5, GAMES_AN_EVENING = 3 };

struct group {
    uint64_t chance;       /* state of the test's own */
    int kin[GROUP][GROUP]; /* points above chance, by the lower and the higher one */
    int easy;              /* points that everybody hits more often than chance: easy words */
    struct memory *memory;
    int person[GROUP];
    int games;
};

void group_init(struct group *g, uint64_t seed);
void group_fini(struct group *g);
/* One more game, of the kind whose turn it is, on this evening. */
void group_play(struct group *g, int evening);
double group_draw(struct group *g); /* 0 to 1 */
/* A keepsake with these pairs; `hits` by the lower and the higher seat. */
void group_keepsake(const char *game, int seats, int64_t ended, int tries, int chance,
                    int hits[GROUP][GROUP], struct buf *out);

#endif
