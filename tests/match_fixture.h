/*
 * match_fixture - a table to play at, for tests that look at its memory instead of running a
 * script.
 *
 *     struct match_fixture f = {0};
 *     struct setup setup = match_fixture_setup("onemind", 4, "level=pros");
 *     match_fixture_rig(&f, OM_CHANCE_LETTER, 2);
 *     match_fixture_open(&f, &setup);
 *     assert_true(match_fixture_act(&f, 2, OM_ACT_CLAIM, NULL));
 *     match_fixture_wait(&f, 30);
 *     match_fixture_close(&f);
 *
 * What the test wants of the world (a lexicon, a shelf) it sets before it opens the table; the
 * shelf is that of the game otherwise.
 */
#ifndef TESTS_MATCH_FIXTURE_H
#define TESTS_MATCH_FIXTURE_H

#include "rules/match.h"
#include "rules/play.h"

struct match_fixture {
    struct world world;
    struct rig rig;
    struct match m;
    struct decision *d;
    int64_t now;
};

/* For a group of cmocka's tests: while it runs, all games are known. */
int games_set_up(void **state);
int games_tear_down(void **state);

/* The defaults of a registered game but for these options ("level=pros,free=true"), which must go
 * together. */
struct setup match_fixture_setup(const char *game, int seats, const char *options);
/* The next result of a chance that is forced. */
void match_fixture_rig(struct match_fixture *f, int chance, int64_t value);
/* A new table; the results that were forced must have been possible. */
void match_fixture_open(struct match_fixture *f, const struct setup *s);
void match_fixture_close(struct match_fixture *f);
const struct core *match_fixture_core(const struct match_fixture *f);

/* Somebody acts now, NO_SEAT: the table itself; whether it was taken. */
bool match_fixture_act(struct match_fixture *f, int seat, int action, const struct value *v);
/* One of these seats does what comes to its mind; whether something was taken. */
bool match_fixture_step(struct match_fixture *f, seat_set players, struct sampler *s);
/* Time passes, with all that is due in it. */
void match_fixture_wait(struct match_fixture *f, int seconds);

#endif
