/* inside - the house as its own files see it: the index of rooms, the heap of what is due, limits.
 */
#ifndef HOUSE_INSIDE_H
#define HOUSE_INSIDE_H

#include "base/pace.h"
#include "house/house.h"
#include "room/room.h"

enum { BUCKETS = 1 << 14, TRIES = 1 << 14, FOUNDINGS = 256 };

/* A room by its code; the room itself only while somebody is there. */
struct door {
    struct door *next;
    int64_t id;
    int64_t head; /* an entry that its log is known to have */
    struct code code;
    int64_t used;   /* when somebody was last there, by the clock `now`; before us: in days seen */
    bool blank;     /* nobody has begun a game */
    int64_t opened; /* when its room came into memory, by the clock `now` */
    bool closed;    /* by whoever runs the server: nobody is let in, and it goes */
    struct room *room;
    struct outside *outside; /* of the room while it is not in memory */
};

/* Rooms made lately, by whom: a hello that is repeated finds the same room. */
struct founding {
    struct key key;
    struct door *door;
};

/* What an address has done: codes that were wrong, rooms that were created. */
struct tries {
    struct pace missed, made;
};

/* ---- nodes.c: who else is there ---- */

struct node {
    uint64_t number;
    int64_t beat;    /* as it said, by its own clock … */
    int64_t changed; /* … and when that was seen to change, by ours */
    char address[STORE_NAME_MAX + 1];
    bool listed;
};

struct nodes {
    struct node *at;
    int n, cap;
    int64_t next;   /* beat */
    int64_t heard;  /* when the list last came */
    int64_t sent;   /* the beat that is under way */
    int64_t leased; /* until when no other node may take our tables */
    bool beating, listing, held;
};

/* Beats, looks, and gives up all tables when the store was not heard of for too long. */
void nodes_run(struct house *h, int64_t now);
void nodes_leave(struct house *h);
/* Tables may be taken and served. */
bool nodes_hold(const struct house *h);
/* NULL: it is not there, or was not heard of for so long that its tables are free. */
const struct node *nodes_alive(const struct house *h, uint64_t number);
/* When it was last heard of, by its own clock; 0: not known. */
int64_t nodes_seen(const struct house *h, uint64_t number);
void nodes_fini(struct house *h);

struct search;

struct house {
    struct house_config config;
    struct nodes nodes;
    struct search *searches;
    struct services services;
    struct door *bucket[BUCKETS];
    struct founding founding[FOUNDINGS];
    int foundings;
    struct room **heap;
    int heap_n, heap_cap;
    struct tries *tries;
    struct pace missed; /* codes that were wrong, by everybody */
    int64_t began, next_beat, next_sweep;
    struct tv *tvs;          /* televisions that wait for a table */
    int64_t days, days_kept; /* seen until we began, and what the store was told of them */
    int closed;              /* doors that are, and whose rooms have not gone yet */
    bool closing, draining;
};

/* ---- due.c ---- */

/* The room's due time has changed, or it is new. */
void due_update(struct house *h, struct room *r);
void due_remove(struct house *h, struct room *r);

/* ---- doors.c ---- */

struct door *door_find(struct house *h, const struct code *code); /* or NULL */
struct door *door_add(struct house *h, const struct code *code, int64_t id);
/* A room with nothing in it, at a door that has none. */
struct room *door_open(struct house *h, struct door *door);
/* The room goes; its door stays, unless nothing of the room was ever stored. */
void door_shut(struct house *h, struct door *door);
/* The room goes, its door and its log. */
void door_purge(struct house *h, struct door *door);
/* Finds all rooms of the store: reads two entries of each. */
void doors_find_all(struct house *h);
/* Removes rooms that nobody has used for long. True: there are more of them than at once. */
bool doors_sweep(struct house *h, int64_t now);
/* Lets every room in memory show itself anew, as soon as it can. */
void doors_show(struct house *h);
void doors_free(struct house *h);

/* ---- search.c: a table that is not here ---- */

/* A hello whose table has to be looked for; takes the message over. */
void search_enter(struct house *h, struct conn *c, struct message *m, struct str text);
/* One that wants a table: it may have one already. */
void search_create(struct house *h, struct conn *c, struct message *m, struct str text);
/* A connection says its hello again, a little later; for services.seek. */
void search_again(void *house, struct conn *c);
void search_run(struct house *h, int64_t now);
int64_t search_due(const struct house *h);
void search_fini(struct house *h);

/* ---- days.c ---- */

/* How many days the store has seen, today included: at the start, and from then on. */
void days_begin(struct house *h);
int64_t days_now(const struct house *h, int64_t now);
/* Tells the store, where it does not know. */
void days_keep(struct house *h, int64_t now);

/* ---- limits.c ---- */

bool limits_may_guess(struct house *h, uint64_t address); /* another code */
void limits_missed(struct house *h, uint64_t address);    /* it was wrong */
/* So many codes were wrong lately that somebody seems to search for tables. */
bool limits_searched(const struct house *h);
/* NULL, or why no room can be made: a key. */
const char *limits_new_room(struct house *h, uint64_t address);
void limits_made_room(struct house *h, uint64_t address);

/* ---- console.c ---- */

/* Removes tables that were closed, once nothing of them is on its way to the store. */
void console_run(struct house *h);

/* ---- tv.c ---- */

/* Its hello: it is shown a code, and waits. */
void tv_wait(struct house *h, struct conn *c);
/* What else it says while it waits. */
void tv_hear(struct house *h, struct conn *c, struct str text);
/* It waits no longer. Nothing where it did not. */
void tv_gone(struct house *h, struct conn *c);
/* services.lend_tv */
const char *tv_lend(void *house, struct room *r, const struct conn *asks, struct str code);

/* ---- hello.c ---- */

/* The first message of a connection: it enters a room, or makes one. */
void hello(struct house *h, struct conn *c, struct str text);
/* A hello meets its room. */
void hello_join(struct room *r, struct conn *c, struct message *m);
/* A new table; NULL where there is no free code. */
struct room *hello_found(struct house *h, const struct message *m);

#endif
