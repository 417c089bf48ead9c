/*
 * figures - what a load run counts and how it is told: latencies, the server's CPU and memory.
 *
 * Latencies go into buckets of 1/32 of their size, from a microsecond to an hour, so that any
 * number of them takes the same memory and a percentile is right to about three in a hundred.
 *
 *     struct latency l = {0};
 *     latency_add(&l, 830);
 *     double ms = latency_at(&l, 0.99);
 */
#ifndef LOADTEST_FIGURES_H
#define LOADTEST_FIGURES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { LATENCY_PARTS = 32, LATENCY_BUCKETS = 32 * LATENCY_PARTS };

struct latency {
    int64_t n;
    int64_t most;
    int64_t bucket[LATENCY_BUCKETS];
};

void latency_add(struct latency *l, int64_t microseconds);
/* The time in milliseconds that a `share` of them did not exceed; 0 where there are none. */
double latency_at(const struct latency *l, double share);

/* Of a process; -1 where it cannot be told. */
double process_cpu(pid_t pid);     /* seconds of CPU time, all threads */
int64_t process_memory(pid_t pid); /* bytes that are its own: RssAnon */

#endif
