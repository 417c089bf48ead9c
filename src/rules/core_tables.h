/* core_tables - the facts, actions and options every game has, and what follows by itself. */
#ifndef RULES_CORE_TABLES_H
#define RULES_CORE_TABLES_H

#include "rules/game.h"

extern const struct fact_spec core_facts[CORE_FACTS];
extern const struct action_spec *const core_actions[CORE_ACTIONS];
extern const struct option_spec core_options[CORE_OPTIONS];

/* One step of what is due at any table: votes, absent players, an empty table. True if it emitted.
 */
bool core_follow(struct decision *d);

#endif
