/* How long things last: games that never end, logs that are full, rooms that nobody uses. */
#include "check.h"
#include "fixture.h"
#include "rules/registry.h"

static void a_game_that_never_ends_is_ended_politely(void **state)
{
    struct company p;
    struct move move;

    (void)state;
    registry_init();
    assert_true(company_init(&p, registry_at(0), 4, 5));
    p.fixture.house->services.limits.game_entries = 20;
    for (int i = 0; i < 200 && client_room(p.c[0])->match.table; i++) {
        if (company_until_move(&p, i % 4, &move))
            client_move(p.c[i % 4], &move);
    }
    assert_null(client_room(p.c[0])->match.table);
    assert_string_equal(client_section(p.c[1], "lobby", "ended"), "long");
    assert_true(json_is_null(json_object_get(p.tv->room, "table")));
    assert_true(client_do(p.c[0], "start", NULL)); /* and another one begins */
    assert_null(client_section(p.c[1], "lobby", "ended"));
    assert_all_agree(&p);
    /* Until the log as a whole is full: then nothing begins any more, and all else goes on. */
    p.fixture.house->services.limits.room_entries = client_room(p.c[0])->head;
    assert_true(client_do(p.c[0], "lobby", NULL));
    assert_false(client_do(p.c[0], "start", NULL));
    assert_string_equal(p.c[0]->refusal, "log_full");
    assert_true(client_do(p.c[0], "lock", "{\"on\":true}"));
    p.fixture.house->services.limits.room_entries = 0;
    p.fixture.house->services.limits.room_bytes = 100;
    assert_false(client_do(p.c[0], "start", NULL));
    company_fini(&p);
}

/* ---- rooms nobody uses ---- */

static const int64_t HOUR = 3600 * 1000;

/* A long time in one step, and then enough of it for every room to be looked at. */
static void let_pass(struct fixture *s, int64_t ms)
{
    fixture_pass(s, 120000);
    fixture_time += ms - 240000;
    fixture_pass(s, 120000);
}

static void rooms_nobody_uses_are_removed(void **state)
{
    (void)state;
    for (int restart = 0; restart < 2; restart++) {
        struct fixture s;

        fixture_init(&s, NULL);
        s.house->config.keep_ms = 30 * 24 * HOUR;
        struct client *a, *b, *blank = client_new(&s);
        client_create(blank, "en");
        assert_true(client_do(blank, "sit", "{\"name\":\"Zoe\"}"));
        fixture_two_at_table(&s, fixture_game(2), &a, &b);
        client_drop(a);
        client_drop(b);
        client_drop(blank);
        let_pass(&s, 23 * HOUR);
        assert_int_equal(house_count(s.house).rooms, 2);
        /* A restart forgets neither how long nobody has come nor that nothing was played. */
        if (restart)
            fixture_crash(&s);
        s.house->config.keep_ms = 30 * 24 * HOUR;
        /* After a restart one reading of the clock is not believed for a day. */
        let_pass(&s, (restart ? 26 : 2) * HOUR);
        assert_int_equal(house_count(s.house).rooms, 1);
        client_enter(blank, blank->code, false);
        assert_int_equal(blank->hung_up, 4004);
        let_pass(&s, 30 * 24 * HOUR);
        assert_int_equal(house_count(s.house).rooms, 0);
        fixture_fini(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_never_ends_is_ended_politely),
        cmocka_unit_test(rooms_nobody_uses_are_removed),
    };

    return cmocka_run_group_tests_name("room limits", tests, NULL, NULL);
}
