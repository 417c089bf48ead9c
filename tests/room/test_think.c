/* The pool in which bots think: with threads it finds what it finds without them, hands back every
 * job once, and can be closed at any moment. Runs under ThreadSanitizer too (HACKING.md). */
#include "check.h"
#include "room/think.h"
#include "rules/match.h"
#include "rules/registry.h"
#include "rules/setup.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { JOBS = 64 };

/* An opened game of every kind in turn; what its seats know is what jobs are about. */
struct tables {
    struct match match[JOBS];
    struct decision *decision;
};

static void open_tables(struct tables *t)
{
    registry_init();
    t->decision = decision_new();
    for (int i = 0; i < JOBS; i++) {
        struct setup s;

        setup_default(&s, registry_at(i % registry_count()));
        s.seed = seed_number((uint64_t)i + 1);
        match_init(&t->match[i], &s,
                   &(struct world){.lexicon = lexicon_plain(),
                                   .shelf = registry_shelf(s.book, s.language)});
        match_open(&t->match[i], t->decision, 0);
    }
}

static void close_tables(struct tables *t)
{
    for (int i = 0; i < JOBS; i++)
        match_fini(&t->match[i]);
    decision_free(t->decision);
    registry_fini();
}

static struct think_job *job_about(struct tables *t, int i)
{
    const struct match *m = &t->match[i];
    struct think_job *job = calloc(1, sizeof *job);

    assert_non_null(job);
    job->owner = &t->match[i];
    job->seat = i % m->setup.seats;
    job->book = m->setup.book;
    job->known = bot_known_copy(m->table, job->seat);
    job->bot = (struct bot){BOT_NORMAL, (uint64_t)i};
    job->head = (struct bot_head){.shelf = registry_shelf(m->setup.book, m->setup.language)};
    return job;
}

/* The next that was thought; waits for it. */
static struct think_job *await(struct think *pool)
{
    struct think_job *job;

    while (!(job = think_take(pool))) {
        struct pollfd p = {.fd = think_fd(pool), .events = POLLIN};

        assert_int_equal(poll(&p, 1, -1), 1);
    }
    return job;
}

static void same_thoughts_with_threads(void **state)
{
    struct tables t;
    struct think *alone = think_new(0), *pool = think_new(3);
    struct think_job *expected[JOBS];
    int found = 0;

    (void)state;
    open_tables(&t);
    assert_int_equal(think_fd(alone), -1);
    for (int i = 0; i < JOBS; i++) {
        think_ask(alone, job_about(&t, i));
        expected[i] = think_take(alone);
        think_ask(pool, job_about(&t, i));
    }
    for (int n = 0; n < JOBS; n++) {
        struct think_job *job = await(pool);
        long i = (struct match *)job->owner - t.match;

        assert_true(i >= 0 && i < JOBS && expected[i] != NULL); /* each once */
        assert_int_equal(job->found, expected[i]->found);
        found += job->found;
        if (job->found) {
            assert_int_equal(job->move.action, expected[i]->move.action);
            assert_int_equal(job->move.at, expected[i]->move.at);
        }
        think_job_free(expected[i]);
        expected[i] = NULL;
        think_job_free(job);
    }
    assert_null(think_take(pool));
    assert_true(found > 0);
    think_free(alone);
    think_free(pool);
    close_tables(&t);
}

static void stale_jobs_are_not_thought(void **state)
{
    struct tables t;
    struct think *pool = think_new(2);

    (void)state;
    open_tables(&t);
    for (int i = 0; i < JOBS; i++) {
        struct think_job *job = job_about(&t, i);

        atomic_store(&job->stale, true);
        think_ask(pool, job);
    }
    for (int n = 0; n < JOBS; n++) {
        struct think_job *job = await(pool);

        assert_false(job->found);
        think_job_free(job);
    }
    think_free(pool);
    close_tables(&t);
}

/* Jobs become stale while they are thought about, and the pool goes while jobs are in it: the
 * sanitizers would tell of a job that is touched or forgotten. */
static void closing_takes_what_is_left(void **state)
{
    struct tables t;

    (void)state;
    open_tables(&t);
    for (int round = 0; round < 20; round++) {
        struct think *pool = think_new(4);
        struct think_job *asked[JOBS];

        for (int i = 0; i < JOBS; i++)
            think_ask(pool, asked[i] = job_about(&t, i));
        for (int i = 0; i < JOBS; i += 2)
            atomic_store(&asked[i]->stale, true);
        for (int n = 0; n < round; n++)
            think_job_free(await(pool));
        think_free(pool);
    }
    close_tables(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_thoughts_with_threads),
        cmocka_unit_test(stale_jobs_are_not_thought),
        cmocka_unit_test(closing_takes_what_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
