/* A clock of the machine that is set, forth or back, moves no table, breaks no log and removes no
 * room. */
#include "archive/archive.h"
#include "check.h"
#include "fixture.h"
#include "rules/registry.h"

static void sit_down(struct company *p)
{
    registry_init();
    const struct book *book = registry_at(0);

    fixture_step = 0;
    assert_true(company_init(p, book, book->game->min_seats > 3 ? book->game->min_seats : 3, 7));
}

static int64_t table_time(const struct company *p)
{
    return room_now(client_room(p->c[0]));
}

static void complain(void *arg, const char *text)
{
    (void)arg;
    print_message("%s\n", text);
}

static void nothing_is_wrong(const struct company *p)
{
    struct archive_report report = {.problem = complain};

    archive_verify(p->fixture.store, p->fixture.lexicon, &report);
    assert_int_equal(report.problems, 0);
    assert_int_equal(report.other, 0);
    assert_int_equal(report.games, 1);
}

static void a_clock_that_is_set_moves_no_table(void **state)
{
    const int64_t steps[] = {DAY, -DAY, 400 * DAY, -4000 * DAY, 1500, -1500};

    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        struct company p;
        struct move move;

        sit_down(&p);
        assert_true(company_until_move(&p, 0, &move));
        int64_t before = table_time(&p), due = client_due(p.c[0]);

        fixture_step += steps[i];
        fixture_settle(&p.fixture);
        assert_true(table_time(&p) == before);
        assert_true(client_due(p.c[0]) == due);
        fixture_pass(&p.fixture, 700);
        assert_true(table_time(&p) == before + 700);
        client_move(p.c[0], &move);
        fixture_pass(&p.fixture, 3000);
        before = table_time(&p);
        /* Nor does one who starts anew believe that so much time has passed. */
        fixture_crash(&p.fixture);
        company_return(&p);
        assert_true(table_time(&p) <= before);
        assert_true(table_time(&p) >= before - 1000);
        assert_all_agree(&p);
        nothing_is_wrong(&p);
        fixture_step = 0;
        company_fini(&p);
    }
}

static void a_clock_that_is_set_removes_no_room(void **state)
{
    const int64_t steps[] = {10, 400, 4000, -4000};

    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        struct company p;

        sit_down(&p);
        for (int k = 0; k < p.seats; k++)
            client_drop(p.c[k]);
        client_drop(p.tv);
        p.fixture.house->config.keep_ms = 5 * DAY;
        fixture_pass(&p.fixture, DAY / 2);
        fixture_step = steps[i] * DAY;
        fixture_pass(&p.fixture, 3 * DAY);
        assert_int_equal(house_count(p.fixture.house).rooms, 1);
        /* Also not where the clock is wrong at a start and is mended within a day. */
        fixture_crash(&p.fixture);
        p.fixture.house->config.keep_ms = 5 * DAY;
        fixture_pass(&p.fixture, DAY / 2);
        fixture_step = 0;
        fixture_pass(&p.fixture, DAY);
        assert_int_equal(house_count(p.fixture.house).rooms, 1);
        /* Whatever it says, a room that nobody uses is removed in the end. */
        client_enter(p.c[0], p.c[0]->code, false);
        client_drop(p.c[0]);
        fixture_step = -steps[i] * DAY;
        fixture_pass(&p.fixture, 6 * DAY);
        assert_int_equal(house_count(p.fixture.house).rooms, 0);
        fixture_step = 0;
        company_fini(&p);
    }
}

/* A server that runs now and then: every date at which it did counts for a day, no jump does. */
static void age_is_counted_in_days_seen(void **state)
{
    enum { KEEP = 5 };
    struct company p;
    struct client *other;

    (void)state;
    sit_down(&p);
    for (int k = 0; k < p.seats; k++)
        client_drop(p.c[k]);
    client_drop(p.tv);
    fixture_pass(&p.fixture, 1000);
    /* Nobody comes, whatever date it is: those days were seen by no table. */
    for (int i = 1; i < 40; i++) {
        fixture_step = i * 100 * DAY;
        fixture_crash(&p.fixture);
        p.fixture.house->config.keep_ms = KEEP * DAY;
        fixture_pass(&p.fixture, 3600 * 1000);
        assert_int_equal(house_count(p.fixture.house).rooms, 1);
    }
    /* Another table is played at, a while at each of some dates, far ahead and long ago. */
    other = client_new(&p.fixture);
    client_create(other, "en");
    assert_true(client_do(other, "sit", "{\"name\":\"Zoe\"}"));
    for (int i = 0; i < 3; i++)
        assert_true(client_do(other, "add_bot", "{\"level\":\"easy\"}"));
    assert_true(client_do(other, "start", NULL));
    int lived = 0;
    for (; lived < 20 && house_count(p.fixture.house).rooms == 2; lived++) {
        fixture_step = (lived % 2 ? 5000 - lived : -lived) * DAY;
        fixture_crash(&p.fixture);
        p.fixture.house->config.keep_ms = KEEP * DAY;
        client_enter(other, other->code, false);
        assert_int_equal(other->hung_up, 0);
        client_do(other, "pause", NULL);
        client_do(other, "resume", NULL);
        fixture_pass(&p.fixture, 3600 * 1000);
    }
    assert_in_range(lived, KEEP - 1, KEEP + 1);
    client_enter(p.c[0], p.c[0]->code, false);
    assert_int_equal(p.c[0]->hung_up, 4004);
    fixture_step = 0;
    company_fini(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_that_is_set_moves_no_table),
        cmocka_unit_test(a_clock_that_is_set_removes_no_room),
        cmocka_unit_test(age_is_counted_in_days_seen),
    };

    return cmocka_run_group_tests_name("room clocks", tests, NULL, NULL);
}
