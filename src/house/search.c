/*
 * A table that is not in memory, where there are several nodes. Its room is found by the code, and
 * its last entry tells who owns it. Whoever called is passed on to that node. If that node is not
 * there any more, the log is read and the table claimed. All of it by questions to the store; who
 * calls waits, and others who want the same table join the same search.
 */
#include "base/err.h"
#include "house/callers.h"
#include "house/gathered.h"
#include "house/inside.h"
#include "room/log_fold.h"

#include <stdlib.h>
#include <string.h>

enum {
    AGAIN_AFTER = 250,
    SOON = 20,
    TOLD_AFTER = 1500,
    GIVEN_UP_AFTER = 20000,
    /* Whoever is about to end sends people to another node rather than let them wait. */
    GIVEN_UP_LEAVING = 2500,
};

struct search {
    struct search *next;
    struct house *house;
    struct store_names names; /* the text is below */
    char text[STORE_NAME_MAX + 1];
    bool creates; /* where there is none, one is made */
    struct caller *callers;
    bool asked;       /* the store has a question of this */
    int64_t retry_at; /* when it is tried again, where it is not */
    struct store_room room;
    struct store_entry last; /* of the log; its body is not kept */
    struct log_entry_head head;
    int format;    /* of the log, as far as it was fetched */
    bool turned;   /* the last entry is the first of its owner */
    int64_t epoch; /* of an owner that was on no list, and how many had been asked for then */
    int64_t lists_asked;
    struct gathered log;
};

static void begin(struct search *s);
static void pass_on(struct search *s, const struct node *owner);

/* ---- those who wait ---- */

static void dismiss_all(struct search *s, int code, const char *key, bool missed)
{
    while (s->callers) {
        struct conn *c = s->callers->conn;

        caller_leave(c);
        if (missed)
            limits_missed(s->house, c->address);
        conn_dismiss(c, code, key);
    }
}

static void join_all(struct search *s, struct room *r)
{
    while (s->callers) {
        struct caller *k = s->callers;

        caller_open(k);
        hello_join(r, k->conn, &k->message);
        caller_go_on(k);
    }
}

/* ---- a search ---- */

static void search_free(struct search *s)
{
    while (s->callers)
        caller_leave(s->callers->conn);
    gathered_forget(&s->log);
    free(s);
}

static void again(struct search *s)
{
    s->retry_at = s->house->services.now() + AGAIN_AFTER;
}

/* An answer of the store that ends the search, or lets it begin anew. False: go on. */
static bool ended(struct search *s, enum store_result result)
{
    s->asked = false;
    if (s->house->services.ended)
        return true;
    if (result == STORE_OK)
        return false;
    if (result == STORE_GONE)
        dismiss_all(s, 4004, "no_room", true);
    else if (result == STORE_CORRUPT)
        dismiss_all(s, 1013, "broken", false);
    again(s);
    return true;
}

static void asked(struct search *s, int error)
{
    s->asked = error == 0;
    if (error)
        again(s);
}

/* ---- taking it over ---- */

/* Whether the table is ours, or its owner is gone. One that has just come may not be on the list
 * that we have; on the next it is. */
static bool is_free(struct search *s)
{
    struct house *h = s->house;
    uint64_t owner = epoch_node(s->last.epoch);

    if (owner == h->config.node)
        return true;
    if (nodes_alive(h, owner))
        return false;
    if (nodes_seen(h, owner))
        return true; /* its lease has ended before our eyes */
    if (s->epoch != s->last.epoch) {
        s->epoch = s->last.epoch;
        s->lists_asked = h->nodes.lists_asked;
    }
    return nodes_listed_since(h, s->lists_asked);
}

static void claim(struct search *s)
{
    struct house *h = s->house;
    struct code code;

    if (!nodes_may_own(h) || !code_read(&code, str_of(s->room.code))) {
        again(s);
        return;
    }
    struct door *door = door_find(h, &code);
    if (door && door->room) { /* it is on its way out */
        again(s);
        return;
    }
    if (!door)
        door = door_add(h, &code, s->room.room);
    /* A table that was handed over brings its clock with it, by another machine's. */
    uint64_t owner = epoch_node(s->last.epoch);
    int64_t alive_until = owner == h->config.node && s->turned ? 0 : nodes_seen(h, owner);
    struct fetched *entries = gathered_take(&s->log);
    if (room_claim(door_open(h, door), s->last.seq, alive_until, entries) == LOAD_BROKEN) {
        door_shut(h, door);
        dismiss_all(s, 1013, "broken", false);
        return;
    }
    join_all(s, door->room);
}

static bool keep_entry(void *arg, const struct store_entry *e)
{
    struct search *s = arg;
    bool first = !s->log.entries;

    gathered_add(&s->log, e);
    if (first && log_entry_head(&s->head, e->body))
        s->format = s->head.format;
    s->turned = first || s->last.epoch != e->epoch;
    s->last = *e;
    return true;
}

static bool keep_text(void *arg, const struct store_entry *e)
{
    gathered_text(&((struct search *)arg)->log, e);
    return false;
}

static void fetched(void *arg, enum store_result result)
{
    struct search *s = arg;
    int64_t at;

    if (ended(s, result))
        return;
    if (gathered_wants(&s->log, &at)) {
        asked(s, store_fetch(s->house->services.store, s->room.room, at, 1, keep_text, fetched, s));
        return;
    }
    uint64_t owner = epoch_node(s->last.epoch);
    const struct node *heir = NULL;

    /* Whoever is about to end takes only what is its own already, to hand it over; and a log of a
     * later version is for those who can write it. */
    if (s->format > nodes_format(s->house) ||
        (s->house->draining && owner != s->house->config.node))
        heir = nodes_heir(s->house, s->room.room, s->format);
    if (!heir && s->format > nodes_format(s->house))
        heir = nodes_refuge(s->house, s->room.room, s->format);
    /* Another node may have been faster meanwhile. The store would refuse the claim; asking is
     * spared. */
    if (!is_free(s))
        again(s);
    else if (heir)
        pass_on(s, heir);
    else if (s->format > nodes_format(s->house))
        again(s);
    else
        claim(s);
}

/* ---- passing on ---- */

static void pass_on(struct search *s, const struct node *owner)
{
    struct house *h = s->house;
    const struct remote_ops *remote = h->config.remote;

    for (struct caller *k = s->callers, *next; k; k = next) {
        struct conn *c = k->conn;

        next = k->next;
        if (c->via) { /* whoever passed it on looks again */
            caller_leave(c);
            conn_dismiss(c, 1012, "restart");
            continue;
        }
        void *relay = remote && owner->address[0]
                          ? remote->open(h->config.remote_arg, str_of(owner->address), c, c->socket,
                                         c->address)
                          : NULL;
        if (!relay)
            continue;
        caller_open(k);
        c->relay = relay;
        h->services.counts.relayed_out++;
        for (const struct later *l = k->first; l && c->relay; l = l->next)
            remote->send(relay, l->text);
        caller_free(k);
    }
    again(s); /* for those who could not be */
}

/* ---- looking ---- */

static bool look_at_last(void *arg, const struct store_entry *e)
{
    struct search *s = arg;

    s->last = *e;
    log_entry_head(&s->head, e->body);
    return true;
}

static void looked(void *arg, enum store_result result)
{
    struct search *s = arg;
    struct house *h = s->house;

    if (ended(s, result))
        return;
    uint64_t owner = epoch_node(s->last.epoch);
    const struct node *node = owner == h->config.node ? NULL : nodes_alive(h, owner);
    if (!s->last.seq || !nodes_may_own(h)) {
        again(s);
    } else if (node) {
        pass_on(s, node);
    } else if (!is_free(s)) {
        s->retry_at = h->services.now() + SOON;
    } else {
        int64_t from = log_entry_base(&s->head, s->last.seq);

        gathered_forget(&s->log);
        asked(s, store_fetch(h->services.store, s->room.room, from, 0, keep_entry, fetched, s));
    }
}

/* A new table, where the founder has none. It is found by others when its first entry is stored. */
static void make(struct search *s)
{
    while (s->callers) {
        struct caller *k = s->callers;
        struct conn *c = k->conn;
        const char *full = limits_new_room(s->house, c->address);
        struct room *r = NULL;

        caller_open(k);
        if (!full && nodes_may_own(s->house)) {
            limits_made_room(s->house, c->address);
            r = hello_found(s->house, &k->message);
        }
        if (r) {
            hello_join(r, c, &k->message);
            caller_go_on(k);
            join_all(s, r);
        } else {
            caller_free(k);
            conn_dismiss(c, 1013, full ? full : "full");
        }
    }
}

static void found(void *arg, enum store_result result, const struct store_room *room)
{
    struct search *s = arg;

    if (ended(s, result))
        return;
    const struct node *heir = s->house->draining ? nodes_heir(s->house, 0, 0) : NULL;
    if (!room && s->creates && heir) {
        pass_on(s, heir);
    } else if (!room && !nodes_may_own(s->house)) {
        again(s); /* without a lease this node may be asking a database that the others have left */
    } else if (!room && s->creates) {
        make(s);
    } else if (!room) {
        dismiss_all(s, 4004, "no_room", true);
    } else {
        struct code code;
        struct door *door =
            code_read(&code, str_of(room->code)) ? door_find(s->house, &code) : NULL;

        s->room = *room;
        s->last = (struct store_entry){0};
        if (door && door->room && room_usable(door->room) && !room_lost(door->room))
            join_all(s, door->room);
        else
            asked(s, store_fetch(s->house->services.store, room->room, room->head, 0, look_at_last,
                                 looked, s));
    }
}

static void begin(struct search *s)
{
    asked(s, store_find(s->house->services.store, &s->names, found, s));
}

/* ---- from outside ---- */

static struct search *search_for(struct house *h, struct str what, bool creates)
{
    struct search *s = h->searches;

    while (s && !(s->creates == creates && str_is(what, s->text)))
        s = s->next;
    if (s)
        return s;
    s = calloc(1, sizeof *s);
    if (!s)
        abort();
    s->house = h;
    s->creates = creates;
    memcpy(s->text, what.at, what.len);
    *(creates ? &s->names.founder : &s->names.code) = str_n(s->text, what.len);
    s->next = h->searches;
    h->searches = s;
    return s;
}

static void wait(struct house *h, struct search *s, struct conn *c, struct message *m,
                 struct str text)
{
    struct caller *k = caller_new(c, m, text, h->services.now());

    k->search = s;
    k->list = &s->callers;
    k->next = s->callers;
    s->callers = k;
    if (!s->asked && s->retry_at <= h->services.now())
        begin(s);
}

void search_enter(struct house *h, struct conn *c, struct message *m, struct str text)
{
    wait(h, search_for(h, str_of(m->code.text), false), c, m, text);
}

void search_create(struct house *h, struct conn *c, struct message *m, struct str text)
{
    char founder[KEY_TEXT + 1];

    key_write(&m->key, founder);
    wait(h, search_for(h, str_n(founder, KEY_TEXT), true), c, m, text);
}

static void be_patient(struct search *s, int64_t now)
{
    int64_t patience = s->house->draining ? GIVEN_UP_LEAVING : GIVEN_UP_AFTER;
    bool reported = false;

    for (struct caller *k = s->callers, *next; k; k = next) {
        struct conn *c = k->conn;

        next = k->next;
        if (now >= k->since + patience) {
            if (!reported)
                report_not_found(s->house, epoch_node(s->last.epoch), s->asked);
            reported = true;
            caller_leave(c);
            conn_dismiss(c, 1012, "restart");
        } else if (!k->told && now >= k->since + TOLD_AFTER) {
            k->told = true;
            room_tell_waits(c, true);
        }
    }
}

void search_run(struct house *h, int64_t now)
{
    for (struct search **at = &h->searches; *at;) {
        struct search *s = *at;

        be_patient(s, now);
        if (!s->callers && !s->asked) {
            *at = s->next;
            search_free(s);
            continue;
        }
        if (s->callers && !s->asked && now >= s->retry_at)
            begin(s);
        at = &s->next;
    }
}

int64_t search_count(const struct house *h)
{
    int64_t n = 0;

    for (const struct search *s = h->searches; s; s = s->next)
        n += s->callers != NULL;
    return n;
}

int64_t search_due(const struct house *h)
{
    int64_t due = INT64_MAX, now = h->services.now();

    for (const struct search *s = h->searches; s; s = s->next) {
        int64_t next = s->asked ? now + AGAIN_AFTER : s->callers ? s->retry_at : now;

        due = next < due ? next : due;
    }
    return due;
}

void search_fini(struct house *h)
{
    while (h->searches) {
        struct search *s = h->searches;

        h->searches = s->next;
        search_free(s);
    }
}

void search_again(void *house, struct conn *c)
{
    struct house *h = house;
    struct str text = str_of(c->hello);
    char founder[KEY_TEXT + 1];
    struct message m;

    if (message_read(&m, text) || h->closing) {
        conn_dismiss(c, 1012, "restart");
    } else {
        bool creates = m.kind == MESSAGE_CREATE;

        key_write(&m.key, founder);
        struct search *s =
            search_for(h, creates ? str_n(founder, KEY_TEXT) : str_of(m.code.text), creates);
        /* A table that has moved is found where it is now; only one that is not waits a little. */
        int64_t now = h->services.now();
        if (!s->asked && now < c->sought + AGAIN_AFTER)
            again(s);
        c->sought = now;
        wait(h, s, c, &m, text);
    }
    message_fini(&m);
}

void house_relay_lost(struct conn *c)
{
    c->services->counts.relayed_out--;
    c->relay = NULL;
    search_again(c->services->house, c);
}

void house_relay_ended(struct conn *c, int code)
{
    c->services->counts.relayed_out--;
    c->relay = NULL;
    c->services->socket->hang_up(c->socket, code, "elsewhere");
}
