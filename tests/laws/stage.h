/* stage - a table at which random players sit, for the laws. */
#ifndef TESTS_STAGE_H
#define TESTS_STAGE_H

#include "laws.h"
#include "rules/play.h"

/* Room for 480 rounds of Compatibility that nobody wins. */
enum { STEPS_BOUND = 48000 };

struct stage {
    struct law *law;
    struct setup setup;
    struct match match;
    struct decision *decision;
    struct sampler sampler;
    struct shelf shelf;
    struct deck short_deck[SHELF_DECKS];
    int64_t now;
    int steps;
    bool hosted; /* now and then somebody leaves, returns, is skipped or freed, or there is a pause
                  */
};

/* Sets up a random table for the law's book and opens it. At some tables the lexicon has opinions
 * on everything, at some the decks are short, so that they are used up, at some everybody talks
 * while a vote is open, and at some the players are clever. */
void stage_open(struct stage *s, struct law *l);
void stage_close(struct stage *s);

enum stage_step { STAGE_ACTED, STAGE_REFUSED, STAGE_TICKED, STAGE_WAITED, STAGE_OVER };

/* One step of random play by `players`: an action, or time that passes; at a hosted table also what
 * the host and the connections do. */
enum stage_step stage_step(struct stage *s, seat_set players, struct move *move);
/* Notes why the law failed; returns false. */
bool law_fails(struct law *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Where two texts differ, for a reason. */
bool law_differs(struct law *l, const char *what, struct str a, struct str b);

#endif
