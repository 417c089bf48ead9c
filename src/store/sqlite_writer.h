/*
 * sqlite_writer - a thread that commits, so that whoever serves people never waits for a disk, and
 * one that makes checkpoints (copies the write-ahead log into the file), so that neither do
 * commits.
 *
 * One batch is on its way at a time. An idle writer begins at once; while the disk syncs, the next
 * batch gathers: the slower the disk, the larger the groups, and nobody waits for more than the
 * commit before their own.
 *
 * A checkpoint goes on beside commits, by a connection of its own. What they have added meanwhile
 * is little, and the writer copies that itself: only when nothing is left does the log begin anew.
 *
 *     writer_give(&w, &batch);                    // it is the writer's until writer_take()
 *     if (writer_take(&w, &batch, 0)) ...         // committed or refused: results are filled in
 */
#ifndef STORE_SQLITE_WRITER_H
#define STORE_SQLITE_WRITER_H

#include "store/sqlite.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

enum writer_state { WRITER_IDLE, WRITER_GIVEN, WRITER_DONE };

/* A thread that waits until it is called; whoever sees its state may touch what belongs to it. */
struct worker {
    pthread_t thread;
    sem_t called;
    _Atomic enum writer_state state;
    atomic_bool stop;
};

struct writer {
    struct sqlite_conn *conn, *checkpoint_conn;
    struct batch batch;
    struct worker commits, checkpoints;
    int fd;          /* readable once a batch is done, or somebody has one for an idle writer */
    int64_t unheard; /* times that `fd` was told so, or will be, and was not read */
};

/* `checkpoint_conn`: another connection to the same file. */
void writer_start(struct writer *w, struct sqlite_conn *conn, struct sqlite_conn *checkpoint_conn);
/* Takes the batch over. The one before has been taken back. */
void writer_give(struct writer *w, const struct batch *batch);
/* Waits at most `ms` for the batch that was given; false: there is none yet. */
bool writer_take(struct writer *w, struct batch *batch, int ms);
/* Reads what `fd` was told, lest it stays readable for ever: a batch that was seen to be done and
 * taken may be told of a moment later. */
void writer_hear(struct writer *w);
/* There is something to give: wakes whoever watches `fd`, unless a batch on its way will. */
void writer_nudge(struct writer *w);
/* Ends the threads after what they were given; that may be taken afterwards. */
void writer_stop(struct writer *w);
void writer_fini(struct writer *w);

#endif
