/* The SQLite backend on a disk that is full, that fails, and that loses its power at every step. */
#include "check.h"
#include "disk.h"
#include "store/backends.h"
#include "subjects.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct stage {
    struct place place;
    struct store *store;
};

static int set(void **state)
{
    static struct stage stage;

    disk_install();
    disk_heal();
    place_make(&stage.place);
    stage.store = open_sqlite(stage.place.file);
    *state = &stage;
    return 0;
}

static int clear(void **state)
{
    struct stage *t = *state;

    store_free(t->store);
    disk_heal();
    place_remove(&t->place);
    return 0;
}

static void reopen(struct stage *t)
{
    store_free(t->store);
    t->store = open_sqlite(t->place.file);
}

static int unsynced_when_answered;

static void look_at_disk(void *arg, enum store_result result)
{
    (void)arg;
    if (result == STORE_OK && disk.wal_unsynced)
        unsynced_when_answered++;
}

static void append_many(struct store *s, int rooms, int64_t seq)
{
    for (int i = 1; i <= rooms; i++) {
        struct store_entry e = {
            .room = i, .seq = seq, .prev = seq > 1, .op = 1, .body = STR("synced")};

        assert_int_equal(store_append(s, &e, look_at_disk, NULL), 0);
    }
    assert_int_equal(store_pump(s, 0), rooms);
}

static void g3_an_answer_comes_after_the_sync_and_one_sync_serves_all(void **state)
{
    struct stage *t = *state;

    append_many(t->store, 200, 1); /* the first commit may also write the head of the log */
    unsynced_when_answered = 0;
    int before = disk.wal_syncs;
    append_many(t->store, 200, 2);
    assert_int_equal(disk.wal_syncs - before, 1);
    assert_int_equal(unsynced_when_answered, 0);
    /* The test can see it: a disk that only says so. */
    disk.sync_lies = true;
    append_many(t->store, 200, 3);
    assert_int_equal(unsynced_when_answered, 200);
}

static void g4_a_full_disk_writes_nothing(void **state)
{
    struct stage *t = *state;
    static char large[100000];
    struct store_entry e = {
        .room = 1, .seq = 2, .epoch = 1, .prev = 1, .op = 2, .body = {large, sizeof large}};

    assert_int_equal(put(t->store, 1, 1, 1, "before"), STORE_OK);
    for (int writes = 1; writes < 20; writes += 3) {
        disk.full_after = writes;
        assert_int_equal(put_entry(t->store, &e), STORE_UNAVAILABLE);
        assert_non_null(strstr(store_reason(t->store), "full"));
        assert_int_equal(log_length(t->store, 1), 1);
    }
    disk.full_after = 1;
    assert_int_equal(put_purge(t->store, 1, 1), STORE_UNAVAILABLE);
    disk.full_after = 0;
    assert_int_equal(log_length(t->store, 1), 1);
    assert_int_equal(put_entry(t->store, &e), STORE_OK);
    reopen(t);
    assert_int_equal(log_length(t->store, 1), 2);
}

static void a_full_disk_refuses_to_open_with_a_reason(void **state)
{
    struct stage *t = *state;
    struct store_problem problem = {""};
    struct store *s = NULL;

    store_free(t->store);
    t->store = NULL;
    disk.full_after = 1;
    assert_true(store_sqlite_open(&s, t->place.file, NULL, &problem) < 0);
    assert_non_null(strstr(problem.reason, "full"));
    assert_null(s);
    disk.full_after = 0;
    t->store = open_sqlite(t->place.file);
    assert_int_equal(put(t->store, 1, 1, 1, "after"), STORE_OK);
}

static void g5_a_failed_sync_is_unknown_and_a_repeat_settles_it(void **state)
{
    struct stage *t = *state;

    assert_int_equal(put(t->store, 1, 1, 1, "one"), STORE_OK);
    disk.sync_fails = 2;
    assert_int_equal(put(t->store, 1, 2, 2, "two"), STORE_UNKNOWN);
    assert_true(strlen(store_reason(t->store)) > 0);
    assert_int_equal(put(t->store, 1, 2, 2, "two"), STORE_UNKNOWN);
    assert_int_equal(put(t->store, 1, 2, 2, "two"), STORE_OK);
    assert_int_equal(put(t->store, 1, 3, 3, "three"), STORE_OK);
    reopen(t);
    assert_int_equal(log_length(t->store, 1), 3);
    assert_true(log_has(t->store, 1, 2, 2, "two"));
}

/* Writes until the power is gone; how many entries of each room were confirmed. */
enum { ROOMS = 3, LENGTH = 12 };

static void work(struct store *s, int64_t confirmed[ROOMS + 1])
{
    for (int64_t seq = 1; seq <= LENGTH; seq++) {
        for (int64_t room = 1; room <= ROOMS; room++) {
            if (put(s, room, seq, (uint64_t)seq, "kept") != STORE_OK)
                return;
            confirmed[room] = seq;
        }
    }
}

/* One power cut after `steps`; false when the work was finished before it came. */
static bool cut_once(int steps, uint64_t keep, bool thread)
{
    struct store_sqlite_options options = {.checkpoint_pages = 8, /* often, to be cut there too */
                                           .thread = thread};
    struct store_problem problem;
    struct store *s = NULL;
    int64_t confirmed[ROOMS + 1] = {0};
    struct place p;

    disk_heal();
    place_make(&p);
    disk.cut_after = steps;
    disk.keep = keep;
    if (store_sqlite_open(&s, p.file, &options, &problem) == 0) {
        work(s, confirmed);
        store_free(s);
    }
    bool cut = disk.dead;
    disk_heal();
    if (cut && store_sqlite_open(&s, p.file, &options, &problem) < 0)
        fail_msg("cut after %d steps (%d): %s", steps, (int)keep, problem.reason);
    for (int64_t room = 1; cut && room <= ROOMS; room++) {
        int64_t there = log_length(s, room);

        if (there < confirmed[room] || there > confirmed[room] + 1)
            fail_msg("cut after %d steps (%d): %d entries, %d confirmed", steps, (int)keep,
                     (int)there, (int)confirmed[room]);
        for (int64_t seq = 1; seq <= there; seq++)
            assert_true(log_has(s, room, seq, (uint64_t)seq, "kept"));
        assert_int_equal(put(s, room, there + 1, 77, "goes on"), STORE_OK);
    }
    if (cut)
        store_free(s);
    place_remove(&p);
    return cut;
}

static void g3_nothing_confirmed_is_lost_by_a_power_cut(void **state)
{
    int cuts = 0;

    (void)state;
    disk_install();
    for (int steps = 1; cut_once(steps, 0, false); steps++)
        cuts++;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        for (int steps = (int)seed; cut_once(steps, seed * 1000 + (uint64_t)steps, false);
             steps += 3)
            cuts++;
    }
    assert_true(cuts > 200);
    print_message("# %d power cuts\n", cuts);
}

/* Where commits and checkpoints go on beside each other. */
static void g3_nor_is_it_where_threads_write(void **state)
{
    int cuts = 0;

    (void)state;
    disk_install();
    for (int steps = 1; cut_once(steps, (uint64_t)(steps % 3), true); steps += 5)
        cuts++;
    assert_true(cuts > 20);
    print_message("# %d power cuts\n", cuts);
}

/*
 * A checkpoint goes on beside commits, and the sync of the file fails: the system forgets what it
 * could not write, and SQLite counts it as copied. The log has to stay.
 */
static void g3_what_a_checkpoint_could_not_copy_stays_in_the_log(void **state)
{
    const struct store_sqlite_options options = {.checkpoint_pages = 8, .thread = true};
    enum { MANY = 160, LONG = 3000 }; /* pages that are written once */
    static char body[LONG + 1];

    (void)state;
    disk_install();
    memset(body, 'x', LONG);
    for (int round = 0; round < 6; round++) {
        struct store_problem problem;
        struct store *s = NULL;
        struct place p;

        disk_heal();
        place_make(&p);
        assert_int_equal(store_sqlite_open(&s, p.file, &options, &problem), 0);
        disk.file_write_us = 500; /* so that checkpoints and commits meet */
        disk.file_sync_fails = MANY;
        for (int64_t room = 1; room <= MANY; room++) {
            if (room == MANY / 2)
                disk.file_sync_fails = 0;
            assert_int_equal(put(s, room, 1, 1, body), STORE_OK);
        }
        if (round % 2) /* in the midst of it, or after an end in good order */
            disk_cut();
        store_free(s);
        disk_cut();
        disk_heal();
        if (store_sqlite_open(&s, p.file, &options, &problem) < 0)
            fail_msg("round %d: %s", round, problem.reason);
        for (int64_t room = 1; room <= MANY; room++)
            assert_true(log_has(s, room, 1, 1, body));
        store_free(s);
        place_remove(&p);
    }
}

/*
 * A process is killed after it wrote and before it synced; the next one finds the entry, shows it,
 * and then the power goes: what was shown must still be there.
 */
static void g3_what_a_killed_writer_left_is_synced_before_it_is_shown(void **state)
{
    struct stage *t = *state;

    assert_int_equal(put(t->store, 1, 1, 1, "one"), STORE_OK);
    disk.sync_lies = true;
    assert_int_equal(put(t->store, 1, 2, 2, "two"), STORE_OK); /* written, never synced */
    disk.sync_lies = false;
    /* As if killed: nothing is closed, its locks and its shared memory go. */
    char copy[700], wal[710];
    snprintf(copy, sizeof copy, "%s/copy.db", t->place.folder);
    snprintf(wal, sizeof wal, "%s-wal", copy);
    assert_int_equal(link(t->place.file, copy), 0);
    assert_int_equal(link(t->place.wal, wal), 0);
    int unsynced = disk.wal_unsynced;
    assert_true(unsynced > 0);
    struct store *next = open_sqlite(copy);
    bool shown = log_has(next, 1, 2, 2, "two");
    int left = disk.wal_unsynced;
    store_free(next);
    assert_true(shown);
    assert_int_equal(left, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(g3_an_answer_comes_after_the_sync_and_one_sync_serves_all,
                                        set, clear),
        cmocka_unit_test_setup_teardown(g4_a_full_disk_writes_nothing, set, clear),
        cmocka_unit_test_setup_teardown(a_full_disk_refuses_to_open_with_a_reason, set, clear),
        cmocka_unit_test_setup_teardown(g5_a_failed_sync_is_unknown_and_a_repeat_settles_it, set,
                                        clear),
        cmocka_unit_test_setup_teardown(g3_what_a_killed_writer_left_is_synced_before_it_is_shown,
                                        set, clear),
        cmocka_unit_test(g3_nothing_confirmed_is_lost_by_a_power_cut),
        cmocka_unit_test(g3_nor_is_it_where_threads_write),
        cmocka_unit_test(g3_what_a_checkpoint_could_not_copy_stays_in_the_log),
    };

    return cmocka_run_group_tests_name("store-disk", tests, NULL, NULL);
}
