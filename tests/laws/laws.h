/*
 * laws - what every game must hold, checked by random play (docs/architecture.md).
 *
 * Each law plays one whole game from a seed and answers whether it held; where it did not, `reason`
 * tells what happened first. The laws know games only through their tables, so a new game is tested
 * the moment it is registered.
 */
#ifndef TESTS_LAWS_H
#define TESTS_LAWS_H

#include "rules/deck.h"
#include "rules/game.h"

struct law {
    const struct book *book;
    const struct shelf *(*shelf)(const struct book *b, enum language lang); /* may be NULL */
    uint64_t seed;
    char reason[600];
    int64_t weight; /* how much there was to check: steps, refusals, differing worlds … */
};

bool law_replay(struct law *l);        /* 1 */
bool law_knowledge(struct law *l);     /* 2 */
bool law_twins(struct law *l);         /* 3 */
bool law_refusal(struct law *l);       /* 4 */
bool law_liveness(struct law *l);      /* 5 */
bool law_company(struct law *l);       /* T-9: one who is left waits, and does not lose the game */
bool law_ends(struct law *l);          /* 6 */
bool law_damage(struct law *l);        /* facts of a damaged log stay within their block */
bool law_bots_blind(struct law *l);    /* 9 */
bool law_bots_mannered(struct law *l); /* 10 */
bool law_bots_patient(struct law *l);  /* 11 */
/* Whether a game has a phase in which something lies there to be looked at. */
bool shows_something(const struct game *g);
bool law_chance(struct law *l); /* T-10: seed and moves give the same game, bit for bit */

#endif
