/* Compatibility: what players may do and what follows from it (rules CO-1 to CO-16). */
#include "compatibility.h"

#include "rules/decision.h"

static const struct co_public *board(const struct decision *d)
{
    return decision_public(d);
}

static const struct co_seat *hand(const struct decision *d, int seat)
{
    return decision_seat(d, seat);
}

/* ---- a round begins: number and theme ---- */

static void begin_round(struct decision *d, int round, int announcer)
{
    EMIT(d, CO_ROUND_BEGAN, NUM(round), NUM(announcer));
    phase_begin(d, CO_CALL, option(d->core, CO_CALL_TIME));
}

static void open_table(struct decision *d)
{
    if (option(d->core, CO_BROWSING))
        phase_begin(d, CO_BROWSE, option(d->core, CO_BROWSE_TIME)); /* CO-16 */
    else
        begin_round(d, 1, d->core->youngest); /* CO-2 */
}

static bool all_used(const uint64_t *used, int cards)
{
    for (int i = 0; i < cards; i++) {
        if (!(used[i / 64] >> (i % 64) & 1))
            return false;
    }
    return true;
}

/* CO-3: the number first, then the card. A card of another size than six is read round and round,
 * and a table without a deck says its themes aloud. */
static void turn_theme(struct decision *d, int number, bool by_chance)
{
    const struct co_public *t = board(d);
    const struct deck *deck = decision_deck(d, CO_DECK_THEMES);
    const uint64_t *used = t->used;
    struct str theme = STR("");
    int card = 0;

    EMIT(d, CO_NUMBER_CALLED, NUM(t->announcer), NUM(number), NUM(by_chance));
    if (deck) {
        if (all_used(used, deck->cards)) { /* CO-15 */
            emit(d, CO_THEMES_RESHUFFLED);
            used = NULL;
        }
        card = deck_draw(d, CO_CHANCE_CARD, CO_DECK_THEMES, used, true);
        int first = deck->card_at[card], size = deck->card_at[card + 1] - first;
        theme = deck->entry[first + (number - 1) % size].text;
    }
    EMIT(d, CO_THEME_TURNED, NUM(card), TEXT(theme));
    phase_begin(d, CO_CHOOSE, option(d->core, CO_CHOOSE_TIME));
}

/* Nobody is waited for any more and no number has been called: who is skipped or gone hands the
 * role on, who let the time pass keeps it and chance calls. */
static void settle_call(struct decision *d)
{
    const struct co_public *t = board(d);
    seat_set here = seats_waited(d->core);
    uint64_t numbers = 0x7e; /* 1 to 6 */

    if (here && !seats_has(here, t->announcer))
        EMIT(d, CO_ROLE_PASSED, NUM(t->announcer),
             NUM(seats_next(here, t->announcer, d->core->seats)));
    else
        turn_theme(d, chance_pick(d, CO_CHANCE_NUMBER, &numbers, CO_NUMBERS + 1), true);
}

static bool can_call(const struct known *k)
{
    const struct co_public *t = k->table;

    return k->core->phase == CO_CALL && t->announcer == k->seat;
}

static bool decide_call(struct decision *d, const struct value *v)
{
    if (d->core->phase != CO_CALL)
        return refuse(d, "not_now");
    if (board(d)->announcer != d->by)
        return refuse(d, "not_yours");
    turn_theme(d, (int)v[0].i, false);
    return true;
}

/* ---- choosing ---- */

static bool can_choose(const struct known *k)
{
    return k->core->phase == CO_CHOOSE;
}

static bool decide_choose(struct decision *d, const struct value *v)
{
    const struct co_public *t = board(d);
    struct str list = v[0].s;
    uint64_t chosen = 0;

    if (d->core->phase != CO_CHOOSE)
        return refuse(d, "not_now");
    if (list.len != t->count[d->by])
        return refuse_number(d, "picture_count", t->count[d->by]);
    for (size_t i = 0; i < list.len; i++) {
        int picture = (unsigned char)list.at[i];

        if (picture >= CO_PICTURES)
            return refuse(d, "picture_unknown");
        if (chosen >> picture & 1)
            return refuse(d, "picture_twice");
        chosen |= UINT64_C(1) << picture;
    }
    TELL(d, SEAT(d->by), CO_PICTURES_LAID, TEXT(list));
    if (!seats_has(t->finished, d->by))
        EMIT(d, CO_SEAT_FINISHED, NUM(d->by));
    return true;
}

static bool can_take_back(const struct known *k)
{
    const struct co_public *t = k->table;

    return k->core->phase == CO_CHOOSE && seats_has(t->finished, k->seat);
}

static bool decide_take_back(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!can_take_back(&k))
        return refuse(d, "not_now");
    tell(d, SEAT(d->by), CO_PICTURES_TAKEN);
    EMIT(d, CO_SEAT_REOPENED, NUM(d->by));
    return true;
}

const char *co_double_refusal(const struct known *k)
{
    const struct co_public *t = k->table;

    if (k->core->phase != CO_CHOOSE)
        return "not_now"; /* CO-11: after the theme, before the first reveal */
    if (!co_pairs(k->core) && t->announcer == k->seat)
        return "double_referent"; /* CO-13 */
    if (seats_has(t->spent, k->seat))
        return "double_spent";
    if (t->doubler && !seats_has(t->doubler, k->seat))
        return "double_taken"; /* CO-12 */
    return NULL;
}

static bool can_double(const struct known *k)
{
    return co_double_refusal(k) == NULL;
}

/* Who has announced the token may still lay it elsewhere; nobody else hears of that. */
static bool decide_double(struct decision *d, const struct value *v)
{
    const struct co_public *t = board(d);
    struct known k = table_known(d->table, d->by);
    const char *wrong = co_double_refusal(&k);

    if (wrong)
        return refuse(d, wrong);
    if (v[0].i > t->count[d->by])
        return refuse_number(d, "double_position", t->count[d->by]);
    if (!t->doubler)
        EMIT(d, CO_DOUBLE_ANNOUNCED, NUM(d->by));
    TELL(d, SEAT(d->by), CO_DOUBLE_PLACED, NUM(v[0].i));
    return true;
}

/* ---- revealing ---- */

static struct str title(const struct decision *d, int picture)
{
    const struct deck *deck = decision_deck(d, CO_DECK_PICTURES + option(d->core, CO_PICTURE_SET));

    return deck && picture < deck->entries ? deck_field(&deck->entry[picture], "title") : STR("");
}

static void reveal_cards(struct decision *d, int position)
{
    const struct co_public *t = board(d);

    FOR_SEATS (seat, t->finished) { /* CO-6: all players at once */
        int picture = hand(d, seat)->picture[position - 1];

        if (position <= t->count[seat])
            EMIT(d, CO_CARD_REVEALED, NUM(seat), NUM(position), NUM(picture),
                 TEXT(title(d, picture)));
    }
    FOR_SEATS (seat, t->doubler & t->finished) {
        if (hand(d, seat)->double_at == position)
            EMIT(d, CO_DOUBLE_SHOWN, NUM(seat), NUM(position));
    }
}

static bool doubled(const struct decision *d, int a, int b, int position)
{
    FOR_SEATS (seat, board(d)->doubler & (SEAT(a) | SEAT(b))) {
        if (hand(d, seat)->double_at == position)
            return true;
    }
    return false;
}

/* The spaces that two rankings win as this position is turned (CO-7, CO-8, CO-11). */
static int compare(struct decision *d, int seat, int with, int position)
{
    struct co_agreement found[2];
    int n = co_agreements(hand(d, seat), hand(d, with), position - 1, found), spaces = 0;

    for (int i = 0; i < n; i++) {
        int place = found[i].place, other = found[i].other;
        int picture = hand(d, seat)->picture[place];
        enum co_kind kind = place != other                     ? CO_INDIRECT
                            : doubled(d, seat, with, position) ? CO_DOUBLED
                                                               : CO_DIRECT;

        EMIT(d, CO_AGREED, NUM(seat), NUM(place + 1), NUM(with), NUM(other + 1), NUM(picture),
             TEXT(title(d, picture)), NUM(kind), NUM(co_points(kind)));
        spaces += co_points(kind);
    }
    return spaces;
}

/* A score is the space of the pawn, so it ends where the track ends. */
static void advance(struct decision *d, int seat, int spaces)
{
    int space = board(d)->space[seat], last = co_last_space(d->core);
    int to = space + spaces < last ? space + spaces : last;

    if (spaces == 0)
        return;
    EMIT(d, CO_PAWN_MOVED, NUM(co_side(d->core, seat)), NUM(spaces), NUM(to));
    FOR_SEATS (player, co_side(d->core, seat)) {
        if (to != space)
            score_add(d, player, to - space);
    }
}

static void turn_position(struct decision *d, int position, int of)
{
    const struct co_public *t = board(d);
    const struct core *c = d->core;
    seat_set movers = co_pairs(c) ? seats_all(c->seats / 2) : co_counterparts(t, c, t->announcer);
    int most = 0;

    EMIT(d, CO_POSITION_TURNED, NUM(position), NUM(of));
    reveal_cards(d, position);
    FOR_SEATS (seat, movers & t->finished) {
        int spaces = 0;

        FOR_SEATS (with, co_counterparts(t, c, seat) & t->finished)
            spaces = compare(d, seat, with, position);
        advance(d, seat, spaces);
        if (t->gained[seat] + spaces > most)
            most = t->gained[seat] + spaces;
    }
    if (!co_pairs(c) && position == of)
        advance(d, t->announcer, most < CO_GAIN ? most : CO_GAIN); /* CO-9 */
    phase_begin(d, CO_REVEAL, option(c, CO_REVEAL_TIME));
}

/* ---- a round ends ---- */

static void end_round(struct decision *d)
{
    const struct co_public *t = board(d);
    const struct core *c = d->core;
    bool finish = false;

    for (int seat = 0; seat < c->seats; seat++)
        finish = finish || t->space[seat] >= co_last_space(c);
    if (finish || t->round >= CO_ROUNDS) {
        game_end(d, OUTCOME_RANKED, co_winners(t, c)); /* CO-14 */
        return;
    }
    if (t->finished)
        tell(d, t->finished, CO_PICTURES_TAKEN); /* CO-10 */
    begin_round(d, t->round + 1, seats_next(seats_active(c), t->announcer, c->seats));
}

/* Whether those who are there could play a round on their own. */
static bool company(const struct core *c)
{
    return co_sides(c, seats_present(c)) >= (co_pairs(c) ? 1 : 2);
}

/* Choosing is over. Where nothing can be compared nothing is turned, and nobody's token is spent.
 */
static void settle_choice(struct decision *d)
{
    const struct co_public *t = board(d);
    bool comparable = false;
    int of = 1;

    FOR_SEATS (seat, t->finished) {
        comparable = comparable || (co_counterparts(t, d->core, seat) & t->finished);
        of = t->count[seat] > of ? t->count[seat] : of;
    }
    if (comparable) {
        turn_position(d, 1, of);
        return;
    }
    emit(d, CO_ROUND_VOIDED);
    end_round(d);
}

static bool can_go_on(const struct known *k)
{
    const struct co_public *t = k->table;

    return (k->core->phase == CO_BROWSE || k->core->phase == CO_REVEAL) &&
           !seats_has(t->ready, k->seat);
}

static bool decide_go_on(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!can_go_on(&k))
        return refuse(d, "not_now");
    EMIT(d, CO_SEAT_READY, NUM(d->by));
    return true;
}

/* ---- the flow ---- */

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
    const struct co_public *t = board(d);

    /* A race needs two pawns that can move; what lies on the table is played out before. */
    if (d->core->phase != CO_REVEAL && co_sides(d->core, seats_active(d->core)) < 2) {
        game_end(d, OUTCOME_ABANDONED, 0);
        return;
    }
    if (table_waiting(d->table) || votes_open(d->core))
        return;
    switch (d->core->phase) {
    case CO_BROWSE:
        begin_round(d, 1, d->core->youngest);
        return;
    case CO_CALL:
        settle_call(d);
        return;
    case CO_CHOOSE:
        settle_choice(d);
        return;
    default:
        if (t->position < t->positions)
            turn_position(d, t->position + 1, t->positions);
        else
            end_round(d);
    }
}

/* ---- random play ---- */

static void swap(char *a, char *b)
{
    char kept = *a;

    *a = *b;
    *b = kept;
}

/* Rankings that are much alike, so that all agreements occur and games come to their end. */
static bool sample_ranking(const struct known *k, struct sampler *s, struct value *v)
{
    const struct co_public *t = k->table;
    uint32_t n = t->count[k->seat];
    char *list = s->list[0];

    if (n == 0)
        return false;
    for (uint32_t i = 0; i < n; i++)
        list[i] = (char)i;
    if (sampler_below(s, 2))
        swap(&list[sampler_below(s, n)], &list[sampler_below(s, n)]);
    if (sampler_below(s, 4) == 0)
        list[sampler_below(s, n)] = (char)(CO_RANKS + sampler_below(s, CO_PICTURES - CO_RANKS));
    v[0] = TEXT(str_n(list, n));
    return true;
}

static bool sample(const struct known *k, int action, struct sampler *s, struct value *v)
{
    const struct co_public *t = k->table;

    if (action == CO_ACT_CHOOSE)
        return sample_ranking(k, s, v);
    if (action == CO_ACT_DOUBLE && t->count[k->seat]) {
        v[0] = NUM(1 + sampler_below(s, t->count[k->seat]));
        return true;
    }
    return false;
}

/* ---- tables ---- */

static const char *const phases[] = {"browse", "call", "choose", "reveal", NULL};
static const char *const subjects[] = {"skip", NULL};
static const char *const decks[] = {"themes",          "pictures-home", "pictures-outdoors",
                                    "pictures-dreams", "pictures-town", NULL};
static const char *const chances[] = {"number:int:1..6", "card:int:0..2047", NULL};

static const struct action_spec actions[] = {
    {"call", "number:int:1..6", BY_SEAT, can_call, decide_call, 16},
    {"choose", "pictures:list*", BY_SEAT, can_choose, decide_choose, 16},
    {"take_back", "", BY_SEAT, can_take_back, decide_take_back, 1},
    {"double", "position:int:1..5*", BY_SEAT, can_double, decide_double, 1},
    {"go_on", "", BY_SEAT, can_go_on, decide_go_on, 16},
    {0},
};

static const struct option_spec options[] = {
    {"pictures", OPTION_CHOICE, 0, 3, 2, "home|outdoors|dreams|town"},
    {"track", OPTION_CHOICE, 0, 2, CO_NORMAL, "short|normal|long"},
    {"browse", OPTION_BOOL, 0, 1, 0, NULL},
    {"browse_time", OPTION_INT, 0, 600, 0, NULL},
    {"call_time", OPTION_INT, 0, 120, 0, NULL},
    {"choose_time", OPTION_INT, 0, 600, 0, NULL},
    {"reveal_time", OPTION_INT, 0, 10, 3, NULL},
    {"titles", OPTION_BOOL, 0, 1, 0, NULL},
    {0},
};

const struct game compatibility = {
    .id = "compatibility",
    .edition = 2,
    .min_seats = 3,
    .max_seats = CO_SEATS,
    .public_layout = &co_public_layout,
    .seat_layout = &co_seat_layout,
    .phases = phases,
    .subjects = subjects,
    .actions = actions,
    .facts = co_facts,
    .options = options,
    .chances = chances,
    .decks = decks,
    .open = open_table,
    .follow = follow,
    .awaits = awaits,
    .actors = actors,
    .view = co_view,
    .own = co_own,
    .sample = sample,
    .think = co_think,
    .figures = co_figures,
    .measure = co_measure,
};
