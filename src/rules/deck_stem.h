/*
 * deck_stem - what an entry of a deck says, as a number: entries whose words have the same stems
 * have the same one. Only for advice: it takes off endings and knows no exceptions.
 */
#ifndef RULES_DECK_STEM_H
#define RULES_DECK_STEM_H

#include "base/word.h"

uint64_t deck_stem(enum language lang, struct str text);

#endif
