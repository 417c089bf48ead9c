/*
 * define - a game written once: its .def file, and the types in C that are made from it.
 *
 * A game lists in games/<id>/<id>.def what it consists of, a line each. From these lines come the
 * enums, the structs of blocks, facts and actions, the layouts, the tables of the game and the
 * shape of its views, so that none of them can drift from the others. The file is read several
 * times, each time with another meaning of the same lines; a line reads
 *
 *     BLOCK(public, FIELD(uint8_t, round) ARRAY(uint8_t, told, [8]) STRUCTS(card, row, [8]))
 *                                          struct x_public; also seat and secret, and parts of them
 *     PHASE(X_THINK, think)                the constant in C and the name on the wire
 *     SUBJECT(X_SPELLING, spelling)        what is voted on, besides "skip"
 *     DECK(X_DECK_WORDS, words)
 *     CHANCE(X_CHANCE_CARD, RANGE(card, 0, 99))
 *     BOOL_OPTION(X_BROWSE, browse, 0)     and its initial value
 *     INT_OPTION(X_TIME, think_time, 0, 60, 0)           least, most, initial
 *     CHOICE_OPTION(X_TRACK, track, short|long, X_LONG, X_SHORT)  choices, the last one, initial
 *     ACTION(X_ACT_THINK, think, SECRET(RANGE(number, 1, 5)))
 *     LIVE_ACTION(…)                       others may watch the hand before the move is made
 *     LISTED_ACTION(…)                     views list the legal values of the first argument
 *     FACT(X_TOLD, told, FOR_ALL, ARG(seat, seat) RANGE(number, 1, 5))
 *     REVEAL(…)                            a fact that tells what was secret
 *     SHAPE(…) VIEW(…) OWN(…)              what views look like (rules/shape.h)
 *
 * Arguments are ARG(type, name) with a type of rules/schema.h, RANGE(name, least, most),
 * CHOICE(name, one|two), CHOICE_OF(name, "one|two"), or NOTHING where there are none; OPTIONAL(…)
 * and SECRET(…) stand around one.
 *
 * In C the game's header says which file it is and what its names begin with:
 *
 *     #define GAME_DEF "chime/chime.def"
 *     #define GAME_PREFIX chime
 *     #include "rules/define.h"            // the types
 *
 * and game.c says after its functions
 *
 *     #include "rules/define_tables.h"     // chime_facts, chime_actions, …: GAME_TABLES(chime)
 *
 * Then a fact `told` is `struct chime_told`; what it does, says and is read by:
 *
 *     APPLY(chime_told, t)                 { t->told[f->seat] = f->number; }  // block, known k, f
 *     EMIT(d, chime_told, .seat = 2, .number = 5);
 *     struct chime_told told = FACT_AS(chime_told, fact);
 *
 * and an action `think` is `struct chime_think`, with
 *
 *     CAN(chime_think)                     { return … k …; }       // may be worth trying
 *     DECIDE(chime_think)                  { … d, a->number … }
 *     LEGAL(chime_think)                   { return … k, a->number …; }   // of a listed action
 *
 * A missing or misspelt one does not compile; EMIT of a fact that is for some does not either, and
 * TELL only of those.
 */
#ifndef RULES_DEFINE_H
#define RULES_DEFINE_H

#include "rules/decision.h"

#define DEF_UNUSED __attribute__((unused))

/* What a fact does to the block that its audience names. */
#define APPLY(fact, block)                                                              \
    void fact##_apply(fact##_block *block DEF_UNUSED, const struct known *k DEF_UNUSED, \
                      const struct fact *f DEF_UNUSED)
#define CAN(action)    bool action##_can(const struct known *k DEF_UNUSED)
#define DECIDE(action) bool action##_decide(struct decision *d, const struct action *a DEF_UNUSED)
#define LEGAL(action)  bool action##_legal(const struct known *k, const struct action *a DEF_UNUSED)

#undef EMIT
#undef TELL
/* A fact for all or for nobody happens; one for some is told to these seats. */
#define EMIT(d, fact, ...)        fact##_emit(d, &(const struct fact){__VA_ARGS__})
#define TELL(d, seats, fact, ...) fact##_tell(d, seats, &(const struct fact){__VA_ARGS__})
/* The arguments of a fact whose kind is known, by their names. */
#define FACT_AS(name, f) name##_of((f)->arg)
/* Arguments as everything else carries them. */
#define PUT(v, name, ...) name##_put(v, &(const struct name){__VA_ARGS__})
/* The move of a bot (rules/bot.h). */
#define BOT_DO(t, action, ...) \
    action##_put(bot_do(t, action##_action), &(const struct action){__VA_ARGS__})

#define DEF_JOIN_(a, b) a##_##b
#define DEF_JOIN(a, b)  DEF_JOIN_(a, b)
#define DEF(name)       DEF_JOIN(GAME_PREFIX, name)

/* The types of arguments in C, and how they lie in a struct value. */
#define DEF_TYPE_bool      bool
#define DEF_TYPE_int       int
#define DEF_TYPE_seat      int
#define DEF_TYPE_seats     seat_set
#define DEF_TYPE_letter    int
#define DEF_TYPE_text      struct str
#define DEF_TYPE_time      int64_t
#define DEF_TYPE_list      struct str
#define DEF_TYPE_phase     int
#define DEF_TYPE_subject   int
#define DEF_GET_bool(v)    ((v).i != 0)
#define DEF_GET_int(v)     ((int)(v).i)
#define DEF_GET_seat(v)    ((int)(v).i)
#define DEF_GET_seats(v)   ((seat_set)(v).i)
#define DEF_GET_letter(v)  ((int)(v).i)
#define DEF_GET_text(v)    ((v).s)
#define DEF_GET_time(v)    ((v).i)
#define DEF_GET_list(v)    ((v).s)
#define DEF_GET_phase(v)   ((int)(v).i)
#define DEF_GET_subject(v) ((int)(v).i)
#define DEF_PUT_bool(x)    NUM(x)
#define DEF_PUT_int(x)     NUM(x)
#define DEF_PUT_seat(x)    NUM(x)
#define DEF_PUT_seats(x)   NUM(x)
#define DEF_PUT_letter(x)  NUM(x)
#define DEF_PUT_text(x)    TEXT(x)
#define DEF_PUT_time(x)    NUM(x)
#define DEF_PUT_list(x)    TEXT(x)
#define DEF_PUT_phase(x)   NUM(x)
#define DEF_PUT_subject(x) NUM(x)

/* The block that a fact is written into. */
#define DEF_BLOCK_FOR_ALL    struct DEF(public)
#define DEF_BLOCK_FOR_SOME   struct DEF(seat)
#define DEF_BLOCK_FOR_NOBODY struct DEF(secret)

#endif

/* ---- what follows is read once for every game; the order of the includes is its meaning ---- */

/* clang-format off */

#pragma push_macro("FIELD")
#pragma push_macro("ARRAY")
#pragma push_macro("STRUCTS")

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
    DEF(before_subjects) = CORE_SUBJECTS - 1,
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
    DEF(before_options) = CORE_OPTIONS - 1,
#include "rules/define_read.h"
    DEF(options_end)
};
#include "rules/define_none.h"
#define ACTION(constant, name, args)        constant,
#define LIVE_ACTION(constant, name, args)   constant,
#define LISTED_ACTION(constant, name, args) constant,
enum {
    DEF(before_actions) = CORE_ACTIONS - 1,
#include "rules/define_read.h"
    DEF(actions_end)
};
#include "rules/define_none.h"
#define FACT(constant, name, audience, args)   constant,
#define REVEAL(constant, name, audience, args) constant,
enum {
    DEF(before_facts) = CORE_FACTS - 1,
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

/* ---- facts and actions: structs, and their way into values and back ---- */

#include "rules/define_none.h"
#define DEF_STRUCT(name, args) \
    struct DEF(name) {         \
        args                   \
    };
#define ACTION(constant, name, args)           DEF_STRUCT(name, args)
#define LIVE_ACTION(constant, name, args)      DEF_STRUCT(name, args)
#define LISTED_ACTION(constant, name, args)    DEF_STRUCT(name, args)
#define FACT(constant, name, audience, args)   DEF_STRUCT(name, args)
#define REVEAL(constant, name, audience, args) DEF_STRUCT(name, args)
#define ARG(type, name)                        DEF_TYPE_##type name;
#define RANGE(name, least, most)               int name;
#define CHOICE(name, choices)                  int name;
#define CHOICE_OF(name, choices)               int name;
#define OPTIONAL(arg)                          arg
#define SECRET(arg)                            arg
#define NOTHING                                char nothing;
#include "rules/define_read.h"
#undef DEF_STRUCT

#include "rules/define_none.h"
#define DEF_READ(name, args)                                                                 \
    static inline struct DEF(name) DEF_JOIN(DEF(name), of)(const struct value *v DEF_UNUSED) \
    {                                                                                        \
        struct DEF(name) a;                                                                  \
        args return a;                                                                       \
    }
#define ACTION(constant, name, args)           DEF_READ(name, args)
#define LIVE_ACTION(constant, name, args)      DEF_READ(name, args)
#define LISTED_ACTION(constant, name, args)    DEF_READ(name, args)
#define FACT(constant, name, audience, args)   DEF_READ(name, args)
#define REVEAL(constant, name, audience, args) DEF_READ(name, args)
#define ARG(type, name)          \
    a.name = DEF_GET_##type(*v); \
    v++;
#define RANGE(name, least, most) a.name = (int)v++->i;
#define CHOICE(name, choices)    a.name = (int)v++->i;
#define CHOICE_OF(name, choices) a.name = (int)v++->i;
#define OPTIONAL(arg)            arg
#define SECRET(arg)              arg
#define NOTHING                  a.nothing = 0;
#include "rules/define_read.h"
#undef DEF_READ

#include "rules/define_none.h"
#define DEF_WRITE(name, args)                                                         \
    static inline int DEF_JOIN(DEF(name), put)(struct value * v,                      \
                                               const struct DEF(name) * a DEF_UNUSED) \
    {                                                                                 \
        struct value *from = v;                                                       \
        args return (int)(v - from);                                                  \
    }
#define ACTION(constant, name, args)           DEF_WRITE(name, args)
#define LIVE_ACTION(constant, name, args)      DEF_WRITE(name, args)
#define LISTED_ACTION(constant, name, args)    DEF_WRITE(name, args)
#define FACT(constant, name, audience, args)   DEF_WRITE(name, args)
#define REVEAL(constant, name, audience, args) DEF_WRITE(name, args)
#define ARG(type, name)                        *v++ = DEF_PUT_##type(a->name);
#define RANGE(name, least, most)               *v++ = NUM(a->name);
#define CHOICE(name, choices)                  *v++ = NUM(a->name);
#define CHOICE_OF(name, choices)               *v++ = NUM(a->name);
#define OPTIONAL(arg)                          arg
#define SECRET(arg)                            arg
#define NOTHING
#include "rules/define_read.h"
#undef DEF_WRITE

/* ---- what the game's author writes for each, and how a fact is said ---- */

#include "rules/define_none.h"
#define DEF_ACTION(constant, name)                        \
    enum { DEF_JOIN(DEF(name), action) = constant };      \
    bool DEF_JOIN(DEF(name), can)(const struct known *k); \
    bool DEF_JOIN(DEF(name), decide)(struct decision * d, const struct DEF(name) * a);
#define ACTION(constant, name, args)      DEF_ACTION(constant, name)
#define LIVE_ACTION(constant, name, args) DEF_ACTION(constant, name)
#define LISTED_ACTION(constant, name, args) \
    DEF_ACTION(constant, name)              \
    bool DEF_JOIN(DEF(name), legal)(const struct known *k, const struct DEF(name) * a);
#define DEF_SAY_FOR_ALL(constant, name)                                                           \
    static inline void DEF_JOIN(DEF(name), emit)(struct decision * d, const struct DEF(name) * f) \
    {                                                                                             \
        struct value v[ARGS_MAX];                                                                 \
        v[0] = NUM(0); /* where there are no arguments */                                         \
        emit_values(d, constant, 0, v, (size_t)DEF_JOIN(DEF(name), put)(v, f));                   \
    }
#define DEF_SAY_FOR_NOBODY(constant, name) DEF_SAY_FOR_ALL(constant, name)
#define DEF_SAY_FOR_SOME(constant, name)                                           \
    static inline void DEF_JOIN(DEF(name), tell)(struct decision * d, seat_set to, \
                                                 const struct DEF(name) * f)       \
    {                                                                              \
        struct value v[ARGS_MAX];                                                  \
        v[0] = NUM(0);                                                             \
        emit_values(d, constant, to, v, (size_t)DEF_JOIN(DEF(name), put)(v, f));   \
    }
#define FACT(constant, name, audience, args)                                                   \
    typedef DEF_BLOCK_##audience DEF_JOIN(DEF(name), block);                                   \
    void DEF_JOIN(DEF(name), apply)(DEF_JOIN(DEF(name), block) * block, const struct known *k, \
                                    const struct DEF(name) * f);                               \
    DEF_SAY_##audience(constant, name)
#define REVEAL(constant, name, audience, args) FACT(constant, name, audience, args)
#include "rules/define_read.h"
#undef DEF_ACTION
#undef DEF_SAY_FOR_ALL
#undef DEF_SAY_FOR_NOBODY
#undef DEF_SAY_FOR_SOME

#include "rules/define_none.h"
#pragma pop_macro("FIELD")
#pragma pop_macro("ARRAY")
#pragma pop_macro("STRUCTS")
/* clang-format on */
