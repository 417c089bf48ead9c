/*
 * lexicon - what the rules ask of word knowledge; an interface, so that rules know no files.
 *
 * Every question may be answered with "no opinion": a lexicon that knows nothing is a valid one
 * (lexicon_none()). Answers are written into facts, so a replay never asks again. Words are given
 * as shown (word.h). Implementations are safe to ask from many threads.
 */
#ifndef RULES_LEXICON_H
#define RULES_LEXICON_H

#include "base/word.h"

enum opinion { OPINION_NONE, OPINION_NO, OPINION_YES };
#define OPINIONS "none|no|yes"

/* How a new word is related to one that lies on the table (OM-8, LD-5, OR-6). */
enum relation { RELATION_NONE, RELATION_SAME, RELATION_STEM, RELATION_PART, RELATION_ABBREVIATION };

struct related {
    enum relation kind;
    bool certain;       /* certain enough to refuse the word, not only to warn */
    struct word shared; /* the evidence: SUN for SUN and SUNFLOWER */
};

/* Whether two words carry the same idea (OM-12). */
enum likeness { LIKENESS_NONE, LIKENESS_NO, LIKENESS_PROBABLY, LIKENESS_SYNONYM };
#define LIKENESSES "none|no|probably|synonym"

enum word_kind { KIND_NOUN, KIND_VERB, KIND_ADJECTIVE, KIND_NAME };

/* What a table can decide about words by a vote (T-7); the fact `word_ruled` tells it. */
enum ruled { RULED_MATCH, RULED_RELATED, RULED_EXISTS, RULED_ANIMAL, RULED_FITS, RULED_KINDS };

struct lexicon {
    struct related (*related)(const struct lexicon *l, enum language lang, struct str word,
                              struct str on_table);
    enum likeness (*likeness)(const struct lexicon *l, enum language lang, struct str a,
                              struct str b);
    enum opinion (*exists)(const struct lexicon *l, enum language lang, struct str word);
    enum opinion (*animal)(const struct lexicon *l, enum language lang, struct str word);
    enum opinion (*is_kind)(const struct lexicon *l, enum language lang, struct str word,
                            enum word_kind kind);
    enum opinion (*fits)(const struct lexicon *l, enum language lang, struct str word,
                         struct str theme);
    /* Whether a dictionary lists it, or a form of it; what is only put together as the language
     * allows exists, but is not listed (OR-6). */
    enum opinion (*listed)(const struct lexicon *l, enum language lang, struct str word);
    /* What is known of words of two languages (T-2); NULL: nothing. Ask by the functions below. */
    const struct lexicon_across *across;
};

struct lexicon_across {
    enum likeness (*likeness)(const struct lexicon *l, enum language la, struct str a,
                              enum language lb, struct str b);
    struct related (*related)(const struct lexicon *l, enum language lang, struct str word,
                              enum language table_lang, struct str on_table);
    bool (*translate)(const struct lexicon *l, enum language from, struct str word,
                      enum language to, struct word *out);
};

/* The same questions about words that may be of two languages: within one the lexicon is asked as
 * ever, across two it may know nothing. */
enum likeness lexicon_likeness(const struct lexicon *l, enum language la, struct str a,
                               enum language lb, struct str b);
struct related lexicon_related(const struct lexicon *l, enum language lang, struct str word,
                               enum language table_lang, struct str on_table);
/* How a word is said in another language; false, output untouched, where nobody knows. */
bool lexicon_translate(const struct lexicon *l, enum language from, struct str word,
                       enum language to, struct word *out);

/* Knows only what is visible in the letters: equal words and literal parts of three letters or
 * more. */
const struct lexicon *lexicon_plain(void);
extern const struct lexicon lexicon_by_letters; /* the same, for constant tables */
/* Has no opinion on anything. */
const struct lexicon *lexicon_none(void);
/* The literal relation of two words, for lexicons that start from it. */
struct related lexicon_letters(enum language lang, struct str word, struct str on_table);

#endif
