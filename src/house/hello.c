/* The first message of a connection: which room it is for. */
#include "base/secure.h"
#include "house/inside.h"

#include <stdlib.h>
#include <string.h>

enum { CONNS_OF_A_GUEST = 4 };

static int conns_of(const struct room *r, const struct key *key)
{
    int n = 0;

    for (const struct conn *c = room_conns(r); c; c = c->next)
        n += key_same(&c->key, key);
    return n;
}

void hello_join(struct room *r, struct conn *c, struct message *m)
{
    if (conns_of(r, &m->key) >= CONNS_OF_A_GUEST)
        conn_dismiss(c, 4009, "elsewhere");
    else
        room_join(r, c, m);
}

/* How many tables others have is not known here: enough for a long code. */
enum { ROOMS_OF_OTHERS = 100000 };

static bool new_code(struct house *h, struct code *code)
{
    int64_t rooms = h->services.counts.rooms + (h->config.node ? ROOMS_OF_OTHERS : 0);

    for (int i = 0; i < 1000; i++) {
        if (code_make(code, code_chars(rooms), secure_random()) && !door_find(h, code))
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

struct room *hello_found(struct house *h, const struct message *m)
{
    struct code code;

    if (!new_code(h, &code))
        return NULL;
    /* Never used again, also not after the room is removed: 63 bits from the kernel. */
    struct door *door = door_add(h, &code, (int64_t)(secure_random() >> 1) | 1);
    struct room *r = door_open(h, door);

    h->founding[h->foundings++ % FOUNDINGS] = (struct founding){.key = m->key, .door = door};
    room_found(r, &code, &m->key, m->language, m->game);
    return r;
}

static void create(struct house *h, struct conn *c, struct message *m)
{
    struct door *before = founded_before(h, &m->key);

    if (before && !before->closed && before->room && room_usable(before->room)) {
        hello_join(before->room, c, m);
        return;
    }
    if (h->draining && !h->config.node) {
        conn_dismiss(c, 4011, "draining");
        return;
    }
    const char *full = limits_new_room(h, c->address);
    if (full) {
        conn_dismiss(c, 1013, full);
        return;
    }
    limits_made_room(h, c->address);
    struct room *r = hello_found(h, m);
    if (!r)
        conn_dismiss(c, 1013, "full");
    else
        hello_join(r, c, m);
}

/* Of a room that is not in memory it is not known before it is loaded: it is asked again then. */
static bool may_be_known(const struct door *door, const struct key *key)
{
    const struct party *party = door && door->room ? room_party(door->room) : NULL;

    if (!door || !door->room || room_loading(door->room))
        return door;
    return party && party_guest_by_key(party, key);
}

static void come_in(struct house *h, struct conn *c, struct message *m)
{
    struct door *door = door_find(h, &m->code);

    if (door && door->closed) {
        conn_dismiss(c, 4010, "closed");
        return;
    }
    /* A room that could not be read any more lets nobody in: it is read anew, or stays shut. */
    if (door && door->room && !room_usable(door->room)) {
        door_shut(h, door);
        door = door_find(h, &m->code);
    }
    /* Where too many codes were wrong nobody is told whether this one is right, but for devices
     * that have been there before. */
    c->must_be_known = !limits_may_guess(h, c->address);
    if (c->must_be_known && !may_be_known(door, &m->key)) {
        h->services.counts.guesses_refused++;
        conn_dismiss(c, 4029, "too_many_tries");
        return;
    }
    if (!door) {
        limits_missed(h, c->address);
        conn_dismiss(c, 4004, "no_room");
        return;
    }
    if (!door->room && room_load(door_open(h, door), door->head, h->alive_until) == LOAD_BROKEN) {
        door_shut(h, door);
        conn_dismiss(c, 1013, "broken");
        return;
    }
    hello_join(door->room, c, m);
}

/* With other nodes only what is in memory is known: the rest is looked for. */
static void hello_shared(struct house *h, struct conn *c, struct message *m, struct str text)
{
    struct door *door = m->kind == MESSAGE_ENTER ? door_find(h, &m->code) : NULL;
    bool here =
        door && door->room && room_usable(door->room) && !room_lost(door->room) && nodes_may_own(h);

    free(c->hello);
    c->hello = strndup(text.at, text.len);
    if (!c->hello)
        abort();
    if (m->kind == MESSAGE_CREATE && h->draining && !nodes_heir(h, 0, 0)) {
        conn_dismiss(c, 4011, "draining");
    } else if (door && door->closed) {
        conn_dismiss(c, 4010, "closed");
    } else if (m->kind == MESSAGE_CREATE) {
        search_create(h, c, m, text);
    } else if (!(here && may_be_known(door, &m->key)) && !limits_may_guess(h, c->address)) {
        h->services.counts.guesses_refused++;
        conn_dismiss(c, 4029, "too_many_tries");
    } else if (here) {
        hello_join(door->room, c, m);
    } else {
        search_enter(h, c, m, text);
    }
}

void hello(struct house *h, struct conn *c, struct str text)
{
    struct message m;
    const char *flaw = message_read(&m, text);

    if (flaw || (m.kind != MESSAGE_CREATE && m.kind != MESSAGE_ENTER && m.kind != MESSAGE_TV)) {
        bool no_room = flaw && strcmp(flaw, "no_room") == 0;

        h->services.counts.bad_messages++;
        if (no_room)
            limits_missed(h, c->address);
        conn_dismiss(c, no_room ? 4004 : 4000, flaw ? flaw : "hello");
    } else if (h->closing) {
        conn_dismiss(c, 1012, "restart");
    } else if (m.kind == MESSAGE_TV) {
        tv_wait(h, c);
    } else if (h->config.node) {
        hello_shared(h, c, &m, text);
    } else if (m.kind == MESSAGE_CREATE) {
        create(h, c, &m);
    } else {
        come_in(h, c, &m);
    }
    message_fini(&m);
}
