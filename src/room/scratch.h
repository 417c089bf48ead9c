/*
 * scratch - memory that the rooms of a process lend each other, so that none of them has to own it.
 *
 * Used by one room at a time and never across a return to the loop. Nothing is handed from one
 * function to another through here: who fills a part passes it on as an argument.
 */
#ifndef ROOM_SCRATCH_H
#define ROOM_SCRATCH_H

#include "room/broadcast.h"
#include "room/change.h"
#include "room/frames.h"
#include "rules/record.h"

enum { SPARE_ENTRIES = 64, SPARE_TABLES = 8 };

struct scratch {
    struct change change;
    struct record *record; /* for reading logs */
    struct buf answer;     /* a message to one connection */
    struct buf front;      /* what is a connection's own in a frame that it shares with others */
    struct frame_parts frame_parts;
    struct buf section; /* one section of a room, to see whether it has changed */
    struct section_names names;
    struct broadcast *spare_broadcast;
    int spare_broadcasts;
    struct buf spare_entry[SPARE_ENTRIES];
    int spare_entries;
    struct table *spare_table[SPARE_TABLES]; /* blocks of tables that were packed; by their size */
    int next_table;                          /* the one that goes next */
};

struct scratch *scratch_new(void);
void scratch_free(struct scratch *s);

#endif
