/* The runner of the suite and what its checks share; the checks are in checks*.c. */
#include "suite.h"

#include "base/buf.h"
#include "store/backend.h"

#include <stdio.h>
#include <string.h>

bool trial_fails(struct trial *t, int line, const char *condition)
{
    /* Now, because what is queued may point into the frame of the check that fails. */
    store_free(t->store);
    t->store = NULL;
    snprintf(t->why, sizeof t->why, "line %d: %s", line, condition);
    return false;
}

void trial_reopen(struct trial *t)
{
    store_free(t->store);
    t->store = t->subject->open(t->place.file);
}

bool suite_check(const struct check *check, const struct subject *subject, char why[200])
{
    struct trial t = {.subject = subject};

    place_make(&t.place);
    t.store = subject->open(t.place.file);
    bool passed = check->run(&t);
    store_free(t.store);
    place_remove(&t.place);
    memcpy(why, t.why, sizeof t.why);
    return passed;
}

const struct check *suite_at(int i)
{
    const struct {
        const struct check *check;
        int n;
    } part[] = {{suite_of_logs, suite_of_logs_length},
                {suite_of_sessions, suite_of_sessions_length},
                {suite_of_models, suite_of_models_length},
                {suite_of_names, suite_of_names_length}};

    for (size_t at = 0; at < sizeof part / sizeof part[0]; at++) {
        if (i < part[at].n)
            return &part[at].check[i];
        i -= part[at].n;
    }
    return NULL;
}

const struct check *suite_find(const char *name)
{
    const struct check *check;

    for (int i = 0; (check = suite_at(i)); i++) {
        if (strcmp(check->name, name) == 0)
            return check;
    }
    return NULL;
}

struct answer {
    int count;
    enum store_result result;
};

static void note_answer(void *arg, enum store_result result)
{
    struct answer *a = arg;

    a->count++;
    a->result = result;
}

static int pumped(struct store *s, int queued, const struct answer *a)
{
    if (queued < 0)
        return queued;
    for (int i = 0; i < 100 && a->count == 0; i++)
        store_pump(s, 100);
    return a->count == 0 ? NO_ANSWER : a->count > 1 ? MANY_ANSWERS : (int)a->result;
}

int put_entry(struct store *s, const struct store_entry *e)
{
    static struct answer a; /* outlives an answer that comes too late */

    a = (struct answer){0};
    return pumped(s, store_append(s, e, note_answer, &a), &a);
}

int put(struct store *s, int64_t room, int64_t seq, uint64_t op, const char *body)
{
    struct store_entry e = {.room = room,
                            .seq = seq,
                            .epoch = 1,
                            .prev = seq > 1 ? log_op(s, room, seq - 1) : 0,
                            .op = op,
                            .body = str_of(body)};

    return put_entry(s, &e);
}

/* The answer outlives one that comes too late. */
#define ANSWERED(s, call)             \
    do {                              \
        static struct answer a;       \
        a = (struct answer){0};       \
        return pumped(s, (call), &a); \
    } while (0)

int put_purge(struct store *s, int64_t room, int64_t head)
{
    ANSWERED(s, store_purge(s, room, head, note_answer, &a));
}

static struct store_names names_of(const char *code, const char *founder)
{
    return (struct store_names){str_of(code ? code : ""), str_of(founder ? founder : "")};
}

int put_found(struct store *s, int64_t room, uint64_t op, const char *code, const char *founder)
{
    struct store_entry e = {.room = room, .seq = 1, .epoch = 1, .op = op, .body = STR("founded")};
    struct store_names names = names_of(code, founder);

    ANSWERED(s, store_found(s, &e, &names, note_answer, &a));
}

int put_name(struct store *s, int64_t room, const char *code, const char *founder)
{
    struct store_names names = names_of(code, founder);

    ANSWERED(s, store_name(s, room, &names, note_answer, &a));
}

int put_beat(struct store *s, const struct store_session *session)
{
    ANSWERED(s, store_session_beat(s, session, note_answer, &a));
}

/* ---- documents ---- */

int put_doc(struct store *s, const char *key, uint64_t prev, uint64_t op, const char *body)
{
    struct store_doc doc = {.key = str_of(key), .prev = prev, .op = op, .body = str_of(body)};

    ANSWERED(s, store_doc_put(s, &doc, note_answer, &a));
}

int put_doc_until(struct store *s, const char *key, uint64_t op, int64_t until)
{
    struct store_doc doc = {.key = str_of(key), .op = op, .until = until, .body = STR("x")};

    ANSWERED(s, store_doc_put(s, &doc, note_answer, &a));
}

int remove_doc(struct store *s, const char *key, uint64_t op)
{
    ANSWERED(s, store_doc_remove(s, str_of(key), op, note_answer, &a));
}

int sweep_docs(struct store *s, int64_t before, int limit)
{
    ANSWERED(s, store_doc_sweep(s, before, limit, note_answer, &a));
}

struct documents {
    struct answer answer;
    struct buf text;
};

static bool add_doc(void *arg, const struct store_doc *doc)
{
    struct documents *d = arg;

    if (d->text.len)
        buf_addc(&d->text, ' ');
    buf_printf(&d->text, "%.*s=%.*s", STR_FMT(doc->key), STR_FMT(doc->body));
    return true;
}

static void docs_done(void *arg, enum store_result result)
{
    note_answer(&((struct documents *)arg)->answer, result);
}

const char *docs_as_text(struct store *s, const char *key, int limit)
{
    static struct documents d;
    static char text[1000];
    int queued;

    d = (struct documents){0};
    queued = limit > 0   ? store_docs(s, str_of(key), limit, add_doc, docs_done, &d)
             : limit < 0 ? store_doc_keys(s, str_of(key), -limit, add_doc, docs_done, &d)
                         : store_doc(s, str_of(key), add_doc, docs_done, &d);
    int result = pumped(s, queued, &d.answer);
    snprintf(text, sizeof text, "%s", result == STORE_OK ? buf_cstr(&d.text) : "(failed)");
    buf_fini(&d.text);
    return text;
}

/* ---- questions ---- */

struct finding {
    struct answer answer;
    int64_t room;
};

static void note_finding(void *arg, enum store_result result, const struct store_room *room)
{
    struct finding *f = arg;

    f->room = room ? room->room : 0;
    note_answer(&f->answer, result);
}

int64_t found_room(struct store *s, const char *code, const char *founder)
{
    static struct finding f;
    struct store_names names = names_of(code, founder);

    f = (struct finding){0};
    int result = pumped(s, store_find(s, &names, note_finding, &f), &f.answer);
    return result == STORE_OK ? f.room : -1;
}

struct fetching {
    struct answer answer;
    int64_t room, next, n;
    bool dense;
};

static bool fetch_entry(void *arg, const struct store_entry *e)
{
    struct fetching *f = arg;

    f->dense = f->dense && e->room == f->room && e->seq == f->next++;
    f->n++;
    return true;
}

static void fetch_done(void *arg, enum store_result result)
{
    note_answer(&((struct fetching *)arg)->answer, result);
}

int fetched(struct store *s, int64_t room, int64_t from, int64_t bytes, int64_t *entries)
{
    static struct fetching f;

    f = (struct fetching){.room = room, .next = from, .dense = true};
    int result =
        pumped(s, store_fetch(s, room, from, bytes, fetch_entry, fetch_done, &f), &f.answer);
    *entries = f.dense ? f.n : -1;
    return result;
}

/* ---- logs ---- */

static bool note_op(void *arg, const struct store_entry *e)
{
    *(uint64_t *)arg = e->op;
    return false;
}

uint64_t log_op(struct store *s, int64_t room, int64_t seq)
{
    uint64_t op = 0;

    store_read(s, room, seq, note_op, &op);
    return op;
}

struct counting {
    int64_t n;
    bool dense;
};

static bool count_entry(void *arg, const struct store_entry *entry)
{
    struct counting *c = arg;

    c->dense = c->dense && entry->seq == ++c->n;
    return true;
}

int64_t log_length(struct store *s, int64_t room)
{
    struct counting c = {.dense = true};

    return store_read(s, room, 1, count_entry, &c) == STORE_OK && c.dense ? c.n : -1;
}

struct wanted {
    const struct store_entry *entry;
    bool found;
};

static bool match_entry(void *arg, const struct store_entry *entry)
{
    struct wanted *w = arg;

    w->found = entry->room == w->entry->room && entry->seq == w->entry->seq &&
               entry->op == w->entry->op && str_eq(entry->body, w->entry->body);
    return false; /* only the first one: the read begins with it */
}

bool log_has(struct store *s, int64_t room, int64_t seq, uint64_t op, const char *body)
{
    struct store_entry e = {.room = room, .seq = seq, .op = op, .body = str_of(body)};
    struct wanted w = {.entry = &e};

    return store_read(s, room, seq, match_entry, &w) == STORE_OK && w.found;
}

/* ---- sessions ---- */

struct life {
    uint64_t node;
    bool alive;
    const struct store *store;
};

static bool look_at_session(void *arg, const struct store_session *session)
{
    struct life *l = arg;

    if (session->node == l->node)
        l->alive =
            session->ttl > 0 && store_session_fresh(l->store->clock(), session->beat, session->ttl);
    return true;
}

bool session_alive(struct store *s, uint64_t node)
{
    struct life l = {.node = node, .store = s};

    return s->ops->sessions(s, look_at_session, &l) == STORE_OK && l.alive;
}
