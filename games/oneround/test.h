/* test - tests of One Round? that have a file of their own. */
#ifndef ONEROUND_TEST_H
#define ONEROUND_TEST_H

/* test_bot.c */
void or_4_or_5_or_6_a_bots_clue_links_its_gap_best(void **state);
void or_14_in_overtime_a_bot_lets_the_sand_run(void **state);
void or_8_bots_point_agree_and_lock(void **state);
void or_8_bots_let_people_speak_first(void **state);
void or_10_bots_leave_time_to_look_at_the_last_card(void **state);
void or_18_a_bot_does_not_try_the_same_gap_again(void **state);

/* test_hints.c */
void or_6_numbers_are_read_in_three_languages(void **state);
void or_6_places_and_hours_are_hints_in_three_languages(void **state);
void or_6_a_colour_is_a_hint_for_its_cards_only(void **state);

/* test_table.c */
void or_1_or_22_every_challenge_opens_in_every_language(void **state);
void or_22_after_a_win_comes_the_next_challenge(void **state);
void or_22_a_pack_has_levels_of_its_own(void **state);
void or_13_or_17_options_that_do_not_go_together(void **state);
void or_8_nobody_loses_by_the_absence_of_others(void **state);

#endif
