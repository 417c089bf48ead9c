/*
 * referee - the lexicon files as the rules ask for them (rules/lexicon.h).
 *
 * Opens what is there: a language without a file is judged by its letters alone, as by
 * lexicon_plain(). Any number of threads may ask, also while referee_more() opens files that came
 * later; a file that is open stays. Answers go into facts, so a game survives a new lexicon.
 *
 *     struct lex_referee r;
 *     referee_open(&r, "build/lexicon", NULL, NULL);
 *     world.lexicon = &r.lexicon;
 *     …
 *     referee_close(&r);
 */
#ifndef LEXICON_REFEREE_H
#define LEXICON_REFEREE_H

#include "lexicon/lex.h"
#include "rules/lexicon.h"

#include <stdatomic.h>

struct lex_referee {
    struct lexicon lexicon; /* first: a pointer to it is a pointer to the referee */
    struct lex lex[LANGUAGES];
    atomic_bool known[LANGUAGES]; /* set once, when `lex` is complete */
};

/* Knows no language yet. */
void referee_init(struct lex_referee *r);
/* Opens and verifies the files of languages that are not known yet; one thread at a time. Tells
 * `missing`, where given, of each that cannot be used and why. How many languages are known now. */
int referee_more(struct lex_referee *r, const char *dir,
                 void (*missing)(void *arg, const char *path, const char *reason), void *arg);

/* Both: what is there when a program starts. */
int referee_open(struct lex_referee *r, const char *dir,
                 void (*missing)(void *arg, const char *path, const char *reason), void *arg);
void referee_close(struct lex_referee *r);
/* $UNISONO_LEXICON, else where this program was built for (base/version.h). */
const char *referee_dir(void);

#endif
