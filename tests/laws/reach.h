/*
 * reach - what random play comes to: which actions were done and refused, and which facts followed.
 *
 * The laws are only as good as the games they watch. This counts what a run of random games
 * reaches, so that a change of the sampler which no longer gets somewhere does not pass unnoticed.
 *
 *     struct reach r = {0};
 *     reach_play(&r, &law);                   // one game; adds to the counts
 *     reach_print(&r, law.book);              // as comments of a test
 */
#ifndef TESTS_REACH_H
#define TESTS_REACH_H

#include "laws.h"

enum { REACH_REFUSALS = 256 };

struct reach {
    int64_t done[ACTIONS_MAX];
    int64_t fact[FACTS_MAX];
    int64_t outcome[OUTCOME_ABANDONED + 1];
    int refusals;
    struct {
        int action;
        const char *key;
        int64_t n;
    } refusal[REACH_REFUSALS]; /* of what, and why */
};

/* Plays one game as the laws do, with odd seeds at a hosted table, and counts. */
void reach_play(struct reach *r, struct law *l);
void reach_print(const struct reach *r, const struct book *b);

#endif
