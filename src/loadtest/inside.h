/*
 * inside - a load run as its own files see it: groups of people, their devices, what is under way.
 *
 * person.c decides what people do, hear.c what they make of what they hear, loadtest.c when.
 */
#ifndef LOADTEST_INSIDE_H
#define LOADTEST_INSIDE_H

#include "loadtest/loadtest.h"
#include "loadtest/mirror.h"
#include "rules/play.h"

enum { DEVICES = 2, REVISIONS = 32 };
#define NEVER INT64_MAX

struct load;
struct group;
struct person;

/* One phone: a connection, and what it was shown. */
struct device {
    struct person *person;
    struct wire wire;
    bool known;       /* to epoll, … */
    uint32_t watched; /* … which looks for these events */
    bool asleep;      /* reads nothing */
    bool in;          /* was welcomed on this connection */
    bool arriving;    /* is on its way there */
    char epoch[24];   /* of the last frame, with its revision: what `seen` says */
    int64_t rev;
    uint32_t least;   /* acknowledged when it said hello */
    int64_t asked;    /* tag of the history it waits for; 0: none */
    struct buf table; /* the room's section, as it was sent */
    struct mirror mirror;
};

struct person {
    struct load *load;
    struct group *group;
    char token[40];
    struct device device[DEVICES];
    int now; /* the device in use */
    /* What the room's sections say: */
    int64_t guest, host, seat; /* seat NO_SEAT: none */
    int64_t player;            /* in the room; 0: none */
    int players, bots;
    bool seated, playing, over;
    char game[32]; /* that the lobby has chosen */
    /* What was sent: */
    uint32_t n, acked;
    uint32_t pending; /* number of what has not been answered; 0: nothing */
    uint32_t probe;   /* something applied that was sent again on purpose; 0: nothing */
    bool order;       /* the pending one is for the room, not the table */
    struct buf text;
    int64_t sent; /* 0: not to be measured */
    int options;  /* set so far */
    int64_t wake;
    int place; /* in the heap */
};

/* A revision of a room on its way to everybody there, to measure how long that takes. */
struct revision {
    int64_t rev;
    int64_t sent, last; /* when the action was sent that made it; when it last arrived somewhere */
    int arrived;        /* at so many devices */
    bool acked, reveal; /* its author knows; a phase ended by it */
};

struct group {
    int number;
    char code[8];
    const struct book *book;
    int in;               /* devices that are welcomed and awake */
    int64_t games, ended; /* how many ended; number of the last that did */
    bool begun;
    struct revision revision[REVISIONS];
    struct person *person;
};

struct load {
    const struct load_options *o;
    struct load_result *result;
    int epoll;
    int64_t now; /* microseconds */
    bool calm;   /* nobody goes away any more */
    bool ending;
    bool measuring;
    int begun; /* groups */
    int arriving;
    struct sampler sampler;
    struct group *group;
    struct person *people;
    struct person **heap;
    int heap_n;
    int told;
    int64_t tags; /* of questions, so far */
};

/* loadtest.c */
void violation(struct load *l, const struct person *p, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void wake_at(struct person *p, int64_t when);
void device_watch(struct device *d);
/* Hangs up; the person may connect it again. */
void device_drop(struct device *d);
/* It has come in, or has not: the next may try. */
void device_arrived(struct device *d);
/* In [0, n). */
int64_t draw(struct load *l, int64_t n);
/* Microseconds until a person does the next thing. */
int64_t think(struct load *l);

/* person.c */
void person_wake(struct person *p);
void person_connected(struct device *d);
void person_disconnected(struct device *d);
/* What was pending is applied, and the ledger says so. */
void person_applied(struct person *p);
/* Sends what is pending again, or what was applied already, to see that it is not applied twice. */
void person_resume(struct device *d, uint32_t applied);
/* Asks for all facts of the game: this device has missed some. */
void person_ask_history(struct device *d);

/* hear.c */
void device_hear(struct device *d, struct str text);

#endif
