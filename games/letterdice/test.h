/* test - what the tests of Letter Dice share. */
#ifndef LETTERDICE_TEST_H
#define LETTERDICE_TEST_H

#include "check.h"
#include "letterdice.h"
#include "match_fixture.h"

/* ---- a table to play at ---- */

/* So many throws of white S, yellow T, red P, blue A, green B, and the colour green are rigged. */
void start(struct match_fixture *f, int seats, enum ld_variant variant, int rigged);
/* The theme is rolled, if there is one to roll, and the dice are thrown. */
void throw_all(struct match_fixture *f);
/* Says a word against any advice. */
bool say(struct match_fixture *f, int seat, const char *word);

/* ---- tests that have a file of their own ---- */

/* test_random.c */
void the_rules_hold_at_every_moment_of_random_play(void **state);

/* test_names.c */
void ld_1_the_first_card_in_a_first_game_then_one_not_seen_yet(void **state);
void ld_1_a_card_that_was_picked_is_seen_too(void **state);
void ld_1_t_11_harder_is_the_next_card(void **state);
void ld_6_a_card_says_which_themes_are_of_names(void **state);
void ld_6_what_counts_of_a_name(void **state);
void ld_6_ld_7_who_types_is_told_what_counts(void **state);
void ld_8_a_black_round_previews_no_points(void **state);
void ld_6_a_game_of_edition_1_knows_no_themes_of_names(void **state);

/* test_bot.c */
void ld_4_ld_7_a_sharp_bot_begins_right_and_uses_more_dice(void **state);
void ld_5_ld_9_a_bot_says_something_new_and_only_once(void **state);
void ld_8_a_bots_word_has_none_of_the_letters_when_black(void **state);
void ld_11_a_bot_objects_to_what_does_not_fit_but_not_to_an_example(void **state);
void a_bot_lets_people_look_at_the_last_round(void **state);
void ld_6_a_bot_says_names_by_the_part_that_counts(void **state);

#endif
