/* seats - places around the table (rule T-1) and sets of them. Clockwise is the next higher seat.
 */
#ifndef RULES_SEATS_H
#define RULES_SEATS_H

#include <stdbool.h>
#include <stdint.h>

enum { SEATS_MAX = 14, NO_SEAT = -1 };

typedef uint16_t seat_set;

#define SEAT(seat) ((seat_set)(1u << (seat)))
/* for (each seat of the set, in order) */
#define FOR_SEATS(seat, set)                     \
    for (int seat = 0; seat < SEATS_MAX; seat++) \
        if (((seat_set)(set) >> seat & 1u) != 0)

static inline bool seats_has(seat_set set, int seat)
{
    return seat >= 0 && seat < SEATS_MAX && (set >> seat & 1u);
}

static inline int seats_count(seat_set set)
{
    int n = 0;

    /* By hand: the builtin calls into the compiler's library, which games must not need (law 8). */
    for (; set; set &= (seat_set)(set - 1))
        n++;
    return n;
}

static inline seat_set seats_all(int seats)
{
    return (seat_set)((1u << seats) - 1);
}

/* The next seat of `set` clockwise after `from` (which may be `from` itself, last), or NO_SEAT. */
static inline int seats_next(seat_set set, int from, int seats)
{
    for (int step = 1; step <= seats; step++) {
        int seat = (from + step) % seats;
        if (seats_has(set, seat))
            return seat;
    }
    return NO_SEAT;
}

#endif
