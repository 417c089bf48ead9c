/*
 * conn - one connection of a guest, and what is sent to it.
 *
 * Ownership: the house makes and frees connections; a room has those that have said hello in a
 * list. Texts that are sent begin with FRAME_HEAD spare bytes, where the network writes its own.
 */
#ifndef ROOM_CONN_H
#define ROOM_CONN_H

#include "base/buf.h"
#include "base/pace.h"
#include "party/party.h"
#include "room/services.h"

struct errand;
struct draft_check;
struct deck_kind;
struct history;
struct caller;
struct show;
struct tv;

struct conn {
    void *socket; /* of the network */
    struct services *services;
    struct room *room;     /* NULL before hello */
    struct caller *caller; /* its hello waits until its table is found; NULL: it does not … */
    void *relay;           /* … or its table is another node's, and this leads there */
    char *hello;           /* where there are other nodes: what it said, to say it again */
    int64_t sought;        /* when it last said it again */
    struct tv *tv;         /* it waits to be lent to a room (house/tv.c); NULL: it does not */
    struct conn *next;     /* in the room */
    struct key key;
    uint16_t guest;      /* its number … */
    uint16_t announced;  /* … and the one it was sent last */
    seat_set seats;      /* whose views were in the last frame; 0: an onlooker's */
    uint16_t claim;      /* a player that it asks the host for … */
    struct pace claims;  /* … and how often it did */
    bool via;            /* it comes from another node */
    bool screen;         /* a table's screen: it has no seats */
    bool deals;          /* can take part in a deal (dealing.c) */
    bool mends;          /* can be shown what has changed inside a section */
    bool waiting;        /* its hello is in the queue, or it knocks */
    bool must_be_known;  /* too many codes were wrong from there: devices that were here before */
    bool knocks;         /* it stands at the door, and the host has to let it in … */
    bool asked_password; /* … or it has to say the password, … */
    bool passed;         /* … which it has said */
    bool invited;        /* it has shown a ticket: the door is open */
    bool show_whole;     /* has to be shown everything: it was shown another view before … */
    bool behind;         /* … or it missed frames, because it fell too far behind */
    char *knock;         /* of one that knocks: who it says it is; NULL: nothing yet */
    int64_t visitor;     /* its number among those who came; the same for all of a device */
    struct show *show;   /* of an onlooker: the first that it has not seen; NULL: none */
    struct history *history;   /* that it is being told; NULL: none */
    struct pace asks;          /* how often it asked for that, or for what costs as much */
    struct pace signs;         /* how often it showed one, or answered as one of the crowd */
    struct draft_check *check; /* its draft is being looked through (draft_check.c); NULL: not … */
    const struct deck_kind *draft_kind; /* … and was, for this kind (NULL: not as it is now), … */
    int draft_wrong;                    /* … with so many faults */
    struct buf *draft;     /* of a deck that is being written (drafts.c); NULL: none … */
    struct errand *errand; /* … and a question to the store about one; NULL: none */
    uint64_t address;      /* for the house's limits */
};

/* Begins a frame in `text`: the spare bytes. */
void frame_begin(struct buf *text);
/* Adds the spare bytes of a further frame. */
void frame_spare(struct buf *text);
/* Sends the contents of `text`, which begins with the spare bytes. */
void conn_send(struct conn *c, struct buf *text);
/* The same for `len` bytes at `at`, with `front` written before them over the spare bytes. */
void conn_send_with(struct conn *c, char *at, size_t len, struct str front);
/* The same, after what the connection has to be told of itself (broadcast.c). */
void conn_send_front(struct conn *c, char *at, size_t len);
void conn_error(struct conn *c, const char *key);
/* {"error":…}, then hangs up. */
void conn_dismiss(struct conn *c, int code, const char *key);

#endif
