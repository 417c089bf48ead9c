/* The log in memory. Rooms stand sorted by id; a purged one stays as an empty place. */
#include "store/backends.h"
#include "store/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum state { OPEN, PURGED };

struct mem_room {
    int64_t room;
    enum state state;
    char code[STORE_CODE_MAX + 1], founder[STORE_NAME_MAX + 1];
    struct store_entry *entry; /* seq 1 is entry[0]; the bodies are ours */
    size_t n, cap;
};

struct session {
    uint64_t node;
    int64_t beat, ttl, format;
    char address[STORE_NAME_MAX + 1], version[STORE_NAME_MAX + 1];
};

struct mem_doc {
    struct store_doc doc; /* key and body are ours, in one piece */
    char *text;
};

struct mem_store {
    struct store base;
    struct queue queue;
    struct mem_room *room;
    size_t n, cap;
    struct session *session;
    size_t sessions, session_cap;
    struct mem_doc *doc; /* by key */
    size_t docs, doc_cap;
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

static void set_text(char *to, size_t size, struct str text)
{
    snprintf(to, size, "%.*s", STR_FMT(text));
}

/* ---- rooms ---- */

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
    r->code[0] = r->founder[0] = '\0';
}

static struct mem_room *room_named(struct mem_store *m, const struct store_names *names)
{
    for (size_t i = 0; i < m->n; i++) {
        struct mem_room *r = &m->room[i];

        if ((names->code.len && str_is(names->code, r->code)) ||
            (names->founder.len && str_is(names->founder, r->founder)))
            return r;
    }
    return NULL;
}

static void room_set_names(struct mem_room *r, const struct store_names *names)
{
    set_text(r->code, sizeof r->code, names->code);
    set_text(r->founder, sizeof r->founder, names->founder);
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

static enum store_result append(struct mem_store *m, const struct store_entry *e,
                                const struct store_names *names)
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
    if (r && e->epoch < r->entry[head - 1].epoch)
        return store_because(&m->base, STORE_CONFLICT, "the room has a later owner");
    if (e->prev != (r ? r->entry[head - 1].op : 0))
        return store_because(&m->base, STORE_CONFLICT, "another entry is before it");
    if (!r && room_named(m, names))
        return store_because(&m->base, STORE_CONFLICT, "another room has this name");
    r = room_make(m, e->room);
    if (e->seq == 1)
        room_set_names(r, names);
    room_push(r, e);
    return STORE_OK;
}

static enum store_result name(struct mem_store *m, int64_t room, const struct store_names *names)
{
    struct mem_room *r = room_find(m, room), *other;

    if (r && r->state == PURGED)
        return store_because(&m->base, STORE_GONE, "the room was purged");
    if (!r)
        return store_because(&m->base, STORE_CONFLICT, "there is no such room");
    if (str_is(names->code, r->code) && str_is(names->founder, r->founder))
        return STORE_OK;
    other = room_named(m, names);
    if (r->code[0] || r->founder[0] || other)
        return store_because(&m->base, STORE_CONFLICT, "another room has this name");
    room_set_names(r, names);
    return STORE_OK;
}

static enum store_result purge(struct mem_store *m, int64_t room, int64_t head)
{
    struct mem_room *r = room_find(m, room);

    if (head && (!r || (r->state != PURGED && (int64_t)r->n != head)))
        return store_because(&m->base, STORE_CONFLICT, "another entry is the last one");
    r = room_make(m, room);
    room_empty(r);
    r->state = PURGED;
    return STORE_OK;
}

/* ---- sessions ---- */

static enum store_result beat(struct mem_store *m, const struct store_session *given)
{
    size_t i = 0;

    for (size_t n = 0; n < m->sessions; n++) { /* forgets those whose time is over */
        const struct session *s = &m->session[n];

        if (s->node != given->node && store_session_fresh(given->beat, s->beat, s->ttl))
            m->session[i++] = *s;
    }
    m->sessions = i;
    if (!given->ttl)
        return STORE_OK;
    m->session = grown(m->session, m->sessions, &m->session_cap, sizeof *m->session);
    struct session *s = &m->session[m->sessions++];
    *s = (struct session){
        .node = given->node, .beat = given->beat, .ttl = given->ttl, .format = given->format};
    set_text(s->address, sizeof s->address, given->address);
    set_text(s->version, sizeof s->version, given->version);
    return STORE_OK;
}

static enum store_result mem_sessions(struct store *s, store_each_session *each, void *arg)
{
    struct mem_store *m = (struct mem_store *)s;

    for (size_t i = 0; i < m->sessions; i++) {
        const struct session *n = &m->session[i];
        struct store_session shown = {.node = n->node,
                                      .beat = n->beat,
                                      .ttl = n->ttl,
                                      .format = n->format,
                                      .address = str_of(n->address),
                                      .version = str_of(n->version)};

        if (!each(arg, &shown))
            break;
    }
    return STORE_OK;
}

/* ---- documents ---- */

/* Index of the first document that is not below the key. */
static size_t doc_place(const struct mem_store *m, struct str key)
{
    size_t low = 0, high = m->docs;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (str_cmp(m->doc[middle].doc.key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct mem_doc *doc_find(struct mem_store *m, struct str key)
{
    size_t i = doc_place(m, key);

    return i < m->docs && str_eq(m->doc[i].doc.key, key) ? &m->doc[i] : NULL;
}

static void doc_drop(struct mem_store *m, struct mem_doc *d)
{
    free(d->text);
    memmove(d, d + 1, (size_t)(&m->doc[--m->docs] - d) * sizeof *d);
}

static void doc_insert(struct mem_store *m, const struct store_doc *given)
{
    size_t i = doc_place(m, given->key);
    char *text = malloc(given->key.len + given->body.len + 1);

    if (!text)
        abort();
    memcpy(text, given->key.at, given->key.len);
    if (given->body.len)
        memcpy(text + given->key.len, given->body.at, given->body.len);
    m->doc = grown(m->doc, m->docs, &m->doc_cap, sizeof *m->doc);
    memmove(&m->doc[i + 1], &m->doc[i], (m->docs++ - i) * sizeof *m->doc);
    m->doc[i] = (struct mem_doc){.doc = *given, .text = text};
    m->doc[i].doc.key.at = text;
    m->doc[i].doc.body.at = text + given->key.len;
    m->doc[i].doc.prev = 0;
}

static enum store_result doc_put(struct mem_store *m, const struct store_doc *given)
{
    struct mem_doc *d = doc_find(m, given->key);

    if (d && d->doc.op == given->op)
        return STORE_OK;
    if ((d ? d->doc.op : 0) != given->prev)
        return store_because(&m->base, STORE_CONFLICT, "another document is there");
    if (d)
        doc_drop(m, d);
    doc_insert(m, given);
    return STORE_OK;
}

static enum store_result doc_remove(struct mem_store *m, struct str key, uint64_t op)
{
    struct mem_doc *d = doc_find(m, key);

    if (d && d->doc.op != op)
        return store_because(&m->base, STORE_CONFLICT, "another document is there");
    if (d)
        doc_drop(m, d);
    return STORE_OK;
}

static enum store_result doc_sweep(struct mem_store *m, int64_t before, int64_t limit)
{
    for (size_t i = 0; i < m->docs && limit > 0;) {
        int64_t until = m->doc[i].doc.until;

        if (until && until < before) {
            doc_drop(m, &m->doc[i]);
            limit--;
        } else {
            i++;
        }
    }
    return STORE_OK;
}

static enum store_result mem_docs(struct store *s, struct str key, int64_t limit,
                                  store_each_doc *each, void *arg)
{
    struct mem_store *m = (struct mem_store *)s;
    size_t first = doc_place(m, key), most = limit ? (size_t)llabs(limit) : 1;

    for (size_t i = first; i < m->docs && i - first < most; i++) {
        struct store_doc doc = m->doc[i].doc;

        if (limit < 0)
            doc.body = STR("");
        if (!store_doc_fits(doc.key, key, limit) || !each(arg, &doc))
            break;
    }
    return STORE_OK;
}

/* ---- the backend ---- */

static enum store_result apply(struct mem_store *m, const struct store_request *r)
{
    switch (r->kind) {
    case STORE_APPEND:
        return append(m, &r->entry, &r->names);
    case STORE_PURGE:
        return purge(m, r->entry.room, r->entry.seq);
    case STORE_NAME:
        return name(m, r->entry.room, &r->names);
    case STORE_BEAT:
        return beat(m, &r->session);
    case STORE_DOC_PUT:
        return doc_put(m, &r->doc);
    case STORE_DOC_REMOVE:
        return doc_remove(m, r->doc.key, r->doc.prev);
    default:
        return doc_sweep(m, r->at, r->limit);
    }
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
    for (size_t i = 0; i < batch.n; i++)
        batch.at[i]->result = apply(m, batch.at[i]);
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

static void room_show(const struct mem_room *r, struct store_room *shown)
{
    *shown = (struct store_room){.room = r->room, .head = (int64_t)r->n};
    memcpy(shown->code, r->code, sizeof shown->code);
}

static enum store_result mem_find(struct store *s, const struct store_names *names,
                                  struct store_room *room)
{
    /* By the code alone where there is one. */
    const struct store_names one = {names->code, names->code.len ? STR("") : names->founder};
    const struct mem_room *r = room_named((struct mem_store *)s, &one);

    if (r)
        room_show(r, room);
    return STORE_OK;
}

static enum store_result mem_rooms(struct store *s, store_each_room *each, void *arg)
{
    struct mem_store *m = (struct mem_store *)s;

    for (size_t i = 0; i < m->n; i++) {
        const struct mem_room *r = &m->room[i];
        struct store_room shown;

        room_show(r, &shown);
        if (r->state != PURGED && !each(arg, &shown))
            break;
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
    for (size_t i = 0; i < m->docs; i++)
        free(m->doc[i].text);
    free(m->doc);
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
    .find = mem_find,
    .sessions = mem_sessions,
    .docs = mem_docs,
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
