/*
 * People who go to another device.
 *
 * A ticket is shown by the old device and said by the new one: it is a code, good once and for five
 * minutes. A device that asks again is told the same one until half a minute before its end.
 * Whoever has no old device any more asks for the player, and the host decides (`give`, or
 * `decline` here). Neither is stored: what came of them is (`player_carried`). All devices of a
 * table are at the node that owns it, so that its memory is enough; where that goes people ask
 * again.
 */
#include "base/secure.h"
#include "room/inside.h"

#include <stdlib.h>

enum { TICKET_FOR = 5 * 60 * 1000, TICKET_SOON = 30 * 1000, CLAIMS_TOLD = 12 };
/* Who is declined again and again disturbs the host no more for a while. */
enum { CLAIMS = 4, CLAIM_EVERY = 60 * 1000 };

struct tickets {
    int n;
    struct shown {
        struct ticket ticket;
        struct code code;
        int64_t until;
    } of[GUESTS_MAX]; /* one for each device: the next one replaces it */
};

static int64_t now_of(const struct room *r)
{
    return r->services->now();
}

/* ---- tickets ---- */

int64_t tickets_until(const struct room *r)
{
    int64_t until = 0;

    for (int i = 0; r->tickets && i < r->tickets->n; i++) {
        if (r->tickets->of[i].until > until)
            until = r->tickets->of[i].until;
    }
    return until;
}

bool ticket_find(const struct room *r, struct str typed, struct ticket *out)
{
    struct code code;

    if (!code_read(&code, typed))
        return false;
    for (int i = 0; r->tickets && i < r->tickets->n; i++) {
        if (now_of(r) < r->tickets->of[i].until && code_same(&r->tickets->of[i].code, &code)) {
            *out = r->tickets->of[i].ticket;
            return true;
        }
    }
    return false;
}

static void forget_old(struct room *r, uint16_t guest)
{
    struct tickets *t = r->tickets;

    for (int i = 0; i < t->n;) {
        if (t->of[i].ticket.guest == guest || now_of(r) >= t->of[i].until ||
            !party_has_player(&r->party, t->of[i].ticket.guest))
            t->of[i] = t->of[--t->n];
        else
            i++;
    }
}

/* The ticket of the same players where it is good for a while yet: its link may have been sent. */
static const struct shown *still_good(const struct room *r, struct ticket of)
{
    for (int i = 0; i < r->tickets->n; i++) {
        const struct shown *it = &r->tickets->of[i];

        if (it->ticket.guest == of.guest && it->ticket.player == of.player &&
            it->until - now_of(r) > TICKET_SOON)
            return it;
    }
    return NULL;
}

/* Who goes with it: where somebody is alone on a device that is all of them. */
static struct ticket ticket_for(const struct room *r, uint16_t guest, int64_t player)
{
    int others = 0;

    for (int i = 0; i < r->party.players; i++)
        others += r->party.player[i].guest == guest && r->party.player[i].id != player;
    return (struct ticket){guest, others ? (uint16_t)player : NO_PLAYER};
}

static bool make(struct room *r, struct code *out)
{
    struct ticket taken;

    for (int i = 0; i < 100; i++) {
        if (code_make(out, CODE_MAX, secure_random()) && !ticket_find(r, str_of(out->text), &taken))
            return true;
    }
    return false;
}

void ticket_ask(struct room *r, struct conn *c, const struct message *m)
{
    int64_t wanted = jr_member_int(m->with, "player");
    const struct player *p = wanted ? party_player(&r->party, wanted) : NULL;
    struct code code;

    if (wanted ? !p || p->guest != c->guest : !party_has_player(&r->party, c->guest)) {
        request_told(c, m->tag, "no_player");
        return;
    }
    if (!r->tickets && !(r->tickets = calloc(1, sizeof *r->tickets)))
        abort();
    struct ticket ticket = ticket_for(r, c->guest, wanted);
    const struct shown *good = still_good(r, ticket);
    if (!good) {
        forget_old(r, c->guest);
        if (r->tickets->n == GUESTS_MAX || !make(r, &code)) {
            request_told(c, m->tag, "busy");
            return;
        }
        struct shown *next = &r->tickets->of[r->tickets->n++];
        *next = (struct shown){ticket, code, now_of(r) + TICKET_FOR};
        good = next;
    }
    struct jw w = told_begin(c, m->tag);
    jw_key_str(&w, "ticket", str_of(good->code.text));
    jw_key_int(&w, "for", good->until - now_of(r));
    told_send(c, &w);
}

/* ---- asking for a player ---- */

/* A person whose device is not here. */
static bool is_away(struct room *r, int64_t player)
{
    const struct player *p = party_player(&r->party, player);

    return p && player_person(p) && !room_guest_here(r, p->guest);
}

void claim_ask(struct room *r, struct conn *c, const struct message *m)
{
    int64_t player = jr_member_int(m->with, "player");

    if (player && (c->screen || !is_away(r, player))) {
        request_told(c, m->tag, c->screen ? "screen_sits" : "player_here");
        return;
    }
    if (player && !pace_may(&c->claims, now_of(r), CLAIMS, CLAIM_EVERY)) {
        request_told(c, m->tag, "too_fast");
        return;
    }
    if (player)
        pace_step(&c->claims, now_of(r), CLAIM_EVERY);
    c->claim = (uint16_t)player;
    r->stale = true;
    room_schedule(r, 0);

    struct jw w = told_begin(c, m->tag);
    jw_key_int(&w, "visitor", c->visitor);
    told_send(c, &w);
}

void decline_ask(struct room *r, struct conn *c, const struct message *m)
{
    int64_t visitor = jr_member_int(m->with, "visitor");

    if (!party_hosts(&r->party, c->guest)) {
        request_told(c, m->tag, "not_host");
        return;
    }
    for (struct conn *other = r->conns; other; other = other->next) {
        if (other->visitor == visitor)
            other->claim = NO_PLAYER;
    }
    r->stale = true;
    room_schedule(r, 0);
    request_told(c, m->tag, NULL);
}

bool claimant_find(struct room *r, int64_t wanted, struct visitor *out)
{
    for (const struct conn *c = r->conns; c; c = c->next) {
        if (c->visitor != wanted || c->waiting || c->claim == NO_PLAYER)
            continue;
        *out = (struct visitor){.key = c->key, .claim = c->claim};
        return true;
    }
    return false;
}

/* A claim is over when the person is back, or was carried, or has risen. */
void claims_write(struct room *r, struct jw *w)
{
    int n = 0;

    for (const struct conn *c = r->conns; c && n < CLAIMS_TOLD; c = c->next) {
        if (c->waiting || !is_away(r, c->claim))
            continue;
        if (n++ == 0) {
            jw_key(w, "claims");
            jw_array(w);
        }
        jw_object(w);
        jw_key_int(w, "visitor", c->visitor);
        jw_key_int(w, "player", c->claim);
        jw_end_object(w);
    }
    if (n)
        jw_end_array(w);
}

/* ---- after a change ---- */

static struct conn *find_moved(const struct room *r)
{
    struct conn *c = r->conns;

    while (c && !party_moved(&r->party, &c->key))
        c = c->next;
    return c;
}

void tickets_settle(struct room *r)
{
    struct conn *c;

    while ((c = find_moved(r)))
        conn_dismiss(c, 4012, "moved");
    for (c = r->conns; c; c = c->next) {
        const struct player *p = party_player(&r->party, c->claim);

        if (p && p->guest == c->guest)
            c->claim = NO_PLAYER;
    }
}
