/*
 * rulings - what a group has decided about words, asked before any dictionary.
 *
 * A vote that accepted OCEAN and SEA as one idea holds for this group from then on. The facts
 * `word_ruled` of its games tell it (rules/words.h); no game is known by name here. A set of
 * rulings is itself a lexicon that lies over another: it answers what the group has decided and
 * passes the rest on.
 *
 * Invariants: at most RULINGS_MOST, the newest; one answer to a question, the latest; words are the
 * same when T-4 says so, pairs in either order. Memory only: the log of a group's games has the
 * facts that they come from.
 *
 * Ownership: the caller's storage, or rulings_new(); few groups decide about many words, so memory
 * comes with the words. The lexicon below is borrowed. Rulings change only between decisions: while
 * they are asked they are constant.
 *
 *     struct rulings rulings;
 *     rulings_init(&rulings, &referee.lexicon);
 *     world.lexicon = &rulings.lexicon;
 *     …
 *     for (int i = 0; i < facts; i++)
 *         changed |= rulings_note(&rulings, LANG_EN, &fact[i]);
 *     rulings_fini(&rulings);
 */
#ifndef LEXICON_RULINGS_H
#define LEXICON_RULINGS_H

#include "base/buf.h"
#include "rules/game.h"
#include "rules/lexicon.h"

enum { RULINGS_MOST = 256 };

struct ruling {
    struct word word;
    struct phrase with; /* the other word, or the theme; empty where the question has one word */
    uint8_t language;   /* enum language */
    uint8_t question;   /* enum ruled */
    bool yes;
};

struct rulings {
    struct lexicon lexicon; /* first: a pointer to it is a pointer to the rulings */
    const struct lexicon *below;
    int n, cap;
    struct ruling *at; /* oldest first */
};

void rulings_init(struct rulings *r, const struct lexicon *below);
void rulings_fini(struct rulings *r);
struct rulings *rulings_new(const struct lexicon *below);
void rulings_free(struct rulings *r); /* NULL is fine */
void rulings_copy(struct rulings *to, const struct rulings *from);
/* Remembers an answer; what is no word is left out. True where the set has changed. */
bool rulings_add(struct rulings *r, enum language lang, enum ruled question, struct str word,
                 struct str with, bool yes);
/* Takes what a fact of any game tells; true where the set has changed. */
bool rulings_note(struct rulings *r, enum language lang, const struct fact *f);
/* What the group has decided, or OPINION_NONE. */
enum opinion rulings_find(const struct rulings *r, enum language lang, enum ruled question,
                          struct str word, struct str with);

#endif
