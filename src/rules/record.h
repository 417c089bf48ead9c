/*
 * record - a game as text: a first line that says how the table was set up, then one line per
 * decided action with its facts (docs/log-format.md). What is stored, exported and replayed.
 *
 * A record can be taken in two ways. match_refold() believes its facts: nothing else is needed, and
 * the game survives new rules and words. log_replay_record() believes only what was asked: the
 * rules decide it again, and the facts must come out the same. A table that was made in the second
 * way is one that could have been played here, whoever wrote the log (docs/decisions/0009).
 */
#ifndef RULES_RECORD_H
#define RULES_RECORD_H

#include "base/sealed.h"
#include "rules/match.h"
#include "rules/setup.h"

/* A fact as an object; `audience`: as it is stored, with the seats it is for. Without it as it is
 * told: arguments that may be left out and are 0 or empty are. */
void fact_write(const struct book *b, const struct names *names, const struct fact *f,
                bool audience, struct jw *w);

/* What the seed of a game was made of, and who has no part in it though they play. */
struct dealt {
    struct sealed sealed;
    seat_set out;
};

/* The first line. `names` of the players may be NULL, and so may be what made the seed. */
void log_write_setup(const struct setup *s, const char *const *names, const struct dealt *deal,
                     struct buf *out);
/* One record: the facts of a decision, who acted and what. */
void log_write_record(const struct match *m, const struct decision *d, const char *action,
                      struct buf *out);

struct record {
    struct buf line; /* owns the texts of the facts */
    int64_t at;
    int by;
    struct str action;
    struct str with; /* arguments of the action, an object; empty: none, or not recorded */
    int draws;       /* -1: not recorded */
    struct draw draw[DRAWS_MAX];
    int facts;
    struct fact fact[DECISION_FACTS];
    char list[DECISION_FACTS][LIST_MAX]; /* bytes of list arguments; one list a fact */
};

struct record *record_new(void);
void record_free(struct record *r);
/* Reads a line written by log_write_record(). False with a reason in `problem`. Logs are mostly
 * records, so they are read without a tree (record_read.c). */
bool log_read_record(struct record *r, const struct book *b, const struct names *names,
                     uint32_t expected, struct str line, struct setup_problem *problem);

/* Whether its draws are what this seed gives; true also where they are not recorded. */
bool log_check_draws(const struct book *b, const struct seed *seed, uint32_t number,
                     const struct record *r);

/* Plays the record again, with the rules and the world of `m`: true where its facts are the very
 * same. They are folded then; after false the match is of no further use. */
bool log_replay_record(struct match *m, struct decision *d, const struct record *r);

struct log_head {
    struct setup setup;
    bool dealt; /* its seed was made by this */
    struct dealt deal;
    int n_names;
    char name[SEATS_MAX][64];
};

/* Reads the first line; the game must be registered. */
bool log_read_setup(struct log_head *head, struct str line, struct setup_problem *problem);

#endif
