/* The writer of a room: moves of one round share an entry, answers keep their place after them,
 * and what could not be stored never happened. */
#include "check.h"
#include "fixture.h"
#include "rules/registry.h"
#include "store/backend.h"

#include <string.h>

static void sit_down(struct company *p, int game)
{
    registry_init();
    const struct book *book = registry_at(game);
    int seats = book->game->min_seats > 3 ? book->game->min_seats : 3;

    assert_true(company_init(p, book, seats, 7));
}

static int64_t head(const struct company *p)
{
    return client_room(p->c[0])->head;
}

/* Both of the first two seats make a move in one round; true where both were taken. */
static bool two_at_once(struct company *p)
{
    struct move first, second;

    if (!company_until_move(p, 0, &first) ||
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
        struct company p;

        sit_down(&p, i);
        for (int tries = 0; tries < 60; tries++) {
            if (!two_at_once(&p))
                continue;
            shared++;
            /* Whoever comes after a crash finds both. */
            fixture_crash(&p.fixture);
            company_return(&p);
            assert_int_equal(p.c[0]->welcome_n, p.c[0]->n);
            assert_int_equal(p.c[1]->welcome_n, p.c[1]->n);
            assert_all_agree(&p);
            break;
        }
        company_fini(&p);
    }
    assert_true(shared >= 3); /* not every game lets two move at once */
}

static void answers_keep_their_place_after_moves(void **state)
{
    struct company p;
    struct move move;

    (void)state;
    sit_down(&p, 0);
    assert_true(company_until_move(&p, 0, &move));
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
    company_fini(&p);
}

/* An order is never part of an entry with moves, and comes after those that were sent before it. */
static void orders_wait_for_moves(void **state)
{
    struct company p;
    struct move move;

    (void)state;
    sit_down(&p, 0);
    assert_true(company_until_move(&p, 1, &move));
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
    company_fini(&p);
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
    struct company p;
    struct move move;

    (void)state;
    sit_down(&p, 0);
    assert_true(company_until_move(&p, 0, &move));
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
    company_fini(&p);
}

/* Words come while the server runs: every room says so, but shows nothing else by that. */
static void words_that_come_show_nothing_too_early(void **state)
{
    struct company p;
    struct move move;

    (void)state;
    sit_down(&p, 0);
    assert_true(company_until_move(&p, 0, &move));
    assert_non_null(client_section(p.c[1], "info", "language"));
    json_t *info = json_object_get(p.c[1]->room, "info");
    assert_true(json_is_true(json_object_get(info, "letters")));
    p.fixture.together = true;
    client_move(p.c[0], &move);
    client_forget(p.c[1]);
    house_words(p.fixture.house, ~0u);
    assert_string_equal(buf_cstr(&p.c[1]->traffic), ""); /* nothing of it is stored */
    p.fixture.together = false;
    fixture_settle(&p.fixture);
    assert_int_equal(p.c[0]->acked, p.c[0]->n);
    assert_null(json_object_get(json_object_get(p.c[1]->room, "info"), "letters"));
    assert_all_agree(&p);
    /* A table that is packed is still a table. */
    house_words(p.fixture.house, 0);
    fixture_settle(&p.fixture);
    assert_true(json_is_object(json_object_get(p.c[1]->room, "table")));
    assert_true(json_is_true(json_object_get(json_object_get(p.c[1]->room, "info"), "letters")));
    assert_all_agree(&p);
    company_fini(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_of_one_round_share_an_entry),
        cmocka_unit_test(answers_keep_their_place_after_moves),
        cmocka_unit_test(orders_wait_for_moves),
        cmocka_unit_test(what_is_not_stored_never_happened),
        cmocka_unit_test(words_that_come_show_nothing_too_early),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
