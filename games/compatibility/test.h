/* test - tests of Compatibility that have a file of their own. */
#ifndef COMPATIBILITY_TEST_H
#define COMPATIBILITY_TEST_H

#include "check.h"
#include "compatibility.h"

/* test_points.c */
void co_7_co_9_co_11_co_14_spaces_and_winners_of_whole_games(void **state);

/* test_bot.c */
void co_4_a_bot_lays_as_many_pictures_as_its_space_says(void **state);
void co_11_co_12_co_13_a_bot_doubles_when_sure_and_may(void **state);

#endif
