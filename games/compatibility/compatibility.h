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
#include "rules/game.h"

enum {
    CO_SEATS = 8,
    CO_PICTURES = 40,
    CO_RANKS = 5,    /* most pictures in a ranking; also the bands of the track */
    CO_NUMBERS = 6,  /* themes on a card */
    CO_SPACES = 70,  /* last space of the longest track that there ever was */
    CO_GAIN = 18,    /* most spaces in a round: five direct agreements, one of them doubled */
    CO_ROUNDS = 200, /* every theme card twice; then whoever is in front wins */
};

enum co_phase { CO_BROWSE, CO_CALL, CO_CHOOSE, CO_REVEAL };

enum co_option {
    CO_PICTURE_SET = CORE_OPTIONS,
    CO_TRACK,
    CO_BROWSING,
    CO_BROWSE_TIME,
    CO_CALL_TIME,
    CO_CHOOSE_TIME,
    CO_REVEAL_TIME,
    CO_TITLES,
};

enum co_track { CO_SHORT, CO_NORMAL, CO_LONG, CO_TRACKS };

enum co_action {
    CO_ACT_CALL = CORE_ACTIONS,
    CO_ACT_CHOOSE,
    CO_ACT_TAKE_BACK,
    CO_ACT_DOUBLE,
    CO_ACT_GO_ON,
};

enum co_chance { CO_CHANCE_NUMBER, CO_CHANCE_CARD };

/* The picture decks stand in the order of the option's choices. */
enum co_deck { CO_DECK_THEMES, CO_DECK_PICTURES };

enum co_fact {
    CO_SEAT_READY = CORE_FACTS,
    CO_ROUND_BEGAN,
    CO_ROLE_PASSED,
    CO_NUMBER_CALLED,
    CO_THEMES_RESHUFFLED,
    CO_THEME_TURNED,
    CO_PICTURES_LAID,
    CO_PICTURES_TAKEN,
    CO_SEAT_FINISHED,
    CO_SEAT_REOPENED,
    CO_DOUBLE_ANNOUNCED,
    CO_DOUBLE_PLACED,
    CO_POSITION_TURNED,
    CO_CARD_REVEALED,
    CO_DOUBLE_SHOWN,
    CO_AGREED,
    CO_PAWN_MOVED,
    CO_ROUND_VOIDED,
    CO_FACTS_END,
};

enum co_kind { CO_INDIRECT, CO_DIRECT, CO_DOUBLED };

struct co_public {
    uint64_t used[DECK_SET]; /* theme cards turned since the last shuffle */
    uint16_t ready;          /* ready to go on */
    uint16_t finished;       /* seats whose ranking lies on the table */
    uint16_t doubler;        /* who announced the token this round; empty or one seat */
    uint16_t spent;          /* seats that have no token any more */
    uint8_t round;           /* 0 while browsing */
    uint8_t announcer;       /* calls the number; with an odd number of players the Referent */
    uint8_t number;          /* called this round, or 0 */
    uint8_t position;        /* turned so far this round */
    uint8_t positions;       /* in the longest ranking of the round */
    uint8_t double_at;       /* position of the token, once shown */
    uint8_t space[CO_SEATS];
    uint8_t count[CO_SEATS];            /* pictures to choose this round */
    uint8_t gained[CO_SEATS];           /* spaces this round, also those beyond the end */
    uint8_t shown[CO_SEATS][CO_RANKS];  /* picture + 1; 0: face down or none */
    uint8_t agreed[CO_SEATS][CO_RANKS]; /* enum co_kind + 1; 0: with nobody */
    struct line theme;
    uint8_t spare[2];
};

struct co_seat {
    uint8_t picture[CO_RANKS]; /* my ranking, from most to least fitting */
    uint8_t laid;              /* its length; 0: none on the table */
    uint8_t double_at;         /* where my token lies, while I am the round's doubler */
    uint8_t double_on;         /* picture + 1 that it lies on; 0: nothing lies there yet */
};

/* Two cards with the same picture, by their places in the two rankings. */
struct co_agreement {
    uint8_t place, other;
};

extern const struct layout co_public_layout;
extern const struct layout co_seat_layout;
extern const struct fact_spec co_facts[];

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
/* Unused x2 tokens of a pawn's players. */
int co_tokens(const struct co_public *t, const struct core *c, int seat);
/* The furthest pawns; among them those with most tokens (CO-14). */
seat_set co_winners(const struct co_public *t, const struct core *c);

/* Agreements that appear when `place` of both rankings is turned: at most two (CO-7). */
int co_agreements(const struct co_seat *a, const struct co_seat *b, int place,
                  struct co_agreement out[2]);
int co_points(enum co_kind kind);

/* Why this seat may not lay the x2 token now (CO-11 to CO-13; a refusal key), or NULL. */
const char *co_double_refusal(const struct known *k);

void co_view(const struct known *k, struct jw *w);
void co_own(const struct known *k, struct jw *w);

/* ---- bot.c ---- */

bool co_think(const struct known *k, struct thinking *t);
extern const char *const co_figures[];
void co_measure(const struct known *k, const struct fact *f, struct tally *out);

#endif
