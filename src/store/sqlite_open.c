/* Opening a file so that it may be trusted: ours, of our version, undamaged, writable, on disk. */
#include "base/err.h"
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096 };
/* KiB of pages that a connection keeps, each. An append needs the page of the index that its room
 * is on, and rooms are random numbers: more would help where many play, but the kernel has those
 * pages too, and a small server is made for small machines. Of 2,000 tables at the pace of people a
 * move costs the same with 640 as with 1024. */
#define CACHE "pragma cache_size = -640;"

/* The checks let quick_check find a room whose state and time do not fit. */
static const char schema[] =
    "create table meta(id integer primary key check(id = 1), opened integer not null) strict;"
    "create table room(room integer primary key check(room > 0), state integer not null,"
    " at integer not null, check(state in (0, 1, 2)), check((state = 1) = (at > 0))) strict;"
    "create table entry(room integer not null, seq integer not null check(seq > 0),"
    " epoch integer not null, op integer not null, sum integer not null, body blob not null,"
    " primary key(room, seq)) strict;"
    "insert into meta(id, opened) values(1, 0);";

/* Format 1 had sessions in the file, format 2 neither names nor documents. */
static const char from_1[] = "drop table session";
static const char from_2[] =
    "alter table room add column code text;"
    "alter table room add column founder text;"
    "create unique index room_code on room(code) where code is not null;"
    "create unique index room_founder on room(founder) where founder is not null;"
    "create table doc(key blob primary key not null, op integer not null, until integer not null,"
    " sum integer not null, body blob not null) strict;";

/* What a file of an earlier format lacks, for one who only reads it: in memory, beside it. */
static const char look_back[] =
    "pragma temp_store = memory;"
    "create temp table room(room integer primary key, state integer, at integer, code text,"
    " founder text);"
    "insert into temp.room select room, state, at, null, null from main.room;"
    "create temp table doc(key blob primary key, op integer, until integer, sum integer,"
    " body blob);";

/* What the folder tells before anything is opened. */
struct found {
    bool fresh;  /* it was made just now */
    bool ragged; /* half a page at the end */
    bool no_log; /* the write-ahead log is missing or empty */
};

/*
 * Makes a new file readable by its owner only: logs contain what players wrote. An existing one is
 * not opened here, for closing it again would drop the locks of another store of this process.
 */
static int prepare_file(const char *path, bool make, struct found *found,
                        struct store_problem *problem)
{
    char wal[4096];
    struct stat st, log = {0};
    int fd;

    if (*path == '\0' || *path == ':' || strncmp(path, "file:", 5) == 0)
        return sqlite_refuse(problem, ERR_SYNTAX, "\"%s\" is not the path of a file", path);
    if ((size_t)snprintf(wal, sizeof wal, "%s-wal", path) >= sizeof wal)
        return sqlite_refuse(problem, ERR_SYNTAX, "the path is too long");
    fd = make ? open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    found->fresh = fd >= 0;
    if (fd >= 0)
        close(fd);
    else if (make && errno != EEXIST)
        return sqlite_refuse(problem, ERR_UNWRITABLE, "%s: %s", path, strerror(errno));
    if (stat(path, &st) < 0)
        return sqlite_refuse(problem, ERR_UNWRITABLE, "%s: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return sqlite_refuse(problem, ERR_SYNTAX, "%s: is not a file", path);
    if (stat(wal, &log) < 0)
        log.st_size = 0;
    found->no_log = log.st_size == 0;
    /* Half a page is fine only after a power cut during a checkpoint, which will be repeated. */
    found->ragged = log.st_size == 0 && st.st_size % PAGE != 0;
    /* SQLite would take an empty file for a new one and throw its write-ahead log away. */
    if (st.st_size == 0 && log.st_size > 0)
        return sqlite_refuse(problem, ERR_CORRUPT, "%s: is empty, but its write-ahead log is not",
                             path);
    return 0;
}

/* Before anything is written: is it ours, or empty? `version` is 0 for an empty one. */
static int check_owner(sqlite3 *db, const char *path, int64_t *version,
                       struct store_problem *problem)
{
    int64_t application = 0, tables = 0;

    if (!sqlite_ask(db, "pragma application_id", &application, NULL, 0) ||
        !sqlite_ask(db, "pragma user_version", version, NULL, 0) ||
        !sqlite_ask(db, "select count(*) from sqlite_schema", &tables, NULL, 0))
        return sqlite_refuse_db(problem, db, path);
    if (application == 0 && *version == 0 && tables == 0)
        return 0;
    if (application != SQLITE_STORE_APPLICATION || *version < 1)
        return sqlite_refuse(problem, ERR_CORRUPT, "%s: is a database, but not a store of tables",
                             path);
    if (*version > SQLITE_STORE_VERSION)
        return sqlite_refuse(problem, ERR_UNKNOWN,
                             "%s: was written by a newer version (format %d, this one knows %d)",
                             path, (int)*version, SQLITE_STORE_VERSION);
    return 0;
}

/* The rows that were confirmed have to be there. */
static int check_rows(sqlite3 *db, const char *path, const struct alive *alive,
                      struct store_problem *problem)
{
    int64_t last = 0, noted = alive_row(alive);

    if (!sqlite_ask(db, "select coalesce(max(rowid), 0) from entry", &last, NULL, 0))
        return sqlite_refuse_db(problem, db, path);
    if (last < noted)
        return sqlite_refuse(
            problem, ERR_CORRUPT,
            "%.70s: the newest entries are missing (%lld): its write-ahead log is lost, or "
            "an older file was put here; to go on without them, remove %.70s-alive",
            path, (long long)(noted - last), path);
    return 0;
}

static int set_up(sqlite3 *db, const char *path, struct store_problem *problem)
{
    char text[160] = "";

    /* The size of a page can only be set for a new file. */
    if (!sqlite_run(db, "pragma page_size = 4096") ||
        !sqlite_ask(db, "pragma journal_mode = wal", NULL, text, sizeof text))
        return sqlite_refuse_db(problem, db, path);
    if (strcmp(text, "wal") != 0)
        return sqlite_refuse(problem, ERR_UNWRITABLE,
                             "%s: no write-ahead log is possible here (%s)", path, text);
    if (!sqlite_run(db, CACHE "pragma synchronous = full; pragma journal_size_limit = 67108864"))
        return sqlite_refuse_db(problem, db, path);
    return 0;
}

/*
 * One commit before anything is read. It proves that the file can be written. And it makes sure of
 * what a killed process left in the write-ahead log: that may be written but not synced, and to
 * show it to players before it is on the disk would break G3 at the next power cut.
 */
static int first_commit(sqlite3 *db, const char *path, int64_t version,
                        struct store_problem *problem)
{
    char ours[160];

    snprintf(ours, sizeof ours,
             "pragma application_id = %d; pragma user_version = %d;"
             "update meta set opened = opened + 1",
             SQLITE_STORE_APPLICATION, SQLITE_STORE_VERSION);
    if (!sqlite_run(db, "begin immediate") || (version == 0 && !sqlite_run(db, schema)) ||
        (version == 1 && !sqlite_run(db, from_1)) || (version < 3 && !sqlite_run(db, from_2)) ||
        !sqlite_run(db, ours) || !sqlite_run(db, "commit"))
        return sqlite_refuse_db(problem, db, path);
    return 0;
}

/* Sessions of format 1: tables find their time again after the first start of this version. */
static void bring_sessions(sqlite3 *db, struct alive *alive)
{
    sqlite3_stmt *st = NULL;

    if (sqlite3_prepare_v2(db, "select node, beat, ttl from session", -1, &st, NULL) == SQLITE_OK) {
        while (sqlite3_step(st) == SQLITE_ROW)
            alive_beat(alive, &(struct store_session){.node = (uint64_t)sqlite3_column_int64(st, 0),
                                                      .beat = sqlite3_column_int64(st, 1),
                                                      .ttl = sqlite3_column_int64(st, 2)});
    }
    sqlite3_finalize(st);
}

static int open_file(sqlite3 **out, const char *path, int flags, int busy_ms,
                     struct store_problem *problem)
{
    sqlite3 *db = NULL;

    if (sqlite3_open_v2(path, &db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        int error = sqlite_refuse_db(problem, db, path);

        sqlite3_close(db);
        return error;
    }
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, busy_ms);
    *out = db;
    return 0;
}

/* "file:" and the path, so that nothing in it is taken for a question mark of ours. */
static bool immutable_name(const char *path, char *out, size_t size)
{
    static const char head[] = "file:", tail[] = "?immutable=1";
    size_t n = sizeof head - 1;

    if (size < 3 * strlen(path) + sizeof head + sizeof tail)
        return false;
    memcpy(out, head, n);
    for (const char *c = path; *c; c++) {
        if (strchr("%?#", *c))
            n += (size_t)snprintf(out + n, size - n, "%%%02X", (unsigned)*c);
        else
            out[n++] = *c;
    }
    memcpy(out + n, tail, sizeof tail);
    return true;
}

/*
 * For reading alone: a full disk and a folder that cannot be written are no hindrance. SQLite wants
 * to make its index of the write-ahead log even then; where it cannot, a file without a log is read
 * as one that nobody changes.
 */
static int open_to_read(sqlite3 **out, const char *path, int busy_ms, const struct found *found,
                        struct store_problem *problem)
{
    char name[3 * 4096];
    int64_t version;
    int error = open_file(out, path, SQLITE_OPEN_READONLY, busy_ms, problem);

    if (error < 0)
        return error;
    if (sqlite_ask(*out, "pragma user_version", &version, NULL, 0))
        return 0;
    error = sqlite_refuse_db(problem, *out, path);
    if (!found->no_log || error == ERR_CORRUPT || !immutable_name(path, name, sizeof name)) {
        sqlite3_close(*out);
        return error;
    }
    sqlite3_close(*out);
    problem->reason[0] = '\0';
    return open_file(out, name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, busy_ms, problem);
}

static int trust(sqlite3 *db, const char *path, const struct store_sqlite_options *options,
                 const struct found *found, struct alive *alive, struct store_problem *problem)
{
    int64_t version = 0;
    int error = check_owner(db, path, &version, problem);

    if (error == 0 && found->ragged)
        error = sqlite_refuse(problem, ERR_CORRUPT, "%s: is cut off", path);
    if (error == 0 && !options->read_only)
        error = set_up(db, path, problem);
    if (error == 0)
        error = sqlite_check_pages(db, path, problem);
    if (error == 0 && !options->read_only) {
        if (version == 1)
            bring_sessions(db, alive);
        error = first_commit(db, path, version, problem);
    }
    if (error == 0)
        error = sqlite_check_indexes(db, path, options->read_only ? version : SQLITE_STORE_VERSION,
                                     problem);
    if (error == 0 && options->read_only && version < 3 && !sqlite_run(db, look_back))
        error = sqlite_refuse_db(problem, db, path);
    return error == 0 ? check_rows(db, path, alive, problem) : error;
}

int sqlite_connect(sqlite3 **out, const char *path, const struct store_sqlite_options *options,
                   struct alive *alive, struct store_problem *problem)
{
    struct found found = {0};
    sqlite3 *db = NULL;
    int error = prepare_file(path, !options->read_only, &found, problem);

    if (error < 0)
        return error;
    if (options->read_only)
        alive_look(alive, path);
    else
        error = alive_open(alive, path, options->exclusive, problem);
    if (error < 0)
        return error;
    if (found.fresh)
        alive_note_row(alive, 0); /* what lay beside another file of this name */
    error = options->read_only
                ? open_to_read(&db, path, options->busy_ms, &found, problem)
                : open_file(&db, path, SQLITE_OPEN_READWRITE, options->busy_ms, problem);
    if (error < 0)
        return error;
    error = trust(db, path, options, &found, alive, problem);
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
        if (sqlite_run(*out, CACHE "pragma query_only = on; pragma trusted_schema = off;"
                                   "pragma cell_size_check = on"))
            return 0;
    }
    return sqlite_refuse_db(problem, *out, path);
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

    /* In place of SQLite's own checkpoints inside a commit. */
    sqlite3_wal_hook(c->db, note_pages, c);
    for (int i = 0; i < STATEMENTS; i++) {
        if (sqlite3_prepare_v3(c->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &c->statement[i],
                               NULL) == SQLITE_OK)
            continue;
        /* The version fits, the tables do not: somebody changed them. */
        return sqlite_refuse(problem, ERR_CORRUPT, "%s: %s", path, sqlite3_errmsg(c->db));
    }
    return 0;
}

void sqlite_disconnect(struct sqlite_conn *c)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(c->statement[i]);
    if (c->doubtful) /* the last one to close would make a checkpoint and remove the log */
        sqlite3_db_config(c->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_close(c->db);
    free(c->tail);
}
