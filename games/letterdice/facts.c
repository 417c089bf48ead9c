/* Letter Dice: what each fact changes. Total functions; everything is public. */
#include "letterdice.h"

#include <string.h>

/* There are no more tokens than `most`, and no fewer than none, whatever a damaged log says. */
static uint8_t moved(int tokens, int by, int most)
{
    int sum = tokens + by;

    return (uint8_t)(sum < 0 ? 0 : sum > most ? most : sum);
}

static void move_tokens(struct ld_public *t, int purse, int by)
{
    if (purse == LD_RESERVE)
        t->reserve = moved(t->reserve, by, LD_TOKENS);
    else
        t->middle = moved(t->middle, by, LD_TOKENS);
}

APPLY(ld_tokens_placed, t)
{
    t->middle = f->middle;
    t->reserve = f->reserve;
    t->thrower = NO_SEAT;
}

APPLY(ld_card_chosen, t)
{
    const struct str text[LD_THEMES] = {f->one, f->two, f->three, f->four, f->five, f->six};

    t->card = f->card;
    for (int i = 0; i < LD_THEMES; i++)
        phrase_set(&t->theme_text[i], text[i]);
    t->names = f->names;
    t->whole = f->whole;
}

APPLY(ld_round_began, t)
{
    t->round = f->round;
    t->thrower = f->thrower;
    t->scoring = f->scoring;
    t->theme = 0;
}

APPLY(ld_middle_filled, t)
{
    move_tokens(t, LD_MIDDLE, f->tokens);
    move_tokens(t, LD_RESERVE, -f->tokens);
}

APPLY(ld_theme_rolled, t)
{
    t->theme = f->theme;
}

/* Here, and not earlier, the words of the last round make room: until then people look at them. */
APPLY(ld_dice_thrown, t)
{
    t->letter[LD_WHITE] = f->white;
    t->letter[LD_YELLOW] = f->yellow;
    t->letter[LD_RED] = f->red;
    t->letter[LD_BLUE] = f->blue;
    t->letter[LD_GREEN] = f->green;
    t->colour = f->colour;
    memset(t->claim, 0, sizeof t->claim[0] * t->claims);
    t->claims = 0;
    t->passed = t->agreed = 0;
    t->closed = LD_GOES_ON;
    t->reopen = 0;
}

APPLY(ld_word_said, t)
{
    struct ld_claim *claim = &t->claim[f->claim];

    if (f->claim > t->claims)
        return; /* a damaged log: every claim follows the one before it */
    *claim = (struct ld_claim){
        .seat = f->seat,
        .theme = f->theme,
        .name = f->name,
        .points = f->points,
        .fault = f->fault,
        .fits = f->fits,
        .at = f->at,
    };
    word_set(&claim->word, f->word);
    word_set(&claim->with, f->with);
    if (f->claim == t->claims)
        t->claims++;
    t->passed &= (seat_set)~SEAT(claim->seat);
    t->agreed = 0; /* something new lies open: everyone looks again */
}

APPLY(ld_part_counted, t)
{
    struct ld_claim *claim = &t->claim[f->claim];
    struct str part = ld_part_in(word_str(&claim->word), f->part);

    claim->part_at = part.len ? (uint8_t)(part.at - claim->word.text) : 0;
    claim->part_len = (uint8_t)part.len;
}

APPLY(ld_word_failed, t)
{
    t->claim[f->claim].state = LD_CLAIM_MISTAKEN;
}

APPLY(ld_tokens_paid, t)
{
    move_tokens(t, LD_MIDDLE, f->tokens);
}

APPLY(ld_tokens_taken, t)
{
    struct ld_claim *claim = &t->claim[f->claim];

    claim->tokens = moved(claim->tokens, f->tokens, LD_DICE);
    if (f->from == LD_RESERVE)
        claim->reserved = moved(claim->reserved, f->tokens, LD_DICE);
    move_tokens(t, f->from, -f->tokens);
}

APPLY(ld_tokens_returned, t)
{
    struct ld_claim *claim = &t->claim[f->claim];

    claim->tokens = moved(claim->tokens, -f->tokens, LD_DICE);
    if (f->into == LD_RESERVE)
        claim->reserved = moved(claim->reserved, -f->tokens, LD_DICE);
    move_tokens(t, f->into, f->tokens);
}

APPLY(ld_tokens_left, t)
{
    move_tokens(t, f->into, f->tokens);
    for (int i = 0; i < t->claims; i++) {
        if (t->claim[i].seat == f->seat)
            t->claim[i].tokens = t->claim[i].reserved = 0;
    }
}

APPLY(ld_claim_stood, t)
{
    t->claim[f->claim].state = LD_CLAIM_STANDS;
}

APPLY(ld_claim_rejected, t)
{
    t->claim[f->claim].state = LD_CLAIM_STRUCK;
    t->reopen = t->closed != LD_GOES_ON;
}

APPLY(ld_seat_passed, t)
{
    t->passed |= SEAT(f->seat);
}

APPLY(ld_seat_agreed, t)
{
    t->agreed |= SEAT(f->seat);
}

APPLY(ld_round_closed, t)
{
    t->closed = f->why;
    t->reopen = 0;
    t->agreed = 0;
}

APPLY(ld_round_reopened, t)
{
    t->closed = LD_GOES_ON;
    t->reopen = 0;
}

/* For the end: who was first, and the words that are worth telling again. */
static void remember(struct ld_public *t, const struct ld_claim *claim)
{
    struct str counted = ld_counted(claim);
    int letters = ld_letters(counted);

    if (!ld_black(t) && claim->points > t->bright_points) {
        t->bright_points = claim->points;
        t->bright_seat = claim->seat;
        word_set(&t->bright, counted);
    }
    if (letters > t->longest_letters) {
        t->longest_letters = (uint8_t)letters;
        t->longest_seat = claim->seat;
        word_set(&t->longest, counted);
    }
}

APPLY(ld_round_ended, t)
{
    bool first = true;

    t->idle = f->idle;
    for (int i = 0; i < t->claims; i++) {
        const struct ld_claim *claim = &t->claim[i];

        if (!claim->tokens || claim->seat >= LD_SEATS)
            continue;
        t->first[claim->seat] += first;
        first = false;
        remember(t, claim);
    }
}
