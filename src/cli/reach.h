/*
 * reach - what `unisono reach` finds out, step by step, and how it is told.
 *
 * Each step says what it found and, where that is wrong, what to do. A step that depends on one
 * that failed is not tried.
 *
 *     reach_say(&r, REACH_WRONG, "name", "play.example is not known", "ask whoever runs the DNS
 * …");
 */
#ifndef CLI_REACH_H
#define CLI_REACH_H

#include "cli/dial.h"
#include "server/config.h"

enum reach_mark { REACH_GOOD, REACH_NOTE, REACH_WRONG };

struct reach {
    const struct config *config;
    struct dial_url url; /* that players use */
    bool has_url;
    bool json;
    int wrong, said;
};

/* One line, and below it what to do; `advice` may be NULL. */
void reach_say(struct reach *r, enum reach_mark mark, const char *step, const char *advice,
               const char *format, ...) __attribute__((format(printf, 5, 6)));

/* reach_here.c: this machine. */
bool reach_listens(struct reach *r);
void reach_where(struct reach *r);
void reach_clock(struct reach *r);
bool reach_is_own(const char *address); /* of this machine */
bool reach_is_private(const char *address);

/* reach_there.c: the way that players come. */
bool reach_name(struct reach *r);
bool reach_page(struct reach *r);
void reach_proxy(struct reach *r);
void reach_socket(struct reach *r);

#endif
