/* No request of one room takes a turn of the loop for itself: long logs are loaded and told a part
 * at a time, and onlookers are shown the table after it, some at a time. What is counted here is
 * what a turn did (counts.most_reads, counts.most_shows), not how long this machine took for it. */
#include "check.h"
#include "fixture.h"
#include "rules/registry.h"
#include "store/backend.h"

#include <string.h>

/* An entry may have some records more than a turn should read. */
enum { READS_SLACK = 24 };

static const struct store_ops *honest;

static int refuse_all(struct store *s, const struct store_request *request)
{
    struct store_request elsewhere = *request;

    if (elsewhere.kind == STORE_APPEND)
        elsewhere.entry.seq += 7; /* CONFLICT */
    return honest->submit(s, &elsewhere);
}

/* A game of more than a hundred records. */
static void play_long(struct company *p)
{
    struct move move;

    registry_init();
    assert_true(company_init(p, registry_at(0), 4, 3));
    while (client_room(p->c[0])->match.records < 200 && company_until_move(p, 0, &move))
        client_move(p->c[0], &move);
    assert_true(client_room(p->c[0])->match.records >= 3 * READS_A_TURN);
}

static void a_long_game_is_loaded_in_short_turns(void **state)
{
    struct company p;
    int turns = 0;

    (void)state;
    play_long(&p);
    uint32_t records = client_room(p.c[0])->match.records;
    fixture_crash(&p.fixture);
    p.fixture.slowly = true;
    struct client *other = client_new(&p.fixture), *gone = client_new(&p.fixture);
    client_create(other, "en");
    p.fixture.together = true;
    client_enter(p.c[0], p.c[0]->code, false);
    client_enter(p.c[1], p.c[0]->code, true);
    client_enter(gone, p.c[0]->code, false);
    client_send(p.c[0], "{\"ping\":1}");
    client_send(p.c[0], "{\"n\":4000,\"do\":\"pause\"}");
    p.fixture.together = false;
    client_drop(gone); /* before it was let in */
    p.c[0]->rev = p.c[0]->acked = 0;
    while (!p.c[0]->rev) {
        assert_true(turns++ < 50);
        assert_true(client_do(other, "greet", NULL) || turns > 1); /* others go on meanwhile */
        fixture_pass(&p.fixture, 1);
    }
    assert_true(turns >= 3);
    fixture_pass(&p.fixture, 5);
    assert_int_equal(p.c[0]->acked, 4000); /* what it asked for meanwhile */
    assert_agrees(p.c[0]);
    assert_agrees(p.c[1]);
    assert_true(client_room(p.c[0])->match.records >= records);
    assert_in_range(house_count(p.fixture.house).most_reads, 1, READS_A_TURN + READS_SLACK);
    company_fini(&p);
}

/* A long game whose next move the store refuses in this way: its room is being read anew. */
static struct room *play_until_refused(struct company *p,
                                       int (*submit)(struct store *s,
                                                     const struct store_request *request))
{
    struct move move;

    play_long(p);
    assert_true(company_until_move(p, 0, &move));
    p->fixture.slowly = true;
    honest = p->fixture.store->ops;
    struct store_ops refusing = *honest;
    refusing.submit = submit;
    p->fixture.store->ops = &refusing;
    client_move(p->c[0], &move);
    p->fixture.store->ops = honest;
    struct room *r = p->c[0]->conn->room;
    assert_non_null(r->load);
    return r;
}

/* A store that refuses lets a room be read anew, with everybody in it. */
static void a_long_game_is_loaded_again_in_short_turns(void **state)
{
    struct company p;

    (void)state;
    struct room *r = play_until_refused(&p, refuse_all);
    assert_int_not_equal(p.c[0]->refused, p.c[0]->n); /* nobody is told half of it */
    client_drop(p.c[1]);
    client_send(p.c[2], "{\"ping\":7}");
    fixture_pass(&p.fixture, 50);
    assert_null(r->load);
    assert_int_equal(p.c[0]->refused, p.c[0]->n);
    assert_string_equal(p.c[0]->refusal, "not_stored");
    client_enter(p.c[1], p.c[0]->code, true);
    assert_all_agree(&p);
    assert_in_range(house_count(p.fixture.house).most_reads, 1, READS_A_TURN + READS_SLACK);
    company_fini(&p);
}

static int refuse_at_once(struct store *s, const struct store_request *request)
{
    return request->kind == STORE_APPEND ? -1 : honest->submit(s, request);
}

/* An answer that comes before the room has looked for what is due next is no reason to forget it.
 */
static void a_refusal_at_once_does_not_stop_the_reading(void **state)
{
    struct company p;

    (void)state;
    struct room *r = play_until_refused(&p, refuse_at_once);
    client_send(p.c[2], "{\"say\":\"Hello?\"}");
    fixture_pass(&p.fixture, 2000);
    assert_null(r->load);
    assert_null(r->queue);
    assert_int_equal(p.c[0]->refused, p.c[0]->n);
    assert_all_agree(&p);
    company_fini(&p);
}

/* Everybody asks for the whole game, again and again. */
static void histories_share_the_turn(void **state)
{
    struct company p;
    int asked = 0;

    (void)state;
    play_long(&p);
    p.fixture.house->services.counts.most_reads = 0;
    for (int round = 0; round < 12; round++) {
        for (int i = 0; i < p.seats; i++)
            client_send(p.c[i], "{\"ask\":\"history\",\"tag\":%d}", round);
        fixture_pass(&p.fixture, 400);
        assert_int_equal(json_integer_value(json_object_get(p.c[3]->told, "told")), round);
        asked += json_object_get(p.c[3]->told, "history") != NULL;
    }
    assert_in_range(asked, 5, 11); /* then it is asked to wait */
    assert_true(client_told(p.c[3], 11, "busy"));
    assert_in_range(house_count(p.fixture.house).most_reads, 1, READS_A_TURN + READS_SLACK);
    fixture_pass(&p.fixture, 11000);
    client_send(p.c[3], "{\"ask\":\"history\",\"tag\":99}");
    /* The game goes, and what was asked about it is still told. */
    assert_true(client_do(p.c[0], "lobby", NULL));
    fixture_pass(&p.fixture, 400);
    assert_int_equal(json_integer_value(json_object_get(p.c[3]->told, "told")), 99);
    assert_true(json_array_size(json_object_get(p.c[3]->told, "history")) > 100);
    company_fini(&p);
}

/* ---- onlookers ---- */

enum { ONLOOKERS = 140 };

static struct client *look_on(struct company *p)
{
    struct client *c = client_new(&p->fixture);

    client_enter(c, p->c[0]->code, false);
    assert_int_equal(c->hung_up, 0);
    return c;
}

static bool all_agree(struct client *const *watcher, struct buf *difference)
{
    for (int i = 0; i < ONLOOKERS; i++) {
        if (!client_agrees(watcher[i], difference))
            return false;
    }
    return true;
}

static void a_crowd_of_onlookers_costs_a_table_nothing(void **state)
{
    struct company p;
    struct client *watcher[ONLOOKERS];
    struct buf difference = {0};
    struct move move;

    (void)state;
    registry_init();
    assert_true(company_init(&p, registry_at(0), 4, 5));
    for (int i = 0; i < ONLOOKERS; i++)
        watcher[i] = look_on(&p);
    fixture_pass(&p.fixture, 100);
    p.fixture.house->services.counts.most_shows = 0;
    /* The players see a move in the turn in which it is stored; some who look on do not. */
    assert_true(company_until_move(&p, 0, &move));
    fixture_pass(&p.fixture, 100);
    for (int i = 0; i < ONLOOKERS; i++)
        client_forget(watcher[i]);
    assert_true(client_move(p.c[0], &move));
    assert_all_agree(&p);
    int late = 0;
    for (int i = 0; i < ONLOOKERS; i++)
        late += watcher[i]->traffic.len == 0;
    assert_in_range(late, 1, ONLOOKERS - 1);
    fixture_pass(&p.fixture, 20);
    if (!all_agree(watcher, &difference))
        fail_msg("%s", buf_cstr(&difference));
    /* Moves that come faster than they can be shown to all: whoever falls behind sees it in the
     * end, and who sits down meanwhile as well. */
    for (int i = 0; i < 60 && company_until_move(&p, i % 4, &move); i++)
        client_move(p.c[i % 4], &move);
    fixture_pass(&p.fixture, 100);
    if (!all_agree(watcher, &difference))
        fail_msg("%s", buf_cstr(&difference));
    assert_in_range(house_count(p.fixture.house).most_shows, 1, SHOWS_A_TURN + 4);
    assert_true(client_do(p.c[0], "lobby", NULL));
    client_send(p.c[1], "{\"say\":\"hello\"}");
    for (int i = 0; i < 3; i++) {
        char name[32];

        snprintf(name, sizeof name, "{\"name\":\"Late %d\"}", i);
        assert_true(client_do(watcher[i], "sit", name));
    }
    assert_true(client_do(p.c[0], "start", NULL));
    fixture_pass(&p.fixture, 100);
    if (!all_agree(watcher, &difference))
        fail_msg("%s", buf_cstr(&difference));
    assert_non_null(watcher[ONLOOKERS - 1]->said); /* talk in the lobby is for all */
    buf_fini(&difference);
    company_fini(&p);
}

/* Turns that have no time at all for those who look on: what is kept for them is bounded. */
static void who_falls_behind_is_shown_everything(void **state)
{
    struct two *t = *state;
    struct client *a = t->a;

    struct client *watcher = client_new(&t->fixture);
    client_enter(watcher, a->code, false);
    struct room *r = client_room(a);
    room_wake(r);
    for (int i = 0; i < 41; i++) {
        t->fixture.house->services.shows = SHOWS_A_TURN;
        r->party.locked = !r->party.locked;
        frames_room(r);
        shows_run(r);
        assert_true(r->shows_kept <= 17);
    }
    assert_true(watcher->conn->behind);
    room_schedule(r, 0);
    assert_agrees(a);
    fixture_pass(&t->fixture, 10);
    assert_false(watcher->conn->behind);
    assert_int_equal(r->shows_kept, 0);
    assert_agrees(watcher);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_game_is_loaded_in_short_turns),
        cmocka_unit_test(a_long_game_is_loaded_again_in_short_turns),
        cmocka_unit_test(a_refusal_at_once_does_not_stop_the_reading),
        cmocka_unit_test(histories_share_the_turn),
        cmocka_unit_test(a_crowd_of_onlookers_costs_a_table_nothing),
        OF_TWO(who_falls_behind_is_shown_everything),
    };

    return cmocka_run_group_tests_name("room turns", tests, NULL, NULL);
}
