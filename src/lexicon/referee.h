/*
 * referee - the lexicon files as the rules ask for them (rules/lexicon.h).
 *
 * Opens what is there: a language without a file is judged by its letters alone, as by
 * lexicon_plain(). Constant after opening: any number of threads may ask. Answers go into facts, so
 * a game survives a new lexicon.
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

struct lex_referee {
    struct lexicon lexicon; /* first: a pointer to it is a pointer to the referee */
    struct lex lex[LANGUAGES];
    bool known[LANGUAGES];
};

/* Opens and verifies the files of a folder. Tells `missing`, where given, of each that cannot be
 * used and why. Returns how many languages are known. */
int referee_open(struct lex_referee *r, const char *dir,
                 void (*missing)(void *arg, const char *path, const char *reason), void *arg);
void referee_close(struct lex_referee *r);
/* The files of $UNISONO_LEXICON, else of build/lexicon. */
const char *referee_dir(void);

#endif
