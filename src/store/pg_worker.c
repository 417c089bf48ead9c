/* A thread with a connection of its own: one batch is on its way at a time, and the next gathers
 * meanwhile. The one that answers questions also watches the server while it has nothing to do. */
#include "store/pg.h"
#include "store/thread.h"

#include <assert.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>

enum { WATCH_MS = 500 };

/* True: there is something to do; false: it is time to look, or to end. */
static bool wait_for_work(struct pg_worker *w)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += WATCH_MS * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    while (w->state != PG_GIVEN && !w->stop) {
        if (w->conn.role != PG_WATCHES)
            pthread_cond_wait(&w->changed, &w->lock);
        else if (pthread_cond_timedwait(&w->changed, &w->lock, &until) != 0)
            break;
    }
    return w->state == PG_GIVEN;
}

static void watch(struct pg_conn *c)
{
    if (pg_ready(c)) {
        PGresult *r = pg_ask(c, PG_PING, NULL);

        if (r)
            atomic_store(&c->watch->heard, pg_now());
        PQclear(r);
    }
}

static void *work(void *arg)
{
    struct pg_worker *w = arg;

    pthread_mutex_lock(&w->lock);
    for (;;) {
        bool given = wait_for_work(w);

        if (!given && w->stop)
            break;
        pthread_mutex_unlock(&w->lock);
        if (given)
            w->work(w);
        else
            watch(&w->conn);
        pthread_mutex_lock(&w->lock);
        if (given) {
            memcpy(w->warning, w->conn.why, sizeof w->warning);
            w->conn.why[0] = '\0';
            w->state = PG_DONE;
            (void)eventfd_write(w->fd, 1);
        }
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

void pg_worker_start(struct pg_worker *w, void (*what)(struct pg_worker *w), int fd)
{
    pthread_condattr_t attributes;

    w->work = what;
    w->fd = fd;
    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&w->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    store_thread_start(&w->thread, work, w);
}

void pg_worker_give(struct pg_worker *w, const struct batch *batch)
{
    pthread_mutex_lock(&w->lock);
    assert(w->state == PG_IDLE);
    w->batch = *batch;
    w->state = PG_GIVEN;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

bool pg_worker_take(struct pg_worker *w, struct batch *batch)
{
    pthread_mutex_lock(&w->lock);
    bool done = w->state == PG_DONE;
    if (done) {
        *batch = w->batch;
        w->batch = (struct batch){0};
        w->state = PG_IDLE;
    }
    pthread_mutex_unlock(&w->lock);
    return done;
}

void pg_worker_stop(struct pg_worker *w)
{
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
}

void pg_worker_fini(struct pg_worker *w)
{
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->lock);
    pg_disconnect(&w->conn);
}
