/*
 * queue - requests that wait for the next commit, at most one for a room, and questions that wait
 * for the next pump.
 *
 * Ownership: the queue owns copies of the requests, bodies included. queue_take() hands all of them
 * to the backend as a batch; queue_answer() runs the callbacks in the order of the requests and
 * frees the batch. A room is free for its next request when its callback begins.
 *
 *     struct batch batch = queue_take(&q);
 *     ... fill in batch.at[i]->result ...
 *     queue_answer(&q, &batch);
 */
#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H

#include "store/backend.h"

struct batch {
    struct store_request **at;
    size_t n;
};

struct queue {
    struct batch waiting;
    size_t cap;
    int64_t *busy; /* open hash of rooms in flight; 0 is an empty place */
    size_t busy_n, busy_cap;
    int fd; /* eventfd: readable while something waits; -1 where there is none */
};

/* `fd`: whether it has an eventfd of its own. */
void queue_init(struct queue *q, bool fd);
/* What is still waiting is dropped without an answer; answer it first. */
void queue_fini(struct queue *q);
/* 0, or ERR_BUSY. */
int queue_put(struct queue *q, const struct store_request *request);
struct batch queue_take(struct queue *q);
/* The number of requests in the batch. */
int queue_answer(struct queue *q, struct batch *batch);
/* Answers what waits with UNAVAILABLE; for a backend's free. */
void queue_refuse(struct queue *q);

#endif
