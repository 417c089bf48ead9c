/*
 * play - random play over any game, from its tables: for laws, simulation, fuzzing and load.
 *
 * A proposal is made from what a seat knows and nothing else. It is plausible, not necessarily
 * legal: refusals are part of play.
 */
#ifndef RULES_PLAY_H
#define RULES_PLAY_H

#include "rules/match.h"

struct move {
    int seat;
    int action;
    struct value v[ARGS_MAX];
};

/* A sampler over the built-in vocabulary. */
struct sampler sampler_new(uint64_t seed);
/* From now on it says these words, sorted by their initials, also where a game would make up its
 * own. At most 255; borrowed. */
void sampler_words(struct sampler *s, const struct str *words, uint32_t n);

/* Proposes a move for one of `players`; false where nobody can do anything. Texts and lists borrow
 * from the sampler. */
bool play_propose(const struct table *t, seat_set players, struct sampler *s, struct move *out);

struct play_counts {
    int64_t actions, refusals, facts;
};

/* Plays an opened match to its end, adding to `counts`: seats act, and where nobody can or somebody
 * was refused, time passes. False where it has not ended after `bound` steps. */
bool play_out(struct match *m, struct decision *d, struct sampler *s, int bound,
              struct play_counts *counts);
/* Fills the arguments of one action at random. */
void play_arguments(const struct table *t, int seat, int action, struct sampler *s,
                    struct value *v);
/* A valid setup with random options and a random number of seats (0: any). */
void play_setup(struct setup *s, const struct book *b, int seats, struct sampler *sampler);

#endif
