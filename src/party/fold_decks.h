/* fold_decks - what facts make of the decks that a table has brought, and of what it has seen of
 * any: a part of party_fold(). */
#ifndef PARTY_FOLD_DECKS_H
#define PARTY_FOLD_DECKS_H

#include "party/facts.h"

void fold_deck_written(struct party *p, struct party_deck_written f);
void fold_deck_used(struct party *p, struct party_deck_used f);
void fold_deck_dropped(struct party *p, struct own_deck *own); /* NULL is fine */
void fold_deck_kept(struct party *p, struct party_deck_kept f);
void fold_deck_lies(struct party *p, struct party_deck_lies f);
void fold_card_seen(struct party *p, struct party_card_seen f);
void fold_cards_kept(struct party *p, struct party_cards_kept f);
void own_deck_free(struct own_deck *own);

#endif
