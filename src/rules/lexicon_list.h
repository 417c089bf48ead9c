/*
 * lexicon_list - a small lexicon made of lines a person can write: for scripts, tests and a table's
 * own rulings. What no line speaks of is judged by its letters (lexicon_letters()).
 *
 *     synonym OCEAN SEA          the two carry the same idea
 *     probably FEED FOOD         perhaps: the table should be asked
 *     different NUT BOLT         they do not
 *     stem FARM FARMER           the words share a stem
 *     unrelated NUT NUTRIA       one is not a part of the other, whatever the letters say
 *     abbreviation HGV HEAVY GOODS VEHICLE
 *     animal CAT NUTRIA          nothing else is one, as soon as one line names animals
 *     name PETER_PAN             a space in a word is written _
 *     word CAT DOG               the words that exist, as soon as one line names any
 *     verb RUN   noun CAT   adjective WARM
 *     fits FRUIT APPLE PEAR      words that fit a theme
 *     compound SNAKEHAMMER       put together of words that exist; no dictionary lists it
 *     translation SEA MEER MER    one word in English, German and French (T-2)
 */
#ifndef RULES_LEXICON_LIST_H
#define RULES_LEXICON_LIST_H

#include "base/arena.h"
#include "rules/lexicon.h"

struct lexicon_line;

struct lexicon_list {
    struct lexicon lexicon; /* first: a pointer to it is a pointer to the list */
    struct arena arena;
    struct lexicon_line *lines;
};

void lexicon_list_init(struct lexicon_list *l);
void lexicon_list_fini(struct lexicon_list *l);
/* Adds a line; false where it has not the form above. */
bool lexicon_list_add(struct lexicon_list *l, struct str line);

#endif
