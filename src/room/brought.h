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
 *     brought_write(p, rulings, p->games, &decks, &text);
 *     struct seed table = table_of(buf_str(&text));
 */
#ifndef ROOM_BROUGHT_H
#define ROOM_BROUGHT_H

#include "party/facts.h"

struct rulings;

/* The hash of the decks that come with a game, as they are in this program. */
struct seed brought_decks(const struct book *b, enum language language);
/* The text for the lobby's game, which is the `game`-th of the table. Rulings may be NULL. */
void brought_write(const struct party *p, const struct rulings *r, int game,
                   const struct seed *decks, struct buf *out);
/* The hash of a text for whoever needs nothing else of it. */
struct seed brought_hash(const struct party *p, const struct rulings *r, int game,
                         const struct seed *decks);
/* Reads the lines, as a list, into an empty party whose lobby is set, and into rulings. False where
 * it is no such list. */
bool brought_read(const json_t *list, struct party *p, struct rulings *r, struct seed *decks);

#endif
