/*
 * define_none - no line of a game's .def has a meaning (rules/define.h): where a reading of the
 * file begins, and where the last one ends. Read many times, so there is no guard.
 */
#undef BLOCK
#undef PHASE
#undef SUBJECT
#undef DECK
#undef CHANCE
#undef BOOL_OPTION
#undef INT_OPTION
#undef CHOICE_OPTION
#undef ACTION
#undef LIVE_ACTION
#undef LISTED_ACTION
#undef PREVIEWED_ACTION
#undef TABLE_ACTION
#undef FACT
#undef REVEAL
#undef RETIRED
#undef SHAPE
#undef VIEW
#undef OWN

/* What stands inside of these lines: fields and arguments. */
#undef FIELD
#undef ARRAY
#undef STRUCTS
#undef ARG
#undef RANGE
#undef CHOICE
#undef CHOICE_OF
#undef OPTIONAL
#undef SECRET
#undef NOTHING
