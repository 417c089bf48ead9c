/* Letter Dice: how a round begins and ends (LD-1 to LD-3, LD-10 to LD-15). */
#include "letterdice.h"

#include <string.h>

/* ---- beginning a round ---- */

/* A card that the table picked, noted as seen like one that was drawn. */
static int take_card(struct decision *d, int card)
{
    uint64_t others[DECK_SET];

    memset(others, 0xff, sizeof others);
    others[card / 64] &= ~(UINT64_C(1) << card % 64);
    return deck_draw(d, LD_CHANCE_CARD, ld_theme_deck(d->core), others, true);
}

/* LD-1: the card the table picked; else the first one in a first game, then one not seen yet. */
static int pick_card(struct decision *d, const struct deck *deck)
{
    const uint64_t *seen = d->world->shelf->seen[ld_theme_deck(d->core)];
    int picked = option(d->core, LD_THEME_CARD);

    if (picked)
        return take_card(d, (picked - 1) % deck->cards);
    return seen ? deck_draw(d, LD_CHANCE_CARD, ld_theme_deck(d->core), NULL, true)
                : take_card(d, 0);
}

/* LD-1: one theme card for the whole game. */
static void choose_card(struct decision *d)
{
    const struct deck *deck = decision_deck(d, ld_theme_deck(d->core));
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
    EMIT(d, ld_card_chosen, .card = card, .one = text[0], .two = text[1], .three = text[2],
         .four = text[3], .five = text[4], .six = text[5], .names = names, .whole = whole);
}

/* LD-14: two tokens a player, beside what was left; a black round leaves its middle to the next one
 * without new ones. The reserve may be short of a round's tokens, or have none. */
static int filling(const struct ld_public *t, int players, int reserve)
{
    int fill = LD_FILL * players;

    if (ld_black(t) && t->middle > 0)
        return 0;
    return reserve < fill ? reserve : fill;
}

static void begin_round(struct decision *d, int round, int thrower, int reserve)
{
    const struct core *c = d->core;
    int players = seats_count(seats_active(c));
    int fill = ld_is(c, LD_LIMITED) ? filling(ld_board(d), players, reserve) : 0;

    EMIT(d, ld_round_began, .round = round, .thrower = thrower,
         .scoring = ld_is(c, LD_CLASSIC) ? ld_scoring(players) : 0);
    if (fill > 0)
        EMIT(d, ld_middle_filled, .tokens = fill);
    phase_begin(d, ld_is(c, LD_OPEN) ? LD_THROW : LD_THEME, option(c, LD_THROW_TIME));
}

void ld_begin_game(struct decision *d)
{
    bool limited = ld_is(d->core, LD_LIMITED);

    EMIT(d, ld_tokens_placed, .middle = limited ? 0 : LD_TOKENS,
         .reserve = limited ? LD_TOKENS : 0);
    choose_card(d);
    begin_round(d, 1, d->core->youngest, LD_TOKENS); /* LD-2 */
}

void ld_roll(struct decision *d)
{
    uint64_t numbers = 0x7e; /* 1 … 6 */
    int theme = chance_pick(d, LD_CHANCE_THEME, &numbers, LD_THEMES + 1);

    EMIT(d, ld_theme_rolled, .theme = theme,
         .text = phrase_str(&ld_board(d)->theme_text[theme - 1]));
    phase_begin(d, LD_THROW, option(d->core, LD_THROW_TIME));
}

void ld_throw(struct decision *d)
{
    int letter[LD_DICE];

    for (int die = 0; die < LD_DICE; die++) {
        uint64_t faces = ld_faces((enum language)d->core->language, die);
        letter[die] = chance_pick(d, LD_CHANCE_LETTER, &faces, 26);
    }
    int colour = chance_below(d, LD_CHANCE_COLOUR, LD_BLACK + 1);
    EMIT(d, ld_dice_thrown, .white = letter[LD_WHITE], .yellow = letter[LD_YELLOW],
         .red = letter[LD_RED], .blue = letter[LD_BLUE], .green = letter[LD_GREEN],
         .colour = colour);
    phase_begin(d, LD_PLAY, option(d->core, LD_PLAY_TIME));
}

static bool throws_now(const struct known *k, int phase)
{
    const struct ld_public *t = k->table;

    return k->core->phase == phase && k->seat == t->thrower;
}

CAN(ld_roll_theme)
{
    return throws_now(k, LD_THEME);
}

CAN(ld_throw_dice)
{
    return throws_now(k, LD_THROW);
}

DECIDE(ld_roll_theme)
{
    if (!decision_can(d, ld_roll_theme_can))
        return false;
    ld_roll(d);
    return true;
}

DECIDE(ld_throw_dice)
{
    if (!decision_can(d, ld_throw_dice_can))
        return false;
    ld_throw(d);
    return true;
}

/* ---- ending a round ---- */

static bool game_over(const struct ld_public *t, int idle)
{
    if (t->round >= LD_ROUNDS || idle >= LD_IDLE_ROUNDS)
        return true; /* nobody plays any more, or it goes round in circles */
    return t->middle == 0 && t->reserve == 0; /* LD-13, LD-14 */
}

void ld_end_round(struct decision *d)
{
    const struct ld_public *t = ld_board(d);
    int idle = t->idle < LD_IDLE_ROUNDS ? t->idle + 1 : LD_IDLE_ROUNDS;

    for (int i = 0; i < t->claims; i++) {
        if (t->claim[i].tokens)
            idle = 0;
    }
    EMIT(d, ld_round_ended, .round = t->round, .idle = idle);
    if (game_over(t, idle))
        game_end_by_score(d); /* LD-13: tokens are points */
    else
        begin_round(d, t->round + 1, seats_next(seats_active(d->core), t->thrower, d->core->seats),
                    t->reserve);
}

void ld_close_round(struct decision *d, enum ld_closed why)
{
    EMIT(d, ld_round_closed, .why = why);
    if (ld_any_open(ld_board(d)))
        phase_begin(d, LD_SETTLE, 0);
    else
        ld_end_round(d);
}

bool ld_reopen_round(struct decision *d)
{
    const struct ld_public *t = ld_board(d);

    if (!t->reopen || ld_over(t, d->core) != LD_GOES_ON)
        return false;
    EMIT(d, ld_round_reopened);
    phase_begin(d, LD_PLAY, option(d->core, LD_PLAY_TIME));
    return true;
}
