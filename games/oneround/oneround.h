/*
 * One Round? - the circle of words, the card in play and who guesses (rules OR-1 to OR-22).
 *
 * The circle lists its cards by rising number; the first is the start card 100/0. Gap k lies
 * between card k and card k + 1, and the last gap closes the circle: between the highest number and
 * 100. A number that is not on the circle belongs into exactly one gap (OR-4).
 *
 * Invariants: numbers on the circle are distinct and sorted. `card_out` is set while a card is
 * drawn and neither placed nor discarded. Its number is in the secret block and in those of the
 * Tipsters who hold it, and in the public one only once it is placed.
 *
 * Cooperative tables are one team, OR_ALL; in team play even seats are team A, odd seats team B.
 */
#ifndef ONEROUND_H
#define ONEROUND_H

#include "rules/deck.h"
#include "rules/words.h"

enum {
    OR_SEATS = 12,
    OR_CIRCLE = 32, /* 3 start words, at most 20 cards, at most 4 more on the last one: 27 */
    OR_NUMBERS = 100,
    OR_CARDS = 97,           /* 1 to 99 without 33 and 66 */
    OR_CHALLENGES = 96,      /* in the deck of every language */
    OR_PACK_CHALLENGES = 12, /* in every other pack */
    OR_NOWHERE = 255,
    OR_DUELS = 3, /* deciding cards nobody has a word for; then the match is drawn */
    OR_SAND = 20,
    OR_WORD_MS = 15000, /* OR-8: then the player on the right may decide, or their gap counts */
};

enum or_mode { OR_COOP, OR_AGAINST };
enum or_source { OR_FROM_CHALLENGE, OR_FREE };

enum or_team { OR_ALL, OR_A, OR_B, OR_TEAMS };
#define OR_TEAM_NAMES "all|a|b"

/* How the last card ended; from OR_NO_CLUE on it was discarded (card_discarded, `why`). */
enum or_end { OR_NO_END, OR_RIGHT, OR_WRONG, OR_NO_CLUE, OR_INVALID, OR_SEEN, OR_LEFT, OR_ALONE };

/* What is objected to: the subjects, in their order. */
enum or_objection { OR_OBJECT_CLUE, OR_OBJECT_SEEN };

enum or_how { OR_TOGETHER, OR_DECIDER, OR_MOST };

enum or_only { OR_ANY, OR_NOUNS, OR_VERBS, OR_ADJECTIVES, OR_NAMES };
#define OR_ONLY "any|nouns|verbs|adjectives|names"

#define GAME_DEF    "oneround/oneround.def"
#define GAME_PREFIX or
#include "rules/define.h"

static inline const struct or_public *or_board(const struct decision *d)
{
    return decision_public(d);
}

/* ---- board.c: arithmetic on what is public ---- */

/* The gap a number belongs into (OR-4). */
int or_gap(const struct or_public *t, int number);
/* Number of the card that closes a gap: 100 at the last one. */
int or_gap_end(const struct or_public *t, int gap);

/* Two teams play. */
static inline bool or_against(const struct core *c)
{
    return option(c, OR_MODE) == OR_AGAINST;
}

static inline int or_team(const struct core *c, int seat)
{
    if (!or_against(c))
        return OR_ALL;
    return seat % 2 ? OR_B : OR_A;
}

/* The other one of two teams. */
static inline int or_other(int team)
{
    return team == OR_A ? OR_B : OR_A;
}

static inline seat_set or_team_seats(const struct core *c, int team)
{
    static const seat_set members[OR_TEAMS] = {
        [OR_ALL] = UINT16_MAX, [OR_A] = 0x5555, [OR_B] = 0xAAAA};

    if (or_against(c) == (team == OR_ALL))
        return 0; /* there is no such team at this table */
    return seats_active(c) & members[team];
}

/* The nearest seat of a set to the right of `from` (OR-3), or NO_SEAT. */
int or_right(seat_set set, int from, int seats);
/* Who of the team is the next Tipster (OR-11, OR-17): who is away is passed over if it can be. */
int or_next_tipster(const struct or_public *t, const struct core *c, int team);
/* Whether a Tipster should be replaced before the card is drawn: gone, or away and another is not.
 */
bool or_stale(const struct core *c, int seat);
seat_set or_holders(const struct or_public *t); /* Tipsters of the card in play or to be drawn */
int or_turner(const struct or_public *t, const struct core *c);
/* Whether the sand runs for the card that is drawn next (OR-3, OR-13): never for a deciding one
 * (OR-21). */
bool or_next_timed(const struct or_public *t, const struct core *c);
bool or_cluing(const struct core *c);
bool or_guessing(const struct core *c);
bool or_overtime(const struct or_public *t, int team);
seat_set or_guessers(const struct or_public *t, const struct core *c);
/* Guessers whose pointing must agree: all who are not skipped. One lost connection decides nothing
 * (T-9). */
seat_set or_asked(const struct or_public *t, const struct core *c);
/* Those of them who are there. */
seat_set or_voices(const struct or_public *t, const struct core *c);
int or_decider(const struct or_public *t, const struct core *c);
/* OR-8: whether more than half of those asked have pointed. */
bool or_most_point(const struct or_public *t, const struct core *c);
/* Whether all who are there have. */
bool or_all_point(const struct or_public *t, const struct core *c);
/* Whether all who are there are locked, but not all who are asked on one gap. */
bool or_divided(const struct or_public *t, const struct core *c);
/* The gap all who are asked are locked on, or OR_NOWHERE; nowhere too while none of them is there.
 */
int or_agreed(const struct or_public *t, const struct core *c);
/* The gap most of a set point at, a tie as the decider points, or OR_NOWHERE. */
int or_most_of(const struct or_public *t, const struct core *c, seat_set set);
/* The same of all who guess (OR-15). */
int or_most(const struct or_public *t, const struct core *c);
seat_set or_undecided(const struct or_public *t, const struct core *c);
/* Start cards lie at 0, 33 and 66: place 0 to 2. */
enum { OR_STARTS = 3 };
static inline int or_start_number(int place)
{
    return 33 * place;
}

/* Who writes the start word of a place, and the number of the first that is
 * still missing and theirs (NO_SEAT: anybody's), or -1. */
int or_start_writer(const struct core *c, int place);
int or_start_missing(const struct or_public *t, const struct core *c, int seat);

/* ---- hints.c: what a clue must not tell (OR-6) ---- */

enum or_hint { OR_NO_HINT, OR_HINT_NUMBER, OR_HINT_PLACE };

/* Whether a word, or one of several, names a number, or a side, an hour, a point of the compass. */
enum or_hint or_hint(enum language lang, struct str shown);
/* Whether a word names the colour of a card: for the Tipster's eyes only. */
bool or_names_colour(enum language lang, struct str shown, int card);

/* ---- wait.c: who is missing (T-9), and who has the last word (OR-8) ---- */

/* The absent seats without whom nothing can go on: the Tipster who holds the card, or everybody
 * who is asked for a gap. */
seat_set or_missing(const struct or_public *t, const struct core *c);
seat_set or_actors(const struct known *k); /* nobody while somebody is missing: the clock stands */
/* Says whom the table waits for, and that it goes on. True: something was emitted. */
bool or_follow_missing(struct decision *d);
/* Tells whose word it is, and takes it when its time has come. True: something was emitted. */
bool or_follow_word(struct decision *d);
int64_t or_due(const struct known *k);

/* ---- clue.c: words ---- */

bool or_accept_start(struct decision *d, const struct or_write_start *a, struct word *word);
/* `by_card`: it is a fault only because of the card that the Tipster holds. */
bool or_accept_clue(struct decision *d, const struct or_clue *a, struct word *word,
                    struct judgement *judgement, bool *by_card);
/* What holds for a clue (OR-6, OR-22), `name`: the player says that it is one. */
struct word_rules or_clue_rules(const struct or_public *t, bool name,
                                struct str on_table[OR_CIRCLE]);
/* What only this game knows to say against a clue; of it only hints are certain (T-6). */
enum fault or_own_fault(const struct or_public *t, const struct lexicon *l, enum language lang,
                        struct str shown);
void or_open_challenge(struct decision *d);
void or_draw_start(struct decision *d, int number);

/* ---- act.c: what players may do ---- */

bool or_may_object_to_clue(const struct known *k);

/* ---- turn.c: turns, cards, lives and the end ---- */

int or_team_at_turn(const struct decision *d);
void or_begin_turn(struct decision *d, int tipster);
/* OR-21: one Tipster of each team; `again` keeps them (OR-12). */
void or_begin_duel(struct decision *d, bool again);
/* The card is out of play: the next turn, or the end. */
void or_next_turn(struct decision *d);
void or_draw_card(struct decision *d);
/* Takes the card in play out of it, for a spare one where the rules say so. */
void or_discard(struct decision *d, enum or_end why);
void or_begin_guess(struct decision *d, int64_t sand);
void or_choose(struct decision *d, int gap, enum or_how how);
/* Sand that has run through when a clue is given now, in milliseconds (OR-14). */
int64_t or_sand(const struct or_public *t, const struct core *c, int64_t now);
/* Whether a vote about the card in play is open. */
bool or_objecting(const struct or_public *t, const struct core *c);
void or_decided(struct decision *d, const struct ballot *b, bool yes, bool rider);

/* ---- awards.c, view.c, sample.c, bot.c ---- */

/* Who did what in this game, as the section `awards`: at its end, where people have played. */
void or_awards(const struct or_public *t, const struct core *c, struct jw *w);

extern const uint8_t or_weights[];
bool or_sample(const struct known *k, int action, struct sampler *s, struct value *v);

void or_view(const struct known *k, struct jw *w);
void or_own(const struct known *k, struct jw *w);
int or_reads(const struct known *k, struct phrase *out, int most);

bool or_think(const struct known *k, struct thinking *t);
enum opinion or_opinion(const struct known *k, const struct ballot *b, struct thinking *t);
int or_bot_hints(const struct known *k, struct thinking *t, struct word *out, int most);
extern const char *const or_figures[];
void or_measure(const struct known *k, const struct fact *f, struct tally *out);

/* ---- keep.c ---- */

/* What stays of a game (rules/keep.h). */
void or_note(const struct known *k, const struct fact *f, struct keep *out);
/* Who thinks like whom, as far as it tells (rules/affinity.h). */
void or_affinity(const struct keep *kept, struct affinity *out);

/* ---- crowd.c ---- */

struct crowd_scene;
void or_crowd(const struct known *k, struct crowd_scene *out);
void or_crowd_name(const struct known *k, const struct shelf *shelf, int thing, struct phrase *out);

#endif
