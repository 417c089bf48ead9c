/* Coordinates: a round begins with words, axes and numbers, and the last one ends the game (AX-1,
 * AX-2, AX-8 to AX-10). */
#include "coordinates.h"

#include <string.h>

/* AX-8: what was drawn in this decision is used as well, though it is not on the table yet. */
static int draw(struct decision *d, int chance, int deck, uint64_t *used)
{
    int entry = deck_draw(d, chance, deck, used, false);

    deck_set_add(used, entry);
    return entry;
}

static struct str entry_text(const struct decision *d, int deck, int entry)
{
    return decision_deck(d, deck)->entry[entry].text;
}

static void lay_words(struct decision *d, int n)
{
    int deck = AX_DECK_WORDS + option(d->core, AX_PACK);
    uint64_t used[DECK_SET];
    int entry;

    memcpy(used, ax_board(d)->used_words, sizeof used);
    for (int number = 1; number <= n; number++) {
        entry = draw(d, AX_CHANCE_WORD, deck, used);
        EMIT(d, ax_word_laid, .number = number, .entry = entry, .word = entry_text(d, deck, entry));
    }
    entry = draw(d, AX_CHANCE_WORD, deck, used);
    EMIT(d, ax_reference_laid, .entry = entry, .word = entry_text(d, deck, entry));
}

static void lay_criteria(struct decision *d)
{
    int deck = AX_DECK_CRITERIA + option(d->core, AX_PACK);
    uint64_t used[DECK_SET];

    memcpy(used, ax_board(d)->used_criteria, sizeof used);
    for (int axis = 0; axis < AX_AXES; axis++) {
        int entry = draw(d, AX_CHANCE_CRITERION, deck, used);

        EMIT(d, ax_criterion_laid, .axis = axis, .entry = entry,
             .criterion = entry_text(d, deck, entry));
    }
}

/* AX-2: every number from 1 to n once. */
static void deal_numbers(struct decision *d, seat_set players, int n)
{
    uint64_t cards = ((UINT64_C(1) << n) - 1) << 1;

    FOR_SEATS (seat, players) {
        int number = chance_pick(d, AX_CHANCE_NUMBER, &cards, AX_NUMBERS + 1);

        cards &= ~(UINT64_C(1) << number);
        TELL(d, SEAT(seat), ax_number_dealt, .number = number);
    }
}

static void begin_round(struct decision *d, int round, seat_set players)
{
    int n = seats_count(players);

    EMIT(d, ax_round_began, .round = round, .players = players);
    lay_words(d, n);
    lay_criteria(d);
    deal_numbers(d, players, n);
    phase_begin(d, AX_PLACE, option(d->core, AX_PLACE_TIME));
}

void ax_next_round(struct decision *d)
{
    const struct core *c = d->core;
    int round = ax_board(d)->round + 1, team = ax_team_of_round(round);
    seat_set active = seats_active(c);
    seat_set players = ax_teams(c) ? ax_team(c, team) & active : active;
    bool opponents = !ax_teams(c) || (ax_team(c, 1 - team) & active);

    if (round > ax_rounds(c) || seats_count(players) < AX_LEAST || !opponents)
        game_end_by_score(d); /* AX-9, AX-13: in teams members have equal points */
    else
        begin_round(d, round, players);
}
