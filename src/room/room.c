#include "room/room.h"

#include "base/log.h"
#include "lexicon/rulings.h"
#include "room/inside.h"
#include "room/stock.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAVE_AFTER = 4000,        /* a reload or a change of network is no leaving */
    LEAVE_AFTER_START = 15000, /* everybody has to find back after a restart */
    SUCCESSION_AFTER = 20000,
};

/* ---- beginning and end ---- */

struct room *room_new(struct services *s, int64_t id, void *door, struct outside *outside)
{
    struct room *r = calloc(1, sizeof *r);

    if (!r)
        abort();
    r->services = s;
    r->id = id;
    r->door = door;
    r->outside = outside;
    r->alone_since = INT64_MAX;
    r->queue_end = &r->queue;
    return r;
}

struct outside *room_free(struct room *r)
{
    struct outside *outside = r->outside;

    room_unload(r);
    keeping_forget(r);
    keeping_asks_end(r);
    remembering_end(r);
    free(r->tickets);
    mailbox_leave(r->mailbox);
    while (r->queue)
        waiting_end(waiting_next(r));
    free(r);
    return outside;
}

/* ---- what others ask ---- */

static int64_t now_of(const struct room *r)
{
    return r->services->now();
}

int64_t room_clock(const struct room *r)
{
    return clock_now(&r->clock, now_of(r));
}

int64_t room_now(const struct room *r)
{
    return r->opening ? 0 : room_clock(r);
}

void room_schedule(struct room *r, int64_t due)
{
    r->services->schedule(r->services->house, r->door, due);
}

void room_show_again(struct room *r)
{
    /* Not at once: its table may be packed, and what it is writing is nobody's yet. */
    r->stale = true;
    room_schedule(r, 0);
}

bool room_guest_here(const struct room *r, uint16_t guest)
{
    for (const struct conn *c = r->conns; c && guest != NO_GUEST; c = c->next) {
        if (c->guest == guest && !c->screen)
            return true;
    }
    return false;
}

bool room_anyone(const struct room *r)
{
    for (int i = 0; i < r->party.players; i++) {
        if (room_guest_here(r, r->party.player[i].guest))
            return true;
    }
    return false;
}

bool services_hush(const struct services *s, const char *level)
{
    return s->quiet || (s->terse && strcmp(level, "warn") == 0);
}

void room_report(const struct room *r, const char *level, const char *event, const char *why)
{
    if (services_hush(r->services, level))
        return;
    struct log_line l = log_begin(stderr, level, event);

    log_int(&l, "room", r->id);
    log_int(&l, "head", r->head);
    if (why)
        log_str(&l, "why", str_of(why));
    log_end(&l);
}

/* ---- acting ---- */

const struct lexicon *room_lexicon(const struct room *r)
{
    return r->rulings ? &r->rulings->lexicon : r->services->lexicon;
}

void room_note_rulings(struct room *r, const struct fact *f, int n)
{
    for (int i = 0; i < n; i++) {
        if (f[i].kind != WORD_RULED)
            continue;
        if (!r->rulings) {
            r->rulings = rulings_new(r->services->lexicon);
            r->match.world.lexicon = &r->rulings->lexicon;
        }
        if (rulings_note(r->rulings, r->match.setup.language, &f[i]))
            bots_note_rulings(r);
    }
}

/* The room itself does something at the table. */
static bool table_does(struct room *r, int action, struct value v, struct value w)
{
    const struct value both[] = {v, w};
    struct change *c = change_begin(r, STR("table"), NULL, 0);

    if (!change_act(c, NO_SEAT, action, both))
        return false;
    change_commit(c);
    return true;
}

static void fact_alone(struct room *r, struct str what, struct party_fact f)
{
    struct change *c = change_begin(r, what, NULL, 0);

    change_fact(c, f);
    change_commit(c);
}

struct shelf *room_shelf(struct room *r)
{
    if (!r->shelf && !(r->shelf = calloc(1, sizeof *r->shelf)))
        abort();
    return r->shelf;
}

void room_shelve(struct room *r)
{
    stock_shelve(r->stock, &r->party, room_shelf(r));
}

const struct at_seat *room_seat(const struct room *r, int seat)
{
    static const struct at_seat nothing = {0};

    return r->at_seat ? &r->at_seat[seat] : &nothing;
}

struct at_seat *room_seat_open(struct room *r, int seat)
{
    if (!r->at_seat && !(r->at_seat = calloc(SEATS_MAX, sizeof *r->at_seat)))
        abort();
    return &r->at_seat[seat];
}

static void set_leave(struct room *r, int seat, int64_t at)
{
    if (room_seat(r, seat)->leave_at != at)
        room_seat_open(r, seat)->leave_at = at;
}

void room_no_game(struct room *r)
{
    idle_end(r);
    match_fini(&r->match);
    stock_unref(r->stock);
    r->stock = NULL;
    bots_forget(r);
    free(r->at_seat);
    r->at_seat = NULL;
    r->services->running -= r->clock.running;
    r->clock = clock_at(0);
    r->opening = 0;
}

/* ---- people who come and go ---- */

/* True: something is being written. */
static bool run_people(struct room *r)
{
    const struct core *core = r->match.table ? &r->match.table->core : NULL;
    int64_t now = now_of(r);

    for (int i = 0; i < r->party.players; i++) {
        struct player *p = &r->party.player[i];
        bool here = room_guest_here(r, p->guest);

        if (player_person(p) && here && p->rank != RANK_NONE) {
            fact_alone(r, STR("back"), PARTY_FACT(bot_set, .player = p->id, .level = RANK_NONE));
            return true;
        }
        if (!core || p->seat == NO_SEAT)
            continue;
        bool bot = p->rank != RANK_NONE; /* the rules ask: only people hurry a table */
        if (!core->outcome && !seats_has(core->gone, p->seat) &&
            seats_has(core->bots, p->seat) != bot &&
            table_does(r, ACT_HAND, NUM(p->seat), NUM(bot)))
            return true;
        if (core->outcome || !player_person(p) || seats_has(core->gone, p->seat)) {
            set_leave(r, p->seat, 0);
            continue;
        }
        bool away = seats_has(core->away, p->seat);
        if (here || p->rank != RANK_NONE) {
            set_leave(r, p->seat, 0);
            if (away && table_does(r, ACT_RETURN, NUM(p->seat), NUM(0)))
                return true;
        } else if (!away) {
            int64_t leave = room_seat(r, p->seat)->leave_at;

            if (!leave)
                leave =
                    now + (now < r->opened + LEAVE_AFTER_START ? LEAVE_AFTER_START : LEAVE_AFTER);
            set_leave(r, p->seat, leave);
            if (now >= leave && r->clock.running && table_does(r, ACT_LEAVE, NUM(p->seat), NUM(0)))
                return true;
        }
    }
    return false;
}

static bool run_host(struct room *r)
{
    int64_t now = now_of(r);

    if (r->party.host == NO_GUEST || room_guest_here(r, r->party.host)) {
        r->host_away_since = 0;
        return false;
    }
    if (!r->host_away_since)
        r->host_away_since = now;
    if (now < r->host_away_since + SUCCESSION_AFTER)
        return false;
    for (int i = 0; i < r->party.players; i++) {
        uint16_t guest = r->party.player[i].guest;

        if (room_guest_here(r, guest)) {
            fact_alone(r, STR("succession"), PARTY_FACT(host_changed, .guest = guest));
            return true;
        }
    }
    return false;
}

static bool run_table(struct room *r)
{
    if (!r->match.table || !r->clock.running || r->opening ||
        table_due(r->match.table) > room_now(r))
        return false;
    return table_does(r, ACT_TICK, NUM(0), NUM(0));
}

/* When the table's clock stops or goes on with the people, the log knows: a restart finds its time
 * again. */
static bool run_clock(struct room *r)
{
    bool was = r->clock.running;

    room_set_clock(r);
    if (was == r->clock.running || !r->match.table)
        return false;
    change_commit(change_begin(r, STR("clock"), NULL, 0));
    return true;
}

/* What was for practice ends when its first round is over. */
static bool run_practice(struct room *r)
{
    if (!r->party.practice || !r->match.table || room_over(r))
        return false;
    struct known k = table_known(r->match.table, NO_SEAT);
    if (r->match.setup.book->game->round(&k) < 2)
        return false;
    struct change *c = change_begin(r, STR("ended"), NULL, 0);

    change_leave_game(c, END_PRACTICE);
    change_commit(c);
    return true;
}

/* A game that makes the log longer than a room may be loaded from is ended. */
static bool run_limit(struct room *r)
{
    if (!r->match.table || room_over(r) || !room_game_too_long(r))
        return false;
    struct change *c = change_begin(r, STR("ended"), NULL, 0);

    change_leave_game(c, END_LONG);
    change_commit(c);
    room_report(r, "warn", "game_too_long", NULL);
    return true;
}

static void heed(struct room *r, struct conn *c, const struct message *m)
{
    if (c->knocks)
        visitor_says(r, c, m);
    else if (c->waiting)
        request_enter(r, c, m);
    else if (m->kind == MESSAGE_CREATE || m->kind == MESSAGE_ENTER || m->kind == MESSAGE_TV)
        conn_error(c, "hello");
    else
        request_heed(r, c, m);
}

/* Whether a message can be heeded while the room is as it is. */
static bool may_pass(struct room *r, struct conn *c, const struct message *m)
{
    if (r->load ||
        (!r->writing && !c->waiting &&
         (draft_check_delays(r, c, m) || texts_delay(r, c, m) || dealing_delays(r, c, m))))
        return false;
    return !r->writing || (m->kind == MESSAGE_PLAY && !c->waiting && room_gathers(r));
}

static bool run_queue(struct room *r)
{
    while (r->queue && may_pass(r, r->queue->conn, &r->queue->message)) {
        struct waiting *w = waiting_next(r);

        heed(r, w->conn, &w->message);
        waiting_end(w);
    }
    return r->writing;
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t next_due(const struct room *r)
{
    int64_t due = earlier(bots_due(r), dealing_due(r));

    if (!r->conns)
        return INT64_MAX;
    if (r->match.table && r->clock.running) {
        int64_t tick = r->opening ? 0 : table_due(r->match.table);
        if (tick != INT64_MAX)
            due = earlier(due, clock_wall(&r->clock, tick));
        for (int seat = 0; seat < r->match.setup.seats; seat++) {
            int64_t leave = room_seat(r, seat)->leave_at;

            if (leave && !seats_has(r->match.table->core.away, seat))
                due = earlier(due, leave);
        }
    }
    if (r->host_away_since && room_anyone(r))
        due = earlier(due, r->host_away_since + SUCCESSION_AFTER);
    return due;
}

/* Anything may have changed since: the people, the clock, the table. */
void room_run(struct room *r)
{
    if (r->load)
        room_load_on(r);
    if (!r->loaded) {
        /* One that cannot be read has nothing to do but to wait until its guests have gone. */
        if (!r->load)
            room_schedule(r, INT64_MAX);
        return;
    }
    room_wake(r);
    int64_t showing = shows_run(r);
    if (!r->writing && !room_hand_on(r) && !room_renew(r) && !run_limit(r) && !run_practice(r) &&
        !run_clock(r) && !opening_run(r) && !dealing_run(r) && !run_queue(r) && !run_people(r) &&
        !run_host(r) && !run_table(r) && !bots_act(r) && !crowd_run(r)) {
        if (r->stale)
            frames_room(r);
        bots_plan(r);
    }
    int64_t telling = earlier(history_run(r), earlier(keeping_run(r), remembering_run(r)));
    telling = earlier(telling, earlier(texts_run(r), draft_check_run(r)));
    bool wrote = r->writing;
    room_store(r);
    room_store_again(r);
    if (wrote && !r->writing)
        return; /* the store has answered at once, and the room knows when it goes on */
    /* While something is being written nothing else is due: the store wakes the room. And never at
     * once again: a room that cannot do what is due must not keep the others waiting. */
    int64_t soonest = now_of(r) + 1, due = r->writing ? hold_due(r) : next_due(r);
    due = earlier(due, earlier(telling, r->shows ? soonest : showing));
    room_schedule(r, due < soonest ? soonest : due);
}

/* ---- connections ---- */

/* A moving hand and the question for the time are about now: they never wait for the disk. Parts
 * of a deal are what an order in the queue may wait for. */
static bool fleeting(const struct room *r, const struct conn *c, const struct message *m)
{
    return !r->load && !c->waiting &&
           (m->kind == MESSAGE_LIVE || m->kind == MESSAGE_PING || m->kind == MESSAGE_DEAL ||
            m->kind == MESSAGE_CROWD);
}

void room_join(struct room *r, struct conn *c, struct message *m)
{
    const struct guest *g;

    room_wake(r);
    room_renew(r); /* before anybody sees what is about to go */
    c->room = r;
    c->key = m->key;
    c->screen = m->screen;
    c->mends = m->mends;
    c->deals = m->deals;
    c->waiting = true;
    c->next = r->conns;
    r->conns = c;
    g = party_guest_by_key(&r->party, &m->key);
    c->guest = g ? g->id : NO_GUEST;
    if (!r->writing && !r->load) {
        request_enter(r, c, m);
        return;
    }
    if (!room_wait(r, c, m)) {
        conn_dismiss(c, 1013, "busy");
        return;
    }
    if (r->waits)
        room_tell_waits(c, true);
}

void room_hear(struct room *r, struct conn *c, struct str text)
{
    struct message m;
    const char *flaw = message_read(&m, text);

    room_wake(r);
    if (flaw) {
        r->services->counts.bad_messages++;
        conn_error(c, flaw);
    } else if (fleeting(r, c, &m) || (!r->queue && may_pass(r, c, &m))) {
        heed(r, c, &m);
    } else if (!room_wait(r, c, &m)) {
        request_turn_away(r, c, &m);
    }
    message_fini(&m);
}

void room_left(struct room *r, struct conn *c)
{
    for (struct conn **at = &r->conns; *at; at = &(*at)->next) {
        if (*at == c) {
            *at = c->next;
            break;
        }
    }
    waiting_forget(r, c);
    history_forget(c);
    drafts_forget(c);
    deck_links_forget(c);
    keeping_left(r, c);
    remembering_left(r, c);
    visitor_left(c);
    show_settled(c);
    /* Its number was this room's: a table that is read again counts anew. */
    c->visitor = 0;
    c->claim = NO_PLAYER;
    broadcasts_forget(r->broadcast, c);
    room_load_forget(r, c);
    if (!r->conns)
        r->empty_since = now_of(r);
    r->stale = true;
    room_schedule(r, 0);
}
