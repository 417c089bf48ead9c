/*
 * sqlite_writer - a thread that commits, so that whoever serves people never waits for a disk.
 *
 * One batch is on its way at a time. An idle writer begins at once; while the disk syncs, the next
 * batch gathers: the slower the disk, the larger the groups, and nobody waits for more than the
 * commit before their own.
 *
 *     if (writer_give(&w, &batch)) ...            // it is the writer's until writer_take()
 *     if (writer_take(&w, &batch, 0)) ...         // committed or refused: results are filled in
 */
#ifndef STORE_SQLITE_WRITER_H
#define STORE_SQLITE_WRITER_H

#include "store/sqlite.h"

#include <pthread.h>

enum writer_state { WRITER_IDLE, WRITER_GIVEN, WRITER_DONE };

struct writer {
    struct sqlite_conn *conn;
    struct batch batch;
    enum writer_state state;
    bool stop;
    int fd; /* readable once a batch is done, or somebody has one for an idle writer */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

void writer_start(struct writer *w, struct sqlite_conn *conn);
/* False while the batch before is not taken. */
bool writer_give(struct writer *w, struct batch *batch);
/* Waits at most `ms` for the batch that was given; false: there is none yet. */
bool writer_take(struct writer *w, struct batch *batch, int ms);
/* There is something to give: wakes whoever watches `fd`, unless a batch on its way will. */
void writer_nudge(struct writer *w);
/* Ends the thread after what it was given; that may be taken afterwards. */
void writer_stop(struct writer *w);
void writer_fini(struct writer *w);

#endif
