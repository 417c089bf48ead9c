/* Televisions without a table: each shows a code of its own, and the host of a room who types it
 * gets the screen. A code is good once and for five minutes. Alone nothing of it is stored
 * (tv_shared.c: with other nodes); a television whose connection breaks is shown another. */
#include "base/secure.h"
#include "house/inside.h"
#include "room/scratch.h"

#include <stdlib.h>

/* A pub has some; a stranger who opens many must not keep the others out for ever. */
enum { TV_FOR = 5 * 60 * 1000, TVS = 512, TVS_OF_ADDRESS = 16 };

struct tv *tv_find(const struct house *h, const struct code *code)
{
    struct tv *tv = h->tvs;

    while (tv && !(code_same(&tv->code, code) && h->services.now() < tv->until))
        tv = tv->next;
    return tv;
}

/* Like a room's, but no room's: who types it at a door finds none. */
bool tv_new_code(struct house *h, struct code *code)
{
    for (int i = 0; i < 1000; i++) {
        if (code_make(code, code_chars(h->services.counts.rooms), secure_random()) &&
            !door_find(h, code) && !tv_find(h, code))
            return true;
    }
    return false;
}

/* A television asks for another code in time. One that does not keeps no place. */
static void dismiss_expired(struct house *h)
{
    for (struct tv *tv = h->tvs, *next; tv; tv = next) {
        struct conn *c = tv->conn;

        next = tv->next;
        if (h->services.now() < tv->until)
            continue;
        tv_left(h, c);
        conn_dismiss(c, 1013, "full");
    }
}

static bool too_many(const struct house *h, uint64_t address)
{
    int all = 0, same = 0;

    for (const struct tv *tv = h->tvs; tv; tv = tv->next) {
        all++;
        same += tv->conn->address == address;
    }
    return all >= TVS || same >= TVS_OF_ADDRESS;
}

static struct jw answer(struct house *h)
{
    struct buf *text = &h->services.scratch->answer;

    frame_begin(text);
    return jw_to(text);
}

void tv_wait(struct house *h, struct conn *c)
{
    struct code code;

    dismiss_expired(h);
    if (too_many(h, c->address) || !tv_new_code(h, &code)) {
        conn_dismiss(c, 1013, "full");
        return;
    }
    struct tv *tv = malloc(sizeof *tv);
    if (!tv)
        abort();
    *tv = (struct tv){h->tvs, c, code, h->services.now() + TV_FOR, 0};
    h->tvs = c->tv = tv;
    if (h->config.node)
        tv_publish(h, tv);
    else
        tv_show_code(h, tv);
}

void tv_show_code(struct house *h, struct tv *tv)
{
    struct jw w = answer(h);

    jw_object(&w);
    jw_key(&w, "tv");
    jw_object(&w);
    jw_key_str(&w, "code", str_of(tv->code.text));
    jw_key_int(&w, "for", tv->until - h->services.now());
    jw_end_object(&w);
    jw_end_object(&w);
    conn_send(tv->conn, w.out);
}

void tv_show_room(struct house *h, struct tv *tv, const char *room)
{
    struct conn *c = tv->conn;

    tv_left(h, c);
    struct jw w = answer(h);
    jw_object(&w);
    jw_key(&w, "tv");
    jw_object(&w);
    jw_key_str(&w, "room", str_of(room));
    jw_end_object(&w);
    jw_end_object(&w);
    conn_send(c, w.out);
}

void tv_hear(struct house *h, struct conn *c, struct str text)
{
    struct message m;
    const char *flaw = message_read(&m, text);

    if (flaw || m.kind != MESSAGE_PING) {
        h->services.counts.bad_messages++;
        conn_error(c, flaw ? flaw : "message");
    } else {
        struct jw w = answer(h);

        jw_object(&w);
        jw_key_int(&w, "pong", m.tag);
        jw_key_int(&w, "now", services_wall(&h->services));
        jw_end_object(&w);
        conn_send(c, w.out);
    }
    message_fini(&m);
}

void tv_left(struct house *h, struct conn *c)
{
    struct tv **at = &h->tvs;

    if (!c->tv)
        return;
    while (*at != c->tv)
        at = &(*at)->next;
    *at = c->tv->next;
    if (c->tv->op)
        tv_withdraw(h, c->tv);
    free(c->tv);
    c->tv = NULL;
}

void tv_lend(void *house, struct room *r, struct conn *asks, struct str typed, int64_t tag)
{
    struct house *h = house;
    struct code code;

    if (!limits_may_guess(h, asks->address)) {
        h->services.counts.guesses_refused++;
        request_told(asks, tag, "too_many_tries");
        return;
    }
    bool readable = code_read(&code, typed);
    struct tv *tv = readable ? tv_find(h, &code) : NULL;
    if (tv) {
        tv_show_room(h, tv, room_party(r)->code.text);
        request_told(asks, tag, NULL);
    } else if (readable && h->config.node) {
        tv_lend_elsewhere(h, r, asks, &code, tag);
    } else {
        limits_missed(h, asks->address);
        request_told(asks, tag, "no_tv");
    }
}
