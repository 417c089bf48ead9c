/*
 * words - the word files of a running server: referee and head of bots, from whatever is there.
 *
 * A server does not wait for its dictionaries: they may still be compiled, or come with a package
 * that is installed later. As long as one is missing its file is looked for, and read in a thread.
 *
 *     words_open(&w, "build/lexicon");
 *     words_watch(&w, loop, came, arg);    // came(arg) whenever another language is known
 *     …
 *     words_unwatch(&w);                   // then run the loop to its end
 *     words_close(&w);
 */
#ifndef SERVER_WORDS_H
#define SERVER_WORDS_H

#include "lexicon/mind.h"
#include "lexicon/referee.h"

#include <sys/stat.h>
#include <uv.h>

struct words {
    struct lex_referee referee;
    struct lex_mind mind;
    char dir[1024];
    uv_timer_t look;
    uv_work_t work;
    bool watching, reading;
    unsigned was;                     /* words_known() when the reading began */
    struct timespec tried[LANGUAGES]; /* the age of a file that was read in vain */
    void (*came)(void *arg);
    void *arg;
};

void words_open(struct words *w, const char *dir);
void words_watch(struct words *w, uv_loop_t *loop, void (*came)(void *arg), void *arg);
void words_unwatch(struct words *w);
void words_close(struct words *w);
/* 1 << LANG_EN …: the languages that have words. */
unsigned words_known(const struct words *w);

#endif
