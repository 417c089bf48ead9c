/*
 * words - may this word be written here (T-4, T-5, T-6)? Written once for all games.
 *
 * The form of a word (T-4) is never negotiable. What the lexicon or the rules of the round say
 * against it is weighed by the table's referee level: `strict` refuses what is certain, `advise`
 * warns until the player insists, `trust` says nothing. The judgement goes into the fact.
 */
#ifndef RULES_WORDS_H
#define RULES_WORDS_H

#include "rules/decision.h"

#define FAULTS \
    "none|initial|several|same|stem|part|abbreviation|animal|unknown|letter|long|kind|hint"

enum fault {
    FAULT_NONE,
    FAULT_INITIAL,      /* does not begin with the letter of the round */
    FAULT_SEVERAL,      /* several words and not a name */
    FAULT_SAME,         /* is on the table already */
    FAULT_STEM,         /* shares a stem with a word on the table */
    FAULT_PART,         /* is part of one, or has one as a part */
    FAULT_ABBREVIATION, /* is inside what an abbreviation stands for */
    FAULT_ANIMAL,
    FAULT_UNKNOWN, /* no such word */
    FAULT_LETTER,  /* contains a letter it must not */
    FAULT_LONG,    /* has more letters than it may */
    FAULT_KIND,    /* is not the kind of word asked for */
    FAULT_HINT,    /* gives away what it must not */
};

struct word_rules {
    char initial;   /* 'A' … 'Z', or 0 */
    char forbidden; /* a letter the word must not contain, or 0 */
    int longest;    /* most letters, or 0 */
    bool exists;    /* the rule says that the word must exist … */
    bool listed;    /* … and that one put together must be in a dictionary */
    bool no_animals;
    bool of_kind; /* must be of `kind` */
    enum word_kind kind;
    const struct str *on_table; /* words it must not be related to */
    const uint8_t *languages;   /* of those words; NULL: all are of the table's */
    int n_on_table;
    bool foreign; /* the word is written in `language`, not in the table's (T-2) */
    enum language language;
};

/* What the rules and the lexicon have against a word; without a fault: nothing. */
struct judgement {
    enum fault fault;
    bool certain;     /* a strict table refuses it, whoever insists */
    struct word with; /* the word on the table it clashes with, or empty */
    struct word root; /* what both have in common, perhaps one of the two; may be empty */
};

/* Checks what a player typed. False: refused (the refusal is set). True: `word` has the shown form
 * and `judgement` what speaks against it although it is taken: the player insisted. */
bool words_accept(struct decision *d, struct str typed, bool name, bool insist,
                  const struct word_rules *rules, struct word *word, struct judgement *judgement);
/* What the rules and the lexicon say about a word, whatever the referee level. */
struct judgement words_judge(const struct lexicon *l, enum language lang, struct str shown,
                             bool name, const struct word_rules *rules);

/* Tells what a vote has said about words, for the rulings of the group (lexicon/rulings.h): whether
 * `word` carries the same idea as `with`, is related to it, exists, is an animal, fits the theme
 * `with`.
 */
void words_ruled(struct decision *d, enum ruled question, struct str word, struct str with,
                 bool yes);
/* The same after a vote on whether a word broke a rule: the fault that the referee had found tells
 * which question the table answered. Nothing where it was no question about words. */
void words_fault_ruled(struct decision *d, enum fault fault, struct str word, struct str with,
                       bool broken);

#endif
