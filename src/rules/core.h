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

/* A vote of the table (T-7). A free slot has id 0. */
struct ballot {
    int64_t until;
    seat_set voters;
    seat_set called;           /* those of them who were there when it was opened */
    seat_set team[VOTE_TEAMS]; /* in teams that have one voice each; empty: everybody has one */
    seat_set by;               /* who opened it; nobody where the table did */
    seat_set yes, no;
    seat_set rider_yes; /* voters who also want the rider; the rest of those who voted do not */
    int16_t about;      /* the seat whose word or place is in question */
    uint8_t id;
    uint8_t subject;   /* index into the game's subjects */
    uint8_t suggested; /* the machine's view: enum opinion */
    uint8_t holds;     /* the phase clock stands still while this vote is open */
    uint8_t rider;     /* there is a second question on the same slip */
    uint8_t topic;     /* what exactly, where the subject and the seat do not tell; game-defined */
    uint8_t kind;      /* enum vote_kind */
    uint8_t why;       /* what speaks against a word: one of REASONS (vote.h) */
    struct word with;  /* the word on the table that it clashes with; may be empty */
    uint8_t spare[5];
};

/* A vote that has just ended, for those who look: the ballot as it was, and what came out. */
struct verdict {
    struct ballot ballot;
    int64_t at;
    uint8_t yes, rider;
    uint8_t spare[6];
};

enum outcome { OUTCOME_NONE, OUTCOME_WON, OUTCOME_LOST, OUTCOME_RANKED, OUTCOME_ABANDONED };

struct core {
    int64_t since;    /* when the phase began */
    int64_t deadline; /* when it ends by itself; 0: never */
    int64_t held;     /* time left on a clock that stands still; 0: it does not */
    int64_t away_since[SEATS_MAX];
    struct ballot ballot[BALLOTS_MAX];
    struct verdict verdict; /* ballot id 0: none lately */
    int16_t option[OPTIONS_MAX];
    int16_t score[SEATS_MAX];
    seat_set away;    /* dropped out, may return */
    seat_set skipped; /* not waited for in this phase */
    seat_set gone;    /* left for good */
    seat_set winners;
    seat_set bots; /* moved by a machine */
    uint8_t seats;
    uint8_t language;
    uint8_t youngest;
    uint8_t phase;
    uint8_t expired; /* the phase's time has run out */
    uint8_t paused;
    uint8_t outcome;
    uint8_t ballots; /* votes opened so far; the last id given */
    uint8_t open;    /* how many votes are open */
    uint8_t edition; /* of the rules it was begun with; facts of older ones mean what they did */
};

extern const struct layout core_layout;

/* Options every table has; a game's own begin at CORE_OPTIONS. */
enum core_option {
    OPT_REFEREE,
    OPT_VOTE_TIME,
    OPT_GRACE,
    OPT_PATIENCE,
    OPT_HINTS,
    CORE_OPTIONS,
};
enum referee { REFEREE_STRICT, REFEREE_ADVISE, REFEREE_TRUST };

/* Facts every game has; a game's own begin at CORE_FACTS. */
enum core_fact {
    PHASE_BEGAN,
    TIME_RAN_OUT,
    CLOCK_HELD,
    CLOCK_RELEASED,
    VOTE_OPENED,
    VOTE_CAST,
    VOTE_CLOSED,
    SEAT_LEFT,
    SEAT_RETURNED,
    SEAT_SKIPPED,
    SEAT_FREED,
    TABLE_PAUSED,
    TABLE_RESUMED,
    SCORED,
    GAME_ENDED,
    WORD_RULED,
    SEAT_HANDED,
    CORE_FACTS,
};

/* Actions every game has; a game's own begin at CORE_ACTIONS. */
enum core_action {
    ACT_VOTE,
    ACT_PROPOSE_SKIP,
    ACT_SKIP,
    ACT_FREE,
    ACT_LEAVE,
    ACT_RETURN,
    ACT_PAUSE,
    ACT_RESUME,
    ACT_TICK,
    ACT_HAND,
    CORE_ACTIONS,
};

/* The vote on skipping an absent player stands before the game's own subjects. */
enum { SUBJECT_SKIP, CORE_SUBJECTS };

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

/* Whom something that people look at waits for before its time is up: those people who are there
 * and not ready to go on. Bots hurry nobody: only where they are among themselves they are asked.
 */
static inline seat_set seats_looking(const struct core *c, seat_set ready)
{
    seat_set eyes = seats_people(c);

    if (!eyes)
        eyes = seats_present(c) ? seats_present(c) : seats_active(c);
    return (seat_set)(eyes & ~ready);
}

/* for (each open vote) */
#define FOR_BALLOTS(b, c)                                                                       \
    for (const struct ballot *b = (c)->ballot; (c)->open && b < (c)->ballot + BALLOTS_MAX; b++) \
        if (b->id)

static inline bool votes_open(const struct core *c)
{
    return c->open > 0;
}

#endif
