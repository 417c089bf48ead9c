/*
 * across - words of different languages: do they carry one idea, have they a stem in common by way
 * of a translation, and how is a word said in another language.
 *
 * Every file but the English one tells English translations of its words and the way back; two
 * other languages meet in English. The files must be of one build: numbers of
 * words are those of the English file. Where they are not, or a word has no translation, nothing is
 * known.
 *
 *     struct lex_match m = lex_match_across(en, de, STR("MEER"), fr, STR("OCÉAN"));  // a synonym
 *     struct word shown;
 *     lex_translate(en, de, STR("SONNE"), fr, &shown);                               // SOLEIL
 */
#ifndef LEXICON_ACROSS_H
#define LEXICON_ACROSS_H

#include "lexicon/likeness.h"

/* With the bands of lex_match(): the same idea, one to ask the table about, or another one. Within
 * one language it is lex_match(). */
struct lex_match lex_match_across(const struct lex *english, const struct lex *la, struct str a,
                                  const struct lex *lb, struct str b);
/* SONNE and SUNFLOWER: a translation of one has to do with the other. A translation only ever asks;
 * certain is what is written alike. Within one language it is lex_related(). */
struct lex_related lex_related_across(const struct lex *english, const struct lex *la, struct str a,
                                      const struct lex *lb, struct str b);
/* The commonest translation, to be shown beneath a word. False, output untouched, where none is
 * known; a name is the same everywhere. */
bool lex_translate(const struct lex *english, const struct lex *from, struct str word,
                   const struct lex *to, struct word *out);

#endif
