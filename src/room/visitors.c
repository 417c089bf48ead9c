/*
 * Who is in a room without a player, and who is not let in.
 *
 * The host may show out any device. It stays out: its key is in the log. Whoever comes from where
 * it was, with a token that nobody knows, knocks: the host lets them in or turns them away. Where
 * people were is not stored, and is known to this process alone; after a restart everybody who is
 * new knocks at a room that has shown somebody out.
 */
#include "party/name.h"
#include "room/inside.h"

#include <stdlib.h>
#include <string.h>

enum { ADDRESSES = 16, KNOCKS_MAX = 8, KNOCKS_OF_ADDRESS = 3, TOLD_MAX = 12 };
/* Who is turned away again and again disturbs the host no more for a while. */
enum { TURNS = 3, TURN_EVERY = 10 * 60000 };

struct outside {
    bool everywhere; /* it is not known from where */
    int n;
    struct {
        uint64_t address;
        struct pace turned_away;
    } from[ADDRESSES];
};

/* ---- from where ---- */

static int find_address(const struct outside *o, uint64_t address)
{
    for (int i = 0; o && i < o->n; i++) {
        if (o->from[i].address == address)
            return i;
    }
    return -1;
}

static struct outside *outside_of(struct room *r)
{
    if (!r->outside) {
        r->outside = calloc(1, sizeof *r->outside);
        if (!r->outside)
            abort();
    }
    return r->outside;
}

/* Where too many were shown out, everybody knocks. */
static void note_address(struct room *r, uint64_t address, bool turned_away)
{
    struct outside *o = outside_of(r);
    int at = find_address(o, address);

    if (at < 0 && o->n == ADDRESSES) {
        o->everywhere = true;
        return;
    }
    if (at < 0) {
        at = o->n++;
        o->from[at].address = address;
    }
    if (turned_away)
        pace_step(&o->from[at].turned_away, r->services->now(), TURN_EVERY);
}

void visitors_loaded(struct room *r)
{
    if (r->party.barred && !r->outside)
        outside_of(r)->everywhere = true;
}

static bool must_knock(const struct room *r, const struct conn *c)
{
    const struct outside *o = r->outside;

    return o && r->party.host != NO_GUEST && (o->everywhere || find_address(o, c->address) >= 0);
}

/* Whoever stands at the door and says nothing makes way: anybody, or one from the same address. */
static bool sends_away_a_silent_one(struct room *r, const struct conn *c, bool same_address)
{
    for (struct conn *other = r->conns; other; other = other->next) {
        if (other == c || !other->knocks || other->knock)
            continue;
        if (same_address && other->address != c->address)
            continue;
        conn_dismiss(other, 1013, "full");
        return true;
    }
    return false;
}

/* NULL, or why it may not even knock. */
static const char *may_not_knock(struct room *r, const struct conn *c)
{
    int at = find_address(r->outside, c->address), all = 0, near = 0;

    if (at >= 0 &&
        !pace_may(&r->outside->from[at].turned_away, r->services->now(), TURNS, TURN_EVERY))
        return "turned_away";
    for (const struct conn *other = r->conns; other; other = other->next) {
        all += other != c && other->knocks && !other->asked_password;
        near += other != c && other->knocks && other->address == c->address;
    }
    if (all < KNOCKS_MAX && near < KNOCKS_OF_ADDRESS)
        return NULL;
    /* An address that has all of its places gets no other's. */
    return sends_away_a_silent_one(r, c, near >= KNOCKS_OF_ADDRESS) ? NULL : "full";
}

/* ---- coming in ---- */

static void send_knock(struct conn *c, const char *what)
{
    struct buf *text = &c->services->scratch->answer;

    frame_begin(text);
    buf_printf(text, "{\"knock\":\"%s\"}", what);
    conn_send(c, text);
}

/* All connections of a device have one number. */
static void number(struct room *r, struct conn *c)
{
    for (const struct conn *other = r->conns; other; other = other->next) {
        if (other != c && other->visitor && key_same(&other->key, &c->key)) {
            c->visitor = other->visitor;
            return;
        }
    }
    c->visitor = ++r->last_visitor;
}

/* Whoever has a player finds their place, whoever else is there. */
static bool too_many_look_on(const struct room *r, const struct conn *c)
{
    const struct guest *g = party_guest_by_key(&r->party, &c->key);
    int n = 0;

    if (g && party_has_player(&r->party, g->id))
        return false;
    for (const struct conn *other = r->conns; other; other = other->next)
        n += other != c && !other->waiting && !party_has_player(&r->party, other->guest);
    return n >= r->services->onlookers;
}

bool visitor_enters(struct room *r, struct conn *c)
{
    const char *wrong;

    if (!c->visitor)
        number(r, c);
    if (party_bars(&r->party, &c->key)) {
        note_address(r, c->address, false);
        conn_dismiss(c, 4008, "removed");
        return false;
    }
    if (party_moved(&r->party, &c->key)) {
        conn_dismiss(c, 4012, "moved");
        return false;
    }
    if (c->must_be_known && !party_guest_by_key(&r->party, &c->key)) {
        r->services->counts.guesses_refused++;
        conn_dismiss(c, 4029, "too_many_tries");
        return false;
    }
    if (too_many_look_on(r, c)) {
        conn_dismiss(c, 1013, "full");
        return false;
    }
    if (party_guest_by_key(&r->party, &c->key) || (c->invited && !c->screen))
        return true;
    /* A table's screen has no keys: the host lets it in. */
    if (r->party.has_password && !c->screen && !c->passed && r->party.host != NO_GUEST) {
        c->knocks = c->asked_password = true;
        send_knock(c, "password");
        return false;
    }
    if (!must_knock(r, c) && !(r->party.has_password && c->screen))
        return true;
    wrong = may_not_knock(r, c);
    if (wrong) {
        conn_dismiss(c, strcmp(wrong, "full") == 0 ? 1013 : 4008, wrong);
        return false;
    }
    c->knocks = true;
    send_knock(c, "who");
    return false;
}

/* Said right it opens like a code; wrong ones count like wrong codes. */
static void hear_password(struct room *r, struct conn *c, struct str word)
{
    struct services *s = r->services;
    struct key key;

    if (!s->may_guess(s->house, c->address)) {
        s->counts.guesses_refused++;
        conn_dismiss(c, 4029, "too_many_tries");
        return;
    }
    key_of_password(&key, r->party.code.text, str_trim(word));
    if (r->party.has_password && !key_same(&key, &r->party.password)) {
        s->missed(s->house, c->address);
        send_knock(c, "wrong");
        return;
    }
    c->passed = true;
    visitor_left(c);
    request_enter(r, c, &(struct message){0});
}

void visitor_says(struct room *r, struct conn *c, const struct message *m)
{
    struct buf name = {0};

    if (m->kind == MESSAGE_PING) {
        request_heed(r, c, m);
        return;
    }
    if (m->kind == MESSAGE_KNOCK && c->asked_password) {
        hear_password(r, c, m->name);
        return;
    }
    if (m->kind != MESSAGE_KNOCK || c->knock ||
        !line_clean(m->name, NAME_CHARS, NAME_BYTES, &name)) {
        conn_error(c, m->kind == MESSAGE_KNOCK ? "name" : "hello");
        buf_fini(&name);
        return;
    }
    if (room_stops(r, buf_str(&name))) {
        conn_error(c, "name_filtered");
        buf_fini(&name);
        return;
    }
    c->knock = strdup(buf_cstr(&name));
    buf_fini(&name);
    if (!c->knock)
        abort();
    send_knock(c, "waits");
    r->stale = true;
    room_schedule(r, 0);
}

void visitor_left(struct conn *c)
{
    free(c->knock);
    c->knock = NULL;
    c->knocks = c->asked_password = false;
}

/* ---- after a change ---- */

/* Sending may close others: each is looked for anew. */
static struct conn *find_barred(const struct room *r)
{
    struct conn *c = r->conns;

    while (c && !key_same(&c->key, &r->dismiss))
        c = c->next;
    return c;
}

static struct conn *find_let_in(const struct room *r)
{
    struct conn *c = r->conns;

    while (c && !(c->knocks && party_guest_by_key(&r->party, &c->key)))
        c = c->next;
    return c;
}

void visitors_settle(struct room *r)
{
    struct conn *c;

    while (r->dismisses && (c = find_barred(r))) {
        note_address(r, c->address, c->knocks);
        conn_dismiss(c, 4008, c->knocks ? "turned_away" : "removed");
    }
    r->dismisses = false;
    while ((c = find_let_in(r))) {
        visitor_left(c);
        request_enter(r, c, &(struct message){0});
    }
}

/* ---- what is told of them ---- */

/* The first connection of a device that has no player, or that has said who it is and knocks. */
static bool is_visitor(const struct room *r, const struct conn *c, bool knocks)
{
    if (!c->visitor || c->knocks != knocks || (knocks && !c->knock))
        return false;
    if (!knocks && (party_has_player(&r->party, c->guest) ||
                    (c->guest != NO_GUEST && c->guest == r->party.host)))
        return false;
    for (const struct conn *before = r->conns; before != c; before = before->next) {
        if (before->visitor == c->visitor)
            return false;
    }
    return true;
}

bool visitor_find(struct room *r, int64_t wanted, struct visitor *out)
{
    for (const struct conn *c = r->conns; c; c = c->next) {
        if (c->visitor != wanted || !(is_visitor(r, c, false) || is_visitor(r, c, true)))
            continue;
        *out = (struct visitor){.key = c->key, .screen = c->screen, .knocks = c->knocks};
        return true;
    }
    return false;
}

static void write_one(const struct conn *c, struct jw *w)
{
    jw_object(w);
    jw_key_int(w, "visitor", c->visitor);
    if (c->guest != NO_GUEST)
        jw_key_int(w, "guest", c->guest);
    if (c->screen)
        jw_key_bool(w, "screen", true);
    if (c->knock)
        jw_key_str(w, "name", str_of(c->knock));
    jw_end_object(w);
}

static void write_list(struct room *r, const char *name, bool knocks, struct jw *w)
{
    int n = 0;

    for (const struct conn *c = r->conns; c && n < TOLD_MAX; c = c->next) {
        if (!is_visitor(r, c, knocks))
            continue;
        if (n++ == 0) {
            jw_key(w, name);
            jw_array(w);
        }
        write_one(c, w);
    }
    if (n)
        jw_end_array(w);
}

/* In a crowd nobody is named: it would be told anew with each who comes. */
void visitors_write(struct room *r, struct jw *w)
{
    int n = 0;

    for (const struct conn *c = r->conns; c && n <= TOLD_MAX; c = c->next)
        n += is_visitor(r, c, false);
    if (n <= TOLD_MAX)
        write_list(r, "visitors", false, w);
    write_list(r, "knocks", true, w);
}
