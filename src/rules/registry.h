/*
 * registry - the games this program knows, with their books, strings and decks.
 *
 * A game is registered by one line in games/meson.build. registry_init() is called once, before
 * anything else and before threads start; what it hands out lives until the end of the process.
 */
#ifndef RULES_REGISTRY_H
#define RULES_REGISTRY_H

#include "base/catalog.h"
#include "rules/deck.h"
#include "rules/game.h"

void registry_init(void);
void registry_fini(void);
int registry_count(void);
const struct book *registry_at(int i);
const struct book *registry_find(struct str id); /* or NULL */
int registry_place(const struct book *b);        /* registry_at(place) is it; -1: none of ours */

/* Texts of the shared rules and all games in a language. */
const struct catalog *registry_strings(enum language lang);
/* The decks that come with a game, in a language; nothing seen. NULL for a game that is not ours.
 */
const struct shelf *registry_shelf(const struct book *b, enum language lang);

#endif
