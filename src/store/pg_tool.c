/* What `unisono store` does with a database: makes the tables, and tells what there is. */
#include "base/err.h"
#include "store/pg.h"
#include "store/pg_schema.h"

#include <stdio.h>

static int refuse(struct store_problem *problem, const PGresult *r)
{
    pg_say(problem->reason, sizeof problem->reason,
           pg_lacks_tables(r) ? pg_no_tables : PQresultErrorMessage(r));
    return ERR_UNWRITABLE;
}

int store_pg_init(const char *uri, struct store_problem *problem)
{
    PGconn *db = pg_connect_plain(uri, problem);
    int error = 0;

    if (!db)
        return ERR_UNWRITABLE;
    /* Sent as one text it is one transaction: all of it or nothing. */
    PGresult *r = PQexec(db, pg_schema);
    if (PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK)
        error = refuse(problem, r);
    PQclear(r);
    PQfinish(db);
    return error;
}

/* Rows as lines of "title: value  value"; nothing where the question fails and `may`. */
static bool tell(PGconn *db, const char *title, const char *sql, bool may, struct buf *out,
                 struct store_problem *problem)
{
    PGresult *r = PQexec(db, sql);
    bool fine = PQresultStatus(r) == PGRES_TUPLES_OK;

    if (!fine && !may)
        refuse(problem, r);
    if (fine && !PQntuples(r))
        buf_printf(out, "%-10s none\n", title);
    for (int row = 0; fine && row < PQntuples(r); row++) {
        buf_printf(out, "%-10s", row ? "" : title);
        for (int column = 0; column < PQnfields(r); column++)
            buf_printf(out, "%s%s", column ? "  " : " ", PQgetvalue(r, row, column));
        buf_addc(out, '\n');
    }
    PQclear(r);
    return fine || may;
}

/* Tells which server has answered; NULL with a reason where none has. */
static PGconn *connect_and_tell(const char *uri, struct buf *out, struct store_problem *problem)
{
    PGconn *db = pg_connect_plain(uri, problem);

    if (db)
        buf_printf(out, "%-10s %s:%s, PostgreSQL %s\n", "server", PQhost(db), PQport(db),
                   PQparameterStatus(db, "server_version"));
    return db;
}

static bool tell_safe(PGconn *db, bool alone, struct buf *out)
{
    PGresult *r = PQexec(db, alone ? "select unisono.guard(true)" : "select unisono.guard(false)");
    const char *why = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    bool sound = PQresultStatus(r) == PGRES_TUPLES_OK;

    buf_printf(out, "%-10s %s\n", "safe", sound ? "yes" : why ? why : "?");
    PQclear(r);
    return sound;
}

int store_pg_status(const char *uri, bool alone, struct buf *out, bool *sound,
                    struct store_problem *problem)
{
    PGconn *db = connect_and_tell(uri, out, problem);

    *sound = false;
    if (!db)
        return ERR_UNWRITABLE;
    bool fine =
        tell(db, "format", "select format from unisono.meta", false, out, problem) &&
        tell(db, "tables",
             "select count(*) filter (where state < 2) || ' kept, ' ||"
             " count(*) filter (where state = 2) || ' removed' from unisono.room",
             false, out, problem) &&
        tell(db, "size",
             "select pg_size_pretty(pg_total_relation_size('unisono.entry')) || ' of entries, ' ||"
             " (select count(*) from unisono.doc) || ' documents'",
             false, out, problem) &&
        /* Whoever may not look at the standbys sees their names alone. */
        tell(db, "standbys",
             "select application_name, coalesce(sync_state, '?'),"
             " coalesce(pg_wal_lsn_diff(sent_lsn, flush_lsn)::text, '?') || ' bytes behind'"
             " from pg_stat_replication order by 1",
             true, out, problem) &&
        tell(db, "nodes",
             "select to_hex(node), case when address = '' then '-' else address end,"
             " 'version ' || version, 'format ' || abs(format),"
             " 'heard of ' || round(extract(epoch from now() - at), 1) || ' s ago'"
             " from unisono.session where ttl < 86400000 order by at desc",
             false, out, problem);
    if (fine)
        *sound = tell_safe(db, alone, out);
    PQfinish(db);
    return fine ? 0 : ERR_UNWRITABLE;
}

/* A node is alive while its session is younger than its lease; what it does it has told itself. */
static const char nodes_sql[] =
    "select rpad(to_hex(node), 8), rpad(coalesce(nullif(address, ''), '-'), 21),"
    " rpad(case when age > ttl / 1000.0 then 'gone' when format <= 0 then 'stopping' else 'alive' "
    "end,"
    "  8),"
    " 'beat ' || round(age, 1) || ' s ago, lease ' || round(greatest(0, ttl / 1000.0 - age), 1)"
    "  || ' s, ' || coalesce((told->>'tables') || ' tables (' || (told->>'waiting') || ' wait), '"
    "  || (told->>'guests') || ' guests, ' || (told->>'lines_out') || ' passed on, '"
    "  || 'commit ' || (told->>'beat_ms') || ' ms, ', '')"
    "  || 'version ' || version || ', format ' || abs(format)"
    " from (select s.*, extract(epoch from now() - at) as age,"
    "  (select convert_from(d.body, 'UTF8')::json from unisono.doc d"
    "   where d.key = convert_to('node/' || to_hex(s.node), 'UTF8')) as told"
    "  from unisono.session s where s.ttl < 86400000) n order by age > ttl / 1000.0, node";

static const char standbys_sql[] =
    "select application_name, coalesce(state, '?'), coalesce(sync_state, '?'),"
    " coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::text, '?') || ' bytes behind, '"
    " || coalesce(round(extract(epoch from flush_lag) * 1000, 1)::text, '0') || ' ms'"
    " from pg_stat_replication order by 1";

static const char alive_sql[] =
    "select count(*) from unisono.session where ttl < 86400000 and format > 0"
    " and now() - at < ttl * interval '1 ms'";

int store_pg_cluster(const char *uri, bool alone, struct buf *out, bool *sound,
                     struct store_problem *problem)
{
    PGconn *db = connect_and_tell(uri, out, problem);

    *sound = false;
    if (!db)
        return ERR_UNWRITABLE;
    bool fine =
        tell(db, "standbys", standbys_sql, true, out, problem) &&
        tell(db, "nodes", nodes_sql, false, out, problem) &&
        tell(db, "tables", "select count(*) filter (where state < 2) || ' kept' from unisono.room",
             false, out, problem);
    if (fine) {
        PGresult *alive = PQexec(db, alive_sql);

        *sound =
            tell_safe(db, alone, out) && PQntuples(alive) == 1 && PQgetvalue(alive, 0, 0)[0] != '0';
        PQclear(alive);
    }
    PQfinish(db);
    return fine ? 0 : ERR_UNWRITABLE;
}
