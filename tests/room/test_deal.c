/* A deal that can be checked: a sealed secret, pledges, parts, in this order and no other; who
 * withholds, repeats or cheats; restarts and other owners; and every draw computed again. */
#include "archive/archive.h"
#include "check.h"
#include "deals.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECOND = 1000 };

/* Computed by another program: the same numbers are in web/test/deal.test.ts. */
static void a_sealed_seed_is_made_of_all_its_parts(void **state)
{
    struct sealed s = {.secret = seed_number(77),
                       .parts = 2,
                       .part = {{0, seed_number(1000)}, {2, seed_number(1001)}}};
    struct seed seal = seal_of(&s.secret), pledge = pledge_of(&seal, &s.part[0].part);
    struct seed seed = sealed_seed(&s), want;

    (void)state;
    assert_true(
        seed_read(&want, STR("b34fd2e91d3a2b77f3ef883428bd64fd1a920a5924b4382b8d6ca0d81402c499")) &&
        seed_same(&seal, &want));
    assert_true(
        seed_read(&want, STR("1bb0005c4f967363bb16c33d5d0908dc3ff10bccc14431999d00ffff05efee11")) &&
        seed_same(&pledge, &want));
    assert_true(
        seed_read(&want, STR("f4d4abba296fd5277606ea93dd6efc2029317f053cfa6d6bf023d2cbdc755466")) &&
        seed_same(&seed, &want));
    struct sealed other = s;
    other.part[1].seat = 1;
    want = sealed_seed(&other);
    assert_false(seed_same(&seed, &want));
    other = s;
    other.parts = 1;
    want = sealed_seed(&other);
    assert_false(seed_same(&seed, &want));
    other = s;
    other.bound = true;
    other.table = table_of(STR("{\"game\":1}\n"));
    assert_true(
        seed_read(&want, STR("333eb02aeff5840e6ff381a57d5750018dd32f289cbad2b6cca77215034329fc")) &&
        seed_same(&other.table, &want));
    seed = sealed_seed(&other);
    assert_true(
        seed_read(&want, STR("0e82ff75348d57e19a9a81d8614d3e79a9c17ae6f0d621c7bf645ea28ee4f8c9")) &&
        seed_same(&seed, &want));
    other = (struct sealed){.secret = s.secret};
    want = sealed_seed(&other);
    assert_false(seed_same(&seal, &want)); /* what is shown before the game tells nothing of it */
}

/* ---- the way it goes ---- */

static void secret_parts_and_seed_belong_together(void **state)
{
    struct company p;

    (void)state;
    in_lobby(&p, 2);
    char seal[SEED_TEXT + 1];
    snprintf(seal, sizeof seal, "%s", seal_seen(p.c[0]));
    assert_int_equal(strlen(seal), SEED_TEXT);
    assert_string_equal(seal, seal_seen(p.tv));
    int64_t number = json_integer_value(json_object_get(deal_of(p.c[0], "next"), "number"));
    assert_int_equal(number, 1);
    pledge(p.c[0], 0);
    pledge(p.c[1], 1);
    assert_int_equal(pledges_shown(p.c[0]), -1);
    order(p.c[0], "start");
    assert_false(acked(p.c[0])); /* it waits for the parts */
    assert_int_equal(pledges_shown(p.c[1]), 2);
    give(p.c[0], 0);
    assert_false(acked(p.c[0]));
    give(p.c[1], 1);
    assert_true(acked(p.c[0]));
    assert_string_equal(json_string_value(json_object_get(deal_of(p.c[0], "game"), "seal")), seal);
    assert_int_equal(json_integer_value(json_object_get(deal_of(p.c[0], "game"), "number")),
                     number);
    assert_int_equal(parts_shown(p.tv), 2);
    assert_false(is_out(p.c[0], 0) || is_out(p.c[0], 1));
    assert_null(json_object_get(deal_of(p.c[0], "game"), "secret"));
    assert_null(deal_of(p.c[0], "next")); /* not before this game is over */
    assert_true(company_play_out(&p));
    fixture_settle(&p.fixture);
    struct seed seed = seed_shown(p.c[1]);
    assert_true(seed_same(&seed, &client_room(p.c[0])->match.setup.seed));
    assert_string_not_equal(seal_seen(p.c[0]), seal); /* the next one has another */
    assert_int_equal(json_integer_value(json_object_get(deal_of(p.c[0], "next"), "number")),
                     number + 1);
    assert_all_agree(&p);
    nothing_is_wrong(&p.fixture);
    company_fini(&p);
}

static void every_draw_can_be_computed_again(void **state)
{
    struct company p;
    size_t i;
    json_t *draw;
    uint32_t record = 0;
    struct deal open = {0}, hidden = {0};

    (void)state;
    begun(&p, 2);
    client_send(p.c[1], "{\"ask\":\"draws\",\"tag\":1}");
    fixture_pass(&p.fixture, 50);
    assert_int_equal(json_array_size(json_object_get(p.c[1]->told, "draws")), 0); /* too early */
    assert_true(company_play_out(&p));
    client_send(p.c[1], "{\"ask\":\"draws\",\"tag\":2}");
    fixture_pass(&p.fixture, 2000);
    json_t *draws = json_object_get(p.c[1]->told, "draws");
    struct seed seed = seed_shown(p.c[1]);

    assert_true(json_array_size(draws) > 0);
    json_array_foreach(draws, i, draw)
    {
        uint32_t at = (uint32_t)json_integer_value(json_object_get(draw, "record"));

        if (at != record) {
            record = at;
            open = deal_at(&seed, (uint64_t)(at - 1) * 2);
            hidden = deal_at(&seed, (uint64_t)(at - 1) * 2 + 1);
        }
        uint32_t of = (uint32_t)json_integer_value(json_object_get(draw, "of"));
        uint32_t is = deal_below(json_object_get(draw, "hidden") ? &hidden : &open, of);

        assert_int_equal(is, json_integer_value(json_object_get(draw, "value")));
    }
    company_fini(&p);
}

static void a_game_that_was_left_shows_its_secret(void **state)
{
    struct company p;

    (void)state;
    begun(&p, 2);
    struct seed seed = client_room(p.c[0])->match.setup.seed;
    assert_true(client_do(p.c[0], "lobby", NULL));
    struct seed shown = seed_shown(p.c[1]);
    assert_true(seed_same(&seed, &shown));
    company_fini(&p);
}

/* Two on the phone of the first seat: a phone looks for its part where its first player sits. */
static void the_first_seat_of_a_device_speaks_for_it(void **state)
{
    struct company p;

    (void)state;
    in_lobby(&p, 2);
    assert_true(client_do(p.c[0], "sit", "{\"name\":\"Zoe\"}"));
    begin_dealt(&p, "start");
    json_t *parts = json_object_get(deal_of(p.c[0], "game"), "parts");
    assert_int_equal(json_array_size(parts), 2);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(json_integer_value(json_object_get(json_array_get(parts, i), "seat")), i);
    company_fini(&p);
}

/* ---- who does not do as they should ---- */

static void who_does_not_pledge_is_left_out_and_holds_up_nobody(void **state)
{
    struct company p;

    (void)state;
    in_lobby(&p, 2);
    pledge(p.c[0], 0);
    order(p.c[0], "start");
    assert_int_equal(pledges_shown(p.c[0]), -1);
    fixture_pass(&p.fixture, SECOND);
    assert_int_equal(pledges_shown(p.c[0]), 1);
    assert_false(acked(p.c[0]));
    give(p.c[0], 0);
    assert_true(acked(p.c[0]));
    assert_true(is_out(p.c[1], 1) && !is_out(p.c[1], 0));
    company_fini(&p);
}

static void who_withholds_a_part_is_left_out_after_two_seconds(void **state)
{
    struct company p;

    (void)state;
    in_lobby(&p, 2);
    pledge(p.c[0], 0);
    pledge(p.c[1], 1);
    order(p.c[0], "start");
    give(p.c[0], 0);
    fixture_pass(&p.fixture, 2 * SECOND - 10);
    assert_false(acked(p.c[0]));
    fixture_pass(&p.fixture, 20);
    assert_true(acked(p.c[0]));
    assert_true(is_out(p.c[0], 1));
    assert_int_equal(parts_shown(p.c[0]), 1);
    nothing_is_wrong(&p.fixture);
    company_fini(&p);
}

/* Neither another pledge, nor another part, nor one after the fact, nor one from somebody who only
 * looks on. */
static void only_what_was_pledged_first_counts(void **state)
{
    struct company p;

    (void)state;
    in_lobby(&p, 2);
    struct client *stranger = client_new(&p.fixture);
    stranger->deals = true;
    client_enter(stranger, p.c[0]->code, false);
    pledge(stranger, 9);
    pledge(p.tv, 8);
    pledge(p.c[0], 0);
    pledge(p.c[1], 1);
    pledge(p.c[1], 7);
    give(p.c[1], 1); /* too early: nobody has seen the pledges */
    order(p.c[0], "start");
    assert_int_equal(pledges_shown(p.c[0]), 2);
    give(p.c[1], 7);
    give(p.c[0], 0);
    assert_false(acked(p.c[0]));
    give(p.c[1], 1);
    give(p.c[1], 1);
    assert_true(acked(p.c[0]));
    struct sealed s = {.secret = client_room(p.c[0])->party.spent,
                       .bound = true,
                       .table = client_room(p.c[0])->dealt->sealed.table,
                       .parts = 2,
                       .part = {{0, part_of(0)}, {1, part_of(1)}}};
    struct seed made = sealed_seed(&s);
    assert_true(seed_same(&made, &client_room(p.c[0])->match.setup.seed));
    company_fini(&p);
}

static void what_is_no_offer_is_an_error(void **state)
{
    struct company p;
    static const char *const wrong[] = {
        "{\"deal\":\"pledge\"}",
        "{\"deal\":\"pledge\",\"with\":{\"seal\":7,\"value\":[]}}",
        "{\"deal\":\"steal\",\"with\":{\"seal\":\"\",\"value\":\"\"}}",
        "{\"deal\":\"part\",\"with\":{\"seal\":\"00\",\"value\":\"zz\"}}",
    };

    (void)state;
    in_lobby(&p, 2);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        p.c[1]->error[0] = '\0';
        client_send(p.c[1], "%s", wrong[i]);
        fixture_settle(&p.fixture);
        assert_string_equal(p.c[1]->error, "message");
    }
    struct seed part = part_of(1);
    offer(p.c[1], "pledge", "0000000000000000000000000000000000000000000000000000000000000000",
          &part); /* of another secret: nothing happens */
    order(p.c[0], "start");
    fixture_pass(&p.fixture, SECOND);
    assert_true(acked(p.c[0]));
    assert_true(is_out(p.c[0], 0) && is_out(p.c[0], 1));
    company_fini(&p);
}

/* Whoever joins after the parts were shown could choose one that suits them. */
static void pledges_stay_once_they_were_shown(void **state)
{
    struct company p;

    (void)state;
    in_lobby(&p, 2);
    pledge(p.c[0], 0);
    order(p.c[0], "start");
    fixture_pass(&p.fixture, SECOND);
    assert_int_equal(pledges_shown(p.c[0]), 1);
    pledge(p.c[1], 1);
    give(p.c[1], 1);
    give(p.c[0], 0);
    assert_true(acked(p.c[0]));
    assert_int_equal(parts_shown(p.c[0]), 1);
    company_fini(&p);
}

static void tables_without_such_devices_begin_at_once(void **state)
{
    struct company p;

    (void)state;
    registry_init();
    assert_true(company_init(&p, registry_find(str_of(fixture_game(2))), 2, 3));
    assert_null(deal_of(p.c[0], "next"));
    assert_null(deal_of(p.c[0], "game"));
    assert_false(client_room(p.c[0])->party.spent_kept);
    nothing_is_wrong(&p.fixture);
    company_fini(&p);
}

/* ---- the server as the cheat ---- */

/* A server that has seen the parts has shown the hash of its secret before: what it would rather
 * have had does not hash to that. By the order of messages it could not have known them then. */
static void a_secret_chosen_after_the_parts_is_found(void **state)
{
    struct company p;

    (void)state;
    in_lobby(&p, 2);
    char seal[SEED_TEXT + 1];
    struct seed seen;
    snprintf(seal, sizeof seal, "%s", seal_seen(p.c[1]));
    assert_true(seed_read(&seen, str_of(seal)));
    pledge(p.c[0], 0);
    pledge(p.c[1], 1);
    order(p.c[0], "start");
    assert_string_equal(seal_seen(p.c[1]), seal); /* still, when the parts are asked for */
    struct room *r = client_room(p.c[0]);
    r->party.secret = seed_number(4711); /* the cheat: this suits the dealer better */
    give(p.c[0], 0);
    give(p.c[1], 1);
    fixture_pass(&p.fixture, 3 * SECOND);
    assert_true(company_play_out(&p));
    fixture_settle(&p.fixture);
    struct seed shown;
    assert_true(seed_read(
        &shown, str_of(json_string_value(json_object_get(deal_of(p.c[1], "game"), "secret")))));
    struct seed hash = seal_of(&shown);
    assert_false(seed_same(&hash, &seen));
    /* The log has the secret that was sealed: there it is found, too. */
    struct archive_report report = {0};
    archive_verify(p.fixture.store, p.fixture.lexicon, &report);
    assert_true(report.problems > 0);
    company_fini(&p);
}

/* ---- restarts ---- */

static void a_crash_leaves_the_sealed_secret(void **state)
{
    struct company p;
    char seal[SEED_TEXT + 1];

    (void)state;
    in_lobby(&p, 2);
    snprintf(seal, sizeof seal, "%s", seal_seen(p.c[0]));
    pledge(p.c[0], 0);
    pledge(p.c[1], 1);
    order(p.c[0], "start");
    assert_int_equal(pledges_shown(p.c[0]), 2);
    give(p.c[0], 0); /* one part is known when it happens */
    fixture_crash(&p.fixture);
    company_return(&p);
    fixture_settle(&p.fixture);
    assert_string_equal(seal_seen(p.c[1]), seal);
    assert_int_equal(pledges_shown(p.c[1]), -1);
    for (int i = 0; i < 2; i++)
        pledge(p.c[i], i);
    order(p.c[0], "start");
    for (int i = 0; i < 2; i++)
        give(p.c[i], i);
    assert_int_equal(parts_shown(p.c[1]), 2);
    fixture_crash(&p.fixture);
    company_return(&p);
    fixture_settle(&p.fixture);
    assert_int_equal(parts_shown(p.c[1]), 2);
    assert_string_equal(json_string_value(json_object_get(deal_of(p.c[1], "game"), "seal")), seal);
    assert_null(json_object_get(deal_of(p.c[1], "game"), "secret"));
    assert_true(company_play_out(&p));
    nothing_is_wrong(&p.fixture);
    company_fini(&p);
}

/* Before a hash is shown its secret can be read from the store. */
struct finding {
    const char *seal;
    bool found;
};

static bool find_secret(void *arg, const struct store_entry *e)
{
    struct finding *f = arg;
    struct seed secret;
    ssize_t at = str_find(e->body, STR("{\"is\":\"deal_sealed\",\"secret\":\""));

    if (at >= 0 && seed_read(&secret, str_n(e->body.at + at + 30, SEED_TEXT))) {
        struct seed seal = seal_of(&secret);
        struct buf text = {0};

        seed_write(&seal, &text);
        f->found = f->found || str_is(buf_str(&text), f->seal);
        buf_fini(&text);
    }
    return true;
}

static void the_secret_is_stored_before_its_hash_is_shown(void **state)
{
    struct company p;

    (void)state;
    in_lobby(&p, 2);
    struct finding f = {.seal = seal_seen(p.c[1])};
    store_read(p.fixture.store, client_room(p.c[0])->id, 1, find_secret, &f);
    assert_true(f.found);
    company_fini(&p);
}

/* Its node stands still, and another one takes the table over: the secret comes along. */
static void another_owner_has_the_same_secret(void **state)
{
    static const char *const files[] = {"", "-wal", "-shm", "-alive"};
    static struct fixture a, b;
    char folder[40], file[60], name[80];

    (void)state;
    snprintf(folder, sizeof folder, "/tmp/unisono-deal-%s",
             "XX"
             "XX"
             "XX");
    registry_init();
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/tables.db", folder);
    fixture_init_node(&a, file, 11);
    fixture_init_node(&b, file, 22);
    struct client *ann = client_new(&a), *again;
    fixture_pass(&a, SECOND);
    ann->deals = true;
    client_create(ann, "en");
    assert_true(client_do(ann, "sit", "{\"name\":\"Ann\"}"));
    fixture_settle(&a);
    pledge(ann, 0);
    again = client_new(&b);
    again->deals = true;
    memcpy(again->token, ann->token, sizeof again->token);
    again->n = ann->n;
    client_enter(again, ann->code, false);
    for (int i = 0; i < 50; i++) /* A stands still */
        fixture_pass(&b, 100);
    assert_int_not_equal(again->guest, 0);
    assert_int_equal(strlen(seal_seen(again)), SEED_TEXT);
    assert_string_equal(seal_seen(again), seal_seen(ann));
    client_drop(ann);
    client_drop(again);
    fixture_close(&a);
    fixture_fini(&b);
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s%s", file, files[i]);
        unlink(name);
    }
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sealed_seed_is_made_of_all_its_parts),
        cmocka_unit_test(secret_parts_and_seed_belong_together),
        cmocka_unit_test(every_draw_can_be_computed_again),
        cmocka_unit_test(a_game_that_was_left_shows_its_secret),
        cmocka_unit_test(the_first_seat_of_a_device_speaks_for_it),
        cmocka_unit_test(who_does_not_pledge_is_left_out_and_holds_up_nobody),
        cmocka_unit_test(who_withholds_a_part_is_left_out_after_two_seconds),
        cmocka_unit_test(only_what_was_pledged_first_counts),
        cmocka_unit_test(what_is_no_offer_is_an_error),
        cmocka_unit_test(pledges_stay_once_they_were_shown),
        cmocka_unit_test(tables_without_such_devices_begin_at_once),
        cmocka_unit_test(a_secret_chosen_after_the_parts_is_found),
        cmocka_unit_test(a_crash_leaves_the_sealed_secret),
        cmocka_unit_test(another_owner_has_the_same_secret),
        cmocka_unit_test(the_secret_is_stored_before_its_hash_is_shown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
