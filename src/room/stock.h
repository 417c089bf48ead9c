/*
 * stock - the decks that a game is dealt from: those that come with it, those that the table has
 * brought, or both mixed.
 *
 * It is put together when a game begins and never changes while that lasts, whatever is written
 * meanwhile: a game that is loaded again deals what it would have dealt. In a mixed deck the
 * table's own entries come first; where there are more than a deck can hold every deck gives a fair
 * share, with each game another part of it. What was seen is remembered of the deck an entry came
 * from. It copies what it takes: the texts of the table's decks need not stay.
 *
 * Ownership: shared by the room and by thoughts of bots, which count their references on one thread
 * and read on any.
 *
 *     struct stock *stock = stock_new(&party, &setup);
 *     stock_shelve(stock, &party, &shelf);
 *     stock_unref(stock);
 */
#ifndef ROOM_STOCK_H
#define ROOM_STOCK_H

#include "party/facts.h"

struct stock;

struct stock *stock_new(const struct party *p, const struct setup *s);
struct stock *stock_ref(struct stock *k); /* NULL is fine */
void stock_unref(struct stock *k);        /* NULL is fine */
/* The decks, with nothing seen: for any thread. */
const struct shelf *stock_shelf(const struct stock *k);
/* The decks with what the party has seen of them; good until the next time. */
void stock_shelve(struct stock *k, const struct party *p, struct shelf *out);
/* The fact that a card or entry of one of these decks was seen. */
enum { STOCK_NAME = 12 };
struct party_fact stock_seen(const struct stock *k, int place, int item, char name[STOCK_NAME]);
/* Pictures of a deck that the table has brought, as "set/name"; how many, 0: it has brought none.
 */
int stock_pictures(const struct stock *k, const struct str **out);

#endif
