/*
 * likeness - how two words are related by their letters and roots, and whether they mean the same.
 *
 *     struct lex_related r = lex_related(l, STR("SUN"), STR("SUNFLOWER"));
 *     // r.kind LEX_PART, r.certainty 29, r.shared SUN: "SUN is part of SUNFLOWER"
 */
#ifndef LEXICON_LIKENESS_H
#define LEXICON_LIKENESS_H

#include "lexicon/reading.h"

enum lex_relation {
    LEX_UNRELATED,
    LEX_SAME,      /* the same word, perhaps in another form */
    LEX_STEM,      /* one root */
    LEX_PARTIAL,   /* one is part of the other, or they have a part in common */
    LEX_CONTAINED, /* the letters of one are at an end of the other; no root is known */
    LEX_INSIDE     /* one is a word inside what the other, an abbreviation, stands for */
};

struct lex_related {
    enum lex_relation kind;
    uint8_t certainty;  /* of LEX_CERTAIN */
    bool certain;       /* enough to refuse a word */
    struct word shared; /* what they have in common, as shown */
};

struct lex_related lex_related(const struct lex *l, struct str a, struct str b);

enum lex_idea { LEX_UNKNOWN_IDEA, LEX_OTHER_IDEA, LEX_PROBABLY, LEX_SYNONYM, LEX_SAME_WORD };

/* Why: the same lemma, a pair the sources put together, or one root in two parts of speech. */
enum lex_why { LEX_WHY_NOTHING, LEX_WHY_WORD, LEX_WHY_SOURCES, LEX_WHY_ROOT, LEX_WHY_OPPOSITE };

struct lex_match {
    enum lex_idea idea;
    enum lex_why why;
    uint8_t score; /* of 255; LEX_MATCH_* are the borders */
};

struct lex_match lex_match(const struct lex *l, struct str a, struct str b);
/* What the file says about two lemmas, of 255; 0 where it says nothing or opposites. */
unsigned lex_match_score(const struct lex *l, uint32_t a, uint32_t b);

/* Whether it is a word: known, a form of a known one, or a compound as the language makes them. */
bool lex_exists(const struct lex *l, struct str shown);
/* Whether a dictionary lists it, or what it is a regular form of: no compound, no derivation that
 * is only taken apart here. */
bool lex_listed(const struct lex *l, struct str shown);

/* From here on it is one. */
enum { LEX_ANIMAL = 80 };

/* 0 to 255: how much speaks for an animal; -1 for an unknown word. */
int lex_animal(const struct lex *l, struct str shown);
/* LEX_* flags of all the lemmas it may be; 0 for an unknown word. */
unsigned lex_flags_of(const struct lex *l, struct str shown);
/* The commonest of its lemmas, of 255. */
unsigned lex_frequency(const struct lex *l, struct str shown);

extern const char *const lex_relation_names[], *const lex_idea_names[], *const lex_why_names[];

#endif
