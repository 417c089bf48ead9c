/* Bots at the table of a room: who thinks, when they act, and what they say about it afterwards. */
#include "room/inside.h"
#include "room/stock.h"
#include "room/think.h"
#include "rules/bot_play.h"
#include "rules/play.h"

#include <stdlib.h>
#include <string.h>

/* A bot that was refused thinks again, so often. After that it makes any move that the table takes.
 */
enum { SECOND_THOUGHTS = 3, ANY_MOVES = 40, BETWEEN = 2000 /* ms */ };

/* What a bot is about to do. */
struct bot_plan {
    struct bot_turn turn;  /* after SECOND_THOUGHTS refusals only its time counts */
    struct think_job *job; /* on its way; owned by the pool */
    int refused;           /* times, in this state of the table */
    int64_t asked;         /* table time it began to think about this occasion */
    struct bot_reason why; /* of the last move, until it may be told */
};

static bool bot_at(const struct room *r, int seat, struct bot *out)
{
    const struct player *p = party_at_seat(&r->party, seat);

    if (!p || p->rank == RANK_NONE || seats_has(r->match.table->core.gone, seat))
        return false;
    /* A bot keeps its character for as long as it sits there, game after game. */
    *out =
        (struct bot){.level = (enum bot_level)(p->rank - 1), .seed = (uint64_t)r->id * 31 + p->id};
    return true;
}

static struct bot_plan *plan_of(struct room *r, int seat)
{
    struct at_seat *at = room_seat_open(r, seat);

    if (!at->plan) {
        at->plan = calloc(1, sizeof *at->plan);
        if (!at->plan)
            abort();
        bot_turn_init(&at->plan->turn);
    }
    return at->plan;
}

/* ---- where thoughts arrive ---- */

/* Outlives its room while thoughts are on their way to it. */
struct mailbox {
    struct room *room; /* NULL: gone */
    int jobs;
};

static struct mailbox *mailbox_of(struct room *r)
{
    if (!r->mailbox) {
        r->mailbox = malloc(sizeof *r->mailbox);
        if (!r->mailbox)
            abort();
        *r->mailbox = (struct mailbox){.room = r};
    }
    return r->mailbox;
}

static void mailbox_empty(struct mailbox *m)
{
    if (!m->room && !m->jobs)
        free(m);
}

static void thought_freed(void *owner)
{
    struct mailbox *m = owner;

    m->jobs--;
    mailbox_empty(m);
}

void mailbox_leave(struct mailbox *m)
{
    if (m) {
        m->room = NULL;
        mailbox_empty(m);
    }
}

/* ---- the referee in their heads ---- */

void bots_note_rulings(struct room *r)
{
    shared_rulings_unref(r->bot_rulings);
    r->bot_rulings = NULL;
}

/* A bot judges words as its table does: what the group has ruled holds for it too. */
static struct shared_rulings *rulings_for_bots(struct room *r)
{
    if (!r->rulings)
        return NULL;
    if (!r->bot_rulings) {
        r->bot_rulings = malloc(sizeof *r->bot_rulings);
        if (!r->bot_rulings)
            abort();
        r->bot_rulings->refs = 1;
        rulings_copy(&r->bot_rulings->rulings, r->rulings);
    }
    r->bot_rulings->refs++;
    return r->bot_rulings;
}

/* ---- people do not wait for them ---- */

enum { ALONE_AT_MOST = 10000, APART = 200 /* ms */ };

/* Whether a vote waits for somebody who is there: bots do not hurry that either. */
static bool people_are_asked(const struct core *c)
{
    FOR_BALLOTS (b, c) {
        if (votes_missing(b) & seats_people(c))
            return true;
    }
    return false;
}

/* A phase that waits for nobody but bots began to do so when the last person was ready. */
static void note_alone(struct room *r)
{
    const struct core *c = &r->match.table->core;
    seat_set waiting = table_waiting(r->match.table);

    if (!waiting || (waiting & ~c->bots) || people_are_asked(c))
        r->alone_since = INT64_MAX;
    else if (r->alone_since == INT64_MAX || r->alone_since < c->since)
        r->alone_since = room_now(r);
}

/* When a bot makes its move: when a person would, but soon where everybody else waits for bots;
 * then they move one after the other. */
static int64_t moment(const struct room *r, const struct bot_plan *p, int seat)
{
    int64_t last = r->alone_since == INT64_MAX
                       ? INT64_MAX
                       : r->alone_since + ALONE_AT_MOST - APART * (r->match.setup.seats - seat);

    if (p->turn.move.at <= last || !seats_has(table_waiting(r->match.table), seat))
        return p->turn.move.at;
    return last;
}

/* ---- thinking ---- */

static void ask(struct room *r, struct bot_plan *plan, int seat, const struct bot *bot)
{
    struct known k = table_known(r->match.table, seat);
    struct bot_occasion before = plan->turn.occasion;

    bot_turn_thinks(&plan->turn, &k, r->match.records);
    if (!bot_occasion_same(&before, &plan->turn.occasion))
        plan->asked = room_now(r);
    if (plan->job)
        atomic_store(&plan->job->stale, true);
    struct think_job *job = calloc(1, sizeof *job);
    if (!job)
        abort();
    job->owner = mailbox_of(r);
    job->freed = thought_freed;
    job->seat = seat;
    job->records = r->match.records;
    job->book = r->match.setup.book;
    job->known = bot_known_copy(r->match.table, seat);
    job->bot = *bot;
    /* It would say the same again: another seed makes it think as somebody else would. */
    job->bot.seed += (uint64_t)plan->refused * UINT64_C(0x9e3779b97f4a7c15);
    job->rulings = rulings_for_bots(r);
    job->stock = stock_ref(r->stock);
    job->head = (struct bot_head){.mind = r->services->mind,
                                  .shelf = stock_shelf(r->stock),
                                  .lexicon = job->rulings ? &job->rulings->rulings.lexicon
                                                          : r->services->lexicon};
    plan->job = job;
    r->mailbox->jobs++;
    think_ask(r->services->think, job);
}

static void think_about(struct room *r, int seat, const struct bot *bot)
{
    struct bot_plan *plan = plan_of(r, seat);
    struct known k = table_known(r->match.table, seat);

    if (!bot_turn_wants_thought(&plan->turn, &k, r->match.records))
        return;
    plan->refused = 0;
    ask(r, plan, seat, bot);
}

void bots_plan(struct room *r)
{
    struct bot bot;

    if (!r->match.table || !r->clock.running)
        return;
    note_alone(r);
    for (int seat = 0; seat < r->match.setup.seats; seat++) {
        if (bot_at(r, seat, &bot))
            think_about(r, seat, &bot);
    }
}

/* A host who waits for nothing may hurry the bots; their order among each other stays. Where people
 * have more time, bots still need no more than they always do. */
static void hurry(const struct room *r, struct bot_plan *plan)
{
    int64_t time = plan->turn.move.at - plan->asked;

    if (time > 0)
        plan->turn.move.at =
            plan->asked + time * (100 - r->services->bot_hurry) / 100 / r->clock.slow;
}

void bots_slowed(struct room *r, int before)
{
    for (int seat = 0; seat < r->match.setup.seats; seat++) {
        struct bot_plan *plan = room_seat(r, seat)->plan;

        if (plan && plan->turn.pending && plan->turn.move.at > room_now(r))
            plan->turn.move.at =
                room_now(r) + (plan->turn.move.at - room_now(r)) * before / r->clock.slow;
    }
}

void bots_take(struct services *s)
{
    for (struct think_job *job; (job = think_take(s->think));) {
        const struct mailbox *mailbox = job->owner;
        struct room *r = mailbox->room;
        struct bot_plan *plan = r ? room_seat(r, job->seat)->plan : NULL;

        if (plan && plan->job == job) {
            plan->job = NULL;
            plan->turn.pending = job->found && job->records == plan->turn.records;
            if (plan->turn.pending) {
                bot_move_copy(&plan->turn.move, &job->move);
                hurry(r, plan);
            }
            s->counts.thoughts++;
            room_schedule(r, 0);
        }
        think_job_free(job);
    }
}

/* ---- acting ---- */

/* What a seat is about to do, if a bot has it. */
static struct bot_plan *pending(const struct room *r, int seat, struct bot *bot)
{
    struct bot_plan *p = room_seat(r, seat)->plan;

    return p && p->turn.pending && bot_at(r, seat, bot) ? p : NULL;
}

int64_t bots_due(const struct room *r)
{
    int64_t due = INT64_MAX;

    for (int seat = 0; r->match.table && r->clock.running && seat < r->match.setup.seats; seat++) {
        struct bot bot;
        const struct bot_plan *p = pending(r, seat, &bot);

        if (p && clock_wall(&r->clock, moment(r, p, seat)) < due)
            due = clock_wall(&r->clock, moment(r, p, seat));
    }
    return due;
}

/* The rules and the bot's idea of them differ. That is a mistake of ours, and no table waits for
 * it.
 */
static void refused(struct room *r, int seat, const struct bot *bot, const char *key)
{
    struct bot_plan *p = room_seat(r, seat)->plan;

    bool ours = strcmp(key, "filtered") != 0; /* a bot does not know what a table filters */

    r->services->counts.bots_refused += ours;
    if (p->refused++ == 0 && ours)
        room_report(r, "warn", "bot_refused", key);
    if (p->refused <= SECOND_THOUGHTS) {
        ask(r, p, seat, bot);
        return;
    }
    p->turn.pending = true;
    p->turn.records = r->match.records;
    p->turn.move = (struct bot_move){.at = room_now(r) + BETWEEN};
}

/* Anything that the table takes from this seat; true where there was something. */
static bool act_anyhow(struct change *c, int seat)
{
    const struct room *r = c->room;
    struct sampler s = sampler_new((uint64_t)r->id ^ (uint64_t)room_now(r) << 8);
    struct move m;

    for (int i = 0; i < ANY_MOVES && play_propose(r->match.table, SEAT(seat), &s, &m); i++) {
        if (change_act(c, seat, m.action, m.v))
            return true;
    }
    return false;
}

static bool act(struct change *c, int seat)
{
    const struct bot_plan *p = room_seat(c->room, seat)->plan;

    if (p->refused > SECOND_THOUGHTS)
        return act_anyhow(c, seat);
    return change_act(c, seat, p->turn.move.action, p->turn.move.v);
}

bool bots_act(struct room *r)
{
    struct bot bot;

    if (!r->match.table || !r->clock.running || r->opening || room_over(r))
        return false;
    for (int seat = 0; seat < r->match.setup.seats; seat++) {
        struct bot_plan *p = pending(r, seat, &bot);

        if (!p || moment(r, p, seat) > room_now(r))
            continue;
        if (bot_turn_looks_again(&p->turn, r->match.records)) {
            p->refused = 0;
            ask(r, p, seat, &bot);
            continue;
        }
        struct change *c = change_begin(r, STR("bot"), NULL, 0);
        bot_turn_over(&p->turn);
        if (!act(c, seat)) {
            refused(r, seat, &bot, c->refusal->key);
            continue;
        }
        if (p->turn.move.why.key) /* a move that needs no reason does not replace the last one */
            p->why = p->turn.move.why;
        change_commit(c);
        return true;
    }
    return false;
}

/* ---- what they say ---- */

static bool may_tell(const struct room *r, const struct bot_reason *why, const struct decision *d)
{
    if (!why->key)
        return false;
    if (why->after == BOT_AT_ONCE || room_over(r))
        return true;
    for (int i = 0; i < d->facts; i++) {
        if (d->fact[i].kind == why->after)
            return true;
    }
    return false;
}

void bots_tell(struct room *r, const struct decision *d, struct buf *out)
{
    struct jw w = jw_to(out);

    buf_clear(out);
    for (int seat = 0; seat < r->match.setup.seats; seat++) {
        struct bot_plan *plan = room_seat(r, seat)->plan;
        struct bot_reason *why = plan ? &plan->why : NULL;

        if (!why || !may_tell(r, why, d))
            continue;
        jw_object(&w);
        jw_key(&w, "seat");
        jw_int(&w, seat);
        jw_key(&w, "key");
        jw_str(&w, str_of(why->key));
        jw_key(&w, "args");
        jw_object(&w);
        for (int i = 0; i < why->n; i++) {
            jw_key(&w, why->name[i]);
            jw_str(&w, str_n(why->text[i].text, why->text[i].len));
        }
        jw_end_object(&w);
        jw_end_object(&w);
        why->key = NULL;
    }
}

void bots_forget(struct room *r)
{
    for (int seat = 0; r->at_seat && seat < SEATS_MAX; seat++) {
        struct at_seat *at = room_seat_open(r, seat);

        if (at->plan && at->plan->job)
            atomic_store(&at->plan->job->stale, true);
        free(at->plan);
        at->plan = NULL;
    }
    r->alone_since = INT64_MAX;
}
