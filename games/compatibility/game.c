/* Compatibility: the flow of the game, and the game as a whole (rules CO-1 to CO-16). */
#include "compatibility.h"

static void open_table(struct decision *d)
{
    if (option(d->core, CO_BROWSING))
        phase_begin(d, CO_BROWSE, option(d->core, CO_BROWSE_TIME)); /* CO-16 */
    else
        co_begin_round(d, 1, d->core->youngest); /* CO-2 */
}

/* ---- going on ---- */

CAN(co_go_on)
{
    const struct co_public *t = k->table;

    return (k->core->phase == CO_BROWSE || k->core->phase == CO_REVEAL) &&
           !seats_has(t->ready, k->seat);
}

DECIDE(co_go_on)
{
    if (!decision_can(d, co_go_on_can))
        return false;
    EMIT(d, co_seat_ready, .seat = d->by);
    return true;
}

/* ---- whom the table waits for, and what follows ---- */

/* Whether those who are there could play a round on their own. */
static bool company(const struct core *c)
{
    return co_sides(c, seats_present(c)) >= (co_pairs(c) ? 1 : 2);
}

/* Choosing waits for everyone whose ranking can still be compared with somebody's. */
static seat_set choosing(const struct co_public *t, const struct core *c)
{
    seat_set lie = seats_waited(c) | t->finished, set = 0;

    FOR_SEATS (seat, seats_active(c) & (seat_set)~t->finished) {
        if (co_counterparts(t, c, seat) & lie)
            set |= SEAT(seat);
    }
    return set;
}

static seat_set awaits(const struct known *k)
{
    const struct co_public *t = k->table;

    switch (k->core->phase) {
    case CO_CALL:
        return SEAT(t->announcer) & seats_active(k->core);
    case CO_CHOOSE:
        return choosing(t, k->core);
    default:
        return seats_looking(k->core, t->ready);
    }
}

/* CO-7, CO-8: where nobody could agree with anybody who is there, the table waits (T-9). */
static seat_set actors(const struct known *k)
{
    return company(k->core) ? seats_active(k->core) : 0;
}

static void follow(struct decision *d)
{
    /* A race needs two pawns that can move; what lies on the table is played out before. */
    if (d->core->phase != CO_REVEAL && co_sides(d->core, seats_active(d->core)) < 2) {
        game_end(d, OUTCOME_ABANDONED, 0);
        return;
    }
    if (table_waiting(d->table) || votes_open(d->core))
        return;
    switch (d->core->phase) {
    case CO_BROWSE:
        co_begin_round(d, 1, d->core->youngest);
        return;
    case CO_CALL:
        co_settle_call(d);
        return;
    case CO_CHOOSE:
        co_settle_choice(d);
        return;
    default:
        co_turn_next(d);
    }
}

/* CO-1: with an even number seats opposite each other are partners. */
static int team(const struct setup *s, int seat)
{
    return s->seats % 2 == 0 ? seat % (s->seats / 2) : -1;
}

static int round_of(const struct known *k)
{
    const struct co_public *t = k->table;

    return t->round;
}

/* ---- the game ---- */

#include "rules/define_tables.h"

/* What a table may bring of its own. */
static const struct deck_kind kinds[] = {
    {"themes", CO_DECK_THEMES, 1, NULL, FORM_LINE, .card = CO_NUMBERS, .longest = 60, .least = 5},
    {"pictures", CO_DECK_PICTURES, co_decks_end - CO_DECK_PICTURES, "pictures", FORM_PICTURE,
     .longest = 80, .most = CO_PICTURES, .least = CO_PICTURES},
    {0},
};

/* The deck that a table begins with is called dreams: of icons once, of scenes now. The rules are
 * the same, so games with the old names go on. */
static const struct renamed_choice renamed[] = {
    {3, "pictures", "dreams", "wonders"},
    {3, "pictures", "moonlight", "dreams"},
    {0},
};

const struct game compatibility = {
    .id = "compatibility",
    .edition = 3,
    .since = 2,
    .renamed = renamed,
    .min_seats = 3,
    .max_seats = CO_SEATS,
    .public_layout = &co_public_layout,
    .seat_layout = &co_seat_layout,
    GAME_TABLES(co),
    .kinds = kinds,
    .open = open_table,
    .follow = follow,
    .awaits = awaits,
    .actors = actors,
    .view = co_view,
    .own = co_own,
    .team = team,
    .round = round_of,
    .reads = co_reads,
    .crowd = co_crowd,
    .crowd_name = co_crowd_name,
    .keep = {.note = co_note, .draw = co_draw, .affinity = co_affinity},
    .bot = {.think = co_think},
    .test = {.sample = co_sample,
             .weight = co_weights,
             .figures = co_figures,
             .measure = co_measure},
};
