/* test - tests of One Mind that have a file of their own. */
#ifndef ONEMIND_TEST_H
#define ONEMIND_TEST_H

/* test_bot.c */
void om_4_om_8_a_bot_writes_with_the_letter_and_nothing_of_the_table(void **state);
void om_12_a_bot_claims_by_ear(void **state);
void om_15_a_bot_objects_to_what_certainly_breaks_a_rule(void **state);
void om_2_a_bot_never_writes_a_struck_start_word_again(void **state);
void om_2_hints_for_a_start_word_are_of_the_pack(void **state);
void t_2_a_bot_thinks_in_the_language_of_its_seat(void **state);
void t_2_bots_spread_over_the_languages(void **state);

/* test_random.c */
void om_12_om_13_om_15_hold_in_random_play(void **state);

#endif
