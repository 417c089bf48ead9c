/* How the net ends: nobody new is sent here, then everybody is hung up on, some at a time. */
#include "net/inside.h"

#include <sys/socket.h>

enum { FAREWELLS_AT_ONCE = 200, EVERY_MS = 1 };

/* While players go one by one, pages are served still: a balancer may not have noticed yet. */
static bool lingers(const struct net *n)
{
    return net_now(n) - n->stopping_since < n->spread;
}

/* How many players may be hung up on by now. */
static int farewells_due(const struct net *n)
{
    if (!lingers(n))
        return FAREWELLS_AT_ONCE;
    int64_t passed = net_now(n) - n->stopping_since;
    int64_t due = n->farewells_most * passed / n->spread - n->farewells;
    return due > FAREWELLS_AT_ONCE ? FAREWELLS_AT_ONCE : due < 0 ? 0 : (int)due;
}

/* Some at a time, for the sake of the library's list of timers. */
static void farewell(uv_timer_t *timer)
{
    struct net *n = timer->data;
    int left = farewells_due(n);
    bool lingering = lingers(n);

    if (!lingering)
        listen_close(n);
    for (struct net_conn *c = n->conns; c && left; c = c->next) {
        if (c->websocket && !c->code && !c->ending) {
            net_hangup(c, 1012, "restart");
            n->farewells++;
            left--;
        } else if (!lingering && !c->websocket && !c->answer && !c->code && c->adopted) {
            /* The library may be closing this one already: the end of the stream asks nothing of
             * it. */
            c->code = LWS_CLOSE_STATUS_GOINGAWAY;
            shutdown(lws_get_socket_fd(c->wsi), SHUT_RDWR);
            left--;
        }
    }
    net_nudge(n);
    if (!lingering && left)
        uv_timer_stop(timer);
}

void net_more_files(struct net *n, const struct web_files *files)
{
    n->site.more = files;
}

void net_drain(struct net *n, bool on)
{
    n->draining = on;
}

void net_stop(struct net *n, int64_t spread_ms, void (*stopped)(void *arg), void *arg)
{
    if (n->stopping)
        return;
    n->stopping = true;
    n->stopped = stopped;
    n->stopped_arg = arg;
    n->stopping_since = net_now(n);
    n->spread = spread_ms * 1000;
    n->farewells_most = n->n_sockets;
    if (!spread_ms)
        listen_close(n);
    uv_timer_start(&n->farewell, farewell, 0, EVERY_MS);
    uv_timer_start(&n->deadline, net_end_stop,
                   n->n_conns ? (uint64_t)(n->limit.stop_seconds * 1000 + spread_ms) : 0, 0);
}
