/*
 * Letter Dice - what lies on the table (rules LD-1 to LD-15). Nothing in this game is secret.
 *
 * A word that was said is a claim. It counts from the moment it arrives; for some seconds anyone
 * may object to it, and a claim the table strikes is undone: its tokens go back and those after it
 * move up. So who is out, which theme is closed and what a claim is worth is not stored but read
 * off the claims of the round (board.c), and one routine (accounts.c) moves tokens until every
 * claim has what it is worth.
 *
 * Invariants: middle + reserve + all scores = 90 tokens, those of freed seats among them. Claims of
 * a round stand in the order of their arrival (LD-12) and stay until the next dice fall. A round is
 * over only when none of its claims is open any more; all of them are open until it settles.
 */
#ifndef LETTERDICE_H
#define LETTERDICE_H

#include "rules/deck.h"
#include "rules/words.h"

enum {
    LD_SEATS = 6,
    LD_DICE = 5,
    LD_FACES = 6,
    LD_THEMES = 6,
    LD_CARDS = 30,     /* in the deck of every language */
    LD_PACK_CARDS = 5, /* in every other pack; a number beyond begins again */
    LD_TOKENS = 90,
    LD_FILL = 2,         /* tokens per player and round, limited proposals (LD-14) */
    LD_BLACK_TOKENS = 4, /* won or lost when the colour die shows black (LD-8) */
    LD_CLAIMS = 64,      /* of one round; a list that is full ends the round */
    LD_ROUNDS = 99,
    LD_IDLE_ROUNDS = 6, /* rounds in a row without a token taken, after which the game ends */
};

/* The first five are also the dice, in the order they are thrown. */
enum ld_colour { LD_WHITE, LD_YELLOW, LD_RED, LD_BLUE, LD_GREEN, LD_BLACK };
#define LD_COLOURS "white|yellow|red|blue|green|black"

enum ld_variant { LD_CLASSIC, LD_LIMITED, LD_OPEN };

/* Where tokens lie that nobody has. */
enum ld_purse { LD_MIDDLE, LD_RESERVE };
#define LD_PURSES "middle|reserve"

/* Why nobody can score any more. */
enum ld_closed {
    LD_GOES_ON,
    LD_ALL_SCORED, /* LD-10: those left are the last ones */
    LD_EMPTY,      /* no tokens in the middle */
    LD_ALL_THEMES, /* LD-15: all six are closed */
    LD_BLACK_WON,  /* LD-8 */
    LD_ALL_PASSED,
    LD_TIME,
    LD_FULL, /* no room for another claim */
};
#define LD_CLOSINGS "none|scored|empty|themes|black|passed|time|full"

enum ld_state {
    LD_CLAIM_OPEN,     /* counts, and may be objected to */
    LD_CLAIM_STANDS,   /* counts for good */
    LD_CLAIM_STRUCK,   /* the table struck it */
    LD_CLAIM_MISTAKEN, /* contains a letter in a black round */
};
#define LD_STATES "open|stands|struck|mistaken"

#define GAME_DEF    "letterdice/letterdice.def"
#define GAME_PREFIX ld
#include "rules/define.h"

static inline const struct ld_public *ld_board(const struct decision *d)
{
    return decision_public(d);
}

/* ---- dice.c ---- */

/* Six different letters of a die, as bits of 26. */
uint64_t ld_faces(enum language lang, int die);
/* LD-7: dice whose letter occurs in the word. */
int ld_points(const uint8_t letter[LD_DICE], struct str word);
/* LD-8: the first die whose letter occurs in the word, or -1. */
int ld_first_hit(const uint8_t letter[LD_DICE], struct str word);

/* ---- names.c: what of a name counts (LD-6) ---- */

static inline bool ld_names_only(const struct ld_public *t, int theme)
{
    return t->names >> (theme - 1) & 1;
}

/* T-5: the theme asks for names, the player ticks it, or the lexicon knows it. Many a surname is a
 * common noun too (BAKER): elsewhere that one is a name only where the player says so, or LD-5
 * would hold for few words. */
bool ld_is_name(const struct ld_public *t, const struct lexicon *l, enum language lang, int theme,
                struct str word, bool ticked);
/* `part` where it is a run of whole words of `name`, or nothing; borrows from `name`. */
struct str ld_part_in(struct str name, struct str part);
/* What counts of a word where its player marks nothing: of a name the last part, all of another
 * word. A place or title counts as a whole, unless only its last part begins right. */
struct str ld_offered(const struct ld_public *t, int theme, struct str word, bool name);
/* What counts of a claim for its initial and its score. */
struct str ld_counted(const struct ld_claim *claim);

/* ---- awards.c ---- */

/* Letters of a word, without spaces and signs between them. */
int ld_letters(struct str word);
/* Who did what in this game, as the section `awards`: at its end. */
void ld_awards(const struct ld_public *t, const struct core *c, struct jw *w);

/* ---- board.c: what follows from the claims ---- */

static inline bool ld_counts(const struct ld_claim *claim)
{
    return claim->state <= LD_CLAIM_STANDS;
}

/* The dice of this round have been thrown. */
static inline bool ld_dice_lie(const struct core *c)
{
    return c->phase >= LD_PLAY;
}

static inline bool ld_is(const struct core *c, enum ld_variant variant)
{
    return option(c, LD_VARIANT) == (int)variant;
}

/* Place of the deck that the table's themes are from. */
static inline int ld_theme_deck(const struct core *c)
{
    return LD_DECK_THEMES + option(c, LD_PACK);
}

static inline bool ld_black(const struct ld_public *t)
{
    return t->colour == LD_BLACK;
}

/* The letter that words begin with (LD-4); 0 in a black round, which has none. */
static inline char ld_initial(const struct ld_public *t)
{
    return ld_black(t) ? '\0' : (char)('A' + t->letter[t->colour]);
}

/* LD-10: how many of so many players may score. */
int ld_scoring(int players);
int ld_standing(const struct ld_public *t);
/* LD-9: players who have found their word. */
seat_set ld_out(const struct ld_public *t, const struct core *c);
/* Players a round waits for: neither out nor passed. */
seat_set ld_playing(const struct ld_public *t, const struct core *c);
/* LD-15: a counting claim serves this theme. */
bool ld_theme_closed(const struct ld_public *t, int theme);
/* Whether anyone could still score; LD_GOES_ON if so. */
enum ld_closed ld_over(const struct ld_public *t, const struct core *c);
/* LD-14: the tokens of this round come from the reserve, as far as it has any. */
bool ld_from_reserve(const struct ld_public *t, const struct core *c);
/* Why a seat cannot say a word now (a refusal key), or NULL. */
const char *ld_silenced(const struct ld_public *t, const struct core *c, int seat);
bool ld_contested(const struct core *c, int claim); /* a vote on it is open */
bool ld_any_open(const struct ld_public *t);
/* LD-11: when the claims of a closed round stand, if nobody objects; 0 while there is no such
 * moment: somebody could score, or a claim is voted on. */
int64_t ld_settles(const struct ld_public *t, const struct core *c);

/* ---- accounts.c ---- */

/* Moves tokens until every claim has what it is worth; true if it emitted something. */
bool ld_settle_accounts(struct decision *d);
/* LD-8: what a mistaken word costs. */
void ld_pay_penalty(struct decision *d, int seat);

/* ---- claims.c: saying a word, passing ---- */

/* LD-5: the claim of this round with the same word, whatever became of it, or -1. */
int ld_said_before(const struct ld_public *t, enum language lang, struct str word);
/* LD-5: the words of the round that a new common noun must not be related to. A word the table
 * struck only counts for its theme (LD-15). */
int ld_words_said(const struct ld_public *t, bool name, int theme, struct str out[LD_CLAIMS]);

/* ---- objections.c ---- */

/* Why this seat cannot object to a claim (a refusal key), or NULL. */
const char *ld_unobjectionable(const struct known *k, int claim);
/* LD-11: the machine's advice on striking a claim. In `trust` neither opinion was recorded. */
enum opinion ld_advice(const struct ld_claim *claim);

void ld_decided(struct decision *d, const struct ballot *b, bool yes, bool rider);
/* Lets the claims of a round that is settled stand; true if it emitted something. */
bool ld_close_windows(struct decision *d);

/* ---- round.c: how a round begins and ends ---- */

/* The first round, with everything it needs. */
void ld_begin_game(struct decision *d);
/* LD-3: the numbered die, then all others at once. */
void ld_roll(struct decision *d);
void ld_throw(struct decision *d);
/* The round waits for the last objections, if there is anything to object to. */
void ld_close_round(struct decision *d, enum ld_closed why);
/* LD-11: where the claim that ended the round was struck and somebody can score again. */
bool ld_reopen_round(struct decision *d);
/* The next round, or the end of the game. */
void ld_end_round(struct decision *d);

/* ---- view.c, sample.c, bot.c ---- */

void ld_view(const struct known *k, struct jw *w);
void ld_own(const struct known *k, struct jw *w);
int ld_reads(const struct known *k, struct phrase *out, int most);

extern const uint8_t ld_weights[];
bool ld_sample(const struct known *k, int action, struct sampler *s, struct value *v);

bool ld_think(const struct known *k, struct thinking *t);
enum opinion ld_opinion(const struct known *k, const struct ballot *b, struct thinking *t);
int ld_hints(const struct known *k, struct thinking *t, struct word *out, int most);
extern const char *const ld_figures[];
void ld_measure(const struct known *k, const struct fact *f, struct tally *out);

/* ---- keep.c ---- */

/* What stays of a game (rules/keep.h). */
void ld_note(const struct known *k, const struct fact *f, struct keep *out);
/* Who thinks like whom, as far as it tells (rules/affinity.h). */
void ld_affinity(const struct keep *kept, struct affinity *out);
void ld_draw(const struct known *k, const struct keep *kept, struct picture *out);

/* ---- crowd.c ---- */

struct crowd_scene;
void ld_crowd(const struct known *k, struct crowd_scene *out);

#endif
