/*
 * match_fixture - a table to play at, for tests that look at its memory instead of running a
 * script.
 *
 *     struct fixture f = {0};
 *     struct setup setup = fixture_setup("onemind", 4, "level=pros");
 *     fixture_rig(&f, OM_CHANCE_LETTER, 2);
 *     fixture_open(&f, &setup);
 *     … match_act(&f.m, f.d, f.now, seat, action, args) …
 *     fixture_close(&f);
 *
 * What the test wants of the world (a lexicon, a shelf) it sets before it opens the table; the
 * shelf is that of the game otherwise.
 */
#ifndef TESTS_MATCH_FIXTURE_H
#define TESTS_MATCH_FIXTURE_H

#include "rules/match.h"

struct fixture {
    struct world world;
    struct rig rig;
    struct match m;
    struct decision *d;
    int64_t now;
};

/* The defaults of a registered game but for these options ("level=pros,free=true"), which must go
 * together. */
struct setup fixture_setup(const char *game, int seats, const char *options);
/* The next result of a chance that is forced. */
void fixture_rig(struct fixture *f, int chance, int64_t value);
/* A new table; the results that were forced must have been possible. */
void fixture_open(struct fixture *f, const struct setup *s);
void fixture_close(struct fixture *f);

#endif
