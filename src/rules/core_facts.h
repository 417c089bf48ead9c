/*
 * core_facts - what happens and is done at every table, with arguments by name (rules/core.def),
 * for the files of the rules and for whoever reads such a fact:
 *
 *     EMIT(d, core_scored, .seat = seat, .points = 2);
 *     FACT_AS(core_game_ended, f).winners
 */
#ifndef RULES_CORE_FACTS_H
#define RULES_CORE_FACTS_H

#include "rules/define_words.h"

#pragma push_macro("GAME_DEF")
#pragma push_macro("GAME_PREFIX")
/* clang-format off */
#include "rules/core_names.h"
#include "rules/define_args.h"
#include "rules/core_names_end.h"
/* clang-format on */
#pragma pop_macro("GAME_DEF")
#pragma pop_macro("GAME_PREFIX")

#endif
