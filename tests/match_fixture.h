/*
 * match_fixture - a table to play at, for tests that look at its memory instead of running a
 * script.
 *
 *     struct fixture f = {0};
 *     struct setup setup = fixture_setup("onemind", 4, "level=pros");
 *     fixture_rig(&f, OM_CHANCE_LETTER, 2);
 *     fixture_open(&f, &setup);
 *     assert_true(fixture_act(&f, 2, OM_ACT_CLAIM, NULL));
 *     fixture_wait(&f, 30);
 *     fixture_close(&f);
 *
 * What the test wants of the world (a lexicon, a shelf) it sets before it opens the table; the
 * shelf is that of the game otherwise.
 */
#ifndef TESTS_MATCH_FIXTURE_H
#define TESTS_MATCH_FIXTURE_H

#include "rules/match.h"
#include "rules/play.h"

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
const struct core *fixture_core(const struct fixture *f);

/* Somebody acts now, NO_SEAT: the table itself; whether it was taken. */
bool fixture_act(struct fixture *f, int seat, int action, const struct value *v);
/* One of these seats does what comes to its mind; whether something was taken. */
bool fixture_step(struct fixture *f, seat_set players, struct sampler *s);
/* Time passes, with all that is due in it. */
void fixture_wait(struct fixture *f, int seconds);

#endif
