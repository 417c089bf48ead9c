#include "room/room.h"

#include "base/log.h"
#include "lexicon/rulings.h"
#include "room/inside.h"
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAVE_AFTER = 4000,        /* a reload or a change of network is no leaving */
    LEAVE_AFTER_START = 15000, /* everybody has to find back after a restart */
    SUCCESSION_AFTER = 20000,
    QUEUE_MAX = 64,
};

/* ---- what others ask ---- */

static int64_t wall(const struct room *r)
{
    return r->house->config.wall();
}

int64_t room_now(const struct room *r)
{
    return clock_now(&r->clock, wall(r));
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

bool room_over(const struct room *r)
{
    return r->match.table && r->match.table->core.outcome;
}

void room_log(const struct room *r, const char *level, const char *event, const char *why)
{
    if (r->house->config.quiet)
        return;
    struct log_line l = log_begin(stderr, level, event);

    log_int(&l, "room", r->id);
    log_int(&l, "head", r->head);
    if (why)
        log_str(&l, "why", str_of(why));
    log_end(&l);
}

/* ---- the clock ---- */

/* It runs while somebody is there, the game goes on and is not paused. */
void room_set_clock(struct room *r)
{
    bool was = r->clock.running;
    bool run = r->match.table && !r->match.table->core.outcome && !r->match.table->core.paused &&
               room_anyone(r);

    if (run)
        clock_run(&r->clock, wall(r));
    else
        clock_stop(&r->clock, wall(r));
    if (was != r->clock.running)
        r->stale = true;
}

/* ---- acting ---- */

const struct lexicon *room_lexicon(const struct room *r)
{
    return r->rulings ? &r->rulings->lexicon : r->house->config.lexicon;
}

void room_note_rulings(struct room *r, const struct fact *f, int n)
{
    for (int i = 0; i < n; i++) {
        if (f[i].kind != WORD_RULED)
            continue;
        if (!r->rulings) {
            r->rulings = malloc(sizeof *r->rulings);
            if (!r->rulings)
                abort();
            rulings_init(r->rulings, r->house->config.lexicon);
            r->match.world.lexicon = &r->rulings->lexicon;
        }
        if (rulings_note(r->rulings, r->match.setup.language, &f[i]))
            bots_note_rulings(r);
    }
}

bool room_table_act(struct room *r, int by, int action, const struct value *v)
{
    struct decision *d = r->house->decision;

    if (!match_act(&r->match, d, room_now(r), by, action, v))
        return false;
    room_note_rulings(r, d->fact, d->facts);
    return true;
}

/* The room itself does something at the table. */
static bool table_does(struct room *r, int action, struct value v, struct value w)
{
    struct value both[] = {v, w};

    room_begin(r);
    if (!room_table_act(r, NO_SEAT, action, both))
        return false;
    room_record(r, r->match.setup.book->action[action]->name);
    room_write(r, &(struct deed){.what = STR("table"), .decision = r->house->decision});
    return true;
}

static void fact_alone(struct room *r, struct str what, const struct party_fact *f)
{
    room_begin(r);
    room_fact(r, f);
    room_write(r, &(struct deed){.what = what});
}

void room_shelve(struct room *r)
{
    const struct setup *s = &r->match.setup;

    r->shelf = *registry_shelf(s->book, s->language);
    for (int i = 0; i < SHELF_DECKS; i++)
        r->shelf.seen[i] = party_seen(&r->party, s->book, s->language, i);
}

void room_no_game(struct room *r)
{
    nap_end(r);
    match_fini(&r->match);
    bots_forget(r);
    memset(r->leave_at, 0, sizeof r->leave_at);
    r->clock = clock_at(0);
}

void room_new_game(struct room *r)
{
    struct house *h = r->house;
    const char *names[SEATS_MAX] = {NULL};
    char name[SEATS_MAX][NAME_BYTES + 1];
    struct setup setup;
    int64_t limit;

    lobby_problem(&r->party, &setup, &limit);
    setup.seed = secure_seed();
    room_no_game(r);
    match_init(&r->match, &setup, &(struct world){.lexicon = room_lexicon(r), .shelf = &r->shelf});
    room_shelve(r);
    for (int seat = 0; seat < setup.seats; seat++) {
        struct str n = player_name(party_at_seat(&r->party, seat));

        memcpy(name[seat], n.at, n.len);
        name[seat][n.len] = '\0';
        names[seat] = name[seat];
    }
    log_write_setup(&setup, names, &h->lines);
    match_open(&r->match, h->decision, 0);
    room_record(r, "open");
    r->began = r->head + 1;
    h->counts.games++;
}

/* ---- people who come and go ---- */

/* True: something is being written. */
static bool mind_people(struct room *r)
{
    const struct core *core = r->match.table ? &r->match.table->core : NULL;
    int64_t now = wall(r);

    for (int i = 0; i < r->party.players; i++) {
        struct player *p = &r->party.player[i];
        bool here = room_guest_here(r, p->guest);

        if (player_person(p) && here && p->rank != RANK_NONE) {
            fact_alone(r, STR("back"), &(struct party_fact){BOT_SET, {NUM(p->id), NUM(RANK_NONE)}});
            return true;
        }
        if (!core || p->seat == NO_SEAT)
            continue;
        int64_t *leave = &r->leave_at[p->seat];
        bool bot = p->rank != RANK_NONE; /* the rules ask: only people hurry a table */
        if (!core->outcome && !seats_has(core->gone, p->seat) &&
            seats_has(core->bots, p->seat) != bot &&
            table_does(r, ACT_HAND, NUM(p->seat), NUM(bot)))
            return true;
        if (core->outcome || !player_person(p) || seats_has(core->gone, p->seat)) {
            *leave = 0;
            continue;
        }
        bool away = seats_has(core->away, p->seat);
        if (here || p->rank != RANK_NONE) {
            *leave = 0;
            if (away && table_does(r, ACT_RETURN, NUM(p->seat), NUM(0)))
                return true;
        } else if (!away) {
            if (!*leave)
                *leave =
                    now + (now < r->opened + LEAVE_AFTER_START ? LEAVE_AFTER_START : LEAVE_AFTER);
            if (now >= *leave && r->clock.running && table_does(r, ACT_LEAVE, NUM(p->seat), NUM(0)))
                return true;
        }
    }
    return false;
}

static bool mind_host(struct room *r)
{
    int64_t now = wall(r);

    if (r->party.host == NO_GUEST || room_guest_here(r, r->party.host)) {
        r->host_gone = 0;
        return false;
    }
    if (!r->host_gone)
        r->host_gone = now;
    if (now < r->host_gone + SUCCESSION_AFTER)
        return false;
    for (int i = 0; i < r->party.players; i++) {
        uint16_t guest = r->party.player[i].guest;

        if (room_guest_here(r, guest)) {
            fact_alone(r, STR("succession"), &(struct party_fact){HOST_CHANGED, {NUM(guest)}});
            return true;
        }
    }
    return false;
}

static bool mind_table(struct room *r)
{
    if (!r->match.table || !r->clock.running || table_due(r->match.table) > room_now(r))
        return false;
    return table_does(r, ACT_TICK, NUM(0), NUM(0));
}

/* When the table's clock stops or goes on with the people, the log knows: a restart finds its time
 * again. */
static bool mind_clock(struct room *r)
{
    bool was = r->clock.running;

    room_set_clock(r);
    if (was == r->clock.running || !r->match.table)
        return false;
    room_begin(r);
    room_write(r, &(struct deed){.what = STR("clock")});
    return true;
}

static void heed(struct room *r, struct conn *c, const struct message *m)
{
    if (c->waiting)
        enter(r, c, m);
    else if (m->kind == MESSAGE_CREATE || m->kind == MESSAGE_ENTER)
        conn_error(c, "hello");
    else
        request(r, c, m);
}

/* Whether a message can be heeded while the room is as it is. */
static bool may_pass(const struct room *r, const struct conn *c, const struct message *m)
{
    return !r->writing || (m->kind == MESSAGE_PLAY && !c->waiting && room_gathers(r));
}

static bool mind_queue(struct room *r)
{
    while (r->queue && may_pass(r, r->queue->conn, &r->queue->message)) {
        struct waiting *w = r->queue;

        r->queue = w->next;
        r->queued--;
        if (!r->queue)
            r->queue_end = &r->queue;
        heed(r, w->conn, &w->message);
        message_fini(&w->message);
        free(w);
    }
    return r->writing;
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t next_due(const struct room *r)
{
    int64_t due = bots_due(r);

    if (!r->conns)
        return INT64_MAX;
    if (r->match.table && r->clock.running) {
        int64_t tick = table_due(r->match.table);
        if (tick != INT64_MAX)
            due = earlier(due, clock_wall(&r->clock, tick));
        for (int seat = 0; seat < r->match.setup.seats; seat++) {
            if (r->leave_at[seat] && !seats_has(r->match.table->core.away, seat))
                due = earlier(due, r->leave_at[seat]);
        }
    }
    if (r->host_gone && room_anyone(r))
        due = earlier(due, r->host_gone + SUCCESSION_AFTER);
    return due;
}

/* Anything may have changed since: the people, the clock, the table. */
void room_run(struct room *r)
{
    room_wake(r);
    if (!r->writing && !mind_clock(r) && !mind_queue(r) && !mind_people(r) && !mind_host(r) &&
        !mind_table(r) && !bots_act(r)) {
        if (r->stale)
            show_room(r);
        bots_plan(r);
    }
    room_store(r);
    /* While something is being written nothing is due: the store wakes the room. And never at once
     * again: a room that cannot do what is due must not keep the others waiting. */
    int64_t soonest = wall(r) + 1, due = next_due(r);
    r->due = r->writing ? INT64_MAX : due < soonest ? soonest : due;
    heap_update(r->house, r);
}

/* ---- lines ---- */

bool room_wait(struct room *r, struct conn *c, struct message *m)
{
    if (r->queued == QUEUE_MAX)
        return false;
    struct waiting *w = malloc(sizeof *w);
    if (!w)
        abort();
    *w = (struct waiting){.conn = c, .message = *m};
    *m = (struct message){0};
    *r->queue_end = w;
    r->queue_end = &w->next;
    r->queued++;
    return true;
}

/* A moving hand and the question for the time are about now: they never wait for the disk. */
static bool fleeting(const struct conn *c, const struct message *m)
{
    return !c->waiting && (m->kind == MESSAGE_LIVE || m->kind == MESSAGE_PING);
}

void room_hear(struct room *r, struct conn *c, struct str text)
{
    struct message m;
    const char *flaw = message_read(&m, text);

    room_wake(r);
    if (flaw) {
        r->house->counts.bad_messages++;
        conn_error(c, flaw);
    } else if (fleeting(c, &m) || (!r->queue && may_pass(r, c, &m))) {
        heed(r, c, &m);
    } else if (!room_wait(r, c, &m)) {
        room_refuse(r, c, m.n, &(struct refusal){.key = "busy"});
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
    for (struct waiting **at = &r->queue; *at;) {
        struct waiting *w = *at;

        if (w->conn != c) {
            at = &w->next;
            continue;
        }
        *at = w->next;
        r->queued--;
        message_fini(&w->message);
        free(w);
    }
    r->queue_end = &r->queue;
    while (*r->queue_end)
        r->queue_end = &(*r->queue_end)->next;
    volleys_forget(r, c);
    if (!r->conns)
        r->empty_since = wall(r);
    r->stale = true;
    r->due = 0;
    heap_update(r->house, r);
}
