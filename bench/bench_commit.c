/*
 * The floor under every figure of the store: a table with nothing but rows in a bare SQLite file,
 * with a write-ahead log that is synced at every commit. Rows fall due at random moments, so many a
 * second; what is due when a commit is over shares the next. One line of JSON: how long a commit
 * takes, how long a row waits for its own, and what a row costs.
 *
 * usage: bench-commit RATE BYTES SECONDS
 */
#include "base/clock.h"
#include "base/rng.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SAMPLES = 1 << 20, BYTES_MAX = 1 << 16 };

struct samples {
    double *ms;
    size_t n;
};

static void note(struct samples *s, double from, double to)
{
    if (s->n < SAMPLES)
        s->ms[s->n++] = (to - from) * 1e3;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double at(const struct samples *s, double share)
{
    return s->n ? s->ms[(size_t)(share * (double)(s->n - 1))] : 0;
}

static void run(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return;
    fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db));
    exit(1);
}

static void sleep_until(double when)
{
    struct timespec t = {.tv_sec = (time_t)when,
                         .tv_nsec = (long)((when - (double)(time_t)when) * 1e9)};

    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

/* The next moment: people do not act in step. */
static double after(double due, double rate, uint64_t *chance)
{
    double share = (double)(rng_quick(chance) >> 11) / (double)(UINT64_C(1) << 53);

    return due - log(1 - share) / rate;
}

static void measure(sqlite3 *db, double rate, int bytes, double how_long)
{
    static char body[BYTES_MAX];
    struct samples commit = {calloc(SAMPLES, sizeof(double)), 0};
    struct samples shown = {calloc(SAMPLES, sizeof(double)), 0};
    sqlite3_stmt *insert;
    uint64_t chance = 1;
    int64_t rows = 0;

    if (!commit.ms || !shown.ms ||
        sqlite3_prepare_v2(db, "insert into t values(?1)", -1, &insert, NULL) != SQLITE_OK)
        exit(1);
    sqlite3_bind_blob(insert, 1, body, bytes, SQLITE_STATIC);
    double begin = clock_seconds(CLOCK_MONOTONIC), cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    double due = begin, now = begin;
    while (now < begin + how_long) {
        size_t first = shown.n;

        sleep_until(due);
        double from = clock_seconds(CLOCK_MONOTONIC);
        run(db, "begin immediate");
        for (; due <= from && shown.n < SAMPLES; due = after(due, rate, &chance), rows++) {
            sqlite3_step(insert);
            sqlite3_reset(insert);
            shown.ms[shown.n++] = due;
        }
        run(db, "commit");
        now = clock_seconds(CLOCK_MONOTONIC);
        note(&commit, from, now);
        for (size_t i = first; i < shown.n; i++)
            shown.ms[i] = (now - shown.ms[i]) * 1e3;
    }
    cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    qsort(commit.ms, commit.n, sizeof(double), ascending);
    qsort(shown.ms, shown.n, sizeof(double), ascending);
    printf("{\"bench\":\"bare_commit\",\"rows_per_second\":%.4g,\"rows_per_commit\":%.3g,"
           "\"commit_p50_ms\":%.4g,\"commit_p99_ms\":%.4g,\"row_p50_ms\":%.4g,\"row_p99_ms\":%.4g,"
           "\"cpu_us_per_row\":%.4g}\n",
           (double)rows / (now - begin), (double)rows / (double)commit.n, at(&commit, 0.5),
           at(&commit, 0.99), at(&shown, 0.5), at(&shown, 0.99), cpu * 1e6 / (double)rows);
    sqlite3_finalize(insert);
    free(commit.ms);
    free(shown.ms);
}

int main(int argc, char **argv)
{
    const char *tmp = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    char folder[4000], file[4100];
    sqlite3 *db;

    double rate = argc == 4 ? strtod(argv[1], NULL) : 0;
    int bytes = argc == 4 ? (int)strtol(argv[2], NULL, 10) : 0;
    double how_long = argc == 4 ? strtod(argv[3], NULL) : 0;
    if (rate <= 0 || bytes < 1 || bytes > BYTES_MAX || how_long <= 0) {
        fputs("usage: bench-commit RATE BYTES SECONDS\n", stderr);
        return 2;
    }
    snprintf(folder, sizeof folder, "%s/unisono-bench-XXXXXX", tmp);
    if (!mkdtemp(folder))
        return 1;
    snprintf(file, sizeof file, "%s/rows.db", folder);
    if (sqlite3_open(file, &db) != SQLITE_OK)
        return 1;
    run(db, "pragma journal_mode = wal; pragma synchronous = full; create table t(body blob)");
    measure(db, rate, bytes, how_long);
    sqlite3_close(db);
    unlink(file);
    rmdir(folder);
    return 0;
}
