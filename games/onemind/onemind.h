/*
 * One Mind - what lies on the table and what each player holds (rules OM-1 to OM-24).
 *
 * Rows 0 to 8 are the rows beside the round track: row 0 the start words, row r the words of round
 * r. A row lists its cards in the order they were laid; the cards of a match share a stack, and the
 * one laid last covers the others.
 */
#ifndef ONEMIND_H
#define ONEMIND_H

#include "rules/deck.h"
#include "rules/words.h"

enum {
    OM_SEATS = 8,
    OM_ROWS = 9, /* start words and at most eight rounds */
    OM_WORDS = OM_ROWS * OM_SEATS,
    OM_ROUNDS = 6,
    OM_ROUNDS_FREE = 8,
    OM_LEVEL_ONE_MIND = 4, /* the last one */
    OM_NO_TOKEN = 255,
    OM_QUESTION = 254,
    OM_GLOSS = 31, /* bytes of a translation */
    OM_GLOSSES = OM_SEATS * (LANGUAGES - 1),
};

#define OM_LANGUAGES "en|de|fr"

enum om_card_flags { OM_STRUCK = 1, OM_ERASED = 2, OM_MATCHED = 4 };

/* Why a card joins the one being read (OM-12). */
enum om_why { OM_SAME_WORD, OM_BY_EAR, OM_BY_VOTE };

#define GAME_DEF    "onemind/onemind.def"
#define GAME_PREFIX om
#include "rules/define.h"

/* ---- board.c: small facts about the table ---- */

/* Gems for a number of players and a level; two players play without (OM-1, OM-21). */
int om_gems(int seats, int level);
int om_rounds(const struct core *c);
/* Whether a token tells the letter of this round. */
bool om_letter_counts(const struct om_public *t, const struct core *c);
/* The letter that what a seat writes now begins with (OM-2, OM-4); 0: any. Of a start word every
 * seat has its own. */
char om_initial(const struct om_public *t, const struct core *c, int seat);
/* Whether the start word of this seat lies there; one that was struck is written anew (OM-2). */
bool om_start_lies(const struct om_public *t, int seat);
/* Seats that have written a word. */
seat_set om_finished(const struct om_public *t);
/* Players who still hold a card in this round's reading. */
seat_set om_holders(const struct om_public *t, const struct core *c);
/* Where in the row of this round the card of a seat lies; -1: nowhere. */
int om_place(const struct om_public *t, int seat);
/* The row whose open words everybody links with (OM-5): the last before this round's that has any,
 * else the start words. */
int om_linked_row(const struct om_public *t);
/* Whether this card shows a word that counts as open: not erased and not covered. */
bool om_open(const struct om_public *t, int row, int place);
/* Whether the word being read goes to an earlier stack (OM-12). */
bool om_moved(const struct om_public *t);
/* Seats with a card in this stack of a row. */
seat_set om_stack(const struct om_public *t, int row, int stack);
/* The card of this round whose word is the same as this one of a seat, and was struck (OM-15);
 * NULL: none. */
const struct om_card *om_struck_like(const struct om_public *t, const struct core *c, int seat,
                                     struct str word);
/* Whether a word is being read or lies there to be looked at. */
bool om_reading(const struct core *c);
/* Milliseconds that a word which is read lies there, whatever anybody holds (OM-12). */
int64_t om_window(const struct core *c);

static inline const struct om_public *om_board(const struct decision *d)
{
    return decision_public(d);
}

static inline const struct om_seat *om_hand(const struct decision *d, int seat)
{
    return decision_seat(d, seat);
}

/* ---- languages.c: tables of mixed languages (T-2) ---- */

/* The language this seat writes in. */
enum language om_language(const struct om_public *t, const struct core *c, int seat);
/* Whether two words are one (OM-12): equal normal forms, of one language. */
bool om_equal(const struct om_public *t, const struct core *c, int seat_a, struct str a, int seat_b,
              struct str b);
/* The same for what two seats hold; a word that two languages share is one too, unless the lexicon
 * knows better (GIFT is a present or poison). */
bool om_one_word(const struct decision *d, int seat_a, int seat_b);
/* Whether the words of two seats carry one idea, whatever their languages. */
enum likeness om_likeness(const struct decision *d, int seat_a, struct str a, int seat_b,
                          struct str b);
/* Tells how the word of a seat, which lies open now, is said in the other languages. */
void om_tell_gloss(struct decision *d, int seat);
/* How the card of a seat in a row is said in a language: its word where it is written in that; else
 * a translation, which may be empty. */
struct str om_said_in(const struct om_public *t, const struct core *c, int row, int place,
                      enum language lang);
/* The gloss of a seat's word in a row, in a language that is not its own. */
struct str om_gloss(const struct om_public *t, const struct core *c, int row, int seat,
                    enum language lang);
/* Keeps what was told of it, by row, seat and language; what is too long is none. */
void om_keep_gloss(struct om_public *t, const struct core *c, const struct om_word_glossed *f);
/* Whether what the table says about these words is one language's, and the table's (rulings). */
bool om_native(const struct om_public *t, const struct core *c, int seat_a, int seat_b);

/* ---- writing.c ---- */

/* The words on the table (OM-8), and their languages. */
struct om_lying {
    struct str word[OM_WORDS];
    uint8_t language[OM_WORDS];
};

/* What holds for a word that this seat writes now (OM-2, OM-4, OM-8, OM-22). */
struct word_rules om_rules(const struct om_public *t, const struct core *c, int seat,
                           struct om_lying *lying);
/* Whether this seat may write: in writing, and not a start word that lies there already. */
bool om_may_write(const struct om_public *t, const struct core *c, int seat);
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
seat_set om_content(const struct om_public *t);

/* ---- claims.c ---- */

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
/* Everyone of a set whose word is the same as this seat's. */
seat_set om_same_among(const struct decision *d, int seat, seat_set set);
/* OM-15: whatever is said in public gives everybody the full time again. `over` is the vote that
 * ends with it, if any: another one may still hold the clock. */
void om_restart_clock(struct decision *d, const struct ballot *over);
/* OM-12: all holders of an equal word join with a card, whatever they said before; or a match that
 * the table grants would take another one away. */
void om_join(struct decision *d, int seat, enum om_why why);
/* Whether the cards of an earlier stack can take the word being read: none is struck, the table has
 * not refused it, and no two matches would merge. */
bool om_stack_takes(const struct om_public *t, int stack);
/* The open word of a stack in this round's row: that of the card laid last. */
struct str om_top_word(const struct om_public *t, int stack);
/* Whose that card is; NO_SEAT: there is no such stack. */
int om_top_seat(const struct om_public *t, int stack);

/* ---- rulings.c ---- */

void om_decided(struct decision *d, const struct ballot *b, bool yes, bool rider);
/* Closes a vote whose question has been settled otherwise. True if there was one. */
bool om_close_moot(struct decision *d);

/* ---- view.c ---- */

void om_view(const struct known *k, struct jw *w);
void om_own(const struct known *k, struct jw *w);
int om_reads(const struct known *k, struct phrase *out, int most);

/* ---- awards.c ---- */

/* Who did what in this game, as the section `awards`: at its end, where people have played. */
void om_awards(const struct om_public *t, const struct core *c, struct jw *w);

/* ---- sample.c ---- */

extern const uint8_t om_weights[];
bool om_sample(const struct known *k, int action, struct sampler *s, struct value *v);

/* ---- bot.c ---- */

bool om_think(const struct known *k, struct thinking *t);
enum opinion om_opinion(const struct known *k, const struct ballot *b, struct thinking *t);
int om_hints(const struct known *k, struct thinking *t, struct word *out, int most);
extern const char *const om_figures[];
void om_measure(const struct known *k, const struct fact *f, struct tally *out);

/* ---- keep.c ---- */

/* What stays of a game (rules/keep.h). */
void om_note(const struct known *k, const struct fact *f, struct keep *out);
/* Who thinks like whom, as far as it tells (rules/affinity.h). */
void om_affinity(const struct keep *kept, struct affinity *out);

/* ---- crowd.c ---- */

struct crowd_scene;
void om_crowd(const struct known *k, struct crowd_scene *out);

#endif
