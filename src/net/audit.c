/*
 * Bytes that the library swallows: pings, empty pongs, frames that begin and never come. It tells
 * us of whole messages and their pieces only, so the kernel is asked how much came in all, and what
 * was no part of a message counts as messages of 64 bytes against the same limits.
 *
 * Some connections are looked at in each pulse, all of them in turn, so that thousands of quiet
 * players cost next to nothing.
 */
#include "net/inside.h"
#include "net/tcp.h"

enum { AT_ONCE = 1000, SLACK = 1024 };

void audit_begin(struct net_conn *c)
{
    c->audit = (struct audit){.before = tcp_received(lws_get_socket_fd(c->wsi))};
}

bool audit_fails(struct net_conn *c)
{
    struct net *n = c->net;
    struct audit *a = &c->audit;
    int64_t turns = 1 + n->n_conns / AT_ONCE;
    /* A message whose end is still on its way is none yet, but no offence. */
    uint64_t fair = a->before + a->granted + a->charged + (uint64_t)n->limit.message_bytes + SLACK;

    if ((c->id + n->pulses) % turns != 0)
        return false;
    int fd = lws_get_socket_fd(c->wsi);
    uint64_t came = tcp_received(fd);
    if (came <= fair)
        return false;
    uint64_t waits = tcp_unread(fd);
    if (came <= fair + waits)
        return false;
    came -= waits;
    double cost = (double)(came - fair) / AUDIT_PIECE;
    a->charged += came - fair;
    return !conn_afford(c, cost);
}
