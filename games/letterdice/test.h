/* test - what the tests of Letter Dice share. */
#ifndef LETTERDICE_TEST_H
#define LETTERDICE_TEST_H

enum { LD_TEST_GAMES = 200 };

/* test_random.c */
void the_rules_hold_at_every_moment_of_random_play(void **state);

#endif
