/*
 * define_blocks - constants and blocks from a .def (rules/define.h): read once for every game, and
 * by the core for what all games have.
 */
#ifndef RULES_DEFINE_NAMES
#define RULES_DEFINE_NAMES
#define DEF_JOIN_(a, b) a##_##b
#define DEF_JOIN(a, b)  DEF_JOIN_(a, b)
#define DEF(name)       DEF_JOIN(GAME_PREFIX, name)
#endif

/* A game's own come after those of the core. */
#undef DEF_BEFORE
#ifdef GAME_IS_CORE
#define DEF_BEFORE(first) -1
#else
#define DEF_BEFORE(first) (first) - 1
#endif

/* The order of the includes is its meaning. */
/* clang-format off */

/* ---- constants ---- */

#include "rules/define_none.h"
#define PHASE(constant, name) constant,
enum {
#include "rules/define_read.h"
    DEF(phases_end)
};
#include "rules/define_none.h"
#define SUBJECT(constant, name) constant,
enum {
    DEF(before_subjects) = DEF_BEFORE(CORE_SUBJECTS),
#include "rules/define_read.h"
    DEF(subjects_end)
};
#include "rules/define_none.h"
#define DECK(constant, name) constant,
enum {
#include "rules/define_read.h"
    DEF(decks_end)
};
#include "rules/define_none.h"
#define CHANCE(constant, arg) constant,
enum {
#include "rules/define_read.h"
    DEF(chances_end)
};
#include "rules/define_none.h"
#define BOOL_OPTION(constant, name, initial)                  constant,
#define INT_OPTION(constant, name, least, most, initial)      constant,
#define CHOICE_OPTION(constant, name, choices, last, initial) constant,
enum {
    DEF(before_options) = DEF_BEFORE(CORE_OPTIONS),
#include "rules/define_read.h"
    DEF(options_end)
};
#include "rules/define_none.h"
#define ACTION(constant, name, args)        constant,
#define LIVE_ACTION(constant, name, args)   constant,
#define LISTED_ACTION(constant, name, args) constant,
#define PREVIEWED_ACTION(constant, name, args) constant,
#define TABLE_ACTION(constant, name, args)  constant,
enum {
    DEF(before_actions) = DEF_BEFORE(CORE_ACTIONS),
#include "rules/define_read.h"
    DEF(actions_end)
};
#include "rules/define_none.h"
#define FACT(constant, name, audience, args)    constant,
#define REVEAL(constant, name, audience, args)  constant,
#define RETIRED(constant, name, audience, args) constant,
enum {
    DEF(before_facts) = DEF_BEFORE(CORE_FACTS),
#include "rules/define_read.h"
    DEF(facts_end)
};

/* ---- blocks: their fields cover every byte, or they do not compile ---- */

#include "rules/define_none.h"
#define BLOCK(name, fields) \
    struct DEF(name) {      \
        fields              \
    };
#define FIELD(type, name)         type name;
#define ARRAY(type, name, size)   type name size;
#define STRUCTS(part, name, size) struct DEF(part) name size;
#include "rules/define_read.h"
#include "rules/define_none.h"
#define BLOCK(name, fields)                                \
    _Static_assert(sizeof(struct DEF(name)) == (fields 0), \
                   "a block has no gaps: order its fields by size and add a spare one");
#define FIELD(type, name)         sizeof(type) +
#define ARRAY(type, name, size)   sizeof(type size) +
#define STRUCTS(part, name, size) sizeof(struct DEF(part) size) +
#include "rules/define_read.h"


#include "rules/define_none.h"
/* clang-format on */
