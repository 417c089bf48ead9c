#include "room/house.h"

#include "room/inside.h"
#include "room/think.h"
#include "rules/registry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOMS_MAX = 20000,
    TRIES_A_MINUTE = 10,
    ROOMS_A_MINUTE = 60,
    LINES_OF_A_GUEST = 4,
    UNLOAD_AFTER = 60000,
    BEAT = 1000,
    BEAT_TTL = 5000,
    SWEEP_AT_ONCE = 512,
    BLANK_KEPT = 24 * 3600 * 1000,
};

/* ---- the heap: rooms by what is due next ---- */

static void put(struct house *h, int at, struct room *r)
{
    h->heap[at] = r;
    r->place = at;
}

static void sift(struct house *h, struct room *r)
{
    int at = r->place;

    for (; at > 0 && h->heap[(at - 1) / 2]->due > r->due; at = (at - 1) / 2)
        put(h, at, h->heap[(at - 1) / 2]);
    for (int child; (child = 2 * at + 1) < h->heap_n; at = child) {
        if (child + 1 < h->heap_n && h->heap[child + 1]->due < h->heap[child]->due)
            child++;
        if (h->heap[child]->due >= r->due)
            break;
        put(h, at, h->heap[child]);
    }
    put(h, at, r);
}

void heap_update(struct house *h, struct room *r)
{
    if (r->place < 0) {
        if (h->heap_n == h->heap_cap) {
            h->heap_cap = h->heap_cap ? 2 * h->heap_cap : 64;
            h->heap = realloc(h->heap, (size_t)h->heap_cap * sizeof(struct room *));
            if (!h->heap)
                abort();
        }
        put(h, h->heap_n++, r);
    }
    sift(h, r);
}

void heap_remove(struct house *h, struct room *r)
{
    if (r->place < 0)
        return;
    struct room *last = h->heap[--h->heap_n];
    if (last != r) {
        put(h, r->place, last);
        sift(h, last);
    }
    r->place = -1;
}

/* ---- rooms by their code ---- */

static struct door **bucket_of(struct house *h, const struct code *code)
{
    uint32_t n = 0;

    for (int i = 0; i < CODE_CHARS; i++)
        n = n * 31 + (unsigned char)code->text[i];
    return &h->bucket[n * 2654435761u >> 18];
}

static struct door *door_find(struct house *h, const struct code *code)
{
    struct door *d = *bucket_of(h, code);

    while (d && !code_same(&d->code, code))
        d = d->next;
    return d;
}

static struct door *door_add(struct house *h, const struct code *code, int64_t id)
{
    struct door **bucket = bucket_of(h, code), *d = calloc(1, sizeof *d);

    if (!d)
        abort();
    *d = (struct door){.next = *bucket, .id = id, .code = *code};
    *bucket = d;
    h->counts.rooms++;
    return d;
}

static void door_remove(struct house *h, struct door *door)
{
    for (struct door **at = bucket_of(h, &door->code); *at; at = &(*at)->next) {
        if (*at == door) {
            *at = door->next;
            break;
        }
    }
    for (int i = 0; i < FOUNDINGS; i++) {
        if (h->founding[i].door == door)
            h->founding[i].door = NULL;
    }
    h->counts.rooms--;
    free(door);
}

static struct room *room_new(struct house *h, struct door *door)
{
    struct room *r = calloc(1, sizeof *r);

    if (!r)
        abort();
    r->house = h;
    r->door = door;
    r->id = door->id;
    r->place = -1;
    r->due = INT64_MAX;
    r->queue_end = &r->queue;
    door->room = r;
    return r;
}

static void room_free(struct room *r)
{
    heap_remove(r->house, r);
    r->door->blank = r->party.games == 0;
    room_unload(r);
    while (r->queue) {
        struct waiting *w = r->queue;

        r->queue = w->next;
        message_fini(&w->message);
        free(w);
    }
    r->door->room = NULL;
    r->door->used = r->house->config.wall();
    free(r);
}

/* ---- answers ---- */

void conn_error(struct conn *c, const char *key)
{
    struct buf *text = &c->house->scratch;

    frame_begin(text);
    buf_printf(text, "{\"error\":{\"key\":\"%s\"}}", key);
    conn_send(c, text);
}

void conn_dismiss(struct conn *c, int code, const char *key)
{
    struct room *r = c->room;

    conn_error(c, key);
    c->room = NULL;
    if (r)
        room_left(r, c);
    c->house->config.line->hang_up(c->line, code, key);
}

/* ---- limits ---- */

static uint64_t address_number(const char *address)
{
    uint64_t n = UINT64_C(14695981039346656037);

    for (; *address; address++)
        n = (n ^ (unsigned char)*address) * UINT64_C(1099511628211);
    return n;
}

/* Addresses share a place where their numbers meet; that only makes the limit stricter for both. */
static struct tries *tries_of(struct house *h, uint64_t address)
{
    struct tries *t = &h->tries[address % TRIES];
    int64_t minute = h->config.wall() / 60000;

    if (t->minute != minute)
        *t = (struct tries){.address = address, .minute = minute};
    return t;
}

/* ---- hello ---- */

static int lines_of(const struct room *r, const struct key *key)
{
    int n = 0;

    for (const struct conn *c = r->conns; c; c = c->next)
        n += key_same(&c->key, key);
    return n;
}

static void join(struct room *r, struct conn *c, struct message *m)
{
    if (lines_of(r, &m->key) >= LINES_OF_A_GUEST) {
        conn_dismiss(c, 4009, "elsewhere");
        return;
    }
    room_wake(r);
    c->room = r;
    c->key = m->key;
    c->screen = m->screen;
    c->waiting = true;
    c->next = r->conns;
    r->conns = c;
    const struct guest *g = party_guest_by_key(&r->party, &m->key);
    c->guest = g ? g->id : NO_GUEST;
    if (!r->writing)
        enter(r, c, m);
    else if (!room_wait(r, c, m))
        conn_error(c, "busy");
}

static bool new_code(struct house *h, struct code *code)
{
    for (int i = 0; i < 1000; i++) {
        if (code_make(code, secure_random()) && !door_find(h, code))
            return true;
    }
    return false;
}

static struct door *founded_before(struct house *h, const struct key *key)
{
    for (int i = 0; i < FOUNDINGS; i++) {
        if (h->founding[i].door && key_same(&h->founding[i].key, key))
            return h->founding[i].door;
    }
    return NULL;
}

static struct room *found(struct house *h, const struct message *m)
{
    const struct book *b = registry_find(m->game);
    struct code code;

    if (!new_code(h, &code))
        return NULL;
    /* Never used again, also not after the room is removed: 63 bits from the kernel. */
    struct door *door = door_add(h, &code, (int64_t)(secure_random() >> 1) | 1);
    struct room *r = room_new(h, door);
    struct founding *f = &h->founding[h->foundings++ % FOUNDINGS];

    *f = (struct founding){.key = m->key, .door = door};
    r->loaded = true;
    h->counts.loaded++;
    party_init(&r->party);
    shown_reset(r);
    room_begin(r);
    room_fact(r, &(struct party_fact){ROOM_OPENED,
                                      {TEXT(str_n(code.text, CODE_CHARS)), NUM(m->language),
                                       TEXT(str_of((b ? b : registry_at(0))->game->id))}});
    room_write(r, &(struct deed){.what = STR("create")});
    return r;
}

static void create(struct conn *c, struct message *m)
{
    struct house *h = c->house;
    struct door *before = founded_before(h, &m->key);
    int limit = h->config.max_rooms ? h->config.max_rooms : ROOMS_MAX;

    if (before && before->room && before->room->loaded) {
        join(before->room, c, m);
        return;
    }
    struct tries *t = tries_of(h, c->address);
    int rate = h->config.address_rooms ? h->config.address_rooms : ROOMS_A_MINUTE;
    if (h->counts.rooms >= limit || t->made >= rate) {
        conn_dismiss(c, 1013, h->counts.rooms >= limit ? "full" : "too_many_tries");
        return;
    }
    t->made++;
    struct room *r = found(h, m);
    if (!r)
        conn_dismiss(c, 1013, "full");
    else
        join(r, c, m);
}

static void come_in(struct conn *c, struct message *m)
{
    struct house *h = c->house;
    struct tries *t = tries_of(h, c->address);
    struct door *door = door_find(h, &m->code);

    /* Somebody who has tried too many codes is not told whether this one is right. */
    if (t->missed >= TRIES_A_MINUTE && (!door || !door->room)) {
        conn_dismiss(c, 4029, "too_many_tries");
        return;
    }
    if (!door) {
        t->missed++;
        conn_dismiss(c, 4004, "no_room");
        return;
    }
    if (!door->room) {
        struct room *r = room_new(h, door);

        if (!room_load(r)) {
            room_free(r);
            conn_dismiss(c, 1013, "broken");
            return;
        }
    }
    join(door->room, c, m);
}

static void hello(struct conn *c, struct str text)
{
    struct message m;
    const char *flaw = message_read(&m, text);

    if (flaw || (m.kind != MESSAGE_CREATE && m.kind != MESSAGE_ENTER)) {
        bool no_room = flaw && strcmp(flaw, "no_room") == 0;

        c->house->counts.bad_messages++;
        if (no_room)
            tries_of(c->house, c->address)->missed++;
        conn_dismiss(c, no_room ? 4004 : 4000, flaw ? flaw : "hello");
    } else if (c->house->closing) {
        conn_dismiss(c, 1012, "restart");
    } else if (m.kind == MESSAGE_CREATE) {
        create(c, &m);
    } else {
        come_in(c, &m);
    }
    message_fini(&m);
}

/* ---- lines ---- */

struct conn *house_open(struct house *h, void *line, const char *address)
{
    struct conn *c = calloc(1, sizeof *c);

    if (!c)
        abort();
    c->line = line;
    c->house = h;
    c->address = address_number(address);
    h->counts.connections++;
    return c;
}

void house_hear(struct conn *c, struct str text)
{
    if (c->room)
        room_hear(c->room, c, text);
    else
        hello(c, text);
}

void house_close(struct conn *c)
{
    if (!c)
        return;
    c->house->counts.connections--;
    if (c->room)
        room_left(c->room, c);
    free(c);
}

/* ---- time ---- */

/* Tells whoever starts after us how long we were there: tables find their time again. */
static void beat(struct house *h, int64_t now)
{
    h->next_beat = now + BEAT;
    store_session_beat(h->config.store, HOUSE_NODE, BEAT_TTL, NULL, NULL);
}

/* A few buckets at a time: rooms nobody has used for as long as the host of the server wants to
 * keep them, and sooner those where nothing was ever played. */
static void sweep(struct house *h, int64_t now)
{
    int64_t keep = h->config.keep_ms;

    for (int i = 0; keep && i < SWEEP_AT_ONCE; i++) {
        struct door *d = h->bucket[h->swept++ % BUCKETS], *next;

        for (; d; d = next) {
            int64_t patience = d->blank && keep > BLANK_KEPT ? BLANK_KEPT : keep;

            next = d->next;
            if (!d->room && !d->jobs && now - d->used > patience &&
                store_purge(h->config.store, d->id, NULL, NULL) == 0)
                door_remove(h, d);
        }
    }
}

static bool asleep(const struct room *r, int64_t now)
{
    return !r->conns && !r->writing && !r->queue && now >= r->empty_since + UNLOAD_AFTER;
}

void house_run(struct house *h)
{
    int64_t now = h->config.wall();

    if (now >= h->next_beat) {
        beat(h, now);
        sweep(h, now);
    }
    bots_take(h);
    while (h->heap_n && h->heap[0]->due <= now) {
        struct room *r = h->heap[0];

        if (asleep(r, now)) {
            room_free(r);
            continue;
        }
        room_run(r);
        if (!r->conns && r->due == INT64_MAX && !r->writing) {
            r->due = r->empty_since + UNLOAD_AFTER;
            heap_update(h, r);
        }
        bots_take(h);
    }
}

int64_t house_due(const struct house *h)
{
    int64_t due = h->heap_n ? h->heap[0]->due : INT64_MAX;

    return due < h->next_beat ? due : h->next_beat;
}

int house_fd(const struct house *h)
{
    return think_fd(h->think);
}

/* ---- opening ---- */

struct indexing {
    int64_t (*room)[2]; /* id and head */
    int n, cap;
};

static bool each_room(void *arg, const struct store_room *room)
{
    struct indexing *x = arg;

    if (x->n == x->cap) {
        x->cap = x->cap ? 2 * x->cap : 256;
        x->room = realloc(x->room, (size_t)x->cap * sizeof *x->room);
        if (!x->room)
            abort();
    }
    x->room[x->n][0] = room->room;
    x->room[x->n++][1] = room->head;
    return true;
}

struct first_and_last {
    struct house *house;
    struct door *door;
};

/* The first line of an entry; the caller frees it. */
static json_t *entry_head(const struct store_entry *e)
{
    struct str body = e->body, line;
    struct jr_problem problem;

    return str_line(&body, &line) ? jr_parse(line, &problem) : NULL;
}

static bool last_entry(void *arg, const struct store_entry *e)
{
    struct first_and_last *x = arg;
    json_t *head = entry_head(e);

    x->door->used = json_integer_value(json_object_get(head, "t"));
    json_decref(head);
    return false;
}

static bool first_entry(void *arg, const struct store_entry *e)
{
    struct first_and_last *x = arg;
    struct house *h = x->house;
    struct party_fact f;
    struct code code;
    json_t *head = entry_head(e);
    json_t *fact = json_array_get(json_object_get(head, "room"), 0);
    if (json_is_object(fact) && party_fact_read(&f, fact) && f.kind == ROOM_OPENED &&
        code_read(&code, f.arg[0].s) && !door_find(h, &code))
        x->door = door_add(h, &code, e->room);
    json_decref(head);
    return false;
}

static void open_doors(struct house *h)
{
    struct indexing x = {0};

    store_rooms(h->config.store, each_room, &x);
    for (int i = 0; i < x.n; i++) {
        struct first_and_last ends = {.house = h};

        store_read(h->config.store, x.room[i][0], 1, first_entry, &ends);
        if (ends.door)
            store_read(h->config.store, x.room[i][0], x.room[i][1], last_entry, &ends);
    }
    free(x.room);
}

struct house *house_new(const struct house_config *config)
{
    struct house *h = calloc(1, sizeof *h);

    if (!h)
        abort();
    party_facts_init();
    orders_init();
    h->config = *config;
    if (!h->config.lexicon)
        h->config.lexicon = lexicon_none();
    h->tries = calloc(TRIES, sizeof *h->tries);
    if (!h->tries)
        abort();
    h->op = secure_random();
    h->started = config->wall();
    store_session_seen(config->store, HOUSE_NODE, &h->alive_until);
    h->decision = decision_new();
    h->record = record_new();
    h->think = think_new(config->think_threads);
    open_doors(h);
    return h;
}

void house_end(struct house *h)
{
    h->ended = true;
}

void house_free(struct house *h)
{
    if (!h)
        return;
    think_free(h->think);
    h->think = NULL;
    for (int i = 0; i < BUCKETS; i++) {
        while (h->bucket[i]) {
            struct door *d = h->bucket[i];

            h->bucket[i] = d->next;
            if (d->room)
                room_free(d->room);
            free(d);
        }
    }
    decision_free(h->decision);
    record_free(h->record);
    order_fini(&h->order);
    buf_fini(&h->lines);
    buf_fini(&h->scratch);
    buf_fini(&h->value);
    buf_fini(&h->view);
    buf_fini(&h->own_view);
    buf_fini(&h->gone);
    buf_fini(&h->told);
    buf_fini(&h->thoughts);
    volleys_fini(h);
    while (h->spare_entries)
        buf_fini(&h->spare_entry[--h->spare_entries]);
    free(h->heap);
    free(h->tries);
    free(h);
}

void house_farewell(struct house *h)
{
    h->closing = true;
    for (int i = 0; i < h->heap_n; i++) {
        for (struct conn *c = h->heap[i]->conns; c; c = c->next) {
            frame_begin(&h->scratch);
            buf_adds(&h->scratch, "{\"bye\":{\"key\":\"restart\"}}");
            conn_send(c, &h->scratch);
        }
    }
}

struct house_counts house_count(const struct house *h)
{
    return h->counts;
}
