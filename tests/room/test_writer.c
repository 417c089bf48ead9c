/* The writer of a room: moves of one round share an entry, answers keep their place behind them,
 * and what could not be stored never happened. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "fixture.h"
#include "rules/play.h"
#include "rules/registry.h"
#include "store/backend.h"

#include <string.h>

struct party_of_three {
    struct fixture fixture;
    struct client *c[SEATS_MAX], *tv;
    int seats;
    struct sampler sampler;
};

static void sit_down(struct party_of_three *p, int game)
{
    struct fixture *s = &p->fixture;
    char text[64];

    fixture_init(s, NULL);
    const struct book *book = registry_at(game);
    p->sampler = sampler_new(7);
    p->seats = book->game->min_seats > 3 ? book->game->min_seats : 3;
    for (int i = 0; i < p->seats; i++) {
        p->c[i] = client_new(s);
        if (i == 0)
            client_create(p->c[0], "en");
        else
            client_enter(p->c[i], p->c[0]->code, false);
        snprintf(text, sizeof text, "{\"name\":\"P%d\"}", i);
        assert_true(client_do(p->c[i], "sit", text));
    }
    p->tv = client_new(s);
    p->tv->screen = true;
    client_enter(p->tv, p->c[0]->code, false);
    snprintf(text, sizeof text, "{\"game\":\"%s\"}", book->game->id);
    assert_true(client_do(p->c[0], "choose", text));
    assert_true(client_do(p->c[0], "start", NULL));
}

static void assert_all_agree(const struct party_of_three *p)
{
    struct buf difference = {0};

    for (int i = 0; i < p->seats; i++) {
        if (!client_agrees(p->c[i], &difference))
            fail_msg("%s", buf_cstr(&difference));
    }
    if (!client_agrees(p->tv, &difference))
        fail_msg("%s", buf_cstr(&difference));
    buf_fini(&difference);
}

static int64_t head(const struct party_of_three *p)
{
    return client_room(p->c[0])->head;
}

/* Plays on alone until `seat` has a move; false where the game ended before. */
static bool until_it_can_move(struct party_of_three *p, int seat, struct move *move)
{
    for (int step = 0; step < 3000 && !room_over(client_room(p->c[0])); step++) {
        const struct table *t = client_room(p->c[0])->match.table;
        struct move other;

        if (play_propose(t, SEAT(seat), &p->sampler, move))
            return true;
        if (play_propose(t, seats_all(p->seats), &p->sampler, &other))
            client_move(p->c[other.seat], &other);
        else
            fixture_pass(&p->fixture, 5000);
    }
    return false;
}

/* Both of the first two seats make a move in one round; true where both were taken. */
static bool two_at_once(struct party_of_three *p)
{
    struct move first, second;

    if (!until_it_can_move(p, 0, &first) ||
        !play_propose(client_room(p->c[0])->match.table, SEAT(1), &p->sampler, &second))
        return false;
    int64_t before = head(p);
    p->fixture.together = true;
    client_move(p->c[0], &first);
    client_move(p->c[1], &second);
    assert_int_not_equal(p->c[0]->acked, p->c[0]->n); /* not before it is stored */
    p->fixture.together = false;
    fixture_settle(&p->fixture);
    assert_all_agree(p);
    if (p->c[0]->acked != p->c[0]->n || p->c[1]->acked != p->c[1]->n)
        return false;
    assert_int_equal(head(p), before + 1);
    return true;
}

static void moves_of_one_round_share_an_entry(void **state)
{
    int shared = 0;

    (void)state;
    registry_init();
    int games = registry_count();
    registry_fini();
    for (int i = 0; i < games; i++) {
        struct party_of_three p;

        sit_down(&p, i);
        for (int tries = 0; tries < 60; tries++) {
            if (!two_at_once(&p))
                continue;
            shared++;
            /* Whoever comes after a crash finds both. */
            fixture_crash(&p.fixture);
            for (int k = 0; k < p.seats; k++)
                client_enter(p.c[k], p.c[0]->code, true);
            client_enter(p.tv, p.c[0]->code, true);
            assert_int_equal(p.c[0]->welcome_n, p.c[0]->n);
            assert_int_equal(p.c[1]->welcome_n, p.c[1]->n);
            assert_all_agree(&p);
            break;
        }
        fixture_fini(&p.fixture);
    }
    assert_true(shared >= 3); /* not every game lets two move at once */
}

static void answers_keep_their_place_behind_moves(void **state)
{
    struct party_of_three p;
    struct move move;

    (void)state;
    sit_down(&p, 0);
    assert_true(until_it_can_move(&p, 0, &move));
    struct client *mover = p.c[0], *other = p.c[1];
    p.fixture.together = true;
    client_forget(mover);
    client_move(mover, &move);
    client_send(mover, "{\"n\":%u,\"play\":\"nothing\",\"seat\":0}", mover->n); /* the same again */
    client_play(other, 1, "no such action", NULL);
    client_send(mover, "{\"ping\":5}");
    assert_int_not_equal(mover->acked, mover->n);
    assert_int_not_equal(other->refused, other->n);
    assert_non_null(strstr(buf_cstr(&mover->traffic), "\"pong\":5")); /* the time is never late */
    p.fixture.together = false;
    fixture_settle(&p.fixture);
    assert_int_equal(mover->acked, mover->n);
    assert_true(mover->again);
    assert_int_equal(other->refused, other->n);
    assert_string_equal(other->refusal, "no_such_action");
    assert_all_agree(&p);
    fixture_fini(&p.fixture);
}

/* An order is never part of an entry with moves, and comes after those that were sent before it. */
static void orders_wait_for_moves(void **state)
{
    struct party_of_three p;
    struct move move;

    (void)state;
    sit_down(&p, 0);
    assert_true(until_it_can_move(&p, 1, &move));
    int64_t before = head(&p);
    p.fixture.together = true;
    client_move(p.c[1], &move);
    client_do(p.c[0], "pause", NULL);
    client_play(p.c[2], 2, "no such action", NULL);
    p.fixture.together = false;
    fixture_settle(&p.fixture);
    assert_int_equal(p.c[1]->acked, p.c[1]->n);
    assert_int_equal(p.c[0]->acked, p.c[0]->n);
    assert_int_equal(p.c[2]->refused, p.c[2]->n);
    assert_int_equal(head(&p), before + 2);
    assert_all_agree(&p);
    fixture_fini(&p.fixture);
}

static const struct store_ops *honest;

/* A store that finds every entry out of place. */
static int submit_elsewhere(struct store *s, const struct store_request *request)
{
    struct store_request moved = *request;

    if (moved.kind == STORE_APPEND)
        moved.entry.seq += 7;
    return honest->submit(s, &moved);
}

static void what_is_not_stored_never_happened(void **state)
{
    struct party_of_three p;
    struct move move;

    (void)state;
    sit_down(&p, 0);
    assert_true(until_it_can_move(&p, 0, &move));
    int64_t before = head(&p);
    uint32_t stored = p.c[2]->n;
    honest = p.fixture.store->ops;
    struct store_ops refusing = *honest;
    refusing.submit = submit_elsewhere;
    p.fixture.store->ops = &refusing;
    p.fixture.together = true;
    client_move(p.c[0], &move);
    client_play(p.c[1], 1, "no such action", NULL);
    client_send(p.c[2], "{\"n\":%u,\"play\":\"nothing\",\"seat\":2}", stored); /* long stored */
    p.c[2]->acked = 0;
    p.fixture.together = false;
    fixture_settle(&p.fixture);
    p.fixture.store->ops = honest;
    assert_int_equal(p.c[0]->refused, p.c[0]->n);
    assert_string_equal(p.c[0]->refusal, "not_stored");
    assert_int_equal(p.c[1]->refused, p.c[1]->n);
    assert_int_equal(p.c[2]->acked, stored);
    assert_int_equal(head(&p), before);
    assert_all_agree(&p);
    assert_true(client_move(p.c[0], &move)); /* and can be asked for again */
    assert_all_agree(&p);
    fixture_fini(&p.fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_of_one_round_share_an_entry),
        cmocka_unit_test(answers_keep_their_place_behind_moves),
        cmocka_unit_test(orders_wait_for_moves),
        cmocka_unit_test(what_is_not_stored_never_happened),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
