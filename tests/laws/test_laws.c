/*
 * The laws over a registered game, and over toys that each break one.
 *
 * usage: test-laws GAME | toys
 */
#include "check.h"
#include "dies.h"
#include "laws.h"
#include "reach.h"
#include "rules/registry.h"
#include "toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Games per law and registered game; `make test` raises nothing by luck: seeds are fixed. */
enum { GAMES = 140, REACH_GAMES = 600, TOY_GAMES = 200 };

typedef bool law_function(struct law *l);

static int64_t run_law(law_function *law, const struct book *book, bool decks)
{
    int64_t weight = 0;

    for (int i = 0; i < GAMES; i++) {
        struct law l = {
            .book = book, .shelf = decks ? registry_shelf : NULL, .seed = (uint64_t)(1000 + i)};

        if (!law(&l))
            fail_msg("%s, seed %d: %s", book->game->id, 1000 + i, l.reason);
        weight += l.weight;
    }
    return weight;
}

static const struct book *subject;

static bool has_secrets(const struct book *b)
{
    for (int i = 0; i < b->actions; i++) {
        for (int arg = 0; arg < b->action_args[i].n; arg++) {
            if (b->action_args[i].arg[arg].secret)
                return true;
        }
    }
    for (int i = 0; i < b->chances; i++) {
        if (b->chance[i].secret)
            return true;
    }
    return false;
}

/* A law that never bit proves nothing. Only a game without secrets has no twin worlds, and only one
 * that shows nothing for a while has nothing that bots could hurry. */
static void the_game(law_function *law)
{
    int64_t weight = run_law(law, subject, true);

    assert_true(weight > 0 || (law == law_twins && !has_secrets(subject)) ||
                (law == law_bots_patient && !shows_something(subject->game)));
}

/* Whether a law catches a broken game within some seeds. */
static bool caught(law_function *law, const struct game *g)
{
    struct book *book = malloc(sizeof *book);
    bool found = false;

    book_init(book, g);
    for (int i = 0; i < TOY_GAMES && !found; i++) {
        struct law l = {.book = book, .seed = (uint64_t)i};

        found = !law(&l);
        if (found)
            printf("# %s: %s\n", g->id, l.reason);
    }
    free(book);
    return found;
}

#define LAW(name, law)             \
    static void name(void **state) \
    {                              \
        (void)state;               \
        the_game(law);             \
    }
#define BREAKS(name, law, toy)          \
    static void name(void **state)      \
    {                                   \
        (void)state;                    \
        assert_true(caught(law, &toy)); \
    }

LAW(law_1_replay_rebuilds_the_table, law_replay)
LAW(law_2_knowledge_views_need_only_own_facts, law_knowledge)
LAW(law_3_twin_worlds_t_3_secrets_stay_secret, law_twins)
LAW(law_4_refusal_leaves_no_trace, law_refusal)
LAW(law_5_liveness_t_9_nobody_blocks_the_table, law_liveness)
LAW(t_9_one_present_person_keeps_the_table, law_company)
LAW(law_6_random_play_ends_with_a_true_result, law_ends)
LAW(law_9_bots_decide_by_what_they_know, law_bots_blind)
LAW(law_10_bots_make_lawful_moves_and_end, law_bots_mannered)
LAW(law_11_bots_hurry_nothing_that_people_look_at, law_bots_patient)
LAW(damaged_facts_stay_within_their_block, law_damage)
LAW(t_10_seed_and_moves_replay_bit_for_bit, law_chance)

BREAKS(law_1_catches_a_forgetful_fold, law_replay, toy_forgetful)
BREAKS(law_2_catches_a_secret_in_the_public_block, law_knowledge, toy_leaking)
BREAKS(law_3_catches_a_public_hint_at_a_secret, law_twins, toy_whispering)
BREAKS(law_3_catches_a_refusal_that_knows_secrets, law_twins, toy_prejudiced)
BREAKS(law_3_catches_a_public_hint_at_a_dealt_card, law_twins, toy_peeking)
BREAKS(law_4_catches_a_refusal_that_changes_something, law_refusal, toy_trickling)
BREAKS(law_5_catches_a_game_that_hangs_when_a_seat_drops, law_liveness, toy_hanging)
BREAKS(law_6_catches_a_game_without_end, law_ends, toy_endless)
BREAKS(law_6_catches_an_unjust_result, law_ends, toy_unjust)
BREAKS(law_9_catches_a_bot_that_peeks, law_bots_blind, toy_cheating)
BREAKS(law_10_catches_a_bot_that_blunders, law_bots_mannered, toy_blundering)
BREAKS(law_10_catches_a_bot_that_sits_there, law_bots_mannered, toy_dozing)
BREAKS(law_11_catches_bots_that_hurry_people, law_bots_patient, toy_hurrying)
BREAKS(t_10_catches_chance_that_is_not_the_tables, law_chance, toy_gambling)
BREAKS(damage_catches_a_fold_that_spills, law_damage, toy_spilling)

static void a_lawful_toy_passes_every_law(void **state)
{
    static law_function *const laws[] = {law_replay,     law_knowledge,    law_twins,  law_refusal,
                                         law_liveness,   law_ends,         law_chance, law_damage,
                                         law_bots_blind, law_bots_mannered};
    struct book *book = malloc(sizeof *book);

    (void)state;
    book_init(book, &toy_lawful);
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++)
        assert_true(run_law(laws[i], book, false) > 0);
    free(book);
}

static void look_at_the_renamed(void)
{
    struct book *book = malloc(sizeof *book);
    struct law l = {.book = book, .seed = 1};

    book_init(book, &toy_renamed);
    law_knowledge(&l);
}

/* Every view of every test is held against its shape: no browser is needed to find the mistake. */
static void a_renamed_member_of_a_view_ends_the_test(void **state)
{
    (void)state;
    assert_dies(look_at_the_renamed, "rounds in View is not in its shape");
}

/* What random play never comes to, no law has looked at. Not every game has votes that stop the
 * clock, so of the facts only its own must come. */
static void random_play_reaches_every_action_and_fact(void **state)
{
    struct reach r = {0};

    (void)state;
    for (int i = 0; i < REACH_GAMES; i++) {
        struct law l = {.book = subject, .shelf = registry_shelf, .seed = (uint64_t)(1000 + i)};

        reach_play(&r, &l);
    }
    reach_print(&r, subject);
    for (int i = 0; i < subject->actions; i++) {
        if (!r.done[i])
            fail_msg("nobody ever did %s", subject->action[i]->name);
    }
    for (int i = CORE_FACTS; i < subject->facts; i++) {
        if (!r.fact[i] && !subject->fact[i]->retired)
            fail_msg("nothing ever led to %s", subject->fact[i]->name);
    }
}

static int test_game(const char *id)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(law_1_replay_rebuilds_the_table),
        cmocka_unit_test(law_2_knowledge_views_need_only_own_facts),
        cmocka_unit_test(law_3_twin_worlds_t_3_secrets_stay_secret),
        cmocka_unit_test(law_4_refusal_leaves_no_trace),
        cmocka_unit_test(law_5_liveness_t_9_nobody_blocks_the_table),
        cmocka_unit_test(t_9_one_present_person_keeps_the_table),
        cmocka_unit_test(law_6_random_play_ends_with_a_true_result),
        cmocka_unit_test(law_9_bots_decide_by_what_they_know),
        cmocka_unit_test(law_10_bots_make_lawful_moves_and_end),
        cmocka_unit_test(law_11_bots_hurry_nothing_that_people_look_at),
        cmocka_unit_test(damaged_facts_stay_within_their_block),
        cmocka_unit_test(t_10_seed_and_moves_replay_bit_for_bit),
        cmocka_unit_test(random_play_reaches_every_action_and_fact),
    };

    subject = registry_find(str_of(id));
    if (!subject) {
        fprintf(stderr, "there is no game '%s'\n", id);
        return 1;
    }
    return cmocka_run_group_tests_name(id, tests, NULL, NULL);
}

static int test_toys(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(law_1_catches_a_forgetful_fold),
        cmocka_unit_test(law_2_catches_a_secret_in_the_public_block),
        cmocka_unit_test(law_3_catches_a_public_hint_at_a_secret),
        cmocka_unit_test(law_3_catches_a_refusal_that_knows_secrets),
        cmocka_unit_test(law_3_catches_a_public_hint_at_a_dealt_card),
        cmocka_unit_test(law_4_catches_a_refusal_that_changes_something),
        cmocka_unit_test(law_5_catches_a_game_that_hangs_when_a_seat_drops),
        cmocka_unit_test(law_6_catches_a_game_without_end),
        cmocka_unit_test(law_6_catches_an_unjust_result),
        cmocka_unit_test(law_9_catches_a_bot_that_peeks),
        cmocka_unit_test(law_10_catches_a_bot_that_blunders),
        cmocka_unit_test(law_10_catches_a_bot_that_sits_there),
        cmocka_unit_test(law_11_catches_bots_that_hurry_people),
        cmocka_unit_test(t_10_catches_chance_that_is_not_the_tables),
        cmocka_unit_test(damage_catches_a_fold_that_spills),
        cmocka_unit_test(a_renamed_member_of_a_view_ends_the_test),
        cmocka_unit_test(a_lawful_toy_passes_every_law),
    };

    return cmocka_run_group_tests_name("toys", tests, NULL, NULL);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: test-laws GAME | toys\n", stderr);
        return 1;
    }
    registry_init();
    int failed = strcmp(argv[1], "toys") == 0 ? test_toys() : test_game(argv[1]);
    registry_fini();
    return failed;
}
