/*
 * court - a game that only asks questions, for tests of votes (T-7) and of absent players (T-9).
 * What is asked, who could act and who is waited for is set by the test.
 *
 *     struct match_fixture f;
 *     court_open(&f, 4);
 *     court_ask(&f, 1, court_objection(&f, 0, OPINION_YES));
 *     court_votes(&f, 2, true);
 *     assert_int_equal(court_result(&f), COURT_FALLS);
 *     match_fixture_close(&f);
 */
#ifndef TESTS_COURT_H
#define TESTS_COURT_H

#include "match_fixture.h"
#include "rules/vote.h"

/* How the vote that was opened last has ended: the word stands or falls. */
enum court_result { COURT_RUNS = -1, COURT_STANDS, COURT_FALLS };

/* Both are everybody until the test says otherwise. */
extern seat_set court_actors, court_waited;

/* A table where the clock of the one phase runs for a minute. */
void court_open(struct match_fixture *f, int seats);
/* An action of the table itself about a seat, which must be taken. */
void court_table(struct match_fixture *f, int action, int seat);
/* The question is opened by this seat. */
void court_ask(struct match_fixture *f, int by, struct question q);
/* An objection to the word of `about`; everybody who plays may vote. */
struct question court_objection(const struct match_fixture *f, int about, enum opinion suggested);
/* A vote in the question that was opened last; whether it was taken. */
bool court_vote(struct match_fixture *f, int seat, bool yes, bool rider);
/* The same without the second question; it must be taken. */
void court_votes(struct match_fixture *f, int seat, bool yes);
enum court_result court_result(const struct match_fixture *f);
/* What everybody sees has this text, or has not. */
void court_shows(const struct match_fixture *f, const char *text, bool there);

#endif
