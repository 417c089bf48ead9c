/* Coordinates: what players may do (rules AX-3 to AX-7 and AX-12). */
#include "coordinates.h"

#include "rules/decision.h"

static const struct ax_public *board(const struct decision *d)
{
    return decision_public(d);
}

/* ---- placing ---- */

static bool can_place(const struct known *k)
{
    const struct ax_public *t = k->table;

    return k->core->phase == AX_PLACE && seats_has(t->players, k->seat);
}

/* Why a seat cannot do what belongs to a phase and to some of the seats. */
static bool refuse_turn(struct decision *d, int phase)
{
    return refuse(d, d->core->phase == phase ? "not_yours" : "not_now");
}

static bool decide_place(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    if (!can_place(&k))
        return refuse_turn(d, AX_PLACE);
    EMIT(d, AX_TOKEN_PLACED, NUM(d->by), v[0], v[1]);
    return true;
}

static bool can_confirm(const struct known *k)
{
    const struct ax_public *t = k->table;

    return can_place(k) && seats_has(t->placed & (uint16_t)~t->confirmed, k->seat);
}

static bool decide_confirm(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!can_place(&k))
        return refuse_turn(d, AX_PLACE);
    if (!seats_has(board(d)->placed, d->by))
        return refuse(d, "not_placed");
    if (!can_confirm(&k))
        return refuse(d, "not_now");
    EMIT(d, AX_SEAT_CONFIRMED, NUM(d->by));
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
static bool can_take_back(const struct known *k)
{
    const struct ax_public *t = k->table;

    if (k->core->phase == AX_TEAM)
        return seats_has(agreed_somewhere(t), k->seat);
    return can_place(k) && seats_has(t->confirmed, k->seat);
}

static bool decide_take_back(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!can_take_back(&k))
        return refuse(d, "not_now");
    EMIT(d, d->core->phase == AX_TEAM ? AX_SEAT_WITHDREW : AX_SEAT_REOPENED, NUM(d->by));
    return true;
}

/* ---- guessing ---- */

static bool can_guess(const struct known *k)
{
    return k->core->phase == AX_GUESS && seats_has(ax_voters(k->table, k->core), k->seat);
}

/* Whether this is one number for every token but the own, and each at most once (AX-6). */
static bool fits_tokens(struct decision *d, struct str numbers)
{
    const struct ax_public *t = board(d);
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
static bool decide_guess(struct decision *d, const struct value *v)
{
    const struct ax_seat *me = decision_seat(d, d->by);
    struct known k = table_known(d->table, d->by);
    char numbers[SEATS_MAX] = {0};

    if (!can_guess(&k))
        return refuse_turn(d, AX_GUESS);
    if (!fits_tokens(d, v[0].s))
        return false;
    for (int seat = 0; seat < d->core->seats; seat++) {
        if ((unsigned char)v[0].s.at[seat] != me->number)
            numbers[seat] = v[0].s.at[seat];
    }
    TELL(d, SEAT(d->by), AX_GUESSES_LAID, TEXT(str_n(numbers, d->core->seats)));
    if (!seats_has(board(d)->voted, d->by))
        EMIT(d, AX_SEAT_VOTED, NUM(d->by));
    return true;
}

/* ---- the team vote ---- */

static bool can_propose(const struct known *k)
{
    return k->core->phase == AX_TEAM && seats_has(ax_team_voters(k->table, k->core), k->seat);
}

static bool decide_propose(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    if (!can_propose(&k))
        return refuse_turn(d, AX_TEAM);
    if (!seats_has(board(d)->placed, (int)v[0].i))
        return refuse(d, "no_token");
    if (v[1].i > ax_numbers(board(d)))
        return refuse_number(d, "no_number", v[1].i);
    if (v[1].i)
        EMIT(d, AX_NUMBER_PROPOSED, NUM(d->by), v[0], v[1]);
    else
        EMIT(d, AX_NUMBER_LIFTED, NUM(d->by), v[0]);
    return true;
}

static bool can_agree(const struct known *k)
{
    const struct ax_public *t = k->table;

    return can_propose(k) && ax_proposal_complete(t) && !seats_has(ax_agreed(t), k->seat);
}

static bool decide_agree(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!can_propose(&k))
        return refuse_turn(d, AX_TEAM);
    if (!ax_proposal_complete(board(d)))
        return refuse(d, "token_open");
    if (!can_agree(&k))
        return refuse(d, "not_now");
    EMIT(d, AX_SEAT_AGREED, NUM(d->by));
    return true;
}

/* ---- counting ---- */

static bool can_go_on(const struct known *k)
{
    const struct ax_public *t = k->table;

    return k->core->phase == AX_COUNT && !seats_has(t->ready, k->seat);
}

static bool decide_go_on(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!can_go_on(&k))
        return refuse(d, "not_now");
    EMIT(d, AX_SEAT_READY, NUM(d->by));
    return true;
}

const struct action_spec ax_actions[] = {
    {"place", "x:int:-125..125 y:int:-125..125", BY_SEAT, can_place, decide_place, 8,
     .live = true}, /* AX-3: all at once, visible to all */
    {"confirm", "", BY_SEAT, can_confirm, decide_confirm, 16},
    {"take_back", "", BY_SEAT, can_take_back, decide_take_back, 1},
    {"guess", "numbers:list*", BY_SEAT, can_guess, decide_guess, 8},
    {"propose", "token:seat number:int:0..7", BY_SEAT, can_propose, decide_propose, 1},
    {"agree", "", BY_SEAT, can_agree, decide_agree, 16},
    {"go_on", "", BY_SEAT, can_go_on, decide_go_on, 8},
    {0},
};

/* ---- random play ---- */

static int some(struct sampler *s, int n)
{
    return (int)sampler_below(s, (uint32_t)n);
}

/* A number that is not in `taken` (a bit per number), or 0 where all are. */
static int free_number(struct sampler *s, uint32_t taken, int n)
{
    int from = n > 0 ? some(s, n) : 0;

    for (int i = 0; i < n; i++) {
        int number = 1 + (from + i) % n;
        if (!(taken >> number & 1))
            return number;
    }
    return 0;
}

static void sample_guess(const struct known *k, struct sampler *s, struct value *v)
{
    const struct ax_public *t = k->table;
    const struct ax_seat *me = k->mine;
    uint32_t taken = UINT32_C(1) << me->number;

    for (int seat = 0; seat < k->core->seats; seat++) {
        bool token = seats_has(t->placed & (uint16_t)~SEAT(k->seat), seat);
        int number = token ? free_number(s, taken, ax_numbers(t)) : 0;

        taken |= UINT32_C(1) << number;
        s->list[0][seat] = (char)number;
    }
    v[0] = TEXT(str_n(s->list[0], k->core->seats));
}

/* A token without a number first; later a change of mind now and then. */
static bool sample_proposal(const struct known *k, struct sampler *s, struct value *v)
{
    const struct ax_public *t = k->table;
    seat_set open = 0;
    uint32_t taken = 0;

    FOR_SEATS (token, t->placed) {
        taken |= UINT32_C(1) << t->proposal[token];
        open |= t->proposal[token] ? 0 : SEAT(token);
    }
    int token = seats_next(open ? open : t->placed, some(s, k->core->seats), k->core->seats);
    int number = free_number(s, taken, ax_numbers(t));
    if (token == NO_SEAT)
        return false;
    v[0] = NUM(token);
    v[1] = NUM(number ? number : some(s, ax_numbers(t) + 1));
    return true;
}

bool ax_sample(const struct known *k, int action, struct sampler *s, struct value *v)
{
    switch (action) {
    case AX_ACT_PLACE:
        v[0] = NUM(some(s, 2 * AX_EDGE + 1) - AX_EDGE);
        v[1] = NUM(some(s, 2 * AX_EDGE + 1) - AX_EDGE);
        return true;
    case AX_ACT_GUESS:
        sample_guess(k, s, v);
        return true;
    case AX_ACT_PROPOSE:
        return sample_proposal(k, s, v);
    default:
        return false;
    }
}
