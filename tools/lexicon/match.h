/*
 * match - which words carry the same idea (OM-12), and which are animals (OM-22).
 *
 * Every pair that some source puts together gets a score; the best of each word are kept. 1 is
 * where the machine is sure, half of it where the table should be asked.
 */
#ifndef TOOLS_MATCH_H
#define TOOLS_MATCH_H

#include "word_families.h"

struct match {
    uint32_t a, b;
    float score;
};

struct matches {
    VEC(struct match) at; /* both directions, sorted by a, then b */
};

void matches_find(struct matches *m, const struct judge *j);
void matches_fini(struct matches *m);
void animals_find(const struct judge *j);
/* Reads a person's exceptions; false after a message where a line has not the right form. */
bool exceptions_read(struct dict *d, struct matches *m, const char *path);
void matches_sort(struct matches *m);
/* Writes what speaks for the pairs of FOLDER/pairs.LANG (two words a line, the rest is ignored) to
 * FOLDER/features.LANG, and for pairs as chance has them to FOLDER/some.LANG, for fitting. */
void matches_explain(const struct judge *j, const char *folder);

#endif
