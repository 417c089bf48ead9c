/* clock - what a clock of the system says. Rules never ask one: they are told the time. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline int64_t clock_ns(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static inline int64_t clock_ms(clockid_t clock)
{
    return clock_ns(clock) / 1000000;
}

static inline double clock_seconds(clockid_t clock)
{
    return (double)clock_ns(clock) * 1e-9;
}

#endif
