#include "loadtest/figures.h"

#include "base/str.h"

#include <stdio.h>
#include <time.h>

/* Up to 63 exactly; then the place of the highest bit and the five bits below it. */
static int bucket_of(int64_t us)
{
    int shift = 0;

    if (us < 0)
        us = 0;
    while (us >> shift >= 2 * LATENCY_PARTS)
        shift++;
    int at = shift * LATENCY_PARTS + (int)(us >> shift);
    return at < LATENCY_BUCKETS ? at : LATENCY_BUCKETS - 1;
}

static int64_t upper_end(int bucket)
{
    int shift = bucket < 2 * LATENCY_PARTS ? 0 : bucket / LATENCY_PARTS - 1;

    return ((int64_t)(bucket - shift * LATENCY_PARTS) + 1) << shift;
}

void latency_add(struct latency *l, int64_t microseconds)
{
    l->n++;
    l->bucket[bucket_of(microseconds)]++;
    if (microseconds > l->most)
        l->most = microseconds;
}

double latency_at(const struct latency *l, double share)
{
    int64_t below = 0;

    for (int i = 0; i < LATENCY_BUCKETS; i++) {
        below += l->bucket[i];
        if (l->n && (double)below >= share * (double)l->n) {
            int64_t end = upper_end(i);

            return (double)(end < l->most ? end : l->most) / 1000;
        }
    }
    return 0;
}

double process_cpu(pid_t pid)
{
    struct timespec t;
    clockid_t clock;

    if (pid <= 0 || clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) < 0)
        return -1;
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int64_t process_memory(pid_t pid)
{
    char path[64], line[256];
    int64_t kilobytes = -1;

    if (pid <= 0)
        return -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        struct str rest = str_of(line), name, number;

        if (str_word(&rest, &name) && str_is(name, "RssAnon:") && str_word(&rest, &number))
            str_int(number, &kilobytes);
    }
    if (file)
        fclose(file);
    return kilobytes < 0 ? -1 : kilobytes * 1024;
}
