/*
 * The listening socket is ours, not the library's: a connection is counted and may be refused
 * before the library spends memory on it, and the port can be closed while players are still told
 * goodbye.
 */
#include "base/err.h"
#include "net/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BACKLOG = 512,
    ACCEPT_AT_ONCE = 64, /* then the others have their turn */
    BEYOND_FULL = 64,    /* connections over the limit that still get an answer */
    REST_MS = 100
};

static int try_bind(const struct addrinfo *at)
{
    int on = 1, off = 0;
    int fd = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (at->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int saved = errno;
    close(fd);
    errno = saved;
    return -1;
}

int listen_open(struct net *n, const char *host, int port, struct net_problem *problem)
{
    struct addrinfo want = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char service[12];
    int fd = -1, why = 0;

    snprintf(service, sizeof service, "%d", port);
    int error = getaddrinfo(host[0] ? host : NULL, service, &want, &found);
    if (error) {
        snprintf(problem->reason, sizeof problem->reason, "cannot listen on '%.80s': %s", host,
                 gai_strerror(error));
        return ERR_UNKNOWN;
    }
    /* IPv6 first: such a socket takes IPv4 as well. */
    for (int pass = 0; pass < 2 && fd < 0; pass++) {
        for (struct addrinfo *at = found; at && fd < 0; at = at->ai_next) {
            if ((at->ai_family == AF_INET6) != (pass == 0))
                continue;
            fd = try_bind(at);
            why = errno;
        }
    }
    freeaddrinfo(found);
    if (fd < 0) {
        snprintf(problem->reason, sizeof problem->reason, "cannot listen on port %d%s%.80s: %s",
                 port, host[0] ? " of " : "", host, strerror(why));
        return ERR_UNWRITABLE;
    }
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } at = {.six = {.sin6_port = 0}};
    socklen_t len = sizeof at;
    getsockname(fd, &at.any, &len);
    n->port = ntohs(at.any.sa_family == AF_INET6 ? at.six.sin6_port : at.four.sin_port);
    n->listen_fd = fd;
    return 0;
}

/* Counts the connection against its address; false where there are too many. */
static bool admit(struct net *n, struct net_conn *c)
{
    if (address_in(&c->address, &n->proxies))
        return true; /* counted with each request, by whom it is for */
    c->peer = peers_join(n->peers, address_group(&c->address), net_now(n));
    if (c->peer->barred_until > net_now(n)) {
        n->count.refused_barred++;
        return false;
    }
    if (c->peer->connections > n->limit.address_connections) {
        n->count.refused_address++;
        return false;
    }
    if (!conn_may_arrive(c, 1)) {
        n->count.refused_arrivals++;
        return false;
    }
    return true;
}

void net_adopt(struct net *n, int fd)
{
    struct sockaddr_storage from = {.ss_family = AF_UNSPEC};
    socklen_t len = sizeof from;
    int on = 1;

    if ((n->stopping && !n->spread) || n->n_conns >= n->limit.max_connections + BEYOND_FULL) {
        n->count.refused_full++;
        close(fd);
        return;
    }
    struct net_conn *c = calloc(1, sizeof *c);
    if (!c)
        abort(); /* out of memory ends the process */
    getpeername(fd, (struct sockaddr *)&from, &len);
    c->net = n;
    c->id = ++n->last_id;
    c->address = c->direct = address_of((struct sockaddr *)&from);
    c->over = n->n_conns >= n->limit.max_connections;
    n->n_conns++;
    net_pulse(n);
    c->next = n->conns;
    if (c->next)
        c->next->prev = c;
    n->conns = c;
    if (!admit(n, c)) {
        net_conn_ended(c);
        close(fd);
        return;
    }
    n->count.accepted++;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    lws_adopt_desc_t adopt = {.vh = n->vhost,
                              .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP | LWS_ADOPT_ALLOW_SSL,
                              .fd.sockfd = fd,
                              .opaque = c};
    /* With TLS the first bytes are read in here: whatever a stranger sends can make it fail. Once
     * the library has made a wsi, the connection ends with that one, now or in a later round of the
     * loop, and not before: the wsi points to it. */
    n->adopting = c;
    struct lws *wsi = lws_adopt_descriptor_vhost_via_info(&adopt);
    bool made = n->adopting == NULL;
    n->adopting = NULL;
    if (wsi)
        c->adopted = true;
    else if (!made)
        net_conn_ended(c);
    net_nudge(n);
}

static void rested(uv_timer_t *timer)
{
    listen_start(timer->data);
}

static void acceptable(uv_poll_t *handle, int status, int events)
{
    struct net *n = handle->data;

    (void)events;
    for (int i = 0; status == 0 && i < ACCEPT_AT_ONCE && n->listening; i++) {
        int fd = accept4(n->listen_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

        if (fd >= 0) {
            net_adopt(n, fd);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            /* The connection stays in the queue and would wake us again at once. */
            n->count.accept_failed++;
            uv_poll_stop(&n->listener);
            uv_timer_start(&n->rest, rested, REST_MS, 0);
            return;
        } else if (errno != EINTR && errno != ECONNABORTED) {
            return;
        }
    }
}

void listen_start(struct net *n)
{
    if (n->listening)
        uv_poll_start(&n->listener, UV_READABLE, acceptable);
}

void listen_close(struct net *n)
{
    if (!n->listening)
        return;
    n->listening = false;
    uv_timer_stop(&n->rest);
    uv_close((uv_handle_t *)&n->listener, NULL);
    close(n->listen_fd);
    n->listen_fd = -1;
}
