/* A table that is kept: its evenings are remembered, by whoever was there, also after a crash. */
#include "check.h"
#include "fixture.h"
#include "memory/memory.h"
#include "room/inside.h"
#include "rules/registry.h"
#include "store/backend.h"

#include <stdio.h>
#include <string.h>

static const int64_t HOUR = 3600 * 1000;

/* Waits until the store has been asked and has answered. */
static json_t *ask(struct company *p, struct client *c, const char *question, const char *with)
{
    static int64_t tag = 100;

    client_send(c, "{\"ask\":\"%s\",\"with\":%s,\"tag\":%lld}", question, with, (long long)++tag);
    for (int i = 0; i < 200; i++) {
        fixture_pass(&p->fixture, 20);
        if (json_integer_value(json_object_get(c->told, "told")) == tag)
            return c->told;
    }
    fail_msg("%s was not answered", question);
    return NULL;
}

static const char *key_of(const json_t *told)
{
    const char *key = json_string_value(json_object_get(told, "key"));

    return key ? key : "";
}

static size_t count(const json_t *told, const char *what, const char *list)
{
    return json_array_size(json_object_get(json_object_get(told, what), list));
}

static void let_it_be_made(struct company *p)
{
    fixture_pass(&p->fixture, 4000);
}

static void play_one(struct company *p)
{
    assert_true(company_play_out(p));
    let_it_be_made(p);
}

static void begin(struct company *p)
{
    for (uint64_t seed = 11; seed < 60; seed++) { /* one that comes to a good end */
        assert_true(company_init(p, registry_at(0), 3, seed));
        play_one(p);
        if (keeping_address(client_room(p->c[0])))
            return;
        company_fini(p);
    }
    fail_msg("no game came to an end");
}

static void a_table_is_kept_with_what_was_played_before(void **state)
{
    struct company p;
    json_t *told;

    (void)state;
    begin(&p);
    assert_string_equal(key_of(ask(&p, p.c[0], "memory", "{}")), "not_kept");
    assert_string_equal(key_of(ask(&p, p.c[1], "keep", "{\"name\":\"Friday\"}")), "not_host");
    assert_string_equal(key_of(ask(&p, p.c[0], "keep", "{\"name\":\" \"}")), "table_name");
    assert_string_equal(key_of(ask(&p, p.c[0], "keep", "{\"name\":\"Friday\"}")), "");
    assert_string_equal(client_room(p.c[0])->kept, "Friday");
    told = ask(&p, p.c[1], "memory", "{}");
    assert_int_equal(count(told, "memory", "games"), 1);
    assert_int_equal(count(told, "memory", "persons"), 3);
    assert_int_equal(count(told, "memory", "pairs"), 3);
    assert_true(client_do(p.c[0], "again", NULL));
    play_one(&p);
    told = ask(&p, p.c[1], "memory", "{}");
    assert_int_equal(count(told, "memory", "games"), keeping_address(client_room(p.c[0])) ? 2 : 1);
    assert_int_equal(count(told, "memory", "persons"), 3);
    company_fini(&p);
}

/* Documents are stored, and the answer gets lost: so often. */
static const struct store_ops *honest;
static int lost_answers;
static struct {
    store_done *done;
    void *arg;
} waits;

static void lose_answer(void *arg, enum store_result result)
{
    (void)arg, (void)result;
    waits.done(waits.arg, STORE_UNKNOWN);
}

static int submit_and_lose(struct store *s, const struct store_request *request)
{
    struct store_request r = *request;

    if (r.kind == STORE_DOC_PUT && lost_answers > 0) {
        lost_answers--;
        waits.done = r.done;
        waits.arg = r.arg;
        r.done = lose_answer;
    }
    return honest->submit(s, &r);
}

static void an_answer_that_got_lost_is_no_refusal(void **state)
{
    struct company p;

    (void)state;
    begin(&p);
    honest = p.fixture.store->ops;
    struct store_ops losing = *honest;
    losing.submit = submit_and_lose;
    p.fixture.store->ops = &losing;
    lost_answers = 2;
    const char *key = key_of(ask(&p, p.c[0], "keep", "{\"name\":\"Friday\"}"));
    p.fixture.store->ops = honest;
    assert_int_equal(lost_answers, 0);
    assert_string_equal(key, "");
    assert_string_equal(client_room(p.c[0])->kept, "Friday");
    company_fini(&p);
}

static void it_survives_a_crash(void **state)
{
    struct company p;

    (void)state;
    begin(&p);
    assert_string_equal(key_of(ask(&p, p.c[0], "keep", "{\"name\":\"Friday\"}")), "");
    fixture_crash(&p.fixture);
    company_return(&p);
    json_t *told = ask(&p, p.c[0], "memory", "{}");
    assert_int_equal(count(told, "memory", "games"), 1);
    assert_string_equal(client_room(p.c[0])->kept, "Friday");
    company_fini(&p);
}

static bool see_doc(void *arg, const struct store_doc *doc)
{
    buf_add(arg, doc->body);
    return true;
}

/* The document, as it is in the store. */
static struct buf stored(struct company *p)
{
    struct buf body = {0}, key = {0};

    memory_key(client_room(p->c[0])->id, &key);
    assert_int_equal(store_doc(p->fixture.store, buf_str(&key), see_doc, NULL, &body), 0);
    store_pump(p->fixture.store, 100);
    buf_fini(&key);
    return body;
}

static bool is_there(struct company *p, const char *what)
{
    struct buf body = stored(p);
    bool there = str_find(buf_str(&body), str_of(what)) >= 0;

    buf_fini(&body);
    return there;
}

/* Nothing of a person stays in the document, also not their key. */
static void whoever_is_forgotten_is_gone(void **state)
{
    struct company p;
    char name[NAME_BYTES + 1], key[KEY_TEXT + 1];
    json_t *told;

    (void)state;
    begin(&p);
    ask(&p, p.c[0], "keep", "{\"name\":\"Friday\"}");
    struct player *ben = party_at_seat(&client_room(p.c[1])->party, 1);
    snprintf(name, sizeof name, "\"%.*s\"", STR_FMT(player_name(ben)));
    key_write(&party_guest(&client_room(p.c[1])->party, ben->guest)->key, key);
    assert_true(is_there(&p, name));
    assert_true(is_there(&p, key));
    assert_string_equal(key_of(ask(&p, p.c[1], "forget_person", "{\"person\":1}")), "no_person");
    assert_string_equal(key_of(ask(&p, p.c[1], "forget_person", "{\"person\":2}")), "");
    assert_false(is_there(&p, name));
    assert_false(is_there(&p, key));
    told = ask(&p, p.c[0], "memory", "{}");
    assert_int_equal(count(told, "memory", "persons"), 2);
    assert_int_equal(count(told, "memory", "pairs"), 1);
    assert_string_equal(key_of(ask(&p, p.c[0], "forget_person", "{\"person\":3}")), "");
    assert_string_equal(key_of(ask(&p, p.c[0], "unkeep", "{}")), "");
    assert_null(client_room(p.c[0])->kept);
    assert_string_equal(key_of(ask(&p, p.c[0], "memory", "{}")), "not_kept");
    assert_false(is_there(&p, "unisono_group"));
    company_fini(&p);
}

/* Ben has gone, and somebody else sits there under his name when the table is kept. */
static void a_name_of_one_who_has_gone_is_not_theirs(void **state)
{
    struct company p;
    char who[40], sit[NAME_BYTES + 20];
    size_t i;
    json_t *person;

    (void)state;
    begin(&p);
    assert_true(client_do(p.c[0], "lobby", NULL));
    struct room *r = client_room(p.c[0]);
    uint16_t bens = r->party.player[1].guest;
    snprintf(sit, sizeof sit, "{\"name\":\"%.*s\"}", STR_FMT(player_name(&r->party.player[1])));
    snprintf(who, sizeof who, "{\"player\":%d}", r->party.player[1].id);
    assert_true(client_do(p.c[1], "rise", who));
    struct client *stranger = client_new(&p.fixture);
    client_enter(stranger, p.c[0]->code, false);
    assert_true(client_do(stranger, "sit", sit));
    ask(&p, p.c[0], "keep", "{\"name\":\"Friday\"}");
    json_t *told = json_object_get(ask(&p, stranger, "memory", "{}"), "memory");
    json_array_foreach(json_object_get(told, "persons"), i, person)
        assert_false(json_is_true(json_object_get(person, "mine")));
    assert_string_equal(key_of(ask(&p, stranger, "forget_person", "{\"person\":2}")), "no_person");
    char key[KEY_TEXT + 1];
    key_write(&party_guest(&r->party, bens)->key, key);
    assert_true(is_there(&p, key)); /* he is known again when he comes back */
    client_drop(stranger);
    company_fini(&p);
}

static void the_evening_is_told_also_where_nothing_is_kept(void **state)
{
    struct company p;
    json_t *told;

    (void)state;
    begin(&p);
    told = ask(&p, p.c[2], "tonight", "{}");
    assert_int_equal(count(told, "tonight", "games"), 1);
    assert_int_equal(count(told, "tonight", "persons"), 3);
    assert_string_equal(key_of(ask(&p, p.tv, "tonight", "{}")), "not_at_table");
    assert_string_equal(key_of(ask(&p, p.c[1], "tonight", "{\"on\":true}")), "not_host");
    assert_string_equal(key_of(ask(&p, p.c[0], "tonight", "{\"on\":true}")), "");
    assert_true(client_room(p.c[0])->tonight);
    assert_int_equal(count(ask(&p, p.tv, "tonight", "{}"), "tonight", "games"), 1);
    told = ask(&p, p.c[0], "picture", "{\"language\":\"de\"}");
    assert_non_null(strstr(json_string_value(json_object_get(told, "picture")), "</svg>"));
    assert_true(client_do(p.c[0], "again", NULL));
    fixture_pass(&p.fixture, 50);
    assert_false(client_room(p.c[0])->tonight);
    company_fini(&p);
}

/* The table of a group outlives others, and goes with everything after a year. */
static void it_stays_longer_and_then_goes_whole(void **state)
{
    struct company p;

    (void)state;
    begin(&p);
    ask(&p, p.c[0], "keep", "{\"name\":\"Friday\"}");
    p.fixture.house->config.keep_ms = 5 * 24 * HOUR;
    client_drop(p.tv);
    for (int i = 0; i < p.seats; i++)
        client_drop(p.c[i]);
    for (int i = 0; i < 40; i++) {
        fixture_pass(&p.fixture, 120000);
        fixture_time += 24 * HOUR;
    }
    fixture_pass(&p.fixture, 120000);
    assert_int_equal(house_count(p.fixture.house).rooms, 1);
    fixture_time += 400 * 24 * HOUR;
    for (int i = 0; i < 3; i++) {
        fixture_pass(&p.fixture, 120000);
        fixture_time += 24 * HOUR;
    }
    fixture_pass(&p.fixture, 120000);
    assert_int_equal(house_count(p.fixture.house).rooms, 0);
    company_fini(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_kept_with_what_was_played_before),
        cmocka_unit_test(an_answer_that_got_lost_is_no_refusal),
        cmocka_unit_test(it_survives_a_crash),
        cmocka_unit_test(whoever_is_forgotten_is_gone),
        cmocka_unit_test(a_name_of_one_who_has_gone_is_not_theirs),
        cmocka_unit_test(the_evening_is_told_also_where_nothing_is_kept),
        cmocka_unit_test(it_stays_longer_and_then_goes_whole),
    };

    registry_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    registry_fini();
    return failed;
}
