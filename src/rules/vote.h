/*
 * vote - the table decides (T-7): yes or no, within a time, by majority of the votes cast.
 *
 * A tie keeps the machine's suggestion, and without one means no. A vote ends as soon as its result
 * is certain: those who are away are not waited for, but may vote if they return in time. A slip
 * may carry a second question, the rider ("and erase it?"), which needs a majority of its own. A
 * vote on skipping somebody ends with no as soon as the phase does, or the table does not wait for
 * that seat any more.
 */
#ifndef RULES_VOTE_H
#define RULES_VOTE_H

#include "rules/decision.h"

struct question {
    int subject; /* index into the game's subjects */
    int about;   /* seat in question */
    seat_set voters;
    enum opinion suggested;
    bool holds; /* the phase clock stands still meanwhile */
    bool rider;
    int topic; /* 0 … 255, for the game: which of several claims, say */
};

/* Opens a vote; refuses (and returns false) when too many are open. At most one a step. */
bool vote_open(struct decision *d, const struct question *q);
const struct ballot *vote_find(const struct core *c, int id);
/* Whether a vote on this subject about this seat is open. */
bool vote_pending(const struct core *c, int subject, int about);
bool vote_pending_on(const struct core *c, int subject, int topic);

/* Result of a count: 1 yes, 0 no, -1 not certain while `open` more may vote. */
int vote_count(int yes, int no, int open, enum opinion suggested);

/* For the match: closes what is certain or due. True if it emitted something. */
bool vote_follow(struct decision *d);
extern const struct action_spec vote_action;

#endif
