/* inside - the house as its own files see it: the index of rooms, the heap of what is due, limits.
 */
#ifndef HOUSE_INSIDE_H
#define HOUSE_INSIDE_H

#include "base/pace.h"
#include "house/house.h"
#include "room/room.h"

enum { BUCKETS = 1 << 14, TRIES = 1 << 14, FOUNDINGS = 256 };
#define DAY INT64_C(86400000) /* ms */

/* A room by its code; the room itself only while somebody is there. */
struct door {
    struct door *next;
    int64_t id;
    int64_t head; /* an entry that its log is known to have */
    struct code code;
    int64_t used;   /* when somebody was last there, by the clock `now`; reckoned from days (days.c)
                       where that was before this process */
    bool blank;     /* nobody has begun a game */
    int64_t opened; /* when its room came into memory, by the clock `now` */
    bool closed;    /* by whoever runs the server: nobody is let in, and it goes */
    bool swept;     /* the store is asked to remove it, if nobody comes meanwhile … */
    int64_t spared; /* … and not again before this: it is kept */
    struct room *room;
    struct outside *outside; /* of the room while it is not in memory */
    int place;               /* of the room among all by when they are due (due.c); -1: none … */
    bool listed;             /* … and, while it is due now, … */
    struct door *sooner, *later; /* … between which */
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
    int64_t beat;    /* its last sign of life, by its own clock … */
    int64_t changed; /* … and when that was seen to change, by ours */
    int64_t format;  /* of the logs it writes; 0 or below: it is about to end */
    char address[STORE_NAME_MAX + 1];
    bool listed;
    bool asked; /* since we drain: whether it takes tables of ours … */
    bool takes; /* … and it said that it does */
};

struct nodes {
    struct node *at;
    int n, cap, came;
    int64_t next;                    /* when the next beat is sent */
    int64_t heard;                   /* when the list of nodes last came */
    int64_t lists_asked, lists_come; /* how many were asked for, and the number of that one */
    int64_t sent;                    /* when the beat that is under way was sent */
    int64_t leased;                  /* until when no other node may take our tables */
    int64_t beat_took;               /* ms until the last one was confirmed */
    bool beating, listing;           /* a beat, a list that the store has not answered yet */
    bool has_lease;                  /* a beat was confirmed; since then it may have run out */
    bool twice;                      /* another node has our address, and that was reported */
};

/* Beats, looks, and gives up all tables when the store was not heard of for too long. */
void nodes_run(struct house *h, int64_t now);
void nodes_leave(struct house *h);
/* The format of logs that this node writes: it takes no table whose log is of a later one. */
int nodes_format(const struct house *h);
/* The node that is to have a table, of those that can write such a log: not this one. NULL: none is
 * there. And where none is, one that is about to end, but could write it until then. */
const struct node *nodes_heir(const struct house *h, int64_t room, int format);
const struct node *nodes_refuge(const struct house *h, int64_t room, int format);
/* Whether it was heard of just now. */
bool nodes_beats(const struct house *h, const struct node *node);
/* Asks those who could have a table of ours, once, whether they take it: how many that are, and how
 * many have said that they do. */
struct asked {
    int asked, take;
};
struct asked nodes_ask(struct house *h);
void nodes_ask_anew(struct house *h);
/* How many are there that can be reached, with this one; for how much longer it may have tables. */
int nodes_count(const struct house *h);
int64_t nodes_lease(const struct house *h);
/* Whether this node may have tables: its lease goes on. */
bool nodes_may_own(const struct house *h);
/* A node that is on no list may have come since: whether one has come that was asked for after
 * `lists_asked` was this. Else the next is asked for now. */
bool nodes_listed_since(struct house *h, int64_t lists_asked);
/* NULL: it is not there, or was not heard of for so long that its tables are free. */
const struct node *nodes_alive(const struct house *h, uint64_t number);
/* When it was last heard of, by its own clock; 0: not known. */
int64_t nodes_seen(const struct house *h, uint64_t number);
void nodes_fini(struct house *h);

struct search;
struct tv_errand;
struct reeling;
struct remembered;

/* A television that waits for a table. */
struct tv {
    struct tv *next;
    struct conn *conn;
    struct code code;
    int64_t until;
    uint64_t op; /* of the document that makes its code known; 0: it has none */
};

/* sweep.c: where a walk through all rooms is, and what it has found to be unused */
enum { SWEPT_AT_ONCE = 32 };
struct sweep {
    int64_t after;
    int64_t room[SWEPT_AT_ONCE], head[SWEPT_AT_ONCE], days[SWEPT_AT_ONCE];
    int n, seen;
    bool asked;
};

struct house {
    struct house_config config;
    int64_t alive_until; /* wall time at which the process before this one was last heard of; 0: by
                            none, or there are other nodes */
    struct nodes nodes;
    struct search *searches;
    struct sweep sweep;
    int64_t next_report;
    uint64_t reported; /* op of the report that is there … */
    enum { REPORT_SOUND, REPORT_LOST, REPORT_LOOKS } report; /* … as far as is known */
    char version[STORE_NAME_MAX + 1];
    struct services services;
    struct door *bucket[BUCKETS];
    struct founding founding[FOUNDINGS];
    int foundings;
    struct door **heap; /* of all rooms in memory (due.c), … */
    int64_t *due;       /* … when each of them is due … */
    int heap_n, heap_cap;
    struct door *ready, *last_ready; /* … and those that are now */
    struct tries *tries;
    struct pace missed; /* codes that were wrong, by everybody */
    int64_t began, next_beat, next_sweep;
    struct tv *tvs;            /* televisions that wait for a table … */
    struct tv_errand *errands; /* … and what the store was asked about them */
    int64_t next_tv;           /* when the store is asked for those that were lent */
    bool tv_asked;
    struct reeling *reelings;      /* games that somebody wants to see again, … */
    int reelings_at_work;          /* … of which so many are made now, … */
    struct remembered *remembered; /* … and those that were, the latest first */
    int64_t days, days_kept;       /* seen until we began, and what the store was told of them */
    bool draining;                 /* tables are handed to other nodes (drain.c), … */
    int64_t drains_since;          /* … since then; those who could have them are asked, … */
    int64_t asks_until;            /* … and not waited for any longer */
    bool closing;
    int closed;         /* doors that are, and whose logs have not gone yet … */
    int64_t next_purge; /* … and when the store is asked for that again */
};

/* ---- due.c ---- */

/* A room has something to do then; 0: at once. */
void due_set(struct house *h, struct door *d, int64_t due);
int64_t due_at(const struct house *h, const struct door *d); /* when it has */
void due_remove(struct house *h, struct door *d);
/* The door of a room that has something to do by now, or NULL; it is the next one again unless it
 * is given another time. */
struct door *due_next(const struct house *h, int64_t now);
/* When the next one has; INT64_MAX: none. */
int64_t due_first(const struct house *h);

/* ---- doors.c ---- */

struct door *door_find(struct house *h, const struct code *code); /* or NULL */
struct door *door_add(struct house *h, const struct code *code, int64_t id);
/* A room with nothing in it, at a door that has none. */
struct room *door_open(struct house *h, struct door *door);
/* The room goes; its door stays, unless nothing of the room was ever stored. */
void door_shut(struct house *h, struct door *door);
/* The store has removed a room, or it stays; its door is there only if it was swept here. */
void door_purged(struct house *h, int64_t room, enum store_result result);
/* Finds all rooms of the store, and reads the last entry of each. */
void doors_find_all(struct house *h);
/* Has the store remove tables that were closed, where it could not before. */
void doors_purge_closed(struct house *h);
/* Removes rooms that nobody has used for long. True: there are more of them than at once. */
bool doors_sweep(struct house *h, int64_t now);
/* Lets every room in memory show itself anew, as soon as it can. */
void doors_show(struct house *h);
void doors_free(struct house *h);

/* ---- report.c ---- */

/* Tells the store what this node does, for `unisono cluster status`. */
void report_run(struct house *h, int64_t now);
void report_end(struct house *h);
/* Another node has our address: phones for the one would reach the other, again and again. Whoever
 * runs them is told, once. */
void report_twin(struct house *h);
/* Somebody has waited in vain for a table, whose last known owner it was; the store has a question.
 */
void report_not_found(const struct house *h, uint64_t owner, bool asked);

/* ---- sweep.c ---- */

void sweep_run(struct house *h, int64_t now);

/* ---- drain.c ---- */

void drain_run(struct house *h);

/* ---- purge.c ---- */

/* A table that is kept stays for so many days without anybody. */
enum { KEPT_DAYS = 366 };
/* How long others do: sooner those go where nothing was ever played. In ms. */
int64_t purge_after(const struct house *h, bool blank);
/* Has the store remove a room, its keepsakes and its memory; false: it cannot now. A table that is
 * kept, and was used in the last KEPT_DAYS `days`, stays. door_purged() follows. */
bool purge_room(struct house *h, int64_t room, int64_t head, int64_t days);

/* ---- search.c: a table that is not here ---- */

/* A hello whose table has to be looked for; takes the message over. */
void search_enter(struct house *h, struct conn *c, struct message *m, struct str text);
/* One that wants a table: it may have one already. */
void search_create(struct house *h, struct conn *c, struct message *m, struct str text);
/* A connection says its hello again, a little later; for services.seek. */
void search_again(void *house, struct conn *c);
void search_run(struct house *h, int64_t now);
int64_t search_count(const struct house *h); /* tables that somebody waits for */
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
void console_run(struct house *h, int64_t now);

/* ---- tv.c ---- */

/* Its hello: it is shown a code, and waits. */
void tv_wait(struct house *h, struct conn *c);
/* What else it says while it waits. */
void tv_hear(struct house *h, struct conn *c, struct str text);
/* It waits no longer. Nothing where it did not. */
void tv_left(struct house *h, struct conn *c);
/* services.lend_tv */
void tv_lend(void *house, struct room *r, struct conn *asks, struct str typed, int64_t tag);
/* The one that shows this code; NULL: none of ours. */
struct tv *tv_find(const struct house *h, const struct code *code);
/* Shows a television its code, or the table that it is for now, and lets it go then. */
void tv_show_code(struct house *h, struct tv *tv);
void tv_show_room(struct house *h, struct tv *tv, const char *room);
/* Another code, for one whose code is another's. */
bool tv_new_code(struct house *h, struct code *code);

/* ---- tv_shared.c: the same with several nodes ---- */

/* Its code is made known to all nodes, and shown when it is. */
void tv_publish(struct house *h, struct tv *tv);
void tv_withdraw(struct house *h, const struct tv *tv);
/* A code that is none of ours: the store knows whose. */
void tv_lend_elsewhere(struct house *h, struct room *r, struct conn *asks, const struct code *code,
                       int64_t tag);
/* Looks whether others have lent a television of ours. */
void tv_run(struct house *h, int64_t now);
void tv_forget(struct house *h, const struct conn *c); /* it is closed */
void tv_fini(struct house *h);

/* ---- hello.c ---- */

/* The first message of a connection: it enters a room, or makes one. */
void hello(struct house *h, struct conn *c, struct str text);
/* A hello meets its room. */
void hello_join(struct room *r, struct conn *c, struct message *m);
/* A new table; NULL where there is no free code. */
struct room *hello_found(struct house *h, const struct message *m);

/* ---- reels.c ---- */

void reels_run(struct house *h, int64_t now);
int64_t reels_due(const struct house *h);
/* Those who still wait are told that they wait in vain. After the store was freed. */
void reels_fini(struct house *h);

#endif
