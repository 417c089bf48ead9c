/* The backend in an SQLite file: what is queued, what is read, and who commits. */
#include "store/sqlite.h"

#include "base/err.h"
#include "store/sqlite_writer.h"

#include <stdio.h>
#include <stdlib.h>

struct sqlite_store {
    struct store base;
    struct queue queue;
    struct sqlite_conn conn[2];
    struct sqlite_conn *write, *read; /* the same, unless a thread writes */
    bool threaded;
    bool given; /* the thread has a batch */
    struct writer writer;
    struct alive alive;
};

/* What a connection complained about becomes the store's reason. */
static void hear_why(struct sqlite_store *q, struct sqlite_conn *c)
{
    if (c->why[0])
        store_because(&q->base, STORE_OK, "%s", c->why);
    c->why[0] = '\0';
}

static int sqlite_submit(struct store *s, const struct store_request *request)
{
    struct sqlite_store *q = (struct sqlite_store *)s;
    int error = queue_put(&q->queue, request);

    if (error == 0 && q->threaded && !q->given)
        writer_nudge(&q->writer);
    return error;
}

static int pump_here(struct sqlite_store *q)
{
    struct batch batch = queue_take(&q->queue);

    if (batch.n == 0)
        return 0;
    sqlite_commit(q->write, &batch);
    hear_why(q, q->write);
    int answered = queue_answer(&q->queue, &batch);
    sqlite_checkpoint(q->write); /* after the answers, so that nobody waits for it */
    return answered;
}

/* Takes what the thread has committed, and gives it what has gathered meanwhile. */
static int pump_thread(struct sqlite_store *q, int ms)
{
    struct batch batch;
    int answered = 0;

    for (;;) {
        if (q->given && writer_take(&q->writer, &batch, answered ? 0 : ms)) {
            q->given = false;
            hear_why(q, q->write);
            answered += queue_answer(&q->queue, &batch);
        }
        if (q->given || q->queue.waiting.n == 0)
            return answered;
        batch = queue_take(&q->queue);
        q->given = writer_give(&q->writer, &batch);
        if (answered || ms == 0)
            return answered;
    }
}

static int sqlite_pump(struct store *s, int ms)
{
    struct sqlite_store *q = (struct sqlite_store *)s;

    return q->threaded ? pump_thread(q, ms) : pump_here(q);
}

static int sqlite_fd(const struct store *s)
{
    const struct sqlite_store *q = (const struct sqlite_store *)s;

    return q->threaded ? q->writer.fd : q->queue.fd;
}

/* What one row of ST_READ says about the log; true: it is entry `e`. */
static bool row_is_entry(struct sqlite_conn *c, sqlite3_stmt *st, int64_t from,
                         struct store_entry *e, enum store_result *result)
{
    if (sqlite3_column_int(st, 0) == ROOM_PURGED)
        *result = sqlite_because(c, STORE_GONE, "the room was purged");
    else if (sqlite3_column_type(st, 1) == SQLITE_NULL && from > 1)
        return false; /* the room is known, and nothing is behind its head */
    else if (sqlite3_column_int64(st, 1) != e->seq)
        *result = sqlite_because(c, STORE_CORRUPT, "the log has a gap before entry %lld",
                                 (long long)sqlite3_column_int64(st, 1));
    else if (!sqlite_entry_at(st, 2, e))
        *result = sqlite_because(c, STORE_CORRUPT, "entry %lld is damaged", (long long)e->seq);
    else
        return true;
    return false;
}

static enum store_result sqlite_read(struct store *s, int64_t room, int64_t from,
                                     store_each_entry *each, void *arg)
{
    struct sqlite_store *q = (struct sqlite_store *)s;
    sqlite3_stmt *st = sqlite_bound(q->read, ST_READ, room, from, 0);
    struct store_entry e = {.room = room, .seq = from};
    enum store_result result = STORE_OK;
    int code;

    while ((code = sqlite3_step(st)) == SQLITE_ROW) {
        if (!row_is_entry(q->read, st, from, &e, &result) || !each(arg, &e))
            break;
        e.seq++;
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        result = sqlite_failed(q->read, code);
    sqlite_finish(st);
    hear_why(q, q->read);
    return result;
}

static enum store_result sqlite_rooms(struct store *s, store_each_room *each, void *arg)
{
    struct sqlite_store *q = (struct sqlite_store *)s;
    sqlite3_stmt *st = q->read->statement[ST_ROOMS];
    enum store_result result = STORE_OK;
    int code;

    while ((code = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_room r = {.room = sqlite3_column_int64(st, 0),
                               .sealed_at = sqlite3_column_int64(st, 1),
                               .head = sqlite3_column_int64(st, 2)};

        if (!each(arg, &r))
            break;
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        result = sqlite_failed(q->read, code);
    sqlite_finish(st);
    hear_why(q, q->read);
    return result;
}

static enum store_result sqlite_session(struct store *s, uint64_t node, int64_t *beat, int64_t *ttl)
{
    alive_seen(&((struct sqlite_store *)s)->alive, node, beat, ttl);
    return STORE_OK;
}

static void sqlite_free(struct store *s)
{
    struct sqlite_store *q = (struct sqlite_store *)s;
    struct batch batch;

    if (q->threaded) {
        writer_stop(&q->writer); /* what it was given is committed, and answered as it went */
        if (writer_take(&q->writer, &batch, 0))
            queue_answer(&q->queue, &batch);
        writer_fini(&q->writer);
    }
    queue_refuse(&q->queue);
    for (int i = 1; i >= 0; i--)
        sqlite_disconnect(&q->conn[i]);
    alive_close(&q->alive); /* last: the next server may come in */
    queue_fini(&q->queue);
    store_fini(&q->base);
    free(q);
}

static const struct store_ops sqlite_ops = {
    .name = "sqlite",
    .submit = sqlite_submit,
    .pump = sqlite_pump,
    .fd = sqlite_fd,
    .read = sqlite_read,
    .rooms = sqlite_rooms,
    .session = sqlite_session,
    .free = sqlite_free,
};

int store_sqlite_open(struct store **out, const char *path,
                      const struct store_sqlite_options *options, struct store_problem *problem)
{
    struct store_sqlite_options o = options ? *options : (struct store_sqlite_options){0};
    struct alive alive = {-1};
    sqlite3 *db = NULL;

    o.busy_ms = o.busy_ms ? o.busy_ms : 1000;
    o.checkpoint_pages = o.checkpoint_pages ? o.checkpoint_pages : 4000;
    o.thread &= !o.read_only;
    problem->reason[0] = '\0';
    int error = sqlite_connect(&db, path, &o, &alive, problem);
    if (error < 0) {
        alive_close(&alive);
        return error;
    }
    struct sqlite_store *q = calloc(1, sizeof *q);
    if (!q)
        abort();
    store_init(&q->base, &sqlite_ops);
    queue_init(&q->queue, !o.thread);
    q->alive = alive;
    q->write = q->read = &q->conn[0];
    q->write->db = db;
    for (int i = 0; i < 2; i++) {
        q->conn[i].alive = &q->alive;
        q->conn[i].checkpoint_pages = o.checkpoint_pages;
    }
    error = sqlite_prepare(q->write, path, problem);
    if (error == 0 && o.thread) {
        q->read = &q->conn[1];
        error = sqlite_reader(&q->read->db, path, &o, problem);
        if (error == 0)
            error = sqlite_prepare(q->read, path, problem);
    }
    if (error < 0) {
        sqlite_free(&q->base);
        return error;
    }
    if (o.thread)
        writer_start(&q->writer, q->write);
    q->threaded = o.thread;
    *out = &q->base;
    return 0;
}
