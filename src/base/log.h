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
/* Writes the line in one piece and frees what it held. */
void log_end(struct log_line *l);

#endif
