#include "rules/core_tables.h"

#include "rules/core_facts.h"
#include "rules/vote.h"

#include <string.h>

/* ---- facts ---- */

APPLY(core_phase_began, c)
{
    c->phase = f->phase;
    c->since = f->at;
    c->deadline = f->until;
    c->held = 0;
    c->expired = 0;
    c->skipped = 0;
    if (c->since > c->verdict.at + VERDICT_SHOWN) /* whoever wanted to has seen it */
        memset(&c->verdict, 0, sizeof c->verdict);
}

APPLY(core_time_ran_out, c)
{
    c->expired = 1;
}

APPLY(core_clock_held, c)
{
    c->held = f->left;
    c->deadline = 0;
}

APPLY(core_clock_released, c)
{
    c->held = 0;
    c->deadline = f->until;
}

static struct ballot *slot(struct core *c, int id)
{
    for (int i = 0; i < BALLOTS_MAX; i++) {
        if (c->ballot[i].id == id)
            return &c->ballot[i];
    }
    return NULL;
}

APPLY(core_vote_opened, c)
{
    struct ballot *b = slot(c, 0);

    if (!b)
        return;
    *b = (struct ballot){
        .id = f->ballot,
        .subject = f->subject,
        .about = f->about,
        .voters = f->voters,
        .suggested = f->suggested,
        .holds = f->holds,
        .rider = f->rider,
        .topic = f->topic,
        .until = f->until,
        .kind = f->kind,
        .by = f->by,
        .called = f->called,
        .team = {f->team_a, f->team_b},
        .why = f->why,
    };
    word_set(&b->with, f->with);
    c->ballots = b->id;
    c->open++;
}

APPLY(core_vote_cast, c)
{
    struct ballot *b = slot(c, f->ballot);
    seat_set seat = SEAT(f->seat);

    if (!b)
        return;
    b->yes = (seat_set)(f->yes ? b->yes | seat : b->yes & ~seat);
    b->no = (seat_set)(f->yes ? b->no & ~seat : b->no | seat);
    b->rider_yes = (seat_set)(f->rider ? b->rider_yes | seat : b->rider_yes & ~seat);
}

APPLY(core_vote_closed, c)
{
    struct ballot *b = slot(c, f->ballot);

    if (!b)
        return;
    if (!f->moot) /* what nobody had to answer any more has no result to be shown */
        c->verdict = (struct verdict){.ballot = *b, .at = f->at, .yes = f->yes, .rider = f->rider};
    memset(b, 0, sizeof *b);
    c->open--;
}

APPLY(core_seat_left, c)
{
    c->away |= SEAT(f->seat);
    c->away_since[f->seat] = f->at;
}

APPLY(core_seat_returned, c)
{
    c->away &= (seat_set)~SEAT(f->seat);
    c->skipped &= (seat_set)~SEAT(f->seat);
    c->away_since[f->seat] = 0;
}

APPLY(core_seat_skipped, c)
{
    c->skipped |= SEAT(f->seat);
}

APPLY(core_seat_freed, c)
{
    c->gone |= SEAT(f->seat);
}

APPLY(core_seat_handed, c)
{
    seat_set seat = SEAT(f->seat);

    c->bots = (seat_set)(f->bot ? c->bots | seat : c->bots & ~seat);
}

APPLY(core_table_paused, c)
{
    c->paused = 1;
}

APPLY(core_table_resumed, c)
{
    c->paused = 0;
}

APPLY(core_scored, c)
{
    c->score[f->seat] = (int16_t)(c->score[f->seat] + f->points);
}

/* Changes nothing at this table: it is kept for the next one of the same group. */
APPLY(core_word_ruled, c)
{
    (void)c;
}

APPLY(core_game_ended, c)
{
    c->outcome = f->outcome;
    c->winners = f->winners;
    memset(c->ballot, 0, sizeof c->ballot);
    c->open = 0;
    c->deadline = 0;
    c->held = 0;
}

/* ---- actions ---- */

/* T-9: a seat can be skipped when the table waits for it and has done so for the grace time. */
static bool skippable(const struct decision *d, int seat)
{
    const struct core *c = d->core;
    int64_t since = seats_has(c->away, seat) ? c->away_since[seat] : c->since;

    return seats_has(table_waiting(d->table), seat) &&
           d->now >= since + option(c, OPT_GRACE) * INT64_C(1000);
}

CAN(core_propose_skip)
{
    return (k->core->away & seats_waited(k->core) & ~SEAT(k->seat)) != 0;
}

DECIDE(core_propose_skip)
{
    int seat = a->seat;

    if (seat == d->by)
        return refuse(d, "not_yourself");
    if (!skippable(d, seat))
        return refuse(d, "not_skippable");
    if (vote_pending(d->core, SUBJECT_SKIP, seat))
        return refuse(d, "vote_open");
    /* Nobody is passed over who is there and thinks, because the others say nothing. */
    bool here = !seats_has(d->core->away, seat);
    return vote_open(d, &(struct question){.kind = here ? VOTE_OBJECTION : VOTE_MATTER,
                                           .subject = SUBJECT_SKIP,
                                           .about = seat,
                                           .voters = seats_active(d->core) & ~SEAT(seat),
                                           .says = OPINION_YES}); /* whoever asks has voted */
}

DECIDE(core_skip)
{
    if (!skippable(d, a->seat))
        return refuse(d, "not_skippable");
    EMIT(d, core_seat_skipped, .seat = a->seat);
    return true;
}

DECIDE(core_free)
{
    if (seats_has(d->core->gone, a->seat))
        return refuse(d, "seat_gone");
    EMIT(d, core_seat_freed, .seat = a->seat);
    return true;
}

DECIDE(core_leave)
{
    if (seats_has(d->core->away | d->core->gone, a->seat))
        return refuse(d, "seat_away");
    EMIT(d, core_seat_left, .seat = a->seat, .at = d->now);
    return true;
}

DECIDE(core_return)
{
    if (seats_has(d->core->gone, a->seat))
        return refuse(d, "seat_gone");
    if (!seats_has(d->core->away, a->seat))
        return refuse(d, "seat_here");
    EMIT(d, core_seat_returned, .seat = a->seat);
    return true;
}

DECIDE(core_hand)
{
    int seat = a->seat;

    if (seats_has(d->core->gone, seat))
        return refuse(d, "seat_gone");
    if (seats_has(d->core->bots, seat) == a->bot)
        return refuse(d, "seat_handed");
    EMIT(d, core_seat_handed, .seat = seat, .bot = a->bot);
    return true;
}

DECIDE(core_pause)
{
    if (d->core->paused)
        return refuse(d, "paused");
    EMIT(d, core_table_paused);
    return true;
}

DECIDE(core_resume)
{
    if (!d->core->paused)
        return refuse(d, "not_paused");
    EMIT(d, core_table_resumed);
    return true;
}

DECIDE(core_tick)
{
    const struct core *c = d->core;

    if (d->now < table_due(d->table))
        return refuse(d, "not_due");
    if (c->deadline && !c->expired && d->now >= c->deadline)
        EMIT(d, core_time_ran_out);
    return true; /* votes and absent seats that are due: see core_follow() */
}

/* ---- what follows by itself at every table ---- */

bool core_follow(struct decision *d)
{
    const struct core *c = d->core;

    if (seats_count(seats_active(c)) < 2) {
        game_end(d, OUTCOME_ABANDONED, 0);
        return true;
    }
    if (vote_follow(d))
        return true;
    if (!c->away && !c->held)
        return false;
    seat_set stalled = table_stalled(d->table);
    if (stalled && c->deadline && !c->expired) {
        clock_hold(d);
        return true;
    }
    if (!stalled && c->held && !vote_holds(c)) {
        EMIT(d, core_clock_released, .until = d->now + c->held);
        return true;
    }
    seat_set blocking = stalled ? 0 : table_waiting(d->table) & c->away;
    FOR_SEATS (seat, blocking) {
        if (d->now >= c->away_since[seat] + option(c, OPT_PATIENCE) * INT64_C(1000)) {
            EMIT(d, core_seat_skipped, .seat = seat);
            return true;
        }
    }
    return false;
}

/* ---- tables ---- */

/* clang-format off */
#include "rules/core_names.h"
#include "rules/define_tables.h"
#include "rules/core_names_end.h"
/* clang-format on */
