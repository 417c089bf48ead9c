/* The backend in PostgreSQL: one thread writes, one answers questions and watches the server, and
 * what has to be read at once is read by a connection of the store's own thread. */
#include "store/pg.h"

#include "base/err.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct pg_store {
    struct store base;
    char *uri;
    struct pg_watch watch;
    struct queue writes, questions;
    struct pg_worker writer, reader;
    bool writing, asking; /* the thread has a batch */
    struct pg_conn own;
    int fd;
};

/* ---- in the threads ---- */

static void write_batch(struct pg_worker *w)
{
    pg_commit(&w->conn, &w->batch);
}

static void ask_batch(struct pg_worker *w)
{
    w->answer = calloc(w->batch.n, sizeof *w->answer);
    if (!w->answer)
        abort();
    for (size_t i = 0; i < w->batch.n; i++)
        pg_question(&w->conn, w->batch.at[i], &w->answer[i]);
}

/* ---- in the thread of the store ---- */

static void nudge(struct pg_store *p)
{
    (void)eventfd_write(p->fd, 1);
}

static int pg_submit(struct store *s, const struct store_request *request)
{
    struct pg_store *p = (struct pg_store *)s;
    bool question = store_is_question(request->kind);
    int error = queue_put(question ? &p->questions : &p->writes, request);

    if (error == 0 && !(question ? p->asking : p->writing))
        nudge(p);
    return error;
}

static void hear_why(struct pg_store *p, struct pg_worker *w)
{
    if (w->warning[0])
        store_because(&p->base, STORE_OK, "%s", w->warning);
}

/* Shows what was answered, calls back, and frees it. */
static int show_answers(struct pg_store *p, struct batch *batch, struct pg_answer *answer)
{
    for (size_t i = 0; i < batch->n; i++) {
        struct store_request *r = batch->at[i];

        pg_show(&p->base, r, &answer[i]);
        if (r->done)
            r->done(r->arg, r->result);
        r->done = NULL;
        pg_answer_fini(&answer[i]);
    }
    free(answer);
    return queue_answer(&p->questions, batch);
}

static int take(struct pg_store *p)
{
    struct batch batch;
    int answered = 0;

    if (p->writing && pg_worker_take(&p->writer, &batch)) {
        p->writing = false;
        hear_why(p, &p->writer);
        answered += queue_answer(&p->writes, &batch);
    }
    if (p->asking && pg_worker_take(&p->reader, &batch)) {
        p->asking = false;
        hear_why(p, &p->reader);
        answered += show_answers(p, &batch, p->reader.answer);
    }
    return answered;
}

static void give(struct pg_store *p)
{
    if (!p->writing && p->writes.waiting.n) {
        struct batch batch = queue_take(&p->writes);

        pg_worker_give(&p->writer, &batch);
        p->writing = true;
    }
    if (!p->asking && p->questions.waiting.n) {
        struct batch batch = queue_take(&p->questions);

        pg_worker_give(&p->reader, &batch);
        p->asking = true;
    }
}

static int pg_pump(struct store *s, int ms)
{
    struct pg_store *p = (struct pg_store *)s;
    int64_t until = pg_now() + ms;
    int answered = 0;
    eventfd_t count;

    for (;;) {
        (void)eventfd_read(p->fd, &count);
        answered += take(p);
        give(p);
        int64_t left = until - pg_now();
        if (answered || left <= 0 || !(p->writing || p->asking))
            return answered;
        poll(&(struct pollfd){.fd = p->fd, .events = POLLIN}, 1, (int)left);
    }
}

static int pg_fd(const struct store *s)
{
    return ((const struct pg_store *)s)->fd;
}

/* ---- at once ---- */

static enum store_result at_once(struct store *s, struct store_request *r)
{
    struct pg_store *p = (struct pg_store *)s;
    struct pg_answer a;

    pg_question(&p->own, r, &a);
    if (a.result != STORE_OK)
        store_because(s, a.result, "%s", p->own.why);
    pg_show(s, r, &a);
    pg_answer_fini(&a);
    return r->result;
}

struct reading {
    store_each_entry *each;
    void *arg;
    int64_t next;
    int n;
    bool enough;
};

static bool read_entry(void *arg, const struct store_entry *e)
{
    struct reading *r = arg;

    r->n++;
    r->next = e->seq + 1;
    r->enough = !r->each(r->arg, e);
    return !r->enough;
}

/* A part at a time, so that a log of any length needs little memory. */
static enum store_result pg_read(struct store *s, int64_t room, int64_t from,
                                 store_each_entry *each, void *arg)
{
    struct reading reading = {.each = each, .arg = arg, .next = from};
    enum store_result result;

    do {
        struct store_request r = {.kind = STORE_FETCH,
                                  .entry = {.room = room, .seq = reading.next},
                                  .at = STORE_BODY_MAX,
                                  .each_entry = read_entry,
                                  .arg = &reading};

        reading.n = 0;
        result = at_once(s, &r);
    } while (result == STORE_OK && reading.n && !reading.enough);
    return result;
}

static enum store_result pg_rooms(struct store *s, store_each_room *each, void *arg)
{
    struct pg_store *p = (struct pg_store *)s;
    enum store_result result = pg_list_rooms(&p->own, each, arg);

    return result == STORE_OK ? result : store_because(s, result, "%s", p->own.why);
}

static void note_room(void *arg, enum store_result result, const struct store_room *room)
{
    if (result == STORE_OK && room)
        *(struct store_room *)arg = *room;
}

static enum store_result pg_find(struct store *s, const struct store_names *names,
                                 struct store_room *room)
{
    return at_once(s, &(struct store_request){
                          .kind = STORE_FIND, .names = *names, .found = note_room, .arg = room});
}

static enum store_result pg_sessions(struct store *s, store_each_session *each, void *arg)
{
    return at_once(
        s, &(struct store_request){.kind = STORE_SESSIONS, .each_session = each, .arg = arg});
}

static enum store_result pg_docs(struct store *s, struct str key, int64_t limit,
                                 store_each_doc *each, void *arg)
{
    return at_once(
        s,
        &(struct store_request){
            .kind = STORE_DOCS, .doc = {.key = key}, .limit = limit, .each_doc = each, .arg = arg});
}

/* ---- beginning and end ---- */

static void pg_free(struct store *s)
{
    struct pg_store *p = (struct pg_store *)s;

    atomic_store(&p->watch.stop, true);
    pg_worker_stop(&p->writer); /* what it was given is answered as it went */
    pg_worker_stop(&p->reader);
    take(p);
    queue_refuse(&p->writes);
    queue_refuse(&p->questions);
    pg_worker_fini(&p->writer);
    pg_worker_fini(&p->reader);
    pg_disconnect(&p->own);
    queue_fini(&p->writes);
    queue_fini(&p->questions);
    store_fini(s);
    close(p->fd);
    free(p->uri);
    free(p);
}

static const struct store_ops pg_ops = {
    .name = "postgresql",
    .asks = true,
    .submit = pg_submit,
    .pump = pg_pump,
    .fd = pg_fd,
    .read = pg_read,
    .rooms = pg_rooms,
    .find = pg_find,
    .sessions = pg_sessions,
    .docs = pg_docs,
    .free = pg_free,
};

bool store_is_pg(const char *path)
{
    return strncmp(path, "postgresql://", 13) == 0 || strncmp(path, "postgres://", 11) == 0;
}

static struct pg_conn conn_of(struct pg_store *p, const struct store_pg_options *options, int role)
{
    return (struct pg_conn){
        .uri = p->uri, .alone = options && options->alone, .watch = &p->watch, .role = role};
}

int store_pg_open(struct store **out, const char *uri, const struct store_pg_options *options,
                  struct store_problem *problem)
{
    struct pg_store *p = calloc(1, sizeof *p);

    if (!p || !(p->uri = strdup(uri)))
        abort();
    p->own = conn_of(p, options, PG_LOOKS);
    /* Something that is wrong for good is told at the start, not when the first move is made. */
    struct pg_params guard = {0};
    pg_bool(&guard, p->own.alone);
    PGresult *sound = NULL;
    bool ready = pg_ready(&p->own);
    if (ready && !(options && options->read_only))
        sound = pg_ask(&p->own, PG_GUARD, &guard);
    else if (ready)
        sound = pg_ask(&p->own, PG_PING, NULL);
    if (!sound) {
        snprintf(problem->reason, sizeof problem->reason, "%s", p->own.why);
        pg_disconnect(&p->own);
        free(p->uri);
        free(p);
        return ERR_UNWRITABLE;
    }
    PQclear(sound);
    store_init(&p->base, &pg_ops);
    queue_init(&p->writes, false);
    queue_init(&p->questions, false);
    p->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (p->fd < 0)
        abort();
    p->writer.conn = conn_of(p, options, PG_WRITES);
    p->reader.conn = conn_of(p, options, PG_WATCHES);
    pg_worker_start(&p->reader, ask_batch, p->fd);
    pg_worker_start(&p->writer, write_batch, p->fd);
    *out = &p->base;
    return 0;
}
