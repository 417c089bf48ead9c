#include "rules/bot_play.h"

enum { REFUSALS = 50 };

struct bot_occasion bot_occasion(const struct known *k)
{
    const struct core *c = k->core;
    seat_set cast = 0;

    FOR_BALLOTS (b, c)
        cast |= b->yes | b->no;
    return (struct bot_occasion){c->since, cast, c->phase, c->ballots, c->open, c->expired};
}

bool bot_occasion_same(const struct bot_occasion *a, const struct bot_occasion *b)
{
    return a->since == b->since && a->cast == b->cast && a->phase == b->phase &&
           a->ballots == b->ballots && a->open == b->open && a->expired == b->expired;
}

/* ---- one seat ---- */

void bot_turn_init(struct bot_turn *t)
{
    t->pending = false;
    bot_turn_over(t);
}

bool bot_turn_wants_thought(const struct bot_turn *t, const struct known *k, uint32_t records)
{
    struct bot_occasion now = bot_occasion(k);

    return t->pending ? !bot_occasion_same(&now, &t->occasion) : t->records != records;
}

void bot_turn_thinks(struct bot_turn *t, const struct known *k, uint32_t records)
{
    t->pending = false;
    t->records = records;
    t->occasion = bot_occasion(k);
}

bool bot_turn_looks_again(const struct bot_turn *t, uint32_t records)
{
    return t->records != records;
}

void bot_turn_over(struct bot_turn *t)
{
    t->pending = false;
    t->records = UINT32_MAX;
}

/* ---- all of them, at once ---- */

static void think(struct bot_company *c, const struct match *m, int seat)
{
    struct known k = table_known(m->table, seat);
    struct bot_head head = c->head;
    int64_t begun = c->cpu ? c->cpu() : 0;

    head.mind = c->mind[seat] ? c->mind[seat] : head.mind;
    bot_turn_thinks(&c->seat[seat], &k, m->records);
    c->seat[seat].pending = bot_think(m->setup.book, &k, &c->bot[seat], &head, &c->seat[seat].move);
    if (c->thought && c->seat[seat].pending)
        c->thought(c->arg, seat, c->cpu ? c->cpu() - begun : 0);
}

/* Whoever has nothing in mind, or something that is no longer the question, thinks. */
static void think_all(struct bot_company *c, const struct match *m)
{
    for (int seat = 0; seat < m->table->core.seats; seat++) {
        struct known k = table_known(m->table, seat);

        if (!seats_has(c->human, seat) && bot_turn_wants_thought(&c->seat[seat], &k, m->records))
            think(c, m, seat);
    }
}

/* The seat that is to move next, or NO_SEAT. */
static int first(const struct bot_company *c, int seats)
{
    int best = NO_SEAT;

    for (int seat = 0; seat < seats; seat++) {
        if (c->seat[seat].pending &&
            (best == NO_SEAT || c->seat[seat].move.at < c->seat[best].move.at))
            best = seat;
    }
    return best;
}

static void after_record(void *arg, struct match *m, struct decision *d)
{
    const struct bot_company *c = arg;

    if (c->record)
        c->record(c->arg, m, d);
}

/* The moment has come: one more look at the table, then the move. */
static void move(struct bot_company *c, struct match *m, struct decision *d, int seat, int64_t now)
{
    if (bot_turn_looks_again(&c->seat[seat], m->records))
        think(c, m, seat);
    if (!c->seat[seat].pending || c->seat[seat].move.at > now)
        return;
    bot_turn_over(&c->seat[seat]);
    c->moves++;
    if (match_act(m, d, now, seat, c->seat[seat].move.action, c->seat[seat].move.v)) {
        after_record(c, m, d);
        if (c->moved)
            c->moved(c->arg, m, seat, &c->seat[seat].move);
        return;
    }
    c->refusals++;
    c->refused = d->refusal.key;
    c->refused_action = c->seat[seat].move.action;
}

bool bot_play_out(struct match *m, struct decision *d, struct bot_company *c, int bound)
{
    const struct core *core = &m->table->core;
    int64_t now = 0;

    for (int seat = 0; seat < SEATS_MAX; seat++)
        bot_turn_init(&c->seat[seat]);
    /* Whoever is refused would be refused again: some of that tells enough. */
    for (int step = 0; !core->outcome && step < bound && c->refusals < REFUSALS; step++) {
        think_all(c, m);
        int seat = first(c, core->seats);
        int64_t due = table_due(m->table), at = INT64_MAX;

        if (seat != NO_SEAT)
            at = c->seat[seat].move.at > now ? c->seat[seat].move.at : now;
        if (seat == NO_SEAT && due == INT64_MAX)
            return false;
        now = at < due ? at : due;
        if (at < due)
            move(c, m, d, seat, now);
        else
            match_pass_time(m, d, now, after_record, c);
    }
    return core->outcome != OUTCOME_NONE;
}
