/*
 * unsaid - words the program never says by itself, though people may write them: slurs and crude
 * words. The referee does not know this list; it only keeps bots and hints polite.
 */
#ifndef LEXICON_UNSAID_H
#define LEXICON_UNSAID_H

#include "base/word.h"

/* Whether a folded key (base/word.h) is on the list, or begins or ends with one of its roots. */
bool lex_unsaid(enum language lang, struct str key);

#endif
