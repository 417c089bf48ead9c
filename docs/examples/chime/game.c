/* Chime: what players may do, what follows from it, and the game as a whole. */
#include "chime/chime.h"

static const struct chime_public *board(const struct decision *d)
{
    return decision_public(d);
}

/* ---- thinking ---- */

CAN(chime_think)
{
    const struct chime_public *t = k->table;

    return !seats_has(t->ready, k->seat);
}

LEGAL(chime_think)
{
    return chime_think_can(k) && a->number >= 1 && a->number <= 5;
}

DECIDE(chime_think)
{
    struct known k = table_known(d->table, d->by);

    if (!chime_think_can(&k))
        return refuse(d, "thought_already");
    TELL(d, SEAT(d->by), chime_thought, .number = a->number);
    EMIT(d, chime_ready, .seat = d->by);
    return true;
}

/* ---- what follows ---- */

static seat_set awaits(const struct known *k)
{
    const struct chime_public *t = k->table;

    return seats_active(k->core) & (seat_set)~t->ready;
}

static void open_table(struct decision *d)
{
    phase_begin(d, CHIME_THINK, option(d->core, CHIME_TIME));
}

static seat_set with_company(const struct decision *d)
{
    seat_set players = board(d)->ready & seats_active(d->core), matched = 0;

    FOR_SEATS (a, players) {
        FOR_SEATS (b, players & ~SEAT(a)) {
            const struct chime_seat *one = decision_seat(d, a), *other = decision_seat(d, b);
            if (one->number == other->number)
                matched |= SEAT(a);
        }
    }
    return matched;
}

/* What is emitted is folded when a step is over: the last round's points are on the table in the
 * next one. */
static void follow(struct decision *d)
{
    if (board(d)->round == CHIME_ROUNDS) {
        game_end_by_score(d);
        return;
    }
    if (table_waiting(d->table))
        return;
    FOR_SEATS (seat, board(d)->ready & seats_active(d->core)) {
        const struct chime_seat *s = decision_seat(d, seat);
        EMIT(d, chime_told, .seat = seat, .number = s->number);
    }
    FOR_SEATS (seat, with_company(d))
        score_add(d, seat, 1);
    EMIT(d, chime_round_ended, .round = board(d)->round + 1);
    if (board(d)->round + 1 < CHIME_ROUNDS)
        phase_begin(d, CHIME_THINK, option(d->core, CHIME_TIME));
}

/* ---- the game ---- */

#include "rules/define_tables.h"

const struct game chime = {
    .id = "chime",
    .edition = 1,
    .min_seats = 2,
    .max_seats = CHIME_SEATS,
    .public_layout = &chime_public_layout,
    .seat_layout = &chime_seat_layout,
    GAME_TABLES(chime),
    .open = open_table,
    .follow = follow,
    .awaits = awaits,
    .view = chime_view,
    .own = chime_own,
    .bot = {.think = chime_bot_thinks},
    .test = {.figures = chime_figures, .measure = chime_measure},
};
