/* evening - a company that plays while others look on and are asked along.
 *
 *     struct evening e;
 *     evening_first_game(&e);
 *     for (each looker) crowd_answer(e.looker[i], i);
 *     const json_t *said = evening_until_told(&e, crowd_question(e.looker[0]));
 *     company_fini(&e.p);
 */
#ifndef TESTS_ROOM_EVENING_H
#define TESTS_ROOM_EVENING_H

#include "fixture.h"

enum { LOOKERS = 12 };

struct evening {
    struct company p;
    struct client *looker[LOOKERS];
};

/* What the room says about its crowd: "asks" or "said". */
json_t *crowd_section(const struct client *c, const char *which);
int64_t number_in(const json_t *object, const char *key);
/* What is asked now. */
int64_t crowd_question(const struct client *c);
const char *crowd_kind(const struct client *c);
/* Four players, or as many as the game needs, and those who look on. */
void evening_gather(struct evening *e, const struct book *book, uint64_t seed);
/* Somebody answers whatever is asked; `which` of some ways. */
void crowd_answer(struct client *c, int which);
/* Plays until something is asked that comes after this question; false: the game ends before. */
bool evening_until_asked(struct evening *e, int64_t after);
/* A crowd at the first game of the registry, which has been asked something. */
void evening_first_game(struct evening *e);
/* Plays until it is told what the crowd said; NULL: it never is. */
const json_t *evening_until_told(struct evening *e, int64_t of);

#endif
