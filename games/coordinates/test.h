/* test - a table of Coordinates to play at, shared by the game's tests. */
#ifndef COORDINATES_TEST_H
#define COORDINATES_TEST_H

#include "check.h"
#include "coordinates.h"
#include "match_fixture.h"

struct setup setup_of(int seats, uint64_t seed);
/* Begins a game; `numbers` ("3124") are dealt in the first round, where given. */
void start(struct match_fixture *g, const struct setup *s, const char *numbers);

const struct ax_public *board(const struct match_fixture *g);
const struct ax_seat *hand(const struct match_fixture *g, int seat);
bool act(struct match_fixture *g, int seat, int action, struct value a, struct value b);
bool guess(struct match_fixture *g, int seat, const char *numbers, int n);
/* Every player lays a token and confirms. */
void place_all(struct match_fixture *g);

/* test_points.c */
void ax_7_ax_8_ax_9_points_words_and_rounds_alone(void **state);
void ax_10_ax_11_ax_12_points_and_rounds_in_teams(void **state);
void t_9_the_game_ends_whoever_drops_out(void **state);
void ax_13_laps_of_forty_and_eighty(void **state);
void ax_13_a_perfect_game_ends_on_the_third_lap(void **state);

/* test_bot.c */
void ax_3_ax_6_a_bot_places_and_matches_by_what_it_sees(void **state);
void ax_12_bots_let_people_of_their_team_speak_first(void **state);
void ax_12_bots_keep_what_was_proposed_and_fill_in_the_rest(void **state);

#endif
