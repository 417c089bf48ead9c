/*
 * Arbitrary bytes of a client into the real server: our callbacks, the real library, one thread
 * that steps the loop. The first byte chooses: bytes as they are; the same after a handshake; or
 * pieces made into frames after a handshake. Whatever comes, every socket that opened closes once,
 * and nothing is left when the client has gone.
 */
#include "base/word.h"
#include "net/net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 2000, LIMIT = 1024 };

static struct net *net;
static struct net_conn *open_one;

static void opened(void *arg, struct net_conn *c)
{
    (void)arg;
    if (open_one)
        abort();
    open_one = c;
    net_send_str(c, STR("welcome"));
}

static void message(void *arg, struct net_conn *c, struct str text)
{
    (void)arg;
    if (c != open_one || text.len > LIMIT || !utf8_valid(text))
        abort();
    if (str_is(text, "bye"))
        net_hangup(c, 4000, "bye");
    else
        net_send_str(c, text);
}

static void closed(void *arg, struct net_conn *c)
{
    (void)arg;
    if (c != open_one)
        abort();
    open_one = NULL;
}

static int connections(void)
{
    struct buf text = {0};
    int n = -1;

    net_metrics(net, &text);
    const char *at = strstr(buf_cstr(&text), "\nunisono_net_connections ");
    if (at)
        sscanf(at + 25, "%d", &n);
    buf_fini(&text);
    return n;
}

static void start(void)
{
    struct net_service service = {.opened = opened, .message = message, .closed = closed};
    struct net_options o = net_defaults();
    struct net_problem problem;

    o.host = "127.0.0.1";
    o.limit.address_arrivals = o.limit.address_requests = 1000000;
    o.limit.address_messages = o.limit.messages = 1000000;
    o.limit.stream_bytes = 1 << 30;
    o.limit.message_bytes = LIMIT;
    o.limit.queue_bytes = 4096;
    if (net_new(&net, &o, &service, &problem) < 0) {
        fprintf(stderr, "%s\n", problem.reason);
        abort();
    }
}

static void say(int fd, const void *bytes, size_t n)
{
    if (send(fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        /* The server has hung up, or does not read any more: both are its right. */
    }
    for (int i = 0; i < 4; i++)
        uv_run(net_loop(net), UV_RUN_NOWAIT);
}

static void shake_hands(int fd)
{
    static const char ask[] = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                              "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

    say(fd, ask, sizeof ask - 1);
    if (!open_one)
        abort(); /* a proper handshake always gets in */
}

/* Two bytes of the input say what follows: kind and length of a frame, and how it is cut. */
static void say_frames(int fd, const uint8_t *data, size_t size)
{
    while (size >= 2) {
        unsigned char frame[6 + 125] = {data[0], (unsigned char)(0x80 | data[1] % 126), 0, 0, 0, 0};
        size_t n = data[1] % 126u;

        if (n > size - 2)
            n = size - 2;
        memcpy(frame + 6, data + 2, n);
        if (data[1] >= 128) {
            say(fd, frame, 3);
            say(fd, frame + 3, n + 3);
        } else {
            say(fd, frame, n + 6);
        }
        data += 2 + n;
        size -= 2 + n;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int pair[2];

    if (!net)
        start();
    if (size < 2 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) < 0)
        return 0;
    net_adopt(net, pair[0]);
    switch (data[0] % 3) {
    case 0:
        say(pair[1], data + 1, size - 1);
        break;
    case 1:
        shake_hands(pair[1]);
        say(pair[1], data + 1, size - 1);
        break;
    default:
        shake_hands(pair[1]);
        say_frames(pair[1], data + 1, size - 1);
        break;
    }
    close(pair[1]);
    for (int i = 0; i < STEPS && connections() > 0; i++)
        uv_run(net_loop(net), UV_RUN_NOWAIT);
    if (open_one || connections() != 0)
        abort(); /* the client is gone, its connection is not */
    return 0;
}
