/*
 * sqlite - what the parts of the SQLite backend share. sqlite_open.c makes a connection that may be
 * trusted, sqlite_check.c looks whether a file is sound, sqlite_commit.c and sqlite_docs.c
 * write, sqlite_writer.c does that in a thread of its own, sqlite_read.c reads, and sqlite.c is the
 * backend. Nobody else includes this.
 *
 * Invariants of an open store: write-ahead log, synchronous=FULL, a schema of our version, every
 * page checked once, and everything that can be read is on the disk. Documented in docs/store.md.
 */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "store/backends.h"
#include "store/queue.h"
#include "store/sqlite_alive.h"

#include <sqlite3.h>

enum {
    SQLITE_STORE_VERSION = 3,             /* in user_version */
    SQLITE_STORE_APPLICATION = 0x554E4953 /* "UNIS", in application_id */
};

/* 1 was meant for logs that nothing may be added to; no version has written it. */
enum sqlite_room_state { ROOM_OPEN = 0, ROOM_PURGED = 2 };

/*
 * Whether an append may be: the room is open, its predecessor is there with no higher epoch, and
 * nothing stands after it (which would be a gap to be found, not to be filled).
 */
#define SQLITE_STATEMENTS(X)                                                                   \
    X(ST_BEGIN, "begin immediate")                                                             \
    X(ST_COMMIT, "commit")                                                                     \
    X(ST_ROLLBACK, "rollback")                                                                 \
    X(ST_ENTER, "insert or ignore into room(room, state, at, code, founder)"                   \
                " values(?1, 0, 0, ?2, ?3)")                                                   \
    X(ST_APPEND, "insert into entry(room, seq, epoch, op, sum, body)"                          \
                 " select ?1, ?2, ?3, ?4, ?5, ?6"                                              \
                 " where exists(select 1 from room where room = ?1 and state = 0)"             \
                 " and (?2 = 1 or exists(select 1 from entry where room = ?1 and seq = ?2 - 1" \
                 "                       and epoch <= ?3 and op = ?7))"                        \
                 " and not exists(select 1 from entry where room = ?1 and seq > ?2)"           \
                 " on conflict do nothing")                                                    \
    X(ST_APPEND_NEXT, "insert into entry(room, seq, epoch, op, sum, body)"                     \
                      " values(?1, ?2, ?3, ?4, ?5, ?6) on conflict do nothing")                \
    X(ST_VERSION, "pragma data_version")                                                       \
    X(ST_LAST_ROW, "select max(rowid) from entry")                                             \
    X(ST_STATE, "select state, (select max(seq) from entry where room = ?1)"                   \
                " from room where room = ?1")                                                  \
    X(ST_ENTRY, "select epoch, op, sum, body from entry where room = ?1 and seq = ?2")         \
    X(ST_NAME, "update or ignore room set code = ?2, founder = ?3"                             \
               " where room = ?1 and state < 2 and code is null and founder is null")          \
    X(ST_HAS_NAME, "select 1 from room where room = ?1 and code is ?2 and founder is ?3")      \
    X(ST_ERASE, "delete from entry where room = ?1")                                           \
    X(ST_PURGE, "insert into room(room, state, at) values(?1, 2, 0) on conflict(room)"         \
                " do update set state = 2, at = 0, code = null, founder = null")               \
    X(ST_DOC_NEW, "insert or ignore into doc(key, op, until, sum, body)"                       \
                  " values(?1, ?2, ?3, ?4, ?5)")                                               \
    X(ST_DOC_CHANGE, "update doc set op = ?2, until = ?3, sum = ?4, body = ?5"                 \
                     " where key = ?1 and op = ?6")                                            \
    X(ST_DOC_OP, "select op from doc where key = ?1")                                          \
    X(ST_DOC_REMOVE, "delete from doc where key = ?1 and op = ?2")                             \
    X(ST_DOC_SWEEP, "delete from doc where key in"                                             \
                    " (select key from doc where until > 0 and until < ?1 limit ?2)")          \
    X(ST_READ, "select r.state, e.seq, e.epoch, e.op, e.sum, e.body"                           \
               " from room r left join entry e on e.room = ?1 and e.seq >= ?2"                 \
               " where r.room = ?1 order by e.seq")                                            \
    X(ST_ROOMS, "select room, (select max(seq) from entry e where e.room = r.room), code"      \
                " from room r where state < 2 order by room")                                  \
    X(ST_FIND_CODE, "select room, (select max(seq) from entry e where e.room = r.room), code"  \
                    " from room r where code = ?1")                                            \
    X(ST_FIND_FOUNDER, "select room,"                                                          \
                       " (select max(seq) from entry e where e.room = r.room), code"           \
                       " from room r where founder = ?1")                                      \
    X(ST_DOCS, "select key, op, until, sum, body from doc where key >= ?1"                     \
               " order by key limit ?2")                                                       \
    X(ST_DOC_KEYS, "select key, op, until from doc where key >= ?1 order by key limit ?2")

enum sqlite_statement {
#define X(name, sql) name,
    SQLITE_STATEMENTS(X)
#undef X
        STATEMENTS
};

/*
 * The last entry of rooms this connection has written to. While nobody else has written to the
 * file, an append that follows such an entry needs none of the questions of ST_APPEND: they were
 * answered then. A room has its place in one set of TAIL_SET; the table doubles when a set is full,
 * so that few rooms need little memory, and at its largest rooms push each other out.
 */
enum { TAIL_SET = 8, TAILS_FIRST = 1 << 8, TAILS_MOST = 1 << 15 };

struct tail {
    int64_t room, seq, epoch;
    uint64_t op;
    int64_t age; /* counts only while it is that of the connection */
};

/* A connection; one thread uses it at a time. */
struct sqlite_conn {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    struct alive *alive;  /* of the store */
    char why[240];        /* why the last result was not OK; empty: there was none */
    struct tail *tail;    /* NULL before the first commit */
    size_t tails;         /* a power of two */
    int64_t age, version; /* of the tails; of the file when they were true */
    int64_t last_row;     /* that this commit has appended; 0: none */
    int wal_pages;        /* in the write-ahead log after the last commit */
    int checkpoint_pages;
    bool doubtful; /* the file may lack pages that count as copied: the log has to stay */
};

/* What went wrong last, for a person. */
void sqlite_explain(sqlite3 *db, char *text, size_t size);
/* A connection that satisfies the invariants, or a negative error with a reason. Opens `alive` too;
 * the caller closes it, also after an error. */
int sqlite_connect(sqlite3 **out, const char *path, const struct store_sqlite_options *options,
                   struct alive *alive, struct store_problem *problem);

/* ---- sqlite_check.c ---- */

int sqlite_refuse(struct store_problem *problem, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for a failure of SQLite itself. */
int sqlite_refuse_db(struct store_problem *problem, sqlite3 *db, const char *path);
/* Runs a statement with one value for an answer; false when it fails or has none. */
bool sqlite_ask(sqlite3 *db, const char *sql, int64_t *number, char *text, size_t size);
bool sqlite_run(sqlite3 *db, const char *sql);
/* Each returns 0, or a negative error with a reason. */
int sqlite_check_pages(sqlite3 *db, const char *path, struct store_problem *problem);
/* `version` of the file: before 3 it has neither names nor documents. */
int sqlite_check_indexes(sqlite3 *db, const char *path, int64_t version,
                         struct store_problem *problem);

/* A second connection to a file that is open already, for reading alone; *out has to be closed also
 * after an error. */
int sqlite_reader(sqlite3 **out, const char *path, const struct store_sqlite_options *options,
                  struct store_problem *problem);
/* Prepares all statements; 0, or a negative error with a reason. */
int sqlite_prepare(struct sqlite_conn *c, const char *path, struct store_problem *problem);
void sqlite_disconnect(struct sqlite_conn *c);

/* Binds the numbers of a statement; it is used with sqlite_finish(). */
sqlite3_stmt *sqlite_bound(struct sqlite_conn *c, enum sqlite_statement which, int64_t a, int64_t b,
                           int64_t d);
/* Frees the statement for its next use and tells how it went. */
int sqlite_finish(sqlite3_stmt *st);
/* Remembers why, and returns the result. */
enum store_result sqlite_because(struct sqlite_conn *c, enum store_result result,
                                 const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same for a failure of SQLite itself. */
enum store_result sqlite_failed(struct sqlite_conn *c, int code);
/* Columns epoch, op, sum, body from `first` on; false when the sum does not fit. */
bool sqlite_entry_at(sqlite3_stmt *st, int first, struct store_entry *e);

/* Binds a text or bytes; nothing at all where it is empty and `null`. */
void sqlite_bind(sqlite3_stmt *st, int at, struct str text, bool null);
/* Runs a statement to its end. */
int sqlite_step(struct sqlite_conn *c, enum sqlite_statement which);

/* ---- sqlite_docs.c: requests inside a transaction; a code of SQLite ---- */

int sqlite_doc_put(struct sqlite_conn *c, const struct store_doc *doc, enum store_result *result);
int sqlite_doc_remove(struct sqlite_conn *c, struct str key, uint64_t op,
                      enum store_result *result);

/* ---- sqlite_read.c: what reads at once ---- */

enum store_result sqlite_read_log(struct sqlite_conn *c, int64_t room, int64_t from,
                                  store_each_entry *each, void *arg);
enum store_result sqlite_read_rooms(struct sqlite_conn *c, store_each_room *each, void *arg);
enum store_result sqlite_find_room(struct sqlite_conn *c, const struct store_names *names,
                                   struct store_room *room);
enum store_result sqlite_read_docs(struct sqlite_conn *c, struct str key, int64_t limit,
                                   store_each_doc *each, void *arg);

/* ---- sqlite_commit.c ---- */

/* Writes all requests in one transaction and fills in their results. */
void sqlite_commit(struct sqlite_conn *c, struct batch *batch);

/* ---- sqlite_checkpoint.c: the write-ahead log is copied into the file ---- */

/* Whether it has grown long enough, by the last commit of this connection. */
bool sqlite_checkpoint_due(const struct sqlite_conn *c);
/* As far as nobody uses what is in it. */
void sqlite_checkpoint(struct sqlite_conn *c);
/* The same beside another connection that commits: leaves it little to do. */
void sqlite_checkpoint_most(struct sqlite_conn *c);

#endif
