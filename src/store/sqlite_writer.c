#include "store/sqlite_writer.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

static void *work(void *arg)
{
    struct writer *w = arg;

    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (w->state != WRITER_GIVEN && !w->stop)
            pthread_cond_wait(&w->changed, &w->lock);
        if (w->state != WRITER_GIVEN)
            break;
        struct batch batch = w->batch;
        pthread_mutex_unlock(&w->lock);
        sqlite_commit(w->conn, &batch);
        pthread_mutex_lock(&w->lock);
        w->state = WRITER_DONE;
        pthread_cond_broadcast(&w->changed);
        (void)eventfd_write(w->fd, 1);
        pthread_mutex_unlock(&w->lock);
        /* After the answers, so that nobody waits for it. */
        sqlite_checkpoint(w->conn);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

void writer_start(struct writer *w, struct sqlite_conn *conn)
{
    pthread_condattr_t attributes;
    sigset_t all, before;

    *w = (struct writer){.conn = conn, .fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&w->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    /* Signals are for the thread that serves. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (w->fd < 0 || pthread_create(&w->thread, NULL, work, w) != 0)
        abort();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void writer_nudge(struct writer *w)
{
    pthread_mutex_lock(&w->lock);
    if (w->state == WRITER_IDLE)
        (void)eventfd_write(w->fd, 1);
    pthread_mutex_unlock(&w->lock);
}

bool writer_give(struct writer *w, struct batch *batch)
{
    eventfd_t count;

    pthread_mutex_lock(&w->lock);
    bool idle = w->state == WRITER_IDLE;
    if (idle) {
        (void)eventfd_read(w->fd, &count);
        w->batch = *batch;
        w->state = WRITER_GIVEN;
        pthread_cond_broadcast(&w->changed);
    }
    pthread_mutex_unlock(&w->lock);
    return idle;
}

bool writer_take(struct writer *w, struct batch *batch, int ms)
{
    struct timespec until;
    eventfd_t count;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&w->lock);
    while (w->state == WRITER_GIVEN && ms > 0 &&
           pthread_cond_timedwait(&w->changed, &w->lock, &until) == 0)
        ;
    bool done = w->state == WRITER_DONE;
    if (done) {
        *batch = w->batch;
        w->state = WRITER_IDLE;
        (void)eventfd_read(w->fd, &count);
    }
    pthread_mutex_unlock(&w->lock);
    return done;
}

void writer_stop(struct writer *w)
{
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
}

void writer_fini(struct writer *w)
{
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->lock);
    close(w->fd);
}
