#include "subjects.h"

#include "store/backends.h"

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct store *open_mem(const char *path)
{
    (void)path;
    return store_mem_new();
}

static struct store *open_with(const char *path, const struct store_sqlite_options *options)
{
    struct store_problem problem;
    struct store *s;

    if (store_sqlite_open(&s, path, options, &problem) < 0) {
        fprintf(stderr, "%s\n", problem.reason);
        abort();
    }
    return s;
}

struct store *open_sqlite(const char *path)
{
    return open_with(path, NULL);
}

struct store *open_sqlite_thread(const char *path)
{
    return open_with(path, &(struct store_sqlite_options){.thread = true});
}

static void empty_tables(const char *uri)
{
    PGconn *db = PQconnectdb(uri);
    PGresult *r = PQexec(db, "truncate unisono.room, unisono.entry, unisono.session, unisono.doc");

    if (PQresultStatus(r) != PGRES_COMMAND_OK) {
        fprintf(stderr, "%s\n", PQerrorMessage(db));
        abort();
    }
    PQclear(r);
    PQfinish(db);
}

struct store *open_pg(const char *path)
{
    static char last[700];
    const char *uri = getenv("TEST_PG");
    struct store_problem problem;
    struct store *s;

    if (!uri || (strcmp(path, last) != 0 && store_pg_init(uri, &problem) < 0)) {
        fprintf(stderr, "%s\n", uri ? problem.reason : "TEST_PG is not set");
        abort();
    }
    if (strcmp(path, last) != 0)
        empty_tables(getenv("TEST_PG_PRIMARY"));
    snprintf(last, sizeof last, "%s", path);
    if (store_pg_open(&s, uri, NULL, &problem) < 0) {
        fprintf(stderr, "%s\n", problem.reason);
        abort();
    }
    return s;
}

void sql(const char *path, const char *text)
{
    sqlite3 *db;

    if (sqlite3_open(path, &db) != SQLITE_OK ||
        sqlite3_exec(db, text, NULL, NULL, NULL) != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", text, sqlite3_errmsg(db));
        abort();
    }
    sqlite3_close(db);
}
