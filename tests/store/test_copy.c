/* Copies of a store, and one that is put in the place of another. */
#include "base/err.h"
#include "check.h"
#include "place.h"
#include "store/backends.h"
#include "subjects.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LENGTH = 30, SECONDS = 120 };

static int make(void **state)
{
    static struct place p;

    place_make(&p);
    *state = &p;
    return 0;
}

static int drop(void **state)
{
    place_remove(*state);
    return 0;
}

static void fill(struct store *s, int64_t room, int64_t length)
{
    for (int64_t seq = 1; seq <= length; seq++)
        assert_int_equal(put(s, room, seq, (uint64_t)seq, "body"), STORE_OK);
}

/* As a server that was killed leaves it: everything is in its write-ahead log. */
static void fill_and_die(const char *path, int64_t room)
{
    int status = 1;
    pid_t child = fork();

    if (child == 0) {
        fill(open_sqlite(path), room, LENGTH);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void copy_of(const struct place *p, const char *name, char out[700])
{
    struct store_problem problem = {""};
    char from[700];

    snprintf(from, sizeof from, "%s/%s.db", p->folder, name);
    snprintf(out, 700, "%s/%s.copy", p->folder, name);
    fill_and_die(from, 2);
    assert_int_equal(store_sqlite_copy(from, out, &problem), 0);
}

static int64_t length_in(const char *path, int64_t room)
{
    struct store *s = open_sqlite(path);
    int64_t length = log_length(s, room);

    store_free(s);
    return length;
}

static void a_copy_takes_the_place_and_what_was_there_is_kept(void **state)
{
    const struct place *p = *state;
    struct store_problem problem = {""};
    char copy[700], before[800], kept[900];
    struct stat st;

    copy_of(p, "other", copy);
    fill_and_die(p->file, 1);
    assert_int_equal(stat(p->wal, &st), 0);
    assert_int_equal(store_sqlite_replace(copy, p->file, before, sizeof before, &problem), 0);
    assert_int_equal(length_in(p->file, 2), LENGTH);
    assert_int_equal(length_in(p->file, 1), 0);
    snprintf(kept, sizeof kept, "%s-wal", before);
    assert_int_equal(stat(kept, &st), 0);
    assert_int_equal(length_in(before, 1), LENGTH);
    /* Where there was nothing, nothing is kept. */
    unlink(p->file);
    assert_int_equal(store_sqlite_replace(copy, p->file, before, sizeof before, &problem), 0);
    assert_string_equal(before, "");
    assert_int_equal(length_in(p->file, 2), LENGTH);
}

/* Something else has the name that the old store would get, whenever that is. */
static void block_names(const char *path, time_t now, bool block)
{
    for (int i = 0; i < SECONDS; i++) {
        time_t then = now + i;
        char stamp[32], name[800];
        struct tm day;

        gmtime_r(&then, &day);
        strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &day);
        snprintf(name, sizeof name, "%s.before-%s", path, stamp);
        assert_int_equal(block ? mkdir(name, 0700) : rmdir(name), 0);
    }
}

static void a_store_that_cannot_be_put_away_stays_whole(void **state)
{
    const struct place *p = *state;
    struct store_sqlite_options options = {.busy_ms = 1};
    struct store_problem problem = {""};
    struct store *s = NULL;
    char copy[700], before[800];
    time_t now = time(NULL);

    copy_of(p, "other", copy);
    fill_and_die(p->file, 1);
    block_names(p->file, now, true);
    assert_int_equal(store_sqlite_replace(copy, p->file, before, sizeof before, &problem),
                     ERR_UNWRITABLE);
    assert_non_null(strstr(problem.reason, p->file));
    assert_int_equal(length_in(p->file, 1), LENGTH);
    /* And it is still known how much was in it. */
    fill_and_die(p->file, 3);
    assert_int_equal(store_sqlite_replace(copy, p->file, before, sizeof before, &problem),
                     ERR_UNWRITABLE);
    unlink(p->wal);
    assert_int_equal(store_sqlite_open(&s, p->file, &options, &problem), ERR_CORRUPT);
    block_names(p->file, now, false);
}

int main(void)
{
#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, make, drop)
    const struct CMUnitTest tests[] = {
        IN_PLACE(a_copy_takes_the_place_and_what_was_there_is_kept),
        IN_PLACE(a_store_that_cannot_be_put_away_stays_whole),
    };

    return cmocka_run_group_tests_name("store copy", tests, NULL, NULL);
}
