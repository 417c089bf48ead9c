/*
 * reading - a word taken apart: itself, its lemma, what it is derived from and what it is made of.
 *
 * Known words are taken apart by the file's links; unknown ones by their separators, by endings, as
 * compounds and by the commonest slips of the fingers. A reading is flat and small; it borrows
 * nothing.
 */
#ifndef LEXICON_READING_H
#define LEXICON_READING_H

#include "lexicon/lex.h"

/* How a reading came from the word to an atom; the later outweighs the earlier. */
enum lex_path { PATH_SELF, PATH_FORM, PATH_DERIVED, PATH_PART, PATH_ABBREVIATION };

struct lex_atom {
    uint32_t id;
    uint8_t path;
    uint8_t certainty; /* of LEX_CERTAIN */
};

enum { LEX_ATOMS = 24 };

struct lex_reading {
    struct word_key key;
    uint32_t id;  /* LEX_NONE: no such word */
    bool guessed; /* taken apart without the file's help */
    int n;
    struct lex_atom atom[LEX_ATOMS];
};

void lex_read(const struct lex *l, struct str shown, struct lex_reading *r);
/* The lemmas among the atoms; at most `most`. */
int lex_lemmas(const struct lex *l, const struct lex_reading *r, uint32_t *out, int most);
/* A known word that differs by a common slip, or LEX_NONE. */
uint32_t lex_correct(const struct lex *l, struct str key);

#endif
