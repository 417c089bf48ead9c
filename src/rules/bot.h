/*
 * bot - players that think along: one pure function from what a seat knows to a move.
 *
 * A bot sees `struct known` and nothing else of the table: the core, the public block and its own
 * block. With it come a mind (rules/mind.h), the decks of the table, its level and its personality.
 * Same knowledge, level, seed, mind and decks: same decision. Nothing here has state; any thread
 * may think, on the table itself or on a copy of what a seat knows (bot_known_copy()).
 *
 * A decision has a moment on the table's clock, `at`, when a person would do this: never earlier
 * than what caused it, and counted from there, not from now. So whoever runs the table may think
 * again after every record: the answer does not move away. What lies in the past is due at once.
 *
 *     const struct bot ada = {BOT_SHARP, 7};
 *     struct bot_move move;
 *     struct known k = table_known(table, seat);
 *     if (bot_think(book, &k, &ada, &head, &move))
 *         after(move.at - now, match_act(…, seat, move.action, move.v));   // if nothing changed
 *
 * Ownership: texts and lists of a move live in the move itself; bot_move_copy() copies one.
 */
#ifndef RULES_BOT_H
#define RULES_BOT_H

#include "base/catalog.h"
#include "rules/deck.h"
#include "rules/mind.h"
#include "rules/table.h"
#include "rules/words.h"

enum bot_level { BOT_EASY, BOT_NORMAL, BOT_SHARP, BOT_LEVELS };
#define BOT_LEVEL_NAMES "easy|normal|sharp"
/* No level: for a mind that draws its answers by chance itself, so that whims would only blur them.
 * Simulated people have one (lexicon/people.h); bots of a room never do. */
enum { BOT_PLAIN = BOT_LEVELS };

struct bot {
    enum bot_level level;
    uint64_t seed; /* the personality; bots of one table should differ in it */
};

/* What bots of a table think with; borrowed. */
struct bot_head {
    const struct mind *mind;   /* NULL: mind_none() */
    const struct shelf *shelf; /* the game's decks in the table's language; may be NULL */
    /* Who judges words at the table, the rulings of its group included; NULL: the mind's own
     * referee. */
    const struct lexicon *lexicon;
    int pace; /* percent of the time that bots take, for those who play people; 0: 100 */
};

/* Why, in one line: "bot.<game>.<key>" of the catalogs with its places ("{a} + {b} → {word}"). To
 * be shown only once the table has had a fact of kind `after` since (or is over): what was thought
 * in secret stays there until the rules reveal it. */
enum { BOT_PLACES = 6, BOT_AT_ONCE = -1 };

struct bot_reason {
    const char *key; /* NULL: nothing to say */
    int after;       /* kind of a fact, or BOT_AT_ONCE */
    int n;
    const char *name[BOT_PLACES];
    struct phrase text[BOT_PLACES];
};

struct bot_move {
    int action;
    struct value v[ARGS_MAX];
    int64_t at; /* on the table's clock */
    struct bot_reason why;
    struct word word;    /* room for the text … */
    char list[LIST_MAX]; /* … and the list among the arguments */
};

/* What a bot at this seat would do, and when. False: nothing now; think again when the table has
 * changed. */
bool bot_think(const struct book *b, const struct known *k, const struct bot *bot,
               const struct bot_head *head, struct bot_move *out);
/* T-6: at most three words that this seat could write now; 0 where there is nothing to write. They
 * are for whoever is learning, and for everybody where the option `hints` of the table is on. */
enum { BOT_HINTS = 3 };
int bot_hints(const struct book *b, const struct known *k, bool learning,
              const struct bot_head *head, struct word out[BOT_HINTS]);
void bot_move_copy(struct bot_move *to, const struct bot_move *from);
/* The reason as a sentence; nothing is added where there is none. */
void bot_tell(const struct catalog *texts, const struct game *g, const struct bot_reason *why,
              struct buf *out);

/* What a seat knows, apart from its table: for thinking in another thread while the table goes on.
 * One piece of heap. */
struct bot_known {
    struct known known; /* points into the piece */
    size_t size;
    unsigned char bytes[];
};

struct bot_known *bot_known_copy(const struct table *t, int seat);
void bot_known_free(struct bot_known *k);

/* ---- for games: think(), opinion() and hints() receive a thinking ---- */

/* What level and seed make of a bot. */
struct nature {
    float temper;   /* spread of whims, in the unit of a mind's scores */
    float taste;    /* the same for what a person always thinks about a thing: pictures, axes */
    float bend;     /* how much the personality weighs; mind_wish.bend */
    uint8_t rarest; /* vocabulary; mind_wish.rarest */
    int pace;       /* percent of the time a person takes */
};

struct nature bot_nature(const struct bot *b);

struct thinking {
    const struct bot *bot;
    const struct known *known;
    const struct mind *mind;
    const struct lexicon *lexicon;
    const struct shelf *shelf;
    enum language lang;
    struct nature nature;
    struct bot_move *move;
};

/* Sets the action; returns its arguments, all zero. */
struct value *bot_do(struct thinking *t, int action);
/* Puts a word or a list into the move and returns it as an argument. */
struct value bot_text(struct thinking *t, struct str word);
struct value bot_list(struct thinking *t, const uint8_t *numbers, int n);
/* When: so many milliseconds after `from`, give or take half, at the bot's pace, and before the
 * clock of the phase runs out. `salt` makes moments of one phase differ. */
void bot_when(struct thinking *t, int64_t from, int milliseconds, uint64_t salt);
void bot_because(struct thinking *t, const char *key, int after);
void bot_because_text(struct thinking *t, const char *place, struct str text);

/* A whim about something, about normally distributed with deviation 1: the same for the same bot,
 * thing and salt. */
float bot_whim(const struct thinking *t, struct str thing, uint64_t salt);
/* Nearly the logarithm of the odds, so that twice as likely counts the same for small chances and
 * great ones; rules have no logarithms. */
float bot_log_odds(float chance);
/* How likely a clue leads to one of n places, less where another is likelier still: who listens
 * carefully would never find it. In logarithms of odds. */
float bot_lead(const float *chances, int n, int place);
/* Chance of its own for this bot; games may draw from it, a replay never does. */
struct rng bot_rng(const struct thinking *t, uint64_t salt);
const struct deck *bot_deck(const struct thinking *t, int deck);

/* What comes to this bot's mind, whims included, best first; the wish's person is filled in. */
int bot_associate(const struct thinking *t, const struct str *cues, int n, struct mind_wish wish,
                  uint64_t salt, struct thought *out, int k);
/* Whether the table's referee has nothing at all against a word. */
bool bot_lawful(const struct thinking *t, struct str word, const struct word_rules *rules);
/* The first lawful one of the thoughts; -1 where there is none. */
int bot_first_lawful(const struct thinking *t, const struct thought *thoughts, int n,
                     const struct word_rules *rules);
/* Any word that may be written. A lawful one where there is one: a common word, or letters that
 * look like a word. Else one on which a player may insist (T-6), and `insist` is set. False where a
 * strict referee is certain about all of them. */
bool bot_any_word(const struct thinking *t, const struct word_rules *rules, uint64_t salt,
                  struct word *out, bool *insist);
/* Lawful words among associations, for hints(). */
int bot_hint_words(const struct thinking *t, const struct str *cues, int n, struct mind_wish wish,
                   const struct word_rules *rules, struct word *out, int most);

#endif
