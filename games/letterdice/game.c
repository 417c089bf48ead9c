/* Letter Dice: the flow of the game, and the game as a whole (rules LD-1 to LD-15). */
#include "letterdice.h"

static seat_set awaits(const struct known *k)
{
    const struct ld_public *t = k->table;

    switch (k->core->phase) {
    case LD_THEME:
    case LD_THROW:
        return seats_active(k->core) & (t->thrower < 0 ? 0 : SEAT(t->thrower));
    case LD_PLAY:
        return ld_playing(t, k->core);
    default:
        return seats_looking(k->core, t->agreed);
    }
}

static int64_t due(const struct known *k)
{
    return ld_settles(k->table, k->core);
}

static void follow(struct decision *d)
{
    const struct ld_public *t = ld_board(d);

    if (ld_settle_accounts(d) || ld_close_windows(d))
        return;
    switch (d->core->phase) {
    case LD_THEME: /* nobody to wait for, or no time left: the table throws (T-9) */
        if (!table_waiting(d->table))
            ld_roll(d);
        return;
    case LD_THROW:
        if (!table_waiting(d->table))
            ld_throw(d);
        return;
    case LD_PLAY: {
        enum ld_closed why = ld_over(t, d->core);
        if (why != LD_GOES_ON)
            ld_close_round(d, why);
        return;
    }
    default:
        if (!ld_reopen_round(d) && !ld_any_open(t))
            ld_end_round(d);
    }
}

/* Cards rise in strangeness (T-11). Who lets the table choose has another one each time anyway. */
static bool harder(struct setup *s)
{
    int cards = s->option[LD_PACK] == PACK_EVERYDAY ? LD_CARDS : LD_PACK_CARDS;

    if (s->option[LD_THEME_CARD] < 1 || s->option[LD_THEME_CARD] % cards == 0)
        return false;
    s->option[LD_THEME_CARD]++;
    return true;
}

static int round_of(const struct known *k)
{
    const struct ld_public *t = k->table;

    return t->round;
}

/* ---- the game ---- */

#include "rules/define_tables.h"

/* What a table may bring of its own. */
static const struct deck_kind kinds[] = {
    {"themes", LD_DECK_THEMES, PACKS, "pack", FORM_LINE, .card = LD_THEMES, .longest = 40,
     .least = 1},
    {0},
};

const struct game letterdice = {
    .id = "letterdice",
    .edition = 2,
    .min_seats = 3,
    .max_seats = LD_SEATS,
    .public_layout = &ld_public_layout,
    GAME_TABLES(ld),
    .kinds = kinds,
    .open = ld_begin_game,
    .follow = follow,
    .decided = ld_decided,
    .awaits = awaits,
    .due = due,
    .view = ld_view,
    .own = ld_own,
    .harder = harder,
    .round = round_of,
    .reads = ld_reads,
    .crowd = ld_crowd,
    .keep = {.note = ld_note, .draw = ld_draw, .affinity = ld_affinity},
    .bot = {.think = ld_think, .opinion = ld_opinion, .hints = ld_hints},
    .test = {.sample = ld_sample,
             .weight = ld_weights,
             .figures = ld_figures,
             .measure = ld_measure},
};
