/* trial - a table at which random players sit, for the laws. */
#ifndef TESTS_TRIAL_H
#define TESTS_TRIAL_H

#include "laws.h"
#include "rules/play.h"

/* Room for 480 rounds of Compatibility that nobody wins. */
enum { STEPS_BOUND = 48000 };

struct trial {
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
void trial_open(struct trial *s, struct law *l);
void trial_close(struct trial *s);

enum trial_step { TRIAL_ACTED, TRIAL_REFUSED, TRIAL_TICKED, TRIAL_WAITED, TRIAL_OVER };

/* One step of random play by `players`: an action, or time that passes; at a hosted table also what
 * the host and the connections do. */
enum trial_step trial_step(struct trial *s, seat_set players, struct move *move);
/* Notes why the law failed; returns false. */
bool law_fails(struct law *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Where two texts differ, for a reason. */
bool law_differs(struct law *l, const char *what, struct str a, struct str b);

#endif
