/*
 * core - the part of a table that every game has: seats, phase and its clock, votes, scores,
 * result.
 *
 * It is public knowledge: every seat and every onlooker may see all of it. It is written only by
 * the facts listed here, never by a game. Like all blocks it is flat, free of pointers and of
 * padding.
 */
#ifndef RULES_CORE_H
#define RULES_CORE_H

#include "rules/layout.h"
#include "rules/seats.h"

enum { OPTIONS_MAX = 24, BALLOTS_MAX = 8, VOTE_TEAMS = 2 };

/* How a vote is counted (T-7). */
enum vote_kind {
    VOTE_MATTER,    /* by majority of the votes cast; a tie keeps the suggestion */
    VOTE_OBJECTION, /* against a word: more than half of those entitled, or it stands */
};
#define VOTE_KINDS "matter|objection"

enum outcome { OUTCOME_NONE, OUTCOME_WON, OUTCOME_LOST, OUTCOME_RANKED, OUTCOME_ABANDONED };
#define OUTCOMES "none|won|lost|ranked|abandoned"
enum { OUTCOME_KINDS = OUTCOME_ABANDONED + 1 };

enum referee { REFEREE_STRICT, REFEREE_ADVISE, REFEREE_TRUST };

/* The vote on skipping an absent player stands before the game's own subjects. */
enum { SUBJECT_SKIP, CORE_SUBJECTS };

/* Options, facts and actions that every game has, and the blocks ballot, verdict and core. */
#pragma push_macro("GAME_DEF")
#pragma push_macro("GAME_PREFIX")
/* clang-format off */
#include "rules/core_names.h"
#include "rules/define_blocks.h"
#include "rules/core_names_end.h"
/* clang-format on */
#pragma pop_macro("GAME_DEF")
#pragma pop_macro("GAME_PREFIX")

/* A game's own begin here. */
enum {
    CORE_OPTIONS = core_options_end,
    CORE_FACTS = core_facts_end,
    CORE_ACTIONS = core_actions_end
};

extern const struct layout core_layout;

static inline int option(const struct core *c, int which)
{
    return c->option[which];
}

/* Seats that still take part. */
static inline seat_set seats_active(const struct core *c)
{
    return (seat_set)(seats_all(c->seats) & ~c->gone);
}

/* Seats a phase may wait for. */
static inline seat_set seats_waited(const struct core *c)
{
    return (seat_set)(seats_active(c) & ~c->skipped);
}

/* Seats with a person or a bot at them right now. */
static inline seat_set seats_present(const struct core *c)
{
    return (seat_set)(seats_active(c) & ~c->away);
}

/* Those of them who are people. */
static inline seat_set seats_people(const struct core *c)
{
    return (seat_set)(seats_present(c) & ~c->bots);
}

/* People who have dropped out while this was shown: they may be back in a moment. */
static inline seat_set seats_blinking(const struct core *c)
{
    seat_set blinking = 0;

    FOR_SEATS (seat, seats_active(c) & c->away & (seat_set) ~(c->bots | c->skipped)) {
        if (c->away_since[seat] > c->since)
            blinking |= SEAT(seat);
    }
    return blinking;
}

/* Whom something that people look at waits for before its time is up: people who are not ready to
 * go on. Whoever drops out meanwhile cuts it short for nobody; whoever was away before is not
 * waited for (T-9). Bots hurry nobody: only where they are among themselves they are asked. */
static inline seat_set seats_looking(const struct core *c, seat_set ready)
{
    seat_set eyes = seats_people(c) | seats_blinking(c);

    if (!eyes)
        eyes = seats_present(c) ? seats_present(c) : seats_active(c);
    return (seat_set)(eyes & ~ready);
}

/* for (each open vote) */
#define FOR_BALLOTS(b, c)                                                                       \
    for (const struct ballot *b = (c)->ballot; (c)->open && b < (c)->ballot + BALLOTS_MAX; b++) \
        if (b->id)

/* Who has a vote to give and has not yet. */
static inline seat_set votes_missing(const struct ballot *b)
{
    return (seat_set)(b->voters & ~(b->yes | b->no));
}

/* The same of all open votes. */
static inline seat_set votes_missing_in(const struct core *c)
{
    seat_set set = 0;

    FOR_BALLOTS (b, c)
        set |= votes_missing(b);
    return set;
}

static inline bool votes_open(const struct core *c)
{
    return c->open > 0;
}

#endif
