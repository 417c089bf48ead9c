/*
 * sqlite_alive - the small file beside a store that tells who uses it: `tables.db-alive`.
 *
 * It holds the sessions of nodes (store_session_beat), and a server locks it for as long as it
 * lives, so that a second one on the same store is refused. Beats are written in place and never
 * synced: a session has to survive a killed process, not a power cut, and a server in which nothing
 * happens should not wear out its disk. The lock goes with the process, however that ends.
 *
 * And it remembers the last row that was committed: a store that has fewer when it is opened again
 * has lost its write-ahead log, or was replaced by an older copy.
 *
 * Format: slots of 32 bytes, each node, beat, ttl and a sum as 8 bytes, low byte first; a slot
 * whose sum does not fit is free. The first one is no session: its beat is the last row. After the
 * slots every one of them has a card of 160 bytes: node, format, a sum, and address and version as
 * texts of 66 bytes; it is written when it changes.
 */
#ifndef STORE_SQLITE_ALIVE_H
#define STORE_SQLITE_ALIVE_H

#include "store/backends.h"

enum { ALIVE_SESSIONS = 63 };

struct alive {
    int fd; /* -1: not open; then nobody is known, and beats are UNAVAILABLE */
};

/* Opens or makes the file of the store at `path`. 0, or a negative error with a reason: ERR_BUSY
 * where `exclusive` is wanted and another process has it. */
int alive_open(struct alive *a, const char *path, bool exclusive, struct store_problem *problem);
/* For reading alone: a file that is not there is an empty one. */
void alive_look(struct alive *a, const char *path);
void alive_close(struct alive *a);

/* The node was there and counts as alive for its `ttl`; 0 ends its session. Forgets sessions whose
 * time is over. */
enum store_result alive_beat(struct alive *a, const struct store_session *given);
void alive_each(const struct alive *a, store_each_session *each, void *arg);

/* The last row that was committed; 0: not known. */
void alive_note_row(struct alive *a, int64_t row);
int64_t alive_row(const struct alive *a);

#endif
