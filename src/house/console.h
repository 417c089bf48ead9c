/*
 * console - the house as whoever runs the server sees it: tables from outside, and what can be done
 * about them.
 *
 * Nothing here tells what is played: no word, no name, no key of a guest. A table is named by its
 * code, which is what people will say when they ask for help.
 *
 *     struct table_report t[100];
 *     int all = house_tables(h, t, 100);
 */
#ifndef HOUSE_CONSOLE_H
#define HOUSE_CONSOLE_H

#include "house/house.h"
#include "party/code.h"

struct table_report {
    struct code code;
    const char *game; /* its id; borrowed for ever */
    bool playing, over, locked;
    bool waits;               /* for the store */
    int people, bots;         /* at the table */
    int screens, connections; /* connections: all of them, screens included */
    int64_t open_ms;          /* since it was loaded */
    int64_t games, entries, bytes;
};

/* Tables in memory, those with most connections first; how many there are in all. */
int house_tables(const struct house *h, struct table_report *out, int most);
/* Every connection of a guest, table by table. */
void house_guests(const struct house *h,
                  void (*each)(void *arg, const struct code *table, uint64_t address), void *arg);
/* Ends a table for good: everybody is sent away, nobody is let in again, and its log is removed.
 * NULL with the room's number, or why not: a key. */
const char *house_close_table(struct house *h, struct str typed, int64_t *id);
/* Shows a text on every screen; on how many. */
int house_say(struct house *h, struct str said);

#endif
