/* Tables where people have more time: a second of the rules takes two, five or ten, or none runs
 * out. */
#include "check.h"
#include "dream.h"
#include "fixture.h"
#include "rules/registry.h"

enum { BOTS_NEED_AT_MOST = 60000 /* ms */, LONG = 3600 * 1000 };

static bool clocks(struct client *c, const char *which)
{
    char with[40];

    snprintf(with, sizeof with, "{\"clocks\":\"%s\"}", which);
    return client_do(c, "clocks", with);
}

static int64_t slow(const struct client *c)
{
    json_t *slow = json_object_get(json_object_get(c->room, "table"), "slow");

    return slow ? json_integer_value(slow) : 1;
}

static void T_8_people_may_have_more_time_in_every_game(void **state)
{
    static const struct {
        const char *name;
        int times;
    } of[] = {{"double", 2}, {"five", 5}, {"ten", 10}, {"off", CLOCK_OFF}, {"usual", 1}};

    (void)state;
    registry_init();
    for (int i = 0; i < registry_count(); i++) {
        struct company p;

        assert_true(company_init(&p, registry_at(i), registry_at(i)->game->min_seats, 7));
        const struct room *r = client_room(p.c[0]);
        assert_true(table_waiting(r->match.table)); /* each begins with people's turn */
        assert_false(clocks(p.c[1], "ten"));
        assert_string_equal(p.c[1]->refusal, "not_host");
        for (size_t k = 0; k < sizeof of / sizeof of[0]; k++) {
            int64_t before = room_now(r);

            assert_true(clocks(p.c[0], of[k].name));
            assert_string_equal(client_section(p.c[1], "info", "clocks"), of[k].name);
            assert_int_equal(slow(p.tv), of[k].times);
            fixture_pass(&p.fixture, 5000);
            assert_int_equal(room_now(r) - before, 5000 / of[k].times);
        }
        assert_all_agree(&p);
        company_fini(&p);
    }
}

static void clocks_are_five_times_as_slow(struct company *p)
{
    assert_string_equal(client_section(p->c[1], "info", "clocks"), "five");
    assert_int_equal(slow(p->c[0]), 5);
}

static void the_time_people_have_is_known_after_a_crash_and_a_snapshot(void **state)
{
    struct company p;

    (void)state;
    registry_init();
    assert_true(company_init(&p, registry_at(0), registry_at(0)->game->min_seats, 7));
    assert_true(clocks(p.c[0], "five"));
    assert_true(company_survives(&p, clocks_are_five_times_as_slow));
    company_fini(&p);
}

/* Nobody waits for a bot because somebody else asked for time. */
static void bots_need_no_longer_where_people_have_more_time(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    s.house->services.mind = dream_mind();
    for (int i = 0; i < registry_count(); i++) {
        const struct game *g = registry_at(i)->game;
        struct client *a = client_new(&s);
        char with[60];

        client_create(a, "en");
        assert_true(client_do(a, "sit", "{\"name\":\"Ann\"}"));
        for (int seat = 1; seat < g->min_seats; seat++)
            assert_true(client_do(a, "add_bot", "{\"level\":\"sharp\"}"));
        snprintf(with, sizeof with, "{\"game\":\"%s\"}", g->id);
        assert_true(client_do(a, "choose", with));
        assert_true(clocks(a, "off"));
        assert_true(client_do(a, "start", NULL));
        const struct room *r = client_room(a);
        seat_set waiting = table_waiting(r->match.table);
        bool bots = waiting & r->match.table->core.bots;

        for (int64_t ms = 0; ms < BOTS_NEED_AT_MOST; ms += 1000)
            fixture_pass(&s, 1000);
        if (bots)
            assert_int_not_equal(table_waiting(client_room(a)->match.table), waiting);
        client_drop(a);
    }
    fixture_fini(&s);
}

/* A vote waits for people as a phase does, also where nobody else has to move meanwhile. */
static void T_8_votes_wait_as_long_as_the_rest(void **state)
{
    struct fixture s;
    struct client *a, *b;

    (void)state;
    fixture_init(&s, NULL);
    fixture_two_at_table(&s, "onemind", &a, &b);
    assert_true(client_play(a, 0, "write", "{\"word\":\"APPLE\",\"insist\":true}"));
    assert_true(clocks(a, "off"));
    struct room *r = client_room(a);
    room_wake(r);
    struct core *core = &r->match.table->core;
    assert_int_equal(table_waiting(r->match.table), SEAT(1));
    core->bots = SEAT(1); /* nobody waits for people … */
    room_set_clock(r);
    assert_int_equal(r->clock.slow, 1);
    core->open = 1; /* … until somebody asks the table */
    core->ballot[0] = (struct ballot){.id = 1, .voters = SEAT(0), .until = room_now(r) + 30000};
    room_set_clock(r);
    assert_int_equal(r->clock.slow, CLOCK_OFF);
    core->ballot[0].yes = SEAT(0);
    room_set_clock(r);
    assert_int_equal(r->clock.slow, 1);
    core->ballot[0] = (struct ballot){0};
    core->open = 0;
    core->bots = 0;
    fixture_fini(&s);
}

/* Whoever thinks for an hour has lost nothing. */
static void without_clocks_nothing_runs_out(void **state)
{
    (void)state;
    registry_init();
    for (int i = 0; i < registry_count(); i++) {
        struct company p;

        assert_true(company_init(&p, registry_at(i), registry_at(i)->game->min_seats, 7));
        const struct room *r = client_room(p.c[0]);
        int64_t records = r->match.records;

        assert_true(clocks(p.c[0], "off"));
        fixture_pass(&p.fixture, LONG);
        r = client_room(p.c[0]); /* awake again */
        assert_int_equal(r->match.records, records);
        assert_true(table_waiting(r->match.table));
        company_fini(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(T_8_people_may_have_more_time_in_every_game),
        cmocka_unit_test(the_time_people_have_is_known_after_a_crash_and_a_snapshot),
        cmocka_unit_test(bots_need_no_longer_where_people_have_more_time),
        cmocka_unit_test(T_8_votes_wait_as_long_as_the_rest),
        cmocka_unit_test(without_clocks_nothing_runs_out),
    };

    return cmocka_run_group_tests_name("room slow", tests, NULL, NULL);
}
