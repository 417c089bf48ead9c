/*
 * rehearse - runs a script of a game and checks what it expects (docs/rehearse.md).
 *
 * The script is the format of the goldens, of rule tests and of bug reports. It uses the same
 * match, the same decoding of arguments and the same views as the server. With a transcript,
 * everything that happened is written down: each step, its facts with their audience, and every
 * section of every seat's view that changed.
 */
#ifndef REHEARSE_H
#define REHEARSE_H

#include "base/buf.h"

struct rehearse_problem {
    int line;
    char reason[600];
};

struct rehearse_result {
    int steps;
    int checks; /* expectations that held */
};

/* False with `problem` set at the first thing that is wrong. `transcript` and `log` (the game as
 * docs/log-format.md has it) may be NULL. */
bool rehearse(struct str script, struct buf *transcript, struct buf *log,
              struct rehearse_result *result, struct rehearse_problem *problem);

/* Compares two texts line by line; false with the first difference told in `problem`. */
bool rehearse_compare(struct str expected, struct str actual, struct rehearse_problem *problem);

#endif
