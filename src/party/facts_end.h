/* facts_end - a reading of party/facts.def is over (party/facts.h): its words mean nothing again.
 * Read many times, so there is no guard. */
#undef FACT
#undef ARG
#undef LONG_TEXT
#undef COUNT
#undef CHOICE_OF
#undef OPTIONAL
