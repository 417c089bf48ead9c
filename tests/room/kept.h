/* kept - a company whose game came to its end, what stays of it, and how that is asked for. */
#ifndef TESTS_ROOM_KEPT_H
#define TESTS_ROOM_KEPT_H

#include "fixture.h"
#include "keepsake/keepsake.h"

/* The address that everybody is told, or an empty text. */
const char *told_address(const struct client *c);
/* Turns of the loop, until the keepsake is there or can be there no more. */
void let_it_be_made(struct company *p);
bool ended_well(const struct company *p);
/* A game that was played to its end, and its keepsake. */
void begin_and_keep(struct company *p, char address[KEEPSAKE_ADDRESS + 1]);

/* What the store has at an address: the page, or the reel. */
struct buf stored_at(struct company *p, const char *address,
                     void (*key_of)(struct str address, struct buf *out));
/* Whether page and reel are there. */
void assert_stored(struct company *p, const char *address, bool there);

/* What whoever asks for a reel is told. */
struct shown {
    int status; /* 0: nothing yet */
    struct buf text;
};

void was_shown(void *arg, int status, struct str reel);
struct shown reel_at(struct company *p, const char *address);
int status_of_reel(struct company *p, const char *address);

#endif
