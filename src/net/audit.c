/*
 * Bytes that the library swallows: pings, empty pongs, frames that begin and never come. It tells
 * us of whole messages and their pieces only, so the kernel is asked how much came in all, and what
 * was no part of a message counts as messages of 64 bytes against the same limits.
 *
 * A few connections are looked at each time, all of them in turn, so that thousands of quiet
 * players cost next to nothing; nobody is looked at while nobody is here. Whoever floods us makes
 * this thread work: while it has little to do, fewer are looked at.
 */
#include "base/clock.h"
#include "net/inside.h"
#include "net/tcp.h"

enum { AT_ONCE = 200, AT_EASE = 40, EASE_PERCENT = 25, SLACK = 1024, LAST_WORDS = 4096 };

void audit_begin(struct net_conn *c)
{
    c->audit = (struct audit){.before = tcp_received(lws_get_socket_fd(c->wsi))};
}

bool audit_fails(struct net_conn *c)
{
    struct audit *a = &c->audit;
    /* A message whose end is still on its way is none yet, but no offence. */
    uint64_t fair =
        a->before + a->granted + a->charged + (uint64_t)c->net->limit.message_bytes + SLACK;
    int fd = lws_get_socket_fd(c->wsi);
    uint64_t came = tcp_received(fd);

    if (came <= fair)
        return false;
    uint64_t waits = tcp_unread(fd);
    if (came <= fair + waits)
        return false;
    uint64_t beyond = came - waits - fair;
    a->charged += beyond;
    return !conn_afford(c, (double)beyond / AUDIT_PIECE);
}

bool audit_lingers(struct net_conn *c)
{
    uint64_t came = tcp_received(lws_get_socket_fd(c->wsi));

    if (!c->audit.ended)
        c->audit.ended = came;
    return came > c->audit.ended + LAST_WORDS;
}

/* Whether the thread has used little of the processor since the last look. */
static bool at_ease(struct net *n)
{
    int64_t now = net_now(n), worked = n->worked, since = n->looked;

    n->worked = clock_ns(CLOCK_THREAD_CPUTIME_ID) / 1000;
    n->looked = now;
    return (n->worked - worked) * 100 < (now - since) * EASE_PERCENT;
}

void audit_some(uv_timer_t *timer)
{
    struct net *n = timer->data;
    struct net_conn *c = n->audited ? n->audited : n->conns;
    int left = at_ease(n) ? AT_EASE : AT_ONCE;

    for (; left > 0 && c; left--, c = c->next)
        conn_audit(c);
    n->audited = c;
}
