/*
 * inside - what the files of net share among themselves: the net, a connection, the counters.
 *
 * A connection is born in listen.c when a socket is accepted, hangs on its wsi as opaque user data,
 * and dies when the library destroys the wsi; it is a WebSocket between `opened` and `closed`. What
 * waits to be sent is a list of frames, each with room in front (conn.c).
 */
#ifndef NET_INSIDE_H
#define NET_INSIDE_H

#include "net/hosts.h"
#include "net/http.h"
#include "net/limits.h"
#include "net/net.h"

#include <libwebsockets.h>

#define NET_COUNTERS(X)                                                                   \
    X(accepted, "connections that were accepted")                                         \
    X(refused_full, "connections and requests refused because the server was full")       \
    X(refused_address, "connections refused because their address had too many")          \
    X(refused_arrivals, "connections refused because their address opened them too fast") \
    X(refused_barred, "connections refused because the host has removed their address")   \
    X(refused_requests, "requests refused because their address asked too much")          \
    X(refused_unreadable, "requests refused because a header could not be read")          \
    X(refused_host, "requests refused because they were for another host")                \
    X(refused_origin, "WebSockets refused because of the page they came from")            \
    X(accept_failed, "times the system gave no connection")                               \
    X(requests, "HTTP requests")                                                          \
    X(unasked, "connections that ended before they asked for anything")                   \
    X(sockets, "WebSockets that were opened")                                             \
    X(messages_in, "messages received")                                                   \
    X(bytes_in, "bytes of messages received")                                             \
    X(frames_out, "frames sent")                                                          \
    X(bytes_out, "bytes of frames sent")                                                  \
    X(frames_queued, "frames that had to wait for their reader")                          \
    X(closed_large, "WebSockets closed for a message that was too large")                 \
    X(closed_binary, "WebSockets closed for a binary message")                            \
    X(closed_utf8, "WebSockets closed for text that is not UTF-8")                        \
    X(closed_flood, "WebSockets closed for too many messages or bytes")                   \
    X(closed_silent, "WebSockets closed because they did not say who they are")           \
    X(closed_slow, "WebSockets closed because they did not read")                         \
    X(tls_reloads, "times the certificate was read again")

/* name, help, value for a `struct net *n`: what is so now. */
#define NET_GAUGES(X)                                                    \
    X(connections, "connections that are open", n->n_conns)              \
    X(websockets, "of these, WebSockets", n->n_sockets)                  \
    X(addresses, "addresses that are remembered", peers_count(n->peers)) \
    X(waiting_bytes, "bytes that wait for slow readers", n->waiting)     \
    X(page_bytes, "bytes of pages that wait for their readers", n->pages)

struct counters {
#define X(name, help) uint64_t name;
    NET_COUNTERS(X)
#undef X
};

struct frame {
    struct frame *next;
    size_t len;
    unsigned char bytes[]; /* LWS_PRE of room, then the text */
};

/* Bytes that came, against those that were part of a message (audit.c). */
struct audit {
    uint64_t before;  /* when it became a WebSocket */
    uint64_t granted; /* in messages, and with each of their pieces */
    uint64_t ended;   /* when it was found to be ending; 0: it is not */
    uint64_t charged; /* beyond that, and paid for */
};

struct net_conn {
    struct net *net;
    struct lws *wsi;
    struct net_conn *next, *prev; /* all of a net, in no order */
    void *mine;
    struct peer *peer;
    struct address address; /* whom it is for: behind a proxy, of the last request */
    struct address direct;  /* the other end of the socket */
    int64_t id;
    struct bucket messages, calm, bytes;
    int64_t opened; /* when it became a WebSocket */
    int64_t heard;  /* when something last came */
    struct audit audit;
    struct frame *first, *last;
    size_t waiting;              /* bytes in the list */
    int first_piece, last_piece; /* of what gathers for it in the cork; 0: none */
    struct buf partial;          /* a message of which not all has come */
    struct http_answer *answer;  /* what of a request is still to be sent */
    size_t answered;
    size_t page;                        /* bytes of an answer that was made for it alone … */
    int64_t page_until;                 /* … and until when it has to have read it */
    uint64_t ticket;                    /* of a page it waits for; 0: of none … */
    char *host;                         /* … and the name that it was asked for under */
    const char *reason;                 /* why it is being closed … */
    uint16_t code;                      /* … and with which code; 0: it is not, by us */
    bool keep_alive : 1, head_only : 1; /* of the request whose page it waits for */
    bool adopted : 1;                   /* the library has taken it; if not, it is ending it */
    bool asked : 1;                     /* a request has come */
    bool settled : 1;                   /* the service knows who it is */
    bool websocket : 1;                 /* between opened and closed */
    bool ending : 1;                    /* the close frame went out */
    bool offended : 1;                  /* it is closed for a flood */
    bool pinged : 1;                    /* since something last came */
    bool over : 1;                      /* beyond max_connections: gets one 503 */
    bool local : 1, own : 1;            /* net_conn_local(), net_conn_own() */
};

/* What is sent while it is in (cork.c). */
struct piece;
struct cork {
    bool in;
    struct piece *piece;
    int pieces, cap;
    struct buf text, joined;
};

struct net {
    uv_loop_t loop;
    uv_poll_t listener;
    uv_timer_t rest; /* the listener's, when the system has no descriptors left */
    uv_timer_t deadline;
    uv_timer_t pulse;    /* looks for players who have fallen silent */
    uv_timer_t auditor;  /* looks for bytes that were no messages */
    uv_timer_t farewell; /* hangs up on everybody, some at a time */
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct ssl_ctx_st *tls; /* of the vhost, borrowed; NULL without TLS */
    struct net_service service;
    struct http_site site;
    struct net_limits limit;
    void (*debug)(void *arg, const char *event, int64_t connection, const char *coarse_address);
    void *debug_arg;
    enum net_metrics_for metrics_for;
    struct address_list proxies;
    struct hosts hosts;
    char *origins, *tls_cert, *tls_key;
    struct peers *peers;
    struct net_conn *conns;
    struct net_conn *audited;  /* who is next, or NULL: the first */
    int64_t looked, worked;    /* when the audit last did, and the thread's processor time then */
    struct net_conn *pulsed;   /* the same for heartbeats */
    struct net_conn *adopting; /* in listen.c: for whom the library has not made a wsi yet */
    int n_conns, n_sockets;
    struct cork cork;
    size_t waiting; /* bytes in all lists */
    size_t pages;   /* bytes of all answers that were made for one connection each */
    int64_t last_id;
    uint64_t last_ticket;
    int listen_fd, port;
    bool listening, draining, stopping;
    int64_t stopping_since, spread;    /* microseconds over which players are hung up on … */
    int64_t farewells, farewells_most; /* … how many were, of how many */
    void (*stopped)(void *arg);
    void *stopped_arg;
    struct counters count;
    lws_retry_bo_t heartbeat;
    struct lws_protocols protocol[2];
    struct lws_protocol_vhost_options header[8];
};

/* net.c */
int64_t net_now(const struct net *n); /* microseconds of the loop's clock */
void net_conn_ended(struct net_conn *c);
void net_end_stop(uv_timer_t *timer); /* tells whoever waits for the end */
/* Looks after heartbeats and patience for as long as anybody is connected. */
void net_pulse(struct net *n);
/* The library looks at its timers only after an event of its own: whoever sets one outside of its
 * callbacks nudges it. */
void net_nudge(struct net *n);

/* listen.c */
int listen_open(struct net *n, const char *host, int port, struct net_problem *problem);
void listen_start(struct net *n);
void listen_close(struct net *n);

/* conn.c: what the library tells about a WebSocket; the result is its callback's. */
int conn_established(struct net_conn *c);
int conn_receive(struct net_conn *c, struct str piece);
int conn_writable(struct net_conn *c);
int conn_timer(struct net_conn *c); /* all is sent, the close frame is due */
void conn_heard(struct net_conn *c);
void conn_pulse(struct net_conn *c); /* pings it or gives it up, if it has been silent for long */
void conn_closed(struct net_conn *c);
void conn_audit(struct net_conn *c);
void conn_drop_queue(struct net_conn *c);
enum write_as { WRITE_TEXT, WRITE_FRAMES };
/* Writes a text as one frame, or some frames as they are; the last two are for the counters. */
int conn_write(struct net_conn *c, unsigned char *at, size_t len, enum write_as as, int frames,
               size_t texts);
/* Takes so many messages out of its and its address's measure; false where there are not as many.
 */
bool conn_afford(struct net_conn *c, double messages);
/* The same for connections that its address opens; an offence counts as some. */
bool conn_may_arrive(struct net_conn *c, double arrivals);
bool conn_blocked(const struct net_conn *c); /* what is sent now has to wait */
int conn_enqueue(struct net_conn *c, struct str text);

/* cork.c */
int cork_add(struct net_conn *c, struct str text); /* as net_send() */
void cork_forget(struct net_conn *c);
void cork_fini(struct cork *k);

/* audit.c */
enum { AUDIT_PIECE = 64 }; /* what a piece of a message may cost beside its bytes */
void audit_begin(struct net_conn *c);
/* True where more came beside messages than the limits allow. */
bool audit_fails(struct net_conn *c);
/* True where somebody who was told goodbye goes on talking. */
bool audit_lingers(struct net_conn *c);
void audit_some(uv_timer_t *timer); /* the next few connections in their turn */

/* request.c: what it tells about a request. */
int request_http(struct net_conn *c);
int request_upgrade(struct net_conn *c, const char *to);
int request_tunnel(struct net_conn *c);
int request_writable(struct net_conn *c);
void request_forget(struct net_conn *c); /* it is closed */

#endif
