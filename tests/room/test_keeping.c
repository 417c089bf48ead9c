/* What stays of a finished game: it is made by itself, survives a crash, is deleted by the host
 * alone and goes with its table. */
#include "check.h"
#include "fixture.h"
#include "keepsake/keepsake.h"
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>

enum { HOUR = 3600 * 1000 };

/* The address that everybody is told, or an empty text. */
static const char *told_address(const struct client *c)
{
    const char *text =
        json_string_value(json_object_get(json_object_get(c->room, "table"), "keepsake"));

    return text ? text : "";
}

/* Turns of the loop, until the keepsake is there or can be there no more. */
static void let_it_be_made(struct company *p)
{
    for (int i = 0; i < 4000 && !*told_address(p->c[0]); i++)
        fixture_pass(&p->fixture, 5);
}

static bool see_doc(void *arg, const struct store_doc *doc)
{
    buf_add(arg, doc->body);
    return true;
}

/* What the store has at an address: the page, or the reel. */
static struct buf stored_at(struct company *p, const char *address,
                            void (*key_of)(struct str address, struct buf *out))
{
    struct buf body = {0}, key = {0};

    key_of(str_of(address), &key);
    assert_int_equal(store_doc(p->fixture.store, buf_str(&key), see_doc, NULL, &body), 0);
    store_pump(p->fixture.store, 100);
    buf_fini(&key);
    return body;
}

static void assert_stored(struct company *p, const char *address, bool there)
{
    struct buf body = stored_at(p, address, keepsake_key), reel = stored_at(p, address, reel_key);
    struct buf page = {0};

    assert_int_equal(reel.len > 0, there);
    buf_fini(&reel);

    assert_int_equal(keepsake_page(buf_str(&body), &(struct keepsake_wish){.names = true}, &page),
                     there);
    buf_fini(&page);
    buf_fini(&body);
}

static bool ended_well(const struct company *p)
{
    int outcome = client_room(p->c[0])->match.table->core.outcome;

    return outcome != OUTCOME_ABANDONED && outcome != OUTCOME_NONE;
}

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

static void begin_and_keep(struct company *p, char address[KEEPSAKE_ADDRESS + 1])
{
    assert_true(company_init(p, registry_at(0), 2, 3));
    assert_true(company_play_out(p));
    assert_true(ended_well(p));
    let_it_be_made(p);
    assert_int_equal(strlen(told_address(p->c[0])), KEEPSAKE_ADDRESS);
    strcpy(address, told_address(p->c[0]));
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
        cmocka_unit_test(makers_take_turns),
        cmocka_unit_test(it_is_made_after_a_crash_in_the_midst_of_it),
        cmocka_unit_test(only_the_host_deletes_it_and_it_stays_deleted),
        cmocka_unit_test(a_table_lists_those_of_its_evening),
        cmocka_unit_test(it_goes_with_its_table),
        cmocka_unit_test(nobody_keeps_a_practice_game),
    };

    registry_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    registry_fini();
    return failed;
}
