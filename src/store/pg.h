/*
 * pg - what the parts of the PostgreSQL backend share. pg_conn.c makes a connection that may be
 * trusted and waits for answers, pg_schema.c has the tables, pg_commit.c writes, pg_read.c reads,
 * pg_worker.c does both in threads, and pg.c is the backend. Nobody else includes this.
 *
 * Invariants of a connection that is ready: its server takes writes, its tables are of our format,
 * and every transaction that writes begins with guard(): it fails where a confirmed row would not
 * survive the loss of the server. Documented in docs/store.md.
 *
 * A connection is always in pipeline mode: what belongs to one transaction is sent in one go, ended
 * by a sync, at which the server commits. So no transaction ever waits for us.
 */
#ifndef STORE_PG_H
#define STORE_PG_H

#include "store/backends.h"
#include "store/queue.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>

enum { PG_STORE_FORMAT = 1 }; /* in unisono.meta */
/* 1 was meant for logs that nothing may be added to; no version has written it. */
enum pg_room_state { PG_ROOM_OPEN = 0, PG_ROOM_PURGED = 2 };
enum { PG_ROWS = 200 }; /* of a log that are asked for at once */

/*
 * An append: the room is open, its predecessor is the one it names, with no higher epoch. Rows come
 * sorted by room, else two nodes could wait for each other.
 */
#define PG_STATEMENTS(X)                                                                         \
    X(PG_GUARD, "select unisono.guard($1::boolean)")                                             \
    X(PG_PING, "select 1")                                                                       \
    X(PG_BARRIER, "update unisono.meta set barrier = barrier + 1")                               \
    X(PG_ENTER, "insert into unisono.room(room, code, founder)"                                  \
                " select * from unnest($1::bigint[], $2::text[], $3::text[])"                    \
                " on conflict do nothing")                                                       \
    X(PG_APPEND, "insert into unisono.entry(room, seq, epoch, op, sum, body)"                    \
                 " select t.room, t.seq, t.epoch, t.op, t.sum, t.body"                           \
                 " from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[],"          \
                 "             $5::bigint[], $6::bigint[], $7::bytea[])"                         \
                 "   as t(room, seq, epoch, prev, op, sum, body)"                                \
                 " where exists(select from unisono.room r"                                      \
                 "              where r.room = t.room and r.state = 0)"                          \
                 " and (t.seq = 1 or exists(select from unisono.entry p"                         \
                 "   where p.room = t.room and p.seq = t.seq - 1 and p.epoch <= t.epoch"         \
                 "     and p.op = t.prev))"                                                      \
                 " order by t.room on conflict do nothing returning room")                       \
    X(PG_WHY, "select t.room, coalesce(r.state, -1)::bigint,"                                    \
              " coalesce((select max(m.seq) from unisono.entry m where m.room = t.room), 0),"    \
              " e.epoch, e.op, e.sum, e.body"                                                    \
              " from unnest($1::bigint[], $2::bigint[]) as t(room, seq)"                         \
              " left join unisono.room r on r.room = t.room"                                     \
              " left join unisono.entry e on e.room = t.room and e.seq = t.seq")                 \
    X(PG_PURGE, "select unisono.purge($1::bigint, $2::bigint)")                                  \
    X(PG_NAME, "select unisono.name($1::bigint, $2::text, $3::text)")                            \
    X(PG_BEAT, "insert into unisono.session(node, beat, ttl, format, address, version, at)"      \
               " values($1::bigint, $2::bigint, $3::bigint, $4::bigint, coalesce($5::text, '')," \
               "        coalesce($6::text, ''), now())"                                          \
               " on conflict(node) do update set beat = excluded.beat, ttl = excluded.ttl,"      \
               " format = excluded.format, address = excluded.address,"                          \
               " version = excluded.version, at = excluded.at")                                  \
    X(PG_LEAVE, "delete from unisono.session where node = $1::bigint"                            \
                " or (at < now() - interval '1 day' and ttl < 86400000)")                        \
    X(PG_DOC_PUT, "select unisono.doc_put($1::bytea, $2::bigint, $3::bigint, $4::bigint,"        \
                  " $5::bigint, $6::bytea)")                                                     \
    X(PG_DOC_REMOVE, "select unisono.doc_remove($1::bytea, $2::bigint)")                         \
    X(PG_DOC_SWEEP, "delete from unisono.doc where key in (select key from unisono.doc"          \
                    " where until > 0 and until < $1::bigint limit $2::bigint"                   \
                    " for update skip locked)")                                                  \
    X(PG_READ,                                                                                   \
      "select r.state::bigint, e.seq, e.epoch, e.op, e.sum, e.body"                              \
      " from unisono.room r left join lateral ("                                                 \
      "   select * from unisono.entry l where l.room = $1::bigint and l.seq >= $2::bigint"       \
      "   order by l.seq limit $3::bigint) e on true"                                            \
      " where r.room = $1::bigint order by e.seq")                                               \
    X(PG_ENDS,                                                                                   \
      "select e.room, e.seq, e.epoch, e.op, e.sum, e.body from ("                                \
      "   select room from unisono.room where state < 2 and room > $1::bigint"                   \
      "   order by room limit $2::bigint) r join lateral ("                                      \
      "   select * from unisono.entry l where l.room = r.room order by l.seq desc limit 1) e"    \
      " on true order by e.room")                                                                \
    X(PG_ROOMS, "select room, coalesce((select max(m.seq) from unisono.entry m"                  \
                " where m.room = r.room), 0), code from unisono.room r"                          \
                " where state < 2 and room > $1::bigint order by room limit $2::bigint")         \
    X(PG_FIND_CODE, "select room, coalesce((select max(m.seq) from unisono.entry m"              \
                    " where m.room = r.room), 0), code from unisono.room r"                      \
                    " where code = $1::text")                                                    \
    X(PG_FIND_FOUNDER, "select room, coalesce((select max(m.seq) from unisono.entry m"           \
                       " where m.room = r.room), 0), code from unisono.room r"                   \
                       " where founder = $1::text")                                              \
    X(PG_SESSIONS, "select node, beat, ttl, format, address, version,"                           \
                   " (extract(epoch from now() - at) * 1000)::bigint from unisono.session"       \
                   " order by node")                                                             \
    X(PG_DOCS, "select key, op, until, sum, body from unisono.doc"                               \
               " where key >= $1::bytea order by key limit $2::bigint")                          \
    X(PG_DOC_KEYS, "select key, op, until from unisono.doc"                                      \
                   " where key >= $1::bytea order by key limit $2::bigint")

enum pg_statement {
#define X(name, sql) name,
    PG_STATEMENTS(X)
#undef X
        PG_STATEMENT_COUNT
};

/* What the threads of a store know of the server: one of them watches it. */
struct pg_watch {
    _Atomic int64_t heard;  /* when it last answered, by a clock that nobody sets */
    _Atomic int generation; /* how often the watching thread has connected again */
    _Atomic bool stop;
};

struct pg_conn {
    const char *uri;
    bool alone; /* no synchronous standby is demanded */
    struct pg_watch *watch;
    enum { PG_WRITES, PG_WATCHES, PG_LOOKS } role; /* one writes, one watches, tools look */
    int generation;                                /* of the watch, when this one connected */
    PGconn *db;                                    /* NULL: not connected */
    bool before;                                   /* it was connected once */
    int64_t next_try, asked;
    bool broken; /* lost, or given up on: what is under way is not known */
    bool warned; /* the server said something while it committed */
    char why[240];
};

/* ---- pg_conn.c ---- */

int64_t pg_now(void); /* milliseconds of a clock that nobody sets */
/* Connects where it has to, at most once in a while; false with a reason. */
bool pg_ready(struct pg_conn *c);
void pg_disconnect(struct pg_conn *c);
enum store_result pg_because(struct pg_conn *c, enum store_result result, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The first line of what libpq or the server said, without its severity. */
void pg_say(char *to, size_t size, const char *text);
/* An answer that says that `unisono store init` was not run, and what is told of that. */
bool pg_lacks_tables(const PGresult *r);
extern const char pg_no_tables[];
/* Connects for one question after the other, for `unisono store`; NULL with a reason. */
PGconn *pg_connect_plain(const char *uri, struct store_problem *problem);

/* What a statement is given, in the server's own binary form. */
enum { PG_PARAMS = 8 };
struct pg_params {
    int n;
    const char *value[PG_PARAMS];
    int length[PG_PARAMS];
    uint8_t number[PG_PARAMS][8];
};
void pg_int(struct pg_params *p, int64_t n);
void pg_bool(struct pg_params *p, bool yes);
void pg_bytes(struct pg_params *p, struct str bytes);
void pg_text(struct pg_params *p, struct str text); /* null where it is empty */

/* Sends; the answers are taken in the same order. False: the connection is broken. */
bool pg_send(struct pg_conn *c, enum pg_statement which, const struct pg_params *p);
bool pg_sync(struct pg_conn *c);
/* The next answer, to a statement or to a sync; NULL: the connection is broken. */
PGresult *pg_next(struct pg_conn *c);
/* One statement and its sync. NULL with a reason where it failed. */
PGresult *pg_ask(struct pg_conn *c, enum pg_statement which, const struct pg_params *p);

/* A value of an answer. */
int64_t pg_get_int(const PGresult *r, int row, int column);
struct str pg_get_bytes(const PGresult *r, int row, int column);

/* ---- pg_commit.c ---- */

/* Writes all requests and fills in their results. */
void pg_commit(struct pg_conn *c, struct batch *batch);

/* ---- pg_read.c ---- */

/* What the server answered to a question. */
struct pg_answer {
    enum store_result result;
    PGresult **part;
    int parts;
};
/* Asks, in whichever thread has the connection. */
void pg_question(struct pg_conn *c, const struct store_request *r, struct pg_answer *a);
/* Shows what was answered, in the thread of the store; the result may become CORRUPT. */
void pg_show(struct store *s, struct store_request *r, const struct pg_answer *a);
void pg_answer_fini(struct pg_answer *a);
enum store_result pg_list_rooms(struct pg_conn *c, store_each_room *each, void *arg);

/* ---- pg_worker.c ---- */

struct pg_worker {
    struct pg_conn conn;
    void (*work)(struct pg_worker *w);
    struct batch batch;
    struct pg_answer *answer; /* of questions */
    enum { PG_IDLE, PG_GIVEN, PG_DONE } state;
    bool stop;
    char warning[240]; /* why something was not well in the batch that is done */
    int fd;            /* written to when a batch is done */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
};
void pg_worker_start(struct pg_worker *w, void (*what)(struct pg_worker *w), int fd);
/* Takes the batch over. The one before has been taken back. */
void pg_worker_give(struct pg_worker *w, const struct batch *batch);
bool pg_worker_take(struct pg_worker *w, struct batch *batch);
/* Ends the thread after what it was given; that may be taken afterwards. */
void pg_worker_stop(struct pg_worker *w);
void pg_worker_fini(struct pg_worker *w);

#endif
