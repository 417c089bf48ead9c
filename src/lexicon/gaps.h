/*
 * gaps - which gap of a circle a person points at who hears a clue.
 *
 * A person goes by what people say to a word: if the clue is one of the things that come to mind
 * for a card, or the card for the clue, that card speaks up; most cards stay silent. The gap whose
 * two cards speak up most is pointed at. How likely people say something the associations tell
 * (associate.h: they are logarithms of likelihoods); whether these people do is left to chance, and
 * played through many times. So a clue is worth what it is likely to achieve: a word that everybody
 * says to one neighbour is better than a clever link that occurs to nobody.
 *
 *     float chance[5];                                  // a circle of five words
 *     lex_gaps(l, &clue, 1, circle, 5, chance);         // they add up to 1
 */
#ifndef LEXICON_GAPS_H
#define LEXICON_GAPS_H

#include "lexicon/lex.h"

enum { LEX_CIRCLE = 64 }; /* most words of a circle */

/* Gap i lies between word i and word i + 1. Writes clues × n chances; a clue that is unknown has
 * only zeros. */
void lex_gaps(const struct lex *l, const struct str *clues, int n_clues, const struct str *circle,
              int n, float *chances);

#endif
