/* What a connection asks of its room, once it is its turn: the room is not writing, or gathers
 * moves and this is one. */
#include "room/inside.h"

#include <stdio.h>
#include <string.h>

/* ---- answers ---- */

static struct buf *answer(struct room *r)
{
    frame_begin(&r->services->scratch->answer);
    return &r->services->scratch->answer;
}

static void write_refusal(const struct refusal *refusal, struct jw *w)
{
    jw_key(w, "key");
    jw_str(w, str_of(refusal->key));
    if (refusal->n) {
        jw_key(w, "args");
        jw_object(w);
        for (int i = 0; i < refusal->n; i++) {
            jw_key(w, refusal->name[i]);
            jw_str(w, refusal->text[i]);
        }
        jw_end_object(w);
    }
    if (refusal->insist) {
        jw_key(w, "insist");
        jw_bool(w, true);
    }
}

void room_refuse(struct room *r, struct conn *c, uint32_t n, const struct refusal *refusal)
{
    struct jw w = jw_to(answer(r));

    r->services->counts.refusals++;
    jw_object(&w);
    jw_key(&w, "refused");
    jw_int(&w, n);
    write_refusal(refusal, &w);
    jw_end_object(&w);
    room_answer(r, c, n, w.out);
}

static void refuse_key(struct room *r, struct conn *c, uint32_t n, const char *key)
{
    room_refuse(r, c, n, &(struct refusal){.key = key});
}

/* ---- coming in ---- */

/* A ticket opens the door like a password; wrong ones count like wrong codes. */
static bool may_show_ticket(struct room *r, const struct conn *c)
{
    return r->services->may_guess(r->services->house, c->address);
}

static bool invited(struct room *r, const struct conn *c, const struct message *m)
{
    struct ticket ticket;

    if (!m->ticket.len || !may_show_ticket(r, c))
        return false;
    if (ticket_find(r, m->ticket, &ticket))
        return true;
    r->services->missed(r->services->house, c->address);
    return false;
}

void request_enter(struct room *r, struct conn *c, const struct message *m)
{
    const struct guest *g = party_guest_by_key(&r->party, &c->key);
    char epoch[24];
    uint32_t since = 0;

    c->invited = c->invited || invited(r, c, m);
    if (!visitor_enters(r, c))
        return;
    c->guest = g ? g->id : NO_GUEST;
    if (g && g->screen)
        c->screen = true;
    snprintf(epoch, sizeof epoch, "%016llx", (unsigned long long)r->frames.epoch);
    if (str_is(m->seen_epoch, epoch) && m->seen_rev <= (int64_t)r->frames.rev)
        since = (uint32_t)m->seen_rev;
    /* The others first: what the newcomer is sent then has them and itself. */
    frames_room(r);
    c->waiting = false;
    frames_welcome(r, c, since);
    room_schedule(r, 0);
}

/* ---- orders ---- */

static void obey(struct room *r, struct conn *c, const struct message *m)
{
    if (!manners_may(r, c, false)) {
        refuse_key(r, c, m->n, "too_fast");
        return;
    }
    bool takes = str_is(m->name, "take");
    if (takes && !may_show_ticket(r, c)) {
        r->services->counts.guesses_refused++;
        refuse_key(r, c, m->n, "too_many_tries");
        return;
    }
    struct change *change = change_begin(r, m->name, c, m->n);
    if (!change_order(change, m->with)) {
        if (takes && strcmp(change->refusal->key, "no_ticket") == 0)
            r->services->missed(r->services->house, c->address);
        room_refuse(r, c, m->n, change->refusal);
        return;
    }
    manners_did(r, c, false);
    manners_wrote(r, c, change->lines.len + change->snapshot.len);
    change_commit(change);
}

/* ---- actions of the game ---- */

int request_seat(const struct room *r, const struct conn *c, const struct message *m)
{
    seat_set mine = party_seats_of(&r->party, c->guest);

    if (m->seat != NO_SEAT)
        return seats_has(mine, m->seat) ? m->seat : NO_SEAT;
    return seats_count(mine) == 1 ? seats_first(mine) : NO_SEAT;
}

static bool decode(const struct room *r, const struct message *m, int *action, struct args *args)
{
    const struct book *b = r->match.setup.book;
    struct names names = table_names(r->match.table);
    struct schema_problem wrong;

    *action = book_action(b, m->name);
    if (*action < 0)
        return false;
    const struct schema *s = &b->action_args[*action];
    if (m->args.len) {
        struct jp p = jp_on((char *)m->args.at, m->args.len); /* the message's own text */

        return jp_enter(&p, '{') && schema_read(s, &names, &p, args, &wrong);
    }
    json_t *empty = m->with ? NULL : json_object();
    bool fine = schema_decode(s, &names, m->with ? m->with : empty, args, &wrong);
    json_decref(empty);
    return fine;
}

const char *request_for_table(struct room *r, struct conn *c, const struct message *m, int *seat,
                              int *action, struct args *args)
{
    if (!r->match.table)
        return "no_game";
    *seat = request_seat(r, c, m);
    if (*seat == NO_SEAT)
        return "not_your_seat";
    if (r->opening)
        return "opening";
    if (!decode(r, m, action, args))
        return *action < 0 ? "no_such_action" : "arguments";
    return NULL;
}

static void play(struct room *r, struct conn *c, const struct message *m)
{
    struct args args;
    int seat, action;
    const char *wrong = request_for_table(r, c, m, &seat, &action, &args);

    if (!wrong && !manners_may(r, c, true))
        wrong = "too_fast";
    if (wrong) {
        refuse_key(r, c, m->n, wrong);
        return;
    }
    struct change *change = change_begin(r, STR("play"), c, m->n);
    if (!change_act(change, seat, action, args.v)) {
        room_refuse(r, c, m->n, change->refusal);
        return;
    }
    r->services->counts.moves++;
    manners_did(r, c, true);
    change->move = true;
    change_commit(change);
}

static struct jw tried_begin(struct room *r, int64_t tag)
{
    struct jw w = jw_to(answer(r));

    jw_object(&w);
    jw_key_int(&w, "tried", tag);
    return w;
}

/* A change that is never committed. */
static void try_out(struct room *r, struct conn *c, const struct message *m)
{
    struct decision *d = change_begin(r, STR("try"), c, 0)->decision;
    struct args args;
    int seat, action;
    const char *wrong = request_for_table(r, c, m, &seat, &action, &args);
    struct refusal stopped;
    struct jw w = tried_begin(r, m->tag);

    if (wrong)
        write_refusal(&(struct refusal){.key = wrong}, &w);
    else if (room_stops_move(r, action, args.v, &stopped))
        write_refusal(&stopped, &w);
    else if (!match_try(&r->match, d, room_now(r), seat, action, args.v))
        write_refusal(&d->refusal, &w);
    if (!wrong)
        table_preview(r->match.table, seat, action, args.v, room_lexicon(r), &w);
    jw_end_object(&w);
    conn_send(c, w.out);
}

/* ---- questions ---- */

static void pong(struct room *r, struct conn *c, int64_t tag)
{
    struct jw w = jw_to(answer(r));

    jw_object(&w);
    jw_key(&w, "pong");
    jw_int(&w, tag);
    jw_key(&w, "now");
    jw_int(&w, services_wall(r->services));
    if (r->match.table && !c->knocks) {
        jw_key(&w, "at");
        jw_int(&w, room_clock(r));
    }
    jw_end_object(&w);
    conn_send(c, w.out);
}

struct jw told_begin(struct conn *c, int64_t tag)
{
    struct buf *text = &c->services->scratch->answer;

    frame_begin(text);
    struct jw w = jw_to(text);
    jw_object(&w);
    jw_key_int(&w, "told", tag);
    return w;
}

void told_send(struct conn *c, struct jw *w)
{
    jw_end_object(w);
    conn_send(c, w->out);
}

void request_told(struct conn *c, int64_t tag, const char *wrong)
{
    struct jw w = told_begin(c, tag);

    if (wrong)
        write_refusal(&(struct refusal){.key = wrong}, &w);
    told_send(c, &w);
}

bool request_may_ask(struct conn *c, int64_t tag, int most, int64_t every)
{
    int64_t now = c->services->now();

    if (!pace_may(&c->asks, now, most, every)) {
        request_told(c, tag, "busy");
        return false;
    }
    pace_step(&c->asks, now, every);
    return true;
}

/* The host has read a code off a television. */
static void lend_tv(struct room *r, struct conn *c, const struct message *m)
{
    bool host = party_hosts(&r->party, c->guest);
    struct str code = jr_member_str(m->with, "code");

    if (host)
        r->services->lend_tv(r->services->house, r, c, code, m->tag);
    else
        request_told(c, m->tag, "not_host");
}

static void ask(struct room *r, struct conn *c, const struct message *m)
{
    if (str_is(m->name, "history"))
        history_ask(r, c, m->tag, false);
    else if (str_is(m->name, "draws"))
        history_ask(r, c, m->tag, true);
    else if (str_is(m->name, "hint"))
        hint_ask(r, c, m);
    else if (str_is(m->name, "tv"))
        lend_tv(r, c, m);
    else if (str_is(m->name, "draft"))
        draft_ask(r, c, m);
    else if (str_is(m->name, "deck"))
        deck_ask(r, c, m);
    else if (str_is(m->name, "share"))
        share_ask(r, c, m);
    else if (str_is(m->name, "borrow"))
        borrow_ask(r, c, m);
    else if (str_is(m->name, "keepsakes"))
        keeping_list(r, c, m->tag);
    else if (str_is(m->name, "forget"))
        keeping_delete(r, c, m->tag, jr_member_str(m->with, "keepsake"));
    else if (str_is(m->name, "ticket"))
        ticket_ask(r, c, m);
    else if (str_is(m->name, "claim"))
        claim_ask(r, c, m);
    else if (str_is(m->name, "decline"))
        decline_ask(r, c, m);
    else if (!remembering_ask(r, c, m))
        conn_error(c, "message");
}

/* ---- all of it ---- */

void request_turn_away(struct room *r, struct conn *c, const struct message *m)
{
    const struct refusal busy = {.key = "busy"};

    if (m->kind == MESSAGE_DO || m->kind == MESSAGE_PLAY) {
        room_refuse(r, c, m->n, &busy);
    } else if (m->kind == MESSAGE_TRY) {
        struct jw w = tried_begin(r, m->tag);

        write_refusal(&busy, &w);
        told_send(c, &w);
    } else if (m->kind == MESSAGE_ASK) {
        request_told(c, m->tag, busy.key);
    } else {
        conn_error(c, busy.key);
    }
}

/* A request that was applied before the connection broke is only answered. */
static bool repeated(struct room *r, struct conn *c, uint32_t n)
{
    const struct guest *g = party_guest(&r->party, c->guest);

    if (!g || n > g->n)
        return false;
    struct buf *text = answer(r);
    buf_printf(text, "{\"ack\":%u,\"again\":true}", n);
    room_answer(r, c, n, text);
    return true;
}

void request_heed(struct room *r, struct conn *c, const struct message *m)
{
    switch (m->kind) {
    case MESSAGE_DO:
        if (!repeated(r, c, m->n))
            obey(r, c, m);
        return;
    case MESSAGE_PLAY:
        if (!repeated(r, c, m->n))
            play(r, c, m);
        return;
    case MESSAGE_TRY:
        try_out(r, c, m);
        return;
    case MESSAGE_ASK:
        ask(r, c, m);
        return;
    case MESSAGE_SAY:
        request_say(r, c, m);
        return;
    case MESSAGE_REACT:
        request_react(r, c, m);
        return;
    case MESSAGE_LIVE:
        request_wave(r, c, m);
        return;
    case MESSAGE_CROWD:
        request_crowd(r, c, m);
        return;
    case MESSAGE_DEAL:
        request_deal(r, c, m);
        return;
    case MESSAGE_PING:
        pong(r, c, m->tag);
        return;
    case MESSAGE_KNOCK: /* who is in need not knock any more */
    case MESSAGE_CREATE:
    case MESSAGE_ENTER:
    case MESSAGE_TV:
        return;
    }
}
