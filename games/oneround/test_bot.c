/* One Round?: what its bot does, on tables made by hand. */
#include "check.h"
#include "dream.h"
#include "oneround.h"
#include "test.h"

#include "rules/bot.h"
#include "rules/registry.h"

static struct core core;
static struct or_public table;
static struct or_seat me;

static void begin(int seats, int phase)
{
    static const char *const words[] = {"CASTLE", "RIVER", "CHEESE", "MOON", "PIRATE"};
    static const uint8_t numbers[] = {0, 20, 33, 50, 66};

    core = (struct core){.seats = (uint8_t)seats, .phase = (uint8_t)phase, .since = 1000};
    table = (struct or_public){.rival = NO_SEAT,
                               .card_out = 1,
                               .timed = 1,
                               .timer = 20,
                               .cards_on_circle = 5,
                               .tried = OR_NOWHERE};
    table.lives[OR_ALL] = 3;
    for (int i = 0; i < 5; i++) {
        table.circle[i] = (struct or_card){.number = numbers[i], .seat = NO_SEAT};
        word_set(&table.circle[i].word, str_of(words[i]));
    }
    me = (struct or_seat){.card = 40};
}

static bool think(int seat, uint64_t seed, struct bot_move *move)
{
    struct known k = {&core, &table, &me, seat};
    struct bot_head head = {.mind = dream_mind()};

    return bot_think(registry_find(STR("oneround")), &k, &(struct bot){BOT_SHARP, seed}, &head,
                     move);
}

void or_4_or_5_or_6_a_bots_clue_links_its_gap_best(void **state)
{
    const struct mind *m = dream_mind();
    struct str circle[5];
    struct bot_move move;
    int right = 0;

    (void)state;
    begin(3, OR_CLUE);
    for (int i = 0; i < 5; i++)
        circle[i] = word_str(&table.circle[i].word);
    for (uint64_t seed = 0; seed < 40; seed++) {
        float score[5];
        int best = 0;

        assert_true(think(0, seed, &move));
        assert_int_equal(move.action, OR_ACT_CLUE);
        m->gaps(m, LANG_EN, &move.v[0].s, 1, circle, 5, score);
        for (int i = 0; i < 5; i++) {
            assert_false(word_same(move.v[0].s, circle[i], LANG_EN));
            best = score[i] > score[best] ? i : best;
        }
        right += best == or_gap(&table, me.card);
    }
    assert_true(right >= 30);         /* by chance 8 */
    assert_false(think(1, 1, &move)); /* who does not hold the card waits */
}

void or_14_in_overtime_a_bot_lets_the_sand_run(void **state)
{
    struct bot_move early, late;

    (void)state;
    begin(3, OR_CLUE);
    core.deadline = core.since + 20000;
    assert_true(think(0, 5, &early));
    table.lives[OR_ALL] = 0;
    assert_true(think(0, 5, &late));
    assert_true(late.at > early.at && late.at < core.deadline);
}

/* Seats 1 to 3 guess; the decider sits to the right of seat 0. */
void or_8_bots_point_agree_and_lock(void **state)
{
    struct bot_move move;

    (void)state;
    begin(4, OR_GUESS);
    core.bots = SEAT(0) | SEAT(1) | SEAT(2) | SEAT(3);
    word_set(&table.clue, STR("WATER"));
    assert_false(think(0, 2, &move)); /* the Tipster keeps still */
    assert_true(think(1, 2, &move));
    assert_int_equal(move.action, OR_ACT_POINT);
    table.point[1] = 1;
    assert_false(think(1, 2, &move)); /* until everyone points */
    table.point[2] = table.point[3] = 4;
    assert_true(think(1, 2, &move));
    assert_int_equal(move.action, OR_ACT_POINT);
    assert_int_equal(move.v[0].i, 3); /* where most point */
    assert_true(think(2, 2, &move));
    assert_int_equal(move.action, OR_ACT_LOCK);
    core.ballot[0] = (struct ballot){.id = 1, .subject = OR_SUBJECT_CLUE};
    core.open = 1;
    assert_false(think(2, 2, &move)); /* OR-12: nobody points while the clue is in question */
}

/* Seat 1 is a person. Bots point after people, agree with them, and decide nothing over them. */
void or_8_bots_let_people_speak_first(void **state)
{
    struct bot_move move, before;

    (void)state;
    begin(4, OR_GUESS);
    core.bots = SEAT(0) | SEAT(2) | SEAT(3);
    word_set(&table.clue, STR("WATER"));
    assert_true(think(2, 2, &before));
    assert_true(before.at >= core.since + 10000);
    table.point[1] = 1;
    table.pointed_at = core.since + 2000;
    assert_true(think(2, 2, &move));
    assert_true(move.at > table.pointed_at && move.at < before.at);
    table.point[2] = table.point[3] = 4;
    for (int seat = 2; seat <= 3; seat++) {
        assert_true(think(seat, 2, &move)); /* two bots against one person */
        assert_int_equal(move.action, OR_ACT_POINT);
        assert_int_equal(move.v[0].i, 0);
    }
    /* Locked and divided, the gap of the player on the right counts by itself. */
    table.point[2] = table.point[3] = 1;
    table.locked = SEAT(1) | SEAT(2) | SEAT(3);
    table.point[1] = 2;
    core.bots |= SEAT(1);
    assert_int_equal(or_decider(&table, &core), 3);
    assert_false(think(3, 2, &move));
    /* Over somebody who never points it decides in the end. */
    core.bots &= (seat_set)~SEAT(1);
    table.point[1] = 0;
    table.locked = SEAT(2) | SEAT(3);
    assert_true(think(3, 2, &move));
    assert_int_equal(move.action, OR_ACT_DECIDE);
    assert_true(move.at >= table.pointed_at + 30000);
}

/* Seat 1 is a person, who may want to look at the card that has just been placed. */
void or_10_bots_leave_time_to_look_at_the_last_card(void **state)
{
    struct bot_move move;

    (void)state;
    begin(4, OR_TURN);
    table.card_out = 0;
    core.bots = SEAT(0) | SEAT(2) | SEAT(3);
    for (uint64_t seed = 0; seed < 20; seed++) {
        table.drawn = 0;
        assert_true(think(3, seed, &move));
        assert_int_equal(move.action, OR_ACT_TURN_TIMER);
        assert_true(move.at < core.since + 4000);
        table.drawn = 1;
        assert_true(think(3, seed, &move));
        assert_true(move.at >= core.since + 4000 && move.at < core.since + 10000);
    }
    core.bots |= SEAT(1);
    assert_true(think(3, 1, &move));
    assert_true(move.at < core.since + 4000);
}

void or_18_a_bot_does_not_try_the_same_gap_again(void **state)
{
    struct bot_move first, second;

    (void)state;
    begin(4, OR_STEAL);
    core.option[OR_MODE] = OR_AGAINST;
    table.lives[OR_B] = 1;
    word_set(&table.clue, STR("WATER"));
    assert_true(think(1, 4, &first));
    table.tried = (uint8_t)first.v[0].i;
    assert_true(think(1, 4, &second));
    assert_int_not_equal(first.v[0].i, second.v[0].i);
}
