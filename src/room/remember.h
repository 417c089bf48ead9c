/* remember - a job about the memory of a table: remembering.c brings it to its end, remember_do.c
 * knows what is to be done, remember_asks.c what people ask for. */
#ifndef ROOM_REMEMBER_H
#define ROOM_REMEMBER_H

#include "keepsake/keepsake.h"
#include "memory/tell.h"
#include "room/inside.h"

enum job_kind {
    JOB_LOOK,
    JOB_ADD,
    JOB_KEEP,
    JOB_TELL,
    JOB_TONIGHT,
    JOB_PICTURE,
    JOB_FORGET,
    JOB_JOIN,
    JOB_LOSE,
    JOB_END
};
enum job_step { STEP_READ, STEP_READ_GAMES, STEP_WORK, STEP_PUT };

/* A keepsake that was read, to be added. */
struct kept_game {
    struct kept_game *next;
    int64_t ended;
    char address[KEEPSAKE_ADDRESS + 1];
    struct buf body;
};

struct job {
    struct job *next;
    struct room *room; /* NULL: it has gone */
    struct conn *conn; /* NULL: nobody waits for an answer */
    int64_t tag;
    enum job_kind kind;
    enum job_step step;
    bool asked; /* the store's answer is awaited */
    bool found, changed;
    int failures;
    int64_t retry_at;
    uint64_t prev, op; /* of the document that was read, and of the one that is put; 0: not yet */
    struct memory *memory;
    struct kept_game *games;
    struct buf doc;
    /* what was asked for */
    char name[MEMORY_NAME + 1];
    char address[KEEPSAKE_ADDRESS + 1];
    int person, as;
    bool all, names;
    enum language lang;
};

/* ---- remembering.c ---- */

struct job *job_add(struct room *r, enum job_kind kind, struct conn *c, int64_t tag);
/* The first job is done, or will never be. */
void job_end(struct job *j);
void job_refuse(struct job *j, const char *key);

/* ---- remember_do.c ---- */

/* Does a little of a job whose document is read: it may end by that, or go on to be put. */
void job_work(struct job *j);

#endif
