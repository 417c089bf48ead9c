/* Whether a file is sound: its pages, and the indexes that SQLite's own check passes over. */
#include "base/err.h"
#include "store/sqlite.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

int sqlite_refuse(struct store_problem *problem, int error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(problem->reason, sizeof problem->reason, format, args);
    va_end(args);
    return error;
}

int sqlite_refuse_db(struct store_problem *problem, sqlite3 *db, const char *path)
{
    char why[160];
    int code = sqlite3_errcode(db) & 0xff;

    sqlite_explain(db, why, sizeof why);
    return sqlite_refuse(
        problem, code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? ERR_CORRUPT : ERR_UNWRITABLE,
        "%s: %s", path, why);
}

/* Runs a statement with one value for an answer; false when it fails or has none. */
bool sqlite_ask(sqlite3 *db, const char *sql, int64_t *number, char *text, size_t size)
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

bool sqlite_run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

int sqlite_check_pages(sqlite3 *db, const char *path, struct store_problem *problem)
{
    char text[160] = "";

    if (!sqlite_run(db, "pragma trusted_schema = off; pragma cell_size_check = on"))
        return sqlite_refuse_db(problem, db, path);
    if (!sqlite_ask(db, "pragma quick_check(1)", NULL, text, sizeof text))
        return sqlite_refuse_db(problem, db, path);
    if (strcmp(text, "ok") != 0)
        return sqlite_refuse(problem, ERR_CORRUPT, "%s: is damaged: %s", path, text);
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
 * no later check would notice. A gap is left to read(): it stops one room, not the server.
 */
static int check_entries(sqlite3 *db, const char *path, struct store_problem *problem)
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
    if (code == SQLITE_OK &&
        !sqlite_ask(db, "select count(*) from entry not indexed", &stored, NULL, 0))
        return sqlite_refuse_db(problem, db, path);
    if (code == SQLITE_CORRUPT || indexed != stored)
        return sqlite_refuse(problem, ERR_CORRUPT, "%s: is damaged: the index does not fit", path);
    return code == SQLITE_OK ? 0 : sqlite_refuse_db(problem, db, path);
}

/* Pairs of questions that have the same answer where an index finds what its table has. */
static const char *const indexes[][2] = {
    {"select count(*) from room not indexed where code is not null",
     "select count(*) from room a not indexed where a.code is not null and exists("
     "select 1 from room b indexed by room_code where b.code = a.code and b.room = a.room)"},
    {"select count(*) from room not indexed where code is not null",
     "select count(code) from room indexed by room_code where code is not null"},
    {"select count(*) from room not indexed where founder is not null",
     "select count(*) from room a not indexed where a.founder is not null and exists("
     "select 1 from room b indexed by room_founder where b.founder = a.founder"
     " and b.room = a.room)"},
    {"select count(*) from room not indexed where founder is not null",
     "select count(founder) from room indexed by room_founder where founder is not null"},
    {"select count(*) from doc not indexed",
     "select count(*) from doc a not indexed where exists("
     "select 1 from doc b where b.key = a.key and b.rowid = a.rowid)"},
    {"select count(*) from doc not indexed",
     "select count(key) from doc indexed by sqlite_autoindex_doc_1 where key >= x''"},
};

int sqlite_check_indexes(sqlite3 *db, const char *path, int64_t version,
                         struct store_problem *problem)
{
    int error = check_entries(db, path, problem);

    for (size_t i = 0; error == 0 && version > 2 && i < sizeof indexes / sizeof indexes[0]; i++) {
        int64_t stored = 0, indexed = 0;

        if (!sqlite_ask(db, indexes[i][0], &stored, NULL, 0) ||
            !sqlite_ask(db, indexes[i][1], &indexed, NULL, 0))
            error = sqlite_refuse_db(problem, db, path);
        else if (stored != indexed)
            error =
                sqlite_refuse(problem, ERR_CORRUPT, "%s: is damaged: the index does not fit", path);
    }
    return error;
}
