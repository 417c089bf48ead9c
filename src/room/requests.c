/* What a connection asks of its room, once it is its turn: the room is not writing, or gathers
 * moves and this is one. */
#include "room/inside.h"
#include "room/name.h"
#include "rules/registry.h"

#include <string.h>

/* ---- answers ---- */

static struct buf *answer(struct room *r)
{
    frame_begin(&r->house->scratch);
    return &r->house->scratch;
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

    r->house->counts.refusals++;
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

static void refuse_order(struct room *r, struct conn *c, uint32_t n)
{
    const struct order *o = &r->house->order;
    struct refusal refusal = {.key = o->refusal};
    struct buf text = {0};

    if (o->arg_name) {
        buf_int(&text, o->arg);
        refusal.n = 1;
        refusal.name[0] = o->arg_name;
        refusal.text[0] = buf_str(&text);
    }
    room_refuse(r, c, n, &refusal);
    buf_fini(&text);
}

/* ---- coming in ---- */

void enter(struct room *r, struct conn *c, const struct message *m)
{
    const struct guest *g = party_guest_by_key(&r->party, &c->key);
    char epoch[24];
    uint32_t since = 0;

    c->guest = g ? g->id : NO_GUEST;
    if (g && g->screen)
        c->screen = true;
    snprintf(epoch, sizeof epoch, "%016llx", (unsigned long long)r->shown.epoch);
    if (str_is(m->seen_epoch, epoch) && m->seen_rev <= (int64_t)r->shown.rev)
        since = (uint32_t)m->seen_rev;
    /* The others first: what the newcomer is sent then has them and itself. */
    show_room(r);
    c->waiting = false;
    show_welcome(r, c, since);
    r->due = 0;
    heap_update(r->house, r);
}

/* ---- orders ---- */

static bool guest_here(void *arg, uint16_t guest)
{
    return room_guest_here(arg, guest);
}

static void obey(struct room *r, struct conn *c, const struct message *m)
{
    struct house *h = r->house;
    struct order *o = &h->order;
    const struct order_scene scene = {
        .party = &r->party,
        .match = r->match.table ? &r->match : NULL,
        .guest = c->guest,
        .key = &c->key,
        .screen = c->screen,
        .here = guest_here,
        .arg = r,
    };
    struct deed deed = {.what = m->name, .author = c, .n = m->n};

    if (!order_decide(o, &scene, m->name, m->with)) {
        refuse_order(r, c, m->n);
        return;
    }
    if (o->then == THEN_ACT && !room_table_act(r, NO_SEAT, o->action, &o->v)) {
        room_refuse(r, c, m->n, &h->decision->refusal);
        return;
    }
    room_begin(r);
    for (int i = 0; i < o->facts; i++)
        room_fact(r, &o->fact[i]);
    switch (o->then) {
    case THEN_NOTHING:
        break;
    case THEN_ACT:
        room_record(r, r->match.setup.book->action[o->action]->name);
        deed.decision = h->decision;
        break;
    case THEN_BEGIN:
        room_new_game(r);
        deed.decision = h->decision;
        deed.fresh = true;
        break;
    case THEN_LEAVE:
        room_no_game(r);
        deed.fresh = true;
        break;
    }
    r->dismiss = o->dismiss;
    room_write(r, &deed);
}

/* ---- actions of the game ---- */

/* The seat a request is for: one of the guest's own. */
static int seat_for(const struct room *r, const struct conn *c, const struct message *m)
{
    seat_set mine = party_seats_of(&r->party, c->guest);

    if (m->seat != NO_SEAT)
        return seats_has(mine, m->seat) ? m->seat : NO_SEAT;
    return seats_count(mine) == 1 ? seats_next(mine, 0, SEATS_MAX) : NO_SEAT;
}

static bool decode(const struct room *r, const struct message *m, int *action, struct args *args)
{
    const struct book *b = r->match.setup.book;
    struct names names = table_names(r->match.table);
    struct schema_problem wrong;

    *action = book_action(b, m->name);
    if (*action < 0)
        return false;
    json_t *empty = m->with ? NULL : json_object();
    bool fine =
        schema_decode(&b->action_args[*action], &names, m->with ? m->with : empty, args, &wrong);
    json_decref(empty);
    return fine;
}

/* Key of what is wrong with a request for the table, or NULL. */
static const char *for_table(struct room *r, struct conn *c, const struct message *m, int *seat,
                             int *action, struct args *args)
{
    if (!r->match.table)
        return "no_game";
    *seat = seat_for(r, c, m);
    if (*seat == NO_SEAT)
        return "not_your_seat";
    if (!decode(r, m, action, args))
        return *action < 0 ? "no_such_action" : "arguments";
    return NULL;
}

static void play(struct room *r, struct conn *c, const struct message *m)
{
    struct house *h = r->house;
    struct args args;
    int seat, action;
    const char *wrong = for_table(r, c, m, &seat, &action, &args);

    if (wrong) {
        refuse_key(r, c, m->n, wrong);
        return;
    }
    room_begin(r);
    if (!room_table_act(r, seat, action, args.v)) {
        room_refuse(r, c, m->n, &h->decision->refusal);
        return;
    }
    h->counts.moves++;
    room_record(r, r->match.setup.book->action[action]->name);
    room_write(
        r, &(struct deed){
               .what = STR("play"), .author = c, .n = m->n, .decision = h->decision, .move = true});
}

static void try_out(struct room *r, struct conn *c, const struct message *m)
{
    struct house *h = r->house;
    struct args args;
    int seat, action;
    const char *wrong = for_table(r, c, m, &seat, &action, &args);
    struct jw w = jw_to(answer(r));

    jw_object(&w);
    jw_key(&w, "tried");
    jw_int(&w, m->tag);
    if (wrong)
        write_refusal(&(struct refusal){.key = wrong}, &w);
    else if (!match_try(&r->match, h->decision, room_now(r), seat, action, args.v))
        write_refusal(&h->decision->refusal, &w);
    jw_end_object(&w);
    conn_send(c, w.out);
}

/* ---- what is not stored: talk and hands ---- */

static seat_set hearers(const struct room *r, int seat)
{
    const struct game *g = r->match.setup.book->game;
    struct known k = table_known(r->match.table, seat);

    return g->talk ? g->talk(&k) : 0;
}

static void say(struct room *r, struct conn *c, const struct message *m)
{
    bool table_talk = r->match.table && !room_over(r);
    int seat = table_talk ? seat_for(r, c, m) : NO_SEAT;
    const struct player *who = NULL;
    seat_set to = 0;

    for (int i = 0; i < r->party.players && !who; i++) {
        const struct player *p = &r->party.player[i];

        if (c->guest != NO_GUEST && p->guest == c->guest && (!table_talk || p->seat == seat))
            who = p;
    }
    if (table_talk && seat != NO_SEAT)
        to = hearers(r, seat);
    if (!who || (table_talk && !to)) {
        conn_error(c, "no_talk");
        return;
    }
    if (!line_clean(m->name, TALK_CHARS, TALK_BYTES, &r->house->value)) {
        conn_error(c, "talk");
        return;
    }
    struct jw w = jw_to(answer(r));
    jw_object(&w);
    jw_key(&w, "said");
    jw_object(&w);
    jw_key(&w, "player");
    jw_int(&w, who->id);
    jw_key(&w, "text");
    jw_str(&w, buf_str(&r->house->value));
    jw_end_object(&w);
    jw_end_object(&w);
    for (struct conn *other = r->conns, *next; other; other = next) {
        next = other->next;
        if (!table_talk || (party_seats_of(&r->party, other->guest) & to))
            conn_send(other, w.out);
    }
}

static void wave(struct room *r, struct conn *c, const struct message *m)
{
    struct args args;
    int seat, action;

    if (for_table(r, c, m, &seat, &action, &args))
        return; /* a hand that comes too late is no mistake */
    const struct book *b = r->match.setup.book;
    const struct action_spec *a = b->action[action];
    struct known k = table_known(r->match.table, seat);
    if (!a->live || r->match.table->core.outcome || r->match.table->core.paused ||
        (a->can && !a->can(&k)))
        return;
    struct jw w = jw_to(answer(r));
    jw_object(&w);
    jw_key(&w, "moved");
    jw_array(&w);
    jw_int(&w, seat);
    for (int i = 0; i < b->action_args[action].n; i++)
        jw_int(&w, args.v[i].i);
    jw_end_array(&w);
    jw_end_object(&w);
    for (struct conn *other = r->conns, *next; other; other = next) {
        next = other->next;
        if (other != c && !other->waiting)
            conn_send(other, w.out);
    }
}

/* ---- questions ---- */

static void pong(struct room *r, struct conn *c, int64_t tag)
{
    struct jw w = jw_to(answer(r));

    jw_object(&w);
    jw_key(&w, "pong");
    jw_int(&w, tag);
    jw_key(&w, "now");
    jw_int(&w, r->house->config.wall());
    if (r->match.table) {
        jw_key(&w, "at");
        jw_int(&w, room_now(r));
    }
    jw_end_object(&w);
    conn_send(c, w.out);
}

static void hint(struct room *r, struct conn *c, const struct message *m)
{
    int seat = r->match.table ? seat_for(r, c, m) : NO_SEAT;
    struct word words[BOT_HINTS];
    int n = 0;

    if (seat != NO_SEAT && !room_over(r)) {
        struct known k = table_known(r->match.table, seat);
        struct bot_head head = {
            .mind = r->house->config.mind, .shelf = &r->shelf, .lexicon = room_lexicon(r)};

        n = bot_hints(r->match.setup.book, &k, &head, words);
    }
    struct jw w = jw_to(answer(r));
    jw_object(&w);
    jw_key(&w, "told");
    jw_int(&w, m->tag);
    jw_key(&w, "words");
    jw_array(&w);
    for (int i = 0; i < n; i++)
        jw_str(&w, word_str(&words[i]));
    jw_end_array(&w);
    jw_end_object(&w);
    conn_send(c, w.out);
}

static void ask(struct room *r, struct conn *c, const struct message *m)
{
    if (str_is(m->name, "history"))
        room_history(r, c, m->tag);
    else if (str_is(m->name, "hint"))
        hint(r, c, m);
    else
        conn_error(c, "message");
}

/* ---- all of it ---- */

/* A request that was applied before the line broke is only answered. */
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

void request(struct room *r, struct conn *c, const struct message *m)
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
        say(r, c, m);
        return;
    case MESSAGE_LIVE:
        wave(r, c, m);
        return;
    case MESSAGE_PING:
        pong(r, c, m->tag);
        return;
    case MESSAGE_CREATE:
    case MESSAGE_ENTER:
        return;
    }
}
