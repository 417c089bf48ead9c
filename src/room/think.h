/*
 * think - threads in which bots think, so that no table waits for them.
 *
 * A job carries a copy of what a seat knows and comes back with a move, or with nothing. Jobs are
 * taken in the order they came, and a seat has at most one, so that no room gets ahead of others. A
 * job whose table has moved on is marked stale and comes back without having been thought.
 *
 * Ownership: a job belongs to the pool from think_ask() until think_take() hands it out again.
 */
#ifndef ROOM_THINK_H
#define ROOM_THINK_H

#include "lexicon/rulings.h"
#include "rules/bot.h"

#include <stdatomic.h>

struct think;
struct stock;

/* What a group has ruled, as thoughts about its table see it. It never changes, so any thread may
 * ask it. The room and its jobs share it and count who does, on the thread that asks. */
struct shared_rulings {
    int refs;
    struct rulings rulings;
};

void shared_rulings_unref(struct shared_rulings *r); /* NULL is fine */

struct think_job {
    struct think_job *next;
    void *owner;                /* whoever asks: not touched by the pool … */
    void (*freed)(void *owner); /* … and told when the job is freed; may be NULL */
    int seat;
    uint32_t records; /* state of the table it is about */
    const struct book *book;
    struct bot_known *known;
    struct bot bot;
    struct bot_head head;
    struct shared_rulings *rulings; /* they are the head's lexicon; NULL: there are none */
    struct stock *stock;            /* where its decks are; a reference */
    atomic_bool stale;
    bool found;
    struct bot_move move;
};

/* 0 threads: jobs are thought when they are taken. */
struct think *think_new(int threads);
/* Waits for the threads; jobs that are left are freed. */
void think_free(struct think *t);
void think_ask(struct think *t, struct think_job *job);
struct think_job *think_take(struct think *t); /* or NULL */
void think_job_free(struct think_job *job);
/* Readable while think_take() has something; -1 without threads. */
int think_fd(const struct think *t);

#endif
