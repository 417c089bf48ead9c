/* seats - places around the table (rule T-1) and sets of them. Clockwise is the next higher seat.
 */
#ifndef RULES_SEATS_H
#define RULES_SEATS_H

#include <stdbool.h>
#include <stdint.h>

enum { SEATS_MAX = 14, NO_SEAT = -1 };

typedef uint16_t seat_set;

#define SEAT(seat) ((seat_set)(1u << (seat)))
/* for (each seat of the set, in order); the set is read once, before the first of them */
#define FOR_SEATS(seat, set)                                                                \
    for (int seat##_left = (set) & ((1 << SEATS_MAX) - 1), seat = seats_first(seat##_left); \
         seat##_left != 0; seat##_left &= seat##_left - 1, seat = seats_first(seat##_left))

/* The first seat of a set; SEATS_MAX for the empty one. */
static inline int seats_first(int set)
{
    return __builtin_ctz((unsigned)set | 1u << SEATS_MAX);
}

/* The set of one seat; empty for NO_SEAT. */
static inline seat_set seats_one(int seat)
{
    return seat >= 0 && seat < SEATS_MAX ? SEAT(seat) : 0;
}

static inline bool seats_has(seat_set set, int seat)
{
    return seat >= 0 && seat < SEATS_MAX && (set >> seat & 1u);
}

static inline int seats_count(seat_set set)
{
    /* By hand, in pairs, fours and eights: the builtin calls into the compiler's library, which
     * games must not need (law 8). */
    unsigned n = set - (set >> 1 & 0x5555u);

    n = (n & 0x3333u) + (n >> 2 & 0x3333u);
    n = (n + (n >> 4)) & 0x0F0Fu;
    return (int)((n + (n >> 8)) & 0x1Fu);
}

static inline seat_set seats_all(int seats)
{
    return (seat_set)((1u << seats) - 1);
}

/* The next seat of `set` clockwise after `from` (which may be `from` itself, last), or NO_SEAT.
 * After NO_SEAT and after the table's last seat comes the first of the set. */
static inline int seats_next(seat_set set, int from, int seats)
{
    set &= seats_all(seats);
    seat_set after = from < seats ? set & (seat_set)~seats_all(from + 1) : 0;

    return set ? seats_first(after ? after : set) : NO_SEAT;
}

#endif
