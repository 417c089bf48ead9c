/* pair - two houses over one store, in one process. */
#ifndef TESTS_ROOM_PAIR_H
#define TESTS_ROOM_PAIR_H

#include "fixture.h"

struct pair {
    struct fixture a, b;
    char folder[60], file[80];
};

/* For cmocka. */
int pair_set_up(void **state);
int pair_tear_down(void **state);
/* Time passes for both, a little at a time; `frozen` is not run meanwhile. */
void pair_pass(struct pair *p, int64_t ms, const struct fixture *frozen);
/* How many owners a table has had; its id. */
int64_t owners_of(struct fixture *s, int64_t room);
int64_t id_of(struct fixture *s, const char *code);
/* A table on one of them with one person, and the same person at another. */
struct client *host_on(struct pair *p, struct fixture *f);
struct client *same_person(struct fixture *f, const struct client *as);
/* Each reaches the other. */
void connect_both(struct pair *p);

#endif
