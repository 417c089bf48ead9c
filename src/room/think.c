#include "room/think.h"

#include "room/stock.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { THREADS_MAX = 16 };

struct job_queue {
    struct think_job *first, **end;
};

struct think {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct job_queue asked, done;
    bool closing;
    int fd;
    bool signalled; /* something can be read from it */
    int threads;
    pthread_t thread[THREADS_MAX];
};

static void add(struct job_queue *q, struct think_job *job)
{
    job->next = NULL;
    *q->end = job;
    q->end = &job->next;
}

static struct think_job *take(struct job_queue *q)
{
    struct think_job *job = q->first;

    if (job && !(q->first = job->next))
        q->end = &q->first;
    return job;
}

static void think_over(struct think_job *job)
{
    job->found = !atomic_load(&job->stale) &&
                 bot_think(job->book, &job->known->known, &job->bot, &job->head, &job->move);
}

static void *work(void *arg)
{
    struct think *t = arg;
    uint64_t one = 1;

    pthread_mutex_lock(&t->lock);
    for (;;) {
        struct think_job *job = t->closing ? NULL : take(&t->asked);

        if (!job) {
            if (t->closing)
                break;
            pthread_cond_wait(&t->work, &t->lock);
            continue;
        }
        pthread_mutex_unlock(&t->lock);
        think_over(job);
        pthread_mutex_lock(&t->lock);
        add(&t->done, job);
        if (!t->signalled && write(t->fd, &one, sizeof one) == sizeof one)
            t->signalled = true;
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

struct think *think_new(int threads)
{
    struct think *t = calloc(1, sizeof *t);

    if (!t)
        abort();
    t->asked.end = &t->asked.first;
    t->done.end = &t->done.first;
    t->fd = -1;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->work, NULL);
    if (threads > 0 && (t->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) < 0)
        threads = 0;
    for (; t->threads < threads && t->threads < THREADS_MAX; t->threads++) {
        if (pthread_create(&t->thread[t->threads], NULL, work, t) != 0)
            break;
    }
    return t;
}

void shared_rulings_unref(struct shared_rulings *r)
{
    if (!r || --r->refs > 0)
        return;
    rulings_fini(&r->rulings);
    free(r);
}

void think_job_free(struct think_job *job)
{
    if (job) {
        bot_known_free(job->known);
        shared_rulings_unref(job->rulings);
        stock_unref(job->stock);
        if (job->freed)
            job->freed(job->owner);
    }
    free(job);
}

void think_free(struct think *t)
{
    if (!t)
        return;
    pthread_mutex_lock(&t->lock);
    t->closing = true;
    pthread_cond_broadcast(&t->work);
    pthread_mutex_unlock(&t->lock);
    for (int i = 0; i < t->threads; i++)
        pthread_join(t->thread[i], NULL);
    for (struct think_job *job; (job = take(&t->asked)) || (job = take(&t->done));)
        think_job_free(job);
    if (t->fd >= 0)
        close(t->fd);
    pthread_cond_destroy(&t->work);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

void think_ask(struct think *t, struct think_job *job)
{
    pthread_mutex_lock(&t->lock);
    add(&t->asked, job);
    pthread_cond_signal(&t->work);
    pthread_mutex_unlock(&t->lock);
}

struct think_job *think_take(struct think *t)
{
    uint64_t count;

    pthread_mutex_lock(&t->lock);
    struct think_job *job = take(&t->done);
    if (!job && t->threads == 0 && (job = take(&t->asked)))
        think_over(job);
    /* Emptied under the lock, so that a job added later makes it readable again. */
    if (!job && t->signalled && read(t->fd, &count, sizeof count) == sizeof count)
        t->signalled = false;
    pthread_mutex_unlock(&t->lock);
    return job;
}

int think_fd(const struct think *t)
{
    return t->fd;
}
