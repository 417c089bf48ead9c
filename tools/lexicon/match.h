/*
 * match - which words carry the same idea (OM-12), and which are animals (OM-22).
 *
 * Every pair that some source puts together gets a score; the best of each word are kept. 1 is
 * where the machine is sure, two thirds of it where the table should be asked.
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

/* What speaks for and against a pair; --explain prints it. */
struct features {
    float both;    /* 1: both words have English translations */
    float defined; /* 1: one is the whole definition of the other */
    float group, translation, agree, mutual, shared;
    float hypernym, antonym, similar, family, gloss, coordinate;
};

void matches_find(struct matches *m, const struct judge *j);
void matches_fini(struct matches *m);
float features_score(enum language lang, const struct features *f);
void animals_find(const struct judge *j);
/* Reads a person's exceptions; false after a message where a line has not the right form. */
bool exceptions_read(struct dict *d, struct matches *m, const char *path);
void matches_sort(struct matches *m);
/* Prints the features of pairs read from standard input, for tuning. */
void matches_explain(const struct judge *j);

#endif
