/*
 * log - one line per event in logfmt: level=info event=room_opened rooms=3
 *
 * Only mains, rooms and servers log; libraries and rules never do. Never log a word, a name, a
 * token or any other secret of a player. Values are quoted where they need it.
 *
 *     struct log_line l = log_begin(stderr, "info", "table_ended");
 *     log_int(&l, "rounds", 4);
 *     log_end(&l);
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include "base/buf.h"

#include <stdio.h>

struct log_line {
    FILE *to;
    struct buf text;
};

struct log_line log_begin(FILE *to, const char *level, const char *event);
void log_int(struct log_line *l, const char *key, int64_t value);
void log_str(struct log_line *l, const char *key, struct str value);
/* Writes the line in one piece and frees what it held. Warnings and errors are remembered. */
void log_end(struct log_line *l);

/* What went wrong lately: the last LOG_KEPT warnings and errors of this process, the newest first.
 * `text` is the line without its level; `at` is in seconds since 1970. Any thread may log. */
enum { LOG_KEPT = 40, LOG_KEPT_BYTES = 240 };
struct log_kept {
    int64_t at;
    bool error; /* or a warning */
    char text[LOG_KEPT_BYTES];
};
int log_recent(struct log_kept out[LOG_KEPT]);

#endif
