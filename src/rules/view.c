/* The sections every view has; the game adds its own. What a section shows is public or the
 * seat's own by construction: nothing else is reachable from `struct known`. */
#include "rules/shape.h"
#include "rules/table.h"
#include "rules/vote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *seat_state(const struct core *c, int seat)
{
    if (seats_has(c->gone, seat))
        return "gone";
    if (seats_has(c->skipped, seat))
        return "skipped";
    return seats_has(c->away, seat) ? "away" : "here";
}

static void view_phase(const struct table *t, struct jw *w)
{
    const struct core *c = &t->core;

    jw_key(w, "phase");
    jw_object(w);
    jw_key_str(w, "name", str_of(t->book->game->phases[c->phase]));
    jw_key_int(w, "since", c->since);
    if (c->deadline)
        jw_key_int(w, "until", c->deadline);
    if (c->held)
        jw_key_int(w, "held", c->held);
    jw_key_bool(w, "paused", c->paused);
    jw_key_seats(w, "waiting", table_waiting(t));
    seat_set absent = table_stalled(t);
    if (absent)
        jw_key_seats(w, "absent", absent);
    jw_end_object(w);
}

static void view_seats(const struct core *c, struct jw *w)
{
    jw_key(w, "seats");
    jw_array(w);
    for (int seat = 0; seat < c->seats; seat++) {
        jw_object(w);
        jw_key_str(w, "state", str_of(seat_state(c, seat)));
        jw_key_int(w, "score", c->score[seat]);
        jw_end_object(w);
    }
    jw_end_array(w);
}

/* Who opened it and why. */
static void view_grounds(const struct table *t, const struct ballot *b, struct jw *w)
{
    FOR_SEATS (seat, b->by)
        jw_key_int(w, "by", seat);
    jw_key_choice(w, "kind", VOTE_KINDS, b->kind);
    if (b->why)
        jw_key_choice(w, "why", REASONS, b->why);
    if (b->with.len)
        jw_key_str(w, "with", word_str(&b->with));
    if (b->kind == VOTE_OBJECTION)
        jw_key_int(w, "needed", vote_needed(&t->core, b));
    if (b->team[0] | b->team[1]) {
        jw_key_seats(w, "team_a", b->team[0]);
        jw_key_seats(w, "team_b", b->team[1]);
    }
}

static void view_ballot(const struct table *t, const struct ballot *b, struct jw *w)
{
    jw_object(w);
    jw_key_int(w, "ballot", b->id);
    jw_key_str(w, "subject", str_of(t->book->game->subjects[b->subject]));
    jw_key_int(w, "about", b->about);
    jw_key_int(w, "topic", b->topic);
    jw_key_choice(w, "suggested", OPINIONS, b->suggested);
    jw_key_seats(w, "voters", b->voters);
    jw_key_seats(w, "yes", b->yes);
    jw_key_seats(w, "no", b->no);
    if (b->rider)
        jw_key_seats(w, "rider", b->rider_yes);
    jw_key_int(w, "until", b->until);
    view_grounds(t, b, w);
    jw_end_object(w);
}

static void view_votes(const struct table *t, struct jw *w)
{
    jw_key(w, "votes");
    jw_array(w);
    /* The oldest first; a number comes again after 255. */
    for (int age = 254; age >= 0 && t->core.open; age--) {
        FOR_BALLOTS (b, &t->core) {
            if ((t->core.ballots - b->id + 255) % 255 == age)
                view_ballot(t, b, w);
        }
    }
    jw_end_array(w);
}

/* T-7: for a moment everybody sees the result. Screens look at the time. */
static void view_verdict(const struct table *t, struct jw *w)
{
    const struct verdict *v = &t->core.verdict;

    jw_key(w, "verdict");
    jw_object(w);
    jw_key(w, "vote");
    view_ballot(t, &v->ballot, w);
    jw_key_bool(w, "passed", v->yes);
    if (v->ballot.rider)
        jw_key_bool(w, "rider_passed", v->rider);
    jw_key_int(w, "at", v->at);
    jw_end_object(w);
}

static bool can_do(const struct table *t, const struct known *k, int action)
{
    const struct action_spec *a = t->book->action[action];

    return a->actor == BY_SEAT && !t->core.outcome && !t->core.paused &&
           !seats_has(t->core.gone, k->seat) && a->can(k);
}

bool table_can(const struct table *t, int seat, int action)
{
    struct known k = table_known(t, seat);

    return can_do(t, &k, action);
}

static void view_can(const struct table *t, const struct known *k, struct jw *w)
{
    const struct book *b = t->book;

    jw_key(w, "can");
    jw_array(w);
    for (int i = 0; i < b->actions; i++) {
        if (can_do(t, k, i))
            jw_str(w, str_of(b->action[i]->name));
    }
    jw_end_array(w);
}

/* ---- which values an action may take now ---- */

/* A first argument that has few values: how many, counted from `least`. */
static int values_of(const struct arg_spec *a, const struct table *t, int *least)
{
    *least = 0;
    switch (a->type) {
    case ARG_SEAT:
        return t->core.seats;
    case ARG_BOOL:
        return 2;
    case ARG_INT:
    case ARG_CHOICE:
        *least = (int)a->min;
        return (int)(a->max - a->min) + 1;
    default:
        return 0;
    }
}

static void view_legal(const struct table *t, const struct known *k, int action, struct jw *w)
{
    const struct arg_spec *arg = &t->book->action_args[action].arg[0];
    struct value v[ARGS_MAX] = {0};
    int least, n = values_of(arg, t, &least);

    jw_key(w, t->book->action[action]->name);
    jw_array(w);
    for (v[0].i = least; v[0].i < least + n; v[0].i++) {
        if (!t->book->action[action]->legal(k, v))
            continue;
        if (arg->type == ARG_CHOICE)
            jw_str(w, choice_name(arg->choices, v[0].i));
        else
            jw_int(w, v[0].i);
    }
    jw_end_array(w);
}

/* For some actions it is not enough that they can be done: with whom, or with what. */
static void view_may(const struct table *t, const struct known *k, struct jw *w)
{
    const struct book *b = t->book;

    if (!b->listed)
        return;
    jw_key(w, "may");
    jw_object(w);
    for (int i = CORE_ACTIONS; i < b->actions; i++) {
        if (b->action[i]->legal && can_do(t, k, i))
            view_legal(t, k, i, w);
    }
    jw_end_object(w);
}

/* Whom this seat may talk to now: nobody at other times. */
static void view_talk(const struct table *t, const struct known *k, struct jw *w)
{
    const struct game *g = t->book->game;

    if (g->talk)
        jw_key_seats(w, "talk", t->core.outcome ? 0 : g->talk(k));
}

static void view_result(const struct core *c, struct jw *w)
{
    jw_key(w, "result");
    jw_object(w);
    jw_key_choice(w, "outcome", OUTCOMES, c->outcome);
    jw_key_seats(w, "winners", c->winners);
    jw_end_object(w);
}

/* ---- the shape of what was written ---- */

#ifdef CHECK_VIEWS
/* Most of what is written was written before: for another seat, or for the same one a moment ago.
 */
static bool checked_before(struct str json, const struct shape *s)
{
    enum { KEPT = 4096 };
    static _Thread_local uint64_t seen[KEPT];
    uint64_t h = (uint64_t)(uintptr_t)s ^ json.len, part = 0;

    for (size_t i = 0; i < json.len; i += sizeof part) {
        memcpy(&part, json.at + i, json.len - i < sizeof part ? json.len - i : sizeof part);
        h = (h ^ part) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    bool known = seen[h % KEPT] == h;
    seen[h % KEPT] = h;
    return known;
}

/* A view whose shape is not the one it declares would be found by a browser, late and far away.
 * `shared` is NULL where the core has no part in it. */
static void check(const struct table *t, const char *shared, const char *part, const struct jw *w,
                  size_t from)
{
    const struct game *g = t->book->game;
    const struct shape *core = shared ? shape_among(core_shapes, str_of(shared)) : NULL;
    const struct shape *own = g->shapes ? shape_among(g->shapes, str_of(part)) : NULL;
    struct shape_lists lists = {{g->shapes, core_shapes}};
    struct str json = str_n(w->out->at + from, w->out->len - from);
    struct shape_fault fault;

    if (!g->shapes)
        return;
    if (json.len && json.at[0] == ',')
        json = str_n(json.at + 1, json.len - 1);
    const struct shape *const both[] = {core ? core : own, own};
    if (checked_before(json, own) ||
        shape_members_fit(&lists, both, core && own ? 2 : 1, json, &fault))
        return;
    fprintf(stderr, "unisono: a view of %s: %.*s in %.*s %s\n%.*s\n", g->id, STR_FMT(fault.member),
            STR_FMT(fault.in), fault.what, STR_FMT(json));
    abort();
}
#else
static void check(const struct table *t, const char *shared, const char *part, const struct jw *w,
                  size_t from)
{
    (void)t, (void)shared, (void)part, (void)w, (void)from;
}
#endif

void table_view_common(const struct table *t, struct jw *w)
{
    struct known k = table_known(t, NO_SEAT);
    size_t from = w->out->len;

    view_phase(t, w);
    view_seats(&t->core, w);
    view_votes(t, w);
    if (t->core.verdict.ballot.id)
        view_verdict(t, w);
    t->book->game->view(&k, w);
    if (t->core.outcome)
        view_result(&t->core, w);
    check(t, "CoreView", "View", w, from);
}

void table_view_own(const struct table *t, int seat, struct jw *w)
{
    struct known k = table_known(t, seat);
    size_t from = w->out->len;

    if (t->book->game->own)
        t->book->game->own(&k, w);
    view_can(t, &k, w);
    view_may(t, &k, w);
    view_talk(t, &k, w);
    check(t, "CoreOwn", "Own", w, from);
}

void table_preview(const struct table *t, int seat, int action, const struct value *v,
                   const struct lexicon *l, struct jw *w)
{
    struct known k = table_known(t, seat);
    const struct action_spec *a = t->book->action[action];

    if (!a->preview || !can_do(t, &k, action))
        return;
    jw_key(w, "preview");
    jw_object(w);
    size_t from = w->out->len;
    a->preview(&k, v, l, w);
    check(t, NULL, "Preview", w, from);
    jw_end_object(w);
}

void table_view(const struct table *t, int seat, struct buf *out)
{
    struct jw w = jw_to(out);

    jw_object(&w);
    table_view_common(t, &w);
    if (seat != NO_SEAT)
        table_view_own(t, seat, &w);
    jw_end_object(&w);
}
