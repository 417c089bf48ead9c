/*
 * game - the contract between a game and everything else.
 *
 * A game is a `const struct game`: tables of data and pure functions. It turns actions into facts.
 *
 *   decide   reads the table, the clock, chance and the lexicon; changes nothing. It refuses with a
 *            reason, or emits facts.
 *   apply    writes one fact into one block of memory. Total: no clock, no chance, no lexicon.
 *   follow   emits the facts that are due after others: the last word is in, so the reading begins.
 *            One step at a time; called again until it emits nothing.
 *
 * A table is one public block, one block per seat and one secret block: flat, free of pointers,
 * bounded. A fact has an audience, and the audience decides which block apply receives:
 *
 *   FOR_ALL     the public block; it sees nothing else, so what is public stays derivable by all
 *   FOR_SOME    the block of each seat it is addressed to, with the public block to read
 *   FOR_NOBODY  the secret block (server only), with the public block to read
 *
 * A view is made from the public block and one seat's block: code that could leak a secret never
 * receives one. Games never allocate, never call the system and keep no state of their own; a test
 * looks at the symbols of their object files.
 *
 * All of it is written in the game's .def (rules/define.h):
 *
 *     DECIDE(x_wave)
 *     {
 *         if (a->seat == d->by)
 *             return refuse(d, "not_yourself");
 *         EMIT(d, x_waved, .by = d->by, .to = a->seat);
 *         return true;
 *     }
 */
#ifndef RULES_GAME_H
#define RULES_GAME_H

#include "base/deal.h"
#include "base/rng.h"
#include "rules/core.h"
#include "rules/lexicon.h"
#include "rules/schema.h"

struct decision;
struct deck_kind;
struct ballot;
struct thinking;
struct tally;
struct shape;
struct keep;
struct affinity;
struct picture;
struct crowd_scene;
struct shelf;

/* What one seat knows: the public block and its own. An onlooker has seat NO_SEAT and mine NULL. */
struct known {
    const struct core *core;
    const void *table;
    const void *mine;
    int seat;
};

enum audience { FOR_ALL, FOR_SOME, FOR_NOBODY };

/* A fact. `to` is only used with FOR_SOME. Texts borrow from the decision or record it came in. */
struct fact {
    uint8_t kind;
    seat_set to;
    struct value arg[ARGS_MAX];
};

struct fact_spec {
    const char *name; /* past tense */
    const char *args; /* schema.h; at most one list; none is called "is" or "to" as in a log */
    enum audience audience;
    bool reveal; /* it tells what was secret: from here on, worlds that differed there may differ */
    void (*apply)(void *block, const struct known *k, const struct fact *f);
    bool retired; /* no rule emits it any more: only logs of earlier editions hold it */
};

enum actor { BY_SEAT, BY_TABLE };

struct action_spec {
    const char *name; /* imperative */
    const char *args;
    enum actor actor; /* BY_TABLE: the clock, the room or the host */
    /* Whether a seat may do this now, as far as it knows; NULL where the table acts. */
    bool (*can)(const struct known *k);
    /* Emits facts and returns true, or returns refuse(…). */
    bool (*decide)(struct decision *d, const struct value *v);
    bool live; /* others may watch the hand before the move is made: all arguments are public */
    /* Whether a seat may do this now with this first argument, as far as it knows. Views list the
     * values for which it is true (`may`); NULL: they do not. */
    bool (*legal)(const struct known *k, const struct value *v);
    /* What somebody who types is told would count, taken or not: the members of the game's shape
     * `Preview`, from what the seat knows. NULL: nothing. */
    void (*preview)(const struct known *k, const struct value *v, const struct lexicon *l,
                    struct jw *w);
};

enum option_type { OPTION_BOOL, OPTION_INT, OPTION_CHOICE };

struct option_spec {
    const char *name;
    enum option_type type;
    int min, max, initial;
    const char *choices; /* "normal|advanced" for OPTION_CHOICE */
};

/* A choice that setups of earlier editions call otherwise. */
struct renamed_choice {
    int edition; /* the first with the new name */
    const char *option, *was, *is;
};

struct book;

/* How a table is set up. What is not in here cannot influence a game. */
struct setup {
    const struct book *book;
    struct seed seed;
    int edition; /* of the rules it was begun with */
    int seats;
    int youngest;
    enum language language;
    int16_t option[OPTIONS_MAX];
};

/* Plausible arguments for random play: whole words, seats, numbers. */
struct sampler {
    uint64_t state; /* of its chance, which is not the table's (rng_quick) */
    bool restless;  /* a vote makes nobody wait: everything goes on around it */
    bool clever;    /* players understand each other, where a game knows how: some must win, too */
    bool wordy;     /* the words are somebody's choice: a game makes up none of its own */
    const struct str *words;
    uint32_t n_words;
    uint8_t first[27]; /* words lie sorted by their initials: where those of a letter begin */
    char list[ARGS_MAX][LIST_MAX]; /* room for the list or made-up text of each argument */
};

static inline uint64_t sampler_next(struct sampler *s)
{
    return rng_quick(&s->state);
}

/* In [0, n), evenly but for less than n in 2^32; n is at least 1. */
static inline uint32_t sampler_below(struct sampler *s, uint32_t n)
{
    return (uint32_t)((sampler_next(s) >> 32) * n >> 32);
}

/* A word with this initial, 'A' to 'Z', or with any for 0. */
static inline struct str sampler_word(struct sampler *s, char initial)
{
    const uint8_t *first = s->first + (initial ? initial - 'A' : 0);

    if (!initial || first[0] == first[1])
        return s->words[sampler_below(s, s->n_words)];
    return s->words[first[0] + sampler_below(s, (uint32_t)(first[1] - first[0]))];
}

/* For `reads` of a game: one more text, if it is there, new and there is room for it; how many are
 * there now. */
static inline int reads_add(struct phrase *out, int n, int most, struct str text)
{
    for (int i = 0; i < n; i++) {
        if (str_eq(phrase_str(&out[i]), text))
            return n;
    }
    if (text.len && n < most)
        phrase_set(&out[n++], text);
    return n;
}

/* ---- what a game brings along for bots and for tests ---- */

struct game_bot {
    /* What a bot at this seat does now (bot.h): fills the move of `t`, or returns false for
     * nothing. NULL: no bot can play this game. */
    bool (*think)(const struct known *k, struct thinking *t);
    /* A bot's opinion on an open vote on which the table has none. May be NULL. */
    enum opinion (*opinion)(const struct known *k, const struct ballot *b, struct thinking *t);
    /* Words that a player who is stuck could write now; how many. May be NULL. */
    int (*hints)(const struct known *k, struct thinking *t, struct word *out, int most);
};

struct game_test {
    /* All arguments of an action for random play, where types alone would be refused; false: the
     * types will do. May be NULL. */
    bool (*sample)(const struct known *k, int action, struct sampler *s, struct value *v);
    /* How often random play does each of the game's actions, relative to others, by its constant; 0
     * stands for 8. May be NULL. */
    const uint8_t *weight;
    /* What is measured when bots play: names, and what a fact adds (tally.h); `k` is the public
     * table after the record the fact is from. Both or none. */
    const char *const *figures;
    void (*measure)(const struct known *k, const struct fact *f, struct tally *out);
};

/* What stays of a game when it is over (rules/keep.h). */
struct game_keep {
    /* A public fact, of the game or of the table, in order; `k` is what an onlooker knows after it.
     * NULL: nothing stays. */
    void (*note)(const struct known *k, const struct fact *f, struct keep *out);
    /* Its picture, once all was noted; NULL: the map of meaning. */
    void (*draw)(const struct known *k, const struct keep *kept, struct picture *out);
    /* What speaks for or against two of them thinking alike (rules/affinity.h). NULL: nothing does.
     */
    void (*affinity)(const struct keep *kept, struct affinity *out);
};

struct game {
    const char *id;
    /* Of its rules, from 1. It rises when a game that was begun under the old ones cannot be played
     * on under the new: such a game is still folded, shown and exported. It rises too when a name
     * in its options gets another meaning; then `since` says whose games can be played on. */
    int edition;
    int since; /* the earliest edition whose games are played on; 0: this one alone */
    const struct renamed_choice *renamed; /* ends with an option NULL; may be NULL */
    int min_seats, max_seats;

    const struct layout *public_layout;
    const struct layout *seat_layout;
    const struct layout *secret_layout;

    const char *const *phases;   /* NULL-terminated */
    const char *const *subjects; /* what is voted on, NULL-terminated; [0] is "skip" */
    const struct action_spec *actions;
    const struct fact_spec *facts;
    const struct option_spec *options;
    const char *const *chances; /* schema arguments: "letter:letter", "card:int:0..99*" */
    const char *const *decks;   /* names of the decks it draws from, NULL-terminated; may be NULL */
    const struct deck_kind *kinds; /* of which a table may bring its own (deck.h); may be NULL */

    /* Key of what is wrong with a combination of options, or NULL. May be NULL. */
    const char *(*check)(const struct setup *s);
    /* The facts a game begins with. */
    void (*open)(struct decision *d);
    void (*follow)(struct decision *d);
    /* A vote on one of the game's subjects has ended. */
    void (*decided)(struct decision *d, const struct ballot *b, bool yes, bool rider);
    /* The seats the phase waits for, skipped ones included. */
    seat_set (*awaits)(const struct known *k);
    /* The seats that have something to do in this phase, or have done it already: where none of
     * them is there, the table waits by itself (T-9). NULL: everybody has. */
    seat_set (*actors)(const struct known *k);
    /* When the game's own next moment is due, besides the phase clock and votes: 0 for never. At
     * that time follow() runs and must emit what ends it. May be NULL. */
    int64_t (*due)(const struct known *k);
    /* Writes the sections that everybody sees, as members of the object that is open in `w`; `k` is
     * an onlooker's. They are written once for all who look. */
    void (*view)(const struct known *k, struct jw *w);
    /* The sections that only this seat sees, likewise; no name is in both. May be NULL. */
    void (*own)(const struct known *k, struct jw *w);
    /* The seats that may hear this seat talk right now, itself included; NULL: nobody talks. */
    seat_set (*talk)(const struct known *k);
    /* Another option that goes with one just chosen in a lobby (its index and value), as a default
     * that the host may take back; -1: none. May be NULL. */
    int (*brings)(const struct setup *s, int option, int *value);
    /* Makes the setup one step harder (T-11); false where there is no step. May be NULL. */
    bool (*harder)(struct setup *s);
    /* The level that is played, from 1, where a table remembers the levels it has won and with what
     * score; 0: none. May be NULL. */
    int (*level)(const struct setup *s);
    /* The team or partnership a seat plays in, from 0; -1: none. The order of seats decides, so a
     * lobby can tell before anything begins. NULL: nobody is in a team. */
    int (*team)(const struct setup *s, int seat);
    /* The round that is being played, from 1, or less before the first: a practice game ends when
     * its second begins. NULL: nobody practises this game. */
    int (*round)(const struct known *k);
    /* What its sections look like (rules/shape.h): "View", "Own" and their parts. */
    const struct shape *shapes;

    /* What lies open that this seat has to read now, what matters most first, each once; how many.
     * Told in other languages to those who are learning the table's (rules/gloss.h). NULL: nothing.
     */
    int (*reads)(const struct known *k, struct phrase *out, int most);
    /* What those who look on are asked now, and which answers may be told (rules/crowd.h). NULL:
     * nothing ever. */
    void (*crowd)(const struct known *k, struct crowd_scene *out);
    /* What a thing that they choose among is called, while they are asked; NULL: it has a number.
     */
    void (*crowd_name)(const struct known *k, const struct shelf *shelf, int thing,
                       struct phrase *out);
    struct game_keep keep;
    struct game_bot bot;
    struct game_test test;
};

/* A game with its tables parsed and the shared ones in front: what the rest of the program uses. */
enum { ACTIONS_MAX = 40, FACTS_MAX = 64, CHANCES_MAX = 8 };

struct book {
    const struct game *game;
    int actions, facts, options, chances;
    const struct action_spec *action[ACTIONS_MAX];
    struct schema action_args[ACTIONS_MAX];
    int seat_actions; /* those of seats, and how often random play does each */
    int seat_action[ACTIONS_MAX], weight[ACTIONS_MAX], weights;
    bool listed; /* views list the legal values of some of them */
    const struct fact_spec *fact[FACTS_MAX];
    struct schema fact_args[FACTS_MAX];
    const struct option_spec *option[OPTIONS_MAX];
    struct arg_spec chance[CHANCES_MAX];
};

/* Parses a game's tables. Ends the process where a table is malformed or a part is missing: that is
 * our bug. */
void book_init(struct book *b, const struct game *g);
int book_action(const struct book *b, struct str name); /* or -1 */
int book_fact(const struct book *b, struct str name);   /* or -1 */

#endif
