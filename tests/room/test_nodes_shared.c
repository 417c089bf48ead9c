/* Several houses over one store: what goes for all of them: tables that nobody uses, keepsakes,
 * televisions, seats that change their phone. */
#include "check.h"
#include "house/console.h"
#include "keepsake/keepsake.h"
#include "pair.h"
#include "room/log_fold.h"
#include "store/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool note_any(void *arg, const struct store_entry *e)
{
    *(bool *)arg = e->seq > 0;
    return false;
}

static bool kept(struct pair *p, int64_t room)
{
    bool any = false;

    return store_read(p->b.store, room, 1, note_any, &any) == STORE_OK && any;
}

static void tables_that_nobody_uses_are_swept_by_who_may(void **state)
{
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
    pair_pass(p, 70000, NULL);
    /* Days go by. Ann sits at her table all the while and does nothing; it is blank, too. */
    p->a.house->days += 7;
    p->b.house->days += 7;
    p->b.house->next_sweep = 0;
    pair_pass(p, 2000, NULL);
    assert_true(kept(p, used));   /* A owns it and is there … */
    assert_true(kept(p, orphan)); /* … also where nobody is: A may be asked for it right now */
    assert_false(kept(p, left));
    p->a.house->next_sweep = 0;
    pair_pass(p, 2000, NULL);
    assert_true(kept(p, used));
    assert_false(kept(p, orphan));
    assert_int_equal(house_count(p->a.house).swept, 1);
    assert_true(client_do(ann, "language", "{\"language\":\"de\"}"));
}

static bool count_doc(void *arg, const struct store_doc *doc)
{
    (void)doc;
    ++*(int *)arg;
    return true;
}

static int keepsakes_of(struct pair *p, int64_t room)
{
    struct buf prefix = {0};
    int n = 0;

    keepsake_keys(room, &prefix);
    assert_int_equal(store_docs(p->b.store, buf_str(&prefix), 10, count_doc, NULL, &n), 0);
    store_pump(p->b.store, 0);
    buf_fini(&prefix);
    return n;
}

static void a_table_that_somebody_came_back_to_keeps_its_keepsakes(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    struct room *r = client_room(ann);
    int64_t room = r->id, head = r->head;
    struct buf key = {0};

    keepsake_keys(room, &key);
    buf_adds(&key, "of-a-game");
    const struct store_doc doc = {.key = buf_str(&key), .op = 5, .body = STR("{}")};
    assert_int_equal(store_doc_put(p->b.store, &doc, NULL, NULL), 0);
    pair_pass(p, 100, NULL);
    assert_int_equal(keepsakes_of(p, room), 1);
    assert_true(purge_room(p->b.house, room, head - 1, INT64_MAX)); /* what it was a moment ago */
    pair_pass(p, 100, NULL);
    assert_true(kept(p, room));
    assert_int_equal(keepsakes_of(p, room), 1);
    client_drop(ann);
    pair_pass(p, 70000, NULL);
    assert_true(purge_room(p->b.house, room, head, INT64_MAX));
    pair_pass(p, 200, NULL);
    assert_false(kept(p, room));
    assert_int_equal(keepsakes_of(p, room), 0);
    buf_fini(&key);
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
    pair_pass(p, 200, NULL);
    snprintf(code, sizeof code, "%s", tv_says(tv, "code"));
    assert_int_not_equal(strlen(code), 0);
    client_send(ann, "{\"ask\":\"tv\",\"tag\":3,\"with\":{\"code\":\"WWWWWWW\"}}");
    pair_pass(p, 200, NULL);
    assert_non_null(json_object_get(ann->told, "key")); /* there is none */
    client_send(ann, "{\"ask\":\"tv\",\"tag\":4,\"with\":{\"code\":\"%s\"}}", code);
    pair_pass(p, 1000, NULL);
    assert_int_equal(json_integer_value(json_object_get(ann->told, "told")), 4);
    assert_null(json_object_get(ann->told, "key"));
    assert_string_equal(tv_says(tv, "room"), ann->code);
    client_send(ben, "{\"ask\":\"tv\",\"tag\":5,\"with\":{\"code\":\"%s\"}}", code);
    pair_pass(p, 200, NULL);
    assert_non_null(json_object_get(ben->told, "key")); /* it is Ann's */
    assert_null(p->a.house->errands);
    assert_null(p->b.house->errands);
}

/* It has come since the host's node last looked who is there. */
static void a_television_of_a_node_that_has_just_come_is_lent(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    const struct store_session come = {.node = 33,
                                       .beat = services_wall(&p->b.house->services),
                                       .ttl = 60000,
                                       .format = LOG_FORMAT,
                                       .address = STR("c")};
    const struct store_doc code = {.key = STR("tv/KQ7TM3A"), .op = 5, .body = STR("21")};

    assert_int_equal(store_session_beat(p->b.store, &come, NULL, NULL), 0);
    assert_int_equal(store_doc_put(p->b.store, &code, NULL, NULL), 0);
    while (store_pump(p->b.store, 0) > 0) {
    }
    assert_null(nodes_alive(p->a.house, 33));
    client_send(ann, "{\"ask\":\"tv\",\"tag\":4,\"with\":{\"code\":\"KQ7TM3A\"}}");
    for (int i = 0; i < 10; i++) /* no time passes */
        fixture_settle(&p->a);
    assert_int_equal(json_integer_value(json_object_get(ann->told, "told")), 4);
    assert_null(json_object_get(ann->told, "key"));
    assert_null(p->a.house->errands);
}

/* A device at another node says the ticket that the owner of the table has given. */
static void a_seat_goes_to_a_phone_at_another_node(void **state)
{
    struct pair *p = *state;
    char ticket[16], code[16];

    connect_both(p);
    struct client *ann = host_on(p, &p->a), *next = client_new(&p->b);
    client_send(ann, "{\"ask\":\"ticket\",\"tag\":7}");
    snprintf(ticket, sizeof ticket, "%s", json_string_value(json_object_get(ann->told, "ticket")));
    snprintf(code, sizeof code, "%s", ann->code);
    next->token[0] = 'n';
    client_enter(next, code, false);
    pair_pass(p, 1000, NULL);
    assert_string_equal(next->code, code);
    client_do(next, "take", "{\"ticket\":\"WWWWWWW\"}");
    pair_pass(p, 1000, NULL);
    assert_string_equal(next->refusal, "no_ticket");
    char with[40];
    snprintf(with, sizeof with, "{\"ticket\":\"%s\"}", ticket);
    client_do(next, "take", with);
    pair_pass(p, 1000, NULL);
    assert_int_equal(next->acked, next->n);
    assert_int_equal(ann->hung_up, 4012);
    client_do(next, "lock", "{\"on\":true}"); /* it is the host now */
    pair_pass(p, 1000, NULL);
    assert_int_equal(next->acked, next->n);
    client_enter(ann, code, false);
    pair_pass(p, 1000, NULL);
    assert_int_equal(ann->hung_up, 4012);
}

static const struct store_ops *honest;

static int refuse_purges(struct store *s, const struct store_request *request)
{
    return request->kind == STORE_PURGE ? -1 : honest->submit(s, request);
}

/* Closed for good, by whoever runs it, while the store removes nothing: it stays closed, and goes
 * when the store works again. */
static void a_closed_table_goes_when_the_store_works_again(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    int64_t room = id_of(&p->a, ann->code), id;
    struct store_ops refusing;

    honest = p->a.store->ops;
    refusing = *honest;
    refusing.submit = refuse_purges;
    p->a.store->ops = &refusing;
    assert_null(house_close_table(p->a.house, str_of(ann->code), &id));
    pair_pass(p, 2000, NULL);
    assert_int_equal(ann->hung_up, 4010);
    assert_true(kept(p, room));
    client_enter(ann, ann->code, false);
    pair_pass(p, 2000, NULL);
    assert_int_equal(ann->hung_up, 4010); /* nobody is let in meanwhile */
    p->a.store->ops = honest;
    pair_pass(p, 61000, NULL);
    assert_false(kept(p, room));
    assert_int_equal(house_count(p->a.house).rooms, 0);
}

/* One that another node has taken meanwhile is that node's to close. */
static void a_closed_table_that_is_elsewhere_by_now_is_forgotten(void **state)
{
    struct pair *p = *state;
    struct client *ann = host_on(p, &p->a);
    int64_t room = id_of(&p->a, ann->code), id;
    struct code code;

    assert_true(code_read(&code, str_of(ann->code)));
    client_drop(ann);
    struct door *door = door_find(p->a.house, &code);
    pair_pass(p, 100, NULL);
    door->room->head--; /* what A knows of it is old */
    assert_null(house_close_table(p->a.house, str_of(ann->code), &id));
    pair_pass(p, 2000, NULL);
    assert_true(kept(p, room));
    assert_int_equal(house_count(p->a.house).rooms, 0);
}

int main(void)
{
#define BOTH(test) cmocka_unit_test_setup_teardown(test, pair_set_up, pair_tear_down)
    const struct CMUnitTest tests[] = {
        BOTH(tables_that_nobody_uses_are_swept_by_who_may),
        BOTH(a_table_that_somebody_came_back_to_keeps_its_keepsakes),
        BOTH(a_television_of_another_node_is_lent_once),
        BOTH(a_television_of_a_node_that_has_just_come_is_lent),
        BOTH(a_seat_goes_to_a_phone_at_another_node),
        BOTH(a_closed_table_goes_when_the_store_works_again),
        BOTH(a_closed_table_that_is_elsewhere_by_now_is_forgotten),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
