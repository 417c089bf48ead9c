/*
 * net - the front door: HTTP and WebSockets on one libuv loop, under limits, knowing no game.
 *
 * The owner plugs in a service and runs the loop. Everything happens on the thread that runs it; no
 * function of the service is called from inside net_send() or net_hangup().
 *
 * Promises to the service: `opened` once, then `message` with whole, valid UTF-8 text messages
 * within the limits, then `closed` exactly once, after which the connection is gone. After
 * net_hangup() no further message comes.
 *
 * Sending writes to the socket at once if it takes it; only what it does not take is copied and
 * waits. A client that lets more than `queue_bytes` wait is closed with 1013: nobody's memory grows
 * because somebody's phone sleeps. Where many sleep, each may let wait less: together they never
 * hold more than `queues_bytes`. One frame per net_send(): join what belongs together.
 *
 * Ownership: connections belong to the net; `mine` belongs to the service. The options are copied
 * where they are needed, but the service and its arg must outlive the net.
 *
 *     struct net_options o = net_defaults();
 *     o.port = 8080;
 *     if (net_new(&n, &o, &service, &problem) < 0)
 *         fprintf(stderr, "%s\n", problem.reason);
 *     uv_run(net_loop(n), UV_RUN_DEFAULT);     // until net_stop() has called `stopped`
 *     net_free(n);
 */
#ifndef NET_NET_H
#define NET_NET_H

#include "base/buf.h"
#include "net/web_file.h"

#include <uv.h>

struct net;
struct net_conn;

/* name, default, least, most, what it is. Names are also those of options (with dashes). */
#define NET_LIMITS(X)                                                                             \
    X(max_connections, 4096, 1, 1000000, "connections at one time, pages and players together")   \
    X(address_connections, 1024, 1, 1000000, "of these from one address (IPv6: from one /64)")    \
    X(address_arrivals, 6000, 1, 1000000, "new connections from one address per minute")          \
    X(address_messages, 400, 1, 1000000, "messages from one address per second")                  \
    X(address_requests, 12000, 1, 10000000, "requests from one address per minute")               \
    X(messages, 20, 1, 1000000, "messages from one connection per second; twice that at once")    \
    X(message_bytes, 8192, 64, 1048576, "bytes of one message")                                   \
    X(stream_bytes, 32768, 64, 1073741824, "bytes from one connection per second; twice at once") \
    X(queue_bytes, 262144, 1024, 1073741824, "bytes that may wait for a slow reader")             \
    X(queues_bytes, 67108864, 1024, 1099511627776, "bytes that may wait for all slow readers")    \
    X(handshake_seconds, 10, 1, 3600, "until a connection must have asked for something")         \
    X(hello_seconds, 10, 1, 3600, "until a player must have said who they are")                   \
    X(ping_seconds, 25, 1, 3600, "of silence before a player is pinged")                          \
    X(pong_seconds, 50, 2, 7200, "of silence before a player is given up")                        \
    X(stop_seconds, 4, 1, 600, "for everybody to leave when the server stops")

struct net_limits {
#define X(name, value, least, most, help) int64_t name;
    NET_LIMITS(X)
#undef X
};

enum net_metrics_for { NET_METRICS_LOCAL, NET_METRICS_ALL, NET_METRICS_OFF };

struct net_options {
    const char *host;               /* an address to listen on; "": all of them, IPv6 and IPv4 */
    int port;                       /* 0: any free one, see net_port() */
    const char *tls_cert, *tls_key; /* PEM files; "": no TLS */
    const char *names;              /* further names it answers to, see hosts.h */
    const char *origins; /* further origins whose pages may open a WebSocket, parted by commas */
    const char *proxies; /* addresses and ranges whose X-Forwarded-For is believed */
    enum net_metrics_for metrics;  /* who may read GET /metrics */
    const struct web_files *files; /* what is served */
    struct net_limits limit;
    /* NULL, or told of each WebSocket that opens and closes, for a log: nothing in it is secret. */
    void (*debug)(void *arg, const char *event, int64_t connection, const char *coarse_address);
    void *debug_arg;
};

struct net_problem {
    char reason[256];
};

struct net_service {
    void *arg;
    void (*opened)(void *arg, struct net_conn *c); /* a WebSocket on /ws */
    void (*message)(void *arg, struct net_conn *c, struct str text);
    void (*closed)(void *arg, struct net_conn *c);
    /* These three may be NULL. Prometheus text, appended to GET /metrics: */
    void (*metrics)(void *arg, struct buf *out);
    /* GET /healthz is 200 or 503, GET /readyz the same while there is room; `why` is the text: */
    bool (*healthy)(void *arg, struct buf *why);
    /* A GET under /api/ (under /api/local/ only from this machine): a status, the body into `out`
     * and its type into *type: */
    int (*get)(void *arg, struct str path, struct str query, struct buf *out, const char **type);
    /* May be NULL. A GET under /k/ whose answer takes a while: net_answer() with the ticket gives
     * it. It may come during this call. A connection that ends meanwhile is not told of. */
    void (*page)(void *arg, uint64_t ticket, struct str path, struct str query);
};

struct net_page {
    int status;
    const char *type;
    struct str body; /* copied */
};

struct net_options net_defaults(void);
/* Listens. 0, or a negative error with its reason in *problem and *out untouched. */
int net_new(struct net **out, const struct net_options *o, const struct net_service *s,
            struct net_problem *problem);
/* The owner has uv_close()d its own handles before: this runs the loop until all are closed. */
void net_free(struct net *n);
uv_loop_t *net_loop(struct net *n); /* for the owner's timers, signals and poll handles */
int net_port(const struct net *n);
/* Reads certificate and key again, for connections to come; what is there stays if they are bad. */
int net_reload(struct net *n, struct net_problem *problem);
/* GET /readyz is 503 while it is on: a balancer sends nobody new here, and who comes is still
 * served. */
void net_drain(struct net *n, bool on);
/* No new connections; players are told 1012 "restart", one after the other within `spread_ms` so
 * that they do not all come back at once elsewhere, and get what is queued; `stopped` is called
 * once, when all are gone or the time is over. */
void net_stop(struct net *n, int64_t spread_ms, void (*stopped)(void *arg), void *arg);
void net_metrics(const struct net *n, struct buf *out);
/* Files that are served besides those of the options, where these have none of that name. They
 * outlive the net: an answer may still be sent from those of before. */
void net_more_files(struct net *n, const struct web_files *files);
/* A connected socket from elsewhere, as if it had been accepted. Takes the descriptor. */
void net_adopt(struct net *n, int fd);

/* Answers a request for a page; nothing where who asked has gone. */
void net_answer(struct net *n, uint64_t ticket, const struct net_page *page);

/*
 * A text with room in front for the header of a frame, so that it goes to any number of connections
 * without being copied. Zero initialisation is a valid empty text.
 *
 *     struct jw w = jw_to(net_text_begin(&t));
 *     jw_object(&w); …
 *     net_send(a, &t), net_send(b, &t);
 */
struct net_text {
    struct buf buf; /* starts with NET_HEAD bytes that are not text */
};
enum { NET_HEAD = 16 };
struct buf *net_text_begin(struct net_text *t); /* empties it; append to what it returns */
void net_text_fini(struct net_text *t);

/* 0, or a negative error where the connection is going or was too slow; `closed` follows. */
int net_send(struct net_conn *c, struct net_text *t);
/* The same for a text with NET_HEAD bytes before it that may be written over. */
int net_send_at(struct net_conn *c, char *at, size_t len);
/* The same for a text that lies anywhere; it is copied once. */
int net_send_str(struct net_conn *c, struct str text);
/* Between these two frames gather; then each connection's go out in one write, in their order. For
 * a round of work that sends several to the same readers. */
void net_cork(struct net *n);
void net_uncork(struct net *n);
/* Ends it after what is queued. `reason` is a constant of at most 123 bytes. */
void net_hangup(struct net_conn *c, int code, const char *reason);
/* The service knows who this is. Who has not come so far `hello_seconds` after `opened` is closed
 * with 1008 "hello", whatever else was sent. */
void net_conn_settle(struct net_conn *c);
void net_conn_set(struct net_conn *c, void *mine);
void *net_conn_get(const struct net_conn *c);
/* For limits of your own: the same number for all of one address (IPv6: of one /64) as long as the
 * process lives, never 0, and not to be foretold from outside. */
uint64_t net_conn_group(const struct net_conn *c);
struct siphash_key;
/* Servers that share a key give the same numbers; before anybody has come. */
void net_share_groups(struct net *n, const struct siphash_key *key);
enum { NET_ADDRESS = 48 };
/* It comes from this machine, was asked for by a name of this machine, and no proxy left a trace.
 */
bool net_conn_local(const struct net_conn *c);
/* A page of this very host opened it, or no page at all: `origins` count for nothing here. */
bool net_conn_own(const struct net_conn *c);

/* ---- for whoever runs the server (net/people.c) ---- */

/* An address that has connections, or is barred. */
struct net_address {
    uint64_t group;
    char coarse[NET_ADDRESS]; /* the first half of it, as in logs */
    int connections, websockets;
    int64_t barred; /* seconds for which it still is; 0: it is not */
};

/* Some of them, those with most connections first. How many there are in all. */
int net_addresses(const struct net *n, struct net_address *out, int most);
/* Hangs up on all of an address and takes nothing from it for so long; 0 seconds: it may come
 * again. How many connections it had, or a negative error where nobody knows the address. */
int net_bar(struct net *n, uint64_t group, int64_t seconds);
/* Each figure of GET /metrics with its value, for those who read no text. */
void net_figures(const struct net *n, void (*each)(void *arg, const char *name, int64_t value),
                 void *arg);

#endif
