/* fold_decks - what facts make of the decks that a table has brought; a part of party_fold(). */
#ifndef PARTY_FOLD_DECKS_H
#define PARTY_FOLD_DECKS_H

#include "party/party.h"

/* Cards that were seen, as a log writes them: four a digit, from the first on. */
void seen_read(uint64_t *set, struct str text);
void fold_deck_written(struct party *p, const struct value *v);
void fold_deck_dropped(struct party *p, struct own_deck *own); /* NULL is fine */
void fold_deck_kept(struct party *p, const struct value *v);
void fold_deck_lies(struct party *p, const struct value *v);
void own_deck_free(struct own_deck *own);

#endif
