/* The log in memory. Rooms stand sorted by id; a purged one stays as an empty place. */
#include "store/backends.h"
#include "store/queue.h"

#include <stdlib.h>
#include <string.h>

enum state { OPEN, SEALED, PURGED };

struct mem_room {
    int64_t room, sealed_at;
    enum state state;
    struct store_entry *entry; /* seq 1 is entry[0]; the bodies are ours */
    size_t n, cap;
};

struct session {
    uint64_t node;
    int64_t beat, ttl;
};

struct mem_store {
    struct store base;
    struct queue queue;
    struct mem_room *room;
    size_t n, cap;
    struct session *session;
    size_t sessions, session_cap;
};

/* Makes place for one more of `size` bytes. */
static void *grown(void *at, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return at;
    *cap = *cap ? *cap * 2 : 8;
    at = reallocarray(at, *cap, size);
    if (!at)
        abort();
    return at;
}

/* Index of the first room that is not below the id. */
static size_t room_place(const struct mem_store *m, int64_t room)
{
    size_t low = 0, high = m->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (m->room[middle].room < room)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct mem_room *room_find(struct mem_store *m, int64_t room)
{
    size_t i = room_place(m, room);

    return i < m->n && m->room[i].room == room ? &m->room[i] : NULL;
}

static struct mem_room *room_make(struct mem_store *m, int64_t room)
{
    struct mem_room *found = room_find(m, room);
    size_t i = room_place(m, room);

    if (found)
        return found;
    m->room = grown(m->room, m->n, &m->cap, sizeof *m->room);
    memmove(&m->room[i + 1], &m->room[i], (m->n - i) * sizeof *m->room);
    m->n++;
    m->room[i] = (struct mem_room){.room = room};
    return &m->room[i];
}

static void room_empty(struct mem_room *r)
{
    for (size_t i = 0; i < r->n; i++)
        free((char *)r->entry[i].body.at);
    free(r->entry);
    r->entry = NULL;
    r->n = r->cap = 0;
}

static void room_push(struct mem_room *r, const struct store_entry *e)
{
    char *body = malloc(e->body.len + 1);

    if (!body)
        abort();
    if (e->body.len)
        memcpy(body, e->body.at, e->body.len);
    r->entry = grown(r->entry, r->n, &r->cap, sizeof *r->entry);
    r->entry[r->n] = *e;
    r->entry[r->n++].body.at = body;
}

static enum store_result append(struct mem_store *m, const struct store_entry *e)
{
    struct mem_room *r = room_find(m, e->room);
    int64_t head = r ? (int64_t)r->n : 0;

    if (r && r->state == PURGED)
        return store_because(&m->base, STORE_GONE, "the room was purged");
    if (e->seq <= head)
        return store_same(&r->entry[e->seq - 1], e)
                   ? STORE_OK
                   : store_because(&m->base, STORE_CONFLICT, "another entry is there");
    if (e->seq != head + 1)
        return store_because(&m->base, STORE_CONFLICT, "the entry before it is missing");
    if (r && r->state == SEALED)
        return store_because(&m->base, STORE_CONFLICT, "the room is sealed");
    if (r && e->epoch < r->entry[head - 1].epoch)
        return store_because(&m->base, STORE_CONFLICT, "the room has a later owner");
    room_push(room_make(m, e->room), e);
    return STORE_OK;
}

static enum store_result seal(struct mem_store *m, int64_t room, int64_t head, int64_t at)
{
    struct mem_room *r = room_find(m, room);

    if (r && r->state == PURGED)
        return store_because(&m->base, STORE_GONE, "the room was purged");
    if (!r || (int64_t)r->n != head)
        return store_because(&m->base, STORE_CONFLICT, "another entry is the last one");
    if (r->state == OPEN) {
        r->state = SEALED;
        r->sealed_at = at;
    }
    return STORE_OK;
}

static enum store_result purge(struct mem_store *m, int64_t room)
{
    struct mem_room *r = room_make(m, room);

    room_empty(r);
    r->state = PURGED;
    return STORE_OK;
}

static enum store_result beat(struct mem_store *m, uint64_t node, int64_t now, int64_t ttl)
{
    size_t i = 0;

    while (i < m->sessions && m->session[i].node != node)
        i++;
    if (i == m->sessions) {
        m->session = grown(m->session, m->sessions, &m->session_cap, sizeof *m->session);
        m->sessions++;
    }
    m->session[i] = (struct session){.node = node, .beat = now, .ttl = ttl};
    return STORE_OK;
}

static int mem_submit(struct store *s, const struct store_request *request)
{
    return queue_put(&((struct mem_store *)s)->queue, request);
}

static int mem_pump(struct store *s, int ms)
{
    struct mem_store *m = (struct mem_store *)s;
    struct batch batch = queue_take(&m->queue);

    (void)ms;
    for (size_t i = 0; i < batch.n; i++) {
        struct store_request *r = batch.at[i];

        switch (r->kind) {
        case STORE_APPEND:
            r->result = append(m, &r->entry);
            break;
        case STORE_SEAL:
            r->result = seal(m, r->entry.room, r->entry.seq, r->at);
            break;
        case STORE_PURGE:
            r->result = purge(m, r->entry.room);
            break;
        case STORE_BEAT:
            r->result = beat(m, r->entry.op, r->entry.seq, r->at);
            break;
        }
    }
    return queue_answer(&m->queue, &batch);
}

static int mem_fd(const struct store *s)
{
    return ((const struct mem_store *)s)->queue.fd;
}

static enum store_result mem_read(struct store *s, int64_t room, int64_t from,
                                  store_each_entry *each, void *arg)
{
    struct mem_store *m = (struct mem_store *)s;
    const struct mem_room *r = room_find(m, room);

    if (r && r->state == PURGED)
        return store_because(s, STORE_GONE, "the room was purged");
    for (size_t i = (size_t)from - 1; r && i < r->n; i++) {
        if (!each(arg, &r->entry[i]))
            break;
    }
    return STORE_OK;
}

static enum store_result mem_rooms(struct store *s, store_each_room *each, void *arg)
{
    struct mem_store *m = (struct mem_store *)s;

    for (size_t i = 0; i < m->n; i++) {
        const struct mem_room *r = &m->room[i];
        struct store_room shown = {
            .room = r->room, .head = (int64_t)r->n, .sealed_at = r->sealed_at};

        if (r->state != PURGED && !each(arg, &shown))
            break;
    }
    return STORE_OK;
}

static enum store_result mem_session(struct store *s, uint64_t node, int64_t *beat, int64_t *ttl)
{
    struct mem_store *m = (struct mem_store *)s;

    *beat = *ttl = 0;
    for (size_t i = 0; i < m->sessions; i++) {
        if (m->session[i].node == node) {
            *beat = m->session[i].beat;
            *ttl = m->session[i].ttl;
        }
    }
    return STORE_OK;
}

static void mem_free(struct store *s)
{
    struct mem_store *m = (struct mem_store *)s;

    queue_refuse(&m->queue);
    for (size_t i = 0; i < m->n; i++)
        room_empty(&m->room[i]);
    free(m->room);
    free(m->session);
    queue_fini(&m->queue);
    store_fini(&m->base);
    free(m);
}

static const struct store_ops mem_ops = {
    .name = "mem",
    .submit = mem_submit,
    .pump = mem_pump,
    .fd = mem_fd,
    .read = mem_read,
    .rooms = mem_rooms,
    .session = mem_session,
    .free = mem_free,
};

struct store *store_mem_new(void)
{
    struct mem_store *m = calloc(1, sizeof *m);

    if (!m)
        abort();
    store_init(&m->base, &mem_ops);
    queue_init(&m->queue, true);
    return &m->base;
}
