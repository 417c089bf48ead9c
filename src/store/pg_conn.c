/* A connection to the server that takes writes, and waiting for what it answers. */
#include "base/clock.h"
#include "base/err.h"
#include "store/pg.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A question has an answer soon, or the server is not there. A commit may take as long as its
 * standbys do; it is given up when the server itself does not answer the one who watches it, or
 * another server has taken its place.
 */
enum { PATIENCE = 3000, COMMIT_PATIENCE = 5000, REPLACED_PATIENCE = 1000, SLICE = 100 };
enum { RETRY_AFTER = 250 };

int64_t pg_now(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

enum store_result pg_because(struct pg_conn *c, enum store_result result, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(c->why, sizeof c->why, format, args);
    va_end(args);
    return result;
}

const char pg_no_tables[] = "there are no tables yet: run 'unisono store init'";

void pg_say(char *to, size_t size, const char *text)
{
    static const char *const severity[] = {"ERROR:  ", "FATAL:  "};

    for (int i = 0; i < 2; i++)
        text += strncmp(text, severity[i], 8) == 0 ? 8 : 0;
    snprintf(to, size, "%.*s", (int)strcspn(text, "\n"), text);
}

bool pg_lacks_tables(const PGresult *r)
{
    const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);

    return state && (strcmp(state, "42P01") == 0 || strcmp(state, "3F000") == 0);
}

static void said(struct pg_conn *c, const char *text)
{
    pg_say(c->why, sizeof c->why, text);
}

static void note_warning(void *arg, const PGresult *r)
{
    struct pg_conn *c = arg;

    (void)r;
    c->warned = true;
}

/* ---- connecting ---- */

/* Ours come after those of the address, so that it cannot ask for a standby. The server, too, gives
 * up on us soon: a node whose machine dies while half a transaction is on its way would leave rows
 * that whoever takes its tables over had to wait for, by default for two hours. */
static PGconn *open_connection(const char *uri)
{
    static const char *const keyword[] = {"connect_timeout",
                                          "keepalives_idle",
                                          "keepalives_interval",
                                          "keepalives_count",
                                          "tcp_user_timeout",
                                          "fallback_application_name",
                                          "dbname",
                                          "target_session_attrs",
                                          "client_encoding",
                                          "options",
                                          NULL};
    const char *value[] = {"3",
                           "3",
                           "1",
                           "3",
                           "5000",
                           "unisono",
                           uri,
                           "read-write",
                           "UTF8",
                           "-c synchronous_commit=on -c client_min_messages=warning"
                           " -c statement_timeout=0 -c lock_timeout=0 -c jit=off"
                           " -c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1"
                           " -c tcp_keepalives_count=3 -c tcp_user_timeout=5000"
                           " -c default_transaction_isolation=read\\ committed",
                           NULL};

    return PQconnectdbParams(keyword, value, 1);
}

PGconn *pg_connect_plain(const char *uri, struct store_problem *problem)
{
    PGconn *db = open_connection(uri);

    if (PQstatus(db) == CONNECTION_OK)
        return db;
    pg_say(problem->reason, sizeof problem->reason, PQerrorMessage(db));
    PQfinish(db);
    return NULL;
}

void pg_disconnect(struct pg_conn *c)
{
    PQfinish(c->db);
    c->db = NULL;
}

/* The tables are there, and of our format; asked before anything is prepared. */
static bool check_format(struct pg_conn *c)
{
    PGresult *r = NULL;
    bool fine = false;

    if (PQsendQueryParams(c->db, "select format::bigint from unisono.meta", 0, NULL, NULL, NULL,
                          NULL, 1) &&
        pg_sync(c))
        r = pg_next(c);
    if (!r)
        return false;
    if (PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1) {
        int64_t format = pg_get_int(r, 0, 0);

        fine = format == PG_STORE_FORMAT;
        if (!fine)
            pg_because(c, STORE_OK,
                       "the tables are of another version (format %lld, this one"
                       " knows %d)",
                       (long long)format, PG_STORE_FORMAT);
    } else if (pg_lacks_tables(r)) {
        pg_because(c, STORE_OK, "%s", pg_no_tables);
    } else {
        said(c, PQresultErrorMessage(r));
    }
    PQclear(r);
    PQclear(pg_next(c)); /* the sync */
    return fine && !c->broken;
}

static bool prepare_all(struct pg_conn *c)
{
    static const char *const sql[PG_STATEMENT_COUNT] = {
#define X(name, text) [name] = text,
        PG_STATEMENTS(X)
#undef X
    };
    char name[12];
    bool fine = true;

    for (int i = 0; i < PG_STATEMENT_COUNT; i++) {
        snprintf(name, sizeof name, "s%d", i);
        if (!PQsendPrepare(c->db, name, sql[i], 0, NULL))
            return false;
    }
    if (!pg_sync(c))
        return false;
    for (int i = 0; i <= PG_STATEMENT_COUNT; i++) {
        PGresult *r = pg_next(c);

        if (!r)
            return false;
        if (PQresultStatus(r) == PGRES_FATAL_ERROR)
            said(c, PQresultErrorMessage(r));
        fine = fine &&
               (PQresultStatus(r) == PGRES_COMMAND_OK || PQresultStatus(r) == PGRES_PIPELINE_SYNC);
        PQclear(r);
    }
    return fine;
}

bool pg_ready(struct pg_conn *c)
{
    if (c->db && (c->broken || PQstatus(c->db) != CONNECTION_OK))
        pg_disconnect(c);
    if (c->db)
        return true;
    if (pg_now() < c->next_try) {
        if (!c->why[0])
            pg_because(c, STORE_OK, "there is no connection to the server");
        return false;
    }
    c->generation = atomic_load(&c->watch->generation);
    c->db = open_connection(c->uri);
    c->broken = false;
    if (PQstatus(c->db) != CONNECTION_OK) {
        said(c, PQerrorMessage(c->db));
    } else {
        PQsetNoticeReceiver(c->db, note_warning, c);
        if (PQsetnonblocking(c->db, 1) == 0 && PQenterPipelineMode(c->db) && check_format(c) &&
            prepare_all(c)) {
            if (c->role == PG_WATCHES && c->before)
                atomic_fetch_add(&c->watch->generation, 1);
            c->before = true;
            atomic_store(&c->watch->heard, pg_now());
            return true;
        }
    }
    pg_disconnect(c);
    c->next_try = pg_now() + RETRY_AFTER;
    return false;
}

/* ---- sending ---- */

static void put_be(uint8_t *to, uint64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (uint8_t)(n >> (8 * (bytes - 1 - i)));
}

void pg_int(struct pg_params *p, int64_t n)
{
    put_be(p->number[p->n], (uint64_t)n, 8);
    p->value[p->n] = (char *)p->number[p->n];
    p->length[p->n++] = 8;
}

void pg_bool(struct pg_params *p, bool yes)
{
    p->number[p->n][0] = yes;
    p->value[p->n] = (char *)p->number[p->n];
    p->length[p->n++] = 1;
}

void pg_bytes(struct pg_params *p, struct str bytes)
{
    p->value[p->n] = bytes.len ? bytes.at : "";
    p->length[p->n++] = (int)bytes.len;
}

void pg_text(struct pg_params *p, struct str text)
{
    p->value[p->n] = text.len ? text.at : NULL;
    p->length[p->n++] = (int)text.len;
}

static bool lost(struct pg_conn *c)
{
    if (!c->broken && PQerrorMessage(c->db)[0])
        said(c, PQerrorMessage(c->db));
    c->broken = true;
    return false;
}

bool pg_send(struct pg_conn *c, enum pg_statement which, const struct pg_params *p)
{
    static const int binary[PG_PARAMS] = {1, 1, 1, 1, 1, 1, 1, 1};
    char name[12];

    snprintf(name, sizeof name, "s%d", which);
    c->asked = pg_now();
    if (c->broken || !PQsendQueryPrepared(c->db, name, p ? p->n : 0, p ? p->value : NULL,
                                          p ? p->length : NULL, binary, 1))
        return lost(c);
    return true;
}

bool pg_sync(struct pg_conn *c)
{
    c->asked = pg_now();
    return !c->broken && PQpipelineSync(c->db) ? true : lost(c);
}

/* ---- waiting ---- */

static bool give_up(const struct pg_conn *c)
{
    int64_t now = pg_now(), waited = now - c->asked;

    if (c->role != PG_WRITES || atomic_load(&c->watch->stop))
        return waited > PATIENCE;
    return (waited > REPLACED_PATIENCE && atomic_load(&c->watch->generation) != c->generation) ||
           (waited > COMMIT_PATIENCE && now - atomic_load(&c->watch->heard) > COMMIT_PATIENCE);
}

/* Sends and receives until an answer is there; false: it is not to come. */
static bool await(struct pg_conn *c)
{
    for (;;) {
        int unsent = PQflush(c->db);

        if (unsent < 0 || !PQconsumeInput(c->db))
            return lost(c);
        if (!PQisBusy(c->db))
            return true;
        if (give_up(c)) {
            pg_because(c, STORE_OK, "the server does not answer");
            c->broken = true;
            return false;
        }
        struct pollfd p = {.fd = PQsocket(c->db), .events = POLLIN};
        if (unsent)
            p.events |= POLLOUT;
        if (poll(&p, 1, SLICE) < 0 && errno != EINTR)
            return lost(c);
    }
}

PGresult *pg_next(struct pg_conn *c)
{
    /* libpq says NULL between the answers of two statements. */
    for (int nothing = 0; nothing < 2 && !c->broken; nothing++) {
        if (!await(c))
            return NULL;
        PGresult *r = PQgetResult(c->db);

        if (r && PQstatus(c->db) != CONNECTION_OK) {
            said(c, PQresultErrorMessage(r));
            PQclear(r);
            c->broken = true;
            return NULL;
        }
        if (r)
            return r;
    }
    lost(c);
    return NULL;
}

PGresult *pg_ask(struct pg_conn *c, enum pg_statement which, const struct pg_params *p)
{
    PGresult *r = pg_send(c, which, p) && pg_sync(c) ? pg_next(c) : NULL;
    PGresult *sync = r ? pg_next(c) : NULL;
    bool fine = r && sync &&
                (PQresultStatus(r) == PGRES_TUPLES_OK || PQresultStatus(r) == PGRES_COMMAND_OK);

    if (r && !fine && !c->broken)
        said(c, PQresultErrorMessage(r));
    PQclear(sync);
    if (fine)
        return r;
    PQclear(r);
    return NULL;
}

/* ---- answers ---- */

int64_t pg_get_int(const PGresult *r, int row, int column)
{
    const uint8_t *at = (const uint8_t *)PQgetvalue(r, row, column);
    uint64_t n = 0;

    if (PQgetlength(r, row, column) != 8)
        return 0;
    for (int i = 0; i < 8; i++)
        n = n << 8 | at[i];
    return (int64_t)n;
}

struct str pg_get_bytes(const PGresult *r, int row, int column)
{
    return str_n(PQgetvalue(r, row, column), (size_t)PQgetlength(r, row, column));
}
