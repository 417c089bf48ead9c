/*
 * disk - the file system as SQLite sees it, with faults on demand: full, failing syncs, power cuts.
 *
 * disk_install() puts it before the real one for the whole process; all files are real files. A
 * write that was not synced is remembered: a power cut takes back all of those, or keeps some of
 * them at random, and makes every later call fail until disk_heal(). Threads may share it.
 */
#ifndef TESTS_STORE_DISK_H
#define TESTS_STORE_DISK_H

#include <stdbool.h>
#include <stdint.h>

struct disk {
    /* Faults; 0 is none. */
    int full_after;      /* so many writes still succeed, minus one: 1 is full now */
    int sync_fails;      /* so many syncs of a write-ahead log fail, after everything was written */
    int file_sync_fails; /* the same for the file itself: what was not synced will never be */
    int file_write_us;   /* how long a write to the file itself takes */
    bool sync_lies;      /* a sync succeeds and does nothing */
    int cut_after;       /* power is cut at this write, sync or truncation, counted from now */
    uint64_t keep;       /* seed: which unsynced writes reach the disk nevertheless; 0: none */
    /* What happened. */
    int wal_syncs;
    int wal_unsynced; /* writes to the log since its last sync */
    bool dead;        /* power is off */
};

extern struct disk disk;

void disk_install(void);
/* Cuts the power now. */
void disk_cut(void);
/* Takes all faults away, and forgets what was counted. */
void disk_heal(void);

#endif
