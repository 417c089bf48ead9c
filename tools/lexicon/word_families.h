/*
 * word_families - which words are of one family: derived from each other, or made of each other.
 *
 * Works on a dictionary whose sources have been read. English first: German and French words are
 * held together by their English translations (FORT - FORCE like strong - strength).
 */
#ifndef TOOLS_WORD_FAMILIES_H
#define TOOLS_WORD_FAMILIES_H

#include "dict.h"

/* The English families, for evidence by translation; made by word_families_of(). */
struct word_families {
    const struct dict *dict;
    /* Per entry: entries of its family, itself among them. */
    VEC(uint32_t) start;
    VEC(uint32_t) member;
};

void word_families_of(struct word_families *k, const struct dict *d);
void word_families_fini(struct word_families *k);
bool word_families_share(const struct word_families *k, uint32_t a, uint32_t b);

/* Translations of each entry into a language that is built before, sorted. */
struct glossary {
    VEC(uint32_t) start;
    VEC(uint32_t) english; /* entries of the other dictionary, mostly the English one */
    VEC(uint8_t) whole;    /* 1: the translation is this word; 0: it is a word of a phrase */
    VEC(float) votes;      /* how many dictionaries say so */
};

void glossary_of(struct glossary *g, const struct dict *d, const struct dict *english,
                 unsigned pivot);
void glossary_fini(struct glossary *g);
/* 3: translations of the same family; 2: one is in a phrase of the other; 1: a dictionary says
 * that the translations have to do with each other; 0: nothing. */
int glossary_link(const struct glossary *g, const struct word_families *k, uint32_t a, uint32_t b);

/* Translations of each entry into every language, sorted by language. */
struct pivot_word {
    uint32_t entry, word;
    uint16_t pivot;
};

struct pivots {
    VEC(struct pivot_word) word;
    VEC(uint32_t) start;
};

void pivots_of(struct pivots *p, const struct dict *d);
void pivots_fini(struct pivots *p);
/* In how many languages the two have translations that look as if they were of one family. */
int pivots_agree(const struct pivots *p, const struct dict *d, uint32_t a, uint32_t b);

/* Everything that tells whether two entries are of one family. */
struct judge {
    struct dict *d;
    const struct word_families *english; /* NULL for English itself */
    const struct glossary *glossary;
    const struct pivots *pivots;
    /* French also has German families to lean on: TRISTE - TRISTESSE like traurig - Traurigkeit. */
    const struct word_families *german;
    const struct glossary *german_glossary;
    /* Languages whose synonym sets speak for ours: GRAND - ÉNORME like big - enormous. */
    struct {
        const struct dict *dict;
        const struct glossary *glossary;
    } bridge[2];
};

float judge_evidence(const struct judge *j, uint32_t a, uint32_t b);
/* Drops links from forms that are words of their own (EIS is not the genitive of EI). */
void forms_judge(const struct judge *j);
void families_find(const struct judge *j);
/* Links the derived one of two words to its base, where the points are enough for the language;
 * `doubt` is taken off before they tell how certain it is. */
void families_connect(struct dict *d, uint32_t a, uint32_t b, float points, float doubt);
/* Whether a rule of the language makes one word of the other: by an ending, with `cut` letters of
 * both taken off, or by a beginning. Then nothing else need speak for it. */
bool ended_by_rule(const struct dict *d, uint32_t base, size_t base_cut, uint32_t made, size_t cut);
bool begun_by_rule(const struct dict *d, uint32_t made, uint32_t base, const char *prefix);
/* Points for a stem that is so long that two words hardly have it in common by chance; or 0. */
float too_long_for_chance(const struct dict *d, size_t stem, bool ending);
/* Pairs that the dictionaries connect and that look alike without a known ending. */
void families_irregular(const struct judge *j);
/* German and French pairs that only their translations connect: FORT - FORCE. */
void families_translated(const struct judge *j);
/* Links words that mean the same and are spelled or cut differently. */
void variants_find(const struct judge *j);
void compounds_find(const struct judge *j);

#endif
