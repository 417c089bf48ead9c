/*
 * house - all rooms of a process, their connections and what they share.
 *
 * The house knows no sockets and no clock of its own: whoever runs it hands in connections and
 * messages, gives the time and sends what it is told. One thread. Rooms are found by their code and
 * loaded from the store when somebody comes, unloaded when everybody has been gone for a while.
 *
 *     struct house *h = house_new(&(struct house_config){.store = s, .socket = &ops, …});
 *     struct conn *c = house_open(h, socket, address);
 *     house_hear(c, text);
 *     house_close(c);
 *     … after each turn of the loop: store_pump(), house_run(h); sleep until house_due(h)
 */
#ifndef HOUSE_HOUSE_H
#define HOUSE_HOUSE_H

#include "room/services.h"

struct house;
struct conn;

/* The house's session in the store (store_session_seen): there is one house to a store. */
enum { HOUSE_NODE = 1 };

/* How a connection goes on to the node that has its table. What comes back is sent to its socket by
 * whoever does this. */
struct remote_ops {
    /* `socket` and `group` as the connection was opened; NULL: that node cannot be reached. */
    void *(*open)(void *arg, struct str address, struct conn *c, void *socket, uint64_t group);
    void (*send)(void *relay, struct str text);
    void (*close)(void *relay);
    /* Asks a node whether it takes tables: house_node_takes() is called when it says that it does.
     */
    void (*ask)(void *arg, struct str address);
};

struct house_config {
    struct store *store;
    const struct socket_ops *socket;
    const struct lexicon *lexicon; /* NULL: none */
    const struct mind *mind;       /* NULL: none */
    const struct filter *filter;   /* NULL: none */
    unsigned words;                /* 1 << LANG_EN …: languages the lexicon has words of */
    int64_t (*wall)(void);         /* milliseconds since 1970 */
    int64_t (*now)(void);          /* milliseconds of a clock that nobody sets, from above 0 */
    const char *public_url;        /* "https://play.example" or NULL */
    int max_rooms;                 /* in the store; 0: 20,000 */
    int address_rooms;             /* new ones from one address in a minute; 0: 60 */
    int guest_changes;             /* of a room by one guest in a minute; 0: 60 */
    int onlookers;                 /* in a room at one time; 0: 500 */
    int think_threads;             /* 0: bots think in the house's own thread */
    int bot_hurry;                 /* percent of its time that a bot spares */
    int64_t opening;               /* ms of a game's explanation; 0: games begin at once */
    int64_t keep_ms;               /* rooms nobody has used for so long are removed; 0: never */
    /* Several nodes over one store: the number of this one, of 32 bits and never used before (0: it
     * is alone), where others reach it, and how it reaches them (NULL: not at all). */
    uint64_t node;
    const char *address;
    const struct remote_ops *remote;
    void *remote_arg;
    int log_format; /* it writes; 0: the program's. Tests have older nodes */
    bool quiet;     /* log nothing */
    bool terse;     /* log errors, no warnings */
};

struct house *house_new(const struct house_config *config);
/* From here on the store's answers are not heard: it may be freed, and then the house. */
void house_end(struct house *h);
void house_free(struct house *h);

/* `address`: a number of the peer's address that it cannot foretell, for limits only. */
struct conn *house_open(struct house *h, void *socket, uint64_t address);
/* The same for a connection that another node passes on. */
struct conn *house_open_via(struct house *h, void *socket, uint64_t address);
/* The relay of a connection is gone (remote_ops): its table is looked for again. */
void house_relay_lost(struct conn *c);
/* The node that has its table has hung up. */
void house_relay_ended(struct conn *c, int code);
/* One message; it may end in socket_ops.hang_up(), after which only house_close() may follow. */
void house_hear(struct conn *c, struct str text);
void house_close(struct conn *c);

/* Does everything that is due by now. */
void house_run(struct house *h);
/* When there is something to do next, by the clock `now`; INT64_MAX: nothing. */
int64_t house_due(const struct house *h);
/* Readable when thoughts of bots have arrived and house_run() should look; -1: never. */
int house_fd(const struct house *h);
/* No new tables from now on; those that are there go on. With several nodes they are handed to the
 * others, some at a time and with their clocks; phones stay, and are passed through to where their
 * tables are. house_run() does it. */
void house_drain(struct house *h, bool on);
/* Nothing is left to hand over, or nobody is there to take it. */
bool house_drained(const struct house *h);
/* Somebody is at a table that no other node can have: it goes on when this one is started again. */
bool house_stranded(const struct house *h);
/* With several nodes: gives up all tables and ends the session, so that others may take them at
 * once. */
void house_leave(struct house *h);
/* Says good-bye to everybody; they will come back. */
void house_farewell(struct house *h);
/* The lexicon has words of more languages than before: everybody is told. */
void house_words(struct house *h, unsigned words);
/* So many codes were wrong lately that somebody seems to search for tables. */
bool house_searched(const struct house *h);
/* Why tables wait for the store; NULL: none does. With several nodes: why this one may have none.
 * Borrowed. */
const char *house_trouble(const struct house *h);
struct counts house_count(const struct house *h);

/* A finished game as its onlookers saw it, by the address of its keepsake: 200 and the reel, 404,
 * or 503 where it has to be asked for again. Answered later, by house_run(), or at once. */
typedef void house_reel_done(void *arg, int status, struct str reel);
void house_reel(struct house *h, struct str address, house_reel_done *done, void *arg);

/* What a node among others knows of itself; `number` 0: it is alone. */
struct house_node {
    uint64_t number;
    int nodes; /* that can be reached, with this one */
    int64_t lease_ms, beat_ms, searches;
    bool draining;
};
struct house_node house_node(const struct house *h);
/* No node is reached there any more, as far as the store tells; false where it does not. */
bool house_node_gone(const struct house *h, struct str address);
/* Whether this node takes tables from another that is about to end: it may have some, and stays. */
bool house_takes(const struct house *h);
/* The node there has said so (remote_ops.ask). */
void house_node_takes(struct house *h, struct str address);
/* How many nodes have come so far. */
int house_arrivals(const struct house *h);

#endif
