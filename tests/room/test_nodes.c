/* Several houses over one store, in one process: who owns a table, and who may not write any more.
 */
#include "check.h"
#include "fixture.h"
#include "room/log_fold.h"
#include "store/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct pair {
    struct fixture a, b;
    char folder[60], file[80];
};

static int set_up(void **state)
{
    static struct pair p;

    memset(&p, 0, sizeof p);
    snprintf(p.folder, sizeof p.folder, "/tmp/unisono-nodes-%s",
             "XX"
             "XX"
             "XX");
    assert_non_null(mkdtemp(p.folder));
    snprintf(p.file, sizeof p.file, "%s/tables.db", p.folder);
    fixture_init_node(&p.a, p.file, 11);
    fixture_init_node(&p.b, p.file, 22);
    *state = &p;
    return 0;
}

static int tear_down(void **state)
{
    struct pair *p = *state;
    char name[120];

    fixture_settle(&p->a);
    fixture_settle(&p->b);
    for (int i = 0; i < p->a.clients; i++) /* their lines may end in the other house */
        client_drop(&p->a.client[i]);
    for (int i = 0; i < p->b.clients; i++)
        client_drop(&p->b.client[i]);
    fixture_close(&p->a);
    fixture_fini(&p->b);
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s%s", p->file,
                 (const char *const[]){"", "-wal", "-shm", "-alive"}[i]);
        unlink(name);
    }
    rmdir(p->folder);
    return 0;
}

/* Time passes for both, a little at a time; `frozen` is not run meanwhile. */
static void pass(struct pair *p, int64_t ms, const struct fixture *frozen)
{
    for (int64_t until = fixture_time + ms; fixture_time < until; fixture_time += 100) {
        if (frozen != &p->a)
            fixture_settle(&p->a);
        if (frozen != &p->b)
            fixture_settle(&p->b);
    }
}

static bool note_epoch(void *arg, const struct store_entry *e)
{
    int64_t *epochs = arg;

    assert_true(e->epoch >= epochs[0]); /* never falls */
    epochs[1] += e->epoch != epochs[0];
    epochs[0] = e->epoch;
    return true;
}

/* How many owners a table has had. */
static int64_t owners(struct fixture *s, int64_t room)
{
    int64_t epochs[2] = {0, 0};

    assert_int_equal(store_read(s->store, room, 1, note_epoch, epochs), STORE_OK);
    return epochs[1];
}

static int64_t id_of(struct fixture *s, const char *code)
{
    struct store_room room = {0};

    s->store->ops->find(s->store, &(struct store_names){.code = str_of(code)}, &room);
    return room.room;
}

/* A table on A with one person. */
static struct client *host_on(struct pair *p, struct fixture *f)
{
    struct client *c = client_new(f);

    if (f == &p->b)
        c->token[0] = 'b'; /* else the first of B would be the first of A */
    pass(p, 1000, NULL);
    client_create(c, "en");
    assert_int_equal(c->hung_up, 0);
    assert_int_not_equal(strlen(c->code), 0);
    assert_true(client_do(c, "sit", "{\"name\":\"Ann\"}"));
    return c;
}

static struct client *same_person(struct fixture *f, const struct client *as)
{
    struct client *c = client_new(f);

    memcpy(c->token, as->token, sizeof c->token);
    c->n = as->n;
    return c;
}

static void a_dead_owner_is_followed(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    struct client *again = same_person(&p->b, ann);

    /* A stands still. */
    client_enter(again, ann->code, false);
    pass(p, 1000, &p->a);
    assert_int_equal(again->guest, 0); /* it may still be there */
    assert_int_equal(again->hung_up, 0);
    pass(p, 3000, &p->a);
    assert_int_not_equal(again->guest, 0);
    assert_non_null(client_person(again, "Ann"));
    assert_true(client_do(again, "language", "{\"language\":\"de\"}"));
    assert_int_equal(owners(&p->b, id_of(&p->b, ann->code)), 2);
}

static void a_live_owner_is_never_robbed(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    struct client *ben = client_new(&p->b);

    client_enter(ben, ann->code, false);
    pass(p, 15000, NULL);
    assert_int_equal(ben->guest, 0); /* nobody has told B how to reach A */
    assert_int_equal(owners(&p->a, id_of(&p->a, ann->code)), 1);
    assert_true(client_do(ann, "language", "{\"language\":\"fr\"}"));
    pass(p, 6000, NULL);
    assert_int_equal(ben->hung_up, 1012);
}

static void a_released_table_is_taken_at_once(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    struct client *again = same_person(&p->b, ann);

    house_leave(p->a.house);
    fixture_settle(&p->a);
    pass(p, 600, &p->a); /* B looks every half second */
    client_enter(again, ann->code, false);
    pass(p, 300, &p->a);
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
    pass(p, 5000, &p->a);
    assert_int_not_equal(again->guest, 0);
    assert_true(client_do(again, "language", "{\"language\":\"de\"}"));
    int64_t before = owners(&p->b, room);
    uint32_t acked = ann->acked;
    store_pump(p->a.store, 0); /* the first thing that it does: its late write */
    assert_int_equal(ann->acked, acked);
    p->a.together = false;
    pass(p, 500, NULL);
    assert_null(client_room(ann)); /* she keeps her line, and A looks for the table again */
    assert_int_equal(ann->hung_up, 0);
    assert_int_equal(owners(&p->b, room), before);
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
        pass(p, 100, NULL);
        if (!client_room(ann) && !gave_up)
            gave_up = fixture_time;
        if (again->guest && !taken)
            taken = fixture_time;
    }
    p->a.store->ops = honest;
    assert_true(gave_up > began + 2000);
    assert_true(gave_up <= taken); /* never two at once */
    assert_true(taken <= began + 5000);
    pass(p, 1000, NULL);
    assert_true(nodes_hold(p->a.house)); /* and it is back */
}

static void a_table_that_is_asked_for_twice_is_made_once(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    struct client *again = same_person(&p->b, ann);

    client_create(again, "en"); /* its answer got lost, and the balancer sends it to B */
    pass(p, 1000, NULL);
    assert_int_equal(strlen(again->code), 0); /* A is alive: it waits */
    pass(p, 4000, &p->a);
    assert_string_equal(again->code, ann->code);
}

static void a_wrong_code_is_no_room(void **state)
{
    struct pair *p = *state;
    struct client *ben = client_new(&p->b);

    pass(p, 1000, NULL);
    client_enter(ben, "WWWWWWW", false);
    assert_int_equal(ben->hung_up, 4004);
    assert_string_equal(ben->error, "no_room");
}

static void messages_behind_a_hello_are_heard_in_their_order(void **state)
{
    struct pair *p = *state;
    struct client *ann = client_new(&p->a);

    pass(p, 1000, NULL);
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

    pass(p, 1000, NULL);
    fixture_two_at_table(&p->a, fixture_game(2), &ann, &ben);
    pass(p, 3000, NULL);
    int64_t at = room_now(client_room(ann));
    ann_b = same_person(&p->b, ann);
    ben_b = same_person(&p->b, ben);
    client_enter(ann_b, ann->code, false);
    client_enter(ben_b, ann->code, false);
    pass(p, 4500, &p->a);
    assert_int_not_equal(ann_b->guest, 0);
    assert_int_not_equal(ben_b->guest, 0);
    assert_agrees(ann_b);
    assert_agrees(ben_b);
    /* The clock went on until A was last heard of, and again since B has it. */
    int64_t now = room_now(client_room(ann_b));
    assert_true(now >= at && now <= at + 4000);
    assert_true(client_room(ann_b)->clock.running);
}

/* Lines to the other house of the pair, as server/links.c makes them between two processes. */
static struct pair *lines;

static void *line_open(void *arg, struct str address, struct conn *c, void *socket, uint64_t group)
{
    struct fixture *to = str_is(address, "a") ? &lines->a : &lines->b;

    (void)arg, (void)c;
    return house_open_via(to->house, socket, group);
}

static void line_send(void *line, struct str text)
{
    house_hear(line, text);
}

static void line_close(void *line)
{
    house_close(line);
}

static const struct remote_ops remote = {line_open, line_send, line_close};

static void connect_both(struct pair *p)
{
    lines = p;
    p->a.house->config.remote = p->b.house->config.remote = &remote;
    p->a.house->config.address = "a";
    p->b.house->config.address = "b";
    pass(p, 1200, NULL);
}

static void a_drained_node_hands_a_game_over_with_its_clock(void **state)
{
    struct pair *p = *state;
    struct client *ann, *ben;

    connect_both(p);
    fixture_two_at_table(&p->a, fixture_game(2), &ann, &ben);
    pass(p, 3000, NULL);
    int64_t at = room_now(client_room(ann));
    struct code code = client_room(ann)->party.code;
    house_drain(p->a.house);
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
    assert_int_equal(owners(&p->b, door->id), 3); /* A, B by A's word, B by its own */
    assert_int_equal(room_now(door->room), at);
    assert_true(door->room->clock.running);
    /* Nobody hands anything to one that is about to end. */
    pass(p, 700, NULL);
    assert_null(nodes_heir(p->b.house, door->id, 0));
    house_drain(p->b.house);
    pass(p, 1000, NULL);
    assert_non_null(door->room);
    assert_true(house_drained(p->b.house));
}

static void a_table_of_a_later_version_is_left_to_those_who_can_write_it(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    int64_t room = id_of(&p->a, ann->code);

    p->b.house->config.log_format = LOG_FORMAT - 1;
    connect_both(p);
    client_drop(ann);
    pass(p, 70000, NULL); /* it has left A's memory, and still is A's */
    struct client *ben = same_person(&p->b, ann);
    client_enter(ben, ann->code, false);
    pass(p, 6000, &p->a); /* A is gone, and B must not take the table */
    assert_int_equal(ben->guest, 0);
    assert_int_equal(ben->hung_up, 0);
    assert_int_equal(owners(&p->b, room), 1);
    pass(p, 1500, NULL); /* A is back: B passes the phone on */
    assert_int_not_equal(ben->guest, 0);
    assert_true(owners(&p->b, room) >= 1);
    assert_null(client_room(ben));
}

static bool kept(struct pair *p, int64_t room)
{
    int64_t seen[2] = {0, 0};

    return store_read(p->b.store, room, 1, note_epoch, seen) == STORE_OK && seen[1];
}

static void tables_that_nobody_uses_are_swept_by_who_may(void **state)
{
    enum { DAY = 24 * 3600 * 1000 };
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    struct client *ben = host_on(p, &p->b);
    struct client *cleo = host_on(p, &p->a);
    int64_t used = id_of(&p->a, ann->code), left = id_of(&p->a, ben->code),
            orphan = id_of(&p->a, cleo->code);

    p->a.house->config.keep_ms = p->b.house->config.keep_ms = 5 * (int64_t)DAY;
    p->a.house->next_sweep = p->b.house->next_sweep = INT64_MAX;
    client_drop(ben);
    client_drop(cleo);
    pass(p, 70000, NULL);
    /* Days go by. Ann sits at her table all the while and does nothing; it is blank, too. */
    p->a.house->days += 7;
    p->b.house->days += 7;
    p->b.house->next_sweep = 0;
    pass(p, 2000, NULL);
    assert_true(kept(p, used));   /* A owns it and is there … */
    assert_true(kept(p, orphan)); /* … also where nobody is: A may be asked for it right now */
    assert_false(kept(p, left));
    p->a.house->next_sweep = 0;
    pass(p, 2000, NULL);
    assert_true(kept(p, used));
    assert_false(kept(p, orphan));
    assert_int_equal(house_count(p->a.house).swept, 1);
    assert_true(client_do(ann, "language", "{\"language\":\"de\"}"));
}

static const char *tv_says(const struct client *tv, const char *key)
{
    const char *text = json_string_value(json_object_get(json_object_get(tv->last, "tv"), key));

    return text ? text : "";
}

static void a_television_of_another_node_is_lent_once(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a), *ben = host_on(p, &p->b), *tv = client_new(&p->b);
    char code[16];

    tv->conn = house_open(p->b.house, tv, 99);
    client_send(tv, "{\"hello\":1,\"tv\":true,\"token\":\"%s\"}", tv->token);
    pass(p, 200, NULL);
    snprintf(code, sizeof code, "%s", tv_says(tv, "code"));
    assert_int_not_equal(strlen(code), 0);
    client_send(ann, "{\"ask\":\"tv\",\"tag\":3,\"with\":{\"code\":\"WWWWWWW\"}}");
    pass(p, 200, NULL);
    assert_non_null(json_object_get(ann->told, "key")); /* there is none */
    client_send(ann, "{\"ask\":\"tv\",\"tag\":4,\"with\":{\"code\":\"%s\"}}", code);
    pass(p, 1000, NULL);
    assert_int_equal(json_integer_value(json_object_get(ann->told, "told")), 4);
    assert_null(json_object_get(ann->told, "key"));
    assert_string_equal(tv_says(tv, "room"), ann->code);
    client_send(ben, "{\"ask\":\"tv\",\"tag\":5,\"with\":{\"code\":\"%s\"}}", code);
    pass(p, 200, NULL);
    assert_non_null(json_object_get(ben->told, "key")); /* it is Ann's */
    assert_null(p->a.house->errands);
    assert_null(p->b.house->errands);
}

int main(void)
{
#define BOTH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        BOTH(a_dead_owner_is_followed),
        BOTH(a_live_owner_is_never_robbed),
        BOTH(a_released_table_is_taken_at_once),
        BOTH(a_replaced_owner_cannot_write),
        BOTH(a_node_without_the_store_gives_its_tables_up_in_time),
        BOTH(a_table_that_is_asked_for_twice_is_made_once),
        BOTH(a_wrong_code_is_no_room),
        BOTH(messages_behind_a_hello_are_heard_in_their_order),
        BOTH(a_game_goes_on_elsewhere_with_its_clock),
        BOTH(a_drained_node_hands_a_game_over_with_its_clock),
        BOTH(a_table_of_a_later_version_is_left_to_those_who_can_write_it),
        BOTH(tables_that_nobody_uses_are_swept_by_who_may),
        BOTH(a_television_of_another_node_is_lent_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
