/* What only processes can show: kill -9 at any moment, and two of them on one file. */
#include "check.h"
#include "crash.h"
#include "doubles.h"
#include "subjects.h"

#include <stdio.h>
#include <string.h>

static struct store *open_early(const char *path)
{
    return double_new(open_sqlite(path), FAULT_EARLY);
}

static struct store *open_careless(const char *path)
{
    return double_new(open_sqlite(path), FAULT_CARELESS);
}

static const struct subject good = {"sqlite", open_sqlite, true};
static const struct subject threaded = {"sqlite-thread", open_sqlite_thread, true};
static const struct subject early = {"early", open_early, true};
static const struct subject careless = {"careless", open_careless, true};

static void nothing_is_lost(const struct subject *subject)
{
    struct crash_report report;
    struct place p;

    place_make(&p);
    bool fine = crash_rounds(subject, p.file, 40, 2024, &report);
    place_remove(&p);
    if (!fine)
        fail_msg("%s", report.why);
    assert_int_equal(report.kills, 40);
    /* It did happen: in the middle of writing, and before it. */
    assert_true(report.acknowledged > 1000);
    assert_in_range(report.killed_early, 1, 30);
    print_message("# %d kills, %lld acknowledged appends\n", report.kills,
                  (long long)report.acknowledged);
}

static void g3_nothing_acknowledged_is_lost_by_kill_9(void **state)
{
    (void)state;
    nothing_is_lost(&good);
}

static void g3_nothing_acknowledged_is_lost_by_kill_9_of_a_thread(void **state)
{
    (void)state;
    nothing_is_lost(&threaded);
}

static void g3_kill_9_catches_a_store_that_answers_too_early(void **state)
{
    struct crash_report report;
    struct place p;

    (void)state;
    place_make(&p);
    bool fine = crash_rounds(&early, p.file, 40, 2024, &report);
    place_remove(&p);
    assert_false(fine);
    assert_non_null(strstr(report.why, "lost entry"));
}

static void g2_two_processes_cannot_both_win(void **state)
{
    struct crash_report report;
    struct place p;

    (void)state;
    place_make(&p);
    bool fine = crash_race(&good, p.file, 300, &report);
    place_remove(&p);
    if (!fine)
        fail_msg("%s", report.why);
    print_message("# of 300 entries the first process won %lld\n", (long long)report.acknowledged);
}

static void g2_the_race_catches_a_store_without_the_predecessor_check(void **state)
{
    struct crash_report report;
    struct place p;

    (void)state;
    place_make(&p);
    bool fine = crash_race(&careless, p.file, 100, &report);
    place_remove(&p);
    assert_false(fine);
    assert_non_null(strstr(report.why, "won by both"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(g3_nothing_acknowledged_is_lost_by_kill_9),
        cmocka_unit_test(g3_nothing_acknowledged_is_lost_by_kill_9_of_a_thread),
        cmocka_unit_test(g3_kill_9_catches_a_store_that_answers_too_early),
        cmocka_unit_test(g2_two_processes_cannot_both_win),
        cmocka_unit_test(g2_the_race_catches_a_store_without_the_predecessor_check),
    };

    return cmocka_run_group_tests_name("store-crash", tests, NULL, NULL);
}
