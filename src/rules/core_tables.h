/* core_tables - the facts, actions and options every game has, and what follows by itself. */
#ifndef RULES_CORE_TABLES_H
#define RULES_CORE_TABLES_H

#include "rules/game.h"

extern const struct fact_spec core_facts[];
extern const struct action_spec core_actions[];
extern const struct option_spec core_options[];

/* One step of what is due at any table: votes, absent players, an empty table. True if it emitted.
 */
bool core_follow(struct decision *d);

#endif
