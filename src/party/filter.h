/*
 * filter - names and words that a table does not take, from lists which a person can edit.
 *
 * A list is a text in the format of decks (docs/decks.md), one a language. It stands before the
 * rules and never inside of them: what it stops is refused before a game sees it, and what a game
 * has counted stays counted. It stops whole words, however they are spelled: capitals, accents,
 * digits for letters, long-drawn or s p a c e d letters make no difference.
 *
 *     if (filter_stops(f, party_filter(p), p->lobby.language, typed))
 *         refuse(…);
 *
 * Ownership: a filter owns its lists; filter_fini() frees them. The built-in one is read once and
 * lives as long as the process.
 */
#ifndef PARTY_FILTER_H
#define PARTY_FILTER_H

#include "base/buf.h"
#include "rules/deck.h"

/* By pack: strict with the packs for children and for the classroom, else moderate. */
enum filter_level { FILTER_BY_PACK, FILTER_OFF, FILTER_MODERATE, FILTER_STRICT, FILTER_LEVELS };
#define FILTER_LEVEL_NAMES "by_pack|off|moderate|strict"

struct filter_entry {
    struct str letters; /* folded, without blanks */
    bool open_front, open_end;
    bool phrase; /* of several words */
    bool strict; /* stops at this level only */
    bool everywhere;
};

struct filter_list {
    int entries;
    struct filter_entry *entry;
};

struct filter {
    struct arena arena;
    struct filter_list list[LANGUAGES];
};

/* Puts the list of one language in place; false with `problem` set where it is none. */
bool filter_read(struct filter *f, enum language lang, struct str text,
                 struct deck_problem *problem);
/* Puts the lists in place that come with the program. */
void filter_read_builtin(struct filter *f);
void filter_fini(struct filter *f);

/* Whether a list stops this text at this level; never for FILTER_OFF and FILTER_BY_PACK. NULL is a
 * filter that stops nothing. */
bool filter_stops(const struct filter *f, enum filter_level level, enum language lang,
                  struct str text);
/* What is shown of a name that came before the filter: its first letter. */
void filter_mask(struct str name, struct buf *out);

#endif
