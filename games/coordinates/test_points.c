/* Coordinates: the points of whole games, counted a second time from what was revealed. */

#include "test.h"

#include "rules/play.h"
#include "rules/registry.h"

#include <string.h>

/* ---- points ---- */

/* Points as a person would count them, from what was revealed. */
struct tally {
    int score[SEATS_MAX];
    int rounds, words, criteria;
    bool word_seen[DECK_ENTRIES], criterion_seen[DECK_ENTRIES];
    uint8_t team_vote[SEATS_MAX];
    seat_set players;
};

static void count_alone(struct tally *t, const struct ax_token_revealed *f, int seats)
{
    for (int seat = 0; seat < seats; seat++) {
        if (seat != f->seat && f->guesses.at[seat] == f->number) {
            t->score[seat]++;
            t->score[f->seat]++;
        }
    }
}

static void count_teams(struct tally *t, const struct ax_token_revealed *f, int seats)
{
    int active = f->seat % 2, points[2] = {0};

    for (int seat = active; seat < seats; seat += 2)
        points[active] += seat != f->seat && f->guesses.at[seat] == f->number;
    points[1 - active] = t->team_vote[f->seat] == f->number ? 2 : 0;
    for (int seat = 0; seat < seats; seat++)
        t->score[seat] += points[seat % 2];
}

static void tally_fact(struct tally *t, const struct fact *f, int seats)
{
    switch (f->kind) {
    case AX_ROUND_BEGAN:
        assert_int_equal(FACT_AS(ax_round_began, f).round, ++t->rounds);
        t->players = FACT_AS(ax_round_began, f).players;
        if (seats > 7) /* AX-10: A, B, A, B */
            assert_int_equal(t->players & ~(t->rounds % 2 ? 0x5555 : 0xAAAA), 0);
        memset(t->team_vote, 0, sizeof t->team_vote);
        return;
    case AX_WORD_LAID:
    case AX_REFERENCE_LAID: {
        int entry = f->kind == AX_WORD_LAID ? FACT_AS(ax_word_laid, f).entry
                                            : FACT_AS(ax_reference_laid, f).entry;

        assert_false(t->word_seen[entry]); /* AX-8 */
        t->word_seen[entry] = true;
        t->words++;
        return;
    }
    case AX_CRITERION_LAID: {
        int entry = FACT_AS(ax_criterion_laid, f).entry;

        assert_false(t->criterion_seen[entry]); /* AX-8 */
        t->criterion_seen[entry] = true;
        t->criteria++;
        return;
    }
    case AX_TEAM_VOTED: {
        struct str numbers = FACT_AS(ax_team_voted, f).numbers;

        memcpy(t->team_vote, numbers.at, numbers.len);
        return;
    }
    case AX_TOKEN_REVEALED: {
        struct ax_token_revealed token = FACT_AS(ax_token_revealed, f);

        if (seats > 7)
            count_teams(t, &token, seats);
        else
            count_alone(t, &token, seats);
        return;
    }
    default:
        return;
    }
}

static void tally_facts(void *arg, struct match *m, struct decision *d)
{
    for (int i = 0; i < d->facts; i++)
        tally_fact(arg, &d->fact[i], m->setup.seats);
}

/* T-9: somebody drops out, comes back or leaves for good. */
static void drop_somebody(struct match_fixture *g, struct sampler *s, int64_t now, struct tally *t)
{
    static const int what[] = {ACT_LEAVE, ACT_LEAVE, ACT_LEAVE, ACT_RETURN, ACT_FREE, ACT_SKIP};
    const struct value v = NUM(sampler_below(s, g->m.table->core.seats));

    if (match_act(&g->m, g->d, now, NO_SEAT, what[sampler_below(s, 6)], &v))
        tally_facts(t, &g->m, g->d);
}

/* A random game to its end; with `drops`, players come and go. */
static void play_and_tally(struct match_fixture *g, struct sampler *s, bool drops, struct tally *t)
{
    const struct core *c = &g->m.table->core;
    struct move move;
    int64_t now = 0;

    tally_facts(t, &g->m, g->d);
    for (int step = 0; !c->outcome; step++) {
        assert_true(step < 20000);
        if (drops && sampler_below(s, 24) == 0)
            drop_somebody(g, s, now, t);
        if (play_propose(g->m.table, seats_present(c), s, &move) &&
            match_act(&g->m, g->d, now, move.seat, move.action, move.v)) {
            tally_facts(t, &g->m, g->d);
            continue;
        }
        now += 1000;
        match_pass_time(&g->m, g->d, now, tally_facts, t);
        FOR_SEATS (seat, table_stalled(g->m.table)) { /* T-9: who is left goes on without them */
            if (match_act(&g->m, g->d, now, NO_SEAT, ACT_SKIP, &NUM(seat)))
                tally_facts(t, &g->m, g->d);
        }
    }
}

static void check_result(const struct core *c, const struct tally *t)
{
    int best = 0;
    seat_set winners = 0;

    for (int seat = 0; seat < c->seats; seat++)
        assert_int_equal(c->score[seat], t->score[seat]);
    FOR_SEATS (seat, seats_active(c)) /* T-9: what a freed seat has counts, but does not win */
        best = t->score[seat] > best ? t->score[seat] : best;
    FOR_SEATS (seat, seats_active(c))
        winners |= t->score[seat] == best ? SEAT(seat) : 0;
    assert_int_equal(c->winners, c->outcome == OUTCOME_RANKED ? winners : 0);
}

static void random_games(int from, int to, bool drops)
{
    struct sampler s = sampler_new(99);

    for (int game = 0; game < 40; game++) {
        for (int seats = from; seats <= to; seats++) {
            struct tally t = {0};
            struct setup setup;
            struct match_fixture g;

            play_setup(&setup, registry_find(STR("coordinates")), seats, &s);
            start(&g, &setup, NULL);
            play_and_tally(&g, &s, drops, &t);
            check_result(&g.m.table->core, &t);
            if (!drops) {
                int n = seats > 7 ? 4 : 3;

                assert_int_equal(t.rounds, n); /* AX-9, AX-10 */
                assert_int_equal(t.criteria, 2 * n);
                assert_int_equal(t.words, seats > 7 ? 2 * seats + n : n * (seats + 1));
            }
            match_fixture_close(&g);
        }
    }
}

void ax_7_ax_8_ax_9_points_words_and_rounds_alone(void **state)
{
    (void)state;
    random_games(4, 7, false);
}

void ax_10_ax_11_ax_12_points_and_rounds_in_teams(void **state)
{
    (void)state;
    random_games(8, 14, false);
}

void t_9_the_game_ends_whoever_drops_out(void **state)
{
    (void)state;
    random_games(4, 14, true);
}

/* ---- the score track ---- */

void ax_13_laps_of_forty_and_eighty(void **state)
{
    static const struct {
        int score, lap;
    } track[] = {{0, 0}, {1, 0}, {39, 0}, {40, 0}, {41, 40}, {80, 40}, {81, 80}, {112, 80}};

    (void)state;
    for (size_t i = 0; i < sizeof track / sizeof track[0]; i++)
        assert_int_equal(ax_lap(track[i].score), track[i].lap);
}

static void guess_all_right(struct match_fixture *g)
{
    seat_set players = board(g)->players;

    FOR_SEATS (voter, players) {
        char numbers[SEATS_MAX] = {0};

        FOR_SEATS (token, players & (seat_set)~SEAT(voter))
            numbers[token] = (char)hand(g, token)->number;
        assert_true(guess(g, voter, numbers, 14));
    }
    FOR_SEATS (token, players)
        assert_true(
            act(g, players & 1 ? 1 : 0, AX_ACT_PROPOSE, NUM(token), NUM(hand(g, token)->number)));
    FOR_SEATS (voter, seats_all(14) & (seat_set)~players)
        assert_true(act(g, voter, AX_ACT_AGREE, NUM(0), NUM(0)));
}

/* Fourteen players who always see through each other: 2 x 42 and 2 x 14 points for both teams. */
void ax_13_a_perfect_game_ends_on_the_third_lap(void **state)
{
    struct setup s = setup_of(14, 5);
    struct buf view = {0};
    struct match_fixture g;

    (void)state;
    start(&g, &s, NULL);
    for (int round = 1; round <= 4; round++) {
        place_all(&g);
        guess_all_right(&g);
        for (int token = 0; token < 7; token++) {
            for (int seat = 0; seat < 8; seat++) /* most of fourteen want to go on */
                assert_true(act(&g, seat, AX_ACT_GO_ON, NUM(0), NUM(0)));
        }
    }
    assert_int_equal(g.m.table->core.outcome, OUTCOME_RANKED);
    assert_int_equal(g.m.table->core.winners, seats_all(14)); /* AX-13: equal teams share */
    table_view(g.m.table, NO_SEAT, &view);
    assert_non_null(strstr(buf_cstr(&view), "\"score\":112,\"lap\":80,\"space\":32"));
    buf_fini(&view);
    match_fixture_close(&g);
}
