/*
 * associations - what people think of when they hear a word: evidence edges, how readily a word
 * comes to mind, and vectors (docs/lexicon.md has the formulas).
 *
 * Only words that people use have them: the speakers. Edges are the weighed evidence of
 * dictionaries, thesauri and phrases; vectors are the strongest axes of the same graph, so that
 * words that nothing connects directly can still be compared.
 */
#ifndef TOOLS_ASSOCIATIONS_H
#define TOOLS_ASSOCIATIONS_H

#include "weigh.h"

enum { AXES_MOST = 256 }; /* numbers of a vector */

struct association_edge {
    uint32_t to; /* a speaker */
    float weight;
};

struct associations {
    uint32_t dimensions;
    VEC(uint32_t) speaker; /* entries, in the order of the file */
    VEC(uint8_t) heard;    /* per speaker: 1 where it is asked about and never said */
    VEC(int8_t) vector;    /* per speaker */
    VEC(uint8_t) prior;    /* per speaker */
    VEC(int8_t) property;  /* LEX_PROPERTIES per speaker, or none at all (properties.h) */
    VEC(uint32_t) start;   /* per speaker, one more at the end */
    VEC(struct association_edge) edge;
};

struct thoughts;

/* `english` and `likely` may be NULL; they help the other languages. `evidence` may be NULL: a
 * folder for what the weights are made of (weigh.h). */
void associations_find(struct associations *a, const struct judge *j, const struct matches *m,
                       const struct associations *english, const struct thoughts *likely,
                       const char *evidence);
/* Adds what comes to mind in English, carried there and back by translations. */
void associations_transport(struct weighing *w, const struct associations *a, const struct judge *j,
                            const struct associations *english, const struct thoughts *likely);
/* Whether a word that nobody has counted is known all the same (hearers.c). */
bool is_hearer(const struct judge *j, uint32_t e);
/* Gives hearers their vectors, when everybody else has one. */
void hearers_place(struct associations *a);
void associations_fini(struct associations *a);

#endif
