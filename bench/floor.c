/*
 * The floor under every figure of the net: WebSockets on bare epoll, with the least of everything.
 *
 * It unmasks frames in place, keeps a buffer only for a connection of which half a frame has come,
 * and writes each reply with one send. No TLS, no fragments, no pings, no limits, no timers: nobody
 * should serve with it. What it costs per message is nearly what the kernel costs; bench_net.c
 * measures the real thing against it. Speaks bench/floor.h.
 *
 * usage: bench-floor [PORT]     prints "port=N" and serves until it is killed
 */
#include "floor.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READ_AT_ONCE = 16384, EVENTS = 256 };

struct conn {
    int fd;
    int room; /* -1: has not said */
    bool up;  /* the handshake is done */
    char *half;
    size_t half_len;
};

struct room {
    struct conn *member[FLOOR_MEMBERS];
    int n;
    int64_t reply;
};

static struct room rooms[FLOOR_ROOMS];
static unsigned char reply_frame[FLOOR_REPLY_MAX + 4];

/* The frame of `n` bytes of text; all but its head is always there. */
static size_t make_frame(int64_t n)
{
    size_t head = n < 126 ? 2 : 4;

    reply_frame[0] = 0x81;
    if (n < 126) {
        reply_frame[1] = (unsigned char)n;
    } else {
        reply_frame[1] = 126;
        reply_frame[2] = (unsigned char)(n >> 8);
        reply_frame[3] = (unsigned char)n;
    }
    memset(reply_frame + head, 'x', (size_t)n);
    reply_frame[head] = reply_frame[head + (size_t)n - 1] = '"';
    return head + (size_t)n;
}

static bool handshake(struct conn *c, struct str request)
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct str name = STR("Sec-WebSocket-Key: ");
    ptrdiff_t at = str_find(request, name);
    unsigned char digest[SHA_DIGEST_LENGTH];
    char text[128], answer[256], accept[32];

    if (at < 0 || (size_t)at + name.len + 24 > request.len)
        return false;
    snprintf(text, sizeof text, "%.24s%s", request.at + at + name.len, magic);
    SHA1((unsigned char *)text, strlen(text), digest);
    EVP_EncodeBlock((unsigned char *)accept, digest, sizeof digest);
    int n = snprintf(answer, sizeof answer,
                     "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                     accept);
    c->up = true;
    return send(c->fd, answer, (size_t)n, MSG_NOSIGNAL) == n;
}

static bool message(struct conn *c, struct str text)
{
    int64_t number, reply;

    if (c->room < 0) {
        if (!floor_hello(text, &number, &reply) || rooms[number].n == FLOOR_MEMBERS)
            return false;
        rooms[number].member[rooms[number].n++] = c;
        rooms[number].reply = reply;
        c->room = (int)number;
        return true;
    }
    struct room *r = &rooms[c->room];
    size_t n = make_frame(r->reply);
    for (int i = 0; i < r->n; i++) {
        /* A reader that is slow enough to fill its socket is none of a benchmark. */
        if (send(r->member[i]->fd, reply_frame, n, MSG_NOSIGNAL) < 0 && errno == EAGAIN)
            fputs("a reader is too slow for the floor\n", stderr);
    }
    return true;
}

/* Takes whole frames off the front; how many bytes were taken, or -1 to close. */
static ptrdiff_t frames(struct conn *c, char *at, size_t len)
{
    size_t taken = 0;

    while (len - taken >= 2) {
        unsigned char *f = (unsigned char *)at + taken;
        size_t head = 6, size = f[1] & 127;

        if ((f[0] & 0x0f) != 1 || !(f[0] & 0x80) || !(f[1] & 0x80) || size == 127)
            return -1;
        if (size == 126) {
            if (len - taken < 4)
                break;
            size = (size_t)f[2] << 8 | f[3];
            head = 8;
        }
        if (len - taken < head + size)
            break;
        for (size_t i = 0; i < size; i++)
            f[head + i] ^= f[head - 4 + i % 4];
        if (!message(c, str_n((char *)f + head, size)))
            return -1;
        taken += head + size;
    }
    return (ptrdiff_t)taken;
}

static void end(struct conn *c)
{
    if (c->room >= 0) {
        struct room *r = &rooms[c->room];

        for (int i = 0; i < r->n; i++) {
            if (r->member[i] == c)
                r->member[i] = r->member[--r->n];
        }
    }
    close(c->fd);
    free(c->half);
    free(c);
}

static bool readable(struct conn *c)
{
    static char buffer[2 * READ_AT_ONCE];
    size_t len = c->half_len;

    if (len)
        memcpy(buffer, c->half, len);
    ssize_t n = recv(c->fd, buffer + len, READ_AT_ONCE, 0);
    if (n <= 0)
        return n < 0 && errno == EAGAIN;
    len += (size_t)n;
    size_t used = 0;
    if (!c->up) {
        ptrdiff_t end_of_head = str_find(str_n(buffer, len), STR("\r\n\r\n"));

        if (end_of_head >= 0) {
            used = (size_t)end_of_head + 4;
            if (!handshake(c, str_n(buffer, used)))
                return false;
        }
    }
    if (c->up) {
        ptrdiff_t taken = frames(c, buffer + used, len - used);

        if (taken < 0)
            return false;
        used += (size_t)taken;
    }
    if (len - used > READ_AT_ONCE)
        return false;
    free(c->half);
    c->half = NULL;
    c->half_len = len - used;
    if (c->half_len) {
        c->half = malloc(c->half_len);
        if (!c->half)
            abort();
        memcpy(c->half, buffer + used, c->half_len);
    }
    return true;
}

static void accept_all(int epoll, int listener)
{
    int fd, on = 1;

    while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        struct conn *c = calloc(1, sizeof *c);

        if (!c)
            abort();
        c->fd = fd;
        c->room = -1;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        epoll_ctl(epoll, EPOLL_CTL_ADD, fd,
                  &(struct epoll_event){.events = EPOLLIN, .data.ptr = c});
    }
}

int main(int argc, char **argv)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof at;
    struct rlimit files;
    struct epoll_event event[EVENTS];
    int on = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int epoll = epoll_create1(EPOLL_CLOEXEC);

    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    if (argc > 1)
        at.sin_port = htons((uint16_t)strtol(argv[1], NULL, 10));
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *)&at, sizeof at) < 0 || listen(listener, 4096) < 0) {
        perror("bench-floor");
        return 1;
    }
    getsockname(listener, (struct sockaddr *)&at, &len);
    printf("port=%d\n", ntohs(at.sin_port));
    fflush(stdout);
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &(struct epoll_event){.events = EPOLLIN});
    for (;;) {
        int n = epoll_wait(epoll, event, EVENTS, -1);

        for (int i = 0; i < n; i++) {
            struct conn *c = event[i].data.ptr;

            if (!c)
                accept_all(epoll, listener);
            else if (!readable(c))
                end(c);
        }
    }
}
