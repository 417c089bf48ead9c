/*
 * fact_check - whether a fact of a room, or the beginning of a game, is one that this program would
 * have written at this point of a log.
 *
 * Folding is total and lets pass what does not fit. So logs from elsewhere are asked here first:
 * the party they make is one that orders could have made. Numbers count up without a gap, names are
 * as they are cleaned, the guests of players are there, games are as their lobby had them.
 *
 *     if (!fact_check(&party, game_runs, &fact))
 *         refuse the log;
 *     party_fold(&party, &fact);
 */
#ifndef PARTY_FACT_CHECK_H
#define PARTY_FACT_CHECK_H

#include "party/facts.h"

/* `runs`: there is a game and it is not over. */
bool fact_check(const struct party *p, bool runs, const struct party_fact *f);
/* A game that begins now, after the fact that says so. */
bool fact_check_setup(const struct party *p, const struct setup *s);

#endif
