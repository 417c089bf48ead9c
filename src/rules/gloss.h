/*
 * gloss - what a text on the table means in another language, for those who are learning its own.
 *
 * A deck may say it: an entry's field "en", "de" or "fr" (docs/decks.md). Where none does, the
 * words are told one by one, those that the lexicon is sure of: a translation counts only if it
 * leads back to the word. Short words of a longer text are taken to be known.
 *
 * Allocates nothing; pure. Only for what a seat may see anyway: it is asked for by struct
 * game.reads.
 *
 *     gloss_tell(&shelf, lexicon, LANG_FR, LANG_EN, STR("le bruit du voisin"), &g);
 */
#ifndef RULES_GLOSS_H
#define RULES_GLOSS_H

#include "rules/deck.h"
#include "rules/lexicon.h"

enum { GLOSS_WORDS = 8 };

struct gloss {
    struct phrase whole; /* as a deck says it; empty: none does */
    int words;           /* else word by word */
    struct word word[GLOSS_WORDS], means[GLOSS_WORDS];
};

void gloss_tell(const struct shelf *shelf, const struct lexicon *l, enum language from,
                enum language to, struct str text, struct gloss *out);
/* One word, where the lexicon is sure; false, output untouched, where it is not. */
bool gloss_word(const struct lexicon *l, enum language from, enum language to, struct str word,
                struct word *out);

#endif
