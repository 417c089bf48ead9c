/* Coordinates: rules that are easier to check on the table's memory than in a script. */

#include "test.h"

#include "rules/play.h"
#include "rules/record.h"
#include "rules/registry.h"
#include "rules/setup.h"

#include <string.h>

/* ---- a table to play at ---- */

struct setup setup_of(int seats, uint64_t seed)
{
    struct setup s = match_fixture_setup("coordinates", seats, "");

    s.seed = seed_number(seed);
    return s;
}

void start(struct match_fixture *g, const struct setup *s, const char *numbers)
{
    *g = (struct match_fixture){0};
    for (const char *n = numbers; n && *n; n++)
        match_fixture_rig(g, AX_CHANCE_NUMBER, *n - '0');
    match_fixture_open(g, s);
}

const struct ax_public *board(const struct match_fixture *g)
{
    return table_public(g->m.table);
}

const struct ax_seat *hand(const struct match_fixture *g, int seat)
{
    return table_seat(g->m.table, seat);
}

bool act(struct match_fixture *g, int seat, int action, struct value a, struct value b)
{
    const struct value v[] = {a, b};

    return match_fixture_act(g, seat, action, v);
}

bool guess(struct match_fixture *g, int seat, const char *numbers, int n)
{
    return act(g, seat, AX_ACT_GUESS, TEXT(str_n(numbers, (size_t)n)), NUM(0));
}

void place_all(struct match_fixture *g)
{
    seat_set players = board(g)->players;

    FOR_SEATS (seat, players)
        assert_true(act(g, seat, AX_ACT_PLACE, NUM(10 * seat - 60), NUM(5 * seat)));
    FOR_SEATS (seat, players)
        assert_true(act(g, seat, AX_ACT_CONFIRM, NUM(0), NUM(0)));
}

/* ---- what a round begins with ---- */

static void ax_1_as_many_words_as_active_players(void **state)
{
    (void)state;
    for (int seats = 4; seats <= 14; seats++) {
        struct setup s = setup_of(seats, 7);
        struct match_fixture g;
        int n = seats <= 7 ? seats : (seats + 1) / 2; /* AX-10: team A has the odd one */

        start(&g, &s, NULL);
        for (int i = 0; i < AX_NUMBERS; i++)
            assert_int_equal(board(&g)->word[i].len > 0, i < n);
        assert_int_equal(ax_numbers(board(&g)), n);
        assert_true(board(&g)->reference.len > 0);
        assert_true(board(&g)->criterion[AX_VERTICAL].len > 0);
        assert_true(board(&g)->criterion[AX_HORIZONTAL].len > 0);
        match_fixture_close(&g);
    }
}

static void ax_2_every_number_is_dealt_once_and_in_secret(void **state)
{
    (void)state;
    for (int seats = 4; seats <= 14; seats++) {
        struct setup s = setup_of(seats, (uint64_t)seats);
        struct match_fixture g;
        uint32_t dealt = 0;

        start(&g, &s, NULL);
        FOR_SEATS (seat, board(&g)->players)
            dealt |= 1u << hand(&g, seat)->number;
        assert_int_equal(dealt, ((1u << ax_numbers(board(&g))) - 1) << 1);
        for (int i = 0; i < g.d->facts; i++) {
            if (g.d->fact[i].kind == AX_NUMBER_DEALT)
                assert_int_equal(seats_count(g.d->fact[i].to), 1);
        }
        match_fixture_close(&g);
    }
}

static void ax_10_teams_are_equal_or_one_apart(void **state)
{
    (void)state;
    for (int seats = 8; seats <= 14; seats++) {
        struct core c = {.seats = (uint8_t)seats};
        seat_set a = ax_team(&c, 0), b = ax_team(&c, 1);

        assert_true(ax_teams(&c));
        assert_int_equal(a & b, 0);
        assert_int_equal(a | b, seats_all(seats));
        assert_in_range(seats_count(a) - seats_count(b), 0, 1);
        assert_in_range(seats_count(a), 4, AX_NUMBERS);
    }
    assert_false(ax_teams(&(struct core){.seats = 7}));
}

static void ax_4_the_field_ends_a_quarter_beyond_the_axes(void **state)
{
    const struct book *b = registry_find(STR("coordinates"));
    struct names names = {.seats = 4};

    (void)state;
    for (int i = 0; i < 2; i++) {
        const struct arg_spec *a = &b->action_args[AX_ACT_PLACE].arg[i];

        assert_true(schema_allows(a, &names, &NUM(-125)) && schema_allows(a, &names, &NUM(125)));
        assert_false(schema_allows(a, &names, &NUM(-126)) || schema_allows(a, &names, &NUM(126)));
    }
}

/* ---- votes ---- */

/* All lists of numbers from 0 to 5, for the player with number 3. */
static void ax_6_one_vote_a_token_and_each_number_once(void **state)
{
    struct setup s = setup_of(4, 1);
    struct match_fixture g;
    int accepted = 0;

    (void)state;
    start(&g, &s, "1234");
    place_all(&g);
    for (int code = 0; code < 6 * 6 * 6 * 6; code++) {
        char n[4] = {(char)(code % 6), (char)(code / 6 % 6), (char)(code / 36 % 6),
                     (char)(code / 216)};
        bool numbers = n[0] >= 1 && n[0] <= 4 && n[1] >= 1 && n[1] <= 4 && n[3] >= 1 && n[3] <= 4;
        bool once = n[0] != n[1] && n[0] != n[3] && n[1] != n[3];
        bool legal = n[2] == 0 && numbers && once;

        assert_int_equal(guess(&g, 2, n, 4), legal);
        for (int i = 0; legal && i < 4; i++)
            assert_int_equal(hand(&g, 2)->guess[i], n[i] == 3 ? 0 : n[i]);
        accepted += legal;
    }
    assert_int_equal(accepted, 4 * 3 * 2);
    match_fixture_close(&g);
}

/* ---- secrets ---- */

/* Everything a seat got to know by the last action: its facts and its view. */
static void told(const struct match_fixture *g, int seat, struct buf *out)
{
    struct names names = table_names(g->m.table);
    struct jw w = jw_to(out);

    jw_array(&w);
    for (int i = 0; i < g->d->facts; i++) {
        if (fact_visible(g->d->book, &g->d->fact[i], seat))
            fact_write(g->d->book, &names, &g->d->fact[i], false, &w);
    }
    jw_end_array(&w);
    table_view(g->m.table, seat, out);
}

static void same_for(const struct match_fixture *a, const struct match_fixture *b, int seat)
{
    struct buf one = {0}, two = {0};

    told(a, seat, &one);
    told(b, seat, &two);
    assert_string_equal(buf_cstr(&one), buf_cstr(&two));
    buf_fini(&one);
    buf_fini(&two);
}

/* Two tables that differ in the numbers and votes of others: `seat` cannot tell them apart. Some
 * vote with their own number in one of the worlds only, which must not show either. */
static void twin_worlds(int seats, int seat, const char *numbers, const char *others)
{
    struct setup s = setup_of(seats, 3);
    struct match_fixture a, b;

    start(&a, &s, numbers);
    start(&b, &s, others);
    same_for(&a, &b, seat);
    place_all(&a);
    place_all(&b);
    seat_set players = board(&a)->players;
    int n = seats_count(players), last = 0;
    FOR_SEATS (voter, players)
        last = voter;
    FOR_SEATS (voter, players & (seat_set)~SEAT(last)) { /* the last vote would begin the count */
        char one[SEATS_MAX] = {0}, two[SEATS_MAX] = {0};
        int next = 0;

        FOR_SEATS (token, players & (seat_set)~SEAT(voter)) {
            one[token] = (char)(1 + next++);
            two[token] = voter == seat ? one[token] : (char)(n - next + 1);
        }
        assert_true(guess(&a, voter, one, seats));
        assert_true(guess(&b, voter, two, seats));
        same_for(&a, &b, seat);
        same_for(&a, &b, NO_SEAT);
    }
    match_fixture_close(&a);
    match_fixture_close(&b);
}

static void t_3_ax_6_nobody_learns_a_number_or_a_vote_before_the_count(void **state)
{
    (void)state;
    twin_worlds(5, 0, "12345", "13452");
    twin_worlds(5, 3, "12345", "35142");
    twin_worlds(4, 1, "4321", "2341");
}

/* A member of the other team, and an onlooker, while the active team votes. */
static void t_3_ax_12_the_other_team_votes_without_knowing(void **state)
{
    (void)state;
    twin_worlds(8, 1, "1234", "4321");
    twin_worlds(9, 7, "12345", "23451");
    twin_worlds(8, 2, "1234", "3214");
}

/* ---- the blocks ---- */

static void blocks_are_small(void **state)
{
    struct setup s = setup_of(14, 1);
    struct table *t = table_new(&s);

    (void)state;
    assert_true(t->size <= 32 * 1024);
    table_free(t);
}

/* A damaged round without players has no numbers: whoever plays at random must not ask for one. */
static void a_round_without_players_can_be_played_at_random(void **state)
{
    struct setup setup = setup_of(8, 1);
    struct sampler s = sampler_new(8);
    struct fact facts[] = {
        {.kind = AX_ROUND_BEGAN, .arg = {NUM(1), NUM(0)}},
        {.kind = AX_TOKEN_PLACED, .arg = {NUM(0), NUM(0), NUM(0)}},
        {.kind = PHASE_BEGAN, .arg = {NUM(AX_TEAM), NUM(0), NUM(0)}},
    };
    struct match_fixture g;

    (void)state;
    start(&g, &setup, NULL);
    match_refold(&g.m, facts, 3);
    for (int i = 0; i < 32; i++) {
        struct value v[ARGS_MAX];

        play_arguments(g.m.table, 1, AX_ACT_PROPOSE, &s, v);
        match_fixture_act(&g, 1, AX_ACT_PROPOSE, v);
        assert_int_equal(board(&g)->proposal[0], 0);
    }
    match_fixture_close(&g);
}

static seat_set heard(const struct match_fixture *g, int seat)
{
    struct known k = table_known(g->m.table, seat);

    return registry_find(STR("coordinates"))->game->talk(&k);
}

static void ax_12_only_the_team_that_votes_openly_talks(void **state)
{
    struct setup setup = setup_of(9, 11); /* A: 0 2 4 6 8, B: 1 3 5 7 */
    struct match_fixture g;

    (void)state;
    start(&g, &setup, "12345");
    for (int seat = NO_SEAT; seat < 9; seat++)
        assert_int_equal(heard(&g, seat), 0);
    place_all(&g);
    for (int seat = NO_SEAT; seat < 9; seat++)
        assert_int_equal(heard(&g, seat), 0);
    for (int seat = 0; seat < 9; seat += 2) {
        char numbers[9] = {1, 0, 2, 0, 3, 0, 4, 0, 5};

        numbers[seat] = 0;
        assert_true(guess(&g, seat, numbers, 9));
    }
    assert_int_equal(g.m.table->core.phase, AX_TEAM);
    for (int seat = NO_SEAT; seat < 9; seat++)
        assert_int_equal(heard(&g, seat), seat > 0 && seat % 2 ? ax_team(&g.m.table->core, 1) : 0);
    match_fixture_close(&g);
}

static void ax_3_everybody_sees_a_token_move(void **state)
{
    const struct book *b = registry_find(STR("coordinates"));

    (void)state;
    for (int action = 0; action < b->actions; action++) {
        bool place = strcmp(b->action[action]->name, "place") == 0;

        assert_int_equal(b->action[action]->live, place);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ax_3_ax_6_a_bot_places_and_matches_by_what_it_sees),
        cmocka_unit_test(ax_12_bots_let_people_of_their_team_speak_first),
        cmocka_unit_test(ax_12_bots_keep_what_was_proposed_and_fill_in_the_rest),
        cmocka_unit_test(ax_1_as_many_words_as_active_players),
        cmocka_unit_test(ax_2_every_number_is_dealt_once_and_in_secret),
        cmocka_unit_test(ax_3_everybody_sees_a_token_move),
        cmocka_unit_test(ax_4_the_field_ends_a_quarter_beyond_the_axes),
        cmocka_unit_test(ax_6_one_vote_a_token_and_each_number_once),
        cmocka_unit_test(ax_7_ax_8_ax_9_points_words_and_rounds_alone),
        cmocka_unit_test(ax_10_teams_are_equal_or_one_apart),
        cmocka_unit_test(ax_10_ax_11_ax_12_points_and_rounds_in_teams),
        cmocka_unit_test(ax_12_only_the_team_that_votes_openly_talks),
        cmocka_unit_test(ax_13_laps_of_forty_and_eighty),
        cmocka_unit_test(ax_13_a_perfect_game_ends_on_the_third_lap),
        cmocka_unit_test(t_3_ax_6_nobody_learns_a_number_or_a_vote_before_the_count),
        cmocka_unit_test(t_3_ax_12_the_other_team_votes_without_knowing),
        cmocka_unit_test(t_9_the_game_ends_whoever_drops_out),
        cmocka_unit_test(blocks_are_small),
        cmocka_unit_test(a_round_without_players_can_be_played_at_random),
    };

    return cmocka_run_group_tests_name("coordinates", tests, games_set_up, games_tear_down);
}
