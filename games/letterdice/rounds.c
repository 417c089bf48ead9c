/* Letter Dice: how rounds follow one another (LD-1 to LD-3, LD-10 to LD-15). */
#include "letterdice.h"

#include <string.h>

static const struct ld_public *board(const struct decision *d)
{
    return decision_public(d);
}

static bool variant(const struct core *c, enum ld_variant which)
{
    return option(c, LD_VARIANT) == (int)which;
}

/* ---- beginning a round ---- */

/* A card that the table picked, noted as seen like one that was drawn. */
static int take_card(struct decision *d, int card)
{
    uint64_t others[DECK_SET];

    memset(others, 0xff, sizeof others);
    others[card / 64] &= ~(UINT64_C(1) << card % 64);
    return deck_draw(d, LD_CHANCE_CARD, LD_DECK_THEMES, others, true);
}

/* LD-1: the card the table picked; else the first one in a first game, then one not seen yet. */
static int pick_card(struct decision *d, const struct deck *deck)
{
    const uint64_t *seen = d->world->shelf->seen[LD_DECK_THEMES];
    int picked = option(d->core, LD_THEME_CARD);

    if (picked)
        return take_card(d, (picked - 1) % deck->cards);
    return seen ? deck_draw(d, LD_CHANCE_CARD, LD_DECK_THEMES, NULL, true) : take_card(d, 0);
}

/* LD-1: one theme card for the whole game. */
static void choose_card(struct decision *d)
{
    const struct deck *deck = decision_deck(d, LD_DECK_THEMES);
    struct str text[LD_THEMES] = {0};
    int card = 0, names = 0, whole = 0;

    if (deck) {
        card = pick_card(d, deck);
        int first = deck->card_at[card], entries = deck->card_at[card + 1] - first;
        for (int i = 0; i < LD_THEMES; i++) { /* a host's card may hold fewer than six */
            const struct deck_entry *entry = &deck->entry[first + i % entries];
            struct str kind = deck_field(entry, "names");

            text[i] = entry->text;
            names |= (kind.len > 0) << i;
            whole |= str_is(kind, "whole") << i;
        }
    }
    EMIT(d, LD_CARD_CHOSEN, NUM(card), TEXT(text[0]), TEXT(text[1]), TEXT(text[2]), TEXT(text[3]),
         TEXT(text[4]), TEXT(text[5]), NUM(names), NUM(whole));
}

static void begin_round(struct decision *d, int round, int thrower, int reserve)
{
    const struct core *c = d->core;
    int players = seats_count(seats_active(c));

    EMIT(d, LD_ROUND_BEGAN, NUM(round), NUM(thrower),
         NUM(variant(c, LD_CLASSIC) ? ld_scoring(players) : 0));
    /* LD-14: what a black round or a round that was passed left in the middle is played on; the
     * last round may be a short one. */
    if (variant(c, LD_LIMITED) && board(d)->middle == 0) {
        int fill = LD_FILL * players;

        EMIT(d, LD_MIDDLE_FILLED, NUM(reserve < fill ? reserve : fill));
    }
    phase_begin(d, variant(c, LD_OPEN) ? LD_THROW : LD_THEME, option(c, LD_THROW_TIME));
}

void ld_open(struct decision *d)
{
    bool limited = variant(d->core, LD_LIMITED);

    EMIT(d, LD_TOKENS_PLACED, NUM(limited ? 0 : LD_TOKENS), NUM(limited ? LD_TOKENS : 0));
    choose_card(d);
    begin_round(d, 1, d->core->youngest, LD_TOKENS); /* LD-2 */
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

bool ld_can_roll(const struct known *k)
{
    return throws_now(k, LD_THEME);
}

bool ld_can_throw(const struct known *k)
{
    return throws_now(k, LD_THROW);
}

bool ld_decide_roll(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!ld_can_roll(&k))
        return refuse(d, "not_now");
    roll_theme(d);
    return true;
}

bool ld_decide_throw(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!ld_can_throw(&k))
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

static bool game_over(const struct ld_public *t, int idle)
{
    if (t->round >= LD_ROUNDS || idle >= LD_IDLE_ROUNDS)
        return true; /* nobody plays any more, or it goes round in circles */
    return t->middle == 0 && t->reserve == 0; /* LD-13, LD-14 */
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
    if (game_over(t, idle))
        end_game(d);
    else
        begin_round(d, t->round + 1, seats_next(seats_active(d->core), t->thrower, d->core->seats),
                    t->reserve);
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

seat_set ld_awaits(const struct known *k)
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

int64_t ld_due(const struct known *k)
{
    return ld_settles(k->table, k->core);
}

void ld_follow(struct decision *d)
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
