#include "store/store.h"

#include "base/err.h"
#include "store/backend.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t wall_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void store_init(struct store *s, const struct store_ops *ops)
{
    *s = (struct store){.ops = ops, .clock = wall_clock};
}

void store_fini(struct store *s)
{
    buf_fini(&s->reason);
}

enum store_result store_because(struct store *s, enum store_result result, const char *format, ...)
{
    char text[240];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    buf_clear(&s->reason);
    buf_adds(&s->reason, text);
    return result;
}

bool store_same(const struct store_entry *a, const struct store_entry *b)
{
    return a->room == b->room && a->seq == b->seq && a->epoch == b->epoch && a->op == b->op &&
           str_eq(a->body, b->body);
}

bool store_session_fresh(int64_t now, int64_t beat, int64_t ttl)
{
    return now < beat ? beat - now < ttl : now - beat < ttl;
}

static int submit(struct store *s, const struct store_request *request)
{
    assert(!s->reading);
    return s->closing ? ERR_UNWRITABLE : s->ops->submit(s, request);
}

int store_append(struct store *s, const struct store_entry *entry, store_done *done, void *arg)
{
    if (entry->room < 1 || entry->seq < 1 || entry->seq == INT64_MAX || entry->epoch < 0)
        return ERR_RANGE;
    if (entry->body.len > STORE_BODY_MAX)
        return ERR_TOO_LARGE;
    return submit(s, &(struct store_request){
                         .kind = STORE_APPEND, .entry = *entry, .done = done, .arg = arg});
}

int store_seal(struct store *s, int64_t room, int64_t head, int64_t at, store_done *done, void *arg)
{
    if (room < 1 || head < 1 || at < 1)
        return ERR_RANGE;
    return submit(s, &(struct store_request){.kind = STORE_SEAL,
                                             .entry = {.room = room, .seq = head},
                                             .at = at,
                                             .done = done,
                                             .arg = arg});
}

int store_purge(struct store *s, int64_t room, store_done *done, void *arg)
{
    if (room < 1)
        return ERR_RANGE;
    return submit(s, &(struct store_request){
                         .kind = STORE_PURGE, .entry = {.room = room}, .done = done, .arg = arg});
}

int store_session_beat_at(struct store *s, uint64_t node, int64_t now, int64_t ttl_ms,
                          store_done *done, void *arg)
{
    if (ttl_ms < 0)
        return ERR_RANGE;
    return submit(s, &(struct store_request){.kind = STORE_BEAT,
                                             .entry = {.op = node, .seq = now},
                                             .at = ttl_ms,
                                             .done = done,
                                             .arg = arg});
}

int store_session_beat(struct store *s, uint64_t node, int64_t ttl_ms, store_done *done, void *arg)
{
    return store_session_beat_at(s, node, s->clock(), ttl_ms, done, arg);
}

int store_pump(struct store *s, int ms)
{
    assert(!s->pumping && !s->reading);
    s->pumping = true;
    int answered = s->ops->pump(s, ms);
    s->pumping = false;
    return answered;
}

int store_fd(const struct store *s)
{
    return s->ops->fd(s);
}

enum store_result store_read(struct store *s, int64_t room, int64_t from, store_each_entry *each,
                             void *arg)
{
    assert(!s->reading && room >= 1 && from >= 1);
    s->reading = true;
    enum store_result result = s->ops->read(s, room, from, each, arg);
    s->reading = false;
    return result;
}

enum store_result store_rooms(struct store *s, store_each_room *each, void *arg)
{
    assert(!s->reading);
    s->reading = true;
    enum store_result result = s->ops->rooms(s, each, arg);
    s->reading = false;
    return result;
}

enum store_result store_session_alive(struct store *s, uint64_t node, bool *alive)
{
    int64_t beat, ttl;
    enum store_result result;

    assert(!s->reading);
    result = s->ops->session(s, node, &beat, &ttl);
    if (result == STORE_OK)
        *alive = ttl > 0 && store_session_fresh(s->clock(), beat, ttl);
    return result;
}

enum store_result store_session_seen(struct store *s, uint64_t node, int64_t *at)
{
    int64_t beat, ttl;
    enum store_result result;

    assert(!s->reading);
    result = s->ops->session(s, node, &beat, &ttl);
    if (result == STORE_OK)
        *at = beat;
    return result;
}

struct old_rooms {
    int64_t before;
    int64_t *room;
    int n, limit;
};

static bool collect_old(void *arg, const struct store_room *room)
{
    struct old_rooms *old = arg;

    if (room->sealed_at && room->sealed_at < old->before)
        old->room[old->n++] = room->room;
    return old->n < old->limit;
}

enum store_result store_retain(struct store *s, int64_t before, int limit, int *queued)
{
    struct old_rooms old = {.before = before, .limit = limit};
    int n = 0;

    if (limit < 1) {
        *queued = 0;
        return STORE_OK;
    }
    old.room = calloc((size_t)limit, sizeof *old.room);
    if (!old.room)
        abort();
    enum store_result result = store_rooms(s, collect_old, &old);
    if (result == STORE_OK) {
        /* A room with a request in flight is left for the next time. */
        for (int i = 0; i < old.n; i++)
            n += store_purge(s, old.room[i], NULL, NULL) == 0;
        *queued = n;
    }
    free(old.room);
    return result;
}

const char *store_reason(const struct store *s)
{
    return buf_cstr(&s->reason);
}

const char *store_result_name(enum store_result result)
{
    static const char *const names[] = {
#define X(name, text) [name] = text,
        STORE_RESULTS(X)
#undef X
    };

    return names[result];
}

void store_free(struct store *s)
{
    if (!s)
        return;
    assert(!s->pumping && !s->reading);
    s->closing = true;
    s->ops->free(s);
}
