/* The SQLite backend and its file: what it refuses to open, and damage that it must not hide. */
#include "base/buf.h"
#include "base/err.h"
#include "base/rng.h"
#include "check.h"
#include "disk.h"
#include "store/backends.h"
#include "subjects.h"
#include "suite.h"

#include <fcntl.h>
#include <grp.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROOMS = 6, LENGTH = 40 };

static int make(void **state)
{
    static struct place p;

    disk_install(); /* its syncs cost nothing */
    disk_heal();
    place_make(&p);
    *state = &p;
    return 0;
}

static int drop(void **state)
{
    place_remove(*state);
    return 0;
}

static void body_of(int64_t room, int64_t seq, char body[400])
{
    int n = snprintf(body, 400, "%lld/%lld ", (long long)room, (long long)seq);
    size_t fill = (size_t)(room * 37 + seq * 11) % 300;

    memset(body + n, 'x', fill);
    body[(size_t)n + fill] = '\0';
}

static void name_of(int64_t room, char name[16])
{
    snprintf(name, 16, "ROOM%lld", (long long)room);
}

static void fill(struct store *s)
{
    char body[400], name[16];

    for (int64_t seq = 1; seq <= LENGTH; seq++) {
        for (int64_t room = 1; room <= ROOMS; room++) {
            struct store_entry e = {
                .room = room, .seq = seq, .op = (uint64_t)seq, .prev = (uint64_t)seq - 1};

            body_of(room, seq, body);
            e.body = str_of(body);
            name_of(room, name);
            assert_int_equal(
                seq == 1 ? store_found(s, &e, &(struct store_names){str_of(name), str_of(name)},
                                       NULL, NULL)
                         : store_append(s, &e, NULL, NULL),
                0);
        }
        store_pump(s, 0);
    }
    for (int64_t room = 1; room <= ROOMS; room++) {
        name_of(room, name);
        body_of(room, 1, body);
        assert_int_equal(put_doc(s, name, 0, 1, body), STORE_OK);
    }
}

/* Else fewer rows than were confirmed would be noticed first. */
static void forget_rows(const struct place *p)
{
    char alive[700];

    snprintf(alive, sizeof alive, "%s-alive", p->file);
    unlink(alive);
}

static void refuses(const char *path, int error, const char *reason)
{
    struct store_sqlite_options options = {.busy_ms = 1};
    struct store_problem problem = {""};
    struct store *s = NULL;
    int got = store_sqlite_open(&s, path, &options, &problem);

    if (got == 0)
        store_free(s);
    assert_int_equal(got, error);
    assert_null(s); /* outputs untouched on failure */
    if (!strstr(problem.reason, reason))
        fail_msg("\"%s\" does not say \"%s\"", problem.reason, reason);
}

static void refuses_paths_that_would_not_last(void **state)
{
    const struct place *p = *state;
    char path[700];

    refuses("", ERR_SYNTAX, "not the path of a file");
    refuses(":memory:", ERR_SYNTAX, ":memory:");
    refuses("file:x?mode=memory", ERR_SYNTAX, "not the path of a file");
    refuses(p->folder, ERR_SYNTAX, "is not a file");
    snprintf(path, sizeof path, "%s/none/tables.db", p->folder);
    refuses(path, ERR_UNWRITABLE, "No such file");
}

static void refuses_what_is_not_its_own(void **state)
{
    const struct place *p = *state;
    FILE *file = fopen(p->file, "w");

    for (int i = 0; i < 100; i++)
        fprintf(file, "Dear diary, this is not a database. ");
    fclose(file);
    refuses(p->file, ERR_CORRUPT, "not a database");
    unlink(p->file);
    sql(p->file, "create table cats(name text); insert into cats values('Tom')");
    refuses(p->file, ERR_CORRUPT, "not a store");
    sql(p->file, "select name from cats"); /* and it was left alone */
}

static void refuses_a_newer_format_and_changed_tables(void **state)
{
    const struct place *p = *state;
    struct store *s = open_sqlite(p->file);

    fill(s);
    store_free(s);
    sql(p->file, "pragma user_version = 4");
    refuses(p->file, ERR_UNKNOWN, "newer version");
    sql(p->file, "pragma user_version = 3; alter table entry rename to record");
    refuses(p->file, ERR_UNWRITABLE, "entry");
    sql(p->file, "alter table record rename to entry");
    s = open_sqlite(p->file);
    assert_int_equal(log_length(s, 2), LENGTH);
    store_free(s);
}

static void is_for_its_owner_only(void **state)
{
    const struct place *p = *state;
    struct store *s = open_sqlite(p->file);
    struct stat st;

    assert_int_equal(put(s, 1, 1, 1, "secret"), STORE_OK);
    assert_int_equal(stat(p->file, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(stat(p->wal, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    store_free(s);
}

static void refuses_a_truncated_file(void **state)
{
    const struct place *p = *state;
    struct store *s = open_sqlite(p->file);
    struct stat st;

    fill(s);
    store_free(s);
    assert_int_equal(stat(p->file, &st), 0);
    assert_true(st.st_size > 8 * 4096);
    for (off_t size = st.st_size - 1; size > 0; size -= 5000) {
        assert_int_equal(truncate(p->file, size), 0);
        refuses(p->file, ERR_CORRUPT, "tables.db: ");
    }
}

/* SQLite itself takes an empty file for a new one, and deletes the log of the old one. */
static void refuses_an_empty_file_with_a_log(void **state)
{
    const struct place *p = *state;
    struct store *s = open_sqlite(p->file);

    fill(s);
    assert_int_equal(truncate(p->file, 0), 0);
    refuses(p->file, ERR_CORRUPT, "write-ahead log");
    store_free(s);
}

/* The index is one page here, and no check of SQLite's that we can afford looks into it. */
static int64_t index_page(const char *path)
{
    sqlite3 *db;
    sqlite3_stmt *st;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_prepare_v2(db, "select rootpage from sqlite_schema where name like '%autoindex_entry%'",
                       -1, &st, NULL);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    int64_t page = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return page;
}

static void copy_file(const char *from, const char *to)
{
    struct buf bytes = {0};
    FILE *file = fopen(to, "w");

    assert_int_equal(buf_read_file(&bytes, from, 1 << 24), 0);
    assert_int_equal(fwrite(bytes.at, 1, bytes.len, file), bytes.len);
    fclose(file);
    buf_fini(&bytes);
}

/* Changes one byte, of the given page or (0) of any. */
static void flip(const char *path, int64_t page, struct rng *r)
{
    int fd = open(path, O_RDWR);
    off_t size = page ? 4096 : lseek(fd, 0, SEEK_END);
    off_t at = (off_t)(rng_next(r) % (uint64_t)size) + (page ? (page - 1) * 4096 : 0);
    uint8_t byte = 0;

    assert_int_equal(pread(fd, &byte, 1, at), 1);
    byte ^= (uint8_t)(1 + rng_below(r, 255));
    assert_int_equal(pwrite(fd, &byte, 1, at), 1);
    close(fd);
}

struct seen {
    int64_t rooms, entries;
    int64_t room[ROOMS + 1];
    bool lie;
};

static bool see_room(void *arg, const struct store_room *room)
{
    struct seen *seen = arg;

    if (room->room > ROOMS || room->head != LENGTH)
        seen->lie = true;
    else
        seen->room[seen->rooms++] = room->room;
    return !seen->lie;
}

static bool see_entry(void *arg, const struct store_entry *e)
{
    struct seen *seen = arg;
    char body[400];

    body_of(e->room, e->seq, body);
    seen->entries++;
    seen->lie = seen->lie || e->op != (uint64_t)e->seq || !str_is(e->body, body);
    return true;
}

enum verdict { REFUSED, CORRUPT, INTACT, LIE };

/* Whether the room is found by its names, and its document is there. */
static enum verdict examine_names(struct store *s, int64_t room)
{
    char name[16], body[400], text[500];

    name_of(room, name);
    body_of(room, 1, body);
    snprintf(text, sizeof text, "%s=%s", name, body);
    int64_t by_code = found_room(s, name, NULL), by_founder = found_room(s, NULL, name);
    const char *doc = docs_as_text(s, name, 0);
    if (by_code < 0 || by_founder < 0 || strcmp(doc, "(failed)") == 0)
        return CORRUPT;
    return by_code == room && by_founder == room && strcmp(doc, text) == 0 ? INTACT : LIE;
}

/* What a server would find out at its start. */
static enum verdict examine(const char *path)
{
    struct store_problem problem = {""};
    struct seen seen = {0};
    struct store *s;
    enum verdict verdict = INTACT;

    if (store_sqlite_open(&s, path, NULL, &problem) < 0)
        return problem.reason[0] ? REFUSED : LIE;
    if (store_rooms(s, see_room, &seen) != STORE_OK)
        verdict = CORRUPT;
    for (int64_t i = 0; verdict == INTACT && i < seen.rooms && !seen.lie; i++) {
        if (store_read(s, seen.room[i], 1, see_entry, &seen) != STORE_OK)
            verdict = CORRUPT;
    }
    for (int64_t room = 1; verdict == INTACT && room <= ROOMS; room++)
        verdict = examine_names(s, room);
    if (verdict == INTACT &&
        (seen.lie || seen.rooms != ROOMS || seen.entries != (int64_t)ROOMS * LENGTH))
        verdict = LIE;
    store_free(s);
    return verdict;
}

/* One wrong byte anywhere: noticed at opening or at reading, or without any effect. */
static void damage_is_never_shown_as_truth(void **state)
{
    const struct place *p = *state;
    struct store *s = open_sqlite(p->file);
    struct rng r = rng_at(77, 1);
    int count[4] = {0};
    char copy[700];

    fill(s);
    store_free(s);
    snprintf(copy, sizeof copy, "%s/copy.db", p->folder);
    int64_t index = index_page(p->file);
    for (int i = 0; i < 600; i++) {
        copy_file(p->file, copy);
        flip(copy, i % 3 ? 0 : index, &r);
        count[examine(copy)]++;
    }
    print_message("# %d refused, %d corrupt, %d intact\n", count[REFUSED], count[CORRUPT],
                  count[INTACT]);
    assert_int_equal(count[LIE], 0);
    assert_true(count[REFUSED] > 10);
    assert_true(count[CORRUPT] > 100);
}

static bool note_head(void *arg, const struct store_room *room)
{
    *(int64_t *)arg = room->head;
    return true;
}

static void gaps_and_damaged_entries_are_corrupt(void **state)
{
    const struct place *p = *state;
    struct store *s = open_sqlite(p->file);
    struct seen seen = {0};
    char body[400];

    fill(s);
    store_free(s);
    sql(p->file,
        "delete from entry where room = 2 and seq = 7;"
        "update entry set body = cast(replace(body, 'x', 'y') as blob) where room = 3 and seq = 9;"
        "update entry set seq = 41 where room = 4 and seq = 40;"
        "update entry set op = op + 1 where room = 5 and seq = 1;");
    s = open_sqlite(p->file);
    for (int64_t room = 2; room <= 5; room++) {
        assert_int_equal(store_read(s, room, 1, see_entry, &seen), STORE_CORRUPT);
        assert_true(strlen(store_reason(s)) > 0);
    }
    assert_int_equal(store_read(s, 2, 8, see_entry, &seen), STORE_OK); /* behind the gap */
    assert_int_equal(log_length(s, 6), LENGTH);                        /* the others live */
    assert_int_equal(put(s, 2, 7, 7, "fill it"), STORE_CORRUPT);
    body_of(3, 9, body);
    assert_int_equal(put(s, 3, 9, 9, body), STORE_CORRUPT);
    assert_int_equal(log_length(s, 1), LENGTH);
    store_free(s);
    sql(p->file, "delete from entry where room = 6");
    forget_rows(p);
    s = open_sqlite(p->file);
    int64_t head = -1; /* of the last one */
    assert_int_equal(store_rooms(s, note_head, &head), STORE_OK);
    assert_int_equal(head, 0);
    assert_int_equal(store_read(s, 6, 1, see_entry, &seen), STORE_CORRUPT);
    assert_int_equal(put(s, 6, 1, 1, "anew"), STORE_CORRUPT);
    assert_int_equal(put(s, 6, 41, 41, "on"), STORE_CORRUPT);
    store_free(s);
}

static void g4_a_locked_file_is_unavailable(void **state)
{
    const struct place *p = *state;
    struct store_sqlite_options options = {.busy_ms = 5};
    struct store_problem problem;
    struct store *s;
    sqlite3 *other;

    assert_int_equal(store_sqlite_open(&s, p->file, &options, &problem), 0);
    assert_int_equal(put(s, 1, 1, 1, "one"), STORE_OK);
    assert_int_equal(sqlite3_open(p->file, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "begin immediate", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(put(s, 1, 2, 2, "two"), STORE_UNAVAILABLE);
    assert_non_null(strstr(store_reason(s), "locked"));
    assert_int_equal(log_length(s, 1), 1); /* reading goes on */
    refuses(p->file, ERR_UNWRITABLE, "locked");
    assert_int_equal(sqlite3_exec(other, "rollback", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    assert_int_equal(put(s, 1, 2, 2, "two"), STORE_OK);
    assert_int_equal(log_length(s, 1), 2);
    store_free(s);
}

static void a_file_that_was_moved_is_unavailable(void **state)
{
    const struct place *p = *state;
    struct store *s = open_sqlite(p->file);
    char away[700];

    snprintf(away, sizeof away, "%s/away.db", p->folder);
    assert_int_equal(put(s, 1, 1, 1, "one"), STORE_OK);
    assert_int_equal(rename(p->file, away), 0);
    assert_int_equal(put(s, 1, 2, 2, "two"), STORE_UNAVAILABLE);
    assert_non_null(strstr(store_reason(s), "moved"));
    assert_int_equal(rename(away, p->file), 0);
    assert_int_equal(put(s, 1, 2, 2, "two"), STORE_OK);
    store_free(s);
}

/* Runs as somebody who may not write there (root may write anywhere); the reason comes by a pipe.
 */
static int open_as_nobody(const char *path, struct store_problem *problem)
{
    int ends[2], error = 0;

    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct store *s;

        memset(problem, 0, sizeof *problem);
        if (geteuid() == 0 && (setgroups(0, NULL) < 0 || setresgid(65534, 65534, 65534) < 0 ||
                               setresuid(65534, 65534, 65534) < 0))
            _exit(1);
        error = store_sqlite_open(&s, path, NULL, problem);
        if (write(ends[1], &error, sizeof error) < 0 ||
            write(ends[1], problem, sizeof *problem) < 0)
            _exit(1);
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &error, sizeof error), sizeof error);
    assert_int_equal(read(ends[0], problem, sizeof *problem), sizeof *problem);
    close(ends[0]);
    waitpid(child, NULL, 0);
    return error;
}

static void a_read_only_folder_is_refused_with_a_reason(void **state)
{
    const struct place *p = *state;
    struct store_problem problem;

    assert_int_equal(chmod(p->folder, 0555), 0);
    assert_int_equal(open_as_nobody(p->file, &problem), ERR_UNWRITABLE);
    assert_non_null(strstr(problem.reason, "Permission denied"));
    assert_int_equal(chmod(p->folder, 0755), 0);
    struct store *s = open_sqlite(p->file);
    assert_int_equal(put(s, 1, 1, 1, "one"), STORE_OK);
    store_free(s);
    assert_int_equal(chmod(p->file, 0444), 0);
    assert_int_equal(chmod(p->folder, 0555), 0);
    assert_int_equal(open_as_nobody(p->file, &problem), ERR_UNWRITABLE);
    assert_true(strlen(problem.reason) > strlen(p->file) + 2);
    print_message("# %s\n", problem.reason + strlen(p->file));
    assert_int_equal(chmod(p->folder, 0755), 0);
}

int main(void)
{
#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, make, drop)
    const struct CMUnitTest tests[] = {
        IN_PLACE(refuses_paths_that_would_not_last),
        IN_PLACE(refuses_what_is_not_its_own),
        IN_PLACE(refuses_a_newer_format_and_changed_tables),
        IN_PLACE(is_for_its_owner_only),
        IN_PLACE(refuses_a_truncated_file),
        IN_PLACE(refuses_an_empty_file_with_a_log),
        IN_PLACE(damage_is_never_shown_as_truth),
        IN_PLACE(gaps_and_damaged_entries_are_corrupt),
        IN_PLACE(g4_a_locked_file_is_unavailable),
        IN_PLACE(a_file_that_was_moved_is_unavailable),
        IN_PLACE(a_read_only_folder_is_refused_with_a_reason),
    };

    return cmocka_run_group_tests_name("store-file", tests, NULL, NULL);
}
