/* log_lines - lines that logs of format 1 share with those of later ones, folded: for log_fold.c
 * and log_first.c. */
#ifndef ROOM_LOG_LINES_H
#define ROOM_LOG_LINES_H

#include "room/log_fold.h"

/* False, after the first reason was noted. */
bool fold_fail(struct log_fold *f, const char *reason);
/* Far enough for any game, and far from where times would overflow: games add to them. */
bool fold_is_time(const json_t *t);
/* A fact of the party, of which `item` is emptied. */
bool fold_fact(struct log_fold *f, json_t *item);
bool fold_setup(struct log_fold *f, struct str line);
bool fold_record(struct log_fold *f, struct str line);
/* What the head of a change says about its author and the clock, after everything else of it. */
bool fold_author(struct log_fold *f, const json_t *head);
bool fold_times(struct log_fold *f, const json_t *head);

/* An entry of format 1, or one change of it: its first line was read, those of its game follow. */
bool fold_first(struct log_fold *f, struct str line, struct str *rest);

#endif
