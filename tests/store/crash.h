/*
 * crash - a writer process that is killed at random moments, and what must be true afterwards.
 *
 * Returns verdicts like the suite, because a bad backend has to fail this too.
 */
#ifndef TESTS_STORE_CRASH_H
#define TESTS_STORE_CRASH_H

#include "suite.h"

struct crash_report {
    int kills, killed_early; /* before the first answer of that round */
    int64_t acknowledged;
    char why[200];
};

/*
 * Forks a writer on `path` again and again and kills it with SIGKILL: every acknowledged append is
 * there afterwards, once, with its bytes; no log has a gap; at most the one in flight of each room
 * is there without having been acknowledged. False with a reason otherwise.
 */
bool crash_rounds(const struct subject *subject, const char *path, int rounds, uint64_t seed,
                  struct crash_report *report);

/* Two processes fight for the same sequence numbers: each is won once, by the one that stands
 * there. */
bool crash_race(const struct subject *subject, const char *path, int length,
                struct crash_report *report);

#endif
