/* Letter Dice: how rounds follow one another, and the tables of the game (LD-1 to LD-15). */
#include "letterdice.h"

static const struct ld_public *board(const struct decision *d)
{
    return decision_public(d);
}

static bool variant(const struct core *c, enum ld_variant which)
{
    return option(c, LD_VARIANT) == (int)which;
}

/* ---- beginning a round ---- */

/* LD-1: one theme card for the whole game: the one the table picked, or a fresh one. */
static void choose_card(struct decision *d)
{
    const struct deck *deck = decision_deck(d, LD_DECK_THEMES);
    int picked = option(d->core, LD_THEME_CARD);
    struct str text[LD_THEMES] = {0};
    int card = 0;

    if (deck) {
        card = picked ? (picked - 1) % deck->cards
                      : deck_draw(d, LD_CHANCE_CARD, LD_DECK_THEMES, NULL, true);
        int first = deck->card_at[card], entries = deck->card_at[card + 1] - first;
        for (int i = 0; i < LD_THEMES; i++) /* a host's card may hold fewer than six */
            text[i] = deck->entry[first + i % entries].text;
    }
    EMIT(d, LD_CARD_CHOSEN, NUM(card), TEXT(text[0]), TEXT(text[1]), TEXT(text[2]), TEXT(text[3]),
         TEXT(text[4]), TEXT(text[5]));
}

static void begin_round(struct decision *d, int round, int thrower)
{
    const struct core *c = d->core;
    int players = seats_count(seats_active(c));

    EMIT(d, LD_ROUND_BEGAN, NUM(round), NUM(thrower),
         NUM(variant(c, LD_CLASSIC) ? ld_scoring(players) : 0));
    /* LD-14: what a black round or a round that was passed left in the middle is played on. */
    if (variant(c, LD_LIMITED) && board(d)->middle == 0)
        EMIT(d, LD_MIDDLE_FILLED, NUM(LD_FILL * players));
    phase_begin(d, variant(c, LD_OPEN) ? LD_THROW : LD_THEME, option(c, LD_THROW_TIME));
}

static void open_table(struct decision *d)
{
    bool limited = variant(d->core, LD_LIMITED);

    EMIT(d, LD_TOKENS_PLACED, NUM(limited ? 0 : LD_TOKENS), NUM(limited ? LD_TOKENS : 0));
    choose_card(d);
    begin_round(d, 1, d->core->youngest); /* LD-2 */
}

/* LD-3: the numbered die, then all others at once. */
static void roll_theme(struct decision *d)
{
    uint64_t numbers = 0x7e; /* 1 … 6 */
    int theme = chance_pick(d, LD_CHANCE_THEME, &numbers, LD_THEMES + 1);

    EMIT(d, LD_THEME_ROLLED, NUM(theme), TEXT(line_str(&board(d)->theme_text[theme - 1])));
    phase_begin(d, LD_THROW, option(d->core, LD_THROW_TIME));
}

static void throw_dice(struct decision *d)
{
    int letter[LD_DICE];

    for (int die = 0; die < LD_DICE; die++) {
        uint64_t faces = ld_faces((enum language)d->core->language, die);
        letter[die] = chance_pick(d, LD_CHANCE_LETTER, &faces, 26);
    }
    int colour = chance_below(d, LD_CHANCE_COLOUR, LD_BLACK + 1);
    EMIT(d, LD_DICE_THROWN, NUM(letter[LD_WHITE]), NUM(letter[LD_YELLOW]), NUM(letter[LD_RED]),
         NUM(letter[LD_BLUE]), NUM(letter[LD_GREEN]), NUM(colour));
    phase_begin(d, LD_PLAY, option(d->core, LD_PLAY_TIME));
}

static bool throws_now(const struct known *k, enum ld_phase phase)
{
    const struct ld_public *t = k->table;

    return k->core->phase == phase && k->seat == t->thrower;
}

static bool can_roll(const struct known *k)
{
    return throws_now(k, LD_THEME);
}

static bool can_throw(const struct known *k)
{
    return throws_now(k, LD_THROW);
}

static bool decide_roll(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!can_roll(&k))
        return refuse(d, "not_now");
    roll_theme(d);
    return true;
}

static bool decide_throw(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!can_throw(&k))
        return refuse(d, "not_now");
    throw_dice(d);
    return true;
}

/* ---- ending a round ---- */

static void end_game(struct decision *d)
{
    const struct core *c = d->core;
    seat_set winners = 0;
    int best = -1;

    FOR_SEATS (seat, seats_active(c)) { /* LD-13: most tokens; equal ones share it */
        if (c->score[seat] > best) {
            best = c->score[seat];
            winners = 0;
        }
        if (c->score[seat] == best)
            winners |= SEAT(seat);
    }
    game_end(d, OUTCOME_RANKED, winners);
}

static bool game_over(const struct decision *d, int idle)
{
    const struct ld_public *t = board(d);
    int players = seats_count(seats_active(d->core));

    if (t->round >= LD_ROUNDS || idle >= LD_IDLE_ROUNDS)
        return true; /* nobody plays any more, or it goes round in circles */
    if (t->middle > 0)
        return false;
    return !variant(d->core, LD_LIMITED) || t->reserve < LD_FILL * players; /* LD-13, LD-14 */
}

static void end_round(struct decision *d)
{
    const struct ld_public *t = board(d);
    int idle = t->idle < LD_IDLE_ROUNDS ? t->idle + 1 : LD_IDLE_ROUNDS;

    for (int i = 0; i < t->claims; i++) {
        if (t->claim[i].tokens)
            idle = 0;
    }
    EMIT(d, LD_ROUND_ENDED, NUM(t->round), NUM(idle));
    if (game_over(d, idle))
        end_game(d);
    else
        begin_round(d, t->round + 1, seats_next(seats_active(d->core), t->thrower, d->core->seats));
}

/* The round waits for the last objections, if there is anything to object to. */
static void close_round(struct decision *d, enum ld_closed why)
{
    EMIT(d, LD_ROUND_CLOSED, NUM(why));
    if (ld_any_open(board(d)))
        phase_begin(d, LD_SETTLE, 0);
    else
        end_round(d);
}

/* LD-11: the claim that ended the round was struck, and somebody can score again. */
static bool reopen_round(struct decision *d)
{
    const struct ld_public *t = board(d);

    if (!t->reopen || ld_over(t, d->core) != LD_GOES_ON)
        return false;
    emit(d, LD_ROUND_REOPENED);
    phase_begin(d, LD_PLAY, option(d->core, LD_PLAY_TIME));
    return true;
}

/* ---- the flow ---- */

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
        return seats_active(k->core) & (seat_set)~t->agreed;
    }
}

static int64_t due(const struct known *k)
{
    const struct ld_public *t = k->table;
    int64_t first = 0;

    for (int i = 0; i < t->claims; i++) {
        int64_t end = ld_window(&t->claim[i], k->core);

        if (t->claim[i].state == LD_CLAIM_OPEN && !ld_contested(k->core, i) &&
            (first == 0 || end < first))
            first = end;
    }
    return first;
}

static void follow(struct decision *d)
{
    const struct ld_public *t = board(d);

    if (ld_settle_accounts(d) || ld_close_windows(d))
        return;
    switch (d->core->phase) {
    case LD_THEME: /* nobody to wait for, or no time left: the table throws (T-9) */
        if (!table_waiting(d->table))
            roll_theme(d);
        return;
    case LD_THROW:
        if (!table_waiting(d->table))
            throw_dice(d);
        return;
    case LD_PLAY: {
        enum ld_closed why = ld_over(t, d->core);
        if (why != LD_GOES_ON)
            close_round(d, why);
        return;
    }
    default:
        if (!reopen_round(d) && !ld_any_open(t))
            end_round(d);
    }
}

/* Cards rise in strangeness (T-11). */
static bool harder(struct setup *s)
{
    if (s->option[LD_THEME_CARD] < 1 || s->option[LD_THEME_CARD] >= 10)
        return false;
    s->option[LD_THEME_CARD]++;
    return true;
}

/* ---- tables ---- */

static const char *const phases[] = {"theme", "throw", "play", "settle", NULL};
static const char *const subjects[] = {"skip", "strike", NULL};
static const char *const decks[] = {[LD_DECK_THEMES] = "themes", NULL};
static const char *const chances[] = {"card:int:0..2047", "theme:int:1..6", "letter:letter",
                                      ("colour:" LD_COLOURS), NULL};

static const struct action_spec actions[] = {
    {"roll_theme", "", BY_SEAT, can_roll, decide_roll},
    {"throw_dice", "", BY_SEAT, can_throw, decide_throw},
    {"say", "word:text theme:int:1..6? name:bool? insist:bool?", BY_SEAT, ld_can_say, ld_decide_say,
     32},
    {"pass", "", BY_SEAT, ld_can_pass, ld_decide_pass, 2},
    {"object", "claim:int:0..63", BY_SEAT, ld_can_object, ld_decide_object, 1},
    {"agree", "", BY_SEAT, ld_can_agree, ld_decide_agree, 64},
    {0},
};

static const struct option_spec options[] = {
    {"variant", OPTION_CHOICE, 0, 2, LD_CLASSIC, "classic|limited|open"},
    {"theme_card", OPTION_INT, 0, 10, 1, NULL},
    {"objection_time", OPTION_INT, 3, 30, 6, NULL},
    {"throw_time", OPTION_INT, 0, 120, 0, NULL},
    {"play_time", OPTION_INT, 0, 600, 0, NULL},
    {0},
};

const struct game letterdice = {
    .id = "letterdice",
    .edition = 1,
    .min_seats = 3,
    .max_seats = LD_SEATS,
    .public_layout = &ld_public_layout,
    .phases = phases,
    .subjects = subjects,
    .actions = actions,
    .facts = ld_facts,
    .options = options,
    .chances = chances,
    .decks = decks,
    .open = open_table,
    .follow = follow,
    .decided = ld_decided,
    .awaits = awaits,
    .due = due,
    .view = ld_view,
    .own = ld_own,
    .harder = harder,
    .sample = ld_sample,
    .think = ld_think,
    .opinion = ld_opinion,
    .hints = ld_hints,
    .figures = ld_figures,
    .measure = ld_measure,
};
