/*
 * deck - words, themes and challenges from plain text files (docs/decks.md).
 *
 * A deck is read once and never changes; entries borrow from the arena it was read into. A shelf
 * holds the decks of one game in one language, with what the table has already seen of each; the
 * rules draw through deck_draw() (decision.h) and write the text into a fact, so that a replay
 * needs no deck.
 */
#ifndef RULES_DECK_H
#define RULES_DECK_H

#include "base/arena.h"
#include "base/word.h"

enum {
    DECK_ENTRIES = 2048,
    DECK_FIELDS = 8,
    DECK_TEXT = 80,        /* characters of an entry */
    DECK_FIELD_TEXT = 320, /* characters of a field */
    DECK_SET = DECK_ENTRIES / 64,
    SHELF_DECKS = 20,
};

/* A set of entries, or of cards, of a deck: DECK_SET words, a bit for each. */
static inline bool deck_set_has(const uint64_t *set, int i)
{
    return set[i / 64] >> (i % 64) & 1;
}

static inline void deck_set_add(uint64_t *set, int i)
{
    set[i / 64] |= UINT64_C(1) << (i % 64);
}

/* A deck of which a table picks a flavour: PACKED_DECK in a game's .def names one file for each, in
 * this order, and the pack of the table is added to the deck's place (PACK_OPTION, rules/define.h).
 */
enum pack {
    PACK_EVERYDAY,
    PACK_CHILDREN,
    PACK_OFFICE,
    PACK_AFTER_DARK,
    PACK_CLASSROOM, /* level A2 */
    PACK_CLASSROOM_B1,
    PACK_WILD,
    PACKS
};

struct deck_field {
    struct str key, value;
};

struct deck_entry {
    struct str text;
    int card;
    int fields;
    const struct deck_field *field;
};

/* What an entry of a deck has to be. */
enum deck_form {
    FORM_LINE,    /* any text */
    FORM_WORD,    /* one word as a player could write it */
    FORM_THREE,   /* three of these, separated by commas */
    FORM_PICTURE, /* "set/name" of a picture that comes with the game */
};

#define DECK_FORM_NAMES "line|word|three|picture"

/* A kind of deck that a table may bring for a game: what its entries are, and for which of the
 * game's decks it stands in. */
struct deck_kind {
    const char *name;      /* "words"; NULL ends a list of kinds */
    uint8_t place, places; /* the first of these decks in game.decks, and how many: packs or sets */
    const char *option;    /* the choice among these; NULL: there is one */
    uint8_t form;          /* enum deck_form */
    uint8_t card;          /* entries a card; 0: entries are dealt alone */
    uint8_t longest;       /* characters of an entry */
    uint8_t most;          /* entries that a game is played with; 0: as many as there are */
    uint16_t least; /* entries, or cards, without which own decks alone are not enough for a game */
};

struct deck {
    struct str name;
    enum language language;
    int properties;
    struct deck_field property[DECK_FIELDS]; /* @key value, besides name and language */
    int entries;
    const struct deck_entry *entry;
    int cards;
    const int *card_at; /* first entry of each card; card_at[cards] is the number of entries */
};

struct shelf {
    const struct deck *deck[SHELF_DECKS]; /* by place in game.decks */
    const uint64_t *seen[SHELF_DECKS];    /* sets of entries or cards; NULL: nothing */
};

struct deck_problem {
    int line;
    char reason[120];
};

/* Reads a deck from text; NULL with `problem` set. All memory comes from the arena. */
const struct deck *deck_read(struct arena *a, struct str text, struct deck_problem *problem);
/* The same of a text that was found to be UTF-8 in NFC before. */
const struct deck *deck_read_checked(struct arena *a, struct str text,
                                     struct deck_problem *problem);
/* Whether a text is composed as a deck has to be (NFC). */
bool deck_is_nfc(struct str s);
/* Whether it can be the key of a field or a property. */
bool deck_is_key(struct str s);
/* Value of a field, or an empty str. */
struct str deck_field(const struct deck_entry *e, const char *key);

#endif
