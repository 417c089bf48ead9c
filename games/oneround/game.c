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
    return k->core->phase == OR_TURN && or_turner(k->table, k->core) == k->seat;
}

static bool decide_turn_timer(struct decision *d, const struct value *v)
{
    (void)v;
    if (d->core->phase != OR_TURN)
        return refuse(d, "not_now");
    if (or_turner(board(d), d->core) != d->by)
        return refuse(d, "not_yours");
    or_draw_card(d);
    return true;
}

static bool can_clue(const struct known *k)
{
    const struct or_public *t = table_of(k);

    return or_cluing(k->core) && t->card_out && seats_has(or_holders(t), k->seat) &&
           !or_objecting(t, k->core);
}

static bool decide_clue(struct decision *d, const struct value *v)
{
    const struct or_public *t = board(d);
    struct word word;
    struct ruling ruling;

    if (!or_cluing(d->core))
        return refuse(d, "not_now");
    if (!seats_has(or_holders(t), d->by))
        return refuse(d, "not_yours");
    if (or_objecting(t, d->core))
        return refuse(d, "vote_open");
    if (!or_accept_clue(d, v, &word, &ruling))
        return false;
    EMIT(d, OR_CLUE_GIVEN, NUM(d->by), TEXT(word_str(&word)), NUM(v[1].i));
    if (ruling.fault)
        TELL(d, SEAT(d->by), OR_CLUE_RULED, NUM(ruling.fault), TEXT(word_str(&ruling.with)));
    or_begin_guess(d, or_sand(t, d->core, d->now));
    return true;
}

/* ---- guessing (OR-8, OR-18) ---- */

static bool can_point(const struct known *k)
{
    return or_guessing(k->core) && seats_has(or_guessers(k->table, k->core), k->seat);
}

static bool may_guess(struct decision *d)
{
    struct known k = table_known(d->table, d->by);

    if (!or_guessing(d->core))
        return refuse(d, "not_now");
    return can_point(&k) || refuse(d, "not_yours");
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
         NUM(or_gap_end(t, (int)v[0].i)));
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
           or_all_point(t, k->core) && !or_objecting(t, k->core);
}

/* The last word of the player on the right, once everyone who is there has pointed. */
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
    if (!or_all_point(t, d->core))
        return refuse(d, "all_point_first");
    if (or_objecting(t, d->core))
        return refuse(d, "vote_open");
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
    /* OR-8: whoever knows the card keeps still while the others look for its gap. */
    if (c->phase == OR_GUESS && seats_has(or_holders(t), k->seat))
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
    const struct or_seat *hand = decision_seat(d, t->tipster);
    bool faulty = subject == OR_SUBJECT_CLUE && hand->fault;
    return vote_open(d, &(struct question){.subject = subject,
                                           .about = t->tipster,
                                           .voters = seats_active(d->core),
                                           .suggested = faulty ? OPINION_YES : OPINION_NONE,
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
    if (!timer && (s->option[OR_OPT_HEAD_START] || s->option[OR_OPT_UNTIMED_CARDS]))
        return "no_timer"; /* OR-13: both are about a timer that is used */
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

/* ---- random play ---- */

/* Clever players have agreed on a code: around the circle as through the alphabet. */
static char alphabet(int number)
{
    return (char)('A' + number * 26 / OR_NUMBERS);
}

static int number_meant(const struct or_public *t)
{
    char initial = word_initial(word_str(&t->clue));

    return initial ? (2 * (initial - 'A') + 1) * OR_NUMBERS / 52 : 0;
}

/* With a letter to begin with, it is put in front: few words of the sampler would do. */
static bool sample_word(const struct known *k, bool clue, struct sampler *s, struct value *v)
{
    const struct or_seat *me = k->mine;
    char initial = clue ? (char)table_of(k)->initial : 0;
    struct str word = sampler_word(s, clue && s->clever ? alphabet(me->card) : 0);

    if (initial && word.at[0] != initial && word.len < LIST_MAX) {
        s->list[0][0] = initial;
        memcpy(s->list[0] + 1, word.at, word.len);
        word = str_n(s->list[0], word.len + 1);
    }
    v[0] = TEXT(word);
    v[1] = NUM(word_parts(word) > 1);
    v[2] = NUM(sampler_below(s, 4) != 0);
    return true;
}

/* Guessers follow each other more often than not, or a full table would never agree. */
static bool sample_gap(const struct known *k, struct sampler *s, struct value *v)
{
    const struct or_public *t = table_of(k);
    int gap = (int)sampler_below(s, t->cards_on_circle);
    int decider = or_decider(t, k->core);

    if (s->clever)
        gap = or_gap(t, number_meant(t));
    else if (decider >= 0 && t->point[decider] && sampler_below(s, 4))
        gap = t->point[decider] - 1;
    if (k->core->phase == OR_STEAL && gap == t->tried)
        gap = (gap + 1) % t->cards_on_circle;
    v[0] = NUM(gap);
    return true;
}

static bool sample(const struct known *k, int action, struct sampler *s, struct value *v)
{
    switch (action) {
    case OR_ACT_WRITE_START:
        return sample_word(k, false, s, v);
    case OR_ACT_CLUE:
        return sample_word(k, true, s, v);
    case OR_ACT_POINT:
        return sample_gap(k, s, v);
    case OR_ACT_OBJECT:
        v[0] = NUM(!or_may_object(k, OR_SUBJECT_CLUE));
        return true;
    default:
        return false;
    }
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
    {0},
};

const struct game oneround = {
    .id = "oneround",
    .edition = 1,
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
    .view = or_view,
    .own = or_own,
    .talk = talk,
    .harder = harder,
    .level = level,
    .sample = sample,
    .think = or_think,
    .opinion = or_opinion,
    .hints = or_bot_hints,
    .figures = or_figures,
    .measure = or_measure,
};
