/*
 * sameness - what speaks for two words carrying the same idea (OM-12), and how much together.
 *
 * Thesauri, dictionaries and definitions are counted once for all pairs (tallies_init); then each
 * pair has its features, and a score: 1 is where the machine is sure, half of it where the table
 * should be asked.
 */
#ifndef TOOLS_SAMENESS_H
#define TOOLS_SAMENESS_H

#include "word_families.h"

enum sameness_feature {
    S_GROUP,       /* synonym sets that have both, by the rank of the sense */
    S_TRANSLATION, /* cosine of translations, mean over the pivot languages */
    S_AGREE,       /* translations in common, logarithm */
    S_STRANGE,     /* languages that translate both, and few of them alike: logarithm */
    S_ALONE,       /* lists say so, and no translation does */
    S_MUTUAL,      /* each is listed under the other */
    S_SIMILAR,     /* adjectives of one cluster */
    S_GLOSS,       /* the definition of one names the other; of both: 2 */
    S_PARAPHRASE,  /* a piece of the definition of one is the other */
    S_LISTED,      /* an old dictionary says so */
    S_KIND,        /* one is a kind of the other */
    S_BRIDGE,      /* translations are in one synonym set of another language */
    S_MEANING,     /* cosine of definitions */
    S_PICTURED,    /* keywords of one picture */
    S_TOGETHER,    /* words of one phrase */
    S_SIBLING,     /* two kinds of one thing */
    S_PART,        /* a part of it */
    S_NEAR,        /* cosine of vectors from outside, where there are any */
    S_BROAD,       /* one is a kind of the other, as many things are: logarithm */
    S_SPEECH,      /* no part of speech in common */
    S_CLIPPED,     /* one begins as the other */
    S_COMMON,      /* how common the rarer one is: associates are common words, log10 per 10^9 */
    S_TOLD,        /* by our own hand: how many of the two have the other as the same idea */
    S_THIRD,       /* both are the same idea as a third, by our own hand */
    S_UNTOLD,      /* how many of the two were asked and do not have the other */
    S_ONE,
    S_COUNT
};

struct sameness {
    float f[S_COUNT];
    bool antonym;
    bool defined; /* one is the whole definition of the other */
};

/* A list of entries with a weight for each entry. */
struct rows {
    VEC(uint32_t) start, to;
    VEC(float) weight;
};

struct tallies {
    struct counts group, translation, agree, bridge;
    uint64_t *pivots;          /* per entry: which pivot languages translate it */
    struct rows defined, kind; /* what definitions name (of length 1), kinds of each entry */
    float *broad;              /* per entry: how many are a kind of it */
};

void tallies_init(struct tallies *t, const struct judge *j);
void tallies_fini(struct tallies *t);
struct sameness sameness_of(const struct judge *j, const struct tallies *t, uint32_t a, uint32_t b);
/* Whether some source puts the two together at all. */
bool sameness_said(const struct sameness *s);
float sameness_score(enum language lang, const struct sameness *s);
/* Members sorted by group, as a bridge needs them. */
void members_sort(struct dict *d);

#endif
