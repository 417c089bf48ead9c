/* The runner of the suite and what its checks share; the checks are in checks.c. */
#include "suite.h"

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

const struct check *suite_find(const char *name)
{
    for (int i = 0; i < suite_length; i++) {
        if (strcmp(suite[i].name, name) == 0)
            return &suite[i];
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
    struct store_entry e = {.room = room, .seq = seq, .epoch = 1, .op = op, .body = str_of(body)};

    return put_entry(s, &e);
}

int put_seal(struct store *s, int64_t room, int64_t head, int64_t at)
{
    static struct answer a; /* outlives an answer that comes too late */

    a = (struct answer){0};
    return pumped(s, store_seal(s, room, head, at, note_answer, &a), &a);
}

int put_purge(struct store *s, int64_t room)
{
    static struct answer a; /* outlives an answer that comes too late */

    a = (struct answer){0};
    return pumped(s, store_purge(s, room, note_answer, &a), &a);
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
