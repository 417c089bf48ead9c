/*
 * weigh - what each kind of evidence for an association is worth.
 *
 * Everything that connects two speakers is a feature with a strength; the weight of a pair is the
 * sum of worth · strength. Worths were chosen by how likely they make what people answered
 * (docs/lexicon.md); `evidence` writes the features themselves down, for choosing them anew.
 */
#ifndef TOOLS_WEIGH_H
#define TOOLS_WEIGH_H

#include "match.h"

#include <stdio.h>

enum feature {
    F_GLOSS,    /* named in the definition of its first meaning */
    F_GLOSS2,   /* named in another definition */
    F_GLOSSED,  /* the definition of its first meaning names the cue */
    F_GLOSSED2, /* another does */
    F_OLD,      /* the same in an old dictionary, either way */
    F_SYNONYM,
    F_SYNONYMED,
    F_KIND,    /* what kind of thing the cue is */
    F_EXAMPLE, /* a thing of the cue's kind */
    F_OPPOSITE,
    F_SIMILAR,
    F_PART, /* either is part of the other */
    F_DERIVED,
    F_PHRASE, /* in one phrase more often than by chance */
    F_SET,    /* in a set phrase: ROLLER COASTER */
    F_PICTURED,
    F_NEXT,      /* said right after the cue: PEANUT, BUTTER */
    F_BEFORE,    /* said right before it */
    F_OVER,      /* said over a small word: SALT and PEPPER */
    F_IDEA,      /* the same idea */
    F_COMPOUND,  /* the answer is a part of the cue */
    F_COMPOUNDS, /* the cue is a part of the answer */
    F_FAMILY,
    F_ENGLISH,  /* by way of English */
    F_ANSWER,   /* what people say at once, by our own hand */
    F_ANSWERED, /* the answer is a word that people say the cue to */
    F_TOLD,     /* what a name brings to mind; no worth of its own, see weigh_told() */
    FEATURES
};

/* What makes a word come to mind, whatever the cue is. */
enum readiness {
    R_COMMON, /* log10 of occurrences per million, 0 to 2.2 */
    R_VERY,   /* what is above that */
    R_RARE,   /* what is below 0 */
    R_NO_NOUN,
    R_NAME,  /* a name and nothing else */
    R_GLOSS, /* log10(1 + how many first definitions name it), and so on */
    R_GLOSS2,
    R_PHRASE,
    R_SET,
    R_PICTURED,
    READINESS
};

struct worths {
    float feature[FEATURES], ready[READINESS];
    float axes, vector; /* of the graph's own vectors, and of those from outside */
};

struct weighing {
    struct counts weight; /* by pair_name() of two speakers */
    struct counts bond;   /* the same for the axes: there all that speaks for kinship counts */
    const uint32_t *number;
    const uint8_t *heard; /* per speaker: nothing leads to it, and it moves nobody */
    const struct worths *worth;
    FILE *evidence; /* NULL: nobody asks */
    uint32_t
        *named[READINESS]; /* R_GLOSS and after: how many edges of this kind lead to a speaker */
};

/* For a language, with vectors from outside or without. */
const struct worths *worths_of(enum language lang, bool vectors);
/* `from` and `to` are speakers. */
void weigh(struct weighing *w, enum feature f, uint32_t from, uint32_t to, float strength);
/* How readily each of `n` speakers comes to mind; after everything was weighed. */
void weigh_readiness(const struct weighing *w, const struct dict *d, const uint32_t *speakers,
                     size_t n, float *out);
void weigh_all(struct weighing *w, const struct dict *d, const struct matches *m);
/* What names bring to mind, by hand as it was told. Apart from the rest, because it is not
 * mirrored: a hundred names say SINGER, and SINGER says hardly any of them. */
void weigh_told(struct weighing *w, const struct dict *d);

#endif
