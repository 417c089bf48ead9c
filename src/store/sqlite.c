/* The backend in an SQLite file: what is queued, who commits, and by which connection is read. */
#include "store/sqlite.h"

#include "base/err.h"
#include "store/sqlite_writer.h"

#include <stdio.h>
#include <stdlib.h>

/* One commits, one reads, one makes checkpoints. */
enum { CONNS = 3 };

struct sqlite_store {
    struct store base;
    struct queue queue;
    struct sqlite_conn conn[CONNS];
    struct sqlite_conn *write, *read, *checkpoint; /* the same, unless a thread writes */
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

    if (error == 0 && q->threaded && !q->given && !s->will_pump)
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
    if (sqlite_checkpoint_due(q->write)) /* after the answers, so that nobody waits for it */
        sqlite_checkpoint(q->write);
    return answered;
}

/* Takes what the thread has committed, and gives it what has gathered meanwhile. */
static int pump_thread(struct sqlite_store *q, int ms)
{
    struct batch batch;
    int answered = 0;

    writer_hear(&q->writer);
    for (;;) {
        if (q->given && writer_take(&q->writer, &batch, answered ? 0 : ms)) {
            q->given = false;
            hear_why(q, q->write);
            answered += queue_answer(&q->queue, &batch);
        }
        if (q->given || q->queue.waiting.n == 0)
            return answered;
        batch = queue_take(&q->queue);
        writer_give(&q->writer, &batch);
        q->given = true;
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

static enum store_result sqlite_read(struct store *s, int64_t room, int64_t from,
                                     store_each_entry *each, void *arg)
{
    struct sqlite_store *q = (struct sqlite_store *)s;
    enum store_result result = sqlite_read_log(q->read, room, from, each, arg);

    hear_why(q, q->read);
    return result;
}

static enum store_result sqlite_rooms(struct store *s, store_each_room *each, void *arg)
{
    struct sqlite_store *q = (struct sqlite_store *)s;
    enum store_result result = sqlite_read_rooms(q->read, each, arg);

    hear_why(q, q->read);
    return result;
}

static enum store_result sqlite_find(struct store *s, const struct store_names *names,
                                     struct store_room *room)
{
    struct sqlite_store *q = (struct sqlite_store *)s;
    enum store_result result = sqlite_find_room(q->read, names, room);

    hear_why(q, q->read);
    return result;
}

static enum store_result sqlite_docs(struct store *s, struct str key, int64_t limit,
                                     store_each_doc *each, void *arg)
{
    struct sqlite_store *q = (struct sqlite_store *)s;
    enum store_result result = sqlite_read_docs(q->read, key, limit, each, arg);

    hear_why(q, q->read);
    return result;
}

static enum store_result sqlite_sessions(struct store *s, store_each_session *each, void *arg)
{
    alive_each(&((struct sqlite_store *)s)->alive, each, arg);
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
    for (int i = CONNS - 1; i >= 0; i--)
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
    .find = sqlite_find,
    .sessions = sqlite_sessions,
    .docs = sqlite_docs,
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
    q->write = q->read = q->checkpoint = &q->conn[0];
    q->write->db = db;
    for (int i = 0; i < CONNS; i++) {
        q->conn[i].alive = &q->alive;
        q->conn[i].checkpoint_pages = o.checkpoint_pages;
    }
    error = sqlite_prepare(q->write, path, problem);
    if (error == 0 && o.thread) {
        q->read = &q->conn[1];
        error = sqlite_reader(&q->read->db, path, &o, problem);
        if (error == 0)
            error = sqlite_prepare(q->read, path, problem);
        q->checkpoint = &q->conn[2];
        if (error == 0)
            error = sqlite_reader(&q->checkpoint->db, path, &o, problem);
        /* One that has read nothing does not know that there is a log. */
        if (error == 0 && !sqlite_run(q->checkpoint->db, "select count(*) from sqlite_schema"))
            error = sqlite_refuse_db(problem, q->checkpoint->db, path);
    }
    if (error < 0) {
        sqlite_free(&q->base);
        return error;
    }
    if (o.thread)
        writer_start(&q->writer, q->write, q->checkpoint);
    q->threaded = o.thread;
    *out = &q->base;
    return 0;
}
