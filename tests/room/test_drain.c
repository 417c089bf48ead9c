/* A node that is about to end, beside another over one store, in one process: what is handed to
 * whom, and what people notice. */
#include "check.h"
#include "pair.h"
#include "room/log_fold.h"

enum { DEAD = 33 };

/* A third node that is heard of once, and never again. */
static void beat_once(struct pair *p, uint64_t node)
{
    const struct store_session s = {.node = node,
                                    .beat = services_wall(&p->b.house->services),
                                    .ttl = 60000,
                                    .format = LOG_FORMAT,
                                    .address = STR("c")};

    assert_int_equal(store_session_beat(p->b.store, &s, NULL, NULL), 0);
}

/* It was killed a moment ago, and its lease has not ended. */
static void nothing_is_handed_to_a_node_that_missed_its_beats(void **state)
{
    struct pair *p = *state;
    int64_t room = 1;

    p->a.house->config.address = "a";
    p->b.house->config.address = "b";
    pair_pass(p, 1500, NULL);
    beat_once(p, DEAD);
    pair_pass(p, 600, NULL);
    assert_non_null(nodes_alive(p->a.house, DEAD));
    while (room < 100 && nodes_heir(p->a.house, room, 0)->number != DEAD)
        room++;
    assert_int_equal(nodes_heir(p->a.house, room, 0)->number, DEAD);
    pair_pass(p, 1500, NULL);
    assert_non_null(nodes_alive(p->a.house, DEAD));
    assert_int_equal(nodes_heir(p->a.house, room, 0)->number, 22);
    pair_pass(p, 500, &p->b); /* B is as fresh as one that beats twice a second is seen to be */
    assert_int_equal(nodes_heir(p->a.house, room, 0)->number, 22);
}

/* Somebody whose phone is passed through to the other node. */
static bool plays_on(struct pair *p, struct client *c)
{
    client_do(c, "language", "{\"language\":\"fr\"}");
    pair_pass(p, 200, NULL);
    return !c->hung_up && c->acked == c->n;
}

/* Its beat is as fresh as that of any other, and only an answer tells that it is dead. */
static void nothing_is_handed_to_a_node_that_does_not_answer(void **state)
{
    struct pair *p = *state;
    struct client *host[8];
    int for_the_dead = 0;

    connect_both(p);
    for (int i = 0; i < 8; i++)
        host[i] = host_on(p, &p->a);
    beat_once(p, DEAD);
    pair_pass(p, 600, NULL);
    for (int i = 0; i < 8; i++)
        for_the_dead += nodes_heir(p->a.house, id_of(&p->a, host[i]->code), 0)->number == DEAD;
    assert_int_not_equal(for_the_dead, 0);
    house_drain(p->a.house, true);
    fixture_settle(&p->a);
    for (int i = 0; i < 8; i++) /* B has answered, and the other is waited for: they go on here */
        assert_true(client_do(host[i], "language", "{\"language\":\"de\"}"));
    assert_true(house_due(p->a.house) <= fixture_time + 250);
    assert_false(house_drained(p->a.house));
    pair_pass(p, 400, NULL);
    assert_true(house_drained(p->a.house));
    for (int i = 0; i < 8; i++) {
        struct code code;

        assert_true(code_read(&code, str_of(host[i]->code)));
        assert_non_null(door_find(p->b.house, &code));
        assert_true(plays_on(p, host[i]));
    }
}

/* Of those who could write its log nobody has answered; whoever has cannot. So it goes on here. */
static void a_table_waits_for_the_answer_of_those_who_can_write_it(void **state)
{
    struct pair *p = *state;
    struct client *ann;

    connect_both(p);
    ann = host_on(p, &p->a);
    p->b.house->config.log_format = LOG_FORMAT - 1;
    pair_pass(p, 1000, NULL);
    beat_once(p, DEAD);
    pair_pass(p, 600, NULL);
    assert_int_equal(nodes_heir(p->a.house, id_of(&p->a, ann->code), LOG_FORMAT)->number, DEAD);
    house_drain(p->a.house, true);
    for (int i = 0; i < 30; i++) { /* longer than the lease of the dead one */
        pair_pass(p, 100, NULL);
        assert_non_null(client_room(ann));
    }
    assert_true(client_do(ann, "language", "{\"language\":\"de\"}"));
    assert_false(house_drained(p->a.house));
}

/* Nodes of an older version do not know the question: what the store tells has to do. */
static void where_nobody_answers_the_beat_decides(void **state)
{
    struct pair *p = *state;
    struct client *ann;

    connect_both(p);
    ann = host_on(p, &p->a);
    p->b.house->closing = true; /* it does not say that it takes tables */
    house_drain(p->a.house, true);
    pair_pass(p, 1200, NULL);
    assert_false(house_drained(p->a.house));
    assert_non_null(client_room(ann));
    p->b.house->closing = false;
    pair_pass(p, 600, NULL);
    assert_true(house_drained(p->a.house));
    assert_null(client_room(ann));
    assert_true(plays_on(p, ann));
}

static void a_drained_node_hands_a_game_over_with_its_clock(void **state)
{
    struct pair *p = *state;
    struct client *ann, *ben;

    connect_both(p);
    fixture_two_at_table(&p->a, fixture_game(2), &ann, &ben);
    pair_pass(p, 3000, NULL);
    int64_t at = room_now(client_room(ann));
    struct code code = client_room(ann)->party.code;
    house_drain(p->a.house, true);
    assert_false(house_drained(p->a.house));
    for (int i = 0; i < 20; i++) { /* no time passes: it takes as long as the store does */
        fixture_settle(&p->a);
        fixture_settle(&p->b);
    }
    assert_true(house_drained(p->a.house));
    struct door *door = door_find(p->b.house, &code);
    assert_non_null(door);
    assert_non_null(door->room);
    assert_null(client_room(ann)); /* her phone is where it was, and passed through */
    assert_int_equal(ann->hung_up, 0);
    assert_int_equal(owners_of(&p->b, door->id), 3); /* A, B by A's word, B by its own */
    assert_int_equal(room_now(door->room), at);
    assert_true(door->room->clock.running);
    /* Nobody hands anything to one that is about to end. */
    pair_pass(p, 700, NULL);
    assert_null(nodes_heir(p->b.house, door->id, 0));
    house_drain(p->b.house, true);
    pair_pass(p, 1000, NULL);
    assert_non_null(door->room);
    assert_true(house_drained(p->b.house));
}

static void who_is_about_to_end_lets_nobody_wait_long(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);

    p->b.house->config.log_format = LOG_FORMAT - 1; /* so B must not take the table */
    connect_both(p);
    client_drop(ann);
    pair_pass(p, 70000, NULL);
    struct client *ben = same_person(&p->b, ann);
    pair_pass(p, 4000, &p->a); /* A is gone */
    client_enter(ben, ann->code, false);
    pair_pass(p, 4000, &p->a);
    assert_int_equal(ben->hung_up, 0);
    house_drain(p->b.house, true);
    pair_pass(p, 100, &p->a);
    assert_int_equal(ben->hung_up, 1012); /* a balancer finds another node */
}

/* Those who could write its log are all about to end, and its owner is gone: one of them has it for
 * as long as it is there. */
static void who_is_about_to_end_takes_what_the_others_cannot(void **state)
{
    struct pair *p = *state;
    struct client *ann, *ben;

    connect_both(p);
    ann = host_on(p, &p->a);
    p->b.house->config.log_format = LOG_FORMAT - 1;
    struct room *room = client_room(ann);
    client_drop(ann);
    room_hand(room, DEAD);
    pair_pass(p, 600, NULL);
    house_drain(p->a.house, true);
    pair_pass(p, 1100, NULL);
    ben = same_person(&p->b, ann);
    client_enter(ben, ann->code, false);
    pair_pass(p, 1000, NULL);
    assert_true(plays_on(p, ben));
    assert_null(client_room(ben)); /* it is at A, and passed through */
}

static void a_table_that_nobody_can_take_keeps_no_other_back(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a), *ben = client_new(&p->a);

    client_create(ben, "en");
    assert_true(client_do(ben, "sit", "{\"name\":\"Ben\"}"));
    connect_both(p);
    pair_pass(p, 1000, NULL);
    p->b.house->config.log_format = LOG_FORMAT - 1;
    client_room(ann)->format = LOG_FORMAT - 1;
    client_room(ben)->format = LOG_FORMAT;
    pair_pass(p, 1000, NULL);
    house_drain(p->a.house, true);
    pair_pass(p, 400, NULL);
    assert_null(client_room(ann));
    assert_non_null(client_room(ben)); /* still here, and served */
    assert_false(house_drained(p->a.house));
    assert_true(house_stranded(p->a.house));
    p->b.house->config.log_format = LOG_FORMAT; /* another has come that can have it */
    pair_pass(p, 1000, NULL);
    assert_null(client_room(ben));
    assert_true(house_drained(p->a.house));
    assert_false(house_stranded(p->a.house));
}

int main(void)
{
#define BOTH(test) cmocka_unit_test_setup_teardown(test, pair_set_up, pair_tear_down)
    const struct CMUnitTest tests[] = {
        BOTH(nothing_is_handed_to_a_node_that_missed_its_beats),
        BOTH(nothing_is_handed_to_a_node_that_does_not_answer),
        BOTH(a_table_waits_for_the_answer_of_those_who_can_write_it),
        BOTH(where_nobody_answers_the_beat_decides),
        BOTH(a_drained_node_hands_a_game_over_with_its_clock),
        BOTH(who_is_about_to_end_lets_nobody_wait_long),
        BOTH(who_is_about_to_end_takes_what_the_others_cannot),
        BOTH(a_table_that_nobody_can_take_keeps_no_other_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
