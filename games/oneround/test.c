/* One Round?: rules that are easier to check on the table's memory than in a script. */

#include "test.h"
#include "check.h"
#include "match_fixture.h"
#include "oneround.h"

#include <string.h>

static void begin(struct match_fixture *f, int seats, const char *options)
{
    struct setup setup = match_fixture_setup("oneround", seats, options);

    *f = (struct match_fixture){0};
    match_fixture_open(f, &setup);
}

static const struct or_public *board(const struct match_fixture *f)
{
    return table_public(f->m.table);
}

static void act(struct match_fixture *f, int seat, int action, struct value v)
{
    struct value args[3] = {v, NUM(0), NUM(1)};

    assert_true(match_fixture_act(f, seat, action, args));
}

static void turn_and_clue(struct match_fixture *f, const char *word)
{
    act(f, or_turner(board(f), match_fixture_core(f)), OR_ACT_TURN_TIMER, NUM(0));
    act(f, board(f)->tipster, OR_ACT_CLUE, TEXT(str_of(word)));
}

/* All voices point at the right gap, or all at one beside it. */
static void guess(struct match_fixture *f, bool right)
{
    const struct or_secret *secret = table_secret(f->m.table);
    int gap = or_gap(board(f), secret->card);
    seat_set voices = or_voices(board(f), match_fixture_core(f));

    if (!right)
        gap = (gap + 1) % board(f)->cards_on_circle;
    FOR_SEATS (seat, voices) {
        act(f, seat, OR_ACT_POINT, NUM(gap));
        act(f, seat, OR_ACT_LOCK, NUM(0));
    }
}

/* A card in the letters of the alphabet: words that no lexicon knows anything about. */
static void play_card(struct match_fixture *f, int card, bool right)
{
    char word[] = "QAQ";

    word[1] = (char)('A' + card);
    turn_and_clue(f, word);
    guess(f, right);
}

/* ---- the circle ---- */

static void lay(struct or_public *t, const int *numbers, int n)
{
    memset(t, 0, sizeof *t);
    t->cards_on_circle = (uint8_t)n;
    for (int i = 0; i < n; i++)
        t->circle[i].number = (uint8_t)numbers[i];
}

static void or_4_every_number_has_exactly_one_gap(void **state)
{
    static const int numbers[] = {0, 33, 41, 66, 83};
    struct or_public t;

    (void)state;
    lay(&t, numbers, 5);
    for (int n = 1; n < OR_NUMBERS; n++) {
        int fits = 0;

        for (int gap = 0; gap < 5; gap++)
            fits += numbers[gap] < n && n < or_gap_end(&t, gap);
        if (n == 33 || n == 41 || n == 66 || n == 83)
            continue;
        assert_int_equal(fits, 1);
        assert_true(numbers[or_gap(&t, n)] < n && n < or_gap_end(&t, or_gap(&t, n)));
    }
    assert_int_equal(or_gap(&t, 5), 0);
    assert_int_equal(or_gap(&t, 54), 2);
    assert_int_equal(or_gap(&t, 99), 4);
    assert_int_equal(or_gap_end(&t, 4), 100);
}

static void or_3_the_right_hand_player_is_the_seat_before(void **state)
{
    (void)state;
    assert_int_equal(or_right(seats_all(4), 0, 4), 3);
    assert_int_equal(or_right(seats_all(4), 3, 4), 2);
    assert_int_equal(or_right(SEAT(1), 0, 4), 1);
    assert_int_equal(or_right(SEAT(0), 0, 4), NO_SEAT);
}

/* ---- cards ---- */

static void or_2_cards_are_1_to_99_without_33_and_66_and_none_comes_twice(void **state)
{
    struct match_fixture f;
    bool seen[OR_NUMBERS] = {false};

    (void)state;
    begin(&f, 3, "timer=off");
    for (int i = 0; i < OR_CARDS; i++) {
        const struct or_secret *secret = table_secret(f.m.table);

        act(&f, or_turner(board(&f), match_fixture_core(&f)), OR_ACT_TURN_TIMER, NUM(0));
        assert_in_range(secret->card, 1, 99);
        assert_true(secret->card != 33 && secret->card != 66 && !seen[secret->card]);
        seen[secret->card] = true;
        /* OR-12: seen by accident, so a spare card comes as long as there is one. */
        act(&f, 1, OR_ACT_OBJECT, NUM(1));
        struct value vote[] = {NUM(match_fixture_core(&f)->ballots), NUM(1), NUM(0)};
        assert_true(match_fixture_act(&f, 2, ACT_VOTE, vote));
    }
    assert_int_equal(board(&f)->spares, 0);
    assert_int_equal(match_fixture_core(&f)->outcome,
                     OUTCOME_LOST); /* no card is left that could be right */
    match_fixture_close(&f);
}

static void or_16_the_circle_holds_the_longest_game(void **state)
{
    struct match_fixture f;
    int cards = 0;

    (void)state;
    begin(&f, 2, "timer=off,referee=trust");
    assert_int_equal(board(&f)->cards_at_start, 12);
    for (; cards < 11; cards++)
        play_card(&f, cards, true);
    for (; !match_fixture_core(&f)->outcome; cards++)
        play_card(&f, cards, false);
    assert_int_equal(cards, 15); /* three lives and overtime on the last card */
    assert_int_equal(board(&f)->cards_on_circle, 3 + 15);
    assert_int_equal(match_fixture_core(&f)->outcome, OUTCOME_LOST);
    assert_true(3 + 20 + 4 <= OR_CIRCLE);
    match_fixture_close(&f);
}

static void or_9_or_16_or_22_stars_are_lives_left(void **state)
{
    (void)state;
    for (int wrong = 0; wrong <= 3; wrong++) {
        struct match_fixture f;

        begin(&f, 3, "timer=off,referee=trust");
        for (int card = 0; card < 12; card++)
            play_card(&f, card, card >= wrong);
        assert_int_equal(match_fixture_core(&f)->outcome, OUTCOME_WON);
        for (int seat = 0; seat < 3; seat++)
            assert_int_equal(match_fixture_core(&f)->score[seat], 3 - wrong);
        match_fixture_close(&f);
    }
}

static void or_11_or_17_tipsters_rotate(void **state)
{
    static const int together[] = {0, 1, 2, 3, 4, 0}, teams[] = {0, 1, 2, 3, 4, 1, 0, 3};
    struct match_fixture f;

    (void)state;
    begin(&f, 5, "timer=off,referee=trust");
    for (int i = 0; i < 6; i++) {
        assert_int_equal(board(&f)->tipster, together[i]);
        play_card(&f, i, true);
    }
    match_fixture_close(&f);
    begin(&f, 5, "timer=off,referee=trust,mode=teams");
    for (int i = 0; i < 8; i++) { /* three in team A, two in team B */
        assert_int_equal(board(&f)->tipster, teams[i]);
        play_card(&f, i, true);
    }
    match_fixture_close(&f);
}

/* ---- guessing ---- */

static void or_8_or_15_most_points_count_and_the_right_hand_player_breaks_ties(void **state)
{
    struct match_fixture f;
    struct or_public t;

    (void)state;
    begin(&f, 5, "timer=off");
    turn_and_clue(&f, "QAQ");
    t = *board(&f);
    assert_int_equal(or_decider(&t, match_fixture_core(&f)), 4);
    assert_int_equal(or_most(&t, match_fixture_core(&f)), OR_NOWHERE);
    t.point[1] = 2; /* gap 1 */
    assert_int_equal(or_most(&t, match_fixture_core(&f)), 1);
    t.point[2] = 1; /* one each, the right-hand player is silent: the first gap on the circle */
    assert_int_equal(or_most(&t, match_fixture_core(&f)), 0);
    t.point[4] = 3; /* one each, and the right-hand player points at gap 2 */
    assert_int_equal(or_most(&t, match_fixture_core(&f)), 2);
    t.point[3] = 2;
    assert_int_equal(or_most(&t, match_fixture_core(&f)), 1);
    t.point[0] = 3; /* the Tipster's hand does not count */
    assert_int_equal(or_most(&t, match_fixture_core(&f)), 1);
    match_fixture_close(&f);
}

static void or_14_sand_that_has_run_is_the_time_to_guess(void **state)
{
    struct or_public t = {.timer = 20};
    struct core c = {.phase = OR_CLUE, .since = 1000, .deadline = 21000};

    (void)state;
    assert_int_equal(or_sand(&t, &c, 8500), 7500);
    assert_int_equal(or_sand(&t, &c, 21000), 20000);
    assert_int_equal(or_sand(&t, &c, 22000), 20000);
    assert_int_equal(or_sand(&t, &c, 1000), 1); /* 0 would mean no limit */
    c.deadline = 25000;                         /* a vote held the clock for four seconds */
    assert_int_equal(or_sand(&t, &c, 12500), 7500);
    c.phase = OR_GRACE;
    assert_int_equal(or_sand(&t, &c, 23000), 20000);
    c.phase = OR_THINK; /* not turned yet: all of it is still above */
    assert_int_equal(or_sand(&t, &c, 2000), 20000);
}

static void or_13_or_14_without_the_timer_overtime_has_no_limit(void **state)
{
    struct match_fixture f;

    (void)state;
    begin(&f, 3, "timer=off,referee=trust");
    for (int card = 0; card < 3; card++)
        play_card(&f, card, false);
    assert_true(or_overtime(board(&f), OR_ALL));
    turn_and_clue(&f, "QZQ");
    assert_int_equal(match_fixture_core(&f)->phase, OR_GUESS);
    assert_int_equal(match_fixture_core(&f)->deadline, 0);
    match_fixture_close(&f);
}

/* ---- team play ---- */

static void or_18_a_life_comes_back_but_never_more_than_three(void **state)
{
    struct match_fixture f;

    (void)state;
    begin(&f, 4, "timer=off,referee=trust,mode=teams");
    play_card(&f, 0, false);
    assert_int_equal(match_fixture_core(&f)->phase,
                     OR_TURN); /* team B has all its lives: nothing to win back */
    assert_int_equal(board(&f)->lives[OR_A], 2);
    play_card(&f, 1, false);
    assert_int_equal(match_fixture_core(&f)->phase, OR_STEAL);
    guess(&f, true);
    assert_int_equal(board(&f)->lives[OR_A], 3);
    assert_int_equal(board(&f)->lives[OR_B], 2);
    play_card(&f, 2, false);
    assert_int_equal(match_fixture_core(&f)->phase, OR_STEAL);
    guess(&f, true);
    assert_int_equal(board(&f)->lives[OR_A], 2);
    assert_int_equal(board(&f)->lives[OR_B], 3);
    match_fixture_close(&f);
}

static void or_12_or_17_a_freed_tipster_leaves_the_turn_to_the_own_team(void **state)
{
    struct match_fixture f;

    (void)state;
    begin(&f, 6, "mode=teams");
    act(&f, 5, OR_ACT_TURN_TIMER, NUM(0));
    act(&f, NO_SEAT, ACT_FREE, NUM(0));
    assert_int_equal(board(&f)->tipster, 2);
    assert_int_equal(board(&f)->pile, 12);
    assert_int_equal(board(&f)->lives[OR_A], 3);
    match_fixture_close(&f);
}

static void or_19_overtime_ends_with_a_life_won_back(void **state)
{
    struct match_fixture f;

    (void)state;
    begin(&f, 4, "referee=trust,mode=teams");
    for (int card = 0; card < 5; card++) { /* team A is always wrong, team B never */
        f.now += 5000;
        play_card(&f, card, card % 2 != 0);
    }
    assert_true(or_overtime(board(&f), OR_A));
    assert_false(or_overtime(board(&f), OR_B));
    play_card(&f, 5, false);
    assert_int_equal(match_fixture_core(&f)->phase, OR_STEAL);
    guess(&f, true);
    assert_false(or_overtime(board(&f), OR_A));
    act(&f, or_turner(board(&f), match_fixture_core(&f)), OR_ACT_TURN_TIMER, NUM(0));
    f.now += 4000;
    act(&f, board(&f)->tipster, OR_ACT_CLUE, TEXT(STR("QZQ")));
    assert_int_equal(match_fixture_core(&f)->deadline, 0);
    match_fixture_close(&f);
}

static void or_20_or_21_lives_decide_and_equal_lives_play_one_more_card(void **state)
{
    struct match_fixture f;

    (void)state;
    begin(&f, 4, "timer=off,referee=trust,mode=teams");
    for (int card = 0; card < 12; card++)
        play_card(&f, card, card != 3);
    assert_int_equal(match_fixture_core(&f)->outcome, OUTCOME_RANKED);
    assert_int_equal(match_fixture_core(&f)->winners, SEAT(0) | SEAT(2));
    assert_int_equal(match_fixture_core(&f)->score[0], 3);
    assert_int_equal(match_fixture_core(&f)->score[1], 2);
    match_fixture_close(&f);
    begin(&f, 4, "timer=off,referee=trust,mode=teams");
    for (int card = 0; card < 12; card++)
        play_card(&f, card, true);
    assert_int_equal(match_fixture_core(&f)->outcome, OUTCOME_NONE);
    assert_true(board(&f)->duel);
    play_card(&f, 12, true);
    assert_int_equal(match_fixture_core(&f)->outcome, OUTCOME_RANKED);
    assert_int_equal(match_fixture_core(&f)->winners,
                     or_team_seats(match_fixture_core(&f), or_team(match_fixture_core(&f), 0)));
    assert_int_equal(match_fixture_core(&f)->score[0], 4);
    assert_int_equal(match_fixture_core(&f)->score[1], 3);
    match_fixture_close(&f);
}

static seat_set heard(const struct match_fixture *f, int seat)
{
    struct known k = table_known(f->m.table, seat);

    return f->m.table->book->game->talk(&k);
}

static void or_8_who_knows_the_card_keeps_still(void **state)
{
    struct match_fixture f;
    const seat_set all = SEAT(0) | SEAT(1) | SEAT(2) | SEAT(3);
    const seat_set a = SEAT(0) | SEAT(2), b = SEAT(1) | SEAT(3);

    (void)state;
    begin(&f, 4, "");
    int tipster = board(&f)->tipster;
    assert_int_equal(heard(&f, tipster), all); /* no card yet: nothing to give away */
    act(&f, or_turner(board(&f), match_fixture_core(&f)), OR_ACT_TURN_TIMER, NUM(0));
    assert_int_equal(heard(&f, tipster), 0);
    assert_int_equal(heard(&f, (tipster + 1) % 4), all);
    act(&f, tipster, OR_ACT_CLUE, TEXT(STR("QWERTZ")));
    assert_int_equal(heard(&f, tipster), 0);
    assert_int_equal(heard(&f, (tipster + 1) % 4), all);
    guess(&f, true);
    assert_int_equal(heard(&f, tipster), all);
    match_fixture_close(&f);

    begin(&f, 4, "mode=teams"); /* while one team guesses, the other keeps to itself */
    tipster = board(&f)->tipster;
    turn_and_clue(&f, "QWERTZ");
    assert_int_equal(heard(&f, tipster), 0);
    assert_int_equal(heard(&f, (tipster + 2) % 4), all);
    assert_int_equal(heard(&f, (tipster + 1) % 4), tipster % 2 ? a : b);
    guess(&f, false);
    turn_and_clue(&f, "ASDFGH"); /* team B is at turn; A has a life to win back */
    tipster = board(&f)->tipster;
    guess(&f, false);
    assert_int_equal(match_fixture_core(&f)->phase, OR_STEAL);
    assert_int_equal(heard(&f, (tipster + 1) % 4), all);
    assert_int_equal(heard(&f, tipster), 0);
    assert_int_equal(heard(&f, (tipster + 2) % 4), tipster % 2 ? b : a);
    match_fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(or_4_or_5_or_6_a_bots_clue_links_its_gap_best),
        cmocka_unit_test(or_14_in_overtime_a_bot_lets_the_sand_run),
        cmocka_unit_test(or_8_bots_point_agree_and_lock),
        cmocka_unit_test(or_8_bots_let_people_speak_first),
        cmocka_unit_test(or_8_nobody_loses_by_the_absence_of_others),
        cmocka_unit_test(or_10_bots_leave_time_to_look_at_the_last_card),
        cmocka_unit_test(or_18_a_bot_does_not_try_the_same_gap_again),
        cmocka_unit_test(or_4_every_number_has_exactly_one_gap),
        cmocka_unit_test(or_3_the_right_hand_player_is_the_seat_before),
        cmocka_unit_test(or_2_cards_are_1_to_99_without_33_and_66_and_none_comes_twice),
        cmocka_unit_test(or_16_the_circle_holds_the_longest_game),
        cmocka_unit_test(or_9_or_16_or_22_stars_are_lives_left),
        cmocka_unit_test(or_11_or_17_tipsters_rotate),
        cmocka_unit_test(or_8_or_15_most_points_count_and_the_right_hand_player_breaks_ties),
        cmocka_unit_test(or_8_who_knows_the_card_keeps_still),
        cmocka_unit_test(or_14_sand_that_has_run_is_the_time_to_guess),
        cmocka_unit_test(or_13_or_14_without_the_timer_overtime_has_no_limit),
        cmocka_unit_test(or_12_or_17_a_freed_tipster_leaves_the_turn_to_the_own_team),
        cmocka_unit_test(or_18_a_life_comes_back_but_never_more_than_three),
        cmocka_unit_test(or_19_overtime_ends_with_a_life_won_back),
        cmocka_unit_test(or_20_or_21_lives_decide_and_equal_lives_play_one_more_card),
        cmocka_unit_test(or_6_numbers_are_read_in_three_languages),
        cmocka_unit_test(or_6_places_and_hours_are_hints_in_three_languages),
        cmocka_unit_test(or_6_a_colour_is_a_hint_for_its_cards_only),
        cmocka_unit_test(or_1_or_22_every_challenge_opens_in_every_language),
        cmocka_unit_test(or_22_after_a_win_comes_the_next_challenge),
        cmocka_unit_test(or_22_a_pack_has_levels_of_its_own),
        cmocka_unit_test(or_13_or_17_options_that_do_not_go_together),
    };

    return cmocka_run_group_tests_name("oneround", tests, games_set_up, games_tear_down);
}
