#include "room/change.h"

#include "base/secure.h"
#include "room/inside.h"
#include "room/log_fold.h"
#include "room/stock.h"

#include <stdio.h>
#include <string.h>

/* In a lobby where much happens a snapshot is due after so many entries. */
enum { SNAPSHOT_EVERY = 64 };

void change_init(struct change *c)
{
    *c = (struct change){.decision = decision_new()};
}

void change_fini(struct change *c)
{
    decision_free(c->decision);
    buf_fini(&c->snapshot);
    buf_fini(&c->lines);
    order_fini(&c->order);
}

struct change *change_begin(struct room *r, struct str what, struct conn *author, uint32_t n)
{
    struct change *c = &r->services->scratch->change;

    c->room = r;
    c->what = what;
    c->author = author;
    c->n = n;
    c->move = c->acted = c->fresh = false;
    c->facts = 0;
    c->dismisses = false;
    c->order_refusal.key = "nothing"; /* until something is refused */
    c->order_refusal.n = 0;
    c->refusal = &c->order_refusal;
    buf_clear(&c->snapshot);
    buf_clear(&c->lines);
    r->party.entry = r->head + 1;
    return c;
}

/* ---- what it is made of ---- */

void change_fact(struct change *c, struct party_fact f)
{
    party_fold(&c->room->party, &f);
    party_fact_write(f, &c->lines);
    if (f.kind == DECK_WRITTEN)
        texts_written(c->room);
    c->facts++;
}

void change_snapshot(struct change *c)
{
    log_write_snapshot(c->room, &c->snapshot);
}

/* A level counts when it is won for the first time, and when it is won better. */
static void keep_level(struct change *c)
{
    const struct room *r = c->room;
    const struct setup *s = &r->match.setup;
    const int16_t *won = party_won(&r->party, s->book, s->language);
    int score, level = r->party.practice ? 0 : level_won(&r->match, &score);

    if (level && (!won || won[level] < score))
        change_fact(c, PARTY_FACT(level_won, .level = level, .score = score));
}

/* The line of what the table has decided, and what follows from it for the room. */
static void add_record(struct change *c, const char *action)
{
    const struct decision *d = c->decision;
    struct room *r = c->room;

    c->acted = true;
    log_write_record(&r->match, d, action, &c->lines);
    for (int i = 0; i < d->deck_items; i++) {
        char name[STOCK_NAME];

        change_fact(c, stock_seen(r->stock, d->deck_item[i].deck, d->deck_item[i].item, name));
    }
    if (d->deck_items)
        room_shelve(r);
    keep_level(c);
}

bool change_act(struct change *c, int by, int action, const struct value *v)
{
    struct room *r = c->room;

    /* The filter stands before the rules: they never hear of what it stops. */
    if (room_stops_move(r, action, v, &c->order_refusal)) {
        c->refusal = &c->order_refusal;
        return false;
    }
    if (!match_act(&r->match, c->decision, room_now(r), by, action, v)) {
        c->refusal = &c->decision->refusal;
        return false;
    }
    room_note_rulings(r, c->decision->fact, c->decision->facts);
    add_record(c, r->match.setup.book->action[action]->name);
    return true;
}

static void new_game(struct change *c)
{
    struct room *r = c->room;
    const char *names[SEATS_MAX] = {NULL};
    char name[SEATS_MAX][NAME_BYTES + 1];
    struct setup setup;
    int64_t limit;

    lobby_problem(&r->party, &setup, &limit);
    dealing_seed(r, &setup.seed);
    crowd_forget(r);
    room_no_game(r);
    match_init(&r->match, &setup,
               &(struct world){.lexicon = room_lexicon(r), .shelf = room_shelf(r)});
    r->stock = stock_new(&r->party, &setup);
    room_shelve(r);
    for (int seat = 0; seat < setup.seats; seat++) {
        struct str n = player_name(party_at_seat(&r->party, seat));

        memcpy(name[seat], n.at, n.len);
        name[seat][n.len] = '\0';
        names[seat] = name[seat];
    }
    log_write_setup(&setup, names, r->dealt, &c->lines);
    match_open(&r->match, c->decision, 0);
    add_record(c, "open");
    opening_begin(r, c->order.explain);
    c->fresh = true;
    r->began = r->head + 1;
    r->services->counts.games++;
}

/* After the fact that says so. */
static void no_game(struct change *c)
{
    room_no_game(c->room);
    crowd_forget(c->room);
    c->fresh = true;
}

void change_leave_game(struct change *c, enum game_end end)
{
    if (c->room->party.playing)
        change_fact(c, PARTY_FACT(game_left, .why = end));
    no_game(c);
}

/* ---- orders ---- */

static bool guest_here(void *arg, uint16_t guest)
{
    return room_guest_here(arg, guest);
}

static bool find_visitor(void *arg, int64_t number, struct visitor *out)
{
    return visitor_find(arg, number, out);
}

static bool find_claimant(void *arg, int64_t number, struct visitor *out)
{
    return claimant_find(arg, number, out);
}

static bool find_ticket(void *arg, struct str typed, struct ticket *out)
{
    return ticket_find(arg, typed, out);
}

static bool refuse_order(struct change *c, const char *key, const char *name, int64_t number)
{
    struct refusal *refusal = &c->order_refusal;

    refusal->key = key;
    refusal->n = name ? 1 : 0;
    refusal->name[0] = name;
    snprintf(c->number, sizeof c->number, "%lld", (long long)number);
    refusal->text[0] = str_of(c->number);
    c->refusal = refusal;
    return false;
}

/* A log of an earlier format goes on in this one from a snapshot, and a game has none in it. */
static bool snapshot_may_be(const struct room *r)
{
    return !r->match.table;
}

static bool snapshot_is_due(const struct room *r, const struct order *o)
{
    if (o->then == THEN_BEGIN)
        return true;
    return snapshot_may_be(r) &&
           (r->head - r->base >= SNAPSHOT_EVERY || (r->head && r->format < LOG_FORMAT));
}

bool change_order(struct change *c, const json_t *with)
{
    struct room *r = c->room;
    struct order *o = &c->order;
    const struct order_scene scene = {
        .party = &r->party,
        .match = r->match.table ? &r->match : NULL,
        .guest = c->author->guest,
        .key = &c->author->key,
        .screen = c->author->screen,
        .chance = secure_random(),
        .here = guest_here,
        .visitor = find_visitor,
        .claimant = find_claimant,
        .ticket = find_ticket,
        .log_bars = r->format >= LOG_FORMAT_THIRD || snapshot_may_be(r),
        .log_of_today = r->format >= LOG_FORMAT_FOURTH || snapshot_may_be(r),
        .draft = c->author->draft ? buf_str(c->author->draft) : STR(""),
        .draft_kind = c->author->draft_kind,
        .draft_wrong = c->author->draft_wrong,
        .filter = r->services->filter,
        .arg = r,
    };

    if (!order_decide(o, &scene, c->what, with))
        return refuse_order(c, o->refusal, o->arg_name, o->arg);
    if (o->then == THEN_BEGIN && room_log_full(r))
        return refuse_order(c, "log_full", NULL, 0);
    if (o->then == THEN_BEGIN && !texts_ready(r))
        return refuse_order(c, "not_now", NULL, 0);
    if (o->then == THEN_GO && !opening_skip(r))
        return refuse_order(c, "no_opening", NULL, 0);
    if (snapshot_is_due(r, o))
        change_snapshot(c);
    if (o->then == THEN_ACT && !change_act(c, NO_SEAT, o->action, &o->v))
        return false;
    for (int i = 0; i < o->facts; i++)
        change_fact(c, o->fact[i]);
    c->dismisses = o->dismisses;
    c->dismiss = o->dismiss;
    if (o->then == THEN_BEGIN)
        new_game(c);
    else if (o->then == THEN_LEAVE)
        no_game(c);
    return true;
}
