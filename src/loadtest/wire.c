#include "loadtest/wire.h"

#include "base/websocket.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { AT_ONCE = 16384 };

/* What a server makes of a key of zeros: the only one we send. */
static const char accepted[] = "ICX+Yqv66kxgM0FcWaLWlFLwTAI=";

bool wire_peer_read(struct wire_peer *out, struct str url)
{
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found = NULL;
    struct str host, port = STR("80"), path = STR("");
    struct wire_peer peer = {0};
    char name[100], number[8];

    if (!str_starts(url, STR("ws://")))
        return false;
    host = str_n(url.at + 5, url.len - 5);
    str_split(host, '/', &host, &path);
    snprintf(peer.host, sizeof peer.host, "%.*s", STR_FMT(host));
    str_split(host, ':', &host, &port);
    if (host.len >= sizeof name || port.len >= sizeof number || path.len + 2 > sizeof peer.path)
        return false;
    snprintf(name, sizeof name, "%.*s", STR_FMT(host));
    snprintf(number, sizeof number, "%.*s", STR_FMT(port));
    snprintf(peer.path, sizeof peer.path, "/%.*s", STR_FMT(path));
    if (getaddrinfo(name, number, &hints, &found) != 0 || !found)
        return false;
    memcpy(&peer.at, found->ai_addr, sizeof peer.at);
    freeaddrinfo(found);
    *out = peer;
    return true;
}

void wire_close(struct wire *w)
{
    if (w->state != WIRE_CLOSED)
        close(w->fd);
    buf_fini(&w->in);
    buf_fini(&w->out);
    *w = (struct wire){.code = w->code, .error = w->error};
}

bool wire_connect(struct wire *w, const struct wire_peer *to, uint32_t source)
{
    struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(source)};
    int on = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    wire_close(w);
    w->code = 0;
    w->error = fd < 0 ? errno : 0;
    if (fd < 0)
        return false;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    /* The port is chosen when it connects, so that one address can have as many as there are. */
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    if ((source && bind(fd, (struct sockaddr *)&from, sizeof from) < 0) ||
        (connect(fd, (const struct sockaddr *)&to->at, sizeof to->at) < 0 &&
         errno != EINPROGRESS)) {
        w->error = errno;
        close(fd);
        return false;
    }
    w->fd = fd;
    w->state = WIRE_CONNECTING;
    buf_printf(&w->out,
               "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
               to->path, to->host);
    return true;
}

static void end(struct wire *w, int error)
{
    w->error = error;
    w->state = WIRE_ENDING;
}

bool wire_wants_out(const struct wire *w)
{
    return w->state == WIRE_CONNECTING || (w->state != WIRE_CLOSED && w->out.len > 0);
}

void wire_push(struct wire *w)
{
    if (w->state == WIRE_CLOSED || w->state == WIRE_ENDING || w->out.len == 0)
        return;
    ssize_t n = send(w->fd, w->out.at, w->out.len, MSG_NOSIGNAL);
    if (n < 0) {
        if (errno != EAGAIN && errno != ENOTCONN)
            end(w, errno);
        return;
    }
    if (w->state == WIRE_CONNECTING)
        w->state = WIRE_ASKED;
    memmove(w->out.at, w->out.at + n, w->out.len - (size_t)n);
    w->out.len -= (size_t)n;
    if (w->out.len == 0)
        buf_fini(&w->out);
}

void wire_pull(struct wire *w)
{
    static char room[AT_ONCE];

    while (w->state != WIRE_CLOSED && w->state != WIRE_ENDING) {
        ssize_t n = recv(w->fd, room, sizeof room, 0);

        if (n <= 0) {
            if (n == 0 || errno != EAGAIN)
                end(w, n < 0 ? errno : 0);
            return;
        }
        buf_add(&w->in, str_n(room, (size_t)n));
        if ((size_t)n < sizeof room)
            return;
    }
}

static void frame(struct wire *w, enum websocket_op op, struct str text)
{
    bool fits = websocket_put(&w->out, op, text);

    assert(fits); /* nothing that people say is so long */
    (void)fits;
    wire_push(w);
}

void wire_send(struct wire *w, struct str text)
{
    if (w->state == WIRE_OPEN)
        frame(w, OP_TEXT, text);
}

/* The answer to the handshake, once its head is whole. */
static enum wire_event answer(struct wire *w)
{
    struct str in = buf_str(&w->in);
    ptrdiff_t end = str_find(in, STR("\r\n\r\n"));

    if (end < 0)
        return WIRE_QUIET;
    in.len = (size_t)end;
    if (!str_starts(in, STR("HTTP/1.1 101")) || str_find(in, str_of(accepted)) < 0) {
        w->state = WIRE_ENDING;
        return WIRE_QUIET;
    }
    w->taken = (size_t)end + 4;
    w->state = WIRE_OPEN;
    return WIRE_OPENED;
}

static enum wire_event rest(struct wire *w)
{
    if (w->taken == w->in.len)
        buf_fini(&w->in); /* thousands of wires are quiet */
    else if (w->taken) {
        memmove(w->in.at, w->in.at + w->taken, w->in.len - w->taken);
        w->in.len -= w->taken;
    }
    w->taken = 0;
    return w->state == WIRE_ENDING ? WIRE_ENDED : WIRE_QUIET;
}

enum wire_event wire_next(struct wire *w, struct str *text)
{
    int op;

    if (w->state == WIRE_CLOSED)
        return WIRE_QUIET;
    if (w->state == WIRE_ASKED && w->in.len) {
        enum wire_event event = answer(w);

        if (event != WIRE_QUIET)
            return event;
    }
    if (w->state != WIRE_OPEN && w->state != WIRE_ENDING)
        return WIRE_QUIET;
    while (w->in.len && websocket_take(&w->in, &w->taken, &op, text)) {
        if (op == OP_TEXT)
            return WIRE_TEXT;
        if (op == OP_PING && w->state == WIRE_OPEN)
            frame(w, OP_PONG, *text);
        if (op == OP_CLOSE) {
            w->code = websocket_code(*text);
            w->state = WIRE_ENDING;
        }
    }
    return rest(w);
}
