/*
 * pace - something that may happen so often at once, and then once in an interval.
 *
 * Each time it happens moves `until` on by one interval: how far that lies in the future is a debt,
 * and nobody may owe more than `most` intervals. All zero: it never happened.
 *
 *     if (!pace_may(&p, now, 60, 1000))
 *         return "too_fast";
 *     pace_step(&p, now, 1000);
 */
#ifndef BASE_PACE_H
#define BASE_PACE_H

#include <stdbool.h>
#include <stdint.h>

struct pace {
    int64_t until;
};

static inline int64_t pace_debt(const struct pace *p, int64_t now)
{
    return p->until > now ? p->until - now : 0;
}

static inline bool pace_may(const struct pace *p, int64_t now, int64_t most, int64_t interval)
{
    return pace_debt(p, now) + interval <= most * interval;
}

static inline void pace_step(struct pace *p, int64_t now, int64_t interval)
{
    p->until = now + pace_debt(p, now) + interval;
}

#endif
