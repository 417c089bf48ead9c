/*
 * sqlite - what the parts of the SQLite backend share. sqlite_open.c makes a connection that may be
 * trusted, sqlite_commit.c writes by it, sqlite_writer.c does that in a thread of its own, and
 * sqlite.c is the backend. Nobody else includes this.
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
    SQLITE_STORE_VERSION = 2,             /* in user_version */
    SQLITE_STORE_APPLICATION = 0x554E4953 /* "UNIS", in application_id */
};

enum sqlite_room_state { ROOM_OPEN = 0, ROOM_SEALED = 1, ROOM_PURGED = 2 };

/*
 * Whether an append may be: the room is open, its predecessor is there with no higher epoch, and
 * nothing stands behind (which would be a gap to be found, not to be filled).
 */
#define SQLITE_STATEMENTS(X)                                                                 \
    X(ST_BEGIN, "begin immediate")                                                           \
    X(ST_COMMIT, "commit")                                                                   \
    X(ST_ROLLBACK, "rollback")                                                               \
    X(ST_ENTER, "insert or ignore into room(room, state, at) values(?1, 0, 0)")              \
    X(ST_APPEND, "insert into entry(room, seq, epoch, op, sum, body)"                        \
                 " select ?1, ?2, ?3, ?4, ?5, ?6"                                            \
                 " where exists(select 1 from room where room = ?1 and state = 0)"           \
                 " and (?2 = 1 or exists(select 1 from entry"                                \
                 "                       where room = ?1 and seq = ?2 - 1 and epoch <= ?3))" \
                 " and not exists(select 1 from entry where room = ?1 and seq > ?2)"         \
                 " on conflict do nothing")                                                  \
    X(ST_APPEND_NEXT, "insert into entry(room, seq, epoch, op, sum, body)"                   \
                      " values(?1, ?2, ?3, ?4, ?5, ?6) on conflict do nothing")              \
    X(ST_VERSION, "pragma data_version")                                                     \
    X(ST_LAST_ROW, "select max(rowid) from entry")                                           \
    X(ST_STATE, "select state, (select max(seq) from entry where room = ?1)"                 \
                " from room where room = ?1")                                                \
    X(ST_ENTRY, "select epoch, op, sum, body from entry where room = ?1 and seq = ?2")       \
    X(ST_SEAL, "update room set state = 1, at = ?2 where room = ?1 and state = 0")           \
    X(ST_ERASE, "delete from entry where room = ?1")                                         \
    X(ST_PURGE, "insert into room(room, state, at) values(?1, 2, 0)"                         \
                " on conflict(room) do update set state = 2, at = 0")                        \
    X(ST_READ, "select r.state, e.seq, e.epoch, e.op, e.sum, e.body"                         \
               " from room r left join entry e on e.room = ?1 and e.seq >= ?2"               \
               " where r.room = ?1 order by e.seq")                                          \
    X(ST_ROOMS, "select room, at, (select max(seq) from entry e where e.room = r.room)"      \
                " from room r where state < 2 order by room")

enum sqlite_statement {
#define X(name, sql) name,
    SQLITE_STATEMENTS(X)
#undef X
        STATEMENTS
};

/*
 * The last entry of rooms this connection has written to, in a small table where rooms may push
 * each other out. While nobody else has written to the file, an append that follows such an entry
 * needs none of the questions of ST_APPEND: they were answered then.
 */
enum { TAILS = 1 << 15 };

struct tail {
    int64_t room, seq, epoch;
    int64_t age; /* counts only while it is that of the connection */
};

/* A connection; one thread uses it at a time. */
struct sqlite_conn {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    struct alive *alive;  /* of the store */
    char why[240];        /* why the last result was not OK; empty: there was none */
    struct tail *tail;    /* TAILS of them; NULL before the first commit */
    int64_t age, version; /* of the tails; of the file when they were true */
    int64_t last_row;     /* that this commit has appended; 0: none */
    int wal_pages;        /* in the write-ahead log after the last commit */
    int checkpoint_pages;
};

/* What went wrong last, for a person. */
void sqlite_explain(sqlite3 *db, char *text, size_t size);
/* A connection that satisfies the invariants, or a negative error with a reason. Opens `alive` too;
 * the caller closes it, also after an error. */
int sqlite_connect(sqlite3 **out, const char *path, const struct store_sqlite_options *options,
                   struct alive *alive, struct store_problem *problem);

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

/* Writes all requests in one transaction and fills in their results. */
void sqlite_commit(struct sqlite_conn *c, struct batch *batch);
/* Folds the write-ahead log into the file where it has grown long enough. */
void sqlite_checkpoint(struct sqlite_conn *c);

#endif
