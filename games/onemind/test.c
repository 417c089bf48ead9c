/* One Mind: rules that are easier to check on the table's memory than in a script. */

#include "test.h"
#include "check.h"
#include "match_fixture.h"
#include "onemind.h"

#include "rules/registry.h"

/* OM-1: the whole table of gems. */
static void om_1_gems_for_players_and_level(void **state)
{
    static const int gems[6][5] = {{6, 8, 10, 12, 14},   {8, 10, 12, 14, 16},
                                   {10, 12, 14, 16, 18}, {12, 14, 16, 18, 20},
                                   {14, 16, 18, 20, 22}, {16, 18, 20, 22, 24}};

    (void)state;
    for (int seats = 3; seats <= 8; seats++) {
        for (int level = 0; level < 5; level++)
            assert_int_equal(om_gems(seats, level), gems[seats - 3][level]);
    }
    assert_int_equal(om_gems(2, 3), 0);
}

/* Letters that a table of eight draws for its start words, over many games. */
static uint32_t letters_dealt(enum language lang)
{
    struct setup setup = match_fixture_setup("onemind", 8, "");
    uint32_t seen = 0;

    setup.language = lang;
    for (uint64_t game = 0; game < 200; game++) {
        struct match_fixture f = {0};

        setup.seed = seed_number(game);
        match_fixture_open(&f, &setup);
        const struct om_public *t = table_public(f.m.table);
        for (int seat = 0; seat < setup.seats; seat++)
            seen |= UINT32_C(1) << t->letter[seat];
        match_fixture_close(&f);
    }
    return seen;
}

static uint32_t all_but(const char *letters)
{
    uint32_t set = (UINT32_C(1) << 26) - 1;

    for (; *letters; letters++)
        set &= ~(UINT32_C(1) << (*letters - 'A'));
    return set;
}

/* OM-3, material: 23 letters have a token, and which ones depends on the language. */
static void om_3_letters_of_each_language(void **state)
{
    (void)state;
    assert_int_equal(letters_dealt(LANG_EN), all_but("QXY"));
    assert_int_equal(letters_dealt(LANG_DE), all_but("QXY"));
    assert_int_equal(letters_dealt(LANG_FR), all_but("KWX"));
}

/* OM-2: whoever is stuck can be helped, whatever letter was drawn. A pack need not know a word with
 * every letter, for the everyday words stand in; it knows none with a letter nobody draws. */
static void om_2_every_letter_has_start_words(void **state)
{
    const struct book *b = registry_find(STR("onemind"));

    (void)state;
    for (int at = 0; at < LANGUAGES * PACKS; at++) {
        enum language lang = (enum language)(at / PACKS);
        enum pack pack = (enum pack)(at % PACKS);
        const struct deck *deck = registry_shelf(b, lang)->deck[OM_DECK_START_WORDS + (int)pack];
        int words[26] = {0};

        for (int i = 0; i < deck->entries; i++)
            words[word_initial(deck->entry[i].text) - 'A']++;
        for (int letter = 0; letter < 26; letter++) {
            if (!(letters_dealt(lang) >> letter & 1))
                assert_int_equal(words[letter], 0);
            else if (pack == PACK_EVERYDAY)
                assert_true(words[letter] >= 5);
        }
    }
}

/* OM-9: no talk while words are written; while they are read, checked and voted on, all hear all.
 */
static void om_9_talk_only_when_nothing_is_written(void **state)
{
    const struct game *g = registry_find(STR("onemind"))->game;
    struct core core = {.seats = 4, .gone = SEAT(3)};
    struct om_public table = {.round = 1};

    (void)state;
    for (int phase = OM_START; phase <= OM_CHECK; phase++) {
        bool writing = phase == OM_START || phase == OM_WRITE;

        core.phase = (uint8_t)phase;
        for (int seat = 0; seat < 3; seat++)
            assert_int_equal(g->talk(&(struct known){&core, &table, NULL, seat}),
                             writing ? 0 : SEAT(0) | SEAT(1) | SEAT(2));
        assert_int_equal(g->talk(&(struct known){&core, &table, NULL, 3}), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(om_4_om_8_a_bot_writes_with_the_letter_and_nothing_of_the_table),
        cmocka_unit_test(om_12_a_bot_claims_by_ear),
        cmocka_unit_test(om_15_a_bot_objects_to_what_certainly_breaks_a_rule),
        cmocka_unit_test(om_2_a_bot_never_writes_a_struck_start_word_again),
        cmocka_unit_test(om_2_hints_for_a_start_word_are_of_the_pack),
        cmocka_unit_test(t_2_a_bot_thinks_in_the_language_of_its_seat),
        cmocka_unit_test(t_2_bots_spread_over_the_languages),
        cmocka_unit_test(om_1_gems_for_players_and_level),
        cmocka_unit_test(om_3_letters_of_each_language),
        cmocka_unit_test(om_2_every_letter_has_start_words),
        cmocka_unit_test(om_12_om_13_om_15_hold_in_random_play),
        cmocka_unit_test(om_9_talk_only_when_nothing_is_written),
    };

    return cmocka_run_group_tests_name("onemind", tests, games_set_up, games_tear_down);
}
