/*
 * Coordinates - what lies on the table and what each player holds (rules AX-1 to AX-13).
 *
 * Four to seven players play alone, eight to fourteen in two teams: even seats are team A, odd
 * seats team B. A round belongs to its players: everyone, or the active team. Each of them holds a
 * secret number, which is the place of a word, and lays one token; a token is called by the seat of
 * its owner. Numbers count from 1, and 0 is "none" everywhere.
 *
 * Invariants: players do not change during a round, also when one of them leaves for good; a token
 * that was never placed cannot be guessed; what is told in `number` and `guess` has been revealed.
 * In teams every member's score is the score of the team.
 */
#ifndef COORDINATES_H
#define COORDINATES_H

#include "rules/deck.h"
#include "rules/game.h"

enum {
    AX_NUMBERS = 7,     /* number cards, and the largest team */
    AX_ALONE_SEATS = 7, /* more play in teams */
    AX_TEAMS = 2,
    AX_ROUNDS = 3,
    AX_ROUNDS_TEAMS = 4,
    AX_LEAST = 3,  /* fewer tokens leave nothing to guess */
    AX_EDGE = 125, /* of the field, in hundredths of an axis (AX-4) */
    AX_TRACK = 40, /* spaces of the score track (AX-13) */
};

enum ax_phase { AX_PLACE, AX_GUESS, AX_TEAM, AX_COUNT };

enum ax_option { AX_PLACE_TIME = CORE_OPTIONS, AX_GUESS_TIME, AX_TEAM_TIME, AX_COUNT_TIME };

enum ax_action {
    AX_ACT_PLACE = CORE_ACTIONS,
    AX_ACT_CONFIRM,
    AX_ACT_TAKE_BACK,
    AX_ACT_GUESS,
    AX_ACT_PROPOSE,
    AX_ACT_AGREE,
    AX_ACT_GO_ON,
};

enum ax_chance { AX_CHANCE_WORD, AX_CHANCE_CRITERION, AX_CHANCE_NUMBER };

enum ax_deck { AX_DECK_WORDS, AX_DECK_CRITERIA };

enum ax_axis { AX_VERTICAL, AX_HORIZONTAL, AX_AXES };

/* How much of the voting team stood behind its vote when it was cast (AX-12). */
enum ax_consent { AX_ALL_AGREED, AX_MAJORITY_AGREED, AX_NOT_AGREED };

enum ax_fact {
    AX_ROUND_BEGAN = CORE_FACTS,
    AX_WORD_LAID,
    AX_REFERENCE_LAID,
    AX_CRITERION_LAID,
    AX_NUMBER_DEALT,
    AX_TOKEN_PLACED,
    AX_SEAT_CONFIRMED,
    AX_SEAT_REOPENED,
    AX_GUESSES_LAID,
    AX_SEAT_VOTED,
    AX_NUMBER_PROPOSED,
    AX_NUMBER_LIFTED,
    AX_SEAT_AGREED,
    AX_SEAT_WITHDREW,
    AX_TEAM_VOTED,
    AX_TOKEN_REVEALED,
    AX_WORD_GUESSED,
    AX_TEAM_GUESSED,
    AX_SEAT_READY,
    AX_FACTS_END,
};

struct ax_public {
    uint64_t used_words[DECK_SET]; /* entries laid in this game (AX-8) */
    uint64_t used_criteria[DECK_SET];
    int16_t x[SEATS_MAX]; /* where the tokens lie, in hundredths */
    int16_t y[SEATS_MAX];
    uint16_t right[SEATS_MAX]; /* voters who guessed this token, once it is revealed */
    uint16_t players;          /* whose round it is */
    uint16_t placed;
    uint16_t confirmed;
    uint16_t voted;
    uint16_t agreed[SEATS_MAX]; /* to the team's number on this token, as it lies there */
    uint16_t revealed;          /* tokens counted so far */
    uint16_t team_right;        /* tokens that the other team guessed */
    uint16_t ready;             /* ready to go on */
    struct line word[AX_NUMBERS];
    struct line reference;
    struct line criterion[AX_AXES];
    uint8_t number[SEATS_MAX];           /* of a revealed token */
    uint8_t guess[SEATS_MAX][SEATS_MAX]; /* votes on a revealed token, by voter */
    uint8_t proposal[SEATS_MAX];         /* the team vote, by token */
    uint8_t round;
    int8_t counting; /* token revealed last, or NO_SEAT */
    uint8_t cast;    /* the team vote is over: `proposal` is what counts */
    uint8_t spare[7];
};

struct ax_seat {
    uint8_t number;           /* my secret word */
    uint8_t guess[SEATS_MAX]; /* my votes, by token */
};

extern const struct layout ax_public_layout;
extern const struct layout ax_seat_layout;
extern const struct fact_spec ax_facts[];     /* facts.c */
extern const struct action_spec ax_actions[]; /* act.c */

/* ---- small facts about the table ---- */

bool ax_teams(const struct core *c);
int ax_rounds(const struct core *c);
/* The seats of a team, those who left included. */
seat_set ax_team(const struct core *c, int team);
/* The team whose round it is. */
int ax_active_team(const struct ax_public *t);
/* Words laid out this round: the numbers go from 1 to this. */
int ax_numbers(const struct ax_public *t);
/* Players who have somebody else's token to vote on. */
seat_set ax_voters(const struct ax_public *t, const struct core *c);
/* Members of the team that votes openly on this round's tokens; nobody when playing alone. */
seat_set ax_team_voters(const struct ax_public *t, const struct core *c);
/* Whether the team vote has a number for every token. */
bool ax_proposal_complete(const struct ax_public *t);
/* Members who agree to the team vote as it lies there, on every token. */
seat_set ax_agreed(const struct ax_public *t);
/* The lap marker beside a score: 0, 40 or 80 (AX-13). */
int ax_lap(int score);

/* Plausible moves for random play. */
bool ax_sample(const struct known *k, int action, struct sampler *s, struct value *v);
void ax_view(const struct known *k, struct jw *w);
void ax_own(const struct known *k, struct jw *w);

/* ---- bot.c ---- */

bool ax_think(const struct known *k, struct thinking *t);
extern const char *const ax_figures[];
void ax_measure(const struct known *k, const struct fact *f, struct tally *out);

#endif
