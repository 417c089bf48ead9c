/* The conformance suite over every backend, and over bad ones that it has to catch. */
#include "check.h"
#include "doubles.h"
#include "store/backends.h"
#include "subjects.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>

static struct store *open_careless(const char *path)
{
    return double_new(open_mem(path), FAULT_CARELESS);
}

static struct store *open_trusting(const char *path)
{
    return double_new(open_mem(path), FAULT_TRUSTING);
}

static struct store *open_sweeping(const char *path)
{
    return double_new(open_mem(path), FAULT_SWEEPING);
}

static struct store *open_overwriting(const char *path)
{
    return double_new(open_mem(path), FAULT_OVERWRITING);
}

static struct store *open_early(const char *path)
{
    return double_new(open_mem(path), FAULT_EARLY);
}

static struct store *open_twice(const char *path)
{
    return double_new(open_mem(path), FAULT_TWICE);
}

static struct store *open_amnesia(const char *path)
{
    return double_new(open_mem(path), FAULT_AMNESIA);
}

static struct store *open_honest(const char *path)
{
    return double_new(open_sqlite(path), FAULT_NONE);
}

static const struct subject backends[] = {
    {"mem", open_mem, false},
    {"sqlite", open_sqlite, true},
    {"sqlite-thread", open_sqlite_thread, true},
};

struct trial_case {
    const struct subject *subject;
    const struct check *check;
    char name[100];
};

static void conforms(void **state)
{
    const struct trial_case *c = *state;
    char why[200];

    if (!suite_check(c->check, c->subject, why))
        fail_msg("%s", why);
}

/* A bad backend must be caught by the check that is about its fault. */
static void caught(struct store *(*open)(const char *path), const char *name)
{
    struct subject bad = {"bad", open, false};
    const struct check *check = suite_find(name);
    char why[200];

    assert_non_null(check);
    if (suite_check(check, &bad, why))
        fail_msg("%s did not notice", name);
}

static void bad_backends_are_caught(void **state)
{
    (void)state;
    caught(open_careless, "g2_only_directly_after_the_predecessor");
    caught(open_careless, "g5_a_repeat_is_answered_not_written");
    caught(open_careless, "random_requests_are_answered_as_written");
    caught(open_trusting, "g2_only_after_the_entry_that_was_read");
    caught(open_trusting, "random_requests_are_answered_as_written");
    caught(open_sweeping, "a_purge_does_not_meet_one_who_came");
    caught(open_overwriting, "g6_a_document_is_replaced_by_who_has_read_it");
    caught(open_early, "g3_what_is_confirmed_can_be_read");
    caught(open_early, "g1_a_log_is_dense_from_one");
    caught(open_twice, "one_in_flight_and_one_answer_each");
    caught(open_twice, "many_rooms_share_one_pump");
    caught(open_amnesia, "purged_rooms_are_gone_for_good");
}

/* The doubles themselves do no harm: it is the fault that is caught. */
static void an_honest_double_passes(void **state)
{
    struct subject honest = {"honest", open_honest, true};
    const struct check *check;
    char why[200];

    (void)state;
    for (int i = 0; (check = suite_at(i)); i++) {
        if (!suite_check(check, &honest, why))
            fail_msg("%s: %s", check->name, why);
    }
}

int main(void)
{
    enum { BACKENDS = sizeof backends / sizeof backends[0], MOST = 200 };
    const struct check *check;
    static struct trial_case cases[MOST];
    struct CMUnitTest tests[MOST + 2] = {
        cmocka_unit_test(bad_backends_are_caught),
        cmocka_unit_test(an_honest_double_passes),
    };
    size_t n = 2;

    for (int b = 0; b < BACKENDS; b++) {
        for (int i = 0; (check = suite_at(i)) && n < MOST; i++) {
            struct trial_case *c = &cases[n];

            if (check->durable && !backends[b].durable)
                continue;
            c->subject = &backends[b];
            c->check = check;
            snprintf(c->name, sizeof c->name, "%s: %s", backends[b].name, check->name);
            tests[n++] =
                (struct CMUnitTest){.name = c->name, .test_func = conforms, .initial_state = c};
        }
    }
    return _cmocka_run_group_tests("store", tests, n, NULL, NULL);
}
