/*
 * One Mind - what lies on the table and what each player holds (rules OM-1 to OM-24).
 *
 * Rows 0 to 8 are the rows beside the round track: row 0 the start words, row r the words of round
 * r. A row lists its cards in the order they were laid; the cards of a match share a stack, and the
 * one laid last covers the others.
 */
#ifndef ONEMIND_H
#define ONEMIND_H

#include "rules/decision.h"
#include "rules/words.h"

enum {
    OM_SEATS = 8,
    OM_ROWS = 9, /* start words and at most eight rounds */
    OM_WORDS = OM_ROWS * OM_SEATS,
    OM_ROUNDS = 6,
    OM_ROUNDS_FREE = 8,
    OM_NO_TOKEN = 255,
    OM_QUESTION = 254,
};

/* OM_LOOK is for the start words what OM_CHECK is for a word that was read: the time to object. */
enum om_phase { OM_START, OM_LOOK, OM_WRITE, OM_READ, OM_CHECK };

enum om_option {
    OM_LEVEL = CORE_OPTIONS,
    OM_NO_ANIMALS,
    OM_LETTERS_ONLY,
    OM_FREE,
    OM_WRITE_TIME,
    OM_PACE,
    OM_CHECK_TIME,
};

/* OM_SUBJECT_EARLIER: whether the word being read belongs to an earlier stack, the ballot's topic.
 */
enum om_subject { OM_SUBJECT_MATCH = CORE_SUBJECTS, OM_SUBJECT_RULES, OM_SUBJECT_EARLIER };

enum om_action {
    OM_ACT_WRITE = CORE_ACTIONS,
    OM_ACT_TAKE_BACK,
    OM_ACT_HINT,
    OM_ACT_CLAIM,
    OM_ACT_CLAIM_EARLIER,
    OM_ACT_DECLINE,
    OM_ACT_DOUBT,
    OM_ACT_OBJECT,
    OM_ACT_GO_ON,
};

enum om_chance { OM_CHANCE_LETTER, OM_CHANCE_TOKEN, OM_CHANCE_SIDE, OM_CHANCE_HINT };

enum om_deck { OM_DECK_START_WORDS };

enum om_fact {
    OM_GEMS_PLACED = CORE_FACTS,
    OM_LETTER_DRAWN,
    OM_START_LAID,
    OM_TOKEN_DRAWN,
    OM_LETTER_TOSSED,
    OM_QUESTION_TOSSED,
    OM_ROUND_BEGAN,
    OM_WORD_WRITTEN,
    OM_WORD_DROPPED,
    OM_SEAT_FINISHED,
    OM_SEAT_REOPENED,
    OM_WORD_READ,
    OM_MATCH_SUGGESTED,
    OM_MATCH_CLAIMED,
    OM_CARD_JOINED,
    OM_CARD_RETURNED,
    OM_MATCH_DECLINED,
    OM_SEAT_READY,
    OM_WORD_STRUCK,
    OM_WORD_CLEARED,
    OM_CARD_LAID,
    OM_MATCH_MADE,
    OM_GEMS_TAKEN,
    OM_START_HINTED,
    OM_EARLIER_CLAIMED,
    OM_CARD_MOVED,
    OM_EARLIER_REFUSED,
    OM_FACTS_END,
};

enum om_card_flags { OM_STRUCK = 1, OM_ERASED = 2, OM_MATCHED = 4 };

struct om_card {
    struct word word;
    uint8_t seat;
    uint8_t stack; /* place in the row of the card it was stacked on; its own if none */
    uint8_t flags;
};

struct om_public {
    struct om_card card[OM_ROWS][OM_SEATS];
    struct word shown[OM_SEATS]; /* words told by a claim before their card is laid */
    seat_set read;               /* seats whose card has left the hand this round */
    seat_set joined;             /* seats whose card lies with the one being read */
    seat_set declined;           /* holders who said that theirs is no match */
    seat_set refused;            /* holders whose claim on this word was voted down */
    seat_set by_ear;             /* joined because the lexicon agreed: may be doubted */
    seat_set ready;              /* ready to go on */
    seat_set matched;            /* seats in some match this round */
    seat_set struck;             /* seats whose word broke a rule, this reading */
    seat_set cleared;            /* seats whose word was objected to in vain, this reading */
    int16_t reader;              /* seat whose word is being read */
    uint8_t laid[OM_ROWS];
    uint8_t letter[OM_SEATS];   /* start letters */
    uint8_t token[OM_ROWS];     /* on the round track, by row: a letter, OM_QUESTION or none */
    uint8_t finished[OM_SEATS]; /* rank of the final version, 1 the earliest; 0: none yet */
    uint8_t join_order[OM_SEATS];
    uint8_t joins;
    uint8_t round;
    uint8_t gems;
    uint8_t tried; /* stacks, by place, that the word being read does not belong to: a bit each */
};

struct om_seat {
    struct word word; /* on my card, in secret */
    struct word with; /* what the referee said it clashes with */
    struct word hint; /* a start word I asked for */
    uint8_t fault;    /* enum fault */
    uint8_t name;
    uint8_t suggested; /* enum likeness with the word being read */
};

/* Which tokens lie on the round track: nobody knows the letter under a question mark. */
struct om_secret {
    uint32_t drawn; /* a bit per letter */
};

/* ---- facts.c ---- */

extern const struct layout om_public_layout;
extern const struct layout om_seat_layout;
extern const struct layout om_secret_layout;
extern const struct fact_spec om_facts[];

static inline const struct om_public *om_board(const struct decision *d)
{
    return decision_public(d);
}

static inline const struct om_seat *om_hand(const struct decision *d, int seat)
{
    return decision_seat(d, seat);
}

/* ---- game.c: small facts about the table ---- */

/* Gems for a number of players and a level; two players play without (OM-1, OM-21). */
int om_gems(int seats, int level);
int om_rounds(const struct core *c);
/* Whether a token tells the letter of this round. */
bool om_letter_counts(const struct om_public *t, const struct core *c);
/* Seats that have written a word. */
seat_set om_finished(const struct om_public *t);
/* Players who still hold a card in this round's reading. */
seat_set om_holders(const struct om_public *t, const struct core *c);
/* Where in the row of this round the card of a seat lies; -1: nowhere. */
int om_place(const struct om_public *t, int seat);
/* Whether this card shows a word that counts as open: not erased and not covered. */
bool om_open(const struct om_public *t, int row, int place);
/* Whether the word being read goes to an earlier stack (OM-12). */
bool om_moved(const struct om_public *t);
/* Seats with a card in this stack of the round. */
seat_set om_stack(const struct om_public *t, int stack);
/* Whether a word is being read or lies there to be looked at. */
bool om_reading(const struct core *c);
/* Milliseconds that a word which is read lies there, whatever anybody holds (OM-12). */
int64_t om_window(const struct core *c);

/* ---- writing.c ---- */

/* What holds for a word that this seat writes now (OM-2, OM-4, OM-8, OM-22). */
struct word_rules om_rules(const struct om_public *t, const struct core *c, int seat,
                           struct str on_table[OM_WORDS]);
/* Whether this seat may write: in writing, and not a start word that lies there already. */
bool om_may_write(const struct om_public *t, const struct core *c, int seat);
bool om_can_write(const struct known *k);
bool om_can_take_back(const struct known *k);
bool om_can_hint(const struct known *k);
bool om_decide_write(struct decision *d, const struct value *v);
bool om_decide_take_back(struct decision *d, const struct value *v);
bool om_decide_hint(struct decision *d, const struct value *v);
void om_open_table(struct decision *d);
/* All who could have written a start word: they are laid, looked at, and round 1 begins. */
void om_lay_start_words(struct decision *d);
void om_begin_round(struct decision *d, int round);

/* ---- reading.c ---- */

void om_start_reading(struct decision *d);
/* The window of the word being read is over. */
void om_close_window(struct decision *d);
/* Nobody has anything more to say about the word being read. */
void om_settle(struct decision *d);
/* Holders who have not said whether theirs matches the word being read. */
seat_set om_undeclared(const struct om_public *t, const struct core *c);
/* Seats that have nothing more to say about the words that lie there. */
seat_set om_content(const struct om_public *t, const struct core *c);

/* ---- claims.c ---- */

/* Whether the rules of the round let this seat's card be claimed for the word being read. */
bool om_may_claim(const struct om_public *t, const struct core *c, int seat);
/* Whether the word being read may be claimed for the stack in which this seat's card lies. */
bool om_may_claim_earlier(const struct known *k, int seat);
/* Whether one may doubt that the card of this seat, joined by ear, is a match. */
bool om_may_doubt(const struct known *k, int seat);
/* Whether one may object to the word of this seat now (OM-2, OM-15); never to the own one. */
bool om_may_object(const struct known *k, int seat);
/* Whether this seat's word lies open, so that it can be objected to. */
bool om_in_question(const struct om_public *t, int seat);
/* The word of a seat as it lies open; empty where it does not. */
struct str om_word(const struct om_public *t, int seat);
bool om_can_claim(const struct known *k);
bool om_can_claim_earlier(const struct known *k);
bool om_can_decline(const struct known *k);
bool om_can_doubt(const struct known *k);
bool om_can_object(const struct known *k);
bool om_can_go_on(const struct known *k);
bool om_decide_claim(struct decision *d, const struct value *v);
bool om_decide_claim_earlier(struct decision *d, const struct value *v);
bool om_decide_decline(struct decision *d, const struct value *v);
bool om_decide_doubt(struct decision *d, const struct value *v);
bool om_decide_object(struct decision *d, const struct value *v);
bool om_decide_go_on(struct decision *d, const struct value *v);
void om_decided(struct decision *d, const struct ballot *b, bool yes, bool rider);

/* ---- view.c ---- */

void om_view(const struct known *k, struct jw *w);
void om_own(const struct known *k, struct jw *w);

/* ---- sample.c ---- */

bool om_sample(const struct known *k, int action, struct sampler *s, struct value *v);

/* ---- bot.c ---- */

bool om_think(const struct known *k, struct thinking *t);
enum opinion om_opinion(const struct known *k, const struct ballot *b, struct thinking *t);
int om_hints(const struct known *k, struct thinking *t, struct word *out, int most);
extern const char *const om_figures[];
void om_measure(const struct known *k, const struct fact *f, struct tally *out);

#endif
