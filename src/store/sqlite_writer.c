#include "store/sqlite_writer.h"

#include "store/thread.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* ---- workers: one is called, does its work and is done; the caller takes that and may call again.
 * A semaphore and a state cost one wake-up; a lock would be fought for at each. */

static bool is(const struct worker *k, enum writer_state state)
{
    return atomic_load_explicit(&k->state, memory_order_acquire) == state;
}

static void become(struct worker *k, enum writer_state state)
{
    atomic_store_explicit(&k->state, state, memory_order_release);
}

static void call(struct worker *k)
{
    become(k, WRITER_GIVEN);
    sem_post(&k->called);
}

/* False: it is to end. What it was given before comes first. */
static bool await_call(struct worker *k)
{
    do {
        while (sem_wait(&k->called) != 0 && errno == EINTR)
            ;
    } while (!is(k, WRITER_GIVEN) && !atomic_load(&k->stop));
    return is(k, WRITER_GIVEN);
}

static void worker_start(struct worker *k, void *(*work)(void *), void *arg)
{
    atomic_init(&k->state, WRITER_IDLE);
    atomic_init(&k->stop, false);
    if (sem_init(&k->called, 0, 0) != 0)
        abort();
    store_thread_start(&k->thread, work, arg);
}

static void worker_stop(struct worker *k)
{
    atomic_store(&k->stop, true);
    sem_post(&k->called);
    pthread_join(k->thread, NULL);
}

/* ---- checkpoints ---- */

static void *checkpoint(void *arg)
{
    struct writer *w = arg;

    while (await_call(&w->checkpoints)) {
        sqlite_checkpoint_most(w->checkpoint_conn);
        become(&w->checkpoints, WRITER_DONE);
    }
    return NULL;
}

/* After the answers, so that nobody waits for it. */
static void checkpoint_some(struct writer *w)
{
    if (!sqlite_checkpoint_due(w->conn))
        return;
    if (is(&w->checkpoints, WRITER_IDLE)) {
        call(&w->checkpoints);
    } else if (is(&w->checkpoints, WRITER_DONE)) {
        w->conn->doubtful |= w->checkpoint_conn->doubtful;
        sqlite_checkpoint(w->conn);
        become(&w->checkpoints, WRITER_IDLE);
    }
}

/* ---- committing ---- */

static void *commit(void *arg)
{
    struct writer *w = arg;

    while (await_call(&w->commits)) {
        struct batch batch = w->batch;

        sqlite_commit(w->conn, &batch);
        become(&w->commits, WRITER_DONE);
        (void)eventfd_write(w->fd, 1);
        checkpoint_some(w);
    }
    return NULL;
}

void writer_start(struct writer *w, struct sqlite_conn *conn, struct sqlite_conn *checkpoint_conn)
{
    w->conn = conn;
    w->checkpoint_conn = checkpoint_conn;
    w->unheard = 0;
    w->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (w->fd < 0)
        abort();
    worker_start(&w->checkpoints, checkpoint, w);
    worker_start(&w->commits, commit, w);
}

void writer_hear(struct writer *w)
{
    eventfd_t count;

    if (w->unheard > 0 && eventfd_read(w->fd, &count) == 0)
        w->unheard -= (int64_t)count;
}

void writer_nudge(struct writer *w)
{
    if (!is(&w->commits, WRITER_IDLE) || w->unheard > 0)
        return;
    (void)eventfd_write(w->fd, 1);
    w->unheard++;
}

void writer_give(struct writer *w, const struct batch *batch)
{
    assert(is(&w->commits, WRITER_IDLE));
    writer_hear(w);
    w->batch = *batch;
    call(&w->commits);
}

bool writer_take(struct writer *w, struct batch *batch, int ms)
{
    struct pollfd ready = {.fd = w->fd, .events = POLLIN};

    if (is(&w->commits, WRITER_GIVEN) && ms > 0)
        (void)poll(&ready, 1, ms);
    if (!is(&w->commits, WRITER_DONE))
        return false;
    w->unheard++;
    writer_hear(w);
    *batch = w->batch;
    become(&w->commits, WRITER_IDLE);
    return true;
}

void writer_stop(struct writer *w)
{
    worker_stop(&w->commits); /* the one that calls the other */
    worker_stop(&w->checkpoints);
    w->conn->doubtful |= w->checkpoint_conn->doubtful;
    w->checkpoint_conn->doubtful = w->conn->doubtful;
}

void writer_fini(struct writer *w)
{
    sem_destroy(&w->commits.called);
    sem_destroy(&w->checkpoints.called);
    close(w->fd);
}
