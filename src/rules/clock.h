/*
 * clock - a table's own time: runs with the clock it is given, stands still while paused or down.
 *
 *     struct table_clock c = clock_at(last_record_time);    // after a start: where it stood
 *     clock_run(&c, wall);
 *     now = clock_now(&c, wall);
 */
#ifndef RULES_CLOCK_H
#define RULES_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct table_clock {
    int64_t table; /* table time when it was last started or stopped */
    int64_t wall;
    bool running;
};

static inline struct table_clock clock_at(int64_t table)
{
    return (struct table_clock){.table = table};
}

static inline int64_t clock_now(const struct table_clock *c, int64_t wall)
{
    /* A wall clock that jumps back must not turn the table's time back. */
    return c->running && wall > c->wall ? c->table + (wall - c->wall) : c->table;
}

static inline void clock_run(struct table_clock *c, int64_t wall)
{
    if (!c->running)
        *c = (struct table_clock){c->table, wall, true};
}

static inline void clock_stop(struct table_clock *c, int64_t wall)
{
    *c = (struct table_clock){clock_now(c, wall), wall, false};
}

/* Wall time at which a table time will be reached. */
static inline int64_t clock_wall(const struct table_clock *c, int64_t table)
{
    return c->wall + (table - c->table);
}

#endif
