/* Coordinates: what its bot does, on tables made by hand. */
#include "dream.h"
#include "test.h"

#include "rules/bot.h"
#include "rules/registry.h"

static struct core core;
static struct ax_public table;
static struct ax_seat me;

static void begin(int phase)
{
    static const char *const words[] = {"castle", "river", "cheese", "moon", "pirate"};

    core = (struct core){.seats = 5, .phase = (uint8_t)phase, .since = 1000};
    table = (struct ax_public){.round = 1, .players = seats_all(5), .counting = NO_SEAT};
    for (int i = 0; i < 5; i++)
        phrase_set(&table.word[i], str_of(words[i]));
    phrase_set(&table.reference, STR("umbrella"));
    phrase_set(&table.criterion[AX_VERTICAL], STR("costs a fortune"));
    phrase_set(&table.criterion[AX_HORIZONTAL], STR("keeps you warm"));
}

static bool think(int seat, int number, struct bot_move *move)
{
    const struct book *b = registry_find(STR("coordinates"));
    struct bot_head head = {.mind = dream_mind(), .shelf = registry_shelf(b, LANG_EN)};
    struct known k = {&core, &table, &me, seat};

    me = (struct ax_seat){.number = (uint8_t)number};
    return bot_think(b, &k, &(struct bot){BOT_NORMAL, 8}, &head, move);
}

/* Who sees the words where they were placed finds every one of them. */
void ax_3_ax_6_a_bot_places_and_matches_by_what_it_sees(void **state)
{
    static const uint8_t number[] = {3, 1, 5, 2, 4};
    struct bot_move move;

    (void)state;
    begin(AX_PLACE);
    for (int seat = 0; seat < 5; seat++) {
        assert_true(think(seat, number[seat], &move));
        assert_int_equal(move.action, AX_ACT_PLACE);
        table.x[seat] = (int16_t)move.v[0].i;
        table.y[seat] = (int16_t)move.v[1].i;
        assert_true(table.x[seat] >= -AX_EDGE && table.x[seat] <= AX_EDGE);
    }
    table.placed = seats_all(5);
    assert_true(think(0, number[0], &move));
    assert_int_equal(move.action, AX_ACT_CONFIRM);
    core.phase = AX_GUESS;
    for (int voter = 0; voter < 5; voter++) {
        assert_true(think(voter, number[voter], &move));
        assert_int_equal(move.action, AX_ACT_GUESS);
        for (int seat = 0; seat < 5; seat++)
            assert_int_equal(move.v[0].s.at[seat], seat == voter ? 0 : number[seat]);
    }
}

/* With people in the team bots propose last, and agree when these have; without them they do not
 * wait. */
void ax_12_bots_let_people_of_their_team_speak_first(void **state)
{
    enum { LAST_SECONDS = 12000, LONG = 90000 };
    struct bot_move move;

    (void)state;
    begin(AX_TEAM);
    core.seats = 9;
    core.bots = seats_all(9) & (seat_set)~SEAT(3);
    table.players = table.placed = 0x155; /* team A: five seats; a person is in the other one */
    core.deadline = 120000;
    assert_true(think(1, 0, &move));
    assert_int_equal(move.action, AX_ACT_PROPOSE);
    assert_true(move.at >= core.deadline - LAST_SECONDS && move.at < core.deadline);
    core.deadline = 0;
    assert_true(think(1, 0, &move));
    assert_true(move.at >= LONG);
    core.deadline = 120000;
    for (int seat = 0; seat < 9; seat += 2)
        table.proposal[seat] = (uint8_t)(1 + seat / 2);
    assert_true(think(1, 0, &move));
    assert_int_equal(move.action, AX_ACT_AGREE);
    assert_true(move.at >= core.deadline - LAST_SECONDS);
    core.bots |= SEAT(3);
    assert_true(think(1, 0, &move));
    assert_int_equal(move.action, AX_ACT_AGREE);
    assert_true(move.at < core.deadline - LAST_SECONDS);
}

void ax_12_bots_keep_what_was_proposed_and_fill_in_the_rest(void **state)
{
    struct bot_move move;

    (void)state;
    begin(AX_TEAM);
    core.seats = 9;
    table.players = table.placed = 0x155; /* team A: five seats */
    table.proposal[0] = 2;
    uint32_t taken = UINT32_C(1) << 2;
    for (int step = 0; step < 4; step++) {
        assert_true(think(1, 0, &move));
        assert_int_equal(move.action, AX_ACT_PROPOSE);
        assert_int_equal(table.proposal[move.v[0].i], 0);
        assert_false(taken >> move.v[1].i & 1);
        taken |= UINT32_C(1) << move.v[1].i;
        table.proposal[move.v[0].i] = (uint8_t)move.v[1].i;
    }
    assert_int_equal(taken, 0x3e);
    assert_true(think(1, 0, &move));
    assert_int_equal(move.action, AX_ACT_AGREE);
    assert_int_equal(table.proposal[0], 2);
    assert_false(think(0, 1, &move)); /* whose tokens they are has no say */
}
