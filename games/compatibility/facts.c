/* Compatibility: what each fact changes. Total functions, one block each. */
#include "compatibility.h"

#include <string.h>

/* Facts may come from a damaged log: what does not exist is not written. */
static bool is_card(int seat, int position)
{
    return seat >= 0 && seat < CO_SEATS && position >= 1 && position <= CO_RANKS;
}

APPLY(co_seat_ready, t)
{
    t->ready |= SEAT(f->seat);
}

APPLY(co_round_began, t)
{
    t->round = f->round;
    t->announcer = f->seat;
    t->ready = t->finished = t->doubler = 0;
    t->number = t->position = t->positions = t->double_at = 0;
    for (int seat = 0; seat < CO_SEATS && seat < k->core->seats; seat++)
        t->count[seat] = (uint8_t)co_number(k->core, t->space[seat]);
    memset(t->gained, 0, sizeof t->gained);
    memset(t->shown, 0, sizeof t->shown);
    memset(t->agreed, 0, sizeof t->agreed);
    memset(&t->theme, 0, sizeof t->theme);
}

APPLY(co_role_passed, t)
{
    t->announcer = f->seat;
}

APPLY(co_number_called, t)
{
    t->number = f->number;
}

APPLY(co_themes_reshuffled, t)
{
    memset(t->used, 0, sizeof t->used);
}

APPLY(co_theme_turned, t)
{
    if (f->card >= 0 && f->card < DECK_ENTRIES)
        deck_set_add(t->used, f->card);
    phrase_set(&t->theme, f->theme);
}

/* CO-11: the token stays with its card. What it lay on may be no longer there, or was not there
 * yet: then it lies on whatever came to its place. */
static void carry_token(struct co_seat *me)
{
    int place = me->double_on ? co_place(me, CO_RANKS, me->double_on - 1) : -1;

    if (place >= 0)
        me->double_at = (uint8_t)(place + 1);
    me->double_on = me->double_at && me->double_at <= me->laid
                        ? (uint8_t)(me->picture[me->double_at - 1] + 1)
                        : 0;
}

APPLY(co_pictures_laid, me)
{
    struct str list = f->pictures;

    memset(me->picture, 0, sizeof me->picture);
    me->laid = 0;
    for (size_t i = 0; i < list.len && i < CO_RANKS; i++) {
        uint8_t picture = (uint8_t)list.at[i];

        if (picture < CO_PICTURES)
            me->picture[me->laid++] = picture;
    }
    if (k->core->edition >= 2)
        carry_token(me);
}

APPLY(co_pictures_taken, me)
{
    memset(me->picture, 0, sizeof me->picture);
    me->laid = 0;
}

APPLY(co_seat_finished, t)
{
    t->finished |= SEAT(f->seat);
}

APPLY(co_seat_reopened, t)
{
    t->finished &= (uint16_t)~SEAT(f->seat);
}

APPLY(co_double_announced, t)
{
    t->doubler = SEAT(f->seat);
}

APPLY(co_double_placed, me)
{
    me->double_at = f->position;
    me->double_on = 0;
    if (me->laid && k->core->edition >= 2)
        carry_token(me);
}

APPLY(co_double_kept, t)
{
    t->doubler &= (seat_set)~SEAT(f->seat);
}

APPLY(co_position_turned, t)
{
    t->position = f->position;
    t->positions = f->of;
    t->ready = 0;
    /* CO-11: whatever comes of it. Logs of before co_double_kept tell only that its owner has laid
     * nothing. */
    t->spent |= k->core->edition < 2 ? t->doubler : t->doubler & t->finished;
}

APPLY(co_card_revealed, t)
{
    if (is_card(f->seat, f->position))
        t->shown[f->seat][f->position - 1] = (uint8_t)(f->picture + 1);
}

APPLY(co_double_shown, t)
{
    t->double_at = f->position;
}

static void mark(struct co_public *t, int seat, int position, int kind)
{
    if (is_card(seat, position))
        t->agreed[seat][position - 1] = (uint8_t)(kind + 1);
}

/* With a Referent only the other player's card is marked: one card of the Referent's may agree
 * with several players in several ways. */
APPLY(co_agreed, t)
{
    mark(t, f->seat, f->position, f->kind);
    if (co_pairs(k->core))
        mark(t, f->with, f->at, f->kind);
    if (f->seat < CO_SEATS && f->with < CO_SEATS)
        t->met[f->seat * CO_SEATS + f->with]++;
    if (f->kind == CO_DOUBLED)
        t->bold |= t->doubler;
}

APPLY(co_pawn_moved, t)
{
    FOR_SEATS (seat, f->seats) {
        if (seat >= CO_SEATS)
            return;
        int gained = t->gained[seat] + f->spaces;

        t->gained[seat] = (uint8_t)(gained < CO_GAIN ? gained : CO_GAIN);
        t->space[seat] = f->space;
        if (t->gained[seat] > t->leap)
            t->leap = t->gained[seat], t->leapers = 0;
        if (t->gained[seat] == t->leap)
            t->leapers |= SEAT(seat);
    }
}

APPLY(co_round_voided, t)
{
    (void)t; /* the next round begins as any other */
}
