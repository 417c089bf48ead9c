/* Coordinates: what each fact changes. Total functions, one block each. */
#include "coordinates.h"

#include <string.h>

static const struct field public_fields[] = {
    ARRAY(struct ax_public, used_words, uint64_t),
    ARRAY(struct ax_public, used_criteria, uint64_t),
    ARRAY(struct ax_public, x, int16_t),
    ARRAY(struct ax_public, y, int16_t),
    ARRAY(struct ax_public, right, uint16_t),
    FIELD(struct ax_public, players),
    FIELD(struct ax_public, placed),
    FIELD(struct ax_public, confirmed),
    FIELD(struct ax_public, voted),
    ARRAY(struct ax_public, agreed, uint16_t),
    FIELD(struct ax_public, revealed),
    FIELD(struct ax_public, team_right),
    FIELD(struct ax_public, ready),
    ARRAY(struct ax_public, word, struct line),
    FIELD(struct ax_public, reference),
    ARRAY(struct ax_public, criterion, struct line),
    ARRAY(struct ax_public, number, uint8_t),
    ARRAY(struct ax_public, guess, uint8_t),
    ARRAY(struct ax_public, proposal, uint8_t),
    FIELD(struct ax_public, round),
    FIELD(struct ax_public, counting),
    FIELD(struct ax_public, cast),
    ARRAY(struct ax_public, spare, uint8_t),
};
const struct layout ax_public_layout = LAYOUT(struct ax_public, public_fields);

static const struct field seat_fields[] = {
    FIELD(struct ax_seat, number),
    ARRAY(struct ax_seat, guess, uint8_t),
};
const struct layout ax_seat_layout = LAYOUT(struct ax_seat, seat_fields);

#define APPLY(name) static void name(void *block, const struct known *k, const struct fact *f)
#define ON_TABLE                 \
    struct ax_public *t = block; \
    (void)k
#define IN_HAND                 \
    struct ax_seat *me = block; \
    (void)k

static void mark_used(uint64_t *set, int64_t entry)
{
    set[entry / 64] |= UINT64_C(1) << (entry % 64);
}

/* Numbers by seat, as they stand in a list; whatever is no number becomes none. */
static void copy_numbers(uint8_t *to, struct str list)
{
    memset(to, 0, SEATS_MAX);
    for (size_t i = 0; i < list.len && i < SEATS_MAX; i++) {
        uint8_t number = (uint8_t)list.at[i];

        to[i] = number <= AX_NUMBERS ? number : 0;
    }
}

APPLY(round_began)
{
    ON_TABLE;
    size_t used = offsetof(struct ax_public, x);

    memset((char *)t + used, 0, sizeof *t - used); /* only what was used stays (AX-8) */
    t->round = (uint8_t)f->arg[0].i;
    t->players = (uint16_t)f->arg[1].i;
    t->counting = NO_SEAT;
}

APPLY(word_laid)
{
    ON_TABLE;
    mark_used(t->used_words, f->arg[1].i);
    line_set(&t->word[f->arg[0].i - 1], f->arg[2].s);
}

APPLY(reference_laid)
{
    ON_TABLE;
    mark_used(t->used_words, f->arg[0].i);
    line_set(&t->reference, f->arg[1].s);
}

APPLY(criterion_laid)
{
    ON_TABLE;
    mark_used(t->used_criteria, f->arg[1].i);
    line_set(&t->criterion[f->arg[0].i], f->arg[2].s);
}

APPLY(number_dealt)
{
    IN_HAND;
    memset(me, 0, sizeof *me);
    me->number = (uint8_t)f->arg[0].i;
}

APPLY(token_placed)
{
    ON_TABLE;
    int64_t seat = f->arg[0].i;

    t->x[seat] = (int16_t)f->arg[1].i;
    t->y[seat] = (int16_t)f->arg[2].i;
    t->placed |= SEAT(seat);
    t->confirmed &= (uint16_t)~SEAT(seat); /* a moved token is confirmed anew (AX-5) */
}

APPLY(seat_confirmed)
{
    ON_TABLE;
    t->confirmed |= SEAT(f->arg[0].i);
}

APPLY(seat_reopened)
{
    ON_TABLE;
    t->confirmed &= (uint16_t)~SEAT(f->arg[0].i);
}

APPLY(guesses_laid)
{
    IN_HAND;
    copy_numbers(me->guess, f->arg[0].s);
}

APPLY(seat_voted)
{
    ON_TABLE;
    t->voted |= SEAT(f->arg[0].i);
}

/* Changes the team's proposal: on these tokens (AX-12), what was agreed to is no longer what lies
 * there. */
static void propose(struct ax_public *t, int64_t token, int64_t number)
{
    if (t->proposal[token] == number)
        return;
    for (int i = 0; i < SEATS_MAX && number; i++) {
        if (t->proposal[i] == number)
            t->proposal[i] = 0, t->agreed[i] = 0; /* one vote token of each number: it moves */
    }
    t->proposal[token] = (uint8_t)number;
    t->agreed[token] = 0;
}

APPLY(number_proposed)
{
    ON_TABLE;
    propose(t, f->arg[1].i, f->arg[2].i);
}

APPLY(number_lifted)
{
    ON_TABLE;
    propose(t, f->arg[1].i, 0);
}

APPLY(seat_agreed)
{
    ON_TABLE;
    for (int token = 0; token < SEATS_MAX; token++)
        t->agreed[token] |= t->proposal[token] ? SEAT(f->arg[0].i) : 0;
}

APPLY(seat_withdrew)
{
    ON_TABLE;
    for (int token = 0; token < SEATS_MAX; token++)
        t->agreed[token] &= (uint16_t)~SEAT(f->arg[0].i);
}

APPLY(team_voted)
{
    ON_TABLE;
    copy_numbers(t->proposal, f->arg[2].s);
    t->cast = 1;
}

APPLY(token_revealed)
{
    ON_TABLE;
    int64_t seat = f->arg[0].i;

    t->number[seat] = (uint8_t)f->arg[1].i;
    copy_numbers(t->guess[seat], f->arg[3].s);
    t->revealed |= SEAT(seat);
    t->counting = (int8_t)seat;
    t->ready = 0;
}

APPLY(word_guessed)
{
    ON_TABLE;
    t->right[f->arg[0].i] = (uint16_t)f->arg[1].i;
}

APPLY(team_guessed)
{
    ON_TABLE;
    t->team_right |= SEAT(f->arg[1].i);
}

APPLY(seat_ready)
{
    ON_TABLE;
    t->ready |= SEAT(f->arg[0].i);
}

#define FACT(name) [AX_##name - CORE_FACTS]

const struct fact_spec ax_facts[] = {
    FACT(ROUND_BEGAN) = {"round_began", "round:int:1..4 players:seats", FOR_ALL, false,
                         round_began},
    FACT(WORD_LAID) = {"word_laid", "number:int:1..7 entry:int:0..2047 word:text", FOR_ALL, false,
                       word_laid},
    FACT(REFERENCE_LAID) = {"reference_laid", "entry:int:0..2047 word:text", FOR_ALL, false,
                            reference_laid},
    FACT(CRITERION_LAID) = {"criterion_laid",
                            "axis:vertical|horizontal entry:int:0..2047 criterion:text", FOR_ALL,
                            false, criterion_laid},
    /* A reveal, but to its owner alone: nobody else learns of it. */
    FACT(NUMBER_DEALT) = {"number_dealt", "number:int:1..7", FOR_SOME, true, number_dealt},
    FACT(TOKEN_PLACED) = {"token_placed", "seat:seat x:int:-125..125 y:int:-125..125", FOR_ALL,
                          false, token_placed},
    FACT(SEAT_CONFIRMED) = {"seat_confirmed", "seat:seat", FOR_ALL, false, seat_confirmed},
    FACT(SEAT_REOPENED) = {"seat_reopened", "seat:seat", FOR_ALL, false, seat_reopened},
    FACT(GUESSES_LAID) = {"guesses_laid", "numbers:list", FOR_SOME, false, guesses_laid},
    FACT(SEAT_VOTED) = {"seat_voted", "seat:seat", FOR_ALL, false, seat_voted},
    FACT(NUMBER_PROPOSED) = {"number_proposed", "seat:seat token:seat number:int:1..7", FOR_ALL,
                             false, number_proposed},
    FACT(NUMBER_LIFTED) = {"number_lifted", "seat:seat token:seat", FOR_ALL, false, number_lifted},
    FACT(SEAT_AGREED) = {"seat_agreed", "seat:seat", FOR_ALL, false, seat_agreed},
    FACT(SEAT_WITHDREW) = {"seat_withdrew", "seat:seat", FOR_ALL, false, seat_withdrew},
    FACT(TEAM_VOTED) = {"team_voted", "team:a|b consent:all|majority|none numbers:list", FOR_ALL,
                        false, team_voted},
    FACT(TOKEN_REVEALED) = {"token_revealed", "seat:seat number:int:1..7 word:text guesses:list",
                            FOR_ALL, true, token_revealed},
    FACT(WORD_GUESSED) = {"word_guessed", "seat:seat by:seats", FOR_ALL, false, word_guessed},
    FACT(TEAM_GUESSED) = {"team_guessed", "team:a|b seat:seat", FOR_ALL, false, team_guessed},
    FACT(SEAT_READY) = {"seat_ready", "seat:seat", FOR_ALL, false, seat_ready},
    FACT(FACTS_END) = {0},
};
