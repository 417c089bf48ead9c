/* Letter Dice: rules that are easier to check in C than in a script. */
#include "test.h"

#include "rules/registry.h"
#include "rules/setup.h"

#include <stdio.h>
#include <string.h>

/* ---- a table to play at ---- */

static const struct ld_public *board(const struct play *p)
{
    return table_public(p->match.table);
}

static const struct core *core(const struct play *p)
{
    return &p->match.table->core;
}

static void force(struct play *p, int chance, int value)
{
    p->rig.item[p->rig.n].chance = chance;
    p->rig.item[p->rig.n++].value = value;
}

void open_play(struct play *p, int seats, enum ld_variant variant, int rigged)
{
    const struct book *book = registry_find(STR("letterdice"));
    struct setup setup;

    *p = (struct play){.d = decision_new()};
    setup_default(&setup, book);
    setup.seats = seats;
    setup.option[LD_VARIANT] = (int16_t)variant;
    /* So many throws of white S, yellow T, red P, blue A, green B, and the colour green. */
    for (int i = 0; i < rigged; i++) {
        for (int die = 0; die < LD_DICE; die++)
            force(p, LD_CHANCE_LETTER, "STPAB"[die] - 'A');
        force(p, LD_CHANCE_COLOUR, LD_GREEN);
    }
    struct world world = {
        .lexicon = lexicon_none(), .shelf = registry_shelf(book, LANG_EN), .rig = &p->rig};
    match_init(&p->match, &setup, &world);
    match_open(&p->match, p->d, 0);
}

void close_play(struct play *p)
{
    match_fini(&p->match);
    decision_free(p->d);
}

static bool act(struct play *p, int seat, int action)
{
    return match_act(&p->match, p->d, p->now, seat, action, NULL);
}

bool say(struct play *p, int seat, const char *word)
{
    struct value v[ARGS_MAX];

    PUT(v, ld_say, .word = str_of(word), .insist = true);
    return match_act(&p->match, p->d, p->now, seat, LD_ACT_SAY, v);
}

static void wait_seconds(struct play *p, int seconds)
{
    match_pass_time(&p->match, p->d, p->now += seconds * 1000, NULL, NULL);
}

void throw_all(struct play *p)
{
    if (core(p)->phase == LD_THEME)
        assert_true(act(p, board(p)->thrower, LD_ACT_ROLL_THEME));
    assert_true(act(p, board(p)->thrower, LD_ACT_THROW_DICE));
}

static void pass_all(struct play *p)
{
    for (int seat = 0; seat < core(p)->seats && core(p)->phase == LD_PLAY; seat++)
        act(p, seat, LD_ACT_PASS);
}

/* LD-1, LD-7, LD-8, LD-11, LD-14: tokens are moved, never made or lost. */
static void assert_all_tokens(const struct play *p)
{
    int sum = board(p)->middle + board(p)->reserve;

    for (int seat = 0; seat < core(p)->seats; seat++) {
        assert_true(core(p)->score[seat] >= 0);
        sum += core(p)->score[seat];
    }
    assert_int_equal(sum, LD_TOKENS);
}

/* ---- dice ---- */

static double without_vowel(enum language lang)
{
    double share = 1;

    for (int die = 0; die < LD_DICE; die++) {
        int consonants = 0;
        for (int i = 0; i < 26; i++)
            consonants += (ld_faces(lang, die) >> i & 1) && !strchr("AEIOU", 'A' + i);
        share *= consonants / 6.0;
    }
    return share;
}

static void dice_have_six_letters_and_nearly_always_a_vowel(void **state)
{
    static const char example[] = "ORVAB"; /* the throw of the worked example */

    (void)state;
    for (int lang = 0; lang < LANGUAGES; lang++) {
        for (int die = 0; die < LD_DICE; die++) {
            uint64_t faces = ld_faces((enum language)lang, die);

            assert_int_equal(__builtin_popcountll(faces), LD_FACES);
            assert_true(faces >> (example[die] - 'A') & 1);
            for (const char *c = lang == LANG_FR ? "KQWXYZ" : "QXY"; *c; c++)
                assert_false(faces >> (*c - 'A') & 1);
        }
        assert_true(without_vowel((enum language)lang) < 0.05);
    }
}

static void ld_7_one_point_for_each_die_whose_letter_occurs(void **state)
{
    static const struct {
        const char *letters, *word;
        int points;
    } cases[] = {
        {"ORVAB", "BONO", 2},    {"ORVAB", "BREJNEV", 3},     {"ORVAB", "BUÑUEL", 1},
        {"ORVAB", "BRECHT", 2},  {"ORVOB", "BONO", 3},        {"OROOB", "BONO", 4},
        {"NTSEB", "BUÑUEL", 3},  {"EEEEE", "ÉTÉ", 5},         {"OEKKK", "ŒUF", 2},
        {"SKKKK", "STRASSE", 1}, {"SSKKK", "STRAßE", 2},      {"AEKKK", "ÄRGER", 2},
        {"AEKKK", "ÄRZTIN", 1},  {"JCKKK", "JEAN-CLAUDE", 2}, {"TKKKK", "CAT 5", 1},
        {"QWXYZ", "BONO", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t letter[LD_DICE];

        for (int die = 0; die < LD_DICE; die++)
            letter[die] = (uint8_t)(cases[i].letters[die] - 'A');
        assert_int_equal(ld_points(letter, str_of(cases[i].word)), cases[i].points);
        /* LD-8 looks at the same letters. */
        assert_int_equal(ld_first_hit(letter, str_of(cases[i].word)) >= 0, cases[i].points > 0);
    }
}

static void ld_7_a_short_middle_gives_what_is_there(void **state)
{
    struct play p;

    (void)state;
    open_play(&p, 4, LD_LIMITED, 1);
    throw_all(&p);
    assert_int_equal(board(&p)->middle, 8);
    assert_true(say(&p, 0, "BASTPI")); /* five points */
    assert_int_equal(core(&p)->score[0], 5);
    assert_true(say(&p, 1, "BATSP")); /* five points, three tokens left */
    assert_int_equal(core(&p)->score[1], 3);
    assert_int_equal(board(&p)->middle, 0);
    assert_int_equal(core(&p)->phase, LD_SETTLE);
    assert_all_tokens(&p);
    close_play(&p);
}

static void ld_10_how_many_may_score(void **state)
{
    static const int scoring[] = {[2] = 1, [3] = 2, [4] = 3, [5] = 3, [6] = 4};

    (void)state;
    for (int players = 2; players <= 6; players++)
        assert_int_equal(ld_scoring(players), scoring[players]);
}

/* A word with the initial of the round and a tail of its own; in a black round everyone passes. */
static void play_round(struct play *p, int speakers)
{
    throw_all(p);
    for (int seat = 0; seat < speakers && !ld_black(board(p)); seat++) {
        char word[16];

        snprintf(word, sizeof word, "%c%d", 'A' + board(p)->letter[board(p)->colour], p->word++);
        say(p, seat, word);
        assert_all_tokens(p);
    }
    pass_all(p);
    wait_seconds(p, 6);
}

static void ld_13_ld_2_the_game_ends_when_the_middle_is_empty(void **state)
{
    struct play p;

    (void)state;
    open_play(&p, 3, LD_CLASSIC, 0);
    for (int round = 1; !core(&p)->outcome; round++) {
        assert_int_equal(board(&p)->round, round);
        assert_int_equal(board(&p)->thrower, (round - 1) % 3);
        assert_true(board(&p)->middle > 0);
        play_round(&p, 2);
    }
    assert_int_equal(board(&p)->middle, 0);
    assert_int_equal(core(&p)->outcome, OUTCOME_RANKED);
    for (int seat = 0; seat < 3; seat++) {
        int best = core(&p)->score[0] > core(&p)->score[1] ? 0 : 1;
        assert_int_equal(seats_has(core(&p)->winners, seat),
                         core(&p)->score[seat] == core(&p)->score[best]);
    }
    close_play(&p);
}

static void ld_13_ld_14_equal_tokens_share_the_win(void **state)
{
    static const char *const words[] = {"BOA", "BUT", "BAGEL"};
    struct play p;

    (void)state;
    open_play(&p, 3, LD_LIMITED, 15);
    for (int round = 1; round <= 15; round++) {
        assert_int_equal(board(&p)->middle, 6); /* two for each, until the reserve is empty */
        assert_int_equal(board(&p)->reserve, LD_TOKENS - 6 * round);
        throw_all(&p);
        for (int seat = 0; seat < 3; seat++)
            assert_true(say(&p, seat, words[(seat + round) % 3]));
        wait_seconds(&p, 6);
    }
    assert_int_equal(core(&p)->outcome, OUTCOME_RANKED);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(core(&p)->score[seat], 30);
    assert_int_equal(core(&p)->winners, seats_all(3));
    close_play(&p);
}

static void ld_14_a_last_short_round_leaves_no_token_unplayed(void **state)
{
    struct play p;

    (void)state;
    open_play(&p, 4, LD_LIMITED, 12);
    for (int round = 1; round <= 12; round++) {
        assert_int_equal(core(&p)->outcome, OUTCOME_NONE);
        assert_int_equal(board(&p)->middle, round <= 11 ? 8 : 2); /* 90 is no multiple of 8 */
        throw_all(&p);
        assert_true(say(&p, round % 4, "BASTPI"));
        if (round <= 11)
            assert_true(say(&p, round % 4, "BATSP"));
        wait_seconds(&p, 6);
        assert_all_tokens(&p);
    }
    assert_int_equal(core(&p)->outcome, OUTCOME_RANKED);
    assert_int_equal(board(&p)->middle + board(&p)->reserve, 0);
    assert_int_equal(core(&p)->winners, SEAT(1) | SEAT(2) | SEAT(3)); /* three whole rounds each */
    close_play(&p);
}

/* T-9: what a freed seat has stays in the count of the table, but cannot win. */
static void t_9_ld_13_a_freed_seat_keeps_its_tokens_and_cannot_win(void **state)
{
    struct value freed = NUM(0);
    struct play p;

    (void)state;
    open_play(&p, 3, LD_LIMITED, 19);
    for (int round = 1; !core(&p)->outcome; round++) {
        int speaker = round <= 8 ? 0 : 1 + round % 2;

        if (round == 9)
            assert_true(match_act(&p.match, p.d, p.now, NO_SEAT, ACT_FREE, &freed));
        throw_all(&p);
        assert_true(say(&p, speaker, "BASTPI"));
        say(&p, speaker, "BATSP");
        wait_seconds(&p, 6);
        assert_all_tokens(&p);
    }
    assert_int_equal(core(&p)->score[0], 48);
    assert_true(core(&p)->score[1] < 48 && core(&p)->score[2] < 48);
    assert_false(seats_has(core(&p)->winners, 0));
    assert_true(core(&p)->winners != 0);
    close_play(&p);
}

/* Gains are lost again in black rounds: the middle never empties, and still it ends. */
static void a_game_that_goes_round_in_circles_ends_after_99_rounds(void **state)
{
    struct play p;

    (void)state;
    open_play(&p, 3, LD_CLASSIC, 0);
    while (!core(&p)->outcome && board(&p)->round <= LD_ROUNDS) {
        throw_all(&p);
        char word[] = {(char)('A' + board(&p)->letter[ld_black(board(&p)) ? 0 : board(&p)->colour]),
                       '0', '\0'};
        say(&p, 0, word);
        for (; ld_black(board(&p)) && core(&p)->score[0] > 0 && word[1] < '9'; say(&p, 0, word))
            word[1]++; /* LD-5: another word each time */
        assert_all_tokens(&p);
        pass_all(&p);
        wait_seconds(&p, 6);
    }
    assert_int_equal(core(&p)->outcome, OUTCOME_RANKED);
    assert_int_equal(board(&p)->round, LD_ROUNDS);
    assert_true(board(&p)->middle > 0);
    close_play(&p);
}

static void ld_12_a_full_list_ends_the_round(void **state)
{
    struct play p;

    (void)state;
    open_play(&p, 3, LD_CLASSIC, 0);
    force(&p, LD_CHANCE_COLOUR, LD_BLACK);
    throw_all(&p);
    for (int i = 0; i < LD_CLAIMS; i++) {
        char wrong[8];

        assert_int_equal(board(&p)->round, 1);
        snprintf(wrong, sizeof wrong, "%c%d", 'A' + board(&p)->letter[LD_RED], i);
        assert_true(say(&p, i % 3, wrong)); /* LD-8: nobody has a token to lose */
        assert_int_equal(board(&p)->claim[i].seat, i % 3);
    }
    assert_int_equal(board(&p)->round, 2);
    assert_int_equal(board(&p)->claims, LD_CLAIMS); /* still shown until the next dice fall */
    assert_all_tokens(&p);
    close_play(&p);
}

/* LD-11: whichever claim falls, the others have what they would have without it. */
static void ld_11_a_struck_claim_leaves_no_trace_in_the_accounts(void **state)
{
    static const char *const words[] = {"BASTPI", "BATSP", "BOA", "BUT", "BEAST"};
    enum { WORDS = sizeof words / sizeof words[0] };

    (void)state;
    for (int struck = 0; struck < WORDS; struck++) {
        struct play with, without;

        open_play(&with, 5, LD_CLASSIC, 1);
        open_play(&without, 5, LD_CLASSIC, 1);
        throw_all(&with);
        throw_all(&without);
        for (int i = 0; i < WORDS; i++) {
            assert_true(say(&with, i, words[i]));
            if (i != struck)
                assert_true(say(&without, i, words[i]));
        }
        struct value v[] = {NUM(struck), NUM(1), NUM(0)};
        assert_true(match_act(&with.match, with.d, 0, (struck + 1) % 5, LD_ACT_OBJECT, v));
        v[0] = NUM(1);
        for (int i = 1; i <= 3; i++)
            assert_true(match_act(&with.match, with.d, 0, (struck + i) % 5, ACT_VOTE, v));
        assert_int_equal(board(&with)->claim[struck].state, LD_CLAIM_STRUCK);
        for (int seat = 0; seat < 5; seat++)
            assert_int_equal(core(&with)->score[seat], core(&without)->score[seat]);
        assert_int_equal(board(&with)->middle, board(&without)->middle);
        assert_all_tokens(&with);
        close_play(&with);
        close_play(&without);
    }
}

static void a_table_is_small(void **state)
{
    struct play p;

    (void)state;
    open_play(&p, 6, LD_CLASSIC, 0);
    assert_true(p.match.table->size <= 16 * 1024);
    close_play(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ld_4_ld_7_a_sharp_bot_begins_right_and_uses_more_dice),
        cmocka_unit_test(ld_5_ld_9_a_bot_says_something_new_and_only_once),
        cmocka_unit_test(ld_8_a_bots_word_has_none_of_the_letters_when_black),
        cmocka_unit_test(ld_11_a_bot_objects_to_what_does_not_fit_but_not_to_an_example),
        cmocka_unit_test(a_bot_lets_people_look_at_the_last_round),
        cmocka_unit_test(ld_6_a_bot_says_names_by_the_part_that_counts),
        cmocka_unit_test(dice_have_six_letters_and_nearly_always_a_vowel),
        cmocka_unit_test(ld_7_one_point_for_each_die_whose_letter_occurs),
        cmocka_unit_test(ld_7_a_short_middle_gives_what_is_there),
        cmocka_unit_test(ld_10_how_many_may_score),
        cmocka_unit_test(ld_1_the_first_card_in_a_first_game_then_one_not_seen_yet),
        cmocka_unit_test(ld_1_a_card_that_was_picked_is_seen_too),
        cmocka_unit_test(ld_1_t_11_harder_is_the_next_card),
        cmocka_unit_test(ld_6_a_card_says_which_themes_are_of_names),
        cmocka_unit_test(ld_6_what_counts_of_a_name),
        cmocka_unit_test(ld_6_a_game_of_edition_1_knows_no_themes_of_names),
        cmocka_unit_test(ld_13_ld_2_the_game_ends_when_the_middle_is_empty),
        cmocka_unit_test(ld_13_ld_14_equal_tokens_share_the_win),
        cmocka_unit_test(ld_14_a_last_short_round_leaves_no_token_unplayed),
        cmocka_unit_test(t_9_ld_13_a_freed_seat_keeps_its_tokens_and_cannot_win),
        cmocka_unit_test(a_game_that_goes_round_in_circles_ends_after_99_rounds),
        cmocka_unit_test(ld_12_a_full_list_ends_the_round),
        cmocka_unit_test(ld_11_a_struck_claim_leaves_no_trace_in_the_accounts),
        cmocka_unit_test(the_rules_hold_at_every_moment_of_random_play),
        cmocka_unit_test(facts_from_a_damaged_log_do_no_harm),
        cmocka_unit_test(play_goes_on_after_a_damaged_log),
        cmocka_unit_test(ld_11_a_vote_on_a_word_that_is_gone_strikes_nothing),
        cmocka_unit_test(a_table_is_small),
    };

    registry_init();
    int failed = cmocka_run_group_tests_name("letterdice", tests, NULL, NULL);
    registry_fini();
    return failed;
}
