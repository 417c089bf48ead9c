/*
 * mirror - what one client knows of a running game, and whether that is as the rules want it.
 *
 * It keeps two things apart that must agree: the sections as the server sent them, byte by byte,
 * and a table folded from nothing but the facts that were delivered to this client. mirror_check()
 * is the law of knowledge over the wire: the view of the folded table has exactly these sections.
 *
 * A mirror that has not seen all facts (a client that comes back) is not whole; it asks for the
 * history of the game and folds that. What it knew before must be the beginning of it.
 *
 * Ownership: it owns its table and texts; mirror_fini() frees them. Zero initialisation, with
 * `seat` NO_SEAT, is a mirror of no game. All functions that fail leave a reason.
 */
#ifndef LOADTEST_MIRROR_H
#define LOADTEST_MIRROR_H

#include "base/buf.h"
#include "rules/table.h"

enum { MIRROR_SECTIONS = 24, MIRROR_NAME = 16, MIRROR_REASON = 400 };

struct mirror_section {
    char name[MIRROR_NAME];
    struct buf value;
};

struct mirror {
    int seat; /* NO_SEAT: an onlooker */
    int sections;
    struct mirror_section section[MIRROR_SECTIONS];
    int64_t game;        /* number of the game in its room; 0: none */
    struct table *table; /* NULL until facts were folded */
    bool whole;          /* the table has all facts so far */
    int64_t facts;       /* of this game that are known */
    uint64_t chain;      /* a hash over all of them, in order */
    char reason[MIRROR_REASON];
};

void mirror_fini(struct mirror *m);
/* A game begins, or is looked at again: an empty table as the room's section `table` describes it.
 * False where it describes none. */
bool mirror_begin(struct mirror *m, struct str room_table);
/* The client has missed something: what it knows stays known, but is not whole. */
void mirror_gap(struct mirror *m);
/* An entry of "views". */
bool mirror_view(struct mirror *m, struct str entry);
/* "mend" of a frame. */
bool mirror_mend(struct mirror *m, struct str by_seat);
/* Facts of a frame: skipped while the mirror is not whole. */
bool mirror_facts(struct mirror *m, struct str list);
/* The whole history; it must begin with what was known. */
bool mirror_history(struct mirror *m, struct str room_table, struct str list);
/* Whether the sections are the view of the folded table; true while it is not whole. */
bool mirror_check(struct mirror *m);

#endif
