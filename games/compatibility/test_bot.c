/* Compatibility: what its bot does, on tables made by hand. */
#include "check.h"
#include "dream.h"
#include "test.h"

#include "rules/bot.h"
#include "rules/registry.h"

static struct core core;
static struct co_public table;
static struct co_seat me;
static struct mind mind;

static void begin(int seats)
{
    core = (struct core){.seats = (uint8_t)seats, .phase = CO_CHOOSE, .since = 1000};
    table = (struct co_public){.round = 1, .announcer = 1};
    for (int seat = 0; seat < seats; seat++)
        table.count[seat] = 3;
    phrase_set(&table.theme, STR("Breakfast in bed"));
    me = (struct co_seat){0};
    mind = *dream_mind();
}

static bool think(int seat, struct bot_move *move)
{
    const struct book *b = registry_find(STR("compatibility"));
    struct known k = {&core, &table, &me, seat};
    struct bot_head head = {.mind = &mind, .shelf = registry_shelf(b, LANG_EN)};

    return bot_think(b, &k, &(struct bot){BOT_SHARP, 6}, &head, move);
}

/* One picture of the deck shows the theme and no other does. */
static float only_the_bed(const struct mind *m, enum language lang, struct str keywords,
                          struct str theme)
{
    (void)m, (void)lang, (void)theme;
    return str_starts(keywords, STR("bed")) ? 5.f : .01f;
}

static float nothing(const struct mind *m, enum language lang, struct str keywords,
                     struct str theme)
{
    (void)m, (void)lang, (void)keywords, (void)theme;
    return -1;
}

void co_4_a_bot_lays_as_many_pictures_as_its_space_says(void **state)
{
    struct bot_move move;

    (void)state;
    for (int n = 1; n <= CO_RANKS; n++) {
        begin(4);
        mind.portrays = nothing;
        table.spent = seats_all(4);
        table.count[2] = (uint8_t)n;
        assert_true(think(2, &move));
        assert_int_equal(move.action, CO_ACT_CHOOSE);
        assert_int_equal(move.v[0].s.len, n);
        for (int i = 0; i < n; i++) {
            assert_true(move.v[0].s.at[i] < CO_PICTURES);
            for (int k = 0; k < i; k++)
                assert_int_not_equal(move.v[0].s.at[i], move.v[0].s.at[k]);
        }
    }
    table.finished = SEAT(2);
    assert_false(think(2, &move));
}

void co_11_co_12_co_13_a_bot_doubles_when_sure_and_may(void **state)
{
    struct bot_move move;

    (void)state;
    begin(4);
    mind.portrays = only_the_bed;
    assert_true(think(2, &move));
    assert_int_equal(move.action, CO_ACT_DOUBLE);
    assert_int_equal(move.v[0].i, 1);
    table.doubler = SEAT(3); /* CO-12 */
    assert_true(think(2, &move));
    assert_int_equal(move.action, CO_ACT_CHOOSE);
    begin(5);
    mind.portrays = only_the_bed;
    assert_true(think(1, &move)); /* CO-13: the Referent */
    assert_int_equal(move.action, CO_ACT_CHOOSE);
}
