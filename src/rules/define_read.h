/*
 * define_read - reads a game's .def (rules/define.h): lines that were given no meaning since
 * rules/define_none.h have none. Read many times, so there is no guard.
 */
#ifndef BLOCK
#define BLOCK(name, fields)
#endif
#ifndef PHASE
#define PHASE(constant, name)
#endif
#ifndef SUBJECT
#define SUBJECT(constant, name)
#endif
#ifndef DECK
#define DECK(constant, name)
#endif
#ifndef CHANCE
#define CHANCE(constant, arg)
#endif
#ifndef BOOL_OPTION
#define BOOL_OPTION(constant, name, initial)
#endif
#ifndef INT_OPTION
#define INT_OPTION(constant, name, least, most, initial)
#endif
#ifndef CHOICE_OPTION
#define CHOICE_OPTION(constant, name, choices, last, initial)
#endif
#ifndef ACTION
#define ACTION(constant, name, args)
#endif
#ifndef LIVE_ACTION
#define LIVE_ACTION(constant, name, args)
#endif
#ifndef LISTED_ACTION
#define LISTED_ACTION(constant, name, args)
#endif
#ifndef PREVIEWED_ACTION
#define PREVIEWED_ACTION(constant, name, args)
#endif
#ifndef TABLE_ACTION
#define TABLE_ACTION(constant, name, args)
#endif
#ifndef FACT
#define FACT(constant, name, audience, args)
#endif
#ifndef REVEAL
#define REVEAL(constant, name, audience, args)
#endif
#ifndef RETIRED
#define RETIRED(constant, name, audience, args)
#endif
#ifndef SHAPE
#define SHAPE(name, members)
#endif
#ifndef VIEW
#define VIEW(members)
#endif
#ifndef OWN
#define OWN(members)
#endif

#include GAME_DEF
