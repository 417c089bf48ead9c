/* Coordinates: the flow of the game, and the game as a whole (rules AX-1 to AX-13). */
#include "coordinates.h"

/* ---- whom the table waits for, and who may talk ---- */

/* Nobody waits for a team member who is not there, unless none of them is. */
static seat_set awaits_team(const struct ax_public *t, const struct core *c)
{
    seat_set members = ax_team_voters(t, c), present = members & seats_present(c);

    if (t->cast)
        return 0;
    return (seat_set)((present ? present : members) & ~ax_agreed(t));
}

/* AX-7: the count goes on as soon as most of the people who are there want it to. */
static seat_set awaits_count(const struct ax_public *t, const struct core *c)
{
    seat_set eyes = seats_looking(c, 0), left = seats_looking(c, t->ready);

    return 2 * seats_count(left) < seats_count(eyes) ? 0 : left;
}

static seat_set awaits(const struct known *k)
{
    const struct ax_public *t = k->table;

    switch (k->core->phase) {
    case AX_PLACE:
        return t->players & seats_active(k->core) & (seat_set)~t->confirmed;
    case AX_GUESS:
        return ax_voters(t, k->core) & (seat_set)~t->voted;
    case AX_TEAM:
        return awaits_team(t, k->core);
    default:
        return awaits_count(t, k->core);
    }
}

/* T-9: where none of these is there, the table waits. */
static seat_set actors(const struct known *k)
{
    const struct ax_public *t = k->table;

    switch (k->core->phase) {
    case AX_PLACE:
        return t->players;
    case AX_GUESS:
        return ax_voters(t, k->core);
    case AX_TEAM:
        return ax_team_voters(t, k->core);
    default:
        return seats_active(k->core);
    }
}

/* AX-12: a team that votes openly agrees by talking. Nobody else hears it, and at no other time is
 * there anything to say that would not give a word away. */
static seat_set talk(const struct known *k)
{
    seat_set members = ax_team_voters(k->table, k->core);

    return k->core->phase == AX_TEAM && seats_has(members, k->seat) ? members : 0;
}

/* ---- what follows ---- */

static void open_table(struct decision *d)
{
    ax_next_round(d);
}

/* Without a token on the field there is nothing to vote on, and the round is over. */
static void after_placing(struct decision *d)
{
    if (ax_board(d)->placed)
        phase_begin(d, AX_GUESS, option(d->core, AX_GUESS_TIME));
    else
        ax_next_round(d);
}

static void after_guessing(struct decision *d)
{
    if (ax_team_voters(ax_board(d), d->core))
        phase_begin(d, AX_TEAM, option(d->core, AX_TEAM_TIME));
    else
        ax_count_next(d);
}

static void follow(struct decision *d)
{
    if (table_waiting(d->table) || votes_open(d->core))
        return;
    switch (d->core->phase) {
    case AX_PLACE:
        after_placing(d);
        return;
    case AX_GUESS:
        after_guessing(d);
        return;
    case AX_TEAM:
        if (ax_board(d)->cast)
            ax_count_next(d);
        else
            ax_cast_team_vote(d); /* counted in the next step, from what lies there then */
        return;
    default:
        ax_count_next(d);
    }
}

/* AX-10 */
static int team(const struct setup *s, int seat)
{
    return s->seats > AX_ALONE_SEATS ? seat % 2 : -1;
}

static int round_of(const struct known *k)
{
    const struct ax_public *t = k->table;

    return t->round;
}

/* ---- the game ---- */

#include "rules/define_tables.h"

/* What a table may bring of its own. */
static const struct deck_kind kinds[] = {
    {"words", AX_DECK_WORDS, PACKS, "pack", FORM_LINE, .longest = 32, .least = 20},
    {"criteria", AX_DECK_CRITERIA, PACKS, "pack", FORM_LINE, .longest = 50, .least = 8},
    {0},
};

const struct game coordinates = {
    .id = "coordinates",
    .edition = 2,
    .min_seats = 4,
    .max_seats = SEATS_MAX,
    .public_layout = &ax_public_layout,
    .seat_layout = &ax_seat_layout,
    GAME_TABLES(ax),
    .kinds = kinds,
    .open = open_table,
    .follow = follow,
    .awaits = awaits,
    .actors = actors,
    .talk = talk,
    .view = ax_view,
    .own = ax_own,
    .team = team,
    .round = round_of,
    .reads = ax_reads,
    .crowd = ax_crowd,
    .crowd_name = ax_crowd_name,
    .keep = {.note = ax_note, .draw = ax_draw, .affinity = ax_affinity},
    .bot = {.think = ax_think},
    .test = {.sample = ax_sample,
             .weight = ax_weights,
             .figures = ax_figures,
             .measure = ax_measure},
};
