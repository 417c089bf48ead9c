/* Who is connected, as whoever runs the server sees it: by address, and never whole. */
#include "base/err.h"
#include "net/inside.h"

#include <stdlib.h>
#include <string.h>

enum { MICRO = 1000000 };

bool net_conn_local(const struct net_conn *c)
{
    return c->local;
}

bool net_conn_own(const struct net_conn *c)
{
    return c->own;
}

struct listing {
    const struct net *net;
    struct net_address *out;
    int most, n, all;
};

/* The fullest first; what does not fit any more falls off the end. */
static void list_peer(void *arg, const struct peer *peer)
{
    struct listing *l = arg;
    int64_t left = peer->barred_until - net_now(l->net);
    int at = l->n;

    if (peer->connections == 0 && left <= 0)
        return;
    l->all++;
    while (at > 0 && l->out[at - 1].connections < peer->connections)
        at--;
    if (at >= l->most)
        return;
    int kept = l->n < l->most ? l->n++ : l->most - 1;
    memmove(&l->out[at + 1], &l->out[at], (size_t)(kept - at) * sizeof *l->out);
    l->out[at] = (struct net_address){.group = peer->number,
                                      .connections = peer->connections,
                                      .barred = left > 0 ? (left + MICRO - 1) / MICRO : 0};
    address_coarse(&peer->group, l->out[at].coarse);
}

int net_addresses(const struct net *n, struct net_address *out, int most)
{
    struct listing l = {.net = n, .out = out, .most = most};

    peers_each(n->peers, list_peer, &l);
    for (const struct net_conn *c = n->conns; c; c = c->next) {
        for (int i = 0; i < l.n && c->websocket && c->peer; i++)
            out[i].websockets += out[i].group == c->peer->number;
    }
    return l.all;
}

struct barring {
    uint64_t group;
    struct peer *found;
};

static void find_group(void *arg, const struct peer *peer)
{
    struct barring *b = arg;

    if (peer->number == b->group)
        b->found = (struct peer *)peer;
}

int net_bar(struct net *n, uint64_t group, int64_t seconds)
{
    struct barring b = {.group = group};
    int cut = 0;

    peers_each(n->peers, find_group, &b);
    if (!b.found)
        return ERR_UNKNOWN;
    b.found->barred_until = seconds > 0 ? net_now(n) + seconds * MICRO : 0;
    /* Those that only fetch a page are refused with their next request. */
    for (struct net_conn *c = n->conns; c && seconds > 0; c = c->next) {
        if (c->peer != b.found || !c->websocket)
            continue;
        net_hangup(c, 1008, "barred");
        cut++;
    }
    return cut;
}

void net_figures(const struct net *n, void (*each)(void *arg, const char *name, int64_t value),
                 void *arg)
{
#define X(name, help, value) each(arg, #name, (int64_t)(value));
    NET_GAUGES(X)
#undef X
#define X(name, help) each(arg, #name, (int64_t)n->count.name);
    NET_COUNTERS(X)
#undef X
}
