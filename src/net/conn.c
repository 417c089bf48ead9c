/*
 * A WebSocket: messages come in whole, frames go out at once or wait their turn.
 *
 * lws_write() may be called outside of its "writable" callback: it sends what the socket takes and
 * keeps the rest of that one frame. So a frame is written directly while the library holds no rest,
 * and only then waits in our own list, whose length we know and bound.
 */
#include "base/err.h"
#include "base/word.h"
#include "net/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    OFFENCE = 60,  /* arrivals that a flood costs its address */
    AUDIT_MS = 100 /* between two looks for what was no message */
};

_Static_assert((int)NET_HEAD >= LWS_PRE, "a frame's header has no room in front of the text");
_Static_assert((int)NET_ADDRESS >= ADDRESS_TEXT, "an address has no room");

struct buf *net_text_begin(struct net_text *t)
{
    static const char space[NET_HEAD];

    buf_clear(&t->buf);
    buf_add(&t->buf, str_n(space, sizeof space));
    return &t->buf;
}

static struct str text_str(const struct net_text *t)
{
    return t->buf.len < NET_HEAD ? STR("") : str_n(t->buf.at + NET_HEAD, t->buf.len - NET_HEAD);
}

void net_text_fini(struct net_text *t)
{
    buf_fini(&t->buf);
}

/* Without a word. Its end is told by the loop, never from in here. */
static void cut(struct net_conn *c)
{
    c->code = LWS_CLOSE_STATUS_ABNORMAL_CLOSE;
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    net_nudge(c->net);
}

/* Who was cut for a flood comes back less often: a flood may not be worth a new connection. */
static void offend(struct net_conn *c)
{
    c->offended = true;
    if (c->peer)
        conn_may_arrive(c, OFFENCE);
}

/* A text has room in front of it. The same bytes may be written to many: each time the header in
 * front is the same, and a server does not mask. To the library frames that are whole already are
 * HTTP: it adds nothing, and keeps what the socket does not take. */
int conn_write(struct net_conn *c, unsigned char *at, size_t len, enum write_as as, int frames,
               size_t texts)
{
    struct counters *count = &c->net->count;

    if (lws_write(c->wsi, at, len, as == WRITE_TEXT ? LWS_WRITE_TEXT : LWS_WRITE_HTTP) < 0) {
        cut(c);
        return ERR_UNWRITABLE;
    }
    count->frames_out += (uint64_t)frames;
    count->bytes_out += texts;
    return 0;
}

bool conn_blocked(const struct net_conn *c)
{
    return c->first || lws_partial_buffered(c->wsi);
}

void conn_drop_queue(struct net_conn *c)
{
    for (struct frame *f = c->first, *next; f; f = next) {
        next = f->next;
        free(f);
    }
    c->first = c->last = NULL;
    c->net->waiting -= c->waiting;
    c->waiting = 0;
}

/* What one may let wait: a quarter of what is left for all, so that the greediest go first. */
static size_t queue_room(const struct net *n)
{
    size_t all = (size_t)n->limit.queues_bytes, one = (size_t)n->limit.queue_bytes;
    size_t share = n->waiting < all ? (all - n->waiting) / 4 : 0;

    return share < one ? share : one;
}

int conn_enqueue(struct net_conn *c, struct str text)
{
    if (c->waiting + text.len > queue_room(c->net)) {
        c->net->count.closed_slow++;
        conn_drop_queue(c);
        net_hangup(c, 1013, "slow");
        return ERR_UNWRITABLE;
    }
    struct frame *f = malloc(sizeof *f + LWS_PRE + text.len);
    if (!f)
        abort(); /* out of memory ends the process */
    f->next = NULL;
    f->len = text.len;
    memcpy(f->bytes + LWS_PRE, text.at, text.len);
    if (c->last)
        c->last->next = f;
    else
        c->first = f;
    c->last = f;
    c->waiting += text.len;
    c->net->waiting += text.len;
    c->net->count.frames_queued++;
    lws_callback_on_writable(c->wsi);
    return 0;
}

int net_send_at(struct net_conn *c, char *at, size_t len)
{
    if (!c->websocket || c->code || c->ending)
        return ERR_UNWRITABLE;
    if (c->net->cork.in)
        return cork_add(c, str_n(at, len));
    if (conn_blocked(c))
        return conn_enqueue(c, str_n(at, len));
    return conn_write(c, (unsigned char *)at, len, WRITE_TEXT, 1, len);
}

int net_send(struct net_conn *c, struct net_text *t)
{
    return net_send_at(c, t->buf.at + NET_HEAD, text_str(t).len);
}

int net_send_str(struct net_conn *c, struct str text)
{
    struct net_text t = {0};

    buf_add(net_text_begin(&t), text);
    int result = net_send(c, &t);
    net_text_fini(&t);
    return result;
}

void net_hangup(struct net_conn *c, int code, const char *reason)
{
    assert(code >= 1000 && code < 5000 && strlen(reason) <= 123);
    if (!c->websocket || c->code || c->ending)
        return;
    c->code = (uint16_t)code;
    c->reason = reason;
    /* A client that never takes what is queued is not waited for. */
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, (int)c->net->limit.handshake_seconds);
    /* The library takes a failing "writable" for a broken socket and sends no close frame; out of a
     * timer it does. */
    if (conn_blocked(c))
        lws_callback_on_writable(c->wsi);
    else
        lws_set_timer_usecs(c->wsi, 1);
    net_nudge(c->net);
}

static int close_now(struct net_conn *c)
{
    c->ending = true;
    conn_drop_queue(c);
    buf_fini(&c->partial);
    lws_close_reason(c->wsi, (enum lws_close_status)c->code, (unsigned char *)c->reason,
                     strlen(c->reason));
    return -1;
}

static int refuse(struct net_conn *c, uint64_t *counter, int code, const char *reason)
{
    ++*counter;
    c->code = (uint16_t)code;
    c->reason = reason;
    return close_now(c);
}

int conn_established(struct net_conn *c)
{
    struct net *n = c->net;
    char coarse[ADDRESS_TEXT];

    c->websocket = true;
    c->opened = c->heard = net_now(n);
    audit_begin(c);
    if (n->n_sockets++ == 0)
        uv_timer_start(&n->auditor, audit_some, AUDIT_MS, AUDIT_MS);
    n->count.sockets++;
    if (n->debug)
        n->debug(n->debug_arg, "opened", c->id, address_coarse(&c->address, coarse));
    n->service.opened(n->service.arg, c);
    return 0;
}

int conn_writable(struct net_conn *c)
{
    while (c->first && !lws_partial_buffered(c->wsi)) {
        struct frame *f = c->first;

        c->first = f->next;
        if (!c->first)
            c->last = NULL;
        c->waiting -= f->len;
        c->net->waiting -= f->len;
        int result = conn_write(c, f->bytes + LWS_PRE, f->len, WRITE_TEXT, 1, f->len);
        free(f);
        if (result < 0)
            return -1;
    }
    if (c->first || (c->code && lws_partial_buffered(c->wsi)))
        lws_callback_on_writable(c->wsi);
    else if (c->code)
        lws_set_timer_usecs(c->wsi, 1);
    return 0;
}

int conn_timer(struct net_conn *c)
{
    return c->code && !c->ending ? close_now(c) : 0;
}

void conn_heard(struct net_conn *c)
{
    c->heard = net_now(c->net);
    c->pinged = false;
}

void conn_pulse(struct net_conn *c)
{
    const struct net_limits *limit = &c->net->limit;
    int64_t silent = net_now(c->net) - c->heard;
    unsigned char ping[LWS_PRE + 1] = {[LWS_PRE] = '?'};

    if (!c->websocket || c->code || c->ending)
        return;
    if (!c->settled && net_now(c->net) - c->opened >= limit->hello_seconds * 1000000) {
        c->net->count.closed_silent++;
        net_hangup(c, LWS_CLOSE_STATUS_POLICY_VIOLATION, "hello");
        return;
    }
    if (silent < limit->ping_seconds * 1000000 && silent < limit->pong_seconds * 1000000)
        return;
    bool blocked = lws_partial_buffered(c->wsi);
    if (silent >= limit->pong_seconds * 1000000 && (c->pinged || blocked)) {
        cut(c);
    } else if (silent >= limit->ping_seconds * 1000000 && !c->pinged && !blocked) {
        /* With a byte in it: of an empty pong the library does not tell. */
        lws_write(c->wsi, ping + LWS_PRE, 1, LWS_WRITE_PING);
        c->pinged = true; /* what could not be written will not be answered */
    }
}

bool conn_may_arrive(struct net_conn *c, double arrivals)
{
    double a_minute = (double)c->net->limit.address_arrivals;
    struct rate rate = {a_minute / 60, a_minute};

    return bucket_take(&c->peer->arrivals, &rate, net_now(c->net), arrivals);
}

bool conn_afford(struct net_conn *c, double messages)
{
    const struct net *n = c->net;
    int64_t now = net_now(n);
    struct rate mine = {(double)n->limit.messages, (double)n->limit.messages * 2};
    struct rate all = {(double)n->limit.address_messages, (double)n->limit.address_messages * 2};
    struct rate calm = {mine.per_second / 10, mine.per_second / 4};

    if (!bucket_take(&c->messages, &mine, now, messages))
        return false;
    /* Where an address sends too much, those of its connections that say little go on: one flood in
     * a school must not put out its classes. */
    bool little = bucket_take(&c->calm, &calm, now, messages);
    return !c->peer || bucket_take(&c->peer->messages, &all, now, messages) || little;
}

void conn_audit(struct net_conn *c)
{
    if (!c->websocket)
        return;
    if (c->code || c->ending) {
        /* The library goes on reading until it is answered, for seconds, whatever comes. Our own
         * close frame is on its way: the end of the stream follows it. */
        if ((c->ending && c->offended) || audit_lingers(c))
            shutdown(lws_get_socket_fd(c->wsi), SHUT_RDWR);
        return;
    }
    if (!audit_fails(c))
        return;
    /* No browser does this, and the way of good manners would read on for seconds. */
    c->net->count.closed_flood++;
    offend(c);
    cut(c);
}

/* A whole message: the last checks, and then it is the service's. */
static int deliver(struct net_conn *c, struct str text)
{
    struct net *n = c->net;

    if (!conn_afford(c, 1)) {
        offend(c);
        return refuse(c, &n->count.closed_flood, LWS_CLOSE_STATUS_POLICY_VIOLATION, "flood");
    }
    if (!utf8_valid(text))
        return refuse(c, &n->count.closed_utf8, LWS_CLOSE_STATUS_INVALID_PAYLOAD, "utf-8");
    n->count.messages_in++;
    n->count.bytes_in += text.len;
    n->service.message(n->service.arg, c, text);
    return 0;
}

int conn_receive(struct net_conn *c, struct str piece)
{
    struct net *n = c->net;
    /* A piece costs a little by itself, so that many empty ones are not free. */
    struct rate bytes = {(double)n->limit.stream_bytes, (double)n->limit.stream_bytes * 2};
    size_t left = lws_remaining_packet_payload(c->wsi);

    conn_heard(c);
    c->audit.granted += piece.len + AUDIT_PIECE;
    if (c->code || c->ending)
        return 0;
    if (lws_frame_is_binary(c->wsi))
        return refuse(c, &n->count.closed_binary, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "binary");
    if (c->partial.len + piece.len + left > (size_t)n->limit.message_bytes)
        return refuse(c, &n->count.closed_large, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "too large");
    if (!bucket_take(&c->bytes, &bytes, net_now(n), (double)piece.len + 16)) {
        offend(c);
        return refuse(c, &n->count.closed_flood, LWS_CLOSE_STATUS_POLICY_VIOLATION, "flood");
    }
    bool whole = left == 0 && lws_is_final_fragment(c->wsi);
    if (whole && c->partial.len == 0)
        return deliver(c, piece);
    buf_add(&c->partial, piece);
    if (!whole) {
        /* A frame that ends nothing is as much work as a message. */
        if (left > 0 || conn_afford(c, 1))
            return 0;
        offend(c);
        return refuse(c, &n->count.closed_flood, LWS_CLOSE_STATUS_POLICY_VIOLATION, "flood");
    }
    struct buf text = c->partial;
    c->partial = (struct buf){0};
    int result = deliver(c, buf_str(&text));
    buf_fini(&text);
    return result;
}

void conn_closed(struct net_conn *c)
{
    struct net *n = c->net;
    char coarse[ADDRESS_TEXT];

    if (!c->websocket)
        return;
    c->websocket = false;
    if (--n->n_sockets == 0)
        uv_timer_stop(&n->auditor);
    conn_drop_queue(c);
    if (n->debug)
        n->debug(n->debug_arg, "closed", c->id, address_coarse(&c->address, coarse));
    n->service.closed(n->service.arg, c);
}

void net_conn_settle(struct net_conn *c)
{
    c->settled = c->settled || !c->code;
}

void net_conn_set(struct net_conn *c, void *mine)
{
    c->mine = mine;
}

void *net_conn_get(const struct net_conn *c)
{
    return c->mine;
}

void net_share_groups(struct net *n, const struct siphash_key *key)
{
    peers_share(n->peers, key);
}

uint64_t net_conn_group(const struct net_conn *c)
{
    struct address group = address_group(&c->address);

    return peers_number(c->net->peers, &group);
}
