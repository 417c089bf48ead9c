/*
 * define_tables - the tables of a game from its .def (rules/define.h): read once, in game.c.
 *
 * With the prefix x it makes x_public_layout and its like, x_phases, x_subjects, x_decks,
 * x_chances, x_options, x_actions, x_facts, x_shapes; GAME_TABLES(x) puts them into a struct game.
 */
#include "rules/shape.h"

/* Tables of the core are known elsewhere; those of a game are reached by its struct game alone. */
#undef DEF_STATIC
#ifdef GAME_IS_CORE
#define DEF_STATIC
#else
#define DEF_STATIC static
#endif

/* The order of the includes is its meaning. */
/* clang-format off */

/* ---- blocks ---- */

#include "rules/define_none.h"
#define BLOCK(name, members)                                             \
    static const struct field DEF_JOIN(DEF(name), fields)[] = {members}; \
    DEF_STATIC const struct layout DEF_JOIN(DEF(name), layout) =             \
        LAYOUT(struct DEF(name), DEF_JOIN(DEF(name), fields));
#define FIELD(type, name) {#name, FIELD_KIND(*(type *)0), sizeof(type), 1, NULL},
#define ARRAY(type, name, size) \
    {#name, FIELD_KIND(*(type *)0), sizeof(type), sizeof(type size) / sizeof(type), NULL},
/* [1]: an array also where it is one alone, and `size` is empty. */
#define STRUCTS(part, name, size)                                                                 \
    {#name, FIELD_STRUCT, sizeof(struct DEF(part)),                                               \
     sizeof(struct DEF(part)[1] size) / sizeof(struct DEF(part)), &DEF_JOIN(DEF(part), layout)},
#include "rules/define_read.h"

#ifndef GAME_IS_CORE
/* ---- names ---- */

#include "rules/define_none.h"
#define PHASE(constant, name) #name,
static const char *const DEF(phases)[] = {
#include "rules/define_read.h"
    NULL};
#include "rules/define_none.h"
#define SUBJECT(constant, name) #name,
static const char *const DEF(subjects)[] = {"skip",
#include "rules/define_read.h"
                                            NULL};
#include "rules/define_none.h"
#define DECK(constant, name) #name,
static const char *const DEF(decks)[] = {
#include "rules/define_read.h"
    NULL};

#include "rules/define_none.h"
#include "rules/define_text.h"
#define CHANCE(constant, arg) (arg) + 1, /* arguments begin with a blank */
static const char *const DEF(chances)[] = {
#include "rules/define_read.h"
    NULL};
#endif

/* ---- options ---- */

#include "rules/define_none.h"
#define BOOL_OPTION(constant, name, initial) {#name, OPTION_BOOL, 0, 1, initial, NULL},
#define INT_OPTION(constant, name, least, most, initial) \
    {#name, OPTION_INT, least, most, initial, NULL},
#define CHOICE_OPTION(constant, name, choices, last, initial) \
    {#name, OPTION_CHOICE, 0, last, initial, #choices},
DEF_STATIC const struct option_spec DEF(options)[] = {
#include "rules/define_read.h"
    {0}};

/* ---- actions ---- */

#include "rules/define_none.h"
#define ACTION(constant, name, args)                                                 \
    static bool DEF_JOIN(DEF(name), ask)(struct decision * d, const struct value *v) \
    {                                                                                \
        struct DEF(name) a = DEF_JOIN(DEF(name), of)(v);                             \
        return DEF_JOIN(DEF(name), decide)(d, &a);                                   \
    }
#define LIVE_ACTION(constant, name, args)  ACTION(constant, name, args)
#define TABLE_ACTION(constant, name, args) ACTION(constant, name, args)
#define LISTED_ACTION(constant, name, args)                                             \
    ACTION(constant, name, args)                                                        \
    static bool DEF_JOIN(DEF(name), fine)(const struct known *k, const struct value *v) \
    {                                                                                   \
        struct DEF(name) a = DEF_JOIN(DEF(name), of)(v);                                \
        return DEF_JOIN(DEF(name), legal)(k, &a);                                       \
    }
#define PREVIEWED_ACTION(constant, name, args)                                               \
    ACTION(constant, name, args)                                                             \
    static void DEF_JOIN(DEF(name), foretell)(const struct known *k, const struct value *v, \
                                              const struct lexicon *l, struct jw *w)         \
    {                                                                                        \
        struct DEF(name) a = DEF_JOIN(DEF(name), of)(v);                                     \
        DEF_JOIN(DEF(name), preview)(k, &a, l, w);                                           \
    }
#include "rules/define_read.h"
#include "rules/define_none.h"
#include "rules/define_text.h"
#define DEF_ACTION(which, text, ...)      \
    {.name = #which,                      \
     .args = text,                        \
     .actor = BY_SEAT,                    \
     .can = DEF_JOIN(DEF(which), can),    \
     .decide = DEF_JOIN(DEF(which), ask), \
     __VA_ARGS__},
#define ACTION(constant, name, args)      DEF_ACTION(name, args)
#define LIVE_ACTION(constant, name, args) DEF_ACTION(name, args, .live = true)
#define LISTED_ACTION(constant, name, args) \
    DEF_ACTION(name, args, .legal = DEF_JOIN(DEF(name), fine))
#define PREVIEWED_ACTION(constant, name, args) \
    DEF_ACTION(name, args, .preview = DEF_JOIN(DEF(name), foretell))
#define TABLE_ACTION(constant, which, text) \
    {.name = #which, .args = text, .actor = BY_TABLE, .decide = DEF_JOIN(DEF(which), ask)},
DEF_STATIC const struct action_spec DEF(actions)[] = {
#include "rules/define_read.h"
    {0}};
#undef DEF_ACTION

/* ---- facts ---- */

#include "rules/define_none.h"
#define FACT(constant, name, audience, args)                                  \
    static void DEF_JOIN(DEF(name), fold)(void *block, const struct known *k, \
                                          const struct fact *f)               \
    {                                                                         \
        struct DEF(name) a = DEF_JOIN(DEF(name), of)(f->arg);                 \
        DEF_JOIN(DEF(name), apply)(block, k, &a);                             \
    }
#define REVEAL(constant, name, audience, args)  FACT(constant, name, audience, args)
#define RETIRED(constant, name, audience, args) FACT(constant, name, audience, args)
#include "rules/define_read.h"
#include "rules/define_none.h"
#include "rules/define_text.h"
#define FACT(constant, name, audience, args) \
    {#name, args, audience, false, DEF_JOIN(DEF(name), fold)},
#define REVEAL(constant, name, audience, args) \
    {#name, args, audience, true, DEF_JOIN(DEF(name), fold)},
#define RETIRED(constant, name, audience, args) \
    {#name, args, audience, false, DEF_JOIN(DEF(name), fold), .retired = true},
DEF_STATIC const struct fact_spec DEF(facts)[] = {
#include "rules/define_read.h"
    {0}};

#ifndef GAME_IS_CORE
/* ---- shapes of views ---- */

#include "rules/define_none.h"
#define SHAPE(name, members) {#name, NULL, SHAPE_PART, false, NULL, {members}},
#define VIEW(members)        {"View", NULL, SHAPE_PART, false, NULL, {members}},
#define OWN(members)         {"Own", NULL, SHAPE_PART, false, NULL, {members}},
static const struct shape DEF(shapes)[] = {
#include "rules/define_read.h"
    {0}};
#endif

#include "rules/define_none.h"
/* clang-format on */

#define GAME_TABLES(prefix)                                                                \
    .phases = prefix##_phases, .subjects = prefix##_subjects, .decks = prefix##_decks,     \
    .chances = prefix##_chances, .options = prefix##_options, .actions = prefix##_actions, \
    .facts = prefix##_facts, .shapes = prefix##_shapes
