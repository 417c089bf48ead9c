/*
 * backends - how a store is opened; only mains, benches and tests include this.
 *
 *     struct store *s;
 *     struct store_problem problem;
 *     if (store_sqlite_open(&s, "tables.db", NULL, &problem) < 0)
 *         die(problem.reason);
 *
 * The caller owns the store and frees it with store_free().
 */
#ifndef STORE_BACKENDS_H
#define STORE_BACKENDS_H

#include "base/buf.h"
#include "store/store.h"

struct store_problem {
    char reason[240];
};

/* Keeps everything in memory, for tests and throw-away servers: G3 holds until the process ends. */
struct store *store_mem_new(void);

struct store_sqlite_options {
    int busy_ms;          /* how long a commit waits for another process; 0: 1000 */
    int checkpoint_pages; /* of the write-ahead log, after which a checkpoint is made; 0: 4000 */
    bool thread;          /* commit in a thread of its own: pump() does not wait for the disk */
    bool exclusive;       /* for a server: one process has it so at a time (else ERR_BUSY) */
    bool read_only;       /* writes nothing at all, and needs no space: appends are UNAVAILABLE */
};

/*
 * Opens or creates a file. 0, or a negative error with a reason and `out` untouched:
 * ERR_UNWRITABLE (folder, permissions, disk full, locked), ERR_CORRUPT (damaged, or not a store),
 * ERR_UNKNOWN (written by a newer version), ERR_SYNTAX (a path that would not be a durable file),
 * ERR_BUSY (another server has it).
 * The pages of the whole file are checked, so it takes about as long as reading it once; the
 * entries themselves are checked when they are read.
 */
int store_sqlite_open(struct store **out, const char *path,
                      const struct store_sqlite_options *options, struct store_problem *problem);

struct store_pg_options {
    bool alone;     /* demand no synchronous standby: for an engine that replicates below itself */
    bool read_only; /* for a tool that looks: what the server is set to does not matter */
};

/* Whether a path is the address of a database: postgresql://… */
bool store_is_pg(const char *path);
/*
 * A database of which several nodes may use the same; made by store_pg_init(). 0, or ERR_UNWRITABLE
 * with a reason: nobody answers, none of the hosts takes writes, there are no tables, or the
 * server's settings would lose what it has confirmed.
 */
int store_pg_open(struct store **out, const char *uri, const struct store_pg_options *options,
                  struct store_problem *problem);
/* Makes the tables, or renews their functions; 0 or ERR_UNWRITABLE with a reason. */
int store_pg_init(const char *uri, struct store_problem *problem);
/* What there is, as lines of text; ERR_UNWRITABLE with a reason where nobody answers. `sound`: a
 * server would write here. */
int store_pg_status(const char *uri, bool alone, struct buf *out, bool *sound,
                    struct store_problem *problem);

/* The same of the nodes that use it: who is there, with how many tables, and how far standbys are
 * behind. `sound`: a server would write here, and at least one does. */
int store_pg_cluster(const char *uri, bool alone, struct buf *out, bool *sound,
                     struct store_problem *problem);

/*
 * A copy of the store at `from`, as of one moment, in a new file `to`: also while a server writes.
 * It is on the disk when this returns 0. Else a negative error with a reason and no file:
 * ERR_BUSY where `to` is there already, otherwise as for opening.
 */
int store_sqlite_copy(const char *from, const char *to, struct store_problem *problem);
/*
 * Puts the store `from` in the place of the one at `path`, which no server may use (ERR_BUSY). What
 * was there, also a damaged one, is kept beside it under the name in `before` ("" where there was
 * none).
 */
int store_sqlite_replace(const char *from, const char *path, char *before, size_t size,
                         struct store_problem *problem);

#endif
