/*
 * turns - how long the turns of the loop take: while one lasts, every table waits.
 *
 * A turn is what happens between two waits: sockets that were read, rooms that ran, frames that
 * left. Two times are told: by the wall, without the time in which the loop had nothing to do,
 * which is libuv's to tell; and of the processor, without that in which others had it.
 *
 *     turns_begin(&t, loop);          before the loop runs
 *     turns_end(&t);                  its handle is closed by the loop
 */
#ifndef SERVER_TURNS_H
#define SERVER_TURNS_H

#include <stdint.h>
#include <uv.h>

struct turns {
    uv_prepare_t prepare;
    uint64_t at, idle, cpu;    /* at the end of the last turn */
    int64_t n, long_ones;      /* turns; those of more than TURN_LONG_US by the wall */
    int64_t longest;           /* in microseconds by the wall, … */
    int64_t worked, most_work; /* … and of the processor: all of them, and the most of one */
};

enum { TURN_LONG_US = 2000 };

void turns_begin(struct turns *t, uv_loop_t *loop);
void turns_end(struct turns *t);

#endif
