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
 *     PACKED_DECK(X_DECK_THEMES, themes)   one deck a pack: themes, themes-children, …
 *     PACK_OPTION(X_PACK)                  which of them a table plays: X_DECK_THEMES + the option
 *     CHANCE(X_CHANCE_CARD, RANGE(card, 0, 99))
 *     BOOL_OPTION(X_BROWSE, browse, 0)     and its initial value
 *     INT_OPTION(X_TIME, think_time, 0, 60, 0)           least, most, initial
 *     CHOICE_OPTION(X_TRACK, track, short|long, X_LONG, X_SHORT)  choices, the last one, initial
 *     ACTION(X_ACT_THINK, think, SECRET(RANGE(number, 1, 5)))
 *     LIVE_ACTION(…)                       others may watch the hand before the move is made
 *     LISTED_ACTION(…)                     views list the legal values of the first argument
 *     PREVIEWED_ACTION(…)                  who types is told what would count, before it is sent
 *     FACT(X_TOLD, told, FOR_ALL, ARG(seat, seat) RANGE(number, 1, 5))
 *     REVEAL(…)                            a fact that tells what was secret
 *     RETIRED(…)                           one of earlier editions: logs hold it, no rule says it
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
 *     PREVIEW(chime_think)                 { … k, a->number, l → w … }    // of a previewed one
 *
 * A missing or misspelt one does not compile; EMIT of a fact that is for some does not either, and
 * TELL only of those.
 */
#include "rules/define_words.h"

/* For every game anew, in this order. */
/* clang-format off */
#include "rules/define_blocks.h"
#include "rules/define_args.h"
/* clang-format on */
