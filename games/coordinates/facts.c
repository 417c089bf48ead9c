/* Coordinates: what each fact changes. Total functions, one block each. */
#include "coordinates.h"

#include <string.h>

/* Numbers by seat, as they stand in a list; whatever is no number becomes none. */
static void copy_numbers(uint8_t *to, struct str list)
{
    memset(to, 0, SEATS_MAX);
    for (size_t i = 0; i < list.len && i < SEATS_MAX; i++) {
        uint8_t number = (uint8_t)list.at[i];

        to[i] = number <= AX_NUMBERS ? number : 0;
    }
}

APPLY(ax_round_began, t)
{
    size_t used = offsetof(struct ax_public, x);

    memset((char *)t + used, 0, sizeof *t - used); /* only what was used stays (AX-8) */
    t->round = f->round;
    t->players = f->players;
    t->counting = NO_SEAT;
}

APPLY(ax_word_laid, t)
{
    deck_set_add(t->used_words, f->entry);
    phrase_set(&t->word[f->number - 1], f->word);
}

APPLY(ax_reference_laid, t)
{
    deck_set_add(t->used_words, f->entry);
    phrase_set(&t->reference, f->word);
}

APPLY(ax_criterion_laid, t)
{
    deck_set_add(t->used_criteria, f->entry);
    phrase_set(&t->criterion[f->axis], f->criterion);
}

APPLY(ax_number_dealt, me)
{
    memset(me, 0, sizeof *me);
    me->number = f->number;
}

APPLY(ax_token_placed, t)
{
    int seat = f->seat;

    t->x[seat] = f->x;
    t->y[seat] = f->y;
    t->placed |= SEAT(seat);
    t->confirmed &= (uint16_t)~SEAT(seat); /* a moved token is confirmed anew (AX-5) */
}

APPLY(ax_seat_confirmed, t)
{
    t->confirmed |= SEAT(f->seat);
}

APPLY(ax_seat_reopened, t)
{
    t->confirmed &= (uint16_t)~SEAT(f->seat);
}

APPLY(ax_guesses_laid, me)
{
    copy_numbers(me->guess, f->numbers);
}

APPLY(ax_seat_voted, t)
{
    t->voted |= SEAT(f->seat);
}

/* Changes the team's proposal: on these tokens (AX-12), what was agreed to is no longer what lies
 * there. */
static void propose(struct ax_public *t, int token, int number)
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

APPLY(ax_number_proposed, t)
{
    propose(t, f->token, f->number);
}

APPLY(ax_number_lifted, t)
{
    propose(t, f->token, 0);
}

APPLY(ax_seat_agreed, t)
{
    for (int token = 0; token < SEATS_MAX; token++)
        t->agreed[token] |= t->proposal[token] ? SEAT(f->seat) : 0;
}

APPLY(ax_seat_withdrew, t)
{
    for (int token = 0; token < SEATS_MAX; token++)
        t->agreed[token] &= (uint16_t)~SEAT(f->seat);
}

APPLY(ax_team_voted, t)
{
    copy_numbers(t->proposal, f->numbers);
    t->cast = 1;
}

APPLY(ax_token_revealed, t)
{
    int seat = f->seat;

    t->number[seat] = f->number;
    copy_numbers(t->guess[seat], f->guesses);
    t->revealed |= SEAT(seat);
    t->counting = (int8_t)seat;
    t->ready = 0;
}

APPLY(ax_word_guessed, t)
{
    t->right[f->seat] = f->by;
    FOR_SEATS (voter, f->by & seats_all(SEATS_MAX)) {
        t->sharp[voter]++;
        t->clear[f->seat]++;
        t->met[f->seat * SEATS_MAX + voter]++;
    }
}

APPLY(ax_team_guessed, t)
{
    t->team_right |= SEAT(f->seat);
}

APPLY(ax_seat_ready, t)
{
    t->ready |= SEAT(f->seat);
}
