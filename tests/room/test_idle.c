/* While nothing happens nothing is written, and nobody is woken. */
#include "check.h"
#include "fixture.h"
#include "house/console.h"
#include "rules/registry.h"
#include "store/backend.h"

static const struct store_ops *honest;
static int writes, wakes;

static int counting(struct store *s, const struct store_request *request)
{
    writes++;
    return honest->submit(s, request);
}

/* As fixture_pass(), but counts. */
static void wait_for(struct fixture *s, int64_t ms)
{
    int64_t until = fixture_time + ms;
    struct store_ops ops = *s->store->ops;

    fixture_pass(s, 2000); /* what had begun comes to its end */
    honest = s->store->ops;
    ops.submit = counting;
    s->store->ops = &ops;
    writes = wakes = 0;
    while (fixture_time < until) {
        int64_t due = house_due(s->house);

        fixture_time = due < until ? due : until;
        wakes += due < until;
        fixture_settle(s);
    }
    s->store->ops = honest;
}

enum { MINUTE = 60000, HOUR = 60 * MINUTE };

static void an_empty_house_sleeps(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    wait_for(&s, 24 * HOUR);
    assert_int_equal(writes, 0);
    assert_int_equal(wakes, 0);
    assert_true(house_due(s.house) == INT64_MAX);
    /* Looking for rooms that are too old is no reason to be awake. */
    s.house->config.keep_ms = INT64_C(30) * 24 * HOUR;
    wait_for(&s, 24 * HOUR);
    assert_int_equal(writes, 0);
    assert_true(wakes <= 25);
    fixture_fini(&s);
}

static void a_table_that_waits_for_people_sleeps(void **state)
{
    struct two *t = *state;
    struct client *a = t->a, *b = t->b;

    assert_true(client_do(a, "pause", NULL));
    wait_for(&t->fixture, HOUR);
    assert_int_equal(writes, 0);
    assert_int_equal(wakes, 0);
    /* Everybody has gone, and the room after them. */
    client_drop(a);
    client_drop(b);
    fixture_pass(&t->fixture, 5 * MINUTE);
    wait_for(&t->fixture, HOUR);
    assert_int_equal(house_count(t->fixture.house).loaded, 0);
    assert_int_equal(writes, 0);
    assert_int_equal(wakes, 0);
    assert_int_equal(t->fixture.house->services.running, 0);
}

static void a_running_clock_is_heard_of_every_second(void **state)
{
    struct two *t = *state;
    struct client *a = t->a;
    int64_t seen = 0;

    assert_int_equal(t->fixture.house->services.running, 1);
    fixture_pass(&t->fixture, 10 * 1000 + 1);
    assert_int_equal(store_session_seen(t->fixture.store, HOUSE_NODE, &seen), STORE_OK);
    assert_true(fixture_time - seen <= 1000);
    assert_true(client_do(a, "pause", NULL));
    assert_int_equal(t->fixture.house->services.running, 0);
    assert_true(client_do(a, "resume", NULL));
    assert_int_equal(t->fixture.house->services.running, 1);
    assert_true(client_do(a, "lobby", NULL));
    assert_int_equal(t->fixture.house->services.running, 0);
}

static struct table_report packed_table(struct company *p)
{
    struct table_report report;

    idle_all_but(&p->fixture.house->services, 0);
    assert_int_equal(house_tables(p->fixture.house, &report, 1), 1);
    assert_true(!report.playing || p->fixture.house->heap[0]->room->packed);
    return report;
}

/* Whoever runs the server sees how a table is, also while it is packed. */
static void a_packed_table_is_told_of_as_it_is(void **state)
{
    static struct company p;

    (void)state;
    registry_init();
    assert_true(company_init(&p, registry_find(str_of(fixture_game(2))), 2, 3));
    struct table_report report = packed_table(&p);
    assert_true(report.playing);
    assert_false(report.over);
    assert_true(company_play_out(&p));
    report = packed_table(&p);
    assert_true(report.over);
    assert_true(client_do(p.c[0], "lobby", NULL));
    report = packed_table(&p);
    assert_false(report.playing || report.over);
    company_fini(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_house_sleeps),
        OF_TWO(a_table_that_waits_for_people_sleeps),
        OF_TWO(a_running_clock_is_heard_of_every_second),
        cmocka_unit_test(a_packed_table_is_told_of_as_it_is),
    };

    return cmocka_run_group_tests_name("room idle", tests, NULL, NULL);
}
