/* inside - the house as its own files see it: the index of rooms, the heap of what is due, and what
 * rooms share so that none of them has to own it. */
#ifndef ROOM_INSIDE_H
#define ROOM_INSIDE_H

#include "room/room.h"
#include "rules/record.h"

enum { BUCKETS = 1 << 14, TRIES = 1 << 12, FOUNDINGS = 256, SPARE_ENTRIES = 64 };

/* A room by its code; the room itself only while somebody is there. */
struct door {
    struct door *next;
    int64_t id;
    struct code code;
    int jobs;     /* thoughts on their way */
    int64_t used; /* wall time somebody was last there */
    bool blank;   /* nobody has begun a game */
    struct room *room;
};

/* Rooms made lately, by whom: a hello that is repeated finds the same room. */
struct founding {
    struct key key;
    struct door *door;
};

/* How often an address has asked for rooms that are not there, and for new ones. */
struct tries {
    uint64_t address;
    int64_t minute;
    int missed, made; /* codes that were wrong, rooms that were created */
};

struct house {
    struct house_config config;
    struct door *bucket[BUCKETS];
    struct founding founding[FOUNDINGS];
    int foundings;
    struct room **heap;
    int heap_n, heap_cap;
    struct tries *tries;
    struct house_counts counts;
    uint64_t op; /* names writes; begins at random */
    int64_t started;
    int64_t alive_until; /* wall time at which the process before this one was last seen */
    int64_t next_beat;
    int swept; /* bucket that is looked at next for rooms nobody needs any more */
    bool closing, ended;
    struct think *think;
    struct room *newest, *oldest; /* rooms whose tables lie open, by when they were last used */
    int awake;

    /* Shared, used by one room at a time and never across a return to the loop. */
    struct decision *decision;
    struct record *record;
    struct order order;
    struct party_fact fact[ORDER_FACTS + DRAWN_MAX + 1]; /* and a level that was won */
    int facts;
    struct buf lines, scratch, value;
    struct section_names names;
    struct buf view, own_view, gone, told, thoughts; /* see shown.c */
    struct spans common, own;
    struct volley *spare_volley;
    int spare_volleys;
    struct buf spare_entry[SPARE_ENTRIES];
    int spare_entries;
};

void heap_update(struct house *h, struct room *r);
void heap_remove(struct house *h, struct room *r);

/* Sends the contents of `text`, which begins with FRAME_HEAD spare bytes. */
void conn_send(struct conn *c, struct buf *text);
/* The same for `len` bytes at `at`, with `front` written before them over the spare bytes. */
void conn_send_with(struct conn *c, char *at, size_t len, struct str front);
/* Begins a frame in `text`: the spare bytes. */
void frame_begin(struct buf *text);
/* {"error":…} or the like, then hangs up. */
void conn_dismiss(struct conn *c, int code, const char *key);
void conn_error(struct conn *c, const char *key);

/* logfmt, never with names, words or tokens of players. */
void room_log(const struct room *r, const char *level, const char *event, const char *why);

/* nap.c: opens the table of a room before it is looked at, and packs those that were not for long.
 */
void room_wake(struct room *r);
/* Packs the tables that were used longest ago, until so many are open. */
void nap_all_but(struct house *h, int most);
void nap_forget(struct room *r); /* the table is about to go */
void nap_end(struct room *r);    /* the room is */

/* requests.c: everything a connection asks of its room; the room is not writing. */
void request(struct room *r, struct conn *c, const struct message *m);
/* The first message of a connection. */
void enter(struct room *r, struct conn *c, const struct message *m);

/* history.c */
void room_history(struct room *r, struct conn *c, int64_t tag);

/* bots.c */
void bots_plan(struct room *r);         /* lets bots think about a table that has changed */
void bots_take(struct house *h);        /* takes what they have thought of */
int64_t bots_due(const struct room *r); /* wall time of the next move, or INT64_MAX */
bool bots_act(struct room *r);          /* one move that is due; true: the room is writing */
/* What bots may say about earlier moves now that a decision has been made: items of an array. */
void bots_tell(struct room *r, const struct decision *d, struct buf *out);
void bots_forget(struct room *r);
/* The group has ruled again: thoughts that begin from now on know. */
void bots_note_rulings(struct room *r);

#endif
