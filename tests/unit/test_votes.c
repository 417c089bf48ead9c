/* Votes (T-7) at a table whose game only asks questions. */
#include "check.h"
#include "court.h"
#include "rules/bot.h"

#include <string.h>

/* ---- objections ---- */

static void t_7_whose_word_it_is_argues_and_does_not_vote(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 4);
    court_ask(&f, 1, court_objection(&f, 0, OPINION_YES));
    assert_false(court_vote(&f, 0, false, false));
    assert_string_equal(f.d->refusal.key, "not_your_vote");
    assert_int_equal(match_fixture_core(&f)->ballot[0].voters, SEAT(1) | SEAT(2) | SEAT(3));
    match_fixture_close(&f);
}

static void t_7_who_objects_has_voted_and_two_of_three_strike(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 4);
    court_ask(&f, 1, court_objection(&f, 0, OPINION_NO));
    assert_int_equal(match_fixture_core(&f)->ballot[0].yes, SEAT(1));
    assert_int_equal(match_fixture_core(&f)->ballot[0].by, SEAT(1));
    assert_int_equal(vote_needed(match_fixture_core(&f), &match_fixture_core(&f)->ballot[0]), 2);
    assert_int_equal(court_result(&f), COURT_RUNS);
    court_votes(&f, 2, true); /* certain, whatever seat 3 says and the machine thinks */
    assert_int_equal(court_result(&f), COURT_FALLS);
    match_fixture_close(&f);
}

static void t_7_silence_lets_a_word_stand(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 4);
    court_ask(&f, 1, court_objection(&f, 0, OPINION_YES));
    match_fixture_wait(&f, 29);
    assert_int_equal(court_result(&f), COURT_RUNS);
    match_fixture_wait(&f, 1);
    assert_int_equal(court_result(&f),
                     COURT_STANDS); /* one of three, and nobody spoke against it */
    match_fixture_close(&f);
}

static void t_7_half_is_not_more_than_half(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 5);
    court_ask(&f, 1, court_objection(&f, 0, OPINION_YES));
    court_votes(&f, 2, true);
    court_votes(&f, 3, false);
    assert_int_equal(court_result(&f), COURT_RUNS);
    court_votes(&f, 4, false);
    assert_int_equal(court_result(&f), COURT_STANDS); /* the suggestion does not break this tie */
    match_fixture_close(&f);
}

static void t_7_an_objection_ends_as_soon_as_it_is_certain(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 6);
    court_ask(&f, 1, court_objection(&f, 0, OPINION_NONE)); /* five voters: three must agree */
    court_votes(&f, 2, false);
    court_votes(&f, 3, false);
    assert_int_equal(court_result(&f), COURT_RUNS);
    court_votes(&f, 4, false);
    assert_int_equal(court_result(&f), COURT_STANDS); /* seat 5 could not turn it any more */
    match_fixture_close(&f);
}

static void t_7_with_one_voter_the_suggestion_decides(void **state)
{
    static const enum opinion views[] = {OPINION_NONE, OPINION_NO, OPINION_YES};

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct match_fixture f;

        court_open(&f, 2);
        court_ask(&f, 1, court_objection(&f, 0, views[i]));
        assert_int_equal(court_result(&f), views[i] == OPINION_YES ? COURT_FALLS : COURT_STANDS);
        match_fixture_close(&f);
    }
}

static void t_7_without_a_voter_the_word_stands(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 3);
    struct question q = court_objection(&f, 0, OPINION_YES);
    q.voters = SEAT(0);
    court_ask(&f, 1, q);
    assert_int_equal(court_result(&f), COURT_STANDS);
    match_fixture_close(&f);
}

/* T-9: absence costs the others nothing, neither their objection nor their word. */
static void t_7_t_9_who_was_away_is_not_counted_but_may_return_and_vote(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 5);
    court_table(&f, ACT_LEAVE, 3);
    court_table(&f, ACT_LEAVE, 4);
    court_ask(&f, 1, court_objection(&f, 0, OPINION_NONE));
    assert_int_equal(vote_needed(match_fixture_core(&f), &match_fixture_core(&f)->ballot[0]), 2);
    court_table(&f, ACT_RETURN, 3);
    court_votes(&f, 3, false); /* now there are three */
    assert_int_equal(court_result(&f), COURT_RUNS);
    court_votes(&f, 2, true);
    assert_int_equal(court_result(&f), COURT_FALLS);
    match_fixture_close(&f);
}

/* Whoever drops out after it was opened is silent: a lost connection strikes no word. */
static void t_7_who_leaves_meanwhile_is_silent(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 5);
    court_ask(&f, 1, court_objection(&f, 0, OPINION_YES));
    court_table(&f, ACT_LEAVE, 2);
    court_table(&f, ACT_LEAVE, 3);
    assert_int_equal(court_result(&f), COURT_STANDS); /* one and perhaps one more, of four */
    match_fixture_close(&f);
}

static void t_7_the_rider_needs_more_than_half_too(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 4);
    struct question q = court_objection(&f, 0, OPINION_NONE);
    q.rider = true;
    q.says_rider = true;
    court_ask(&f, 1, q);
    assert_int_equal(match_fixture_core(&f)->ballot[0].rider_yes, SEAT(1));
    assert_true(court_vote(&f, 2, true, false));
    assert_int_equal(court_result(&f),
                     COURT_RUNS); /* struck for certain, but seat 3 may still have it erased */
    assert_true(court_vote(&f, 3, false, true));
    assert_int_equal(court_result(&f), COURT_FALLS);
    assert_true(match_fixture_core(&f)->verdict.rider);
    match_fixture_close(&f);
}

/* ---- teams ---- */

static struct question between_teams(const struct match_fixture *f)
{
    struct question q = court_objection(f, 0, OPINION_NONE);

    q.team[0] = 0x0f; /* the author's: seats 1 to 3 may vote */
    q.team[1] = 0xf0;
    return q;
}

static void t_7_each_team_has_one_voice(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 8);
    court_ask(&f, 4, between_teams(&f));
    court_votes(&f, 5, true);
    court_votes(&f, 6, true);
    court_votes(&f, 7, true);
    assert_int_equal(court_result(&f), COURT_RUNS); /* one voice of two */
    court_votes(&f, 1, true);
    assert_int_equal(court_result(&f), COURT_RUNS);
    court_votes(&f, 2, true);
    assert_int_equal(court_result(&f), COURT_FALLS);
    match_fixture_close(&f);
}

static void t_7_a_split_team_is_for_the_word(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 8);
    court_ask(&f, 4, between_teams(&f));
    court_votes(&f, 5, true);
    court_votes(&f, 6, false);
    assert_int_equal(court_result(&f), COURT_RUNS);
    court_votes(&f, 7, false); /* two against two: no voice for striking, and one is not enough */
    assert_int_equal(court_result(&f), COURT_STANDS);
    match_fixture_close(&f);
}

/* ---- matters ---- */

static void t_7_a_claim_has_voted_yes_and_votes_cast_count(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 4);
    court_ask(&f, 0,
              (struct question){
                  .about = 0, .voters = seats_active(match_fixture_core(&f)), .says = OPINION_YES});
    assert_int_equal(match_fixture_core(&f)->ballot[0].yes, SEAT(0));
    match_fixture_wait(&f, 30);
    assert_int_equal(court_result(&f), COURT_FALLS); /* one vote cast, and that is a yes */
    match_fixture_close(&f);
}

/* ---- what everybody sees ---- */

static void t_7_the_view_names_who_opened_it_and_why(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 4);
    struct question q = court_objection(&f, 0, OPINION_YES);
    q.why = FAULT_PART;
    q.with = STR("SUNFLOWER");
    court_ask(&f, 2, q);
    court_shows(&f,
                "\"by\":2,\"kind\":\"objection\",\"why\":\"part\",\"with\":\"SUNFLOWER\","
                "\"needed\":2",
                true);
    q.why = REASON_THEME;
    court_ask(&f, 3, q);
    court_shows(&f, "\"why\":\"theme\"", true);
    match_fixture_close(&f);
}

static void t_7_the_result_is_seen_for_a_moment(void **state)
{
    struct match_fixture f;

    (void)state;
    court_open(&f, 4);
    court_shows(&f, "verdict", false);
    court_ask(&f, 1, court_objection(&f, 0, OPINION_NONE));
    court_votes(&f, 3, true);
    court_shows(&f, "\"passed\":true,\"at\":0", true);
    table_fold(f.m.table, &(struct fact){.kind = PHASE_BEGAN, .arg = {NUM(0), NUM(9000), NUM(0)}});
    court_shows(&f, "verdict", true);
    table_fold(f.m.table, &(struct fact){.kind = PHASE_BEGAN, .arg = {NUM(0), NUM(11000), NUM(0)}});
    court_shows(&f, "verdict", false);
    match_fixture_close(&f);
}

/* Slots are used again, but the questions stay in the order in which they were asked. */
static void t_7_questions_come_in_order(void **state)
{
    struct match_fixture f;
    struct buf out = {0};

    (void)state;
    court_open(&f, 5);
    court_ask(&f, 1, court_objection(&f, 0, OPINION_NONE));
    court_ask(&f, 1, court_objection(&f, 2, OPINION_NONE));
    struct value v[] = {NUM(1), NUM(1), NUM(0)};
    assert_true(match_act(&f.m, f.d, f.now, 2, ACT_VOTE, v));
    assert_true(match_act(&f.m, f.d, f.now, 3, ACT_VOTE, v));
    court_ask(&f, 1, court_objection(&f, 3, OPINION_NONE)); /* lies in the first slot */
    assert_int_equal(match_fixture_core(&f)->ballot[0].id, 3);
    table_view(f.m.table, NO_SEAT, &out);
    const char *second = strstr(buf_cstr(&out), "\"ballot\":2"),
               *third = strstr(buf_cstr(&out), "\"ballot\":3");
    assert_true(second && third && second < third);
    buf_fini(&out);
    match_fixture_close(&f);
}

/* ---- bots ---- */

static void t_7_bots_vote_after_people_had_time_to(void **state)
{
    static const struct bot bot = {BOT_SHARP, 5};
    struct match_fixture f;
    struct bot_move move;

    (void)state;
    court_open(&f, 4);
    court_table(&f, ACT_HAND, 3);
    assert_int_equal(match_fixture_core(&f)->bots, SEAT(3));
    court_ask(&f, 1, court_objection(&f, 0, OPINION_YES));
    struct known k = table_known(f.m.table, 3);
    assert_true(bot_think(f.m.setup.book, &k, &bot, &(struct bot_head){0}, &move));
    assert_true(move.at >= 18000 && move.at < 30000); /* seat 2 has not voted */
    court_votes(&f, 2, false);
    assert_true(bot_think(f.m.setup.book, &k, &bot, &(struct bot_head){0}, &move));
    assert_true(move.at < 5000);
    assert_int_equal(move.v[1].i, 1); /* as the lexicon says */
    match_fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_7_whose_word_it_is_argues_and_does_not_vote),
        cmocka_unit_test(t_7_who_objects_has_voted_and_two_of_three_strike),
        cmocka_unit_test(t_7_silence_lets_a_word_stand),
        cmocka_unit_test(t_7_half_is_not_more_than_half),
        cmocka_unit_test(t_7_an_objection_ends_as_soon_as_it_is_certain),
        cmocka_unit_test(t_7_with_one_voter_the_suggestion_decides),
        cmocka_unit_test(t_7_without_a_voter_the_word_stands),
        cmocka_unit_test(t_7_t_9_who_was_away_is_not_counted_but_may_return_and_vote),
        cmocka_unit_test(t_7_who_leaves_meanwhile_is_silent),
        cmocka_unit_test(t_7_the_rider_needs_more_than_half_too),
        cmocka_unit_test(t_7_each_team_has_one_voice),
        cmocka_unit_test(t_7_a_split_team_is_for_the_word),
        cmocka_unit_test(t_7_a_claim_has_voted_yes_and_votes_cast_count),
        cmocka_unit_test(t_7_the_view_names_who_opened_it_and_why),
        cmocka_unit_test(t_7_the_result_is_seen_for_a_moment),
        cmocka_unit_test(t_7_questions_come_in_order),
        cmocka_unit_test(t_7_bots_vote_after_people_had_time_to),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
