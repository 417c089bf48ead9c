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

enum ax_axis { AX_VERTICAL, AX_HORIZONTAL, AX_AXES };

/* How much of the voting team stood behind its vote when it was cast (AX-12). */
enum ax_consent { AX_ALL_AGREED, AX_MAJORITY_AGREED, AX_NOT_AGREED };

#define GAME_DEF    "coordinates/coordinates.def"
#define GAME_PREFIX ax
#include "rules/define.h"

/* ---- board.c: small facts about the table ---- */

bool ax_teams(const struct core *c);
int ax_rounds(const struct core *c);
/* The seats of a team, those who left included. */
seat_set ax_team(const struct core *c, int team);
/* The team whose round this is (AX-10), and whose round it is now. */
int ax_team_of_round(int round);
int ax_active_team(const struct ax_public *t);
/* Words laid out this round: the numbers go from 1 to this. */
int ax_numbers(const struct ax_public *t);
/* Players who have somebody else's token to vote on. */
seat_set ax_voters(const struct ax_public *t, const struct core *c);
/* Members of the team that votes openly on this round's tokens; nobody when playing alone. */
seat_set ax_team_voters(const struct ax_public *t, const struct core *c);
/* Tokens that the team vote has no number for yet, and the numbers that lie somewhere, a bit each.
 */
seat_set ax_open_tokens(const struct ax_public *t);
uint32_t ax_laid_numbers(const struct ax_public *t);
/* Members who agree to the team vote as it lies there, on every token. */
seat_set ax_agreed(const struct ax_public *t);
/* The lap marker beside a score: 0, 40 or 80 (AX-13). */
int ax_lap(int score);

static inline const struct ax_public *ax_board(const struct decision *d)
{
    return decision_public(d);
}

static inline const struct ax_seat *ax_hand(const struct decision *d, int seat)
{
    return decision_seat(d, seat);
}

/* ---- round.c: words, axes and numbers of a round ---- */

/* The next round, or the end: also where too few are left to make something of a round. */
void ax_next_round(struct decision *d);

/* ---- count.c ---- */

/* AX-12: the team vote is over, as it lies there. */
void ax_cast_team_vote(struct decision *d);
/* The next token, or the next round. */
void ax_count_next(struct decision *d);

/* ---- awards.c ---- */

/* Who did what in this game, as the section `awards`: at its end. */
void ax_awards(const struct ax_public *t, const struct core *c, struct jw *w);

/* ---- view.c, sample.c, bot.c ---- */

void ax_view(const struct known *k, struct jw *w);
void ax_own(const struct known *k, struct jw *w);
int ax_reads(const struct known *k, struct phrase *out, int most);

extern const uint8_t ax_weights[];
bool ax_sample(const struct known *k, int action, struct sampler *s, struct value *v);

bool ax_think(const struct known *k, struct thinking *t);
extern const char *const ax_figures[];
void ax_measure(const struct known *k, const struct fact *f, struct tally *out);

/* ---- keep.c ---- */

/* What stays of a game (rules/keep.h). */
void ax_note(const struct known *k, const struct fact *f, struct keep *out);
/* Who thinks like whom, as far as it tells (rules/affinity.h). */
void ax_affinity(const struct keep *kept, struct affinity *out);
void ax_draw(const struct known *k, const struct keep *kept, struct picture *out);

/* ---- crowd.c ---- */

struct crowd_scene;
void ax_crowd(const struct known *k, struct crowd_scene *out);
void ax_crowd_name(const struct known *k, const struct shelf *shelf, int thing, struct phrase *out);

#endif
