/*
 * replay - the games of a room's log, played again by the rules beside the fold of their facts.
 *
 * A log from elsewhere may say anything that looks like facts. Folding and showing that is safe (a
 * law), playing on from it is not: the rules rely on tables that they made. So a log from a
 * stranger is played again: every recorded action is decided once more, with the seed of the game,
 * the words of this server, and the decks and rulings of the room as they were then. The facts have
 * to come out the same (docs/decisions/0009-a-strangers-log.md).
 *
 * The present game is `ours` while they do. That need not be anybody's fault: rules, words and
 * decks change, and logs of earlier versions do not tell the arguments of actions. A game of
 * an edition that is not played on is not even tried.
 *
 * Ownership: the caller's storage, which must not move between init and fini; setups, records and
 * parties are borrowed for a call, the lexicon until the next.
 *
 *     struct replay replay;
 *     replay_init(&replay);
 *     struct log_fold f = {…, .lexicon = &referee.lexicon, .strict = true, .replay = &replay};
 *     …
 *     if (match.table && !replay.ours)
 *         put the game away;
 *     replay_fini(&replay);
 */
#ifndef ROOM_REPLAY_H
#define ROOM_REPLAY_H

#include "party/party.h"
#include "rules/lexicon.h"
#include "rules/record.h"

struct stock;

struct replay {
    bool ours;     /* the present game was opened, and every record is as the rules here have it */
    int64_t games; /* begun so far … */
    int64_t other; /* … and how many of them came out otherwise, the present one included */

    struct match match; /* as the rules have played it; without a table where they have not */
    struct decision *decision;
    struct stock *stock;
    struct shelf shelf;
};

void replay_init(struct replay *r);
void replay_fini(struct replay *r);
/* A game begins, dealt from this. */
void replay_begin(struct replay *r, const struct setup *setup, struct stock *stock);
/* One record of it; `p` is the party before it has seen the cards that the record drew, the lexicon
 * what the group went by then. */
void replay_record(struct replay *r, const struct record *rec, const struct party *p,
                   const struct lexicon *lexicon);
/* The game was left. */
void replay_end(struct replay *r);

#endif
