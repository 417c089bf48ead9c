/* What stays of a finished game: it is made by itself, survives a crash, is deleted by the host
 * alone and goes with its table. */
#include "check.h"
#include "kept.h"
#include "rules/registry.h"
#include "store/backend.h"

#include <stdlib.h>
#include <string.h>

enum { HOUR = 3600 * 1000 };

static void everybody_is_told_where_it_is(void **state)
{
    int kept = 0;

    (void)state;
    for (int g = 0; g < registry_count(); g++) {
        struct company p;

        assert_true(company_init(&p, registry_at(g), registry_at(g)->game->min_seats, 5));
        assert_string_equal(told_address(p.c[0]), "");
        assert_true(company_play_out(&p));
        if (ended_well(&p)) {
            let_it_be_made(&p);
            assert_true(keepsake_is_address(str_of(told_address(p.c[0]))));
            assert_string_equal(told_address(p.c[0]), told_address(p.tv));
            assert_stored(&p, told_address(p.c[0]), true);
            assert_all_agree(&p);
            kept++;
        }
        company_fini(&p);
    }
    assert_true(kept > 2);
}

static void it_survives_a_crash(void **state)
{
    char address[KEEPSAKE_ADDRESS + 1];
    struct company p;

    (void)state;
    begin_and_keep(&p, address);
    fixture_crash(&p.fixture);
    company_return(&p);
    let_it_be_made(&p);
    assert_string_equal(told_address(p.c[0]), address);
    assert_stored(&p, address, true);
    company_fini(&p);
}

static void it_is_made_after_a_crash_in_the_midst_of_it(void **state)
{
    struct company p;

    (void)state;
    assert_true(company_init(&p, registry_at(0), 2, 3));
    assert_true(company_play_out(&p));
    assert_true(ended_well(&p));
    fixture_crash(&p.fixture);
    company_return(&p);
    let_it_be_made(&p);
    assert_stored(&p, told_address(p.c[0]), true);
    company_fini(&p);
}

/* However often the loop turns in one moment: a few records are read, and then others go on. */
static void it_is_made_a_little_at_a_time(void **state)
{
    struct company p;

    (void)state;
    assert_true(company_init(&p, registry_at(0), 4, 3));
    struct services *s = client_room(p.c[0])->services;
    s->makers = 1000; /* none may begin … */
    assert_true(company_play_out(&p));
    assert_true(ended_well(&p));
    assert_true(client_room(p.c[0])->match.records > 2 * READS_A_QUESTION);
    s->makers = 0; /* … before now */
    while (!s->makers)
        fixture_pass(&p.fixture, 1);
    for (int i = 0; i < 100; i++)
        fixture_settle(&p.fixture);
    assert_int_equal(s->makers, 1);
    assert_string_equal(told_address(p.c[0]), "");
    let_it_be_made(&p);
    assert_stored(&p, told_address(p.c[0]), true);
    company_fini(&p);
}

/* Makers are large: where many games end at once one waits for another, and is made after it. */
static void makers_take_turns(void **state)
{
    enum { MANY = 1000 };
    struct company p;

    (void)state;
    assert_true(company_init(&p, registry_at(0), 2, 3));
    struct services *s = client_room(p.c[0])->services;
    s->makers += MANY;
    assert_true(company_play_out(&p));
    assert_true(ended_well(&p));
    for (int i = 0; i < 400; i++)
        fixture_pass(&p.fixture, 5);
    assert_string_equal(told_address(p.c[0]), "");
    assert_int_equal(s->makers, MANY);
    s->makers = 0;
    let_it_be_made(&p);
    assert_stored(&p, told_address(p.c[0]), true);
    assert_int_equal(s->makers, 0);
    company_fini(&p);
}

static const char *refused_with(const struct client *c)
{
    const char *key = json_string_value(json_object_get(c->told, "key"));

    return key ? key : "";
}

static void only_the_host_deletes_it_and_it_stays_deleted(void **state)
{
    char address[KEEPSAKE_ADDRESS + 1], strange[KEEPSAKE_ADDRESS + 1];
    struct company p;

    (void)state;
    begin_and_keep(&p, address);
    client_send(p.c[1], "{\"ask\":\"forget\",\"with\":{\"keepsake\":\"%s\"},\"tag\":1}", address);
    fixture_pass(&p.fixture, 50);
    assert_string_equal(refused_with(p.c[1]), "not_host");
    assert_stored(&p, address, true);
    /* Another table's is not in reach, whoever asks. */
    strcpy(strange, address);
    strange[0] = strange[0] == '0' ? '1' : '0';
    client_send(p.c[0], "{\"ask\":\"forget\",\"with\":{\"keepsake\":\"%s\"},\"tag\":2}", strange);
    fixture_pass(&p.fixture, 50);
    assert_string_equal(refused_with(p.c[0]), "no_keepsake");
    client_send(p.c[0], "{\"ask\":\"forget\",\"with\":{\"keepsake\":\"%s\"},\"tag\":3}", address);
    fixture_pass(&p.fixture, 50);
    assert_string_equal(refused_with(p.c[0]), "");
    assert_string_equal(told_address(p.c[1]), "");
    assert_stored(&p, address, false);
    fixture_crash(&p.fixture);
    company_return(&p);
    fixture_pass(&p.fixture, 3000);
    assert_string_equal(told_address(p.c[0]), "");
    assert_stored(&p, address, false);
    company_fini(&p);
}

/* The second host may do what the host may (docs/protocol.md). */
static void the_second_host_deletes_it_too(void **state)
{
    char address[KEEPSAKE_ADDRESS + 1];
    struct company p;

    (void)state;
    begin_and_keep(&p, address);
    assert_true(client_do(p.c[0], "second", "{\"player\":2}"));
    client_send(p.c[1], "{\"ask\":\"forget\",\"with\":{\"keepsake\":\"%s\"},\"tag\":1}", address);
    fixture_pass(&p.fixture, 50);
    assert_string_equal(refused_with(p.c[1]), "");
    assert_stored(&p, address, false);
    company_fini(&p);
}

static enum store_result no_docs(struct store *s, struct str key, int64_t limit,
                                 store_each_doc *each, void *arg)
{
    (void)s, (void)key, (void)limit, (void)each, (void)arg;
    return STORE_UNAVAILABLE;
}

/* Who is told that there is none would believe that it is gone. */
static void what_cannot_be_looked_for_is_not_said_to_be_missing(void **state)
{
    char address[KEEPSAKE_ADDRESS + 1];
    struct company p;

    (void)state;
    begin_and_keep(&p, address);
    const struct store_ops *honest = p.fixture.store->ops;
    struct store_ops ops = *honest;
    ops.docs = no_docs;
    p.fixture.store->ops = &ops;
    client_send(p.c[0], "{\"ask\":\"forget\",\"with\":{\"keepsake\":\"%s\"},\"tag\":1}", address);
    fixture_pass(&p.fixture, 50);
    assert_string_equal(refused_with(p.c[0]), "not_stored");
    p.fixture.store->ops = honest;
    assert_stored(&p, address, true);
    company_fini(&p);
}

static size_t listed_to(struct company *p, struct client *c)
{
    client_send(c, "{\"ask\":\"keepsakes\",\"tag\":7}");
    fixture_pass(&p->fixture, 50);
    return json_array_size(json_object_get(c->told, "keepsakes"));
}

static void a_table_lists_those_of_its_evening(void **state)
{
    char address[KEEPSAKE_ADDRESS + 1];
    struct company p;

    (void)state;
    begin_and_keep(&p, address);
    assert_true(client_do(p.c[0], "again", NULL));
    assert_string_equal(told_address(p.c[0]), ""); /* another game lies there */
    assert_true(company_play_out(&p));
    let_it_be_made(&p);
    assert_string_not_equal(told_address(p.c[0]), address);
    assert_int_equal(listed_to(&p, p.c[1]), ended_well(&p) ? 2 : 1);
    client_send(p.c[0], "{\"ask\":\"forget\",\"with\":{\"keepsake\":\"%s\"},\"tag\":3}", address);
    fixture_pass(&p.fixture, 50);
    assert_int_equal(listed_to(&p, p.c[1]), ended_well(&p) ? 1 : 0);
    company_fini(&p);
}

static void it_goes_with_its_table(void **state)
{
    char address[KEEPSAKE_ADDRESS + 1];
    struct company p;

    (void)state;
    begin_and_keep(&p, address);
    p.fixture.house->config.keep_ms = HOUR;
    client_drop(p.tv);
    for (int i = 0; i < p.seats; i++)
        client_drop(p.c[i]);
    for (int i = 0; i < 3; i++) { /* nobody looks, and the hours pass at once */
        fixture_pass(&p.fixture, 120000);
        fixture_time += 24 * HOUR;
        fixture_pass(&p.fixture, 120000);
    }
    assert_int_equal(house_count(p.fixture.house).rooms, 0);
    struct buf body = stored_at(&p, address, keepsake_key), reel = stored_at(&p, address, reel_key);
    assert_int_equal(body.len, 0);
    assert_int_equal(reel.len, 0);
    assert_int_equal(status_of_reel(&p, address), 404);
    buf_fini(&body);
    buf_fini(&reel);
    company_fini(&p);
}

static void nobody_keeps_a_practice_game(void **state)
{
    struct company p;

    (void)state;
    assert_true(company_init(&p, registry_at(0), 2, 3));
    assert_true(client_do(p.c[0], "lobby", NULL));
    assert_true(client_do(p.c[0], "start", "{\"practice\":true}"));
    while (client_room(p.c[0])->match.table && !room_over(client_room(p.c[0]))) {
        struct move move;

        if (company_until_move(&p, 0, &move))
            client_move(p.c[0], &move);
    }
    fixture_pass(&p.fixture, 2000);
    assert_int_equal(listed_to(&p, p.c[0]), 0);
    company_fini(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_is_told_where_it_is),
        cmocka_unit_test(it_survives_a_crash),
        cmocka_unit_test(it_is_made_a_little_at_a_time),
        cmocka_unit_test(makers_take_turns),
        cmocka_unit_test(it_is_made_after_a_crash_in_the_midst_of_it),
        cmocka_unit_test(only_the_host_deletes_it_and_it_stays_deleted),
        cmocka_unit_test(the_second_host_deletes_it_too),
        cmocka_unit_test(what_cannot_be_looked_for_is_not_said_to_be_missing),
        cmocka_unit_test(a_table_lists_those_of_its_evening),
        cmocka_unit_test(it_goes_with_its_table),
        cmocka_unit_test(nobody_keeps_a_practice_game),
    };

    registry_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    registry_fini();
    return failed;
}
