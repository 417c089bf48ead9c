/* test - tests of One Mind that have a file of their own. */
#ifndef ONEMIND_TEST_H
#define ONEMIND_TEST_H

/* test_bot.c */
void om_4_om_8_a_bot_writes_with_the_letter_and_nothing_of_the_table(void **state);
void om_12_a_bot_claims_by_ear(void **state);
void om_15_a_bot_objects_to_what_certainly_breaks_a_rule(void **state);

#endif
