/*
 * The memory of a table that is kept: a document beside the room's log (src/memory), which grows by
 * every game that ends, and is told, changed and deleted when people ask.
 *
 * What is to be done is a list of jobs, one after the other. Each reads the document, does its part
 * and puts it back in the place of the one that it has read; where another was quicker it begins
 * again. Keepsakes are read one in a turn. The store may answer when the
 * room has gone, or whoever asked: then the job belongs to its answer, and frees itself.
 */
#include "room/remember.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RETRY = 5000, REPEAT = 500, AGAIN = 6, GAMES_READ = 60, PAUSE = 3 };

static void free_games(struct job *j)
{
    while (j->games) {
        struct kept_game *g = j->games;

        j->games = g->next;
        buf_fini(&g->body);
        free(g);
    }
}

static void job_free(struct job *j)
{
    free_games(j);
    memory_free(j->memory);
    buf_fini(&j->doc);
    free(j);
}

void remembering_left(struct room *r, const struct conn *c)
{
    for (struct job *j = r->jobs; j; j = j->next) {
        if (j->conn == c)
            j->conn = NULL;
    }
}

void remembering_end(struct room *r)
{
    while (r->jobs) {
        struct job *j = r->jobs;

        r->jobs = j->next;
        j->room = NULL;
        j->conn = NULL;
        if (!j->asked)
            job_free(j);
    }
    free(r->kept);
    r->kept = NULL;
    r->remembers = false;
}

struct job *job_add(struct room *r, enum job_kind kind, struct conn *c, int64_t tag)
{
    struct job *j = calloc(1, sizeof *j), **at = &r->jobs;

    if (!j)
        abort();
    *j = (struct job){.room = r, .kind = kind, .conn = c, .tag = tag};
    while (*at)
        at = &(*at)->next;
    *at = j;
    room_schedule(r, 0);
    return j;
}

void job_end(struct job *j)
{
    j->room->jobs = j->next;
    job_free(j);
}

void job_refuse(struct job *j, const char *key)
{
    struct conn *c = j->conn;
    int64_t tag = j->tag;

    job_end(j);
    if (c)
        request_told(c, tag, key);
}

/* What everybody is shown of it: that the table is kept, and its name. */
static void show(struct room *r, const char *name)
{
    r->remembers = true;
    if (!name && !r->kept)
        return;
    if (name && r->kept && strcmp(name, r->kept) == 0)
        return;
    free(r->kept);
    r->kept = name ? strdup(name) : NULL;
    r->stale = true;
    room_schedule(r, 0);
}

/* ---- the store ---- */

/* The store has answered. NULL: nobody waits for it any more. */
static struct job *answered(void *arg)
{
    struct job *j = arg;

    j->asked = false;
    if (j->room) {
        room_schedule(j->room, 0);
        return j;
    }
    job_free(j);
    return NULL;
}

/* What nobody waits for is tried again and again; people are told. */
static void failed(struct job *j)
{
    if (j->conn || ++j->failures > AGAIN) {
        job_refuse(j, "not_stored");
        return;
    }
    memory_free(j->memory);
    j->memory = NULL;
    free_games(j);
    j->step = STEP_READ;
    j->op = 0;
    j->retry_at = j->room->services->now() + RETRY;
}

/* The same where the store had what it was asked for; else the job has failed. */
static struct job *answered_well(void *arg, enum store_result result)
{
    struct job *j = answered(arg);

    if (!j || result == STORE_OK)
        return j;
    failed(j);
    return NULL;
}

static bool see(void *arg, const struct store_doc *doc)
{
    struct job *j = arg;

    j->found = true;
    j->prev = doc->op;
    if (j->room)
        j->memory = memory_read(doc->body);
    return false;
}

/* A memory that there is lacks the game that is to be added. One that there is not is made of all
 * the keepsakes of the table: to be kept, or only to be told from. */
static bool needs_games(const struct job *j)
{
    switch (j->kind) {
    case JOB_ADD:
        return j->memory && !memory_knows(j->memory, str_of(j->address));
    case JOB_KEEP:
    case JOB_TONIGHT:
    case JOB_PICTURE:
        return !j->memory;
    default:
        return false;
    }
}

static void seen(void *arg, enum store_result result)
{
    struct job *j = answered_well(arg, result);

    if (!j)
        return;
    show(j->room, j->memory ? j->memory->name : NULL);
    j->step = needs_games(j) ? STEP_READ_GAMES : STEP_WORK;
}

static void read_group(struct job *j)
{
    struct buf key = {0};

    j->found = false;
    memory_free(j->memory);
    j->memory = NULL;
    memory_key(j->room->id, &key);
    j->asked = store_doc(j->room->services->store, buf_str(&key), see, seen, j) == 0;
    buf_fini(&key);
    if (!j->asked)
        failed(j);
}

/* When the game of a keepsake ended, without reading all of it: many are looked at in one turn. */
static bool ended_at(struct str body, int64_t *out)
{
    const struct str name = STR("\"ended\":");
    ptrdiff_t at = str_find(body, name);
    struct str digits, rest;

    if (at < 0)
        return false;
    rest = str_n(body.at + at + name.len, body.len - (size_t)at - name.len);
    return str_piece(&rest, ',', &digits) && str_int(digits, out);
}

/* By when they ended: that is the order in which they are remembered. */
static bool see_game(void *arg, const struct store_doc *doc)
{
    struct job *j = arg;
    struct kept_game *g, **at = &j->games;
    char address[KEEPSAKE_ADDRESS + 1];
    int64_t ended;

    if (!j->room || !keepsake_of_key(doc->key, address) || !ended_at(doc->body, &ended))
        return true;
    g = calloc(1, sizeof *g);
    if (!g)
        abort();
    g->ended = ended;
    memcpy(g->address, address, sizeof g->address);
    buf_add(&g->body, doc->body);
    while (*at && (*at)->ended < g->ended)
        at = &(*at)->next;
    g->next = *at;
    *at = g;
    return true;
}

static void seen_games(void *arg, enum store_result result)
{
    struct job *j = answered_well(arg, result);

    if (!j)
        return;
    if (!j->memory)
        j->memory = memory_new(str_of(j->name), services_wall(j->room->services));
    j->step = STEP_WORK;
}

static void read_games(struct job *j)
{
    struct store *s = j->room->services->store;
    struct buf key = {0};

    if (j->kind == JOB_ADD)
        keepsake_key(str_of(j->address), &key);
    else
        keepsake_keys(j->room->id, &key);
    j->asked = store_docs(s, buf_str(&key), GAMES_READ, see_game, seen_games, j) == 0;
    buf_fini(&key);
    if (!j->asked)
        failed(j);
}

static void was_put(void *arg, enum store_result result)
{
    struct job *j = answered(arg);
    struct conn *c;
    int64_t tag;

    if (!j)
        return;
    if (result == STORE_CONFLICT && ++j->failures <= AGAIN) {
        free_games(j);
        j->step = STEP_READ; /* somebody was quicker: what they did stays */
        j->op = 0;
        return;
    }
    if (result == STORE_UNKNOWN && ++j->failures <= AGAIN) {
        j->retry_at = j->room->services->now() + REPEAT; /* the same again: it may be there */
        return;
    }
    if (result != STORE_OK) {
        failed(j);
        return;
    }
    show(j->room, j->kind == JOB_END ? NULL : j->memory->name);
    if (j->kind == JOB_ADD)
        j->room->stale = true;
    c = j->conn;
    tag = j->tag;
    job_end(j);
    if (c)
        request_told(c, tag, NULL);
}

static void put(struct job *j)
{
    struct services *s = j->room->services;
    struct buf key = {0};

    memory_key(j->room->id, &key);
    buf_clear(&j->doc);
    if (j->kind == JOB_END) {
        j->asked = store_doc_remove(s->store, buf_str(&key), j->prev, was_put, j) == 0;
    } else {
        memory_write(j->memory, &j->doc);
        if (!j->op)
            j->op = ++s->op;
        const struct store_doc doc = {.key = buf_str(&key),
                                      .prev = j->found ? j->prev : 0,
                                      .op = j->op,
                                      .body = buf_str(&j->doc)};
        j->asked = store_doc_put(s->store, &doc, was_put, j) == 0;
    }
    buf_fini(&key);
    if (!j->asked)
        failed(j);
}

int64_t remembering_run(struct room *r)
{
    struct services *s = r->services;
    const char *address = keeping_address(r);

    if (r->match.table && !room_over(r))
        r->tonight = false;
    if (!r->remembers && !r->jobs && r->loaded && r->conns)
        job_add(r, JOB_LOOK, NULL, 0);
    if (address && r->kept && r->remembered != r->began) {
        struct job *j = job_add(r, JOB_ADD, NULL, 0);

        r->remembered = r->began;
        memcpy(j->address, address, KEEPSAKE_ADDRESS);
    }
    struct job *j = r->jobs;
    if (!j || j->asked)
        return INT64_MAX;
    if (j->retry_at > s->now())
        return j->retry_at;
    switch (j->step) {
    case STEP_READ:
        j->changed = false;
        read_group(j);
        break;
    case STEP_READ_GAMES:
        read_games(j);
        break;
    case STEP_WORK:
        job_work(j);
        break;
    case STEP_PUT:
        put(j);
        break;
    }
    /* A job that has ended is in the list no more: job_end(). */
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
    return r->jobs && !r->jobs->asked ? s->now() + PAUSE : INT64_MAX;
}

void remembering_lost(struct room *r, const char *address)
{
    if (!r->kept)
        return;
    memcpy(job_add(r, JOB_LOSE, NULL, 0)->address, address, KEEPSAKE_ADDRESS);
}
