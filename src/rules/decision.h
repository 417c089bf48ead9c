/*
 * decision - what a game sees and says while it decides one action.
 *
 * It gives the table as folded so far, the time, chance and the lexicon, and collects facts or a
 * refusal. A decision is large and reused; it belongs to whoever runs the match, one per thread.
 */
#ifndef RULES_DECISION_H
#define RULES_DECISION_H

#include "rules/deck.h"
#include "rules/game.h"
#include "rules/table.h"

enum {
    DECISION_FACTS = 512,
    DECISION_TEXT = 32768,
    REFUSAL_ARGS = 3,
    RIG_MAX = 256,
    DECK_ITEMS_MAX = 32,
    DRAWS_MAX = 128,
    NO_ACTION = -1
};

/* Why an action was refused: a key that the screen translates, and its arguments. */
struct refusal {
    const char *key; /* NULL: not refused */
    bool insist;     /* only advice: the player may repeat it with "insist" */
    int n;
    const char *name[REFUSAL_ARGS];
    struct str text[REFUSAL_ARGS];
    char space[REFUSAL_ARGS][2 * WORD_BYTES];
};

/* Forced results of chance, for scripts and tests: taken in order, per chance. */
struct rig {
    int n;
    struct {
        int chance;
        int64_t value;
        bool used;
    } item[RIG_MAX];
    bool impossible; /* a forced result was not among the possible ones */
};

/* What decisions may ask besides the table. */
struct world {
    const struct lexicon *lexicon;
    const struct shelf *shelf; /* the game's decks in the table's language; may be NULL */
    struct rig *rig;
    uint64_t twin; /* non-zero: hidden chance falls otherwise than in the first world (law 3) */
};

struct decision {
    const struct table *table;
    const struct book *book;
    const struct core *core;
    const struct world *world;
    int64_t now;
    int by; /* the acting seat, or NO_SEAT for the table itself */
    /* What was asked, kept for the record: the action (NO_ACTION: the table was opened) and its
     * arguments. */
    int action;
    struct value asked[ARGS_MAX];
    /* Chance of this record; a deal is opened by its first draw, and most decisions draw nothing.
     */
    const struct seed *seed;
    uint64_t stream;
    struct deal open_chance, hidden_chance;
    struct refusal refusal;
    /* What came from the decks: whoever runs the table remembers it as seen. */
    int deck_items;
    struct {
        uint8_t deck;
        uint16_t item; /* entry, or card where cards were drawn */
    } deck_item[DECK_ITEMS_MAX];
    /* Every draw in its order: the `value`-th of `of` possible results is `item`. Where a script
     * has rigged it, `of` is 0. */
    int draws;
    struct draw {
        uint8_t chance;
        uint32_t of, value, item;
    } draw[DRAWS_MAX];
    int facts;
    struct fact fact[DECISION_FACTS];
    size_t text_used;
    char text[DECISION_TEXT];
    char asked_text[ARGS_MAX][TEXT_MAX];
};

/* Blocks of the table, to read. */
static inline const void *decision_public(const struct decision *d)
{
    return table_public(d->table);
}

static inline const void *decision_seat(const struct decision *d, int seat)
{
    return table_seat(d->table, seat);
}

static inline const void *decision_secret(const struct decision *d)
{
    return table_secret(d->table);
}

void emit_values(struct decision *d, int kind, seat_set to, const struct value *v, size_t n);

/* All return false, for `return refuse(…)`. Texts are copied. */
bool refuse(struct decision *d, const char *key);
bool refuse_word(struct decision *d, const char *key, struct str word);
bool refuse_words(struct decision *d, const char *key, struct str word, struct str with);
bool refuse_number(struct decision *d, const char *key, int64_t number);
/* Whether who decides can do it now, by the action's CAN(); else it is refused: `not_now`. */
bool decision_can(struct decision *d, bool (*can)(const struct known *k));
/* One more argument of a refusal; the name is kept, the text copied. */
void refusal_text(struct refusal *r, const char *name, struct str text);

/* One of the numbers below `n`, all equally likely. */
int chance_below(struct decision *d, int chance, int n);
/* One of the members of a set of `bits` numbers; at least one is in it. */
int chance_pick(struct decision *d, int chance, const uint64_t *set, int bits);

/* A deck of the game by its place in game.decks; NULL where it is not on the shelf. */
const struct deck *decision_deck(const struct decision *d, int deck);
/* Draws an entry (or with `cards` a card) that this game has not used. What the table has seen in
 * earlier games comes only when nothing else is left; after that used ones come again. */
int deck_draw(struct decision *d, int chance, int deck, const uint64_t *used, bool cards);

/* Begins a phase; 0: without a limit. */
void phase_begin(struct decision *d, int phase, int seconds);
void phase_begin_ms(struct decision *d, int phase, int64_t milliseconds);
/* Stops the phase clock, which must be running. */
void clock_hold(struct decision *d);
void score_add(struct decision *d, int seat, int points);
void game_end(struct decision *d, enum outcome outcome, seat_set winners);
/* The game ends, and the most points on the table win: equal ones share it, and a seat that was
 * left cannot win (T-9). Points that this step has given are not on the table yet. */
void game_end_by_score(struct decision *d);

#endif
