/* One Round?: the flow of the game, and the game as a whole (rules OR-1 to OR-22). */
#include "oneround.h"

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
    const struct or_public *t = k->table;
    const struct core *c = k->core;

    if (!seats_has(seats_active(c), k->seat) || (t->card_out && seats_has(or_holders(t), k->seat)))
        return 0;
    if (or_guessing(c) && !seats_has(or_guessers(t, c), k->seat))
        return or_team_seats(c, or_team(c, k->seat));
    return seats_active(c);
}

/* ---- what follows ---- */

static void open_table(struct decision *d)
{
    or_open_challenge(d);
    if (option(d->core, OR_START_WORDS) == OR_FREE)
        phase_begin(d, OR_WORDS, option(d->core, OR_WORDS_TIME));
    else
        or_begin_turn(d, d->core->youngest);
}

static void follow_words(struct decision *d)
{
    int missing = or_start_missing(or_board(d), d->core, NO_SEAT);

    if (missing >= 0)
        or_draw_start(d, missing);
    else
        or_begin_turn(d,
                      or_next_tipster(or_board(d), d->core, or_team(d->core, d->core->youngest)));
}

/* A Tipster who is not there is passed over before a card is drawn. Where nobody of the team is, it
 * waits; if one is skipped then, the turn is the other team's, where somebody of that is there. */
static bool pass_over(struct decision *d)
{
    const struct core *c = d->core;
    const struct or_public *t = or_board(d);
    int team = or_team_at_turn(d), other = or_other(team);
    bool skipped = seats_has(c->away & c->skipped, t->tipster) && !t->duel &&
                   (or_team_seats(c, other) & seats_present(c));

    if (t->duel && (or_stale(c, t->tipster) || or_stale(c, t->rival)))
        or_begin_duel(d, false);
    else if (skipped || or_stale(c, t->tipster))
        or_begin_turn(d, or_next_tipster(t, c, skipped ? other : team));
    else
        return false;
    return true;
}

/* Nobody is waited for while a clue is: the sand ran out, or its Tipster was skipped or is gone. */
static void follow_clue(struct decision *d)
{
    const struct core *c = d->core;

    if (c->expired && c->phase == OR_THINK)
        phase_begin(d, OR_CLUE, or_board(d)->timer); /* only a timed card has a head start */
    else if (c->expired && c->phase == OR_CLUE && option(c, OR_SAND_GRACE))
        phase_begin(d, OR_GRACE, option(c, OR_SAND_GRACE));
    else
        or_discard(d, OR_NO_CLUE);
}

static void follow_guess(struct decision *d)
{
    const struct or_public *t = or_board(d);
    const struct core *c = d->core;
    int agreed = or_agreed(t, c);

    if (agreed != OR_NOWHERE)
        or_choose(d, agreed, OR_TOGETHER);
    else if (!c->expired && c->phase == OR_GUESS && !(or_guessers(t, c) & seats_present(c)))
        or_discard(d, OR_ALONE); /* T-9: all were skipped, and none of them is there */
    else
        or_choose(d, or_most(t, d->core), OR_MOST);
}

/* Two teams of at least two: nobody can guess for a team of one. */
static bool team_too_small(const struct core *c)
{
    return or_against(c) &&
           (seats_count(or_team_seats(c, OR_A)) < 2 || seats_count(or_team_seats(c, OR_B)) < 2);
}

static void follow(struct decision *d)
{
    const struct core *c = d->core;
    const struct or_public *t = or_board(d);

    if (team_too_small(c)) {
        game_end(d, OUTCOME_ABANDONED, 0);
        return;
    }
    if (c->phase > OR_TURN && !t->card_out) {
        or_next_turn(d);
        return;
    }
    if (or_cluing(c) && (or_holders(t) & c->gone)) {
        or_discard(d, OR_LEFT); /* T-9: the card goes along; nobody pays for it */
        return;
    }
    if ((c->phase == OR_TURN && pass_over(d)) || or_follow_missing(d) || or_objecting(t, c))
        return;
    if (or_follow_word(d) || table_waiting(d->table))
        return;
    switch (c->phase) {
    case OR_WORDS:
        follow_words(d);
        return;
    case OR_TURN:
        or_draw_card(d);
        return;
    case OR_GUESS:
    case OR_STEAL:
        follow_guess(d);
        return;
    default:
        follow_clue(d);
    }
}

/* ---- options and levels ---- */

static const char *check(const struct setup *s)
{
    bool timer = s->option[OR_TIMER];

    if (s->option[OR_MODE] == OR_AGAINST && s->seats < 4)
        return "teams_too_few"; /* OR-17 */
    if (!timer && (s->option[OR_HEAD_START] || s->option[OR_UNTIMED_CARDS] || s->option[OR_GENTLE]))
        return "no_timer"; /* OR-13: all are about a timer that is used */
    return NULL;
}

static int challenges_in(const struct setup *s)
{
    return s->option[OR_PACK] == PACK_EVERYDAY ? OR_CHALLENGES : OR_PACK_CHALLENGES;
}

/* A number beyond the last one begins again. */
static int number_of(const struct setup *s)
{
    return (s->option[OR_CHALLENGE] - 1) % challenges_in(s) + 1;
}

static bool harder(struct setup *s)
{
    int number = number_of(s);

    if (s->option[OR_START_WORDS] != OR_FROM_CHALLENGE || number == challenges_in(s))
        return false;
    s->option[OR_CHALLENGE] = (int16_t)(number + 1);
    return true;
}

/* OR-22: the levels of the packs come after the everyday ones, pack by pack. */
static int level(const struct setup *s)
{
    int pack = s->option[OR_PACK];
    int before = pack == PACK_EVERYDAY ? 0 : OR_CHALLENGES + (pack - 1) * OR_PACK_CHALLENGES;

    return s->option[OR_START_WORDS] == OR_FROM_CHALLENGE ? before + number_of(s) : 0;
}

/* OR-17 */
static int team(const struct setup *s, int seat)
{
    return s->option[OR_MODE] == OR_AGAINST ? seat % 2 : -1;
}

/* A round is a card that found its place; the next begins when another is drawn. */
static int round_of(const struct known *k)
{
    const struct or_public *t = k->table;

    return t->last_number && t->card_out ? 2 : 1;
}

/* ---- the game ---- */

#include "rules/define_tables.h"

/* What a table may bring of its own. */
static const struct deck_kind kinds[] = {
    {"challenges", OR_DECK_CHALLENGES, 1, NULL, FORM_THREE, .longest = 60, .least = 1},
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
    GAME_TABLES(or),
    .kinds = kinds,
    .check = check,
    .open = open_table,
    .follow = follow,
    .decided = or_decided,
    .awaits = awaits,
    .actors = or_actors,
    .due = or_due,
    .view = or_view,
    .own = or_own,
    .talk = talk,
    .harder = harder,
    .level = level,
    .team = team,
    .round = round_of,
    .reads = or_reads,
    .crowd = or_crowd,
    .crowd_name = or_crowd_name,
    .keep = {.note = or_note, .affinity = or_affinity},
    .bot = {.think = or_think, .opinion = or_opinion, .hints = or_bot_hints},
    .test = {.sample = or_sample,
             .weight = or_weights,
             .figures = or_figures,
             .measure = or_measure},
};
