/* Letter Dice: rules that are easier to check in C than in a script. */
#include "test.h"

#include "rules/setup.h"

#include <stdio.h>
#include <string.h>

/* ---- a table to play at ---- */

static const struct ld_public *board(const struct match_fixture *f)
{
    return table_public(f->m.table);
}

void start(struct match_fixture *f, int seats, enum ld_variant variant, int rigged)
{
    struct setup setup = match_fixture_setup("letterdice", seats, "");

    *f = (struct match_fixture){.world.lexicon = lexicon_none()};
    setup.option[LD_VARIANT] = (int16_t)variant;
    for (int i = 0; i < rigged; i++) {
        for (int die = 0; die < LD_DICE; die++)
            match_fixture_rig(f, LD_CHANCE_LETTER, "STPAB"[die] - 'A');
        match_fixture_rig(f, LD_CHANCE_COLOUR, LD_GREEN);
    }
    match_fixture_open(f, &setup);
}

static bool act(struct match_fixture *f, int seat, int action)
{
    return match_fixture_act(f, seat, action, NULL);
}

bool say(struct match_fixture *f, int seat, const char *word)
{
    struct value v[ARGS_MAX];

    PUT(v, ld_say, .word = str_of(word), .insist = true);
    return match_fixture_act(f, seat, LD_ACT_SAY, v);
}

void throw_all(struct match_fixture *f)
{
    if (match_fixture_core(f)->phase == LD_THEME)
        assert_true(act(f, board(f)->thrower, LD_ACT_ROLL_THEME));
    assert_true(act(f, board(f)->thrower, LD_ACT_THROW_DICE));
}

static void pass_all(struct match_fixture *f)
{
    for (int seat = 0;
         seat < match_fixture_core(f)->seats && match_fixture_core(f)->phase == LD_PLAY; seat++)
        act(f, seat, LD_ACT_PASS);
}

/* LD-1, LD-7, LD-8, LD-11, LD-14: tokens are moved, never made or lost. */
static void assert_all_tokens(const struct match_fixture *f)
{
    int sum = board(f)->middle + board(f)->reserve;

    for (int seat = 0; seat < match_fixture_core(f)->seats; seat++) {
        assert_true(match_fixture_core(f)->score[seat] >= 0);
        sum += match_fixture_core(f)->score[seat];
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
    struct match_fixture f;

    (void)state;
    start(&f, 4, LD_LIMITED, 1);
    throw_all(&f);
    assert_int_equal(board(&f)->middle, 8);
    assert_true(say(&f, 0, "BASTPI")); /* five points */
    assert_int_equal(match_fixture_core(&f)->score[0], 5);
    assert_true(say(&f, 1, "BATSP")); /* five points, three tokens left */
    assert_int_equal(match_fixture_core(&f)->score[1], 3);
    assert_int_equal(board(&f)->middle, 0);
    assert_int_equal(match_fixture_core(&f)->phase, LD_SETTLE);
    assert_all_tokens(&f);
    match_fixture_close(&f);
}

static void ld_10_how_many_may_score(void **state)
{
    static const int scoring[] = {[2] = 1, [3] = 2, [4] = 3, [5] = 3, [6] = 4};

    (void)state;
    for (int players = 2; players <= 6; players++)
        assert_int_equal(ld_scoring(players), scoring[players]);
}

/* A word with the initial of the round and a tail of its own; in a black round everyone passes. */
static void play_round(struct match_fixture *f, int speakers)
{
    throw_all(f);
    for (int seat = 0; seat < speakers && !ld_black(board(f)); seat++) {
        char word[16];

        /* No two of a game are the same. */
        snprintf(word, sizeof word, "%c%d", 'A' + board(f)->letter[board(f)->colour],
                 board(f)->round * LD_SEATS + seat);
        say(f, seat, word);
        assert_all_tokens(f);
    }
    pass_all(f);
    match_fixture_wait(f, 6);
}

static void ld_13_ld_2_the_game_ends_when_the_middle_is_empty(void **state)
{
    struct match_fixture f;

    (void)state;
    start(&f, 3, LD_CLASSIC, 0);
    for (int round = 1; !match_fixture_core(&f)->outcome; round++) {
        assert_int_equal(board(&f)->round, round);
        assert_int_equal(board(&f)->thrower, (round - 1) % 3);
        assert_true(board(&f)->middle > 0);
        play_round(&f, 2);
    }
    assert_int_equal(board(&f)->middle, 0);
    assert_int_equal(match_fixture_core(&f)->outcome, OUTCOME_RANKED);
    for (int seat = 0; seat < 3; seat++) {
        int best = match_fixture_core(&f)->score[0] > match_fixture_core(&f)->score[1] ? 0 : 1;
        assert_int_equal(seats_has(match_fixture_core(&f)->winners, seat),
                         match_fixture_core(&f)->score[seat] ==
                             match_fixture_core(&f)->score[best]);
    }
    match_fixture_close(&f);
}

static void ld_13_ld_14_equal_tokens_share_the_win(void **state)
{
    static const char *const words[] = {"BOA", "BUT", "BAGEL"};
    struct match_fixture f;

    (void)state;
    start(&f, 3, LD_LIMITED, 15);
    for (int round = 1; round <= 15; round++) {
        assert_int_equal(board(&f)->middle, 6); /* two for each, until the reserve is empty */
        assert_int_equal(board(&f)->reserve, LD_TOKENS - 6 * round);
        throw_all(&f);
        for (int seat = 0; seat < 3; seat++)
            assert_true(say(&f, seat, words[(seat + round) % 3]));
        match_fixture_wait(&f, 6);
    }
    assert_int_equal(match_fixture_core(&f)->outcome, OUTCOME_RANKED);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(match_fixture_core(&f)->score[seat], 30);
    assert_int_equal(match_fixture_core(&f)->winners, seats_all(3));
    match_fixture_close(&f);
}

static void ld_14_a_last_short_round_leaves_no_token_unplayed(void **state)
{
    struct match_fixture f;

    (void)state;
    start(&f, 4, LD_LIMITED, 12);
    for (int round = 1; round <= 12; round++) {
        assert_int_equal(match_fixture_core(&f)->outcome, OUTCOME_NONE);
        assert_int_equal(board(&f)->middle, round <= 11 ? 8 : 2); /* 90 is no multiple of 8 */
        throw_all(&f);
        assert_true(say(&f, round % 4, "BASTPI"));
        if (round <= 11)
            assert_true(say(&f, round % 4, "BATSP"));
        match_fixture_wait(&f, 6);
        assert_all_tokens(&f);
    }
    assert_int_equal(match_fixture_core(&f)->outcome, OUTCOME_RANKED);
    assert_int_equal(board(&f)->middle + board(&f)->reserve, 0);
    assert_int_equal(match_fixture_core(&f)->winners,
                     SEAT(1) | SEAT(2) | SEAT(3)); /* three whole rounds each */
    match_fixture_close(&f);
}

/* T-9: what a freed seat has stays in the count of the table, but cannot win. */
static void t_9_ld_13_a_freed_seat_keeps_its_tokens_and_cannot_win(void **state)
{
    struct value freed = NUM(0);
    struct match_fixture f;

    (void)state;
    start(&f, 3, LD_LIMITED, 19);
    for (int round = 1; !match_fixture_core(&f)->outcome; round++) {
        int speaker = round <= 8 ? 0 : 1 + round % 2;

        if (round == 9)
            assert_true(match_fixture_act(&f, NO_SEAT, ACT_FREE, &freed));
        throw_all(&f);
        assert_true(say(&f, speaker, "BASTPI"));
        say(&f, speaker, "BATSP");
        match_fixture_wait(&f, 6);
        assert_all_tokens(&f);
    }
    assert_int_equal(match_fixture_core(&f)->score[0], 48);
    assert_true(match_fixture_core(&f)->score[1] < 48 && match_fixture_core(&f)->score[2] < 48);
    assert_false(seats_has(match_fixture_core(&f)->winners, 0));
    assert_true(match_fixture_core(&f)->winners != 0);
    match_fixture_close(&f);
}

/* Gains are lost again in black rounds: the middle never empties, and still it ends. */
static void a_game_that_goes_round_in_circles_ends_after_99_rounds(void **state)
{
    struct match_fixture f;

    (void)state;
    start(&f, 3, LD_CLASSIC, 0);
    while (!match_fixture_core(&f)->outcome && board(&f)->round <= LD_ROUNDS) {
        throw_all(&f);
        char word[] = {(char)('A' + board(&f)->letter[ld_black(board(&f)) ? 0 : board(&f)->colour]),
                       '0', '\0'};
        say(&f, 0, word);
        for (; ld_black(board(&f)) && match_fixture_core(&f)->score[0] > 0 && word[1] < '9';
             say(&f, 0, word))
            word[1]++; /* LD-5: another word each time */
        assert_all_tokens(&f);
        pass_all(&f);
        match_fixture_wait(&f, 6);
    }
    assert_int_equal(match_fixture_core(&f)->outcome, OUTCOME_RANKED);
    assert_int_equal(board(&f)->round, LD_ROUNDS);
    assert_true(board(&f)->middle > 0);
    match_fixture_close(&f);
}

static void ld_12_a_full_list_ends_the_round(void **state)
{
    struct match_fixture f;

    (void)state;
    start(&f, 3, LD_CLASSIC, 0);
    match_fixture_rig(&f, LD_CHANCE_COLOUR, LD_BLACK);
    throw_all(&f);
    for (int i = 0; i < LD_CLAIMS; i++) {
        char wrong[8];

        assert_int_equal(board(&f)->round, 1);
        snprintf(wrong, sizeof wrong, "%c%d", 'A' + board(&f)->letter[LD_RED], i);
        assert_true(say(&f, i % 3, wrong)); /* LD-8: nobody has a token to lose */
        assert_int_equal(board(&f)->claim[i].seat, i % 3);
    }
    assert_int_equal(board(&f)->round, 2);
    assert_int_equal(board(&f)->claims, LD_CLAIMS); /* still shown until the next dice fall */
    assert_all_tokens(&f);
    match_fixture_close(&f);
}

/* LD-11: whichever claim falls, the others have what they would have without it. */
static void ld_11_a_struck_claim_leaves_no_trace_in_the_accounts(void **state)
{
    static const char *const words[] = {"BASTPI", "BATSP", "BOA", "BUT", "BEAST"};
    enum { WORDS = sizeof words / sizeof words[0] };

    (void)state;
    for (int struck = 0; struck < WORDS; struck++) {
        struct match_fixture with, without;

        start(&with, 5, LD_CLASSIC, 1);
        start(&without, 5, LD_CLASSIC, 1);
        throw_all(&with);
        throw_all(&without);
        for (int i = 0; i < WORDS; i++) {
            assert_true(say(&with, i, words[i]));
            if (i != struck)
                assert_true(say(&without, i, words[i]));
        }
        struct value v[] = {NUM(struck), NUM(1), NUM(0)};
        assert_true(match_fixture_act(&with, (struck + 1) % 5, LD_ACT_OBJECT, v));
        v[0] = NUM(1);
        for (int i = 1; i <= 3; i++)
            assert_true(match_fixture_act(&with, (struck + i) % 5, ACT_VOTE, v));
        assert_int_equal(board(&with)->claim[struck].state, LD_CLAIM_STRUCK);
        for (int seat = 0; seat < 5; seat++)
            assert_int_equal(match_fixture_core(&with)->score[seat],
                             match_fixture_core(&without)->score[seat]);
        assert_int_equal(board(&with)->middle, board(&without)->middle);
        assert_all_tokens(&with);
        match_fixture_close(&with);
        match_fixture_close(&without);
    }
}

/* LD-11: the words are gone while one of them is voted on. Only a damaged log can say so. */
static void ld_11_a_vote_on_a_word_that_is_gone_strikes_nothing(void **state)
{
    struct fact thrown = {.kind = LD_DICE_THROWN};
    struct value v[ARGS_MAX] = {0};
    struct match_fixture f;

    (void)state;
    start(&f, 3, LD_CLASSIC, 1);
    throw_all(&f);
    assert_true(say(&f, 0, "BASTPI"));
    PUT(v, ld_object, .claim = 0);
    assert_true(match_fixture_act(&f, 1, LD_ACT_OBJECT, v));
    PUT(thrown.arg, ld_dice_thrown, .colour = LD_GREEN);
    table_fold(f.m.table, &thrown);
    v[0] = NUM(1);
    assert_true(match_fixture_act(&f, 2, ACT_VOTE, v));
    assert_false(votes_open(match_fixture_core(&f)));
    for (int i = 0; i < f.d->facts; i++) {
        assert_int_not_equal(f.d->fact[i].kind, LD_CLAIM_REJECTED);
        assert_int_not_equal(f.d->fact[i].kind, WORD_RULED);
    }
    match_fixture_close(&f);
}

static void a_table_is_small(void **state)
{
    struct match_fixture f;

    (void)state;
    start(&f, 6, LD_CLASSIC, 0);
    assert_true(f.m.table->size <= 16 * 1024);
    match_fixture_close(&f);
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
        cmocka_unit_test(ld_6_ld_7_who_types_is_told_what_counts),
        cmocka_unit_test(ld_8_a_black_round_previews_no_points),
        cmocka_unit_test(ld_6_a_game_of_edition_1_knows_no_themes_of_names),
        cmocka_unit_test(ld_13_ld_2_the_game_ends_when_the_middle_is_empty),
        cmocka_unit_test(ld_13_ld_14_equal_tokens_share_the_win),
        cmocka_unit_test(ld_14_a_last_short_round_leaves_no_token_unplayed),
        cmocka_unit_test(t_9_ld_13_a_freed_seat_keeps_its_tokens_and_cannot_win),
        cmocka_unit_test(a_game_that_goes_round_in_circles_ends_after_99_rounds),
        cmocka_unit_test(ld_12_a_full_list_ends_the_round),
        cmocka_unit_test(ld_11_a_struck_claim_leaves_no_trace_in_the_accounts),
        cmocka_unit_test(the_rules_hold_at_every_moment_of_random_play),
        cmocka_unit_test(ld_11_a_vote_on_a_word_that_is_gone_strikes_nothing),
        cmocka_unit_test(a_table_is_small),
    };

    return cmocka_run_group_tests_name("letterdice", tests, games_set_up, games_tear_down);
}
