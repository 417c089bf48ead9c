/* One Round?: what players may do, and the tables of the game (rules OR-1 to OR-22). */
#include "oneround.h"

#include "rules/vote.h"

#include <string.h>

static const struct or_public *board(const struct decision *d)
{
    return decision_public(d);
}

static const struct or_public *table_of(const struct known *k)
{
    return k->table;
}

/* ---- start words (OR-1) ---- */

static bool can_write_start(const struct known *k)
{
    return k->core->phase == OR_WORDS && or_start_missing(k->table, k->core, k->seat) >= 0;
}

static bool decide_write_start(struct decision *d, const struct value *v)
{
    struct word word;

    if (d->core->phase != OR_WORDS)
        return refuse(d, "not_now");
    int number = or_start_missing(board(d), d->core, d->by);
    if (number < 0)
        return refuse(d, "not_yours");
    if (!or_accept_start(d, v, &word))
        return false;
    EMIT(d, OR_START_WRITTEN, NUM(d->by), NUM(number), TEXT(word_str(&word)));
    return true;
}

/* ---- drawing (OR-3) and the clue (OR-5) ---- */

static bool can_turn_timer(const struct known *k)
{
    return k->core->phase == OR_TURN && or_turner(k->table, k->core) == k->seat &&
           !or_missing(k->table, k->core);
}

static bool decide_turn_timer(struct decision *d, const struct value *v)
{
    (void)v;
    if (d->core->phase != OR_TURN)
        return refuse(d, "not_now");
    if (or_turner(board(d), d->core) != d->by)
        return refuse(d, "not_yours");
    if (or_missing(board(d), d->core))
        return refuse(d, "table_waits");
    or_draw_card(d);
    return true;
}

static bool can_clue(const struct known *k)
{
    const struct or_public *t = table_of(k);

    return or_cluing(k->core) && t->card_out && seats_has(or_holders(t), k->seat) &&
           !or_objecting(t, k->core) && !or_missing(t, k->core);
}

static bool decide_clue(struct decision *d, const struct value *v)
{
    const struct or_public *t = board(d);
    struct word word;
    struct ruling ruling;
    bool by_card;

    if (!or_cluing(d->core))
        return refuse(d, "not_now");
    if (!seats_has(or_holders(t), d->by))
        return refuse(d, "not_yours");
    if (or_objecting(t, d->core))
        return refuse(d, "vote_open");
    if (or_missing(t, d->core))
        return refuse(d, "table_waits"); /* of two Tipsters (OR-21), the other one is away */
    if (!or_accept_clue(d, v, &word, &ruling, &by_card))
        return false;
    EMIT(d, OR_CLUE_GIVEN, NUM(d->by), TEXT(word_str(&word)), NUM(v[1].i));
    if (ruling.fault)
        TELL(d, SEAT(d->by), OR_CLUE_RULED, NUM(ruling.fault), TEXT(word_str(&ruling.with)),
             NUM(by_card));
    or_begin_guess(d, or_sand(t, d->core, d->now));
    return true;
}

/* ---- guessing (OR-8, OR-18) ---- */

static bool can_point(const struct known *k)
{
    return or_guessing(k->core) && seats_has(or_guessers(k->table, k->core), k->seat) &&
           !or_objecting(k->table, k->core);
}

static bool may_guess(struct decision *d)
{
    if (!or_guessing(d->core))
        return refuse(d, "not_now");
    if (!seats_has(or_guessers(board(d), d->core), d->by))
        return refuse(d, "not_yours");
    /* OR-12: while the clue itself is in question, nothing moves. */
    return !or_objecting(board(d), d->core) || refuse(d, "vote_open");
}

static bool decide_point(struct decision *d, const struct value *v)
{
    const struct or_public *t = board(d);

    if (!may_guess(d))
        return false;
    if (v[0].i >= t->cards_on_circle)
        return refuse(d, "no_such_gap");
    if (d->core->phase == OR_STEAL && v[0].i == t->tried)
        return refuse(d, "gap_tried");
    EMIT(d, OR_GAP_POINTED, NUM(d->by), NUM(v[0].i), NUM(t->circle[v[0].i].number),
         NUM(or_gap_end(t, (int)v[0].i)), NUM(d->now));
    return true;
}

static bool can_lock(const struct known *k)
{
    const struct or_public *t = table_of(k);

    return can_point(k) && t->point[k->seat] && !seats_has(t->locked, k->seat);
}

static bool decide_lock(struct decision *d, const struct value *v)
{
    const struct or_public *t = board(d);

    (void)v;
    if (!may_guess(d))
        return false;
    if (!t->point[d->by])
        return refuse(d, "point_first");
    if (seats_has(t->locked, d->by))
        return refuse(d, "not_now");
    EMIT(d, OR_SEAT_LOCKED, NUM(d->by));
    return true;
}

static bool can_decide(const struct known *k)
{
    const struct or_public *t = table_of(k);

    return can_point(k) && or_decider(t, k->core) == k->seat && t->point[k->seat] &&
           (t->word_free || or_most_point(t, k->core));
}

/* The last word of the player on the right, once most have pointed or have had the time to. */
static bool decide_decide(struct decision *d, const struct value *v)
{
    const struct or_public *t = board(d);

    (void)v;
    if (!may_guess(d))
        return false;
    if (or_decider(t, d->core) != d->by)
        return refuse(d, "not_yours");
    if (!t->point[d->by])
        return refuse(d, "point_first");
    if (!t->word_free && !or_most_point(t, d->core))
        return refuse(d, "most_point_first");
    or_choose(d, t->point[d->by] - 1, OR_DECIDER);
    return true;
}

/* ---- objections (OR-12) ---- */

bool or_may_object(const struct known *k, int subject)
{
    const struct or_public *t = table_of(k);
    const struct core *c = k->core;

    if (!t->card_out || c->expired || or_objecting(t, c) || (t->failed >> subject & 1))
        return false;
    /* OR-8, OR-12: whoever knows the card keeps still, and cannot stop the sand. */
    if (seats_has(or_holders(t), k->seat))
        return false;
    return c->phase == OR_GUESS || (subject == OR_SUBJECT_SEEN && or_cluing(c));
}

static bool can_object(const struct known *k)
{
    return or_may_object(k, OR_SUBJECT_CLUE) || or_may_object(k, OR_SUBJECT_SEEN);
}

static bool decide_object(struct decision *d, const struct value *v)
{
    const struct or_public *t = board(d);
    struct known k = table_known(d->table, d->by);
    int subject = v[0].i ? OR_SUBJECT_SEEN : OR_SUBJECT_CLUE;

    if (or_objecting(t, d->core))
        return refuse(d, "vote_open");
    if (!or_may_object(&k, subject))
        return refuse(d, "not_now");
    if (subject == OR_SUBJECT_SEEN) /* nobody's word: all who play can tell */
        return vote_open(d, &(struct question){.subject = subject,
                                               .about = t->tipster,
                                               .voters = seats_active(d->core),
                                               .says = OPINION_YES,
                                               .holds = true});
    const struct or_seat *hand = decision_seat(d, t->tipster);
    bool faulty = hand->fault && !hand->by_card; /* OR-6: a vote never knows the card */
    return vote_open(
        d, &(struct question){.kind = VOTE_OBJECTION,
                              .subject = subject,
                              .about = t->tipster,
                              .voters = seats_active(d->core),
                              /* together there are no such teams */
                              .team = {or_team_seats(d->core, OR_A), or_team_seats(d->core, OR_B)},
                              .suggested = faulty ? OPINION_YES : OPINION_NONE,
                              .why = faulty ? hand->fault : FAULT_NONE,
                              .with = faulty ? word_str(&hand->with) : str_n("", 0),
                              .holds = true});
}

/* ---- who is waited for ---- */

static seat_set awaits(const struct known *k)
{
    const struct or_public *t = k->table;
    seat_set writers = 0;

    switch (k->core->phase) {
    case OR_WORDS:
        FOR_SEATS (seat, seats_active(k->core)) {
            if (or_start_missing(t, k->core, seat) >= 0)
                writers |= SEAT(seat);
        }
        return writers;
    case OR_TURN: {
        int turner = or_turner(t, k->core);
        seat_set missing = or_missing(t, k->core);
        if (missing)
            return missing;
        return turner < 0 ? 0 : SEAT(turner);
    }
    case OR_GUESS:
    case OR_STEAL:
        return or_undecided(t, k->core);
    default:
        return or_holders(t);
    }
}

/* ---- talk (OR-8) ---- */

/* Who has seen the card keeps still until it lies on the circle. Everybody else talks to the whole
 * table, as around a real one; but while a gap is looked for, those who do not guess are heard by
 * their own team only: nobody talks the guessers into a gap. */
static seat_set talk(const struct known *k)
{
    const struct or_public *t = table_of(k);
    const struct core *c = k->core;

    if (!seats_has(seats_active(c), k->seat) || (t->card_out && seats_has(or_holders(t), k->seat)))
        return 0;
    if (or_guessing(c) && !seats_has(or_guessers(t, c), k->seat))
        return or_team_seats(c, or_team(c, k->seat));
    return seats_active(c);
}

static const char *check(const struct setup *s)
{
    bool timer = s->option[OR_OPT_TIMER];

    if (s->option[OR_OPT_MODE] == OR_AGAINST && s->seats < 4)
        return "teams_too_few"; /* OR-17 */
    if (!timer && (s->option[OR_OPT_HEAD_START] || s->option[OR_OPT_UNTIMED_CARDS] ||
                   s->option[OR_OPT_GENTLE]))
        return "no_timer"; /* OR-13: all are about a timer that is used */
    return NULL;
}

static bool harder(struct setup *s)
{
    if (s->option[OR_OPT_WORDS] != OR_FROM_CHALLENGE || s->option[OR_OPT_CHALLENGE] >= 64)
        return false;
    s->option[OR_OPT_CHALLENGE]++;
    return true;
}

/* OR-22 */
static int level(const struct setup *s)
{
    return s->option[OR_OPT_WORDS] == OR_FROM_CHALLENGE ? s->option[OR_OPT_CHALLENGE] : 0;
}

/* ---- tables ---- */

static const char *const phases[] = {"words", "turn",  "think", "clue",
                                     "grace", "guess", "steal", NULL};
static const char *const subjects[] = {"skip", "clue", "seen", NULL};
static const char *const decks[] = {[OR_DECK_CHALLENGES] = "challenges", NULL};
static const char *const chances[] = {
    [OR_CHANCE_CARD] = "card:int:1..99*", [OR_CHANCE_ENTRY] = "entry:int:0..2047", NULL};

static const struct action_spec actions[] = {
    {"write_start", "word:text name:bool? insist:bool?", BY_SEAT, can_write_start,
     decide_write_start, 16},
    {"turn_timer", "", BY_SEAT, can_turn_timer, decide_turn_timer, 32},
    {"clue", "word:text name:bool? insist:bool?", BY_SEAT, can_clue, decide_clue, 32},
    {"point", "gap:int:0..31", BY_SEAT, can_point, decide_point, 6},
    {"lock", "", BY_SEAT, can_lock, decide_lock, 24},
    {"decide", "", BY_SEAT, can_decide, decide_decide, 8},
    {"object", "why:clue|seen", BY_SEAT, can_object, decide_object, 1},
    {"set_aside", "", BY_SEAT, or_can_set_aside, or_decide_set_aside, 1},
    {0},
};

static const struct option_spec options[] = {
    {"mode", OPTION_CHOICE, 0, 1, OR_COOP, "coop|teams"},
    {"words", OPTION_CHOICE, 0, 1, OR_FROM_CHALLENGE, "challenge|free"},
    {"challenge", OPTION_INT, 1, 64, 1, NULL},
    {"timer", OPTION_BOOL, 0, 1, 1, NULL},
    {"head_start", OPTION_INT, 0, 10, 0, NULL},
    {"untimed_cards", OPTION_INT, 0, 3, 0, NULL},
    {"words_time", OPTION_INT, 0, 300, 0, NULL},
    {"turn_time", OPTION_INT, 0, 120, 0, NULL},
    {"guess_time", OPTION_INT, 0, 600, 0, NULL},
    {"sand", OPTION_INT, 10, 60, OR_SAND, NULL},
    {"sand_grace", OPTION_INT, 0, 10, 3, NULL},
    {"gentle", OPTION_BOOL, 0, 1, 0, NULL},
    {0},
};

const struct game oneround = {
    .id = "oneround",
    .edition = 2,
    .min_seats = 2,
    .max_seats = OR_SEATS,
    .public_layout = &or_public_layout,
    .seat_layout = &or_seat_layout,
    .secret_layout = &or_secret_layout,
    .phases = phases,
    .subjects = subjects,
    .actions = actions,
    .facts = or_facts,
    .options = options,
    .chances = chances,
    .decks = decks,
    .check = check,
    .open = or_open,
    .follow = or_follow,
    .decided = or_decided,
    .awaits = awaits,
    .actors = or_actors,
    .due = or_due,
    .view = or_view,
    .own = or_own,
    .talk = talk,
    .harder = harder,
    .level = level,
    .sample = or_sample,
    .think = or_think,
    .opinion = or_opinion,
    .hints = or_bot_hints,
    .figures = or_figures,
    .measure = or_measure,
};
