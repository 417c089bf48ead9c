/*
 * mind - the lexicon files as the head of a bot (rules/mind.h).
 *
 * Shares the files of a referee, which must stay open; has no state of its own: any number of
 * threads may ask. A language without a file, or a file without associations, has no thoughts.
 *
 *     struct lex_mind head;
 *     lex_mind_init(&head, &referee);
 *     struct bot_head h = {.mind = &head.mind, .shelf = shelf};
 */
#ifndef LEXICON_MIND_H
#define LEXICON_MIND_H

#include "lexicon/referee.h"
#include "rules/mind.h"

struct lex_mind {
    struct mind mind; /* first: a pointer to it is a pointer to the whole */
    const struct lex_referee *referee;
};

void lex_mind_init(struct lex_mind *m, const struct lex_referee *r);

#endif
