/* Compatibility: rules that are easier to check on the table's memory than in a script. */

#include "test.h"
#include "match_fixture.h"

#include "base/jr.h"
#include "base/jw.h"
#include "rules/play.h"
#include "rules/registry.h"
#include "rules/setup.h"

#include <stdio.h>
#include <string.h>

static void begin(struct match_fixture *f, int seats, const char *track)
{
    char options[32];

    snprintf(options, sizeof options, "track=%s", track);
    struct setup setup = match_fixture_setup("compatibility", seats, options);
    *f = (struct match_fixture){0};
    match_fixture_open(f, &setup);
}

static const struct co_public *board(const struct match_fixture *f)
{
    return table_public(f->m.table);
}

static void act(struct match_fixture *f, int seat, int action, struct value v)
{
    assert_true(match_fixture_act(f, seat, action, &v));
}

static void call(struct match_fixture *f, int number)
{
    act(f, board(f)->announcer, CO_ACT_CALL, NUM(number));
}

/* As many pictures as the seat must lay, `first` and those after it. */
static void choose(struct match_fixture *f, int seat, int first)
{
    char list[CO_RANKS];

    for (int i = 0; i < CO_RANKS; i++)
        list[i] = (char)((first + i) % CO_PICTURES);
    act(f, seat, CO_ACT_CHOOSE, TEXT(str_n(list, board(f)->count[seat])));
}

/* The first fact of this kind in the last step, or NULL. */
static const struct fact *told(const struct match_fixture *f, int kind)
{
    for (int i = 0; i < f->d->facts; i++) {
        if (f->d->fact[i].kind == kind)
            return &f->d->fact[i];
    }
    return NULL;
}

/* CO-1: even numbers make pairs across the table, odd ones single pawns. */
static void co_1_mode_follows_from_the_number_of_seats(void **state)
{
    (void)state;
    for (int seats = 3; seats <= CO_SEATS; seats++) {
        struct core c = {.seats = (uint8_t)seats};
        struct co_public t = {.announcer = 1};

        assert_int_equal(co_pairs(&c), seats % 2 == 0);
        assert_int_equal(co_sides(&c, seats_all(seats)), seats % 2 ? seats : seats / 2);
        assert_int_equal(co_sides(&c, seats_all(seats) & ~SEAT(0)),
                         seats % 2 ? seats - 1 : seats / 2 - 1);
        for (int seat = 0; seat < seats && seats % 2 == 0; seat++) {
            int partner = seat < seats / 2 ? seat + seats / 2 : seat - seats / 2;

            assert_int_equal(co_side(&c, seat), SEAT(seat) | SEAT(partner));
            assert_int_equal(co_counterparts(&t, &c, seat), SEAT(partner));
        }
    }
}

/* CO-8: with an odd number everyone is compared with the Referent, and only with the Referent. */
static void co_8_everyone_is_compared_with_the_referent(void **state)
{
    struct core c = {.seats = 5};
    struct co_public t = {.announcer = 2};

    (void)state;
    assert_int_equal(co_counterparts(&t, &c, 0), SEAT(2));
    assert_int_equal(co_counterparts(&t, &c, 4), SEAT(2));
    assert_int_equal(co_counterparts(&t, &c, 2), SEAT(0) | SEAT(1) | SEAT(3) | SEAT(4));
    assert_int_equal(co_side(&c, 3), SEAT(3));
}

/* CO-3: the number picks the theme on the card that is turned after it. */
static void co_3_the_number_picks_the_theme(void **state)
{
    (void)state;
    for (int number = 1; number <= CO_NUMBERS; number++) {
        struct match_fixture f;

        begin(&f, 3, "normal");
        const struct deck *deck = f.world.shelf->deck[CO_DECK_THEMES];
        assert_int_equal(deck->cards, 120);
        call(&f, number);
        assert_int_equal(f.d->fact[0].kind, CO_NUMBER_CALLED);
        assert_int_equal(f.d->fact[1].kind, CO_THEME_TURNED);
        struct co_theme_turned turned = FACT_AS(co_theme_turned, told(&f, CO_THEME_TURNED));
        int card = turned.card;
        assert_int_equal(deck->card_at[card + 1] - deck->card_at[card], CO_NUMBERS);
        assert_true(str_eq(turned.theme, deck->entry[deck->card_at[card] + number - 1].text));
        assert_true(str_eq(phrase_str(&board(&f)->theme), turned.theme));
        match_fixture_close(&f);
    }
}

/* CO-4: the numbers on the track, in all three lengths; games of the first edition keep theirs. */
static void co_4_numbers_on_the_track(void **state)
{
    static const int end[2][CO_TRACKS][CO_RANKS] = {
        {{9, 16, 22, 27, 30}, {15, 27, 37, 45, 50}, {21, 38, 52, 63, 70}},
        {{9, 15, 20, 24, 26}, {13, 23, 31, 37, 40}, {19, 32, 43, 52, 56}}};

    (void)state;
    for (int i = 0; i < 2 * CO_TRACKS; i++) {
        struct core c = {.edition = (uint8_t)(1 + i / CO_TRACKS)};
        const int *ends = end[i / CO_TRACKS][i % CO_TRACKS];
        int space = 0;

        c.option[CO_TRACK] = (int16_t)(i % CO_TRACKS);
        for (int band = 0; band < CO_RANKS; band++) {
            assert_int_equal(co_band_end(&c, band), ends[band]);
            for (; space < ends[band]; space++)
                assert_int_equal(co_number(&c, space), 5 - band);
        }
        assert_true(space <= CO_SPACES);
        assert_int_equal(co_number(&c, space), 1); /* the last space: the game is over there */
    }
}

static json_t *setup_of(const char *pictures, int edition)
{
    return json_pack("{s:s, s:i, s:i, s:i, s:s, s:{s:s}}", "game", "compatibility", "edition",
                     edition, "seats", 4, "youngest", 0, "language", "en", "options", "pictures",
                     pictures);
}

/* Facts hold numbers of pictures: a deck that was played with is found under whatever name it had
 * then, and its setup is written as it was read. The default is dreams, a deck of scenes. */
static void games_keep_their_pictures_when_decks_get_new_names(void **state)
{
    static const struct {
        int edition;
        const char *name;
        int deck;
    } cases[] = {
        {1, "dreams", CO_DECK_WONDERS},     {2, "dreams", CO_DECK_WONDERS},
        {2, "moonlight", CO_DECK_PICTURES}, {2, "faraway", CO_DECK_FARAWAY},
        {2, "town", CO_DECK_TOWN},          {3, "dreams", CO_DECK_PICTURES},
        {3, "wonders", CO_DECK_WONDERS},
    };
    const struct book *book = registry_find(STR("compatibility"));
    struct setup_problem p;
    struct setup s;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        json_t *json = setup_of(cases[i].name, cases[i].edition);

        assert_true(setup_read(&s, book, json, &p));
        assert_int_equal(CO_DECK_PICTURES + s.option[CO_PICTURE_SET], cases[i].deck);
        assert_int_equal(setup_goes_on(&s), cases[i].edition >= 2);
        json_decref(json);

        struct buf text = {0};
        struct jw w = jw_to(&text);
        struct jr_problem ignored;
        setup_write(&s, &w);
        json = jr_parse(buf_str(&text), &ignored);
        assert_string_equal(
            json_string_value(json_object_get(json_object_get(json, "options"), "pictures")),
            cases[i].name);
        json_decref(json);
        buf_fini(&text);
    }
    json_t *unknown = setup_of("moonlight", 3);
    assert_false(setup_read(&s, book, unknown, &p));
    json_decref(unknown);
    setup_default(&s, book);
    assert_true(
        str_eq(choice_name(str_of(book->option[CO_PICTURE_SET]->choices), s.option[CO_PICTURE_SET]),
               STR("dreams")));
    assert_true(str_is(STR("pictures-moonlight"), book->game->decks[CO_DECK_PICTURES]));
}

/* CO-5: whatever a player lays, and wherever the token lies, the others see and hear the same. */
static void co_5_no_hints_to_anybody(void **state)
{
    struct match_fixture one, two;

    (void)state;
    for (int seats = 3; seats <= CO_SEATS; seats++) {
        begin(&one, seats, "normal");
        begin(&two, seats, "normal");
        call(&one, 1);
        call(&two, 1);
        choose(&one, 1, 0);
        choose(&two, 1, 17);
        act(&one, 1, CO_ACT_DOUBLE, NUM(1));
        act(&two, 1, CO_ACT_DOUBLE, NUM(5));
        choose(&one, 1, 3); /* changes one's mind in one world only */
        for (int seat = NO_SEAT; seat < seats; seat++) {
            struct buf a = {0}, b = {0};

            table_view(one.m.table, seat, &a);
            table_view(two.m.table, seat, &b);
            assert_int_equal(str_eq(buf_str(&a), buf_str(&b)), seat != 1);
            buf_fini(&a);
            buf_fini(&b);
        }
        match_fixture_close(&one);
        match_fixture_close(&two);
    }
}

static struct co_seat ranking(struct rng *r)
{
    struct co_seat s = {.laid = (uint8_t)(1 + rng_below(r, CO_RANKS))};

    for (int i = 0; i < s.laid; i++) {
        bool again = true;

        while (again) {
            s.picture[i] = (uint8_t)rng_below(r, 8);
            again = false;
            for (int j = 0; j < i; j++)
                again = again || s.picture[j] == s.picture[i];
        }
    }
    return s;
}

/* CO-7: each common picture counts exactly once, when the second of its cards is turned. */
static void co_7_each_agreement_counts_once(void **state)
{
    struct rng r = rng_at(7, 7);

    (void)state;
    for (int game = 0; game < 20000; game++) {
        struct co_seat a = ranking(&r), b = ranking(&r);
        int found[CO_RANKS] = {0}, expected[CO_RANKS] = {0};

        for (int i = 0; i < a.laid; i++) {
            for (int j = 0; j < b.laid; j++) {
                if (a.picture[i] == b.picture[j])
                    expected[i > j ? i : j] += i == j ? 3 : 2;
            }
        }
        for (int place = 0; place < CO_RANKS; place++) {
            struct co_agreement out[2];
            int n = co_agreements(&a, &b, place, out);

            for (int i = 0; i < n; i++)
                found[place] += co_points(out[i].place == out[i].other ? CO_DIRECT : CO_INDIRECT);
        }
        assert_memory_equal(found, expected, sizeof found);
    }
}

/* CO-11: doubled is twice direct. CO-9 needs the most a round can bring. */
static void co_11_points(void **state)
{
    (void)state;
    assert_int_equal(co_points(CO_INDIRECT), 2);
    assert_int_equal(co_points(CO_DIRECT), 3);
    assert_int_equal(co_points(CO_DOUBLED), 2 * co_points(CO_DIRECT));
    assert_int_equal(CO_GAIN, 4 * co_points(CO_DIRECT) + co_points(CO_DOUBLED));
}

/* CO-12: of two who are as fast the first one on the server has the token, and only this round. */
static void co_12_one_token_a_round(void **state)
{
    struct match_fixture f;

    (void)state;
    begin(&f, 4, "normal");
    for (int round = 0; round < 2; round++) {
        call(&f, 1);
        act(&f, 2 + round, CO_ACT_DOUBLE, NUM(1));
        for (int seat = 0; seat < 4; seat++) {
            if (seat != 2 + round)
                assert_false(match_fixture_act(&f, seat, CO_ACT_DOUBLE, &NUM(1)));
        }
        for (int seat = 0; seat < 4; seat++)
            choose(&f, seat, 5 * seat);
        match_fixture_wait(&f, 15);
    }
    assert_int_equal(board(&f)->spent, SEAT(2) | SEAT(3));
    match_fixture_close(&f);
}

/* CO-14: the furthest win; among equals most unused tokens; then they share it. */
static void co_14_winners(void **state)
{
    struct core six = {.seats = 6}, five = {.seats = 5};
    struct co_public t = {.space = {50, 48, 50, 50, 48, 50}};

    (void)state;
    assert_int_equal(co_winners(&t, &six), SEAT(0) | SEAT(3) | SEAT(2) | SEAT(5));
    t.spent = SEAT(3);
    assert_int_equal(co_winners(&t, &six), SEAT(2) | SEAT(5));
    t.spent = SEAT(3) | SEAT(2) | SEAT(5);
    assert_int_equal(co_winners(&t, &six), SEAT(0) | SEAT(3));
    t.spent = SEAT(0) | SEAT(2); /* one token each: equal again */
    assert_int_equal(co_winners(&t, &six), SEAT(0) | SEAT(3) | SEAT(2) | SEAT(5));

    t.spent = 0;
    assert_int_equal(co_winners(&t, &five), SEAT(0) | SEAT(2) | SEAT(3));
    t.spent = SEAT(0) | SEAT(3);
    assert_int_equal(co_winners(&t, &five), SEAT(2));
    t.spent = SEAT(0) | SEAT(2) | SEAT(3); /* who is behind wins nothing with a token */
    assert_int_equal(co_winners(&t, &five), SEAT(0) | SEAT(2) | SEAT(3));
}

/* CO-15: 120 rounds, 120 cards; then they are shuffled and come again, each once. CO-2:
 * the role goes round the table. CO-10: the same pictures can be laid in every round. After every
 * card has come twice the furthest win: here nobody ever agreed, so they share it. */
static void co_15_theme_cards_come_again_only_when_they_run_out(void **state)
{
    bool seen[120] = {false};
    struct match_fixture f;

    (void)state;
    begin(&f, 4, "normal");
    for (int round = 1; round <= CO_ROUNDS; round++) {
        assert_int_equal(board(&f)->round, round);
        assert_int_equal(board(&f)->announcer, (round - 1) % 4);
        call(&f, 1 + round % CO_NUMBERS);
        assert_int_equal(told(&f, CO_THEMES_RESHUFFLED) != NULL, round == 121);
        if (round == 121)
            memset(seen, 0, sizeof seen);
        int card = FACT_AS(co_theme_turned, told(&f, CO_THEME_TURNED)).card;
        assert_true(card >= 0 && card < 120);
        assert_false(seen[card]);
        seen[card] = true;
        for (int seat = 0; seat < 4; seat++)
            choose(&f, seat, 5 * seat);
        match_fixture_wait(&f, 15);
    }
    assert_int_equal(f.m.table->core.outcome, OUTCOME_RANKED);
    assert_int_equal(f.m.table->core.winners, seats_all(4));
    match_fixture_close(&f);
}

/* The furthest that all can get in one round of pairs: scores are spaces and end with the track. */
static void scores_are_spaces(void **state)
{
    struct match_fixture f;

    (void)state;
    begin(&f, 8, "short");
    while (!f.m.table->core.outcome) {
        call(&f, 1);
        for (int seat = 0; seat < 8; seat++)
            choose(&f, seat, seat == 3 ? 20 : 0);
        match_fixture_wait(&f, 15);
        for (int seat = 0; seat < 8; seat++)
            assert_int_equal(f.m.table->core.score[seat], board(&f)->space[seat]);
    }
    assert_int_equal(f.m.table->core.winners, seats_all(8) & ~(SEAT(3) | SEAT(7)));
    assert_int_equal(f.m.table->core.score[0], 26);
    match_fixture_close(&f);
}

/* T-9: any set of players leaves at any moment, in any phase. Those who stay play on, and where the
 * table waits for somebody they skip them: it ends. */
static void t_9_the_game_ends_whoever_leaves(void **state)
{
    struct sampler s = sampler_new(9);

    (void)state;
    for (int game = 0; game < 400; game++) {
        struct match_fixture f = {0};
        struct setup setup;
        struct move move;
        int drop = (int)sampler_below(&s, 120), steps = 0;

        play_setup(&setup, registry_find(STR("compatibility")), 0, &s);
        seat_set leaving = (seat_set)sampler_below(&s, 1u << setup.seats);
        match_fixture_open(&f, &setup);
        const struct core *c = &f.m.table->core;
        while (!c->outcome && ++steps < 20000) {
            if (steps == drop) {
                FOR_SEATS (seat, leaving)
                    match_fixture_act(&f, NO_SEAT, game % 2 ? ACT_LEAVE : ACT_FREE, &NUM(seat));
            }
            seat_set here = seats_present(c);
            if (!here || !play_propose(f.m.table, here, &s, &move) ||
                !match_fixture_act(&f, move.seat, move.action, move.v))
                match_fixture_wait(&f, 1);
            if (steps % 4 == 0) {
                FOR_SEATS (seat, table_stalled(f.m.table))
                    match_fixture_act(&f, NO_SEAT, ACT_SKIP, &NUM(seat));
            }
        }
        assert_int_not_equal(c->outcome, OUTCOME_NONE);
        if (c->outcome == OUTCOME_RANKED) {
            assert_int_equal(c->winners & c->gone, 0);
            FOR_SEATS (seat, c->winners) {
                FOR_SEATS (other, seats_active(c))
                    assert_true(c->score[seat] >= c->score[other]);
            }
        }
        match_fixture_close(&f);
    }
}

static void blocks_are_small(void **state)
{
    struct match_fixture f;

    (void)state;
    begin(&f, CO_SEATS, "long");
    assert_true(f.m.table->size <= 2048);
    match_fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(co_4_a_bot_lays_as_many_pictures_as_its_space_says),
        cmocka_unit_test(co_11_co_12_co_13_a_bot_doubles_when_sure_and_may),
        cmocka_unit_test(co_1_mode_follows_from_the_number_of_seats),
        cmocka_unit_test(co_3_the_number_picks_the_theme),
        cmocka_unit_test(co_4_numbers_on_the_track),
        cmocka_unit_test(games_keep_their_pictures_when_decks_get_new_names),
        cmocka_unit_test(co_5_no_hints_to_anybody),
        cmocka_unit_test(co_7_each_agreement_counts_once),
        cmocka_unit_test(co_7_co_9_co_11_co_14_spaces_and_winners_of_whole_games),
        cmocka_unit_test(co_8_everyone_is_compared_with_the_referent),
        cmocka_unit_test(co_11_points),
        cmocka_unit_test(co_12_one_token_a_round),
        cmocka_unit_test(co_14_winners),
        cmocka_unit_test(co_15_theme_cards_come_again_only_when_they_run_out),
        cmocka_unit_test(scores_are_spaces),
        cmocka_unit_test(t_9_the_game_ends_whoever_leaves),
        cmocka_unit_test(blocks_are_small),
    };

    return cmocka_run_group_tests_name("compatibility", tests, games_set_up, games_tear_down);
}
