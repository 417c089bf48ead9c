/* Coordinates: what players may do (rules AX-3 to AX-7 and AX-12). */
#include "coordinates.h"

/* ---- placing ---- */

CAN(ax_place)
{
    const struct ax_public *t = k->table;

    return k->core->phase == AX_PLACE && seats_has(t->players, k->seat);
}

/* Why a seat cannot do what belongs to a phase and to some of the seats. */
static bool refuse_turn(struct decision *d, int phase)
{
    return refuse(d, d->core->phase == phase ? "not_yours" : "not_now");
}

DECIDE(ax_place)
{
    struct known k = table_known(d->table, d->by);

    if (!ax_place_can(&k))
        return refuse_turn(d, AX_PLACE);
    EMIT(d, ax_token_placed, .seat = d->by, .x = a->x, .y = a->y);
    return true;
}

CAN(ax_confirm)
{
    const struct ax_public *t = k->table;

    return ax_place_can(k) && seats_has(t->placed & (uint16_t)~t->confirmed, k->seat);
}

DECIDE(ax_confirm)
{
    struct known k = table_known(d->table, d->by);

    if (!ax_place_can(&k))
        return refuse_turn(d, AX_PLACE);
    if (!seats_has(ax_board(d)->placed, d->by))
        return refuse(d, "not_placed");
    if (!ax_confirm_can(&k))
        return refuse(d, "not_now");
    EMIT(d, ax_seat_confirmed, .seat = d->by);
    return true;
}

static seat_set agreed_somewhere(const struct ax_public *t)
{
    seat_set set = 0;

    FOR_SEATS (token, t->placed)
        set |= t->agreed[token];
    return set;
}

/* What was confirmed or agreed to can be taken back until all have done so (AX-5, AX-12). */
CAN(ax_take_back)
{
    const struct ax_public *t = k->table;

    if (k->core->phase == AX_TEAM)
        return seats_has(agreed_somewhere(t), k->seat);
    return ax_place_can(k) && seats_has(t->confirmed, k->seat);
}

DECIDE(ax_take_back)
{
    if (!decision_can(d, ax_take_back_can))
        return false;
    if (d->core->phase == AX_TEAM)
        EMIT(d, ax_seat_withdrew, .seat = d->by);
    else
        EMIT(d, ax_seat_reopened, .seat = d->by);
    return true;
}

/* ---- guessing ---- */

CAN(ax_guess)
{
    return k->core->phase == AX_GUESS && seats_has(ax_voters(k->table, k->core), k->seat);
}

/* Whether this is one number for every token but the own, and each at most once (AX-6). */
static bool fits_tokens(struct decision *d, struct str numbers)
{
    const struct ax_public *t = ax_board(d);
    uint32_t laid = 0;

    if (numbers.len != d->core->seats)
        return refuse_number(d, "guess_list", d->core->seats);
    for (int seat = 0; seat < d->core->seats; seat++) {
        int number = (unsigned char)numbers.at[seat];

        if (seat == d->by && number)
            return refuse(d, "not_yourself");
        if (!seats_has(t->placed & (uint16_t)~SEAT(d->by), seat)) {
            if (number)
                return refuse(d, "no_token");
            continue;
        }
        if (number == 0)
            return refuse(d, "token_open");
        if (number > ax_numbers(t))
            return refuse_number(d, "no_number", number);
        if (laid >> number & 1)
            return refuse_number(d, "number_twice", number);
        laid |= UINT32_C(1) << number;
    }
    return true;
}

/* AX-6: the own number is not offered. Who sends it all the same lays no vote there: a refusal
 * would let the table's course depend on a secret, and the voter sees the gap. */
DECIDE(ax_guess)
{
    const struct ax_seat *me = decision_seat(d, d->by);
    struct known k = table_known(d->table, d->by);
    char numbers[SEATS_MAX] = {0};

    if (!ax_guess_can(&k))
        return refuse_turn(d, AX_GUESS);
    if (!fits_tokens(d, a->numbers))
        return false;
    for (int seat = 0; seat < d->core->seats; seat++) {
        if ((unsigned char)a->numbers.at[seat] != me->number)
            numbers[seat] = a->numbers.at[seat];
    }
    TELL(d, SEAT(d->by), ax_guesses_laid, .numbers = str_n(numbers, d->core->seats));
    if (!seats_has(ax_board(d)->voted, d->by))
        EMIT(d, ax_seat_voted, .seat = d->by);
    return true;
}

/* ---- the team vote ---- */

CAN(ax_propose)
{
    return k->core->phase == AX_TEAM && seats_has(ax_team_voters(k->table, k->core), k->seat);
}

LEGAL(ax_propose)
{
    const struct ax_public *t = k->table;

    return seats_has(t->placed, a->token);
}

DECIDE(ax_propose)
{
    struct known k = table_known(d->table, d->by);

    if (!ax_propose_can(&k))
        return refuse_turn(d, AX_TEAM);
    if (!seats_has(ax_board(d)->placed, a->token))
        return refuse(d, "no_token");
    if (a->number > ax_numbers(ax_board(d)))
        return refuse_number(d, "no_number", a->number);
    if (a->number)
        EMIT(d, ax_number_proposed, .seat = d->by, .token = a->token, .number = a->number);
    else
        EMIT(d, ax_number_lifted, .seat = d->by, .token = a->token);
    return true;
}

CAN(ax_agree)
{
    const struct ax_public *t = k->table;

    return ax_propose_can(k) && !ax_open_tokens(t) && !seats_has(ax_agreed(t), k->seat);
}

DECIDE(ax_agree)
{
    struct known k = table_known(d->table, d->by);

    if (!ax_propose_can(&k))
        return refuse_turn(d, AX_TEAM);
    if (ax_open_tokens(ax_board(d)))
        return refuse(d, "token_open");
    if (!ax_agree_can(&k))
        return refuse(d, "not_now");
    EMIT(d, ax_seat_agreed, .seat = d->by);
    return true;
}

/* ---- counting ---- */

CAN(ax_go_on)
{
    const struct ax_public *t = k->table;

    return k->core->phase == AX_COUNT && !seats_has(t->ready, k->seat);
}

DECIDE(ax_go_on)
{
    if (!decision_can(d, ax_go_on_can))
        return false;
    EMIT(d, ax_seat_ready, .seat = d->by);
    return true;
}
