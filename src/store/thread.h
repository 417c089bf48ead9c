/* thread - a thread of a backend. Signals are for the thread that serves. */
#ifndef STORE_THREAD_H
#define STORE_THREAD_H

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static inline void store_thread_start(pthread_t *thread, void *(*run)(void *arg), void *arg)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(thread, NULL, run, arg) != 0)
        abort();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

#endif
