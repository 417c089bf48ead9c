#include "rules/match.h"

#include "rules/core_tables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 2 * DECISION_FACTS };

struct decision *decision_new(void)
{
    struct decision *d = malloc(sizeof *d);

    if (!d)
        abort();
    d->facts = 0;
    d->refusal.key = NULL;
    return d;
}

void decision_free(struct decision *d)
{
    free(d);
}

void match_init(struct match *m, const struct setup *s, const struct world *w)
{
    *m = (struct match){.setup = *s, .world = *w, .table = table_new(s)};
    if (!m->world.lexicon)
        m->world.lexicon = lexicon_none();
}

void match_fini(struct match *m)
{
    table_free(m->table);
    m->table = NULL;
}

/* Whoever writes the record may have let go of the arguments by then. */
static void keep_asked(struct decision *d, const struct schema *s, const struct value *v)
{
    assert(v || !s->n); /* only an action without arguments comes without values */
    for (int i = 0; i < s->n; i++) {
        d->asked[i] = v[i];
        if (!v[i].s.len)
            continue;
        assert(v[i].s.len <= TEXT_MAX);
        memcpy(d->asked_text[i], v[i].s.at, v[i].s.len);
        d->asked[i].s.at = d->asked_text[i];
    }
}

static void begin(struct match *m, struct decision *d, int64_t now, int by, int action)
{
    d->action = action;
    d->table = m->table;
    d->book = m->setup.book;
    d->core = &m->table->core;
    d->world = &m->world;
    d->now = now;
    d->by = by;
    d->seed = &m->setup.seed;
    d->stream = m->records;
    d->open_chance.index = d->hidden_chance.index = 0;
    d->refusal.key = NULL;
    d->facts = 0;
    d->deck_items = d->draws = 0;
    d->text_used = 0;
}

static int fold_from(struct match *m, const struct decision *d, int first)
{
    for (int i = first; i < d->facts; i++)
        table_fold(m->table, &d->fact[i]);
    return d->facts;
}

/* Folds what has been emitted and lets everything follow that is due, until the table is quiet. */
static void settle(struct match *m, struct decision *d)
{
    int folded = fold_from(m, d, 0);

    for (int step = 0; !m->table->core.outcome && !m->table->core.paused; step++) {
        assert(step < STEPS_MAX);
        if (!core_follow(d))
            m->setup.book->game->follow(d);
        if (d->facts == folded)
            break;
        folded = fold_from(m, d, folded);
    }
    m->records++;
}

void match_open(struct match *m, struct decision *d, int64_t now)
{
    begin(m, d, now, NO_SEAT, NO_ACTION);
    m->setup.book->game->open(d);
    settle(m, d);
}

/* What is refused at any table, whatever the game says. */
static bool allowed(struct decision *d, const struct action_spec *a, int action)
{
    const struct core *c = d->core;

    if ((a->actor == BY_TABLE) != (d->by == NO_SEAT))
        return refuse(d, "not_yours");
    if (c->outcome && action != ACT_LEAVE && action != ACT_RETURN)
        return refuse(d, "over");
    if (d->by != NO_SEAT && !seats_has(seats_active(c), d->by))
        return refuse(d, "seat_gone");
    bool anytime = action == ACT_RESUME || action == ACT_LEAVE || action == ACT_RETURN ||
                   action == ACT_FREE || action == ACT_HAND;
    if (c->paused && !anytime)
        return refuse(d, "paused");
    return true;
}

bool match_act(struct match *m, struct decision *d, int64_t now, int by, int action,
               const struct value *v)
{
    const struct action_spec *a = m->setup.book->action[action];

    begin(m, d, now, by, action);
    if (!allowed(d, a, action) || !a->decide(d, v)) {
        assert(d->refusal.key);
        d->facts = 0; /* a refused action leaves no trace */
        return false;
    }
    keep_asked(d, &m->setup.book->action_args[action], v);
    settle(m, d);
    return true;
}

bool match_try(struct match *m, struct decision *d, int64_t now, int by, int action,
               const struct value *v)
{
    const struct action_spec *a = m->setup.book->action[action];

    begin(m, d, now, by, action);
    bool fine = allowed(d, a, action) && a->decide(d, v);
    d->facts = 0;
    return fine;
}

void match_refold(struct match *m, const struct fact *f, int n)
{
    for (int i = 0; i < n; i++)
        table_fold(m->table, &f[i]);
    m->records++;
}

void match_pass_time(struct match *m, struct decision *d, int64_t until,
                     void (*each)(void *arg, struct match *m, struct decision *d), void *arg)
{
    for (int64_t due; (due = table_due(m->table)) <= until;) {
        bool done = match_act(m, d, due, NO_SEAT, ACT_TICK, NULL);
        assert(done && table_due(m->table) > due); /* what was due must be dealt with */
        (void)done;
        if (each)
            each(arg, m, d);
    }
}
