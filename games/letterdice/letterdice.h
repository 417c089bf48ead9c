/*
 * Letter Dice - what lies on the table (rules LD-1 to LD-15). Nothing in this game is secret.
 *
 * A word that was said is a claim. It counts from the moment it arrives; for some seconds anyone
 * may object to it, and a claim the table strikes is undone: its tokens go back and those behind it
 * move up. So who is out, which theme is closed and what a claim is worth is not stored but read
 * off the claims of the round (table.c), and one routine (accounts.c) moves tokens until every
 * claim has what it is worth.
 *
 * Invariants: middle + reserve + all scores = 90 tokens, those of freed seats among them. Claims of
 * a round stand in the order of their arrival (LD-12) and stay until the next dice fall. A round is
 * over only when none of its claims is open any more; all of them are open until it settles.
 */
#ifndef LETTERDICE_H
#define LETTERDICE_H

#include "rules/decision.h"

enum {
    LD_SEATS = 6,
    LD_DICE = 5,
    LD_FACES = 6,
    LD_THEMES = 6,
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

enum ld_phase { LD_THEME, LD_THROW, LD_PLAY, LD_SETTLE };

enum ld_option {
    LD_VARIANT = CORE_OPTIONS,
    LD_THEME_CARD,
    LD_OBJECTION_TIME,
    LD_THROW_TIME,
    LD_PLAY_TIME,
};

enum ld_variant { LD_CLASSIC, LD_LIMITED, LD_OPEN };

enum ld_subject { LD_SUBJECT_STRIKE = CORE_SUBJECTS };

enum ld_action {
    LD_ACT_ROLL_THEME = CORE_ACTIONS,
    LD_ACT_THROW_DICE,
    LD_ACT_SAY,
    LD_ACT_PASS,
    LD_ACT_OBJECT,
    LD_ACT_AGREE,
};

enum ld_chance { LD_CHANCE_CARD, LD_CHANCE_THEME, LD_CHANCE_LETTER, LD_CHANCE_COLOUR };

enum ld_deck { LD_DECK_THEMES };

enum ld_fact {
    LD_TOKENS_PLACED = CORE_FACTS,
    LD_CARD_CHOSEN,
    LD_ROUND_BEGAN,
    LD_MIDDLE_FILLED,
    LD_THEME_ROLLED,
    LD_DICE_THROWN,
    LD_WORD_SAID,
    LD_WORD_FAILED,
    LD_TOKENS_PAID,
    LD_TOKENS_TAKEN,
    LD_TOKENS_RETURNED,
    LD_TOKENS_LEFT, /* in games of edition 1: who was freed left the tokens behind */
    LD_CLAIM_STOOD,
    LD_CLAIM_REJECTED,
    LD_SEAT_PASSED,
    LD_SEAT_AGREED,
    LD_ROUND_CLOSED,
    LD_ROUND_REOPENED,
    LD_ROUND_ENDED,
    LD_PART_COUNTED,
    LD_FACTS_END,
};

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

struct ld_claim {
    int64_t at;       /* when it arrived */
    struct word word; /* as said, in capitals */
    struct word with; /* the word it clashes with, as the referee sees it */
    uint8_t seat;
    uint8_t theme;             /* 1 … 6 */
    uint8_t points;            /* dice whose letter occurs (LD-7), or the tokens of a black round */
    uint8_t tokens;            /* taken for it so far */
    uint8_t state;             /* enum ld_state */
    uint8_t fault;             /* enum fault: what the referee said before the player insisted */
    uint8_t fits;              /* enum opinion on the theme */
    uint8_t name;              /* a proper name */
    uint8_t reserved;          /* of its tokens: taken from the reserve (LD-14) */
    uint8_t part_at, part_len; /* LD-6: the part of the name that counts; 0 long: all of it */
    uint8_t spare[3];
};

struct ld_public {
    struct ld_claim claim[LD_CLAIMS];
    struct line theme_text[LD_THEMES];
    uint16_t card;           /* place of the theme card in its deck */
    seat_set passed;         /* are not waited for, but may still say a word */
    seat_set agreed;         /* have no objection left, while the round is settled */
    uint8_t letter[LD_DICE]; /* 0 … 25, by colour */
    uint8_t colour;
    uint8_t middle;
    uint8_t reserve; /* limited proposals only */
    uint8_t round;
    uint8_t scoring; /* how many may score in this round (LD-10); 0: no limit */
    uint8_t claims;
    uint8_t theme;  /* of the round, 1 … 6; 0: not rolled, or open themes */
    uint8_t closed; /* enum ld_closed */
    uint8_t reopen; /* a claim was struck after the round had closed */
    uint8_t idle;   /* rounds in a row in which nobody took a token */
    int8_t thrower;
    uint8_t names; /* LD-6: themes in which every word is a name; bit 0 is theme 1 … */
    uint8_t whole; /* … and those of them whose names count as a whole: places, titles */
};

extern const struct layout ld_public_layout;
extern const struct fact_spec ld_facts[];

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

/* ---- table.c: what follows from the claims ---- */

static inline bool ld_counts(const struct ld_claim *claim)
{
    return claim->state <= LD_CLAIM_STANDS;
}

/* The dice of this round have been thrown. */
static inline bool ld_dice_lie(const struct core *c)
{
    return c->phase >= LD_PLAY;
}

static inline bool ld_black(const struct ld_public *t)
{
    return t->colour == LD_BLACK;
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

bool ld_can_say(const struct known *k);
bool ld_can_pass(const struct known *k);
bool ld_decide_say(struct decision *d, const struct value *v);
bool ld_decide_pass(struct decision *d, const struct value *v);

/* ---- objections.c ---- */

/* Why this seat cannot object to a claim (a refusal key), or NULL. */
const char *ld_unobjectionable(const struct known *k, int claim);
/* LD-11: the machine's advice on striking a claim. In `trust` neither opinion was recorded. */
enum opinion ld_advice(const struct ld_claim *claim);

bool ld_can_object(const struct known *k);
bool ld_can_agree(const struct known *k);
bool ld_decide_object(struct decision *d, const struct value *v);
bool ld_decide_agree(struct decision *d, const struct value *v);
void ld_decided(struct decision *d, const struct ballot *b, bool yes, bool rider);
/* Lets the claims of a round that is settled stand; true if it emitted something. */
bool ld_close_windows(struct decision *d);

/* ---- rounds.c: how rounds follow one another ---- */

void ld_open(struct decision *d);
void ld_follow(struct decision *d);
seat_set ld_awaits(const struct known *k);
int64_t ld_due(const struct known *k);
bool ld_can_roll(const struct known *k);
bool ld_can_throw(const struct known *k);
bool ld_decide_roll(struct decision *d, const struct value *v);
bool ld_decide_throw(struct decision *d, const struct value *v);

/* ---- view.c, sample.c ---- */

void ld_view(const struct known *k, struct jw *w);
void ld_own(const struct known *k, struct jw *w);
bool ld_sample(const struct known *k, int action, struct sampler *s, struct value *v);

/* ---- bot.c ---- */

bool ld_think(const struct known *k, struct thinking *t);
enum opinion ld_opinion(const struct known *k, const struct ballot *b, struct thinking *t);
int ld_hints(const struct known *k, struct thinking *t, struct word *out, int most);
extern const char *const ld_figures[];
void ld_measure(const struct known *k, const struct fact *f, struct tally *out);

#endif
