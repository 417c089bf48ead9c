/*
 * affix - endings and beginnings that make new words from old ones, per language.
 *
 * Written on folded keys (base/word.h): capitals without accents. The trust of an affix tells how
 * much it proves by itself: 3 nearly always derives (HAPPINESS), 1 is as often chance (CORNER). The
 * compiler weighs it with evidence; a query uses the trustworthy ones for words it does not know.
 *
 *     affix_stem(STR("RUNNING"), 3, stem)  ->  "RUN"
 */
#ifndef LEXICON_AFFIX_H
#define LEXICON_AFFIX_H

#include "base/word.h"

struct affix {
    const char *text;
    int trust;
};

/* Ends with a text of NULL. */
const struct affix *affix_suffixes(enum language lang);
const struct affix *affix_prefixes(enum language lang);
/* What compounds put between their parts; ends with NULL. The first is "". */
const char *const *affix_links(enum language lang);
/* Whether the end of a compound is no word but a suffix that looks like one (FRIENDSHIP). */
bool affix_is_suffix(enum language lang, struct str part);

enum { AFFIX_STEM = 64 };

/* The word without `cut` letters at its end, in the form in which stems are compared: a doubled
 * last letter is written once, Y for I, C for QU. Returns its length; 0 where it does not fit. */
size_t affix_stem(struct str key, size_t cut, char stem[AFFIX_STEM]);

#endif
