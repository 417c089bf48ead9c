/*
 * deck_text - the text of a deck that a table has brought, while it is in memory, and what it says
 * once it is read.
 *
 * Reading is a step of its own, because a long one takes a millisecond: whoever needs ten reads one
 * in a turn. Its entries and stems are good as long as it is.
 *
 *     struct deck_text *t = deck_text_new(text);
 *     if (deck_text_read(t))
 *         deal(t->deck);
 *     deck_text_free(t);
 */
#ifndef PARTY_DECK_TEXT_H
#define PARTY_DECK_TEXT_H

#include "rules/deck.h"

struct deck_text {
    struct str text; /* owned */
    bool was_read;
    const struct deck *deck; /* NULL: not read yet, or it cannot be */
    const uint64_t *stem;    /* of each entry (rules/deck_stem.h) */
    struct arena arena;      /* of the deck */
};

struct deck_text *deck_text_new(struct str text); /* copies it */
/* False: it is no deck. Asking again costs nothing. */
bool deck_text_read(struct deck_text *t);
void deck_text_free(struct deck_text *t); /* NULL is fine */

#endif
