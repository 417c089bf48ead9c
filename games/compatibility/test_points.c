/* Compatibility: the spaces of whole games, counted a second time from the cards on the table. */

#include "match_fixture.h"
#include "test.h"

#include "rules/core_facts.h"
#include "rules/registry.h"

#include <string.h>

/* What a person at the table has seen of a round, and of the pawns. */
struct witness {
    int seats, last;
    int picture[CO_SEATS][CO_RANKS]; /* + 1 */
    int announcer, doubler, double_at;
    bool complete; /* the last position has been turned */
    int moved[CO_SEATS], space[CO_SEATS];
    bool spent[CO_SEATS];
    int rounds;
};

static void round_starts(struct witness *w, int announcer)
{
    memset(w->picture, 0, sizeof w->picture);
    memset(w->moved, 0, sizeof w->moved);
    w->announcer = announcer;
    w->doubler = NO_SEAT;
    w->double_at = 0;
    w->complete = false;
}

/* CO-7, CO-11: what two whole rankings are worth. */
static int worth(const struct witness *w, int a, int b)
{
    bool token = w->doubler == a || w->doubler == b;
    int spaces = 0;

    for (int i = 0; i < CO_RANKS; i++) {
        for (int j = 0; j < CO_RANKS; j++) {
            if (!w->picture[a][i] || w->picture[a][i] != w->picture[b][j])
                continue;
            spaces += i != j ? 2 : token && w->double_at == i + 1 ? 6 : 3;
        }
    }
    return spaces;
}

static void check_round(const struct witness *w)
{
    int most = 0;

    if (!w->complete)
        return;
    for (int seat = 0; seat < w->seats; seat++) {
        int with = w->seats % 2 ? w->announcer : (seat + w->seats / 2) % w->seats;

        if (seat == with)
            continue;
        assert_int_equal(w->moved[seat], worth(w, seat, with)); /* CO-8 */
        most = w->moved[seat] > most ? w->moved[seat] : most;
    }
    if (w->seats % 2)
        assert_int_equal(w->moved[w->announcer], most); /* CO-9 */
}

static void see_move(struct witness *w, const struct fact *f)
{
    struct co_pawn_moved moved = FACT_AS(co_pawn_moved, f);

    FOR_SEATS (seat, moved.seats) {
        int to = w->space[seat] + moved.spaces;

        w->moved[seat] += moved.spaces;
        w->space[seat] = to < w->last ? to : w->last;
        assert_int_equal(moved.space, w->space[seat]);
    }
}

/* CO-14, from the pawns and tokens that were seen. */
static void check_end(const struct witness *w, const struct fact *f)
{
    int best = -1;
    seat_set winners = 0;

    for (int seat = 0; seat < w->seats; seat++) {
        int partner = (seat + w->seats / 2) % w->seats;
        int tokens = w->seats % 2 ? !w->spent[seat] : !w->spent[seat] + !w->spent[partner];
        int rank = 10 * w->space[seat] + tokens;

        winners = rank > best ? SEAT(seat) : rank == best ? winners | SEAT(seat) : winners;
        best = rank > best ? rank : best;
    }
    if (FACT_AS(core_game_ended, f).outcome == OUTCOME_RANKED) {
        assert_int_equal(FACT_AS(core_game_ended, f).winners, winners);
        assert_true(best / 10 == w->last || w->rounds == CO_ROUNDS);
    }
}

static void see_fact(struct witness *w, const struct fact *f)
{
    switch (f->kind) {
    case CO_ROUND_BEGAN:
        check_round(w);
        for (int seat = 0; seat < w->seats; seat++)
            assert_true(w->space[seat] < w->last);
        round_starts(w, FACT_AS(co_round_began, f).seat);
        w->rounds++;
        return;
    case CO_ROLE_PASSED:
        w->announcer = FACT_AS(co_role_passed, f).seat;
        return;
    case CO_DOUBLE_ANNOUNCED:
        assert_int_equal(w->doubler, NO_SEAT); /* CO-12 */
        w->doubler = FACT_AS(co_double_announced, f).seat;
        assert_false(w->spent[w->doubler]); /* CO-11: once a game */
        if (w->seats % 2)
            assert_int_not_equal(w->doubler, w->announcer); /* CO-13 */
        return;
    case CO_DOUBLE_KEPT: /* T-9: its owner may announce it again */
        assert_int_equal(FACT_AS(co_double_kept, f).seat, w->doubler);
        w->doubler = NO_SEAT;
        return;
    case CO_POSITION_TURNED:
        w->complete = FACT_AS(co_position_turned, f).position == FACT_AS(co_position_turned, f).of;
        if (w->doubler != NO_SEAT)
            w->spent[w->doubler] = true;
        return;
    case CO_DOUBLE_SHOWN:
        w->double_at = FACT_AS(co_double_shown, f).position;
        return;
    case CO_CARD_REVEALED: {
        struct co_card_revealed card = FACT_AS(co_card_revealed, f);

        w->picture[card.seat][card.position - 1] = card.picture + 1;
        return;
    }
    case CO_PAWN_MOVED:
        see_move(w, f);
        return;
    case GAME_ENDED:
        check_round(w);
        check_end(w, f);
        return;
    default:
        return;
    }
}

static void see(void *arg, struct match *m, struct decision *d)
{
    (void)m;
    for (int i = 0; i < d->facts; i++)
        see_fact(arg, &d->fact[i]);
}

/* T-9: somebody drops out, comes back, is skipped or leaves for good. */
static void drop_somebody(struct match *m, struct decision *d, struct sampler *s, int64_t now,
                          struct witness *w)
{
    static const int what[] = {ACT_LEAVE, ACT_LEAVE, ACT_RETURN, ACT_RETURN, ACT_SKIP, ACT_FREE};
    const struct value v = NUM(sampler_below(s, m->table->core.seats));
    int action = what[sampler_below(s, sampler_below(s, 8) ? 5 : 6)];

    if (match_act(m, d, now, NO_SEAT, action, &v))
        see(w, m, d);
}

static void play_watched(struct match *m, struct decision *d, struct sampler *s, bool drops,
                         struct witness *w)
{
    const struct core *c = &m->table->core;
    struct move move;
    int64_t now = 0;

    for (int step = 0; !c->outcome; step++) {
        assert_true(step < 50000);
        if (drops && sampler_below(s, 30) == 0)
            drop_somebody(m, d, s, now, w);
        if (play_propose(m->table, seats_present(c), s, &move) &&
            match_act(m, d, now, move.seat, move.action, move.v)) {
            see(w, m, d);
            continue;
        }
        now += 1000;
        match_pass_time(m, d, now, see, w);
    }
}

void co_7_co_9_co_11_co_14_spaces_and_winners_of_whole_games(void **state)
{
    struct sampler s = sampler_new(14);

    (void)state;
    for (int game = 0; game < 40 * (CO_SEATS - 2); game++) {
        struct match_fixture f = {0};
        struct setup setup;

        play_setup(&setup, registry_find(STR("compatibility")), 3 + game % (CO_SEATS - 2), &s);
        struct witness w = {.seats = setup.seats};
        match_fixture_open(&f, &setup);
        w.last = co_last_space(match_fixture_core(&f));
        see(&w, &f.m, f.d);
        play_watched(&f.m, f.d, &s, game % 4 == 3, &w);
        match_fixture_close(&f);
    }
}
