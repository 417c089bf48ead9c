/* Letter Dice: what each fact changes. Total functions; everything is public. */
#include "letterdice.h"

#include "rules/words.h"

#include <string.h>

static const struct field claim_fields[] = {
    FIELD(struct ld_claim, at),
    FIELD(struct ld_claim, word),
    FIELD(struct ld_claim, with),
    FIELD(struct ld_claim, seat),
    FIELD(struct ld_claim, theme),
    FIELD(struct ld_claim, points),
    FIELD(struct ld_claim, tokens),
    FIELD(struct ld_claim, state),
    FIELD(struct ld_claim, fault),
    FIELD(struct ld_claim, fits),
    FIELD(struct ld_claim, name),
    FIELD(struct ld_claim, reserved),
    FIELD(struct ld_claim, part_at),
    FIELD(struct ld_claim, part_len),
    ARRAY(struct ld_claim, spare, uint8_t),
};
static const struct layout claim_layout = LAYOUT(struct ld_claim, claim_fields);

static const struct field public_fields[] = {
    STRUCTS(struct ld_public, claim, struct ld_claim, &claim_layout),
    ARRAY(struct ld_public, theme_text, struct line),
    FIELD(struct ld_public, card),
    FIELD(struct ld_public, passed),
    FIELD(struct ld_public, agreed),
    ARRAY(struct ld_public, letter, uint8_t),
    FIELD(struct ld_public, colour),
    FIELD(struct ld_public, middle),
    FIELD(struct ld_public, reserve),
    FIELD(struct ld_public, round),
    FIELD(struct ld_public, scoring),
    FIELD(struct ld_public, claims),
    FIELD(struct ld_public, theme),
    FIELD(struct ld_public, closed),
    FIELD(struct ld_public, reopen),
    FIELD(struct ld_public, idle),
    FIELD(struct ld_public, thrower),
    FIELD(struct ld_public, names),
    FIELD(struct ld_public, whole),
};
const struct layout ld_public_layout = LAYOUT(struct ld_public, public_fields);

#define APPLY(name) static void name(void *block, const struct known *k, const struct fact *f)
#define ON_TABLE                 \
    struct ld_public *t = block; \
    (void)k

/* There are no more tokens than `most`, and no fewer than none, whatever a damaged log says. */
static uint8_t moved(int tokens, int64_t by, int most)
{
    int64_t sum = tokens + by;

    return (uint8_t)(sum < 0 ? 0 : sum > most ? most : sum);
}

static void move_tokens(struct ld_public *t, bool reserve, int64_t by)
{
    if (reserve)
        t->reserve = moved(t->reserve, by, LD_TOKENS);
    else
        t->middle = moved(t->middle, by, LD_TOKENS);
}

APPLY(tokens_placed)
{
    ON_TABLE;
    t->middle = (uint8_t)f->arg[0].i;
    t->reserve = (uint8_t)f->arg[1].i;
    t->thrower = NO_SEAT;
}

APPLY(card_chosen)
{
    ON_TABLE;
    t->card = (uint16_t)f->arg[0].i;
    for (int i = 0; i < LD_THEMES; i++)
        line_set(&t->theme_text[i], f->arg[1 + i].s);
    t->names = (uint8_t)f->arg[1 + LD_THEMES].i; /* none in games of edition 1 */
    t->whole = (uint8_t)f->arg[2 + LD_THEMES].i;
}

APPLY(round_began)
{
    ON_TABLE;
    t->round = (uint8_t)f->arg[0].i;
    t->thrower = (int8_t)f->arg[1].i;
    t->scoring = (uint8_t)f->arg[2].i;
    t->theme = 0;
}

APPLY(middle_filled)
{
    ON_TABLE;
    move_tokens(t, false, f->arg[0].i);
    move_tokens(t, true, -f->arg[0].i);
}

APPLY(theme_rolled)
{
    ON_TABLE;
    t->theme = (uint8_t)f->arg[0].i;
}

/* Here, and not earlier, the words of the last round make room: until then people look at them. */
APPLY(dice_thrown)
{
    ON_TABLE;
    for (int die = 0; die < LD_DICE; die++)
        t->letter[die] = (uint8_t)f->arg[die].i;
    t->colour = (uint8_t)f->arg[LD_DICE].i;
    memset(t->claim, 0, sizeof t->claim[0] * t->claims);
    t->claims = 0;
    t->passed = t->agreed = 0;
    t->closed = LD_GOES_ON;
    t->reopen = 0;
}

APPLY(word_said)
{
    ON_TABLE;
    struct ld_claim *claim = &t->claim[f->arg[0].i];

    if (f->arg[0].i > t->claims)
        return; /* a damaged log: every claim follows the one before it */
    *claim = (struct ld_claim){
        .seat = (uint8_t)f->arg[1].i,
        .theme = (uint8_t)f->arg[3].i,
        .name = (uint8_t)f->arg[4].i,
        .points = (uint8_t)f->arg[5].i,
        .fault = (uint8_t)f->arg[6].i,
        .fits = (uint8_t)f->arg[8].i,
        .at = f->arg[9].i,
    };
    word_set(&claim->word, f->arg[2].s);
    word_set(&claim->with, f->arg[7].s);
    if (f->arg[0].i == t->claims)
        t->claims++;
    t->passed &= (seat_set)~SEAT(claim->seat);
    t->agreed = 0; /* something new lies open: everyone looks again */
}

APPLY(part_counted)
{
    ON_TABLE;
    struct ld_claim *claim = &t->claim[f->arg[0].i];
    struct str part = ld_part_in(word_str(&claim->word), f->arg[2].s);

    claim->part_at = part.len ? (uint8_t)(part.at - claim->word.text) : 0;
    claim->part_len = (uint8_t)part.len;
}

APPLY(word_failed)
{
    ON_TABLE;
    t->claim[f->arg[0].i].state = LD_CLAIM_MISTAKEN;
}

APPLY(tokens_paid)
{
    ON_TABLE;
    move_tokens(t, false, f->arg[1].i);
}

APPLY(tokens_taken)
{
    ON_TABLE;
    struct ld_claim *claim = &t->claim[f->arg[0].i];

    claim->tokens = moved(claim->tokens, f->arg[2].i, LD_DICE);
    if (f->arg[3].i)
        claim->reserved = moved(claim->reserved, f->arg[2].i, LD_DICE);
    move_tokens(t, f->arg[3].i, -f->arg[2].i);
}

APPLY(tokens_returned)
{
    ON_TABLE;
    struct ld_claim *claim = &t->claim[f->arg[0].i];

    claim->tokens = moved(claim->tokens, -f->arg[2].i, LD_DICE);
    if (f->arg[3].i)
        claim->reserved = moved(claim->reserved, -f->arg[2].i, LD_DICE);
    move_tokens(t, f->arg[3].i, f->arg[2].i);
}

APPLY(tokens_left)
{
    ON_TABLE;
    move_tokens(t, f->arg[2].i, f->arg[1].i);
    for (int i = 0; i < t->claims; i++) {
        if (t->claim[i].seat == f->arg[0].i)
            t->claim[i].tokens = t->claim[i].reserved = 0;
    }
}

APPLY(claim_stood)
{
    ON_TABLE;
    t->claim[f->arg[0].i].state = LD_CLAIM_STANDS;
}

APPLY(claim_rejected)
{
    ON_TABLE;
    t->claim[f->arg[0].i].state = LD_CLAIM_STRUCK;
    t->reopen = t->closed != LD_GOES_ON;
}

APPLY(seat_passed)
{
    ON_TABLE;
    t->passed |= SEAT(f->arg[0].i);
}

APPLY(seat_agreed)
{
    ON_TABLE;
    t->agreed |= SEAT(f->arg[0].i);
}

APPLY(round_closed)
{
    ON_TABLE;
    t->closed = (uint8_t)f->arg[0].i;
    t->reopen = 0;
    t->agreed = 0;
}

APPLY(round_reopened)
{
    ON_TABLE;
    (void)f;
    t->closed = LD_GOES_ON;
    t->reopen = 0;
}

APPLY(round_ended)
{
    ON_TABLE;
    t->idle = (uint8_t)f->arg[1].i;
}

#define FACT(name) [LD_##name - CORE_FACTS]
#define CLAIM      "claim:int:0..63 seat:seat "
#define PURSE      "middle|reserve"

const struct fact_spec ld_facts[] = {
    FACT(TOKENS_PLACED) = {"tokens_placed", "middle:int:0..90 reserve:int:0..90", FOR_ALL, false,
                           tokens_placed},
    FACT(CARD_CHOSEN) = {"card_chosen",
                         "card:int:0..2047 one:text two:text three:text four:text five:text "
                         "six:text names:int:0..63? whole:int:0..63?",
                         FOR_ALL, false, card_chosen},
    FACT(ROUND_BEGAN) = {"round_began", "round:int:1..99 thrower:seat scoring:int:0..4", FOR_ALL,
                         false, round_began},
    FACT(MIDDLE_FILLED) = {"middle_filled", "tokens:int:1..12", FOR_ALL, false, middle_filled},
    FACT(THEME_ROLLED) = {"theme_rolled", "theme:int:1..6 text:text", FOR_ALL, false, theme_rolled},
    FACT(DICE_THROWN) = {"dice_thrown",
                         "white:letter yellow:letter red:letter blue:letter green:letter "
                         "colour:" LD_COLOURS,
                         FOR_ALL, false, dice_thrown},
    FACT(WORD_SAID) = {"word_said",
                       CLAIM "word:text theme:int:1..6 name:bool points:int:0..5 fault:" FAULTS
                             " with:text fits:none|no|yes at:time",
                       FOR_ALL, false, word_said},
    FACT(WORD_FAILED) = {"word_failed", CLAIM "letter:letter", FOR_ALL, false, word_failed},
    FACT(TOKENS_PAID) = {"tokens_paid", "seat:seat tokens:int:1..4", FOR_ALL, false, tokens_paid},
    FACT(TOKENS_TAKEN) = {"tokens_taken", CLAIM "tokens:int:1..5 from:" PURSE, FOR_ALL, false,
                          tokens_taken},
    FACT(TOKENS_RETURNED) = {"tokens_returned", CLAIM "tokens:int:1..5 into:" PURSE, FOR_ALL, false,
                             tokens_returned},
    FACT(TOKENS_LEFT) = {"tokens_left", "seat:seat tokens:int:1..90 into:" PURSE, FOR_ALL, false,
                         tokens_left, .retired = true},
    FACT(CLAIM_STOOD) = {"claim_stood", CLAIM "word:text", FOR_ALL, false, claim_stood},
    FACT(CLAIM_REJECTED) = {"claim_rejected", CLAIM "word:text", FOR_ALL, false, claim_rejected},
    FACT(SEAT_PASSED) = {"seat_passed", "seat:seat", FOR_ALL, false, seat_passed},
    FACT(SEAT_AGREED) = {"seat_agreed", "seat:seat", FOR_ALL, false, seat_agreed},
    FACT(ROUND_CLOSED) = {"round_closed", "why:" LD_CLOSINGS, FOR_ALL, false, round_closed},
    FACT(ROUND_REOPENED) = {"round_reopened", "", FOR_ALL, false, round_reopened},
    FACT(ROUND_ENDED) = {"round_ended", "round:int:1..99 idle:int:0..6", FOR_ALL, false,
                         round_ended},
    FACT(PART_COUNTED) = {"part_counted", CLAIM "part:text", FOR_ALL, false, part_counted},
    FACT(FACTS_END) = {0},
};
