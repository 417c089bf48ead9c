/*
 * mind - what comes to a bot's mind: associations, closeness and fit of words; an interface like
 * the lexicon (rules/lexicon.h), so that rules and games know no files.
 *
 * Every question may be answered with "nothing": mind_none() knows no word at all, and a bot that
 * asks it must still find a legal move. A mind is constant and safe to ask from many threads. Its
 * answers never reach a replay: a bot's move is an action like a person's, and only the facts that
 * follow from it are stored.
 *
 *     struct thought t[8];
 *     struct str cues[] = {STR("FARM"), STR("FRUIT")};
 *     int n = m->associate(m, LANG_EN, cues, 2, &(struct mind_wish){0}, t, 8);  // ORCHARD, …
 */
#ifndef RULES_MIND_H
#define RULES_MIND_H

#include "rules/lexicon.h"

enum { MIND_THOUGHTS = 64, MIND_CUES = 16 };

/* What an answer must be like, and in whose head it is looked for; zero asks for anything. */
struct mind_wish {
    char initial;   /* 'A' to 'Z' */
    unsigned kinds; /* 1 << KIND_NOUN …: one of these; 0: a noun, a verb or an adjective */
    bool no_animals;
    uint8_t rarest;  /* words less common than this are not known here; see frequency() */
    uint64_t person; /* whose head: everyone weighs the sides of a word in their own way … */
    float bend;      /* … and this much: 0 not at all, 1 wildly */
    const struct str *liked; /* what this group agreed on before: words near to it are likelier */
    int n_liked;
};

struct thought {
    struct word word;
    float score; /* comparable within one answer: higher comes to mind sooner */
    float prior; /* the part of it that is only the word's commonness */
};

struct mind {
    const struct lexicon *lexicon; /* the referee this head carries along; never NULL */
    /* The best answers to all cues together, best first; without cues: what is common. None of them
     * is certainly related to a cue. Returns how many there are, at most k and MIND_THOUGHTS. */
    int (*associate)(const struct mind *m, enum language lang, const struct str *cues, int n,
                     const struct mind_wish *wish, struct thought *out, int k);
    /* How near two words are: 0 strangers, 1 near, 3 and more very near; -1 where one is unknown.
     */
    float (*closeness)(const struct mind *m, enum language lang, struct str a, struct str b);
    /* How likely people who hear a clue point at each gap of a circle: gap i lies between word i
     * and word i + 1. Writes clues × n chances; a clue that is unknown has only zeros. */
    void (*gaps)(const struct mind *m, enum language lang, const struct str *clues, int n_clues,
                 const struct str *circle, int n, float *chances);
    /* How well a word fits a theme of several words: 0 to 100, or -1 for no opinion. */
    int (*fits)(const struct mind *m, enum language lang, struct str word, struct str theme);
    /* Where a thing lies between two poles, each named by seed words with commas between them:
     * above 0 nearer to `more`. False, output untouched, where nothing is known. */
    bool (*axis)(const struct mind *m, enum language lang, struct str thing, struct str more,
                 struct str less, float *out);
    /* How well a picture with these keywords (commas between them) shows a theme: 0 to 1, or -1
     * where nothing is known. */
    float (*portrays)(const struct mind *m, enum language lang, struct str keywords,
                      struct str theme);
    /* 16 · log10 of occurrences per thousand million words, at most 255; 0 for an unknown word. */
    int (*frequency)(const struct mind *m, enum language lang, struct str word);
};

/* Knows nothing but letters. */
const struct mind *mind_none(void);

#endif
