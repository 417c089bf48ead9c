/*
 * link - what links.c and relays.c share: a link to another node, and the relays of connections
 * that run on it. Nobody else includes this.
 */
#ifndef SERVER_LINK_H
#define SERVER_LINK_H

#include "server/links.h"

/* A packet: its length, a kind, the number of a relay, and then what it says. Numbers are never
 * used again on a link, so that nothing that comes late reaches another phone. What is said of the
 * node itself has the number 0; a node that does not know the kind says nothing. */
enum kind { SECRET, OPEN, TEXT, CLOSE, HANG_UP, ASK, TAKES };
enum { HEAD = 4 + 1 + 4, RELAY_BUCKETS = 1024 };

struct peer_relay {
    struct peer_relay *next; /* in its bucket */
    struct link *link;
    uint32_t number;
    struct conn *conn;
    void *socket; /* of the phone, where it is ours */
    struct peer_relay *next_ended;
    bool ended;
};

struct link {
    uv_tcp_t tcp;
    uv_connect_t connecting;
    struct links *all;
    struct link *next;
    bool incoming, known, up, closing;
    uint64_t since; /* by the loop's clock */
    char address[STORE_NAME_MAX + 1];
    uint32_t last; /* number given to a relay */
    struct peer_relay *bucket[RELAY_BUCKETS];
    struct buf in, out;
};

struct links {
    uv_loop_t *loop;
    uv_tcp_t listener;
    bool listens;
    char secret[LINKS_SECRET + 1];
    struct house *house;
    struct link *links;
    struct peer_relay *ended;
    uint64_t looked; /* when it was last seen to who is there */
};

/* ---- links.c ---- */

/* The one that leads there, made where there is none; NULL: it cannot be. */
struct link *link_to(struct links *p, struct str address);

/* ---- relays.c ---- */

/* Adds to what leaves after this round. */
void link_frame(struct link *l, enum kind kind, uint32_t relay, struct str text);
/* Where the relay of a number stands, or would. */
struct peer_relay **relay_place(struct link *l, uint32_t number);
struct peer_relay *relay_new(struct link *l, uint32_t number);
void relay_free(struct peer_relay *relay);
/* What a house knows it by (links_is_relay). */
void *relay_socket(struct peer_relay *relay);

#endif
