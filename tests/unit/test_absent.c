/* Absent players (T-9): who is waited for, and when the clock stands still. */
#include "check.h"
#include "court.h"

static void t_9_where_nobody_could_act_the_table_waits_and_names_them(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 4);
    court_actors = court_waited = SEAT(1); /* it is one player's turn */
    match_fixture_wait(&f, 10);
    court_table(&f, ACT_LEAVE, 1);
    assert_int_equal(match_fixture_core(&f)->held, 50000);
    court_shows(&f, "\"absent\":[1]", true);
    match_fixture_wait(&f, 3600);
    assert_false(match_fixture_core(&f)->expired);
    assert_int_equal(match_fixture_core(&f)->skipped, 0);
    court_table(&f, ACT_RETURN, 1);
    court_shows(&f, "absent", false);
    assert_int_equal(match_fixture_core(&f)->deadline, f.now + 50000);
    match_fixture_close(&f);
}

static void t_9_one_present_person_waits_for_the_others(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 3);
    court_table(&f, ACT_LEAVE, 1);
    assert_int_equal(match_fixture_core(&f)->held,
                     0); /* two are there: the clock runs, and patience with it */
    court_table(&f, ACT_LEAVE, 2);
    assert_int_equal(table_stalled(f.m.table), SEAT(1) | SEAT(2));
    match_fixture_wait(&f, 3600);
    assert_int_equal(match_fixture_core(&f)->skipped, 0);
    assert_int_equal(match_fixture_core(&f)->outcome, OUTCOME_NONE);
    court_table(&f, ACT_SKIP, 1);
    court_table(&f, ACT_SKIP, 2);
    assert_int_equal(table_stalled(f.m.table), 0); /* the one who is there has decided */
    assert_true(match_fixture_core(&f)->deadline > f.now);
    match_fixture_close(&f);
}

static void t_9_where_others_play_patience_has_an_end(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 4);
    table_fold(f.m.table, &(struct fact){.kind = PHASE_BEGAN, .arg = {NUM(0), NUM(0), NUM(0)}});
    court_table(&f, ACT_LEAVE, 1);
    match_fixture_wait(&f, 120);
    assert_int_equal(match_fixture_core(&f)->skipped, SEAT(1));
    match_fixture_close(&f);
}

/* A vote stops the clock as well: it runs again when neither holds it. */
static void t_8_t_9_a_vote_and_an_absent_player_stop_the_same_clock(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 4);
    court_actors = court_waited = SEAT(3);
    struct question q = court_objection(&f, 0, OPINION_NONE);
    q.holds = true;
    court_ask(&f, 1, q);
    assert_int_equal(match_fixture_core(&f)->held, 60000);
    court_table(&f, ACT_LEAVE, 3);
    court_votes(&f, 2, true);
    assert_int_equal(court_result(&f), COURT_FALLS);
    assert_int_equal(match_fixture_core(&f)->held, 60000);
    court_table(&f, ACT_RETURN, 3);
    assert_int_equal(match_fixture_core(&f)->deadline, 60000);
    match_fixture_close(&f);
}

static void t_9_a_lost_connection_cuts_nothing_short(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 4);
    court_table(&f, ACT_HAND, 3);
    court_table(&f, ACT_LEAVE, 0); /* before it was shown */
    assert_int_equal(seats_looking(match_fixture_core(&f), 0), SEAT(1) | SEAT(2));
    match_fixture_wait(&f, 1);
    court_table(&f, ACT_LEAVE, 1);
    assert_int_equal(seats_looking(match_fixture_core(&f), SEAT(2)), SEAT(1));
    court_table(&f, ACT_LEAVE, 2); /* bots do not look for them either */
    assert_int_equal(seats_looking(match_fixture_core(&f), 0), SEAT(1) | SEAT(2));
    court_table(&f, ACT_RETURN, 1);
    assert_int_equal(seats_looking(match_fixture_core(&f), SEAT(1)), SEAT(2));
    match_fixture_close(&f);
}

static void only_people_hurry_what_people_look_at(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 4);
    court_table(&f, ACT_HAND, 2);
    court_table(&f, ACT_HAND, 3);
    assert_int_equal(seats_looking(match_fixture_core(&f), SEAT(2) | SEAT(3)), SEAT(0) | SEAT(1));
    assert_int_equal(seats_looking(match_fixture_core(&f), SEAT(0) | SEAT(1)), 0);
    court_table(&f, ACT_LEAVE, 0);
    court_table(&f, ACT_LEAVE, 1);
    assert_int_equal(seats_looking(match_fixture_core(&f), 0), SEAT(2) | SEAT(3));
    court_table(&f, ACT_LEAVE, 2);
    court_table(&f, ACT_LEAVE, 3);
    assert_int_equal(seats_looking(match_fixture_core(&f), SEAT(0)), SEAT(1) | SEAT(2) | SEAT(3));
    match_fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_9_a_lost_connection_cuts_nothing_short),
        cmocka_unit_test(only_people_hurry_what_people_look_at),
        cmocka_unit_test(t_9_where_nobody_could_act_the_table_waits_and_names_them),
        cmocka_unit_test(t_9_one_present_person_waits_for_the_others),
        cmocka_unit_test(t_9_where_others_play_patience_has_an_end),
        cmocka_unit_test(t_8_t_9_a_vote_and_an_absent_player_stop_the_same_clock),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
