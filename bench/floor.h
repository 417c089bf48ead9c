/*
 * floor - the little that a client of the benchmarks and its servers agree on.
 *
 * All messages are JSON texts. The first of a connection names its room and how many bytes each
 * later message of the room shall bring to each of its members:
 *
 *     {"floor":{"room":7,"reply":300}}
 *
 * Nothing answers it. Every later message of any member, whatever it says, makes the server send
 * one frame of `reply` bytes (a JSON string of x) to every member of that room.
 */
#ifndef BENCH_FLOOR_H
#define BENCH_FLOOR_H

#include "base/str.h"

enum { FLOOR_MEMBERS = 4, FLOOR_ROOMS = 1 << 16, FLOOR_REPLY_MAX = 1 << 16 };

static inline bool floor_number(struct str text, const char *key, int64_t most, int64_t *out)
{
    ptrdiff_t at = str_find(text, str_of(key));
    size_t from, to;

    if (at < 0)
        return false;
    from = to = (size_t)at + str_of(key).len;
    while (to < text.len && text.at[to] >= '0' && text.at[to] <= '9')
        to++;
    return str_int(str_n(text.at + from, to - from), out) && *out >= 0 && *out < most;
}

/* False for what is no such first message. */
static inline bool floor_hello(struct str text, int64_t *room, int64_t *reply)
{
    return str_find(text, STR("\"floor\":")) >= 0 &&
           floor_number(text, "\"room\":", FLOOR_ROOMS, room) &&
           floor_number(text, "\"reply\":", FLOOR_REPLY_MAX, reply) && *reply >= 2;
}

#endif
