/* Letter Dice: what its bot does, on tables made by hand. */
#include "check.h"
#include "dream.h"
#include "letterdice.h"
#include "test.h"

#include "rules/bot.h"
#include "rules/registry.h"

static struct core core;
static struct ld_public table;

static void begin(int colour)
{
    static const char dice[] = "ATLEB";

    core = (struct core){.seats = 4, .phase = LD_PLAY, .since = 1000};
    core.option[LD_OBJECTION_TIME] = 6;
    table = (struct ld_public){.round = 1,
                               .theme = 2,
                               .scoring = 3,
                               .middle = 90,
                               .colour = (uint8_t)colour,
                               .thrower = 0};
    for (int i = 0; i < LD_DICE; i++)
        table.letter[i] = (uint8_t)(dice[i] - 'A');
    for (int i = 0; i < LD_THEMES; i++)
        phrase_set(&table.theme_text[i], STR("animals"));
}

static bool think(int seat, enum bot_level level, uint64_t seed, struct bot_move *move)
{
    const struct book *b = registry_find(STR("letterdice"));
    struct known k = {&core, &table, "", seat};
    struct bot_head head = {.mind = dream_mind(), .shelf = registry_shelf(b, LANG_EN)};

    return bot_think(b, &k, &(struct bot){level, seed}, &head, move);
}

void ld_4_ld_7_a_sharp_bot_begins_right_and_uses_more_dice(void **state)
{
    int letters[BOT_LEVELS] = {0};
    int64_t time[BOT_LEVELS] = {0};
    struct bot_move move;

    (void)state;
    begin(LD_GREEN); /* B */
    for (int level = BOT_EASY; level <= BOT_SHARP; level++) {
        for (uint64_t seed = 0; seed < 30; seed++) {
            assert_true(think(1, (enum bot_level)level, seed, &move));
            assert_int_equal(move.action, LD_ACT_SAY);
            assert_int_equal(move.v[0].s.at[0], 'B');
            letters[level] += ld_points(table.letter, move.v[0].s);
            time[level] += move.at;
        }
    }
    assert_true(letters[BOT_SHARP] > letters[BOT_EASY]);
    assert_true(time[BOT_SHARP] < time[BOT_EASY]);
}

void ld_5_ld_9_a_bot_says_something_new_and_only_once(void **state)
{
    struct bot_move move, other;

    (void)state;
    begin(LD_GREEN);
    assert_true(think(1, BOT_SHARP, 3, &move));
    table.claim[0] = (struct ld_claim){.at = 2000, .seat = 1, .theme = 2, .points = 3};
    word_set(&table.claim[0].word, move.v[0].s);
    table.claims = 1;
    assert_true(think(2, BOT_SHARP, 3, &other)); /* the same head at another seat */
    assert_int_equal(other.action, LD_ACT_SAY);
    assert_false(str_eq(other.v[0].s, word_str(&table.claim[0].word)));
    assert_false(think(1, BOT_SHARP, 3, &move)); /* LD-9: out for the round */
}

void ld_8_a_bots_word_has_none_of_the_letters_when_black(void **state)
{
    struct bot_move move;

    (void)state;
    begin(LD_BLACK);
    for (uint64_t seed = 0; seed < 30; seed++) {
        assert_true(think(1, BOT_NORMAL, seed, &move));
        if (move.action == LD_ACT_SAY)
            assert_int_equal(ld_first_hit(table.letter, move.v[0].s), -1);
        else
            assert_int_equal(move.action, LD_ACT_PASS);
    }
}

void ld_11_a_bot_objects_to_what_does_not_fit_but_not_to_an_example(void **state)
{
    struct bot_move move;

    (void)state;
    begin(LD_GREEN);
    table.claim[0] =
        (struct ld_claim){.at = 2000, .seat = 2, .theme = 2, .points = 2, .fits = OPINION_NO};
    word_set(&table.claim[0].word, STR("BREAD"));
    table.claims = 1;
    assert_true(think(1, BOT_SHARP, 3, &move));
    assert_int_equal(move.action, LD_ACT_OBJECT);
    assert_int_equal(move.v[0].i, 0);
    assert_true(move.at > 2000 && move.at < 2000 + 6000);
    word_set(&table.claim[0].word, STR("BEAR")); /* the deck knows better than the referee */
    assert_true(think(1, BOT_SHARP, 3, &move));
    assert_int_equal(move.action, LD_ACT_SAY);
}

void a_bot_lets_people_look_at_the_last_round(void **state)
{
    int64_t first = 0, later = 0;
    struct bot_move move;

    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        for (int round = 1; round <= 2; round++) {
            begin(LD_GREEN);
            core.phase = LD_THEME;
            table.round = (uint8_t)round;
            assert_true(think(0, BOT_NORMAL, seed, &move));
            assert_int_equal(move.action, LD_ACT_ROLL_THEME);
            *(round == 1 ? &first : &later) += move.at - core.since;
        }
    }
    assert_true(later > 2 * first);
}

/* LD-6: of LONG JOHN SILVER the last part counts, for a bot, too. */
void ld_6_a_bot_says_names_by_the_part_that_counts(void **state)
{
    struct bot_move move;
    bool several = false;

    (void)state;
    begin(LD_WHITE);
    table.theme = 1;
    table.names = 1;
    table.letter[LD_WHITE] = 'S' - 'A';
    phrase_set(&table.theme_text[0], STR("fictional characters"));
    for (uint64_t seed = 0; seed < 60; seed++) {
        assert_true(think(1, BOT_SHARP, seed, &move));
        if (move.action != LD_ACT_SAY)
            continue;
        assert_int_equal(word_initial(ld_offered(&table, 1, move.v[0].s, true)), 'S');
        several = several || word_parts(move.v[0].s) > 1;
    }
    assert_true(several);
}
