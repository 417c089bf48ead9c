/*
 * What stays of a finished game: made after its end from the log, a little at a time, and kept as a
 * document that lives as long as the table. People are told its address when it is stored, not
 * before. The host may have it deleted; then a mark stays that there was one, so that nobody makes
 * it again.
 *
 * The store answers when it likes, also when the room or who asked has gone: what it answers to
 * belongs to the answer, and is told when others go.
 */
#include "keepsake/keepsake.h"
#include "room/inside.h"
#include "room/log_fold.h"

#include <stdlib.h>
#include <string.h>

/* Lists read documents: nobody asks for them again and again. */
enum { ASKS = 10, ASK_EVERY = 5000 };
enum { PART = 24 << 10, PAUSE = 3, RETRY = 5000, LISTED = 60 };
static const char DELETED[] = "{}";

enum step { LOOK, READ, DRAW, PUT, KEPT, NOTHING };

struct keeping {
    struct room *room; /* NULL: it has gone, and the store's answer frees this */
    struct services *services;
    enum step step;
    bool asked;          /* the store's answer is awaited */
    int64_t began, last; /* entries of the game */
    int64_t entry;       /* that is read next */
    int64_t retry_at;
    uint64_t op;
    uint32_t record;
    int read; /* records, by this question */
    struct names names;
    const struct book *book;
    struct keepsake *maker;
    struct buf doc;
    char address[KEEPSAKE_ADDRESS + 1];
};

static void keeping_free(struct keeping *k)
{
    keepsake_free(k->maker);
    buf_fini(&k->doc);
    free(k);
}

void keeping_forget(struct room *r)
{
    struct keeping *k = r->keeping;

    r->keeping = NULL;
    if (!k)
        return;
    k->room = NULL;
    if (!k->asked)
        keeping_free(k);
}

const char *keeping_address(const struct room *r)
{
    const struct keeping *k = r->keeping;

    return k && k->step == KEPT && k->began == r->began ? k->address : NULL;
}

static void keeping_begin(struct room *r)
{
    struct keeping *k = calloc(1, sizeof *k);
    struct keepsake_head head = {.setup = &r->match.setup, .ended = services_wall(r->services)};

    if (!k)
        abort();
    keeping_forget(r);
    r->keeping = k;
    k->room = r;
    k->services = r->services;
    k->began = k->entry = r->began;
    k->last = r->head;
    k->book = r->match.setup.book;
    k->names = table_names(r->match.table);
    keepsake_address(r->id, &r->match.setup.seed, k->address);
    for (int seat = 0; seat < r->match.setup.seats; seat++) {
        const struct player *p = party_at_seat(&r->party, seat);

        head.name[seat] = p ? player_name(p) : STR("");
        head.mark[seat] = p ? p->mark : seat;
    }
    k->maker = keepsake_new(&head);
}

/* The store has answered. NULL: nobody waits for it any more. */
static struct keeping *answered(void *arg)
{
    struct keeping *k = arg;

    k->asked = false;
    if (k->room) {
        room_schedule(k->room, 0);
        return k;
    }
    keeping_free(k);
    return NULL;
}

static void try_later(struct keeping *k)
{
    k->retry_at = k->room->services->now() + RETRY;
}

/* ---- is it there already? ---- */

static bool seen(void *arg, const struct store_doc *doc)
{
    struct keeping *k = arg;

    k->step = str_is(doc->body, DELETED) ? NOTHING : KEPT;
    return false;
}

static void looked(void *arg, enum store_result result)
{
    struct keeping *k = answered(arg);

    if (!k)
        return;
    if (result != STORE_OK)
        try_later(k);
    else if (k->step == LOOK)
        k->step = READ;
    k->room->stale |= k->step == KEPT;
}

static void look(struct keeping *k)
{
    struct buf key = {0};

    keepsake_key(str_of(k->address), &key);
    k->asked = store_doc(k->room->services->store, buf_str(&key), seen, looked, k) == 0;
    if (!k->asked)
        try_later(k);
    buf_fini(&key);
}

/* ---- the game, from its log ---- */

static bool hear_entry(void *arg, const struct store_entry *e)
{
    struct keeping *k = arg;
    struct str body = e->body, line;
    struct setup_problem problem;

    if (!k->room || e->seq > k->last)
        return false;
    k->entry = e->seq + 1;
    while (str_line(&body, &line)) {
        struct record *rec = k->room->services->scratch->record;

        if (log_line(line) != LINE_RECORD)
            continue;
        k->read++;
        services_read(k->services, 1);
        if (!log_read_record(rec, k->book, &k->names, ++k->record, line, &problem)) {
            k->step = NOTHING; /* verify tells about such logs; nobody's evening ends for it */
            return false;
        }
        keepsake_hear(k->maker, rec->fact, rec->facts);
    }
    return k->read < READS_A_QUESTION;
}

static void heard(void *arg, enum store_result result)
{
    ((struct keeping *)arg)->services->questions--;
    struct keeping *k = answered(arg);

    if (!k || k->step != READ)
        return;
    if (result != STORE_OK)
        try_later(k);
    else if (k->entry > k->last)
        k->step = keepsake_worth(k->maker) ? DRAW : NOTHING;
}

static void read_on(struct keeping *k)
{
    k->read = 0;
    k->asked = store_fetch(k->room->services->store, k->room->id, k->entry, PART, hear_entry, heard,
                           k) == 0;
    if (k->asked)
        k->services->questions++;
    else
        try_later(k);
}

/* ---- the document ---- */

static void draw_on(struct keeping *k)
{
    if (keepsake_work(k->maker, k->room->services->mind))
        return;
    keepsake_write(k->maker, &k->doc);
    keepsake_free(k->maker);
    k->maker = NULL;
    k->op = ++k->room->services->op;
    k->step = k->doc.len <= STORE_BODY_MAX ? PUT : NOTHING;
}

static void was_put(void *arg, enum store_result result)
{
    struct keeping *k = answered(arg);

    if (!k)
        return;
    if (result == STORE_OK) {
        k->step = KEPT;
        k->room->stale = true;
        buf_fini(&k->doc);
    } else if (result == STORE_CONFLICT) {
        k->step = LOOK; /* another node was quicker */
    } else {
        try_later(k);
    }
}

static void put(struct keeping *k)
{
    struct buf key = {0};

    keepsake_key(str_of(k->address), &key);
    const struct store_doc doc = {.key = buf_str(&key), .op = k->op, .body = buf_str(&k->doc)};
    k->asked = store_doc_put(k->room->services->store, &doc, was_put, k) == 0;
    if (!k->asked)
        try_later(k);
    buf_fini(&key);
}

int64_t keeping_run(struct room *r)
{
    struct services *s = r->services;
    struct keeping *k = r->keeping;
    bool fresh = r->match.table && room_over(r) && !r->party.practice && !r->writing && !r->lost;

    if (fresh && (!k || (k->began != r->began && (k->step == KEPT || k->step == NOTHING))))
        keeping_begin(r);
    k = r->keeping;
    if (!k || k->asked || k->step == KEPT || k->step == NOTHING)
        return INT64_MAX;
    if (k->retry_at > s->now())
        return k->retry_at;
    if (k->step == READ && !services_may_ask(s))
        return s->now() + QUESTION_LATER;
    switch (k->step) {
    case LOOK:
        look(k);
        break;
    case READ:
        read_on(k);
        break;
    case DRAW:
        draw_on(k);
        break;
    case PUT:
        put(k);
        break;
    case KEPT:
    case NOTHING:
        break;
    }
    return k->asked ? INT64_MAX : s->now() + PAUSE;
}

/* ---- what people ask about keepsakes ---- */

struct kept_ask {
    struct kept_ask *next;
    struct room *room; /* NULL: it has gone, and so has who asked */
    struct conn *conn; /* NULL: it has gone */
    int64_t tag;
    bool found, first;
    uint64_t prev;
    struct buf text;
    char address[KEEPSAKE_ADDRESS + 1];
};

void keeping_left(struct room *r, const struct conn *c)
{
    for (struct kept_ask *a = r->kept_asks; a; a = a->next) {
        if (a->conn == c)
            a->conn = NULL;
    }
}

void keeping_end(struct room *r)
{
    keeping_forget(r);
    for (struct kept_ask *a = r->kept_asks; a; a = a->next) {
        a->room = NULL;
        a->conn = NULL;
    }
    r->kept_asks = NULL;
}

static struct kept_ask *ask_new(struct room *r, struct conn *c, int64_t tag)
{
    struct kept_ask *a = calloc(1, sizeof *a);

    if (!a)
        abort();
    *a = (struct kept_ask){.next = r->kept_asks, .room = r, .conn = c, .tag = tag, .first = true};
    r->kept_asks = a;
    return a;
}

/* Sends what was written, if anybody still waits for it. Sending may close the connection. */
static void ask_end(struct kept_ask *a)
{
    struct conn *c = a->conn;

    if (a->room) {
        for (struct kept_ask **at = &a->room->kept_asks; *at; at = &(*at)->next) {
            if (*at == a) {
                *at = a->next;
                break;
            }
        }
    }
    if (c)
        conn_send(c, &a->text);
    buf_fini(&a->text);
    free(a);
}

static void ask_refuse(struct kept_ask *a, const char *key)
{
    frame_begin(&a->text);
    buf_printf(&a->text, "{\"told\":%lld,\"key\":\"%s\"}", (long long)a->tag, key);
    ask_end(a);
}

/* The address of a document of this room: its key has both parts. */
static bool list_one(void *arg, const struct store_doc *doc)
{
    struct kept_ask *a = arg;
    struct jr_problem problem;
    json_t *json;

    if (str_is(doc->body, DELETED) || doc->key.len < 16 + 1 + 32)
        return true;
    const char *tail = doc->key.at + doc->key.len - (16 + 1 + 32);
    json = jr_parse(doc->body, &problem);
    buf_printf(&a->text, "%s{\"address\":\"%.16s%.32s\",\"game\":\"%.*s\",\"ended\":%lld}",
               a->first ? "" : ",", tail, tail + 17, STR_FMT(jr_str(json_object_get(json, "game"))),
               (long long)json_integer_value(json_object_get(json, "ended")));
    a->first = false;
    json_decref(json);
    return true;
}

static void listed(void *arg, enum store_result result)
{
    struct kept_ask *a = arg;

    if (result != STORE_OK) {
        ask_refuse(a, "busy");
        return;
    }
    buf_adds(&a->text, "]}");
    ask_end(a);
}

static bool may_ask(struct room *r, struct conn *c)
{
    int64_t now = r->services->now();

    if (!pace_may(&c->histories, now, ASKS, ASK_EVERY)) {
        conn_error(c, "busy");
        return false;
    }
    pace_step(&c->histories, now, ASK_EVERY);
    return true;
}

void keeping_list(struct room *r, struct conn *c, int64_t tag)
{
    if (!may_ask(r, c))
        return;
    struct kept_ask *a = ask_new(r, c, tag);
    struct buf prefix = {0};

    frame_begin(&a->text);
    buf_printf(&a->text, "{\"told\":%lld,\"keepsakes\":[", (long long)tag);
    keepsake_keys(r->id, &prefix);
    if (store_docs(r->services->store, buf_str(&prefix), LISTED, list_one, listed, a) != 0)
        ask_refuse(a, "busy");
    buf_fini(&prefix);
}

static void was_deleted(void *arg, enum store_result result)
{
    struct kept_ask *a = arg;

    if (result != STORE_OK) {
        ask_refuse(a, "not_stored");
        return;
    }
    if (a->room && a->room->keeping && strcmp(a->room->keeping->address, a->address) == 0) {
        a->room->keeping->step = NOTHING;
        a->room->stale = true;
        room_schedule(a->room, 0);
    }
    frame_begin(&a->text);
    buf_printf(&a->text, "{\"told\":%lld}", (long long)a->tag);
    ask_end(a);
}

static bool note_version(void *arg, const struct store_doc *doc)
{
    struct kept_ask *a = arg;

    a->found = !str_is(doc->body, DELETED);
    a->prev = doc->op;
    return false;
}

static void delete_version(void *arg, enum store_result result)
{
    struct kept_ask *a = arg;
    struct buf key = {0};

    if (result != STORE_OK || !a->found || !a->room) {
        ask_refuse(a, a->found ? "not_stored" : "no_keepsake");
        return;
    }
    keepsake_key(str_of(a->address), &key);
    const struct store_doc doc = {.key = buf_str(&key),
                                  .prev = a->prev,
                                  .op = ++a->room->services->op,
                                  .body = str_of(DELETED)};
    if (store_doc_put(a->room->services->store, &doc, was_deleted, a) != 0)
        ask_refuse(a, "not_stored");
    buf_fini(&key);
}

void keeping_delete(struct room *r, struct conn *c, int64_t tag, struct str address)
{
    if (!may_ask(r, c))
        return;
    struct kept_ask *a = ask_new(r, c, tag);
    struct buf key = {0}, own = {0};
    bool host = c->guest != NO_GUEST && c->guest == r->party.host;

    keepsake_keys(r->id, &own);
    if (keepsake_is_address(address))
        keepsake_key(address, &key);
    if (!host || !key.len || !str_starts(buf_str(&key), buf_str(&own))) {
        ask_refuse(a, host ? "no_keepsake" : "not_host");
    } else {
        memcpy(a->address, address.at, KEEPSAKE_ADDRESS);
        if (store_doc(r->services->store, buf_str(&key), note_version, delete_version, a) != 0)
            ask_refuse(a, "busy");
    }
    buf_fini(&key);
    buf_fini(&own);
}
