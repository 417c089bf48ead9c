/*
 * knock - somebody whose hello waits until their table is found, and what they said meanwhile.
 *
 * Ownership: the connection points to its knock, and a search has a list of them. knock_leave() and
 * knock_go_on() free it.
 */
#ifndef HOUSE_KNOCK_H
#define HOUSE_KNOCK_H

#include "house/inside.h"

struct later {
    struct later *next;
    struct str text; /* follows */
};

struct knock {
    struct knock *next;
    struct search *search; /* it waits for … */
    struct knock **list;   /* … and the list that has it */
    struct conn *conn;
    struct message message;
    struct later *first; /* the hello itself, then what came after it */
    int laters;
    int64_t since;
    bool told;
};

/* Takes the message over; the caller puts it into a list. */
struct knock *knock_new(struct conn *c, struct message *m, struct str text, int64_t now);
/* A message of a connection whose hello waits. */
void knock_hear(struct conn *c, struct str text);
/* It does not wait any more, whatever comes of it. */
void knock_leave(struct conn *c);
/* The wait is over: it is out of its list, and still to be gone on with. */
void knock_open(struct knock *k);
/* What came after the hello is heard as if it came now; it may end the connection. Frees it. */
void knock_go_on(struct knock *k);
void knock_free(struct knock *k);

#endif
