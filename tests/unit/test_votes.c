/* Votes (T-7) and absent players (T-9) at a table whose game only asks questions: what is asked,
 * and who could act, is set by the test. */
#include "check.h"
#include "rules/bot.h"
#include "rules/match.h"
#include "rules/setup.h"
#include "rules/vote.h"

#include <stdlib.h>
#include <string.h>

/* ---- the game ---- */

static struct question asked;
static seat_set can_act, waited;

static bool can_ask(const struct known *k)
{
    (void)k;
    return true;
}

static bool decide_ask(struct decision *d, const struct value *v)
{
    (void)v;
    return vote_open(d, &asked);
}

static void open_table(struct decision *d)
{
    phase_begin(d, 0, 60);
}

static void follow(struct decision *d)
{
    (void)d;
}

static void decided(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
    (void)d, (void)b, (void)yes, (void)rider;
}

static seat_set awaits(const struct known *k)
{
    (void)k;
    return waited;
}

static seat_set actors(const struct known *k)
{
    (void)k;
    return can_act;
}

static void view(const struct known *k, struct jw *w)
{
    (void)k, (void)w;
}

struct nothing {
    uint8_t zero;
};
static const struct field nothing_fields[] = {FIELD(struct nothing, zero)};
static const struct layout nothing_layout = LAYOUT(struct nothing, nothing_fields);
static const char *const phases[] = {"talk", NULL};
static const char *const subjects[] = {"skip", "strike", NULL};
static const char *const chances[] = {NULL};
static const struct action_spec actions[] = {{"ask", "", BY_SEAT, can_ask, decide_ask}, {0}};
static const struct fact_spec facts[] = {{0}};
static const struct game court = {.id = "court",
                                  .edition = 1,
                                  .min_seats = 2,
                                  .max_seats = 8,
                                  .public_layout = &nothing_layout,
                                  .phases = phases,
                                  .subjects = subjects,
                                  .actions = actions,
                                  .facts = facts,
                                  .chances = chances,
                                  .open = open_table,
                                  .follow = follow,
                                  .decided = decided,
                                  .awaits = awaits,
                                  .actors = actors,
                                  .view = view};

/* ---- a table of it ---- */

struct fixture {
    struct book book;
    struct match m;
    struct decision *d;
    int64_t now;
};

static void open_court(struct fixture *f, int seats)
{
    struct setup s;

    can_act = waited = seats_all(seats);
    book_init(&f->book, &court);
    setup_default(&s, &f->book);
    s.seats = seats;
    f->now = 0;
    f->d = decision_new();
    match_init(&f->m, &s, &(struct world){0});
    match_open(&f->m, f->d, 0);
}

static void close_court(struct fixture *f)
{
    match_fini(&f->m);
    decision_free(f->d);
}

static const struct core *core(const struct fixture *f)
{
    return &f->m.table->core;
}

static void table_does(struct fixture *f, int action, int seat)
{
    assert_true(
        match_act(&f->m, f->d, f->now, NO_SEAT, action, (struct value[]){NUM(seat), NUM(1)}));
}

static void pass(struct fixture *f, int seconds)
{
    f->now += seconds * 1000;
    match_pass_time(&f->m, f->d, f->now, NULL, NULL);
}

static void ask(struct fixture *f, int by, struct question q)
{
    asked = q;
    asked.subject = CORE_SUBJECTS;
    assert_true(match_act(&f->m, f->d, f->now, by, CORE_ACTIONS, NULL));
}

static bool vote_as(struct fixture *f, int seat, bool yes, bool rider)
{
    struct value v[] = {NUM(core(f)->ballots), NUM(yes), NUM(rider)};

    return match_act(&f->m, f->d, f->now, seat, ACT_VOTE, v);
}

static void votes(struct fixture *f, int seat, bool yes)
{
    assert_true(vote_as(f, seat, yes, false));
}

enum { RUNS = -1, STANDS, FALLS };

/* How the vote that was opened last has ended. */
static int result(const struct fixture *f)
{
    if (vote_find(core(f), core(f)->ballots))
        return RUNS;
    assert_int_equal(core(f)->verdict.ballot.id, core(f)->ballots);
    return core(f)->verdict.yes;
}

static struct question objection(const struct fixture *f, int about, enum opinion suggested)
{
    return (struct question){.kind = VOTE_OBJECTION,
                             .about = about,
                             .voters = seats_active(core(f)),
                             .suggested = suggested};
}

/* ---- objections ---- */

static void t_7_whose_word_it_is_argues_and_does_not_vote(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 4);
    ask(&f, 1, objection(&f, 0, OPINION_YES));
    assert_false(vote_as(&f, 0, false, false));
    assert_string_equal(f.d->refusal.key, "not_your_vote");
    assert_int_equal(core(&f)->ballot[0].voters, SEAT(1) | SEAT(2) | SEAT(3));
    close_court(&f);
}

static void t_7_who_objects_has_voted_and_two_of_three_strike(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 4);
    ask(&f, 1, objection(&f, 0, OPINION_NO));
    assert_int_equal(core(&f)->ballot[0].yes, SEAT(1));
    assert_int_equal(core(&f)->ballot[0].by, SEAT(1));
    assert_int_equal(vote_needed(core(&f), &core(&f)->ballot[0]), 2);
    assert_int_equal(result(&f), RUNS);
    votes(&f, 2, true); /* certain, whatever seat 3 says and the machine thinks */
    assert_int_equal(result(&f), FALLS);
    close_court(&f);
}

static void t_7_silence_lets_a_word_stand(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 4);
    ask(&f, 1, objection(&f, 0, OPINION_YES));
    pass(&f, 29);
    assert_int_equal(result(&f), RUNS);
    pass(&f, 1);
    assert_int_equal(result(&f), STANDS); /* one of three, and nobody spoke against it */
    close_court(&f);
}

static void t_7_half_is_not_more_than_half(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 5);
    ask(&f, 1, objection(&f, 0, OPINION_YES));
    votes(&f, 2, true);
    votes(&f, 3, false);
    assert_int_equal(result(&f), RUNS);
    votes(&f, 4, false);
    assert_int_equal(result(&f), STANDS); /* the suggestion does not break this tie */
    close_court(&f);
}

static void t_7_an_objection_ends_as_soon_as_it_is_certain(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 6);
    ask(&f, 1, objection(&f, 0, OPINION_NONE)); /* five voters: three must agree */
    votes(&f, 2, false);
    votes(&f, 3, false);
    assert_int_equal(result(&f), RUNS);
    votes(&f, 4, false);
    assert_int_equal(result(&f), STANDS); /* seat 5 could not turn it any more */
    close_court(&f);
}

static void t_7_with_one_voter_the_suggestion_decides(void **state)
{
    static const enum opinion views[] = {OPINION_NONE, OPINION_NO, OPINION_YES};

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct fixture f;

        open_court(&f, 2);
        ask(&f, 1, objection(&f, 0, views[i]));
        assert_int_equal(result(&f), views[i] == OPINION_YES ? FALLS : STANDS);
        close_court(&f);
    }
}

static void t_7_without_a_voter_the_word_stands(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 3);
    struct question q = objection(&f, 0, OPINION_YES);
    q.voters = SEAT(0);
    ask(&f, 1, q);
    assert_int_equal(result(&f), STANDS);
    close_court(&f);
}

/* T-9: absence costs the others nothing, neither their objection nor their word. */
static void t_7_t_9_who_was_away_is_not_counted_but_may_return_and_vote(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 5);
    table_does(&f, ACT_LEAVE, 3);
    table_does(&f, ACT_LEAVE, 4);
    ask(&f, 1, objection(&f, 0, OPINION_NONE));
    assert_int_equal(vote_needed(core(&f), &core(&f)->ballot[0]), 2);
    table_does(&f, ACT_RETURN, 3);
    votes(&f, 3, false); /* now there are three */
    assert_int_equal(result(&f), RUNS);
    votes(&f, 2, true);
    assert_int_equal(result(&f), FALLS);
    close_court(&f);
}

/* Whoever drops out after it was opened is silent: a lost connection strikes no word. */
static void t_7_who_leaves_meanwhile_is_silent(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 5);
    ask(&f, 1, objection(&f, 0, OPINION_YES));
    table_does(&f, ACT_LEAVE, 2);
    table_does(&f, ACT_LEAVE, 3);
    assert_int_equal(result(&f), STANDS); /* one and perhaps one more, of four */
    close_court(&f);
}

static void t_7_the_rider_needs_more_than_half_too(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 4);
    struct question q = objection(&f, 0, OPINION_NONE);
    q.rider = true;
    q.says_rider = true;
    ask(&f, 1, q);
    assert_int_equal(core(&f)->ballot[0].rider_yes, SEAT(1));
    assert_true(vote_as(&f, 2, true, false));
    assert_int_equal(result(&f),
                     RUNS); /* struck for certain, but seat 3 may still have it erased */
    assert_true(vote_as(&f, 3, false, true));
    assert_int_equal(result(&f), FALLS);
    assert_true(core(&f)->verdict.rider);
    close_court(&f);
}

/* ---- teams ---- */

static struct question between_teams(const struct fixture *f)
{
    struct question q = objection(f, 0, OPINION_NONE);

    q.team[0] = 0x0f; /* the author's: seats 1 to 3 may vote */
    q.team[1] = 0xf0;
    return q;
}

static void t_7_each_team_has_one_voice(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 8);
    ask(&f, 4, between_teams(&f));
    votes(&f, 5, true);
    votes(&f, 6, true);
    votes(&f, 7, true);
    assert_int_equal(result(&f), RUNS); /* one voice of two */
    votes(&f, 1, true);
    assert_int_equal(result(&f), RUNS);
    votes(&f, 2, true);
    assert_int_equal(result(&f), FALLS);
    close_court(&f);
}

static void t_7_a_split_team_is_for_the_word(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 8);
    ask(&f, 4, between_teams(&f));
    votes(&f, 5, true);
    votes(&f, 6, false);
    assert_int_equal(result(&f), RUNS);
    votes(&f, 7, false); /* two against two: no voice for striking, and one is not enough */
    assert_int_equal(result(&f), STANDS);
    close_court(&f);
}

/* ---- matters ---- */

static void t_7_a_claim_has_voted_yes_and_votes_cast_count(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 4);
    ask(&f, 0,
        (struct question){.about = 0, .voters = seats_active(core(&f)), .says = OPINION_YES});
    assert_int_equal(core(&f)->ballot[0].yes, SEAT(0));
    pass(&f, 30);
    assert_int_equal(result(&f), FALLS); /* one vote cast, and that is a yes */
    close_court(&f);
}

/* ---- what everybody sees ---- */

static void expect_in_view(const struct fixture *f, const char *text, bool there)
{
    struct buf out = {0};

    table_view(f->m.table, NO_SEAT, &out);
    if ((strstr(buf_cstr(&out), text) != NULL) != there)
        fail_msg("%s: %s", text, buf_cstr(&out));
    buf_fini(&out);
}

static void t_7_the_view_names_who_opened_it_and_why(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 4);
    struct question q = objection(&f, 0, OPINION_YES);
    q.why = FAULT_PART;
    q.with = STR("SUNFLOWER");
    ask(&f, 2, q);
    expect_in_view(&f,
                   "\"by\":2,\"kind\":\"objection\",\"why\":\"part\",\"with\":\"SUNFLOWER\","
                   "\"needed\":2",
                   true);
    q.why = REASON_THEME;
    ask(&f, 3, q);
    expect_in_view(&f, "\"why\":\"theme\"", true);
    close_court(&f);
}

static void t_7_the_result_is_seen_for_a_moment(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 4);
    expect_in_view(&f, "verdict", false);
    ask(&f, 1, objection(&f, 0, OPINION_NONE));
    votes(&f, 3, true);
    expect_in_view(&f, "\"passed\":true,\"at\":0", true);
    table_fold(f.m.table, &(struct fact){.kind = PHASE_BEGAN, .arg = {NUM(0), NUM(9000), NUM(0)}});
    expect_in_view(&f, "verdict", true);
    table_fold(f.m.table, &(struct fact){.kind = PHASE_BEGAN, .arg = {NUM(0), NUM(11000), NUM(0)}});
    expect_in_view(&f, "verdict", false);
    close_court(&f);
}

/* Slots are used again, but the questions stay in the order in which they were asked. */
static void t_7_questions_come_in_order(void **state)
{
    struct fixture f;
    struct buf out = {0};

    (void)state;
    open_court(&f, 5);
    ask(&f, 1, objection(&f, 0, OPINION_NONE));
    ask(&f, 1, objection(&f, 2, OPINION_NONE));
    struct value v[] = {NUM(1), NUM(1), NUM(0)};
    assert_true(match_act(&f.m, f.d, f.now, 2, ACT_VOTE, v));
    assert_true(match_act(&f.m, f.d, f.now, 3, ACT_VOTE, v));
    ask(&f, 1, objection(&f, 3, OPINION_NONE)); /* lies in the first slot */
    assert_int_equal(core(&f)->ballot[0].id, 3);
    table_view(f.m.table, NO_SEAT, &out);
    const char *second = strstr(buf_cstr(&out), "\"ballot\":2"),
               *third = strstr(buf_cstr(&out), "\"ballot\":3");
    assert_true(second && third && second < third);
    buf_fini(&out);
    close_court(&f);
}

/* ---- bots ---- */

static void t_7_bots_vote_after_people_had_time_to(void **state)
{
    static const struct bot bot = {BOT_SHARP, 5};
    struct fixture f;
    struct bot_move move;

    (void)state;
    open_court(&f, 4);
    table_does(&f, ACT_HAND, 3);
    assert_int_equal(core(&f)->bots, SEAT(3));
    ask(&f, 1, objection(&f, 0, OPINION_YES));
    struct known k = table_known(f.m.table, 3);
    assert_true(bot_think(&f.book, &k, &bot, &(struct bot_head){0}, &move));
    assert_true(move.at >= 18000 && move.at < 30000); /* seat 2 has not voted */
    votes(&f, 2, false);
    assert_true(bot_think(&f.book, &k, &bot, &(struct bot_head){0}, &move));
    assert_true(move.at < 5000);
    assert_int_equal(move.v[1].i, 1); /* as the lexicon says */
    close_court(&f);
}

static void t_9_a_lost_connection_cuts_nothing_short(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 4);
    table_does(&f, ACT_HAND, 3);
    table_does(&f, ACT_LEAVE, 0); /* before it was shown */
    assert_int_equal(seats_looking(core(&f), 0), SEAT(1) | SEAT(2));
    pass(&f, 1);
    table_does(&f, ACT_LEAVE, 1);
    assert_int_equal(seats_looking(core(&f), SEAT(2)), SEAT(1));
    table_does(&f, ACT_LEAVE, 2); /* bots do not look for them either */
    assert_int_equal(seats_looking(core(&f), 0), SEAT(1) | SEAT(2));
    table_does(&f, ACT_RETURN, 1);
    assert_int_equal(seats_looking(core(&f), SEAT(1)), SEAT(2));
    close_court(&f);
}

static void only_people_hurry_what_people_look_at(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 4);
    table_does(&f, ACT_HAND, 2);
    table_does(&f, ACT_HAND, 3);
    assert_int_equal(seats_looking(core(&f), SEAT(2) | SEAT(3)), SEAT(0) | SEAT(1));
    assert_int_equal(seats_looking(core(&f), SEAT(0) | SEAT(1)), 0);
    table_does(&f, ACT_LEAVE, 0);
    table_does(&f, ACT_LEAVE, 1);
    assert_int_equal(seats_looking(core(&f), 0), SEAT(2) | SEAT(3));
    table_does(&f, ACT_LEAVE, 2);
    table_does(&f, ACT_LEAVE, 3);
    assert_int_equal(seats_looking(core(&f), SEAT(0)), SEAT(1) | SEAT(2) | SEAT(3));
    close_court(&f);
}

/* ---- absent players (T-9) ---- */

static void t_9_where_nobody_could_act_the_table_waits_and_names_them(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 4);
    can_act = waited = SEAT(1); /* it is one player's turn */
    pass(&f, 10);
    table_does(&f, ACT_LEAVE, 1);
    assert_int_equal(core(&f)->held, 50000);
    expect_in_view(&f, "\"absent\":[1]", true);
    pass(&f, 3600);
    assert_false(core(&f)->expired);
    assert_int_equal(core(&f)->skipped, 0);
    table_does(&f, ACT_RETURN, 1);
    expect_in_view(&f, "absent", false);
    assert_int_equal(core(&f)->deadline, f.now + 50000);
    close_court(&f);
}

static void t_9_one_present_person_waits_for_the_others(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 3);
    table_does(&f, ACT_LEAVE, 1);
    assert_int_equal(core(&f)->held, 0); /* two are there: the clock runs, and patience with it */
    table_does(&f, ACT_LEAVE, 2);
    assert_int_equal(table_stalled(f.m.table), SEAT(1) | SEAT(2));
    pass(&f, 3600);
    assert_int_equal(core(&f)->skipped, 0);
    assert_int_equal(core(&f)->outcome, OUTCOME_NONE);
    table_does(&f, ACT_SKIP, 1);
    table_does(&f, ACT_SKIP, 2);
    assert_int_equal(table_stalled(f.m.table), 0); /* the one who is there has decided */
    assert_true(core(&f)->deadline > f.now);
    close_court(&f);
}

static void t_9_where_others_play_patience_has_an_end(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 4);
    table_fold(f.m.table, &(struct fact){.kind = PHASE_BEGAN, .arg = {NUM(0), NUM(0), NUM(0)}});
    table_does(&f, ACT_LEAVE, 1);
    pass(&f, 120);
    assert_int_equal(core(&f)->skipped, SEAT(1));
    close_court(&f);
}

/* A vote stops the clock as well: it runs again when neither holds it. */
static void t_8_t_9_a_vote_and_an_absent_player_stop_the_same_clock(void **state)
{
    struct fixture f;

    (void)state;
    open_court(&f, 4);
    can_act = waited = SEAT(3);
    struct question q = objection(&f, 0, OPINION_NONE);
    q.holds = true;
    ask(&f, 1, q);
    assert_int_equal(core(&f)->held, 60000);
    table_does(&f, ACT_LEAVE, 3);
    votes(&f, 2, true);
    assert_int_equal(result(&f), FALLS);
    assert_int_equal(core(&f)->held, 60000);
    table_does(&f, ACT_RETURN, 3);
    assert_int_equal(core(&f)->deadline, 60000);
    close_court(&f);
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
        cmocka_unit_test(t_9_a_lost_connection_cuts_nothing_short),
        cmocka_unit_test(only_people_hurry_what_people_look_at),
        cmocka_unit_test(t_9_where_nobody_could_act_the_table_waits_and_names_them),
        cmocka_unit_test(t_9_one_present_person_waits_for_the_others),
        cmocka_unit_test(t_9_where_others_play_patience_has_an_end),
        cmocka_unit_test(t_8_t_9_a_vote_and_an_absent_player_stop_the_same_clock),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
