#include "server/words.h"

#include "base/log.h"

#include <stdio.h>

enum { LOOK_MS = 1000 };

static void tell_missing(void *arg, const char *path, const char *reason)
{
    struct log_line l = log_begin(stderr, "warn", "lexicon_missing");

    (void)arg;
    log_str(&l, "file", str_of(path));
    log_str(&l, "reason", str_of(reason));
    log_end(&l);
}

static void tell_came(int lang)
{
    struct log_line l = log_begin(stderr, "info", "lexicon_ready");

    log_str(&l, "language", str_of(language_codes[lang]));
    log_end(&l);
}

unsigned words_known(const struct words *w)
{
    unsigned known = 0;

    for (int lang = 0; lang < LANGUAGES; lang++)
        known |= (unsigned)atomic_load(&w->referee.known[lang]) << lang;
    return known;
}

/* When the file of a language was last changed; zero where there is none. */
static struct timespec age_of(const struct words *w, int lang)
{
    char path[sizeof w->dir + 16];
    struct stat st;

    snprintf(path, sizeof path, "%s/%s.lex", w->dir, language_codes[lang]);
    return stat(path, &st) == 0 ? st.st_mtim : (struct timespec){0};
}

/* A file that is missing, or that could not be read and is still the same, is not worth a look. */
static bool anything_new(struct words *w)
{
    unsigned known = words_known(w);
    bool found = false;

    for (int lang = 0; lang < LANGUAGES; lang++) {
        struct timespec age = age_of(w, lang), *tried = &w->tried[lang];

        if (known >> lang & 1)
            continue;
        found =
            found || (age.tv_sec && (age.tv_sec != tried->tv_sec || age.tv_nsec != tried->tv_nsec));
        *tried = age;
    }
    return found;
}

void words_open(struct words *w, const char *dir)
{
    *w = (struct words){0};
    snprintf(w->dir, sizeof w->dir, "%s", dir);
    referee_init(&w->referee);
    lex_mind_init(&w->mind, &w->referee);
    anything_new(w);
    referee_more(&w->referee, w->dir, tell_missing, NULL);
}

static void read_more(uv_work_t *work)
{
    struct words *w = work->data;

    referee_more(&w->referee, w->dir, NULL, NULL);
}

static void have_read(uv_work_t *work, int status)
{
    struct words *w = work->data;
    unsigned known = words_known(w);

    (void)status;
    w->reading = false;
    if (!w->watching || known == w->was)
        return;
    for (int lang = 0; lang < LANGUAGES; lang++) {
        if ((known & ~w->was) >> lang & 1)
            tell_came(lang);
    }
    if (known == (1u << LANGUAGES) - 1)
        uv_timer_stop(&w->look);
    w->came(w->arg);
}

static void look(uv_timer_t *timer)
{
    struct words *w = timer->data;

    if (w->reading || !anything_new(w))
        return;
    w->was = words_known(w);
    w->work.data = w;
    w->reading = uv_queue_work(timer->loop, &w->work, read_more, have_read) == 0;
}

void words_watch(struct words *w, uv_loop_t *loop, void (*came)(void *arg), void *arg)
{
    w->came = came;
    w->arg = arg;
    uv_timer_init(loop, &w->look);
    w->look.data = w;
    w->watching = true;
    if (words_known(w) != (1u << LANGUAGES) - 1)
        uv_timer_start(&w->look, look, LOOK_MS, LOOK_MS);
}

void words_unwatch(struct words *w)
{
    if (w->watching)
        uv_close((uv_handle_t *)&w->look, NULL);
    w->watching = false;
}

void words_close(struct words *w)
{
    referee_close(&w->referee);
}
