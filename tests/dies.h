/*
 * dies - a part of the program must end it, saying why: what cannot be tried in the test's own
 * process.
 *
 *     assert_dies(open_a_broken_game, "its part awaits");
 */
#ifndef TESTS_DIES_H
#define TESTS_DIES_H

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Whether `act` ended its process by abort() with `words` among what it said. */
static inline bool dies_saying(void (*act)(void), const char *words)
{
    char said[4096];
    size_t n = 0;
    ssize_t got;
    int pipe_ends[2], status;

    if (pipe(pipe_ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        dup2(pipe_ends[1], STDERR_FILENO);
        act();
        _exit(0);
    }
    close(pipe_ends[1]);
    while (n < sizeof said - 1 && (got = read(pipe_ends[0], said + n, sizeof said - 1 - n)) > 0)
        n += (size_t)got;
    said[n] = '\0';
    close(pipe_ends[0]);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return false;
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && strstr(said, words);
}

#define assert_dies(act, words) assert_true(dies_saying(act, words))

#endif
