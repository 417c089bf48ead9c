/*
 * bot_play - when bots think and when they move, by the table's clock.
 *
 * A seat with something in mind thinks again when what it is about has changed (bot_occasion()) and
 * once more when its moment has come, if others have acted meanwhile. A seat with nothing in mind
 * thinks after every record. So what takes long to think is thought twice, not after everybody's
 * move.
 *
 * `struct bot_turn` is that for one seat, and says nothing about who thinks: rooms have threads for
 * it (room/bots.c). bot_play_out() thinks and moves at once: for simulation, laws and benchmarks.
 *
 *     struct bot_company company = {.head = {&mind, shelf}};
 *     for (each seat) company.bot[seat] = (struct bot){BOT_SHARP, seed + seat};
 *     bot_play_out(&match, decision, &company, 20000);
 */
#ifndef RULES_BOT_PLAY_H
#define RULES_BOT_PLAY_H

#include "rules/bot.h"
#include "rules/match.h"

/* What a pending move is about: as long as this stays the same, the move need not be thought over.
 */
struct bot_occasion {
    int64_t since;
    seat_set cast; /* who has voted somewhere: bots wait for people */
    uint8_t phase, ballots, open, expired;
};

struct bot_occasion bot_occasion(const struct known *k);
bool bot_occasion_same(const struct bot_occasion *a, const struct bot_occasion *b);

/* What a seat has in mind. */
struct bot_turn {
    bool pending;                 /* a move, … */
    uint32_t records;             /* … thought of after so many records … */
    struct bot_occasion occasion; /* … about this */
    struct bot_move move;
};

/* A seat that has never thought. */
void bot_turn_init(struct bot_turn *t);
bool bot_turn_wants_thought(const struct bot_turn *t, const struct known *k, uint32_t records);
/* It thinks now, about the table as it is: what it had in mind is gone. */
void bot_turn_thinks(struct bot_turn *t, const struct known *k, uint32_t records);
/* Its moment has come: whether it has to look once more. */
bool bot_turn_looks_again(const struct bot_turn *t, uint32_t records);
/* It has moved, or was refused and would be again: it thinks anew. */
void bot_turn_over(struct bot_turn *t);

struct bot_company {
    struct bot_head head;
    struct bot bot[SEATS_MAX];
    const struct mind *mind[SEATS_MAX]; /* of a seat that thinks with another; NULL: the head's */
    seat_set human;                     /* seats that are not moved */

    /* Told about every record, after it was folded; of every thought; and after its record of every
     * move that was not refused. May be NULL. */
    void (*record)(void *arg, const struct match *m, const struct decision *d);
    void (*thought)(void *arg, int seat, int64_t cpu_ns);
    void (*moved)(void *arg, const struct match *m, int seat, const struct bot_move *move);
    int64_t (*cpu)(void); /* CPU time of this thread in nanoseconds; NULL: thoughts take 0 */
    void *arg;

    /* Counts, to be read afterwards. */
    int64_t moves, refusals;
    const char *refused; /* key of the last refusal */
    int refused_action;

    struct bot_turn seat[SEATS_MAX];
};

/* Plays an opened match to its end. False where it has not ended after `bound` steps. */
bool bot_play_out(struct match *m, struct decision *d, struct bot_company *c, int bound);

#endif
