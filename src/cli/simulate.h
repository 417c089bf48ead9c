/* simulate - what `unisono simulate` shares between games at random and games among bots. */
#ifndef CLI_SIMULATE_H
#define CLI_SIMULATE_H

#include "cli/cli.h"
#include "rules/core.h"

enum { SIMULATE_STEPS = 20000 }; /* a table that has not ended by then is stuck */

/* How many games ended how: a member for each outcome. */
void simulate_outcomes(struct jw *w, const int64_t outcome[OUTCOME_KINDS]);

/* `--bots`: games among bots, with what the game measures about them. */
struct bots_asked {
    const char *levels; /* one, or one for each seat */
    const char *log;    /* where the last game is written to; NULL: nowhere */
    int64_t games, pace;
    uint64_t seed;
    bool watch, json;
};

int simulate_bots(const struct command *c, const struct setup *fixed,
                  const struct bots_asked *asked);

#endif
