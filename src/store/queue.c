#include "store/queue.h"

#include "base/err.h"

#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

void queue_init(struct queue *q, bool fd)
{
    *q = (struct queue){.fd = fd ? eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC) : -1};
}

static void batch_fini(struct batch *batch)
{
    for (size_t i = 0; i < batch->n; i++)
        free(batch->at[i]);
    free(batch->at);
    *batch = (struct batch){0};
}

void queue_fini(struct queue *q)
{
    batch_fini(&q->waiting);
    free(q->busy);
    if (q->fd >= 0)
        close(q->fd);
    *q = (struct queue){.fd = -1};
}

static size_t place_of(const struct queue *q, int64_t room)
{
    return (size_t)(((uint64_t)room * 0x9E3779B97F4A7C15U) >> 32) & (q->busy_cap - 1);
}

/* Where the room stands, or the empty place where it would. */
static size_t busy_find(const struct queue *q, int64_t room)
{
    size_t i = place_of(q, room);

    while (q->busy[i] && q->busy[i] != room)
        i = (i + 1) & (q->busy_cap - 1);
    return i;
}

static void busy_grow(struct queue *q)
{
    int64_t *old = q->busy;
    size_t n = q->busy_cap;

    q->busy_cap = n ? n * 2 : 64;
    q->busy = calloc(q->busy_cap, sizeof *q->busy);
    if (!q->busy)
        abort();
    for (size_t i = 0; i < n; i++) {
        if (old[i])
            q->busy[busy_find(q, old[i])] = old[i];
    }
    free(old);
}

static bool busy_add(struct queue *q, int64_t room)
{
    if (q->busy_n * 2 >= q->busy_cap)
        busy_grow(q);
    size_t i = busy_find(q, room);
    if (q->busy[i])
        return false;
    q->busy[i] = room;
    q->busy_n++;
    return true;
}

static void busy_remove(struct queue *q, int64_t room)
{
    size_t mask = q->busy_cap - 1;
    size_t hole = busy_find(q, room);

    q->busy[hole] = 0;
    q->busy_n--;
    /* Those after the hole that would no longer be found move up into it. */
    for (size_t i = (hole + 1) & mask; q->busy[i]; i = (i + 1) & mask) {
        size_t home = place_of(q, q->busy[i]);

        if (((i - home) & mask) >= ((i - hole) & mask)) {
            q->busy[hole] = q->busy[i];
            q->busy[i] = 0;
            hole = i;
        }
    }
}

/* The texts of a request besides its entry's body; at most two. */
static int texts_of(struct store_request *r, struct str *text[2])
{
    switch (r->kind) {
    case STORE_APPEND:
    case STORE_NAME:
    case STORE_FIND:
        text[0] = &r->names.code;
        text[1] = &r->names.founder;
        return 2;
    case STORE_BEAT:
        text[0] = &r->session.address;
        text[1] = &r->session.version;
        return 2;
    case STORE_DOC_PUT:
    case STORE_DOC_REMOVE:
    case STORE_DOCS:
        text[0] = &r->doc.key;
        text[1] = &r->doc.body;
        return 2;
    default:
        return 0;
    }
}

static char *text_copy(struct str *text, char *to)
{
    if (text->len)
        memcpy(to, text->at, text->len);
    text->at = to;
    return to + text->len;
}

static struct store_request *request_copy(const struct store_request *request)
{
    struct store_request measured = *request;
    struct str *text[2];
    size_t bytes = request->entry.body.len;
    int n = texts_of(&measured, text);

    for (int i = 0; i < n; i++)
        bytes += text[i]->len;
    struct store_request *copy = malloc(sizeof *copy + bytes);
    if (!copy)
        abort();
    *copy = *request;
    char *to = text_copy(&copy->entry.body, (char *)(copy + 1));
    n = texts_of(copy, text);
    for (int i = 0; i < n; i++)
        to = text_copy(text[i], to);
    return copy;
}

int queue_put(struct queue *q, const struct store_request *request)
{
    struct batch *w = &q->waiting;

    if (store_holds_room(request->kind) && !busy_add(q, request->entry.room))
        return ERR_BUSY;
    if (w->n == q->cap) {
        q->cap = q->cap ? q->cap * 2 : 16;
        w->at = realloc(w->at, q->cap * sizeof(struct store_request *));
        if (!w->at)
            abort();
    }
    w->at[w->n++] = request_copy(request);
    if (w->n == 1 && q->fd >= 0)
        (void)eventfd_write(q->fd, 1);
    return 0;
}

struct batch queue_take(struct queue *q)
{
    struct batch batch = q->waiting;
    eventfd_t count;

    if (batch.n && q->fd >= 0)
        (void)eventfd_read(q->fd, &count);
    q->waiting = (struct batch){0};
    q->cap = 0;
    return batch;
}

int queue_answer(struct queue *q, struct batch *batch)
{
    int n = (int)batch->n;

    for (size_t i = 0; i < batch->n; i++) {
        const struct store_request *r = batch->at[i];

        if (store_holds_room(r->kind))
            busy_remove(q, r->entry.room);
        if (r->done)
            r->done(r->arg, r->result);
    }
    batch_fini(batch);
    return n;
}

void queue_refuse(struct queue *q)
{
    struct batch batch = queue_take(q);

    for (size_t i = 0; i < batch.n; i++) {
        struct store_request *r = batch.at[i];

        r->result = STORE_UNAVAILABLE;
        if (r->kind == STORE_FIND)
            r->found(r->arg, r->result, NULL);
    }
    queue_answer(q, &batch);
}
