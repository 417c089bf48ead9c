/*
 * gathered - the part of a log that a room is read from, where the store is elsewhere: its entries
 * from the last snapshot on, and before those the ones with texts of decks that its game is dealt
 * from. They are asked for one after the other; the first entries tell where they lie.
 *
 *     gathered_add(&g, entry);                    // for each, from the base on
 *     while (gathered_wants(&g, &at))
 *         ...                                     // ask for that one; gathered_text(&g, entry)
 *     room_claim(room, head, alive_until, gathered_take(&g));
 */
#ifndef HOUSE_GATHERED_H
#define HOUSE_GATHERED_H

#include "room/log_fold.h"
#include "room/room.h"

struct gathered {
    struct fetched *entries, *last;
    struct fetched *texts, *last_text;
    bool looked;      /* where texts lie: … */
    int decks, asked; /* … how many, and how many of them were asked for */
    struct fold_text deck[OWN_DECKS];
};

void gathered_add(struct gathered *g, const struct store_entry *e);
/* True: the entry `at` is to be asked for. */
bool gathered_wants(struct gathered *g, int64_t *at);
/* An entry that was not asked for last is not taken. */
void gathered_text(struct gathered *g, const struct store_entry *e);
/* All of it, in the order of the log; freed with fetched_free(). */
struct fetched *gathered_take(struct gathered *g);
void gathered_forget(struct gathered *g);

#endif
