#include "store/store.h"

#include "base/clock.h"
#include "base/err.h"
#include "store/queue.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int64_t wall_clock(void)
{
    return clock_ms(CLOCK_REALTIME);
}

void store_init(struct store *s, const struct store_ops *ops)
{
    *s = (struct store){.ops = ops, .clock = wall_clock, .asked = malloc(sizeof *s->asked)};
    if (!s->asked)
        abort();
    queue_init(s->asked, false);
}

void store_fini(struct store *s)
{
    queue_fini(s->asked);
    free(s->asked);
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

bool store_doc_fits(struct str key, struct str wanted, int64_t limit)
{
    return limit ? str_starts(key, wanted) : str_eq(key, wanted);
}

/* ---- writes ---- */

static int submit(struct store *s, const struct store_request *request)
{
    assert(!s->reading);
    if (s->closing)
        return ERR_UNWRITABLE;
    if (store_is_question(request->kind) && !s->ops->asks)
        return queue_put(s->asked, request);
    return s->ops->submit(s, request);
}

static int check_entry(const struct store_entry *entry)
{
    if (entry->room < 1 || entry->seq < 1 || entry->seq == INT64_MAX || entry->epoch < 0)
        return ERR_RANGE;
    return entry->body.len > STORE_BODY_MAX ? ERR_TOO_LARGE : 0;
}

static bool is_bytes(struct str s, size_t most)
{
    return s.len <= most && (s.len == 0 || !memchr(s.at, 0, s.len));
}

/* Names are plain: what some database would not take for text does not get there. */
static bool is_text(struct str s, size_t most)
{
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] < ' ' || s.at[i] > '~')
            return false;
    }
    return s.len <= most;
}

static bool are_names(const struct store_names *names)
{
    return is_text(names->code, STORE_CODE_MAX) && is_text(names->founder, STORE_NAME_MAX) &&
           names->code.len + names->founder.len > 0;
}

int store_append(struct store *s, const struct store_entry *entry, store_done *done, void *arg)
{
    int error = check_entry(entry);

    return error ? error
                 : submit(s, &(struct store_request){
                                 .kind = STORE_APPEND, .entry = *entry, .done = done, .arg = arg});
}

int store_found(struct store *s, const struct store_entry *entry, const struct store_names *names,
                store_done *done, void *arg)
{
    int error = check_entry(entry);

    if (error)
        return error;
    if (entry->seq != 1 || !are_names(names))
        return ERR_RANGE;
    return submit(
        s, &(struct store_request){
               .kind = STORE_APPEND, .entry = *entry, .names = *names, .done = done, .arg = arg});
}

int store_name(struct store *s, int64_t room, const struct store_names *names, store_done *done,
               void *arg)
{
    if (room < 1 || !are_names(names))
        return ERR_RANGE;
    return submit(s, &(struct store_request){.kind = STORE_NAME,
                                             .entry = {.room = room},
                                             .names = *names,
                                             .done = done,
                                             .arg = arg});
}

int store_purge(struct store *s, int64_t room, int64_t head, store_done *done, void *arg)
{
    if (room < 1 || head < 0)
        return ERR_RANGE;
    return submit(s, &(struct store_request){.kind = STORE_PURGE,
                                             .entry = {.room = room, .seq = head},
                                             .done = done,
                                             .arg = arg});
}

int store_session_beat(struct store *s, const struct store_session *session, store_done *done,
                       void *arg)
{
    struct store_request r = {.kind = STORE_BEAT, .session = *session, .done = done, .arg = arg};

    if (session->ttl < 0 || session->beat < 0 || !is_text(session->address, STORE_NAME_MAX) ||
        !is_text(session->version, STORE_NAME_MAX))
        return ERR_RANGE;
    if (!session->beat)
        r.session.beat = s->clock();
    return submit(s, &r);
}

static bool is_key(struct str key)
{
    return key.len > 0 && is_bytes(key, STORE_KEY_MAX);
}

int store_doc_put(struct store *s, const struct store_doc *doc, store_done *done, void *arg)
{
    if (!is_key(doc->key) || !doc->op || doc->op == doc->prev || doc->until < 0)
        return ERR_RANGE;
    if (doc->body.len > STORE_BODY_MAX)
        return ERR_TOO_LARGE;
    return submit(
        s, &(struct store_request){.kind = STORE_DOC_PUT, .doc = *doc, .done = done, .arg = arg});
}

int store_doc_remove(struct store *s, struct str key, uint64_t op, store_done *done, void *arg)
{
    if (!is_key(key) || !op)
        return ERR_RANGE;
    return submit(s, &(struct store_request){.kind = STORE_DOC_REMOVE,
                                             .doc = {.key = key, .prev = op},
                                             .done = done,
                                             .arg = arg});
}

int store_doc_sweep(struct store *s, int64_t before, int limit, store_done *done, void *arg)
{
    if (limit < 1)
        return ERR_RANGE;
    return submit(
        s, &(struct store_request){
               .kind = STORE_DOC_SWEEP, .at = before, .limit = limit, .done = done, .arg = arg});
}

/* ---- questions ---- */

int store_fetch(struct store *s, int64_t room, int64_t from, int64_t bytes, store_each_entry *each,
                store_done *done, void *arg)
{
    if (room < 1 || from < 1 || bytes < 0)
        return ERR_RANGE;
    return submit(s, &(struct store_request){.kind = STORE_FETCH,
                                             .entry = {.room = room, .seq = from},
                                             .at = bytes,
                                             .each_entry = each,
                                             .done = done,
                                             .arg = arg});
}

int store_ends(struct store *s, int64_t room, int limit, store_each_entry *each, store_done *done,
               void *arg)
{
    if (room < 0 || limit < 1)
        return ERR_RANGE;
    return submit(s, &(struct store_request){.kind = STORE_ENDS,
                                             .entry = {.room = room},
                                             .limit = limit,
                                             .each_entry = each,
                                             .done = done,
                                             .arg = arg});
}

int store_find(struct store *s, const struct store_names *names, store_finding *found, void *arg)
{
    if (!are_names(names))
        return ERR_RANGE;
    return submit(s, &(struct store_request){
                         .kind = STORE_FIND, .names = *names, .found = found, .arg = arg});
}

int store_sessions(struct store *s, store_each_session *each, store_done *done, void *arg)
{
    return submit(s, &(struct store_request){
                         .kind = STORE_SESSIONS, .each_session = each, .done = done, .arg = arg});
}

static int ask_docs(struct store *s, struct str key, int limit, store_each_doc *each,
                    store_done *done, void *arg)
{
    return submit(s, &(struct store_request){.kind = STORE_DOCS,
                                             .doc = {.key = key},
                                             .limit = limit,
                                             .each_doc = each,
                                             .done = done,
                                             .arg = arg});
}

int store_doc(struct store *s, struct str key, store_each_doc *each, store_done *done, void *arg)
{
    return is_key(key) ? ask_docs(s, key, 0, each, done, arg) : ERR_RANGE;
}

int store_docs(struct store *s, struct str prefix, int limit, store_each_doc *each,
               store_done *done, void *arg)
{
    return limit < 1 || !is_bytes(prefix, STORE_KEY_MAX)
               ? ERR_RANGE
               : ask_docs(s, prefix, limit, each, done, arg);
}

int store_doc_keys(struct store *s, struct str prefix, int limit, store_each_doc *each,
                   store_done *done, void *arg)
{
    return limit < 1 || !is_bytes(prefix, STORE_KEY_MAX)
               ? ERR_RANGE
               : ask_docs(s, prefix, -limit, each, done, arg);
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

struct one_session {
    uint64_t node;
    int64_t beat;
};

static bool match_session(void *arg, const struct store_session *session)
{
    struct one_session *one = arg;

    if (session->node != one->node)
        return true;
    one->beat = session->beat;
    return false;
}

enum store_result store_session_seen(struct store *s, uint64_t node, int64_t *at)
{
    struct one_session one = {.node = node};

    assert(!s->reading);
    s->reading = true;
    enum store_result result = s->ops->sessions(s, match_session, &one);
    s->reading = false;
    if (result == STORE_OK)
        *at = one.beat;
    return result;
}

/* ---- pumping ---- */

struct few {
    const struct store_request *request;
    int64_t bytes;
};

/* Stops a fetch that has got what it wanted. */
static bool few_entries(void *arg, const struct store_entry *entry)
{
    struct few *f = arg;

    f->bytes += (int64_t)entry->body.len;
    return f->request->each_entry(f->request->arg, entry) &&
           (!f->request->at || f->bytes < f->request->at);
}

static void answer_question(struct store *s, struct store_request *r)
{
    struct few few = {.request = r};
    struct store_room room = {0};

    s->reading = true;
    switch (r->kind) {
    case STORE_FETCH:
        r->result = s->ops->read(s, r->entry.room, r->entry.seq, few_entries, &few);
        break;
    case STORE_ENDS:
        r->result = store_answer_ends(s, r);
        break;
    case STORE_FIND:
        r->result = s->ops->find(s, &r->names, &room);
        break;
    case STORE_SESSIONS:
        r->result = s->ops->sessions(s, r->each_session, r->arg);
        break;
    default:
        r->result = s->ops->docs(s, r->doc.key, r->limit, r->each_doc, r->arg);
        break;
    }
    s->reading = false;
    if (r->kind == STORE_FIND)
        r->found(r->arg, r->result, r->result == STORE_OK && room.room ? &room : NULL);
}

static int answer_questions(struct store *s)
{
    struct batch batch = queue_take(s->asked);

    for (size_t i = 0; i < batch.n; i++) {
        struct store_request *r = batch.at[i];

        answer_question(s, r);
        if (r->done)
            r->done(r->arg, r->result);
        r->done = NULL; /* it has been called, in the order of what was asked */
    }
    return queue_answer(s->asked, &batch);
}

void store_will_pump(struct store *s)
{
    s->will_pump = true;
}

int store_pump(struct store *s, int ms)
{
    assert(!s->pumping && !s->reading);
    s->pumping = true;
    int answered = answer_questions(s);
    answered += s->ops->pump(s, answered ? 0 : ms);
    s->pumping = false;
    s->will_pump = s->will_pump && answered;
    return answered;
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
    queue_refuse(s->asked);
    s->ops->free(s);
}
