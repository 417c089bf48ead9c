/*
 * vote - the table decides (T-7): yes or no, within a time. There are two kinds of questions.
 *
 *   VOTE_MATTER     Is this a match, shall we go on without Ben? Majority of the votes cast; a tie
 *                   keeps the machine's suggestion, and without one means no.
 *   VOTE_OBJECTION  Strike the word of `about`? Yes needs more than half of those entitled: silence
 *                   lets the word stand. Whose word it is argues but does not vote; whoever objects
 *                   has voted by that. Entitled are the voters who were there when it was opened,
 *                   and whoever else votes. With one entitled voter the machine's suggestion
 *                   decides, without one the word stands. In teams each team has one voice: yes
 *                   where more than half of its entitled members say so.
 *
 * A vote ends as soon as its result is certain: those who are away are not waited for, but may vote
 * if they return in time. A slip may carry a second question, the rider ("and erase it?"), which
 * needs a majority of its own, counted the same way. A vote on skipping somebody ends with no as
 * soon as the phase does, or the table does not wait for that seat any more.
 *
 *     return vote_open(d, &(struct question){.kind = VOTE_OBJECTION,
 *                                            .subject = OM_SUBJECT_RULES,
 *                                            .about = seat,
 *                                            .voters = seats_active(d->core),
 *                                            .suggested = fault ? OPINION_YES : OPINION_NONE,
 *                                            .why = fault,
 *                                            .with = word_str(&hand->with)});
 */
#ifndef RULES_VOTE_H
#define RULES_VOTE_H

#include "rules/decision.h"
#include "rules/words.h"

/* Why a word is objected to: a fault that the referee has found, or that it misses the theme. The
 * screen says it (reason.… of the catalogs); none: somebody only says so. */
#define REASONS FAULTS "|theme"
enum { REASON_THEME = FAULT_HINT + 1 };

/* How long a result is of interest, in milliseconds on the table's clock. */
enum { VERDICT_SHOWN = 10000 };

/* Whoever acts (d->by) opens it; nobody where the table does. */
struct question {
    enum vote_kind kind;
    int subject;               /* index into the game's subjects */
    int about;                 /* seat in question: in an objection it has no vote */
    seat_set voters;           /* everybody concerned */
    seat_set team[VOTE_TEAMS]; /* in an objection between teams: their members */
    enum opinion suggested;
    enum opinion says; /* what opening it says, as a first vote; in an objection always yes */
    bool holds;        /* the phase clock stands still meanwhile */
    bool rider;
    bool says_rider;
    int topic;       /* 0 … 255, for the game: which of several claims, say */
    int why;         /* of REASONS */
    struct str with; /* the word on the table that it clashes with; may be empty */
};

/* Opens a vote; refuses (and returns false) when too many are open. At most one a step. */
bool vote_open(struct decision *d, const struct question *q);
/* Closes a vote whose question something else has settled: it has no result, and the one before it
 * stays to be seen. */
void vote_drop(struct decision *d, const struct ballot *b);
/* Whether the phase clock stands still for a vote. */
bool vote_holds(const struct core *c);
/* How many voices must agree to strike a word now; 0 for a vote of the other kind. */
int vote_needed(const struct core *c, const struct ballot *b);
const struct ballot *vote_find(const struct core *c, int id);

/* Whether a vote on this subject about this seat is open: asked of every seat, and mostly no vote
 * is. */
static inline bool vote_pending(const struct core *c, int subject, int about)
{
    FOR_BALLOTS (b, c) {
        if (b->subject == subject && b->about == about)
            return true;
    }
    return false;
}

/* The same with this topic. */
static inline bool vote_pending_on(const struct core *c, int subject, int topic)
{
    FOR_BALLOTS (b, c) {
        if (b->subject == subject && b->topic == topic)
            return true;
    }
    return false;
}

/* Result of a count of votes cast: 1 yes, 0 no, -1 not certain while `open` more may vote. */
int vote_count(int yes, int no, int open, enum opinion suggested);

/* For the match: closes what is certain or due. True if it emitted something. */
bool vote_follow(struct decision *d);

#endif
