/* stored - what the store of a fixture has of a room, and how much of it is read.
 *
 *     struct stored_log log;
 *     stored_log_read(&log, s.store, room);
 *     ... log.n, log.body[i] ...
 *     stored_log_free(&log);
 */
#ifndef TESTS_ROOM_STORED_H
#define TESTS_ROOM_STORED_H

#include "base/buf.h"
#include "store/store.h"

struct stored_log {
    int n;
    struct buf body[512]; /* of entry i + 1 */
};
void stored_log_read(struct stored_log *l, struct store *s, int64_t room);
void stored_log_free(struct stored_log *l);

/* Entries that were read since reads_count(), in all, and by the read that showed most. */
struct reads {
    int all, most;
};
void reads_count(struct store *s, struct reads *out); /* one store at a time */
void reads_end(struct store *s);

#endif
