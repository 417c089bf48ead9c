/* One Mind: its tables, the flow from phase to phase, and small facts about the table. */
#include "onemind.h"

#include "rules/vote.h"

/* ---- small facts about the table ---- */

int om_gems(int seats, int level)
{
    return seats < 3 ? 0 : 2 * seats + 2 * level;
}

int om_rounds(const struct core *c)
{
    return option(c, OM_FREE) ? OM_ROUNDS_FREE : OM_ROUNDS;
}

bool om_letter_counts(const struct om_public *t, const struct core *c)
{
    return !option(c, OM_FREE) && t->round > 0 && t->token[t->round] < 26;
}

seat_set om_finished(const struct om_public *t)
{
    seat_set set = 0;

    for (int seat = 0; seat < OM_SEATS; seat++) {
        if (t->finished[seat])
            set |= SEAT(seat);
    }
    return set;
}

seat_set om_holders(const struct om_public *t, const struct core *c)
{
    return om_finished(t) & seats_active(c) & (seat_set)~t->read;
}

int om_place(const struct om_public *t, int seat)
{
    for (int place = 0; place < t->laid[t->round]; place++) {
        if (t->card[t->round][place].seat == seat)
            return place;
    }
    return -1;
}

bool om_open(const struct om_public *t, int row, int place)
{
    const struct om_card *card = &t->card[row][place];

    if (card->flags & OM_ERASED)
        return false;
    for (int above = place + 1; above < t->laid[row]; above++) {
        if (t->card[row][above].stack == card->stack)
            return false;
    }
    return true;
}

bool om_moved(const struct om_public *t)
{
    int place = om_place(t, t->reader);

    return place >= 0 && t->card[t->round][place].stack != place;
}

seat_set om_stack(const struct om_public *t, int stack)
{
    seat_set seats = 0;

    for (int place = 0; place < t->laid[t->round]; place++) {
        if (t->card[t->round][place].stack == stack)
            seats |= SEAT(t->card[t->round][place].seat);
    }
    return seats;
}

bool om_reading(const struct core *c)
{
    return c->phase == OM_READ || c->phase == OM_CHECK;
}

int64_t om_window(const struct core *c)
{
    static const int64_t milliseconds[] = {8000, 5000, 3000}; /* relaxed, normal, brisk */

    return milliseconds[option(c, OM_PACE)];
}

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
        FOR_SEATS (seat, open) { /* a claim has been made: now the table is asked */
            if (vote_pending(k->core, OM_SUBJECT_MATCH, seat))
                open &= (seat_set)~SEAT(seat);
        }
        return open;
    default:
        return seats_looking(k->core, om_content(t, k->core));
    }
}

static void follow(struct decision *d)
{
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

static bool harder(struct setup *s)
{
    if (s->seats < 3 || s->option[OM_LEVEL] >= 4)
        return false;
    s->option[OM_LEVEL]++;
    return true;
}

/* ---- tables ---- */

static const char *const phases[] = {"start", "look", "write", "read", "check", NULL};
static const char *const subjects[] = {"skip", "match", "rules", "earlier", NULL};
static const char *const decks[] = {[OM_DECK_START_WORDS] = "start-words", NULL};
static const char *const chances[] = {"letter:letter", "token:letter*", "side:letter|question",
                                      "hint:int*", NULL};

static const struct action_spec actions[] = {
    {"write", "word:text* name:bool?* insist:bool?", BY_SEAT, om_can_write, om_decide_write, 16},
    {"take_back", "", BY_SEAT, om_can_take_back, om_decide_take_back, 1},
    {"hint", "", BY_SEAT, om_can_hint, om_decide_hint, 1},
    {"claim", "", BY_SEAT, om_can_claim, om_decide_claim, 2},
    {"claim_earlier", "seat:seat", BY_SEAT, om_can_claim_earlier, om_decide_claim_earlier, 1},
    {"decline", "", BY_SEAT, om_can_decline, om_decide_decline, 8},
    {"doubt", "seat:seat", BY_SEAT, om_can_doubt, om_decide_doubt, 1},
    {"object", "seat:seat erase:bool?", BY_SEAT, om_can_object, om_decide_object, 1},
    {"go_on", "", BY_SEAT, om_can_go_on, om_decide_go_on, 16},
    {0},
};

static const struct option_spec options[] = {
    {"level", OPTION_CHOICE, 0, 4, 0, "normal|advanced|pros|champions|one_mind"},
    {"no_animals", OPTION_BOOL, 0, 1, 0, NULL},
    {"letters_only", OPTION_BOOL, 0, 1, 0, NULL},
    {"free", OPTION_BOOL, 0, 1, 0, NULL},
    {"write_time", OPTION_INT, 0, 600, 0, NULL},
    {"reading_pace", OPTION_CHOICE, 0, 2, 1, "relaxed|normal|brisk"},
    {"check_time", OPTION_INT, 0, 60, 5, NULL},
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
    .phases = phases,
    .subjects = subjects,
    .actions = actions,
    .facts = om_facts,
    .options = options,
    .chances = chances,
    .decks = decks,
    .check = check,
    .open = om_open_table,
    .follow = follow,
    .decided = om_decided,
    .awaits = awaits,
    .view = om_view,
    .own = om_own,
    .talk = talk,
    .harder = harder,
    .sample = om_sample,
    .think = om_think,
    .opinion = om_opinion,
    .hints = om_hints,
    .figures = om_figures,
    .measure = om_measure,
};
