/*
 * callers - somebody whose hello waits until their table is found, and what they said meanwhile.
 *
 * Ownership: the connection points to its caller, and a search has a list of them. caller_leave()
 * and caller_go_on() free it.
 */
#ifndef HOUSE_CALLERS_H
#define HOUSE_CALLERS_H

#include "house/inside.h"

struct later {
    struct later *next;
    struct str text; /* follows */
};

struct caller {
    struct caller *next;
    struct search *search; /* it waits for … */
    struct caller **list;  /* … and the list that has it */
    struct conn *conn;
    struct message message;
    struct later *first; /* the hello itself, then what came after it */
    int laters;
    size_t bytes;
    int64_t since;
    bool told;
};

/* Takes the message over; the caller puts it into a list. */
struct caller *caller_new(struct conn *c, struct message *m, struct str text, int64_t now);
/* A message of a connection whose hello waits. */
void caller_hear(struct conn *c, struct str text);
/* It does not wait any more, whatever comes of it. */
void caller_leave(struct conn *c);
/* The wait is over: it is out of its list, and still to be gone on with. */
void caller_open(struct caller *k);
/* What came after the hello is heard as if it came now; it may end the connection. Frees it. */
void caller_go_on(struct caller *k);
void caller_free(struct caller *k);

#endif
