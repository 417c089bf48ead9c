#include "rules/core_tables.h"
#include "rules/decision.h"
#include "rules/vote.h"

#include <string.h>

/* ---- the block ---- */

static const struct field ballot_fields[] = {
    FIELD(struct ballot, until),
    FIELD(struct ballot, voters),
    FIELD(struct ballot, called),
    ARRAY(struct ballot, team, seat_set),
    FIELD(struct ballot, by),
    FIELD(struct ballot, yes),
    FIELD(struct ballot, no),
    FIELD(struct ballot, rider_yes),
    FIELD(struct ballot, about),
    FIELD(struct ballot, id),
    FIELD(struct ballot, subject),
    FIELD(struct ballot, suggested),
    FIELD(struct ballot, holds),
    FIELD(struct ballot, rider),
    FIELD(struct ballot, topic),
    FIELD(struct ballot, kind),
    FIELD(struct ballot, why),
    FIELD(struct ballot, with),
    ARRAY(struct ballot, spare, uint8_t),
};
static const struct layout ballot_layout = LAYOUT(struct ballot, ballot_fields);

static const struct field verdict_fields[] = {
    STRUCTS(struct verdict, ballot, struct ballot, &ballot_layout),
    FIELD(struct verdict, at),
    FIELD(struct verdict, yes),
    FIELD(struct verdict, rider),
    ARRAY(struct verdict, spare, uint8_t),
};
static const struct layout verdict_layout = LAYOUT(struct verdict, verdict_fields);

static const struct field core_fields[] = {
    FIELD(struct core, since),
    FIELD(struct core, deadline),
    FIELD(struct core, held),
    ARRAY(struct core, away_since, int64_t),
    STRUCTS(struct core, ballot, struct ballot, &ballot_layout),
    STRUCTS(struct core, verdict, struct verdict, &verdict_layout),
    ARRAY(struct core, option, int16_t),
    ARRAY(struct core, score, int16_t),
    FIELD(struct core, away),
    FIELD(struct core, skipped),
    FIELD(struct core, gone),
    FIELD(struct core, winners),
    FIELD(struct core, bots),
    FIELD(struct core, seats),
    FIELD(struct core, language),
    FIELD(struct core, youngest),
    FIELD(struct core, phase),
    FIELD(struct core, expired),
    FIELD(struct core, paused),
    FIELD(struct core, outcome),
    FIELD(struct core, ballots),
    FIELD(struct core, open),
    FIELD(struct core, edition),
};
const struct layout core_layout = LAYOUT(struct core, core_fields);

/* ---- facts ---- */

#define APPLY(name) static void name(void *block, const struct known *k, const struct fact *f)
#define CORE_OF             \
    struct core *c = block; \
    (void)k

APPLY(phase_began)
{
    CORE_OF;
    c->phase = (uint8_t)f->arg[0].i;
    c->since = f->arg[1].i;
    c->deadline = f->arg[2].i;
    c->held = 0;
    c->expired = 0;
    c->skipped = 0;
    if (c->since > c->verdict.at + VERDICT_SHOWN) /* whoever wanted to has seen it */
        memset(&c->verdict, 0, sizeof c->verdict);
}

APPLY(time_ran_out)
{
    CORE_OF;
    (void)f;
    c->expired = 1;
}

APPLY(clock_held)
{
    CORE_OF;
    c->held = f->arg[0].i;
    c->deadline = 0;
}

APPLY(clock_released)
{
    CORE_OF;
    c->held = 0;
    c->deadline = f->arg[0].i;
}

static struct ballot *slot(struct core *c, int id)
{
    for (int i = 0; i < BALLOTS_MAX; i++) {
        if (c->ballot[i].id == id)
            return &c->ballot[i];
    }
    return NULL;
}

APPLY(vote_opened)
{
    CORE_OF;
    struct ballot *b = slot(c, 0);

    if (!b)
        return;
    *b = (struct ballot){
        .id = (uint8_t)f->arg[0].i,
        .subject = (uint8_t)f->arg[1].i,
        .about = (int16_t)f->arg[2].i,
        .voters = (seat_set)f->arg[3].i,
        .suggested = (uint8_t)f->arg[4].i,
        .holds = (uint8_t)f->arg[5].i,
        .rider = (uint8_t)f->arg[6].i,
        .topic = (uint8_t)f->arg[7].i,
        .until = f->arg[8].i,
        .kind = (uint8_t)f->arg[9].i,
        .by = (seat_set)f->arg[10].i,
        .called = (seat_set)f->arg[11].i,
        .team = {(seat_set)f->arg[12].i, (seat_set)f->arg[13].i},
        .why = (uint8_t)f->arg[14].i,
    };
    word_set(&b->with, f->arg[15].s);
    c->ballots = b->id;
    c->open++;
}

APPLY(vote_cast)
{
    CORE_OF;
    struct ballot *b = slot(c, (int)f->arg[0].i);
    seat_set seat = SEAT(f->arg[1].i);

    if (!b)
        return;
    b->yes = (seat_set)(f->arg[2].i ? b->yes | seat : b->yes & ~seat);
    b->no = (seat_set)(f->arg[2].i ? b->no & ~seat : b->no | seat);
    b->rider_yes = (seat_set)(f->arg[3].i ? b->rider_yes | seat : b->rider_yes & ~seat);
}

APPLY(vote_closed)
{
    CORE_OF;
    struct ballot *b = slot(c, (int)f->arg[0].i);

    if (!b)
        return;
    c->verdict = (struct verdict){.ballot = *b,
                                  .at = f->arg[3].i,
                                  .yes = (uint8_t)f->arg[1].i,
                                  .rider = (uint8_t)f->arg[2].i};
    memset(b, 0, sizeof *b);
    c->open--;
}

APPLY(seat_left)
{
    CORE_OF;
    c->away |= SEAT(f->arg[0].i);
    c->away_since[f->arg[0].i] = f->arg[1].i;
}

APPLY(seat_returned)
{
    CORE_OF;
    c->away &= (seat_set)~SEAT(f->arg[0].i);
    c->skipped &= (seat_set)~SEAT(f->arg[0].i);
    c->away_since[f->arg[0].i] = 0;
}

APPLY(seat_skipped)
{
    CORE_OF;
    c->skipped |= SEAT(f->arg[0].i);
}

APPLY(seat_freed)
{
    CORE_OF;
    c->gone |= SEAT(f->arg[0].i);
}

APPLY(seat_handed)
{
    CORE_OF;
    seat_set seat = SEAT(f->arg[0].i);

    c->bots = (seat_set)(f->arg[1].i ? c->bots | seat : c->bots & ~seat);
}

APPLY(table_paused)
{
    CORE_OF;
    (void)f;
    c->paused = 1;
}

APPLY(table_resumed)
{
    CORE_OF;
    (void)f;
    c->paused = 0;
}

APPLY(scored)
{
    CORE_OF;
    c->score[f->arg[0].i] = (int16_t)(c->score[f->arg[0].i] + f->arg[1].i);
}

/* Changes nothing at this table: it is kept for the next one of the same group. */
APPLY(word_ruled)
{
    (void)block, (void)k, (void)f;
}

APPLY(game_ended)
{
    CORE_OF;
    c->outcome = (uint8_t)f->arg[0].i;
    c->winners = (seat_set)f->arg[1].i;
    memset(c->ballot, 0, sizeof c->ballot);
    c->open = 0;
    c->deadline = 0;
    c->held = 0;
}

const struct fact_spec core_facts[CORE_FACTS] = {
    [PHASE_BEGAN] = {"phase_began", "phase:phase at:time until:time", FOR_ALL, false, phase_began},
    [TIME_RAN_OUT] = {"time_ran_out", "", FOR_ALL, false, time_ran_out},
    [CLOCK_HELD] = {"clock_held", "left:time", FOR_ALL, false, clock_held},
    [CLOCK_RELEASED] = {"clock_released", "until:time", FOR_ALL, false, clock_released},
    [VOTE_OPENED] = {"vote_opened",
                     "ballot:int:1..255 subject:subject about:seat voters:seats "
                     "suggested:none|no|yes holds:bool rider:bool topic:int:0..255 until:time "
                     "kind:" VOTE_KINDS "? by:seats? called:seats? team_a:seats? team_b:seats? "
                     "why:" REASONS "? with:text?",
                     FOR_ALL, false, vote_opened},
    [VOTE_CAST] = {"vote_cast", "ballot:int:1..255 seat:seat yes:bool rider:bool", FOR_ALL, false,
                   vote_cast},
    [VOTE_CLOSED] = {"vote_closed", "ballot:int:1..255 yes:bool rider:bool at:time?", FOR_ALL,
                     false, vote_closed},
    [SEAT_LEFT] = {"seat_left", "seat:seat at:time", FOR_ALL, false, seat_left},
    [SEAT_RETURNED] = {"seat_returned", "seat:seat", FOR_ALL, false, seat_returned},
    [SEAT_SKIPPED] = {"seat_skipped", "seat:seat", FOR_ALL, false, seat_skipped},
    [SEAT_FREED] = {"seat_freed", "seat:seat", FOR_ALL, false, seat_freed},
    [TABLE_PAUSED] = {"table_paused", "", FOR_ALL, false, table_paused},
    [TABLE_RESUMED] = {"table_resumed", "", FOR_ALL, false, table_resumed},
    [SCORED] = {"scored", "seat:seat points:int:-1000..1000", FOR_ALL, false, scored},
    [GAME_ENDED] = {"game_ended", "outcome:none|won|lost|ranked|abandoned winners:seats", FOR_ALL,
                    false, game_ended},
    [WORD_RULED] = {"word_ruled",
                    "question:match|related|exists|animal|fits word:text with:text? yes:bool",
                    FOR_ALL, false, word_ruled},
    [SEAT_HANDED] = {"seat_handed", "seat:seat bot:bool", FOR_ALL, false, seat_handed},
};

/* ---- options ---- */

const struct option_spec core_options[CORE_OPTIONS] = {
    [OPT_REFEREE] = {"referee", OPTION_CHOICE, 0, 2, REFEREE_ADVISE, "strict|advise|trust"},
    [OPT_VOTE_TIME] = {"vote_time", OPTION_INT, 5, 120, 30, NULL},
    [OPT_GRACE] = {"grace", OPTION_INT, 5, 120, 20, NULL},
    [OPT_PATIENCE] = {"patience", OPTION_INT, 15, 900, 120, NULL},
    [OPT_HINTS] = {"hints", OPTION_BOOL, 0, 1, 0, NULL},
};

/* ---- actions ---- */

/* T-9: a seat can be skipped when the table waits for it and has done so for the grace time. */
static bool skippable(const struct decision *d, int seat)
{
    const struct core *c = d->core;
    int64_t since = seats_has(c->away, seat) ? c->away_since[seat] : c->since;

    return seats_has(table_waiting(d->table), seat) &&
           d->now >= since + option(c, OPT_GRACE) * INT64_C(1000);
}

static bool can_propose_skip(const struct known *k)
{
    return (k->core->away & seats_waited(k->core) & ~SEAT(k->seat)) != 0;
}

static bool decide_propose_skip(struct decision *d, const struct value *v)
{
    int seat = (int)v[0].i;

    if (seat == d->by)
        return refuse(d, "not_yourself");
    if (!skippable(d, seat))
        return refuse(d, "not_skippable");
    if (vote_pending(d->core, SUBJECT_SKIP, seat))
        return refuse(d, "vote_open");
    return vote_open(d, &(struct question){.subject = SUBJECT_SKIP,
                                           .about = seat,
                                           .voters = seats_active(d->core) & ~SEAT(seat)});
}

static bool decide_skip(struct decision *d, const struct value *v)
{
    if (!skippable(d, (int)v[0].i))
        return refuse(d, "not_skippable");
    EMIT(d, SEAT_SKIPPED, v[0]);
    return true;
}

static bool decide_free(struct decision *d, const struct value *v)
{
    if (seats_has(d->core->gone, (int)v[0].i))
        return refuse(d, "seat_gone");
    EMIT(d, SEAT_FREED, v[0]);
    return true;
}

static bool decide_leave(struct decision *d, const struct value *v)
{
    if (seats_has(d->core->away | d->core->gone, (int)v[0].i))
        return refuse(d, "seat_away");
    EMIT(d, SEAT_LEFT, v[0], NUM(d->now));
    return true;
}

static bool decide_return(struct decision *d, const struct value *v)
{
    if (seats_has(d->core->gone, (int)v[0].i))
        return refuse(d, "seat_gone");
    if (!seats_has(d->core->away, (int)v[0].i))
        return refuse(d, "seat_here");
    EMIT(d, SEAT_RETURNED, v[0]);
    return true;
}

static bool decide_hand(struct decision *d, const struct value *v)
{
    int seat = (int)v[0].i;

    if (seats_has(d->core->gone, seat))
        return refuse(d, "seat_gone");
    if (seats_has(d->core->bots, seat) == (v[1].i != 0))
        return refuse(d, "seat_handed");
    EMIT(d, SEAT_HANDED, v[0], v[1]);
    return true;
}

static bool decide_pause(struct decision *d, const struct value *v)
{
    (void)v;
    if (d->core->paused)
        return refuse(d, "paused");
    emit(d, TABLE_PAUSED);
    return true;
}

static bool decide_resume(struct decision *d, const struct value *v)
{
    (void)v;
    if (!d->core->paused)
        return refuse(d, "not_paused");
    emit(d, TABLE_RESUMED);
    return true;
}

static bool decide_tick(struct decision *d, const struct value *v)
{
    const struct core *c = d->core;

    (void)v;
    if (d->now < table_due(d->table))
        return refuse(d, "not_due");
    if (c->deadline && !c->expired && d->now >= c->deadline)
        emit(d, TIME_RAN_OUT);
    return true; /* votes and absent seats that are due: see core_follow() */
}

const struct action_spec *const core_actions[CORE_ACTIONS] = {
    [ACT_VOTE] = &vote_action,
    [ACT_PROPOSE_SKIP] = &(const struct action_spec){"propose_skip", "seat:seat", BY_SEAT,
                                                     can_propose_skip, decide_propose_skip},
    [ACT_SKIP] = &(const struct action_spec){"skip", "seat:seat", BY_TABLE, NULL, decide_skip},
    [ACT_FREE] = &(const struct action_spec){"free", "seat:seat", BY_TABLE, NULL, decide_free},
    [ACT_LEAVE] = &(const struct action_spec){"leave", "seat:seat", BY_TABLE, NULL, decide_leave},
    [ACT_RETURN] =
        &(const struct action_spec){"return", "seat:seat", BY_TABLE, NULL, decide_return},
    [ACT_PAUSE] = &(const struct action_spec){"pause", "", BY_TABLE, NULL, decide_pause},
    [ACT_RESUME] = &(const struct action_spec){"resume", "", BY_TABLE, NULL, decide_resume},
    [ACT_TICK] = &(const struct action_spec){"tick", "", BY_TABLE, NULL, decide_tick},
    [ACT_HAND] =
        &(const struct action_spec){"hand", "seat:seat bot:bool", BY_TABLE, NULL, decide_hand},
};

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
        EMIT(d, CLOCK_RELEASED, NUM(d->now + c->held));
        return true;
    }
    seat_set blocking = stalled ? 0 : table_waiting(d->table) & c->away;
    FOR_SEATS (seat, blocking) {
        if (d->now >= c->away_since[seat] + option(c, OPT_PATIENCE) * INT64_C(1000)) {
            EMIT(d, SEAT_SKIPPED, NUM(seat));
            return true;
        }
    }
    return false;
}
