/*
 * match - one game being played: decides actions on its table and hands out the facts.
 *
 *     struct match m;
 *     struct decision *d = decision_new();
 *     match_init(&m, &setup, &world);
 *     match_open(&m, d, 0);
 *     if (!match_act(&m, d, now, seat, action, args))
 *         show(d->refusal);                       // nothing has changed
 *     else
 *         store(record of d), then show it;       // d->fact[0 .. d->facts)
 *
 * After a successful call the facts are already folded into the table: the writer stores them
 * before anyone sees a view, and throws the table away if it cannot (docs/decisions/0002).
 */
#ifndef RULES_MATCH_H
#define RULES_MATCH_H

#include "rules/decision.h"

struct match {
    struct setup setup;
    struct world world;
    struct table *table;
    uint32_t records; /* decided so far; also the stream of chance */
};

struct decision *decision_new(void);
void decision_free(struct decision *d);

/* Makes an empty table. The world's parts are borrowed. */
void match_init(struct match *m, const struct setup *s, const struct world *w);
void match_fini(struct match *m);

/* The first record of a game. */
void match_open(struct match *m, struct decision *d, int64_t now);
/* Decides one action. `v` has been decoded by the action's schema. True: d holds its facts. */
bool match_act(struct match *m, struct decision *d, int64_t now, int by, int action,
               const struct value *v);
/* Whether it would be taken, and if not, d->refusal: for advice while somebody types. Nothing
 * changes. */
bool match_try(struct match *m, struct decision *d, int64_t now, int by, int action,
               const struct value *v);
/* Folds facts that were stored earlier, as one record. */
void match_refold(struct match *m, const struct fact *f, int n);
/* Lets time pass until `until`: every tick that is due on the way is handed to `each`. */
void match_pass_time(struct match *m, struct decision *d, int64_t until,
                     void (*each)(void *arg, struct match *m, struct decision *d), void *arg);

#endif
