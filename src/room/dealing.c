/* A deal that can be checked (docs/decisions/0016-a-deal-one-can-check.md): before a game the room
 * seals a secret and everybody sees its hash; the devices of players pledge a part each, and when
 * the game is to begin all pledges are shown with the hash of what the table brings into it
 * (brought.h), and then the parts.
 *
 * The secret is a fact of the room, so it is stored before its hash is shown, and neither a restart
 * nor another owner changes it. Pledges and parts are in memory only: after a restart devices send
 * the same again. An order that begins a game waits in the queue until all who take part have
 * shown their parts, or for a moment: nobody holds up the table. Once the pledges were shown they
 * stay, whatever becomes of the order: whoever has seen a part cannot choose another for it. */
#include "base/secure.h"
#include "party/orders.h"
#include "room/brought.h"
#include "room/inside.h"
#include "room/log_fold.h"

#include <stdlib.h>

/* From when the order came: until pledges are waited for, and until parts are. */
enum { PLEDGES_UNTIL = 1000, PARTS_UNTIL = 2000 };

struct dealing {
    int64_t since;     /* an order to begin waits; 0: none does */
    bool closed;       /* the pledges were shown, or are about to be: … */
    struct seed table; /* … and what the table brought then */
    int n;
    struct offer {
        uint16_t guest;
        bool given;
        struct seed pledge, part;
    } of[PLAYERS_MAX];
};

static struct dealing *dealing_of(struct room *r)
{
    if (!r->dealing && !(r->dealing = calloc(1, sizeof *r->dealing)))
        abort();
    return r->dealing;
}

void dealing_forget(struct room *r)
{
    free(r->dealing);
    r->dealing = NULL;
}

static struct offer *offer_of(const struct room *r, uint16_t guest)
{
    for (int i = 0; r->dealing && i < r->dealing->n; i++) {
        if (r->dealing->of[i].guest == guest)
            return &r->dealing->of[i];
    }
    return NULL;
}

/* Its device can take part, and somebody on it plays. */
static bool takes_part(const struct room *r, const struct conn *c)
{
    return c->deals && !c->screen && !c->waiting && party_has_player(&r->party, c->guest);
}

static bool anybody(const struct room *r, bool without_pledge)
{
    for (const struct conn *c = r->conns; c; c = c->next) {
        if (takes_part(r, c) && (!without_pledge || !offer_of(r, c->guest)))
            return true;
    }
    return false;
}

static bool may_seal(const struct room *r)
{
    return r->format >= LOG_FORMAT_FOURTH && (!r->party.playing || room_over(r));
}

/* ---- the secret ---- */

bool dealing_run(struct room *r)
{
    struct buf text = {0};

    if (r->party.secret_kept || !may_seal(r) || !anybody(r, false))
        return false;
    struct seed secret = secure_seed();
    struct change *c = change_begin(r, STR("deal"), NULL, 0);

    seed_write(&secret, &text);
    change_fact(c, PARTY_FACT(deal_sealed, .secret = buf_str(&text)));
    r->stale = true;
    change_commit(c);
    buf_fini(&text);
    return true;
}

/* ---- an order to begin ---- */

bool dealing_begins(const struct room *r, const struct conn *c, const struct message *m)
{
    bool again = str_is(m->name, "again") || str_is(m->name, "harder");
    int64_t limit;

    if (m->kind != MESSAGE_DO || (!again && !str_is(m->name, "start")) ||
        (again && !r->match.table) || !may_seal(r))
        return false;
    return party_hosts(&r->party, c->guest) && !lobby_problem(&r->party, NULL, &limit);
}

static bool all_given(const struct dealing *d)
{
    for (int i = 0; i < d->n; i++) {
        if (!d->of[i].given)
            return false;
    }
    return true;
}

/* The pledges count as they are now, and everybody is shown them. */
static void close_pledges(struct room *r)
{
    struct dealing *d = r->dealing;
    int kept = 0;

    for (int i = 0; i < d->n; i++) {
        if (party_has_player(&r->party, d->of[i].guest))
            d->of[kept++] = d->of[i];
    }
    d->n = kept;
    d->closed = true;
    struct seed decks = brought_decks(r->party.lobby.book, r->party.lobby.language);
    d->table = brought_hash(&r->party, r->rulings, r->party.games + 1, &decks, BROUGHT_SUMS);
    r->stale = true;
    room_schedule(r, 0);
}

/* Whether all has been done that is waited for. */
static bool dealt(struct room *r, int64_t now)
{
    struct dealing *d = r->dealing;

    if (!d->closed) {
        bool incomplete = !r->party.secret_kept || anybody(r, true);

        if (incomplete && now < d->since + PLEDGES_UNTIL)
            return false;
        close_pledges(r);
    }
    return all_given(d) || now >= d->since + PARTS_UNTIL;
}

bool dealing_delays(struct room *r, const struct conn *c, const struct message *m)
{
    int64_t now = r->services->now();

    if (!dealing_begins(r, c, m) || (!r->dealing && !anybody(r, false)))
        return false;
    struct dealing *d = dealing_of(r);
    if (!d->since)
        d->since = now;
    if (!dealt(r, now)) {
        room_schedule(r, 0); /* the run finds out when it is asked again: dealing_due() */
        return true;
    }
    d->since = 0;
    return false;
}

int64_t dealing_due(const struct room *r)
{
    const struct dealing *d = r->dealing;

    if (!d || !d->since)
        return INT64_MAX;
    return d->since + (d->closed ? PARTS_UNTIL : PLEDGES_UNTIL);
}

/* ---- what devices say ---- */

static void pledge(struct room *r, uint16_t guest, const struct seed *value)
{
    struct dealing *d = dealing_of(r);

    if (d->closed || offer_of(r, guest) || d->n == PLAYERS_MAX)
        return; /* too late, or not the first one */
    d->of[d->n++] = (struct offer){.guest = guest, .pledge = *value};
    if (d->since)
        room_schedule(r, 0);
}

static void give(struct room *r, uint16_t guest, const struct seed *seal, const struct seed *value)
{
    struct offer *o = offer_of(r, guest);
    struct seed is = pledge_of(seal, value);

    if (!o || o->given || !r->dealing->closed || !seed_same(&is, &o->pledge))
        return;
    o->given = true;
    o->part = *value;
    room_schedule(r, 0);
}

/* Of a secret that is no more, or from somebody who does not play, is no mistake: it crossed with
 * what has changed. */
void request_deal(struct room *r, struct conn *c, const struct message *m)
{
    bool gives = str_is(m->name, "part");
    struct seed seal, value;

    if ((!gives && !str_is(m->name, "pledge")) ||
        !seed_read(&seal, jr_member_str(m->with, "seal")) ||
        !seed_read(&value, jr_member_str(m->with, "value"))) {
        conn_error(c, "message");
        return;
    }
    struct seed ours = seal_of(&r->party.secret);
    if (!r->party.secret_kept || !seed_same(&seal, &ours) || !takes_part(r, c))
        return;
    if (gives)
        give(r, c->guest, &seal, &value);
    else
        pledge(r, c->guest, &value);
}

/* ---- the game begins ---- */

/* The first seat of a device that has shown its part speaks for it. */
static void take_part_of(struct room *r, int seat, seat_set seats, struct dealt *out)
{
    const struct player *p = party_at_seat(&r->party, seat);
    const struct offer *o = p && player_person(p) ? offer_of(r, p->guest) : NULL;
    struct sealed *s = &out->sealed;

    if (o && o->given)
        s->part[s->parts++] = (struct sealed_part){(uint8_t)seat, o->part};
    else
        out->out |= seats;
}

void dealing_seed(struct room *r, struct seed *out)
{
    struct dealt d = {.sealed = {.secret = r->party.spent, .bound = true}};
    seat_set done = 0;

    d.sealed.decks = brought_decks(r->party.lobby.book, r->party.lobby.language);
    d.sealed.table =
        brought_hash(&r->party, r->rulings, r->party.games, &d.sealed.decks, BROUGHT_SUMS);
    for (int i = 0; i < r->party.players; i++) {
        const struct player *p = &r->party.player[i];
        seat_set seats = player_person(p) ? party_seats_of(&r->party, p->guest) : 0;

        if (p->seat == NO_SEAT || !seats || seats_has(done, p->seat))
            continue;
        done |= seats;
        take_part_of(r, seats_first(seats), seats, &d);
    }
    dealing_forget(r);
    room_dealt(r, r->party.spent_kept ? &d : NULL);
    *out = r->dealt ? sealed_seed(&d.sealed) : secure_seed();
}

void room_dealt(struct room *r, const struct dealt *d)
{
    if (!d) {
        free(r->dealt);
        r->dealt = NULL;
        return;
    }
    if (!r->dealt && !(r->dealt = malloc(sizeof *r->dealt)))
        abort();
    *r->dealt = *d;
}

/* ---- what everybody sees ---- */

static void write_next(const struct room *r, struct jw *w)
{
    const struct dealing *d = r->dealing;
    struct seed seal = seal_of(&r->party.secret);

    jw_key(w, "next");
    jw_object(w);
    jw_key_int(w, "number", r->party.games + 1);
    jw_key_seed(w, "seal", &seal);
    if (d && d->closed) {
        jw_key_seed(w, "table", &d->table);
        jw_key(w, "pledges");
        jw_array(w);
        for (int i = 0; i < d->n; i++) {
            jw_object(w);
            jw_key_int(w, "guest", d->of[i].guest);
            jw_key_seed(w, "pledge", &d->of[i].pledge);
            jw_end_object(w);
        }
        jw_end_array(w);
    }
    jw_end_object(w);
}

/* The secret of a game is told when nothing is dealt from it any more. */
static void write_game(const struct room *r, struct jw *w)
{
    const struct sealed *s = &r->dealt->sealed;
    struct seed seal = seal_of(&s->secret);

    jw_key(w, "game");
    jw_object(w);
    jw_key_int(w, "number", r->party.games);
    jw_key_seed(w, "seal", &seal);
    if (s->bound)
        jw_key_seed(w, "table", &s->table);
    jw_key(w, "parts");
    jw_array(w);
    for (int i = 0; i < s->parts; i++) {
        jw_object(w);
        jw_key_int(w, "seat", s->part[i].seat);
        jw_key_seed(w, "part", &s->part[i].part);
        jw_end_object(w);
    }
    jw_end_array(w);
    jw_key_seats(w, "out", r->dealt->out);
    if (!r->party.playing || room_over(r))
        jw_key_seed(w, "secret", &s->secret);
    jw_end_object(w);
}

void dealing_write(struct room *r, struct jw *w)
{
    jw_object(w);
    if (r->party.secret_kept)
        write_next(r, w);
    if (r->dealt)
        write_game(r, w);
    jw_end_object(w);
}
