#include "doubles.h"

#include "store/queue.h"

#include <stdlib.h>

/* With amnesia a purged id is answered by another id from then on: its rooms start anew. */
enum { SHIFT = 40 };

struct double_store {
    struct store base;
    struct queue queue;
    struct store *inner;
    enum fault fault;
    int64_t lives; /* how often anything was purged */
    int waiting;   /* requests that the inner one has yet to answer */
};

/* A request on its way to the inner one. */
struct passed {
    struct double_store *by;
    struct store_request *request;
};

static int64_t inner_id(const struct double_store *d, int64_t room)
{
    return d->fault == FAULT_AMNESIA ? room | d->lives << SHIFT : room;
}

static bool count_entry(void *arg, const struct store_entry *entry)
{
    (void)entry;
    ++*(int64_t *)arg;
    return true;
}

static void note(void *arg, enum store_result result)
{
    struct passed *p = arg;

    p->request->result = result;
    p->by->waiting--;
    free(p);
}

static bool note_op(void *arg, const struct store_entry *entry)
{
    *(uint64_t *)arg = entry->op;
    return false;
}

static uint64_t op_before(struct double_store *d, const struct store_entry *e)
{
    uint64_t op = 0;

    if (e->seq > 1)
        store_read(d->inner, e->room, e->seq - 1, note_op, &op);
    return op;
}

static bool note_doc(void *arg, const struct store_doc *doc)
{
    *(uint64_t *)arg = doc->op;
    return false;
}

static uint64_t op_of_doc(struct double_store *d, struct str key)
{
    uint64_t op = 0;

    d->inner->ops->docs(d->inner, key, 0, note_doc, &op);
    return op;
}

static void pass_on(struct double_store *d, struct store_request *r)
{
    struct store_request request = *r;
    struct passed *p = NULL;

    request.entry.room = inner_id(d, r->entry.room);
    request.done = NULL;
    if (d->fault != FAULT_EARLY) {
        p = malloc(sizeof *p);
        if (!p)
            abort();
        *p = (struct passed){d, r};
        request.done = note;
    }
    request.arg = p;
    if (r->kind == STORE_APPEND && d->fault == FAULT_CARELESS) {
        int64_t head = 0;

        store_read(d->inner, request.entry.room, 1, count_entry, &head);
        request.entry.seq = head + 1;
    }
    if (r->kind == STORE_APPEND && (d->fault == FAULT_CARELESS || d->fault == FAULT_TRUSTING))
        request.entry.prev = op_before(d, &request.entry);
    if (r->kind == STORE_PURGE && d->fault == FAULT_SWEEPING)
        request.entry.seq = 0;
    if (r->kind == STORE_DOC_PUT && d->fault == FAULT_OVERWRITING)
        request.doc.prev = op_of_doc(d, r->doc.key);
    r->result = STORE_UNAVAILABLE;
    d->waiting += p != NULL;
    if (d->inner->ops->submit(d->inner, &request) < 0) {
        d->waiting -= p != NULL;
        free(p);
    }
}

/* Whoever asked gets the request back after this: no answer may come later, however slow the inner
 * one is. */
static void pump_inner(struct double_store *d, int ms)
{
    do
        store_pump(d->inner, ms);
    while (d->waiting);
}

static int double_pump(struct store *s, int ms)
{
    struct double_store *d = (struct double_store *)s;
    struct batch batch = queue_take(&d->queue);

    if (d->fault == FAULT_EARLY)
        store_pump(d->inner, ms);
    for (size_t i = 0; i < batch.n && d->fault != FAULT_LOST_REQUEST; i++)
        pass_on(d, batch.at[i]);
    if (d->fault != FAULT_EARLY)
        pump_inner(d, ms);
    for (size_t i = 0; i < batch.n; i++) {
        struct store_request *r = batch.at[i];

        /* Careless to the end: whatever lies there meanwhile, it writes after it. */
        for (int tries = 0; d->fault == FAULT_CARELESS && r->kind == STORE_APPEND &&
                            r->result == STORE_CONFLICT && tries < 100;
             tries++) {
            pass_on(d, r);
            pump_inner(d, ms);
        }
        if (d->fault == FAULT_LOST_REQUEST || d->fault == FAULT_LOST_ANSWER)
            r->result = STORE_UNKNOWN;
        if (d->fault == FAULT_EARLY)
            r->result = STORE_OK;
        if (d->fault == FAULT_TWICE && r->done)
            r->done(r->arg, r->result);
        d->lives += d->fault == FAULT_AMNESIA && r->kind == STORE_PURGE;
    }
    return queue_answer(&d->queue, &batch);
}

static int double_submit(struct store *s, const struct store_request *request)
{
    return queue_put(&((struct double_store *)s)->queue, request);
}

static int double_fd(const struct store *s)
{
    return ((const struct double_store *)s)->queue.fd;
}

static enum store_result double_read(struct store *s, int64_t room, int64_t from,
                                     store_each_entry *each, void *arg)
{
    struct double_store *d = (struct double_store *)s;

    return store_read(d->inner, inner_id(d, room), from, each, arg);
}

static enum store_result double_rooms(struct store *s, store_each_room *each, void *arg)
{
    return store_rooms(((struct double_store *)s)->inner, each, arg);
}

static enum store_result double_find(struct store *s, const struct store_names *names,
                                     struct store_room *room)
{
    struct double_store *d = (struct double_store *)s;

    return d->inner->ops->find(d->inner, names, room);
}

static enum store_result double_sessions(struct store *s, store_each_session *each, void *arg)
{
    struct double_store *d = (struct double_store *)s;

    d->inner->clock = s->clock;
    return d->inner->ops->sessions(d->inner, each, arg);
}

static enum store_result double_docs(struct store *s, struct str key, int64_t limit,
                                     store_each_doc *each, void *arg)
{
    struct double_store *d = (struct double_store *)s;

    return d->inner->ops->docs(d->inner, key, limit, each, arg);
}

static void double_free(struct store *s)
{
    struct double_store *d = (struct double_store *)s;

    queue_refuse(&d->queue);
    queue_fini(&d->queue);
    store_free(d->inner);
    store_fini(s);
    free(d);
}

static const struct store_ops double_ops = {
    .name = "double",
    .submit = double_submit,
    .pump = double_pump,
    .fd = double_fd,
    .read = double_read,
    .rooms = double_rooms,
    .find = double_find,
    .sessions = double_sessions,
    .docs = double_docs,
    .free = double_free,
};

struct store *double_new(struct store *inner, enum fault fault)
{
    struct double_store *d = calloc(1, sizeof *d);

    if (!d)
        abort();
    store_init(&d->base, &double_ops);
    queue_init(&d->queue, true);
    d->inner = inner;
    d->fault = fault;
    return &d->base;
}

void double_set(struct store *s, enum fault fault)
{
    ((struct double_store *)s)->fault = fault;
}
