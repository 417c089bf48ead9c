/*
 * brought - what a table brings into a game that its dealing depends on: which cards of the game's
 * decks it has seen in earlier games, decks of its own, and what it has ruled about words.
 *
 * It is text, a line of JSON each: the number of the game and the hash of the decks that come with
 * it, then facts as a snapshot has them. Its hash is told to everybody before the first part of a
 * deal, and goes into the seed (base/sealed.h): whoever deals cannot choose it afterwards. A game's
 * log as it is exported has the text, so that the game can be played again exactly.
 *
 *     struct seed decks = brought_decks(p->lobby.book, p->lobby.language);
 *     struct seed table = brought_hash(p, rulings, p->games, &decks, BROUGHT_SUMS);
 */
#ifndef ROOM_BROUGHT_H
#define ROOM_BROUGHT_H

#include "party/facts.h"

struct rulings;

/* The hash of the decks that come with a game, as they are in this program. */
struct seed brought_decks(const struct book *b, enum language language);
/* How it is hashed: with the sums of the table's own decks, so that nobody has to have their texts
 * for it; before logs of format 5 with the texts. */
enum brought_form { BROUGHT_TEXTS, BROUGHT_SUMS };

/* The text for the lobby's game, which is the `game`-th of the table, with the texts of the table's
 * decks as far as they are here. Rulings may be NULL. */
void brought_write(const struct party *p, const struct rulings *r, int game,
                   const struct seed *decks, enum brought_form form, struct buf *out);
struct seed brought_hash(const struct party *p, const struct rulings *r, int game,
                         const struct seed *decks, enum brought_form form);
/* Reads the lines, as a list, into an empty party whose lobby is set, and into rulings; and how
 * they are hashed. False where it is no such list. */
bool brought_read(const json_t *list, struct party *p, struct rulings *r, struct seed *decks,
                  enum brought_form *form);

#endif
