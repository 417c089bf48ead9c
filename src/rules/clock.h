/*
 * clock - a table's own time: runs with the clock it is given, stands still while paused or down.
 *
 *     struct table_clock c = clock_at(last_record_time);    // after a start: where it stood
 *     clock_run(&c, wall);
 *     clock_slow(&c, wall, 5);                              // a second takes five from now on
 *     now = clock_now(&c, wall);
 */
#ifndef RULES_CLOCK_H
#define RULES_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* So slow that nothing runs out in an evening. */
enum { CLOCK_OFF = 1000 };

struct table_clock {
    int64_t table; /* table time when it was last started, stopped or slowed */
    int64_t wall;
    int slow; /* milliseconds that one of the table takes */
    bool running;
};

static inline struct table_clock clock_at(int64_t table)
{
    return (struct table_clock){.table = table, .slow = 1};
}

static inline int64_t clock_now(const struct table_clock *c, int64_t wall)
{
    /* A wall clock that jumps back must not turn the table's time back. */
    return c->running && wall > c->wall ? c->table + (wall - c->wall) / c->slow : c->table;
}

static inline void clock_run(struct table_clock *c, int64_t wall)
{
    if (!c->running)
        *c = (struct table_clock){c->table, wall, c->slow, true};
}

static inline void clock_stop(struct table_clock *c, int64_t wall)
{
    *c = (struct table_clock){clock_now(c, wall), wall, c->slow, false};
}

static inline void clock_slow(struct table_clock *c, int64_t wall, int slow)
{
    if (c->slow != slow)
        *c = (struct table_clock){clock_now(c, wall), wall, slow, c->running};
}

/* Wall time at which a table time will be reached. */
static inline int64_t clock_wall(const struct table_clock *c, int64_t table)
{
    return c->wall + (table - c->table) * c->slow;
}

#endif
