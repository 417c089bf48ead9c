/*
 * Compatibility - what lies on the table and what each player holds (rules CO-1 to CO-16).
 *
 * The number of seats decides the mode (CO-1). Even: seats opposite each other are partners and
 * share a pawn, so their entries in `space`, `count` and `gained` are always equal. Odd: everyone
 * has a pawn, and the round's announcer is the Referent. A score is the space of the pawn.
 *
 * Pictures are numbers 0 to 39. Positions in facts and on the screen are 1 to 5; in memory a
 * ranking is an array from 0. Which picture lies where, and where the x2 token lies, is in the
 * blocks of the seats until the position is turned.
 */
#ifndef COMPATIBILITY_H
#define COMPATIBILITY_H

#include "rules/deck.h"

enum {
    CO_SEATS = 8,
    CO_PICTURES = 40,
    CO_RANKS = 5,    /* most pictures in a ranking; also the bands of the track */
    CO_NUMBERS = 6,  /* themes on a card */
    CO_SPACES = 70,  /* last space of the longest track that there ever was */
    CO_GAIN = 18,    /* most spaces in a round: five direct agreements, one of them doubled */
    CO_ROUNDS = 240, /* every theme card twice; then whoever is in front wins */
};

enum co_track { CO_SHORT, CO_NORMAL, CO_LONG, CO_TRACKS };

enum co_kind { CO_INDIRECT, CO_DIRECT, CO_DOUBLED };

#define GAME_DEF    "compatibility/compatibility.def"
#define GAME_PREFIX co
#include "rules/define.h"

extern const struct game compatibility; /* game.c */

/* Two cards with the same picture, by their places in the two rankings. */
struct co_agreement {
    uint8_t place, other;
};

/* ---- board.c: the track, who belongs to whom, what agreements are worth, the pictures ---- */

/* Where band 0 … 4 of the track ends; the last one's end is the last space. */
int co_band_end(const struct core *c, int band);
int co_last_space(const struct core *c);
/* The number on a space. */
int co_number(const struct core *c, int space);

bool co_pairs(const struct core *c);
/* Seats that share this seat's pawn, itself included. */
seat_set co_side(const struct core *c, int seat);
/* Pawns with all their players among `set`. */
int co_sides(const struct core *c, seat_set set);
/* Seats whose ranking this seat's is compared with. */
seat_set co_counterparts(const struct co_public *t, const struct core *c, int seat);
/* This seat has laid a ranking, and so has somebody it is compared with. */
bool co_compared(const struct co_public *t, const struct core *c, int seat);
/* Unused x2 tokens of a pawn's players. */
int co_tokens(const struct co_public *t, const struct core *c, int seat);
/* The furthest pawns; among them those with most tokens (CO-14). */
seat_set co_winners(const struct co_public *t, const struct core *c);

/* Agreements that appear when `place` of both rankings is turned: at most two (CO-7). */
int co_agreements(const struct co_seat *a, const struct co_seat *b, int place,
                  struct co_agreement out[2]);
int co_points(enum co_kind kind);
const char *co_kind_name(enum co_kind kind);

/* Place of the deck whose pictures are on the table. */
int co_picture_deck(const struct core *c);
/* Where among the first `n` cards of a ranking this picture lies, or -1. */
int co_place(const struct co_seat *s, int n, int picture);

/* ---- the table, to read while deciding ---- */

static inline const struct co_public *co_board(const struct decision *d)
{
    return decision_public(d);
}

static inline const struct co_seat *co_hand(const struct decision *d, int seat)
{
    return decision_seat(d, seat);
}

/* ---- round.c: from the number to the last ranking ---- */

void co_begin_round(struct decision *d, int round, int announcer);
/* Nobody is waited for any more, and no number has been called. */
void co_settle_call(struct decision *d);
/* Why this seat may not lay the x2 token now (CO-11 to CO-13; a refusal key), or NULL. */
const char *co_double_refusal(const struct known *k);

/* ---- reveal.c: from the first card that is turned to the end of the round ---- */

/* Choosing is over. */
void co_settle_choice(struct decision *d);
/* The next position, or the end of the round. */
void co_turn_next(struct decision *d);

/* ---- awards.c ---- */

/* Who did what in this game, as the section `awards`: at its end. */
void co_awards(const struct co_public *t, const struct core *c, struct jw *w);

/* ---- view.c, sample.c, bot.c ---- */

void co_view(const struct known *k, struct jw *w);
void co_own(const struct known *k, struct jw *w);
int co_reads(const struct known *k, struct phrase *out, int most);

extern const uint8_t co_weights[];
bool co_sample(const struct known *k, int action, struct sampler *s, struct value *v);

bool co_think(const struct known *k, struct thinking *t);
extern const char *const co_figures[];
void co_measure(const struct known *k, const struct fact *f, struct tally *out);

/* ---- keep.c ---- */

/* What stays of a game (rules/keep.h). */
void co_note(const struct known *k, const struct fact *f, struct keep *out);
/* Who thinks like whom, as far as it tells (rules/affinity.h). */
void co_affinity(const struct keep *kept, struct affinity *out);
void co_draw(const struct known *k, const struct keep *kept, struct picture *out);

/* ---- crowd.c ---- */

struct crowd_scene;
void co_crowd(const struct known *k, struct crowd_scene *out);
void co_crowd_name(const struct known *k, const struct shelf *shelf, int thing, struct phrase *out);

#endif
