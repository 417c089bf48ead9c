/* Bots at the table of a room: who thinks, when they act, and what they say about it afterwards. */
#include "room/inside.h"
#include "room/think.h"
#include "rules/registry.h"

#include <stdlib.h>

/* What a bot is about to do. */
struct bot_plan {
    struct think_job *job; /* on its way; owned by the pool */
    uint32_t records;      /* state of the table the plan is for */
    int64_t asked;         /* table time it began to think */
    bool ready;            /* there is a move */
    struct bot_move move;
    struct bot_reason why; /* of the last move, until it may be told */
};

static bool bot_at(const struct room *r, int seat, struct bot *out)
{
    const struct player *p = party_at_seat((struct party *)&r->party, seat);

    if (!p || p->rank == RANK_NONE || seats_has(r->match.table->core.gone, seat))
        return false;
    /* A bot keeps its character for as long as it sits there, game after game. */
    *out =
        (struct bot){.level = (enum bot_level)(p->rank - 1), .seed = (uint64_t)r->id * 31 + p->id};
    return true;
}

static struct bot_plan *plan_of(struct room *r, int seat)
{
    if (!r->plan[seat]) {
        r->plan[seat] = calloc(1, sizeof *r->plan[seat]);
        if (!r->plan[seat])
            abort();
        r->plan[seat]->records = UINT32_MAX;
    }
    return r->plan[seat];
}

static void think_about(struct room *r, int seat, const struct bot *bot)
{
    struct bot_plan *plan = plan_of(r, seat);

    if (plan->records == r->match.records)
        return;
    plan->records = r->match.records;
    plan->asked = room_now(r);
    plan->ready = false;
    if (plan->job)
        atomic_store(&plan->job->stale, true);
    struct think_job *job = calloc(1, sizeof *job);
    if (!job)
        abort();
    job->owner = r->door;
    job->seat = seat;
    job->records = r->match.records;
    job->book = r->match.setup.book;
    job->known = bot_known_copy(r->match.table, seat);
    job->bot = *bot;
    job->head = (struct bot_head){.mind = r->house->config.mind,
                                  .shelf = registry_shelf(job->book, r->match.setup.language)};
    plan->job = job;
    r->door->jobs++;
    think_ask(r->house->think, job);
}

void bots_plan(struct room *r)
{
    struct bot bot;

    if (!r->match.table || !r->clock.running)
        return;
    for (int seat = 0; seat < r->match.setup.seats; seat++) {
        if (bot_at(r, seat, &bot))
            think_about(r, seat, &bot);
    }
}

/* A host who waits for nothing may hurry the bots; their order among each other stays. */
static void hurry(const struct house *h, struct bot_plan *plan)
{
    int64_t time = plan->move.at - plan->asked;

    if (time > 0)
        plan->move.at -= time * h->config.bot_hurry / 100;
}

void bots_take(struct house *h)
{
    for (struct think_job *job; (job = think_take(h->think));) {
        struct door *door = job->owner;
        struct room *r = door->room;
        struct bot_plan *plan = r ? r->plan[job->seat] : NULL;

        door->jobs--;
        if (plan && plan->job == job) {
            plan->job = NULL;
            plan->ready = job->found && job->records == plan->records;
            if (plan->ready) {
                bot_move_copy(&plan->move, &job->move);
                hurry(h, plan);
            }
            h->counts.thoughts++;
            r->due = 0;
            heap_update(h, r);
        }
        think_job_free(job);
    }
}

static const struct bot_plan *current(const struct room *r, int seat)
{
    const struct bot_plan *p = r->plan[seat];

    return p && p->ready && p->records == r->match.records ? p : NULL;
}

int64_t bots_due(const struct room *r)
{
    int64_t due = INT64_MAX;

    for (int seat = 0; r->match.table && r->clock.running && seat < r->match.setup.seats; seat++) {
        const struct bot_plan *p = current(r, seat);

        if (p && clock_wall(&r->clock, p->move.at) < due)
            due = clock_wall(&r->clock, p->move.at);
    }
    return due;
}

bool bots_act(struct room *r)
{
    struct bot bot;

    if (!r->match.table || !r->clock.running || room_over(r))
        return false;
    for (int seat = 0; seat < r->match.setup.seats; seat++) {
        struct bot_plan *p = r->plan[seat];

        if (!current(r, seat) || p->move.at > room_now(r) || !bot_at(r, seat, &bot))
            continue;
        p->ready = false;
        room_begin(r);
        if (!room_table_act(r, seat, p->move.action, p->move.v)) {
            room_log(r, "warn", "bot_refused", r->house->decision->refusal.key);
            continue;
        }
        p->why = p->move.why;
        room_record(r, r->match.setup.book->action[p->move.action]->name);
        room_write(r, &(struct deed){.what = STR("bot"), .decision = r->house->decision});
        return true;
    }
    return false;
}

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
        struct bot_reason *why = r->plan[seat] ? &r->plan[seat]->why : NULL;

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
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (r->plan[seat] && r->plan[seat]->job)
            atomic_store(&r->plan[seat]->job->stale, true);
        free(r->plan[seat]);
        r->plan[seat] = NULL;
    }
}
