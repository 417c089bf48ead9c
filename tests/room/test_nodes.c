/* Several houses over one store, in one process: who owns a table, and who may not write any more.
 */
#include "check.h"
#include "pair.h"
#include "room/log_fold.h"
#include "store/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void a_dead_owner_is_followed(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    struct client *again = same_person(&p->b, ann);

    /* A stands still. */
    client_enter(again, ann->code, false);
    pair_pass(p, 1000, &p->a);
    assert_int_equal(again->guest, 0); /* it may still be there */
    assert_int_equal(again->hung_up, 0);
    pair_pass(p, 3000, &p->a);
    assert_int_not_equal(again->guest, 0);
    assert_non_null(client_person(again, "Ann"));
    assert_true(client_do(again, "language", "{\"language\":\"de\"}"));
    assert_int_equal(owners_of(&p->b, id_of(&p->b, ann->code)), 2);
}

static void a_live_owner_is_never_robbed(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    struct client *ben = client_new(&p->b);

    client_enter(ben, ann->code, false);
    pair_pass(p, 15000, NULL);
    assert_int_equal(ben->guest, 0); /* nobody has told B how to reach A */
    assert_int_equal(owners_of(&p->a, id_of(&p->a, ann->code)), 1);
    assert_true(client_do(ann, "language", "{\"language\":\"fr\"}"));
    pair_pass(p, 6000, NULL);
    assert_int_equal(ben->hung_up, 1012);
}

/* It came after B has looked for others, and has a table already. */
static void a_node_that_has_just_come_is_not_robbed(void **state)
{
    struct pair *p = *state;
    struct client *ann = client_new(&p->a), *ben = client_new(&p->b);

    pair_pass(p, 1000, &p->a);
    fixture_settle(&p->a);
    client_create(ann, "en");
    assert_int_not_equal(strlen(ann->code), 0);
    ben->token[0] = 'b';
    client_enter(ben, ann->code, false);
    pair_pass(p, 3000, NULL);
    assert_int_equal(owners_of(&p->a, id_of(&p->a, ann->code)), 1);
    assert_non_null(client_room(ann));
    assert_int_equal(ben->guest, 0);
}

static void a_released_table_is_taken_at_once(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    struct client *again = same_person(&p->b, ann);

    house_leave(p->a.house);
    fixture_settle(&p->a);
    pair_pass(p, 600, &p->a); /* B looks every half second */
    client_enter(again, ann->code, false);
    pair_pass(p, 300, &p->a);
    assert_int_not_equal(again->guest, 0);
}

/* It was frozen for longer than others wait, and thaws with a move in its hand. */
static void a_replaced_owner_cannot_write(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    struct client *again = same_person(&p->b, ann);
    int64_t room = id_of(&p->a, ann->code);

    client_enter(again, ann->code, false);
    p->a.together = true;
    client_do(ann, "language", "{\"language\":\"fr\"}"); /* decided, not yet at the store */
    room_run(client_room(ann));
    pair_pass(p, 5000, &p->a);
    assert_int_not_equal(again->guest, 0);
    assert_true(client_do(again, "language", "{\"language\":\"de\"}"));
    int64_t before = owners_of(&p->b, room);
    uint32_t acked = ann->acked;
    store_pump(p->a.store, 0); /* the first thing that it does: its late write */
    assert_int_equal(ann->acked, acked);
    p->a.together = false;
    pair_pass(p, 500, NULL);
    assert_null(client_room(ann)); /* she keeps her line, and A looks for the table again */
    assert_int_equal(ann->hung_up, 0);
    assert_int_equal(owners_of(&p->b, room), before);
    assert_int_equal(client_room(again)->party.lobby.language, LANG_DE);
}

/* The store does not answer A any more, and B does not know. */
static int refuse_all(struct store *s, const struct store_request *request)
{
    (void)s, (void)request;
    return -1;
}

static void a_node_without_the_store_gives_its_tables_up_in_time(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    struct client *again = same_person(&p->b, ann);
    const struct store_ops *honest = p->a.store->ops;
    struct store_ops cut = *honest;
    int64_t began = fixture_time, gave_up = 0, taken = 0;

    cut.submit = refuse_all;
    p->a.store->ops = &cut;
    client_enter(again, ann->code, false);
    while (fixture_time < began + 8000 && !taken) {
        pair_pass(p, 100, NULL);
        if (!client_room(ann) && !gave_up)
            gave_up = fixture_time;
        if (again->guest && !taken)
            taken = fixture_time;
    }
    p->a.store->ops = honest;
    assert_true(gave_up > began + 2000);
    assert_true(gave_up <= taken); /* never two at once */
    assert_true(taken <= began + 5000);
    pair_pass(p, 1000, NULL);
    assert_true(nodes_may_own(p->a.house)); /* and it is back */
}

/* Those who look on, as the host sees them: how many different numbers there are. */
static int visitors_told_apart(const struct client *host)
{
    const json_t *all = json_object_get(json_object_get(host->room, "guests"), "visitors");
    int64_t seen[8];
    int n = 0;

    for (size_t i = 0; i < json_array_size(all) && n < 8; i++) {
        int64_t number = json_integer_value(json_object_get(json_array_get(all, i), "visitor"));
        int at = 0;

        while (at < n && seen[at] != number)
            at++;
        if (at == n)
            seen[n++] = number;
    }
    return n;
}

/* The room is another one in memory, and counts those who come from one again. */
static void who_stays_at_a_table_that_was_taken_back_is_not_mistaken_for_others(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a), *stays = client_new(&p->a);
    const struct store_ops *honest = p->a.store->ops;
    struct store_ops cut = *honest;

    client_enter(stays, ann->code, false);
    assert_int_equal(visitors_told_apart(ann), 1);
    cut.submit = refuse_all;
    p->a.store->ops = &cut;
    while (client_room(ann))
        pair_pass(p, 100, &p->b);
    p->a.store->ops = honest;
    pair_pass(p, 1500, &p->b);
    assert_non_null(client_room(ann));
    assert_non_null(client_room(stays));
    for (int i = 0; i < 3; i++)
        client_enter(client_new(&p->a), ann->code, false);
    assert_int_equal(visitors_told_apart(ann), 4);
}

static void a_table_that_is_asked_for_twice_is_made_once(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    struct client *again = same_person(&p->b, ann);

    client_create(again, "en"); /* its answer got lost, and the balancer sends it to B */
    pair_pass(p, 1000, NULL);
    assert_int_equal(strlen(again->code), 0); /* A is alive: it waits */
    pair_pass(p, 4000, &p->a);
    assert_string_equal(again->code, ann->code);
}

static void a_wrong_code_is_no_room(void **state)
{
    struct pair *p = *state;
    struct client *ben = client_new(&p->b);

    pair_pass(p, 1000, NULL);
    client_enter(ben, "WWWWWWW", false);
    assert_int_equal(ben->hung_up, 4004);
    assert_string_equal(ben->error, "no_room");
}

/* A database that others have left does not know their new tables. */
static void who_has_no_lease_does_not_say_that_there_is_no_room(void **state)
{
    struct pair *p = *state;
    struct client *ben = client_new(&p->b);

    pair_pass(p, 1000, NULL);
    p->b.house->nodes.leased = 0;
    p->b.house->nodes.next = INT64_MAX;
    client_enter(ben, "WWWWWWW", false);
    pair_pass(p, 1000, NULL);
    assert_int_equal(ben->hung_up, 0);
    p->b.house->nodes.next = 0;
    pair_pass(p, 1000, NULL);
    assert_int_equal(ben->hung_up, 4004);
}

static bool note_report(void *arg, const struct store_doc *doc)
{
    *(uint64_t *)arg = str_find(doc->body, STR("\"tables\":")) >= 0 ? doc->op : 0;
    return false;
}

static uint64_t report_of(struct fixture *f, const char *key)
{
    uint64_t op = 0;

    assert_int_equal(store_doc(f->store, str_of(key), note_report, NULL, &op), 0);
    store_pump(f->store, 0);
    return op;
}

/* An answer of the store got lost, as in every failover: what a node tells of itself goes on. */
static void a_report_that_got_lost_is_followed_by_others(void **state)
{
    struct pair *p = *state;

    pair_pass(p, 3000, NULL);
    uint64_t op = report_of(&p->b, "node/b");
    assert_int_not_equal(op, 0);
    const struct store_doc other = {
        .key = STR("node/b"), .prev = op, .op = 5, .body = STR("{\"stale\":1}")};
    assert_int_equal(store_doc_put(p->b.store, &other, NULL, NULL), 0);
    pair_pass(p, 300, NULL);
    assert_int_equal(report_of(&p->b, "node/b"), 0);
    pair_pass(p, 7000, NULL);
    assert_int_not_equal(report_of(&p->b, "node/b"), 0);
}

static void two_nodes_at_one_address_are_told_of(void **state)
{
    struct pair *p = *state;

    p->a.house->config.address = "10.0.0.1:7000";
    p->b.house->config.address = "10.0.0.2:7000";
    pair_pass(p, 2000, NULL);
    assert_false(p->a.house->nodes.twice);
    p->b.house->config.address = "10.0.0.1:7000";
    pair_pass(p, 2000, NULL);
    assert_true(p->a.house->nodes.twice);
    assert_true(p->b.house->nodes.twice);
}

/* The machine of a node has no power: the others tell by its lease. */
static void a_node_is_gone_when_its_lease_is(void **state)
{
    struct pair *p = *state;

    p->a.house->config.address = "a";
    p->b.house->config.address = "b";
    assert_false(house_node_gone(p->b.house, STR("a"))); /* nothing is known yet */
    pair_pass(p, 2000, NULL);
    assert_false(house_node_gone(p->b.house, STR("a")));
    assert_true(house_node_gone(p->b.house, STR("c")));
    pair_pass(p, 2000, &p->a);
    assert_false(house_node_gone(p->b.house, STR("a")));
    pair_pass(p, 2000, &p->a);
    assert_true(house_node_gone(p->b.house, STR("a")));
    fixture_time += 5000; /* and one that has not looked for a while knows nothing */
    assert_false(house_node_gone(p->b.house, STR("a")));
}

static void messages_after_a_hello_are_heard_in_their_order(void **state)
{
    struct pair *p = *state;
    struct client *ann = client_new(&p->a);

    pair_pass(p, 1000, NULL);
    p->a.together = true;
    client_create(ann, "en");
    client_do(ann, "sit", "{\"name\":\"Ann\"}");
    client_do(ann, "language", "{\"language\":\"fr\"}");
    p->a.together = false;
    fixture_settle(&p->a);
    assert_int_equal(ann->acked, 2);
    assert_non_null(client_person(ann, "Ann"));
}

static void a_game_goes_on_elsewhere_with_its_clock(void **state)
{
    struct pair *p = *state;
    struct client *ann, *ben, *ann_b, *ben_b;

    pair_pass(p, 1000, NULL);
    fixture_two_at_table(&p->a, fixture_game(2), &ann, &ben);
    pair_pass(p, 3000, NULL);
    int64_t at = room_now(client_room(ann));
    ann_b = same_person(&p->b, ann);
    ben_b = same_person(&p->b, ben);
    client_enter(ann_b, ann->code, false);
    client_enter(ben_b, ann->code, false);
    pair_pass(p, 4500, &p->a);
    assert_int_not_equal(ann_b->guest, 0);
    assert_int_not_equal(ben_b->guest, 0);
    assert_agrees(ann_b);
    assert_agrees(ben_b);
    /* The clock went on until A was last heard of, and again since B has it. */
    int64_t now = room_now(client_room(ann_b));
    assert_true(now >= at && now <= at + 4000);
    assert_true(client_room(ann_b)->clock.running);
}

/* While a long log is read another table may come that brings its clock with it. */
static void a_clock_goes_on_whatever_else_is_claimed_meanwhile(void **state)
{
    struct pair *p = *state;
    struct client *other = host_on(p, &p->a), *ann, *ben;
    struct code code;

    room_hand(client_room(other), 22); /* to B, where nobody has asked for it yet */
    pair_pass(p, 1000, NULL);
    fixture_two_at_table(&p->a, fixture_game(2), &ann, &ben);
    code = client_room(ann)->party.code;
    for (int i = 0; i < 5 * READS_A_TURN; i++) { /* each a record */
        pair_pass(p, 1100, NULL);
        assert_true(client_do(ann, i % 2 ? "resume" : "pause", NULL));
    }
    pair_pass(p, 3000, NULL);
    int64_t at = room_now(client_room(ann));
    struct client *ann_b = same_person(&p->b, ann), *other_b = same_person(&p->b, other);
    const struct door *door = NULL;
    p->b.slowly = true;
    client_enter(ann_b, ann->code, false);
    for (int i = 0; i < 100000 && !(door && door->room); i++, fixture_time++) {
        fixture_settle(&p->b);
        door = door_find(p->b.house, &code);
    }
    assert_non_null(door->room->load);
    client_enter(other_b, other->code, false);
    while (door->room->load) {
        fixture_settle(&p->b);
        fixture_time++;
    }
    assert_non_null(client_room(other_b));
    assert_in_range(room_now(door->room), at - 600, at + 600); /* as far as A was heard of */
}

static void a_table_of_a_later_version_is_left_to_those_who_can_write_it(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    int64_t room = id_of(&p->a, ann->code);

    p->b.house->config.log_format = LOG_FORMAT - 1;
    connect_both(p);
    client_drop(ann);
    pair_pass(p, 70000, NULL); /* it has left A's memory, and still is A's */
    struct client *ben = same_person(&p->b, ann);
    client_enter(ben, ann->code, false);
    pair_pass(p, 6000, &p->a); /* A is gone, and B must not take the table */
    assert_int_equal(ben->guest, 0);
    assert_int_equal(ben->hung_up, 0);
    assert_int_equal(owners_of(&p->b, room), 1);
    pair_pass(p, 1500, NULL); /* A is back: B passes the phone on */
    assert_int_not_equal(ben->guest, 0);
    assert_true(owners_of(&p->b, room) >= 1);
    assert_null(client_room(ben));
}

int main(void)
{
#define BOTH(test) cmocka_unit_test_setup_teardown(test, pair_set_up, pair_tear_down)
    const struct CMUnitTest tests[] = {
        BOTH(a_dead_owner_is_followed),
        BOTH(a_live_owner_is_never_robbed),
        BOTH(a_node_that_has_just_come_is_not_robbed),
        BOTH(a_released_table_is_taken_at_once),
        BOTH(a_replaced_owner_cannot_write),
        BOTH(a_node_without_the_store_gives_its_tables_up_in_time),
        BOTH(who_stays_at_a_table_that_was_taken_back_is_not_mistaken_for_others),
        BOTH(a_table_that_is_asked_for_twice_is_made_once),
        BOTH(a_wrong_code_is_no_room),
        BOTH(who_has_no_lease_does_not_say_that_there_is_no_room),
        BOTH(a_report_that_got_lost_is_followed_by_others),
        BOTH(two_nodes_at_one_address_are_told_of),
        BOTH(a_node_is_gone_when_its_lease_is),
        BOTH(messages_after_a_hello_are_heard_in_their_order),
        BOTH(a_game_goes_on_elsewhere_with_its_clock),
        BOTH(a_clock_goes_on_whatever_else_is_claimed_meanwhile),
        BOTH(a_table_of_a_later_version_is_left_to_those_who_can_write_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
