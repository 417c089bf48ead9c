/*
 * dream - a mind for tests that makes everything up, always in the same way: its words are those of
 * random play, and how near two are is a hash. It knows enough for every path a bot can take.
 */
#ifndef TESTS_DREAM_H
#define TESTS_DREAM_H

#include "rules/mind.h"

const struct mind *dream_mind(void);

#endif
