/* One Mind: the flow from phase to phase, and the game as a whole. */
#include "onemind.h"

#include "rules/vote.h"

/* ---- the flow ---- */

static seat_set awaits(const struct known *k)
{
    const struct om_public *t = k->table;
    seat_set open = seats_active(k->core);

    switch (k->core->phase) {
    case OM_START:
    case OM_WRITE:
        return open & (seat_set)~om_finished(t);
    case OM_READ:
        open = om_undeclared(t, k->core);
        if (!votes_open(k->core))
            return open;
        FOR_SEATS (seat, open) { /* a claim has been made: now the table is asked */
            if (vote_pending(k->core, OM_SUBJECT_MATCH, seat))
                open &= (seat_set)~SEAT(seat);
        }
        return open;
    default:
        return seats_looking(k->core, om_content(t));
    }
}

static void follow(struct decision *d)
{
    if (om_close_moot(d))
        return;
    if (votes_open(d->core) || table_waiting(d->table))
        return;
    switch (d->core->phase) {
    case OM_START:
        om_lay_start_words(d);
        return;
    case OM_LOOK:
        om_begin_round(d, 1);
        return;
    case OM_WRITE:
        om_start_reading(d);
        return;
    case OM_READ:
        om_close_window(d);
        return;
    default:
        om_settle(d);
    }
}

/* OM-9: nobody talks while words are written; afterwards everybody does. */
static seat_set talk(const struct known *k)
{
    seat_set all = seats_active(k->core);
    bool writing = k->core->phase == OM_START || k->core->phase == OM_WRITE;

    return !writing && seats_has(all, k->seat) ? all : 0;
}

static const char *check(const struct setup *s)
{
    if (s->option[OM_FREE] && s->option[OM_LETTERS_ONLY])
        return "free_and_letters"; /* OM-24 excludes OM-23 */
    return NULL;
}

/* T-2: one letter rarely fits two languages, so that such tables are Free as a Bird. */
static int brings(const struct setup *s, int option, int *value)
{
    *value = 1;
    return option == OM_MIXED && s->option[OM_MIXED] && !s->option[OM_FREE] &&
                   !s->option[OM_LETTERS_ONLY]
               ? OM_FREE
               : -1;
}

static bool harder(struct setup *s)
{
    if (s->seats < 3 || s->option[OM_LEVEL] >= OM_LEVEL_ONE_MIND)
        return false;
    s->option[OM_LEVEL]++;
    return true;
}

static int round_of(const struct known *k)
{
    const struct om_public *t = k->table;

    return t->round;
}

/* ---- the game ---- */

#include "rules/define_tables.h"

/* What a table may bring of its own. */
static const struct deck_kind kinds[] = {
    {"start-words", OM_DECK_START_WORDS, 1, NULL, FORM_WORD, .longest = 20, .least = 8},
    {0},
};

const struct game onemind = {
    .id = "onemind",
    .edition = 2,
    .min_seats = 2,
    .max_seats = OM_SEATS,
    .public_layout = &om_public_layout,
    .seat_layout = &om_seat_layout,
    .secret_layout = &om_secret_layout,
    GAME_TABLES(om),
    .kinds = kinds,
    .check = check,
    .open = om_open_table,
    .follow = follow,
    .decided = om_decided,
    .awaits = awaits,
    .view = om_view,
    .own = om_own,
    .talk = talk,
    .brings = brings,
    .harder = harder,
    .round = round_of,
    .reads = om_reads,
    .crowd = om_crowd,
    .keep = {.note = om_note, .affinity = om_affinity},
    .bot = {.think = om_think, .opinion = om_opinion, .hints = om_hints},
    .test = {.sample = om_sample,
             .weight = om_weights,
             .figures = om_figures,
             .measure = om_measure},
};
