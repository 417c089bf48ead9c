/* Who uses a store: one server at a time, readers beside it, and what is noticed when it is opened
 * again. */
#include "base/err.h"
#include "check.h"
#include "disk.h"
#include "store/backend.h"
#include "store/backends.h"
#include "subjects.h"
#include "suite.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct store_sqlite_options SERVER = {.busy_ms = 1, .exclusive = true};
static const struct store_sqlite_options READER = {.busy_ms = 1, .read_only = true};

static int make(void **state)
{
    static struct place p;

    disk_install();
    disk_heal();
    place_make(&p);
    *state = &p;
    return 0;
}

static int drop(void **state)
{
    disk_heal();
    place_remove(*state);
    return 0;
}

static struct store *opened(const char *path, const struct store_sqlite_options *options,
                            struct store_problem *problem)
{
    struct store *s = NULL;
    int error = store_sqlite_open(&s, path, options, problem);

    if (error < 0)
        fail_msg("%s", problem->reason);
    return s;
}

static void refused(const char *path, const struct store_sqlite_options *options, int error,
                    const char *reason)
{
    struct store_problem problem;
    struct store *s = NULL;
    int got = store_sqlite_open(&s, path, options, &problem);

    store_free(s);
    assert_int_equal(got, error);
    if (!strstr(problem.reason, reason))
        fail_msg("\"%s\" does not say \"%s\"", problem.reason, reason);
}

/* A server that writes entry 1 of room 1 and is killed: no destructor runs. */
static void run_and_kill(const char *path)
{
    pid_t child = fork();

    if (child == 0) {
        struct store_problem problem;
        struct store *s;

        if (store_sqlite_open(&s, path, &SERVER, &problem) < 0 ||
            put(s, 1, 1, 1, "one") != STORE_OK)
            _exit(1);
        _exit(0);
    }
    int status = 1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

static void a_second_server_is_refused(void **state)
{
    const struct place *p = *state;
    struct store_problem problem;
    struct store *s = opened(p->file, &SERVER, &problem);

    refused(p->file, &SERVER, ERR_BUSY, "another server uses this store");
    /* Tools may look meanwhile. */
    struct store *reader = opened(p->file, &READER, &problem);
    assert_int_equal(put(s, 1, 1, 1, "one"), STORE_OK);
    assert_int_equal(log_length(reader, 1), 1);
    assert_int_equal(put(reader, 1, 2, 2, "two"), STORE_UNAVAILABLE);
    store_free(reader);
    store_free(s);
    s = opened(p->file, &SERVER, &problem);
    assert_int_equal(log_length(s, 1), 1);
    store_free(s);
}

static void a_killed_server_leaves_no_lock(void **state)
{
    const struct place *p = *state;
    struct store_problem problem;

    run_and_kill(p->file);
    struct store *s = opened(p->file, &SERVER, &problem);
    assert_int_equal(log_length(s, 1), 1);
    store_free(s);
}

static void a_lost_write_ahead_log_is_noticed(void **state)
{
    const struct place *p = *state;
    struct store_problem problem;
    char alive[700];

    run_and_kill(p->file);
    assert_int_equal(unlink(p->wal), 0);
    refused(p->file, &SERVER, ERR_CORRUPT, "newest entries are missing (1)");
    refused(p->file, &READER, ERR_CORRUPT, "newest entries are missing (1)");
    refused(p->file, NULL, ERR_CORRUPT, "newest entries are missing (1)");
    /* Whoever has nothing better goes on with what is left. */
    snprintf(alive, sizeof alive, "%s-alive", p->file);
    assert_int_equal(unlink(alive), 0);
    struct store *s = opened(p->file, &SERVER, &problem);
    assert_int_equal(log_length(s, 1), 0);
    assert_int_equal(put(s, 2, 1, 1, "two"), STORE_OK);
    store_free(s);
}

static void a_log_that_others_have_copied_is_not_lost(void **state)
{
    const struct place *p = *state;
    struct store_problem problem;

    run_and_kill(p->file);
    sql(p->file, "select count(*) from entry"); /* closing makes a checkpoint and removes it */
    assert_int_equal(access(p->wal, F_OK), -1);
    struct store *s = opened(p->file, &SERVER, &problem);
    assert_int_equal(log_length(s, 1), 1);
    store_free(s);
}

static void purged_rows_are_not_missed(void **state)
{
    const struct place *p = *state;
    struct store_problem problem;
    struct store *s = opened(p->file, &SERVER, &problem);

    assert_int_equal(put(s, 1, 1, 1, "one"), STORE_OK);
    assert_int_equal(put(s, 2, 1, 2, "two"), STORE_OK);
    assert_int_equal(put_purge(s, 2, 1), STORE_OK);
    store_free(s);
    s = opened(p->file, &SERVER, &problem);
    assert_int_equal(put_purge(s, 1, 1), STORE_OK);
    store_free(s);
    store_free(opened(p->file, &SERVER, &problem));
}

static void a_full_disk_can_be_read(void **state)
{
    const struct place *p = *state;
    struct store_problem problem;

    run_and_kill(p->file);
    disk.full_after = 1;
    struct store *s = opened(p->file, &READER, &problem);
    assert_int_equal(log_length(s, 1), 1);
    store_free(s);
    disk.full_after = 0;
}

/* As root nothing is read-only: somebody else looks. */
static void a_read_only_copy_can_be_read(void **state)
{
    const struct place *p = *state;
    struct store_problem problem;
    struct store *s = opened(p->file, &SERVER, &problem);

    assert_int_equal(put(s, 1, 1, 1, "one"), STORE_OK);
    store_free(s);
    assert_int_equal(chmod(p->file, 0444), 0);
    assert_int_equal(chmod(p->folder, 0555), 0);
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 &&
            (setresgid(65534, 65534, 65534) < 0 || setresuid(65534, 65534, 65534)))
            _exit(2);
        if (store_sqlite_open(&s, p->file, &READER, &problem) < 0) {
            print_message("# %s\n", problem.reason);
            _exit(1);
        }
        _exit(log_length(s, 1) == 1 ? 0 : 3);
    }
    int status = 1;
    waitpid(child, &status, 0);
    assert_int_equal(chmod(p->folder, 0755), 0);
    assert_int_equal(status, 0);
}

static int64_t at;

static int64_t clock_at(void)
{
    return at;
}

static void beats_sync_nothing_and_survive_a_kill(void **state)
{
    const struct place *p = *state;
    struct store_problem problem;
    struct store *s = opened(p->file, &SERVER, &problem);
    int64_t seen = 0;

    s->clock = clock_at;
    disk_heal(); /* counts from here */
    for (at = 1000; at < 100000; at += 1000) {
        assert_int_equal(put_beat(s, &(struct store_session){.node = 1, .ttl = 5000}), STORE_OK);
    }
    assert_int_equal(disk.wal_syncs, 0);
    assert_int_equal(disk.wal_unsynced, 0);
    struct store *other = opened(p->file, &READER, &problem);
    assert_int_equal(store_session_seen(other, 1, &seen), STORE_OK);
    assert_int_equal(seen, 99000);
    store_free(other);
    store_free(s);
}

static void many_nodes_come_and_go(void **state)
{
    const struct place *p = *state;
    struct store_problem problem;
    struct store *s = opened(p->file, &SERVER, &problem);

    s->clock = clock_at;
    at = 1000000;
    for (uint64_t node = 1; node <= 500; node++, at += 1000) {
        assert_int_equal(put_beat(s, &(struct store_session){.node = node, .ttl = 3000}), STORE_OK);
        assert_true(session_alive(s, node));
    }
    assert_false(session_alive(s, 400));
    store_free(s);
}

/* What format 3 has brought is taken away again. */
static const char TO_FORMAT_2[] = "drop table doc; drop index room_code; drop index room_founder;"
                                  "alter table room drop column code;"
                                  "alter table room drop column founder;"
                                  "pragma user_version = 2";

static void a_store_of_format_2_is_taken_over(void **state)
{
    const struct place *p = *state;
    struct store_problem problem;
    struct store *s = opened(p->file, &SERVER, &problem);

    assert_int_equal(put(s, 1, 1, 1, "one"), STORE_OK);
    assert_int_equal(put(s, 2, 1, 1, "two"), STORE_OK);
    assert_int_equal(put_purge(s, 2, 1), STORE_OK);
    assert_int_equal(put_beat(s, &(struct store_session){.node = 1, .beat = 5, .ttl = 9}),
                     STORE_OK);
    store_free(s);
    sql(p->file, TO_FORMAT_2);
    struct store *reader = opened(p->file, &READER, &problem); /* which changes nothing */
    assert_int_equal(log_length(reader, 1), 1);
    assert_int_equal(found_room(reader, "KQ7TM", NULL), 0);
    assert_string_equal(docs_as_text(reader, "", 9), "");
    assert_int_equal(put(reader, 1, 2, 2, "two"), STORE_UNAVAILABLE);
    store_free(reader);
    sql(p->file, "select room, state, at from room; pragma user_version = 2");
    s = opened(p->file, &SERVER, &problem);
    assert_int_equal(log_length(s, 1), 1);
    assert_int_equal(put(s, 1, 2, 2, "two"), STORE_OK);
    assert_int_equal(put(s, 2, 1, 1, "two"), STORE_GONE);
    assert_int_equal(put_name(s, 1, "KQ7TM", NULL), STORE_OK);
    assert_int_equal(put_found(s, 3, 1, "KQ7TM", "ann"), STORE_CONFLICT);
    assert_int_equal(put_doc(s, "group/1", 0, 1, "one"), STORE_OK);
    store_free(s);
    s = opened(p->file, &SERVER, &problem);
    assert_int_equal(found_room(s, "KQ7TM", NULL), 1);
    assert_string_equal(docs_as_text(s, "", 9), "group/1=one");
    store_free(s);
}

static void a_store_of_format_1_is_taken_over(void **state)
{
    const struct place *p = *state;
    struct store_problem problem;
    struct store *s = opened(p->file, NULL, &problem);
    int64_t seen = 0;

    assert_int_equal(put(s, 1, 1, 1, "one"), STORE_OK);
    store_free(s);
    sql(p->file, TO_FORMAT_2);
    sql(p->file, "create table session(node integer primary key, beat integer not null,"
                 " ttl integer not null) strict;"
                 "insert into session values(1, 123456, 5000); pragma user_version = 1");
    struct store *reader = opened(p->file, &READER, &problem); /* which changes nothing */
    assert_int_equal(log_length(reader, 1), 1);
    store_free(reader);
    s = opened(p->file, &SERVER, &problem);
    assert_int_equal(log_length(s, 1), 1);
    assert_int_equal(put(s, 1, 2, 2, "two"), STORE_OK);
    assert_int_equal(store_session_seen(s, 1, &seen), STORE_OK);
    assert_int_equal(seen, 123456);
    store_free(s);
}

static void append_forty(struct store *s, int64_t first)
{
    for (int64_t room = first; room < first + 40; room++) {
        static char body[2000];
        struct store_entry e = {.room = room, .seq = 1, .op = 1, .body = {body, sizeof body}};

        assert_int_equal(store_append(s, &e, NULL, NULL), 0);
    }
    for (int answered = 0; answered < 40;)
        answered += store_pump(s, 1000);
}

static void the_write_ahead_log_stays_small(void **state)
{
    const struct place *p = *state;
    struct store_sqlite_options options = {.checkpoint_pages = 50};
    struct store_problem problem;
    struct store *s;
    struct stat st;

    assert_int_equal(store_sqlite_open(&s, p->file, &options, &problem), 0);
    for (int i = 0; i < 8; i++)
        append_forty(s, i * 40 + 1);
    assert_int_equal(stat(p->wal, &st), 0);
    assert_true(st.st_size < 3 * 50 * 4120);
    assert_int_equal(stat(p->file, &st), 0);
    assert_true(st.st_size > 300 * 2000);
    store_free(s);
    assert_int_equal(stat(p->wal, &st), -1); /* a clean end leaves one file */
}

static void it_begins_anew_after_checkpoints_beside_commits(void **state)
{
    const struct place *p = *state;
    struct store_sqlite_options options = {.checkpoint_pages = 50, .thread = true};
    struct store_problem problem;
    struct store *s;
    struct stat st;
    int64_t rounds = 60;

    assert_int_equal(store_sqlite_open(&s, p->file, &options, &problem), 0);
    for (int64_t i = 0; i < rounds; i++)
        append_forty(s, i * 40 + 1);
    assert_int_equal(stat(p->wal, &st), 0);
    assert_true(st.st_size < rounds * 40 * 2000 / 2);
    store_free(s);
    assert_int_equal(stat(p->wal, &st), -1);
}

/* Whoever asks says whether they pump before they wait: else the loop is woken. */
static void who_will_pump_is_not_woken(void **state)
{
    const struct place *p = *state;
    const struct store_sqlite_options options = {.thread = true};
    struct store_problem problem;
    struct store *s;

    assert_int_equal(store_sqlite_open(&s, p->file, &options, &problem), 0);
    struct pollfd ready = {.fd = store_fd(s), .events = POLLIN};
    for (int64_t i = 1; i <= 20; i++) {
        struct store_entry e = {.room = i, .seq = 1, .op = 1, .body = STR("one")};
        int answered = 0;

        if (i % 2)
            store_will_pump(s);
        assert_int_equal(store_append(s, &e, NULL, NULL), 0);
        assert_int_equal(poll(&ready, 1, 0), i % 2 ? 0 : 1);
        while (!answered)
            answered = store_pump(s, 1000);
        assert_int_equal(store_pump(s, 0), 0);
        /* What was told is heard: a loop does not turn for ever. */
        while (poll(&ready, 1, 0) == 1)
            store_pump(s, 0);
    }
    store_free(s);
}

int main(void)
{
#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, make, drop)
    const struct CMUnitTest tests[] = {
        IN_PLACE(a_second_server_is_refused),
        IN_PLACE(a_killed_server_leaves_no_lock),
        IN_PLACE(a_lost_write_ahead_log_is_noticed),
        IN_PLACE(a_log_that_others_have_copied_is_not_lost),
        IN_PLACE(purged_rows_are_not_missed),
        IN_PLACE(a_full_disk_can_be_read),
        IN_PLACE(a_read_only_copy_can_be_read),
        IN_PLACE(beats_sync_nothing_and_survive_a_kill),
        IN_PLACE(many_nodes_come_and_go),
        IN_PLACE(a_store_of_format_1_is_taken_over),
        IN_PLACE(a_store_of_format_2_is_taken_over),
        IN_PLACE(the_write_ahead_log_stays_small),
        IN_PLACE(it_begins_anew_after_checkpoints_beside_commits),
        IN_PLACE(who_will_pump_is_not_woken),
    };

    return cmocka_run_group_tests_name("store-use", tests, NULL, NULL);
}
