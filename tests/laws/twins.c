/*
 * Law 3, twin worlds. Two tables start equal and are played in step. Whenever somebody other than
 * the observer does something in secret, the second world gets another secret; hidden chance falls
 * differently there. Whatever the observer is sent must stay the same, byte for byte, until a fact
 * that is marked as a reveal; from there the second world starts again as a copy of the first.
 *
 * Where hidden chance told the observer something (a card was dealt), the second world tries other
 * chance until the observer was told the same: then the worlds still differ in what others hold.
 */
#include "laws.h"

#include "rules/record.h"
#include "tables.h"
#include "trial.h"

#include <string.h>

enum { TRIES = 6, OTHER_CHANCES = 24, OPENING = -1 };

static const uint64_t SALT = UINT64_C(0x9e3779b97f4a7c15);

struct twins {
    struct trial a;
    struct match b;
    struct decision *decision_b;
    int observer;
    /* What world B did last, to do it again under other chance. */
    struct table *before;
    uint32_t records_before;
    struct move last; /* action OPENING: the table was opened */
};

static void resync(struct twins *t)
{
    table_copy(t->b.table, t->a.match.table);
    t->b.records = t->a.match.records;
}

/* What the observer is told, up to the first reveal or (`all`) beyond. Returns whether there was
 * one. */
static bool told(const struct twins *t, const struct match *m, const struct decision *d, bool all,
                 struct buf *out)
{
    const struct book *book = t->a.law->book;
    struct names names = table_names(m->table);
    struct jw w = jw_to(out);
    bool reveal = false;

    for (int i = 0; i < d->facts; i++) {
        if (!fact_visible(book, &d->fact[i], t->observer))
            continue;
        reveal = reveal || book->fact[d->fact[i].kind]->reveal;
        if (reveal && !all)
            return true;
        w.comma = false;
        fact_write(book, &names, &d->fact[i], false, &w);
        buf_addc(out, '\n');
    }
    return reveal;
}

/* Whether the observer was told the same and sees the same in both worlds, reveals included. */
static bool observer_agrees(const struct twins *t)
{
    struct buf a = {0}, b = {0};

    told(t, &t->a.match, t->a.decision, true, &a);
    told(t, &t->b, t->decision_b, true, &b);
    table_view(t->a.match.table, t->observer, &a);
    table_view(t->b.table, t->observer, &b);
    bool same = str_eq(buf_str(&a), buf_str(&b));
    buf_fini(&a);
    buf_fini(&b);
    return same;
}

static bool do_again(struct twins *t)
{
    table_copy(t->b.table, t->before);
    t->b.records = t->records_before;
    t->b.world.twin += SALT;
    if (t->last.action == OPENING) {
        match_open(&t->b, t->decision_b, 0);
        return true;
    }
    return match_act(&t->b, t->decision_b, t->a.now, t->last.seat, t->last.action, t->last.v);
}

/* After a reveal: go on in a world that told the observer the same, or start again as a copy. */
static void rejoin(struct twins *t)
{
    bool by_chance = t->a.decision->hidden_chance.index > 0;

    for (int i = 0; by_chance && i < OTHER_CHANCES; i++) {
        if (observer_agrees(t))
            return;
        if (!do_again(t))
            break;
    }
    if (!by_chance || !observer_agrees(t))
        resync(t);
}

static bool compare(struct twins *t, const char *action)
{
    struct law *l = t->a.law;
    struct buf fa = {0}, fb = {0}, va = {0}, vb = {0};
    bool reveal_a = told(t, &t->a.match, t->a.decision, false, &fa);
    bool reveal_b = told(t, &t->b, t->decision_b, false, &fb);
    bool same = law_differs(l, action, buf_str(&fa), buf_str(&fb));

    if (same && !reveal_a && !reveal_b) {
        table_view(t->a.match.table, t->observer, &va);
        table_view(t->b.table, t->observer, &vb);
        same = law_differs(l, action, buf_str(&va), buf_str(&vb));
    }
    if (same && reveal_a != reveal_b)
        same = law_fails(l, "%s: a secret decides whether something is revealed", action);
    if (memcmp(t->a.match.table->blocks, t->b.table->blocks,
               t->b.table->size - sizeof(struct table)) != 0)
        l->weight++; /* the worlds really differed */
    if (reveal_a || reveal_b)
        rejoin(t);
    buf_fini(&fa);
    buf_fini(&fb);
    buf_fini(&va);
    buf_fini(&vb);
    return same;
}

/* Plays the move in world B with another secret where it has one. False: B cannot follow. */
static bool act_otherwise(struct twins *t, const struct move *move)
{
    const struct schema *schema = &t->a.law->book->action_args[move->action];
    bool secret = false;

    table_copy(t->before, t->b.table);
    t->records_before = t->b.records;
    t->last = *move;
    for (int i = 0; i < schema->n; i++)
        secret = secret || schema->arg[i].secret;
    for (int attempt = 0; secret && move->seat != t->observer && attempt < TRIES; attempt++) {
        struct value other[ARGS_MAX], mixed[ARGS_MAX] = {0};

        play_arguments(t->b.table, move->seat, move->action, &t->a.sampler, other);
        for (int i = 0; i < schema->n; i++)
            mixed[i] = schema->arg[i].secret ? other[i] : move->v[i];
        if (match_act(&t->b, t->decision_b, t->a.now, move->seat, move->action, mixed)) {
            memcpy(t->last.v, mixed, sizeof mixed);
            return true;
        }
    }
    return match_act(&t->b, t->decision_b, t->a.now, move->seat, move->action, move->v);
}

static bool step_once(struct twins *t)
{
    struct law *l = t->a.law;
    struct trial *a = &t->a;
    struct move move;
    char list[ARGS_MAX][LIST_MAX];

    enum trial_step step = trial_step(a, seats_all(a->setup.seats), &move);
    if (step == TRIAL_OVER || step == TRIAL_WAITED)
        return true;
    /* Lists and made-up words borrow from the sampler, which the second world will use again. */
    memcpy(list, a->sampler.list, sizeof list);
    for (int i = 0; move.seat != NO_SEAT && i < l->book->action_args[move.action].n; i++) {
        for (int room = 0; room < ARGS_MAX; room++) {
            if (move.v[i].s.at == a->sampler.list[room])
                move.v[i].s.at = list[room];
        }
    }
    const char *name = l->book->action[move.action]->name;
    if (step == TRIAL_REFUSED) {
        /* The observer's own refusals must not depend on what others hide. */
        if (move.seat == t->observer &&
            match_act(&t->b, t->decision_b, a->now, move.seat, move.action, move.v))
            return law_fails(l, "%s: a secret decides whether it is refused (%s)", name,
                             a->decision->refusal.key);
        if (move.seat == t->observer &&
            strcmp(a->decision->refusal.key, t->decision_b->refusal.key) != 0)
            return law_fails(l, "%s: a secret decides why it is refused", name);
        return true;
    }
    if (!act_otherwise(t, &move)) {
        if (move.seat == t->observer || move.seat == NO_SEAT)
            return law_fails(l, "%s: a secret decides whether it is refused (%s)", name,
                             t->decision_b->refusal.key);
        resync(t); /* with another secret that player could not have done it */
        return true;
    }
    return compare(t, name);
}

bool law_twins(struct law *l)
{
    struct twins t = {0};
    bool ok = true;

    trial_open(&t.a, l);
    t.a.hosted = l->seed % 2; /* half of the games are played out by everyone */
    struct world other = t.a.match.world;
    other.twin = SALT;
    match_init(&t.b, &t.a.setup, &other);
    t.decision_b = decision_new();
    t.before = table_clone(t.b.table);
    t.last.action = OPENING;
    match_open(&t.b, t.decision_b, 0);
    t.observer = (int)sampler_below(&t.a.sampler, (uint32_t)t.a.setup.seats + 1) - 1;
    ok = compare(&t, "open");
    while (ok && !t.a.match.table->core.outcome && t.a.steps < STEPS_BOUND)
        ok = step_once(&t);
    match_fini(&t.b);
    table_free(t.before);
    decision_free(t.decision_b);
    trial_close(&t.a);
    return ok;
}
