/* Opening a file so that it may be trusted: ours, of our version, undamaged, writable, on disk. */
#include "base/err.h"
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* The checks let quick_check find a room whose state and time do not fit. */
static const char schema[] =
    "create table meta(id integer primary key check(id = 1), opened integer not null) strict;"
    "create table room(room integer primary key check(room > 0), state integer not null,"
    " at integer not null, check(state in (0, 1, 2)), check((state = 1) = (at > 0))) strict;"
    "create table entry(room integer not null, seq integer not null check(seq > 0),"
    " epoch integer not null, op integer not null, sum integer not null, body blob not null,"
    " primary key(room, seq)) strict;"
    "create table session(node integer primary key, beat integer not null,"
    " ttl integer not null) strict;"
    "insert into meta(id, opened) values(1, 0);";

void sqlite_explain(sqlite3 *db, char *text, size_t size)
{
    int error = sqlite3_system_errno(db);

    switch (sqlite3_errcode(db) & 0xff) {
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_FULL:
        if (error) {
            snprintf(text, size, "%s: %s", sqlite3_errmsg(db), strerror(error));
            return;
        }
    }
    snprintf(text, size, "%s", sqlite3_errmsg(db));
}

__attribute__((format(printf, 3, 4))) static int refuse(struct store_problem *problem, int error,
                                                        const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(problem->reason, sizeof problem->reason, format, args);
    va_end(args);
    return error;
}

static int refuse_db(struct store_problem *problem, sqlite3 *db, const char *path)
{
    char why[160];
    int code = sqlite3_errcode(db) & 0xff;

    sqlite_explain(db, why, sizeof why);
    return refuse(problem,
                  code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? ERR_CORRUPT : ERR_UNWRITABLE,
                  "%s: %s", path, why);
}

/* Runs a statement with one value for an answer; false when it fails or has none. */
static bool ask(sqlite3 *db, const char *sql, int64_t *number, char *text, size_t size)
{
    sqlite3_stmt *st;
    bool found = false;

    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK)
        return false;
    if (sqlite3_step(st) == SQLITE_ROW) {
        found = true;
        if (number)
            *number = sqlite3_column_int64(st, 0);
        if (text)
            snprintf(text, size, "%s", (const char *)sqlite3_column_text(st, 0));
    }
    /* A failure shows here when the step failed. */
    return sqlite3_finalize(st) == SQLITE_OK && found;
}

static bool run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/*
 * Makes a new file readable by its owner only: logs contain what players wrote. An existing one is
 * not opened here, for closing it again would drop the locks of another store of this process.
 */
static int prepare_file(const char *path, bool *ragged, struct store_problem *problem)
{
    char wal[4096];
    struct stat st, log = {0};
    int fd;

    if (*path == '\0' || *path == ':' || strncmp(path, "file:", 5) == 0)
        return refuse(problem, ERR_SYNTAX, "\"%s\" is not the path of a file", path);
    if ((size_t)snprintf(wal, sizeof wal, "%s-wal", path) >= sizeof wal)
        return refuse(problem, ERR_SYNTAX, "the path is too long");
    fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    else if (errno != EEXIST)
        return refuse(problem, ERR_UNWRITABLE, "%s: %s", path, strerror(errno));
    if (stat(path, &st) < 0)
        return refuse(problem, ERR_UNWRITABLE, "%s: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return refuse(problem, ERR_SYNTAX, "%s: is not a file", path);
    if (stat(wal, &log) < 0)
        log.st_size = 0;
    /* Half a page is fine only after a cut while the log was folded in, which will be repeated. */
    *ragged = log.st_size == 0 && st.st_size % PAGE != 0;
    /* SQLite would take an empty file for a new one and throw its write-ahead log away. */
    if (st.st_size == 0 && log.st_size > 0)
        return refuse(problem, ERR_CORRUPT, "%s: is empty, but its write-ahead log is not", path);
    return 0;
}

/* Before anything is written: is it ours, or empty? */
static int check_owner(sqlite3 *db, const char *path, struct store_problem *problem)
{
    int64_t application = 0, version = 0, tables = 0;

    if (!ask(db, "pragma application_id", &application, NULL, 0) ||
        !ask(db, "pragma user_version", &version, NULL, 0) ||
        !ask(db, "select count(*) from sqlite_schema", &tables, NULL, 0))
        return refuse_db(problem, db, path);
    if (application == 0 && version == 0 && tables == 0)
        return 0;
    if (application != SQLITE_STORE_APPLICATION || version < 1)
        return refuse(problem, ERR_CORRUPT, "%s: is a database, but not a store of tables", path);
    if (version > SQLITE_STORE_VERSION)
        return refuse(problem, ERR_UNKNOWN,
                      "%s: was written by a newer version (format %d, this one knows %d)", path,
                      (int)version, SQLITE_STORE_VERSION);
    return 0;
}

static int set_up(sqlite3 *db, const char *path, struct store_problem *problem)
{
    char text[160] = "";

    /* The size of a page can only be set for a new file. */
    if (!run(db, "pragma page_size = 4096") ||
        !ask(db, "pragma journal_mode = wal", NULL, text, sizeof text))
        return refuse_db(problem, db, path);
    if (strcmp(text, "wal") != 0)
        return refuse(problem, ERR_UNWRITABLE, "%s: no write-ahead log is possible here (%s)", path,
                      text);
    if (!run(db, "pragma synchronous = full; pragma trusted_schema = off;"
                 "pragma cell_size_check = on; pragma journal_size_limit = 67108864"))
        return refuse_db(problem, db, path);
    if (!ask(db, "pragma quick_check(1)", NULL, text, sizeof text))
        return refuse_db(problem, db, path);
    if (strcmp(text, "ok") != 0)
        return refuse(problem, ERR_CORRUPT, "%s: is damaged: %s", path, text);
    return 0;
}

/* The first place where the index of the entries is not in order, or speaks of no known room. */
static int walk_index(sqlite3_stmt *entry, sqlite3_stmt *known, int64_t *count)
{
    int64_t room = 0, seq = 0;
    int code;

    for (*count = 0; (code = sqlite3_step(entry)) == SQLITE_ROW; ++*count) {
        int64_t next_room = sqlite3_column_int64(entry, 0);
        int64_t next_seq = sqlite3_column_int64(entry, 1);

        if (next_seq < 1 || next_room < room || (next_room == room && next_seq <= seq))
            return SQLITE_CORRUPT;
        if (next_room != room) {
            sqlite3_bind_int64(known, 1, next_room);
            int found = sqlite3_step(known);

            sqlite3_reset(known);
            if (found != SQLITE_ROW)
                return found == SQLITE_DONE ? SQLITE_CORRUPT : found;
        }
        room = next_room;
        seq = next_seq;
    }
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/*
 * quick_check does not look at the index, and a wrong byte there could hide the end of a log, which
 * no later check would miss. A gap is left to read(): it stops one room, not the server.
 */
static int check_index(sqlite3 *db, const char *path, struct store_problem *problem)
{
    sqlite3_stmt *entry = NULL, *known = NULL;
    int64_t indexed = 0, stored = 0;
    int code =
        sqlite3_prepare_v2(db, "select room, seq from entry order by room, seq", -1, &entry, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(db, "select 1 from room where room = ?1 and state < 2", -1,
                                  &known, NULL);
    if (code == SQLITE_OK)
        code = walk_index(entry, known, &indexed);
    sqlite3_finalize(entry);
    sqlite3_finalize(known);
    if (code == SQLITE_OK && !ask(db, "select count(*) from entry not indexed", &stored, NULL, 0))
        return refuse_db(problem, db, path);
    if (code == SQLITE_CORRUPT || indexed != stored)
        return refuse(problem, ERR_CORRUPT, "%s: is damaged: the index does not fit", path);
    return code == SQLITE_OK ? 0 : refuse_db(problem, db, path);
}

/*
 * One commit before anything is read. It proves that the file can be written. And it makes sure of
 * what a killed process left in the write-ahead log: that may be written but not synced, and to
 * show it to players before it is on the disk would break G3 at the next power cut.
 */
static int first_commit(sqlite3 *db, const char *path, struct store_problem *problem)
{
    char version[120];
    int64_t tables = 0;

    snprintf(version, sizeof version, "pragma application_id = %d; pragma user_version = %d;",
             SQLITE_STORE_APPLICATION, SQLITE_STORE_VERSION);
    if (!run(db, "begin immediate") ||
        !ask(db, "select count(*) from sqlite_schema", &tables, NULL, 0))
        return refuse_db(problem, db, path);
    if (tables == 0 && (!run(db, schema) || !run(db, version)))
        return refuse_db(problem, db, path);
    if (!run(db, "update meta set opened = opened + 1") || !run(db, "commit"))
        return refuse_db(problem, db, path);
    return 0;
}

int sqlite_connect(sqlite3 **out, const char *path, const struct store_sqlite_options *options,
                   struct store_problem *problem)
{
    sqlite3 *db = NULL;
    bool ragged = false;
    int error = prepare_file(path, &ragged, problem);

    if (error < 0)
        return error;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK) {
        error = refuse_db(problem, db, path);
        sqlite3_close(db);
        return error;
    }
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, options->busy_ms);
    error = check_owner(db, path, problem);
    if (error == 0 && ragged)
        error = refuse(problem, ERR_CORRUPT, "%s: is cut off", path);
    if (error == 0)
        error = set_up(db, path, problem);
    if (error == 0)
        error = first_commit(db, path, problem);
    if (error == 0)
        error = check_index(db, path, problem);
    if (error < 0) {
        sqlite3_close(db);
        return error;
    }
    *out = db;
    return 0;
}

int sqlite_reader(sqlite3 **out, const char *path, const struct store_sqlite_options *options,
                  struct store_problem *problem)
{
    int code = sqlite3_open_v2(path, out, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);

    if (code == SQLITE_OK) {
        sqlite3_extended_result_codes(*out, 1);
        sqlite3_busy_timeout(*out, options->busy_ms);
        if (run(*out, "pragma query_only = on; pragma trusted_schema = off;"
                      "pragma cell_size_check = on"))
            return 0;
    }
    return refuse_db(problem, *out, path);
}

static int note_pages(void *arg, sqlite3 *db, const char *name, int pages)
{
    struct sqlite_conn *c = arg;

    (void)db;
    (void)name;
    c->wal_pages = pages;
    return SQLITE_OK;
}

int sqlite_prepare(struct sqlite_conn *c, const char *path, struct store_problem *problem)
{
    static const char *const sql[STATEMENTS] = {
#define X(name, text) [name] = text,
        SQLITE_STATEMENTS(X)
#undef X
    };

    /* In place of SQLite's own habit of folding the log in inside a commit. */
    sqlite3_wal_hook(c->db, note_pages, c);
    for (int i = 0; i < STATEMENTS; i++) {
        if (sqlite3_prepare_v3(c->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &c->statement[i],
                               NULL) == SQLITE_OK)
            continue;
        /* The version fits, the tables do not: somebody changed them. */
        return refuse(problem, ERR_CORRUPT, "%s: %s", path, sqlite3_errmsg(c->db));
    }
    return 0;
}

void sqlite_disconnect(struct sqlite_conn *c)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(c->statement[i]);
    sqlite3_close(c->db);
    free(c->tail);
}
