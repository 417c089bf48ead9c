/*
 * Figures of the net, one line of JSON each: what a message costs the server that sends it on to
 * the four members of a room, against the floor (bench/floor.c), with 50 and 500 rooms; and how
 * much memory a connection holds, at 2,000 of them.
 *
 * The same client drives both: each room has one message in flight, whose four copies must arrive
 * before the next member speaks. Servers take turns, and the middle of their rounds counts, so that
 * a noisy machine disturbs both alike. CPU time is that of the server's process alone.
 *
 * usage: bench-net FLOOR [ROUNDS SECONDS]     FLOOR: the program of bench/floor.c
 *        bench-net --serve                    the net as a server of bench/floor.h
 *        bench-net --floor FLOOR ROOMS BYTES SECONDS RATE
 *                                             what the floor needs for messages of so many bytes,
 *                                             so many a second at random moments
 *        bench-net --memory FLOOR             what a quiet connection of the floor holds
 */
#include "base/clock.h"
#include "base/jw.h"
#include "base/rng.h"
#include "floor.h"
#include "loadtest/figures.h"
#include "net/net.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MEMORY_CONNECTIONS = 2000, ROUNDS_MAX = 31, EVENTS = 256 };

static int reply_bytes = 300;

/* The server: rooms on the net. */

struct room {
    struct net_conn *member[FLOOR_MEMBERS];
    int n;
    int64_t reply;
};

static struct room rooms[FLOOR_ROOMS];
static struct net_text text;

static void opened(void *arg, struct net_conn *c)
{
    (void)arg, (void)c;
}

static void closed(void *arg, struct net_conn *c)
{
    struct room *r = net_conn_get(c);

    (void)arg;
    for (int i = 0; r && i < r->n; i++) {
        if (r->member[i] == c)
            r->member[i] = r->member[--r->n];
    }
}

static void message(void *arg, struct net_conn *c, struct str said)
{
    struct room *r = net_conn_get(c);
    int64_t number, reply;

    (void)arg;
    if (!r) {
        if (!floor_hello(said, &number, &reply) || rooms[number].n == FLOOR_MEMBERS) {
            net_hangup(c, 1008, "no such room");
            return;
        }
        r = &rooms[number];
        r->member[r->n++] = c;
        r->reply = reply;
        net_conn_set(c, r);
        net_conn_settle(c);
        return;
    }
    static const char xs[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
    struct buf *b = net_text_begin(&text);
    buf_addc(b, '"');
    for (int64_t left = r->reply - 2; left > 0; left -= 32)
        buf_add(b, str_n(xs, left < 32 ? (size_t)left : 32));
    buf_addc(b, '"');
    for (int i = 0; i < r->n; i++)
        net_send(r->member[i], &text);
}

static int serve(void)
{
    struct net_service service = {.opened = opened, .message = message, .closed = closed};
    struct net_options o = net_defaults();
    struct net_problem problem;
    struct net *n;

    o.host = "127.0.0.1";
    o.limit.max_connections = 20000;
    o.limit.address_connections = 20000;
    o.limit.address_arrivals = o.limit.address_requests = 1000000;
    o.limit.address_messages = o.limit.messages = 1000000;
    o.limit.stream_bytes = 1 << 30;
    if (net_new(&n, &o, &service, &problem) < 0) {
        fprintf(stderr, "%s\n", problem.reason);
        return 1;
    }
    printf("port=%d\n", net_port(n));
    fflush(stdout);
    return uv_run(net_loop(n), UV_RUN_DEFAULT);
}

/* The client. */

struct server {
    pid_t pid;
    int port;
};

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static struct server start(const char *program, const char *argument)
{
    struct server s;
    int out[2];
    char line[64] = "";

    if (pipe(out) < 0)
        fail("pipe");
    s.pid = fork();
    if (s.pid == 0) {
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        close(out[1]);
        execl(program, program, argument, (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    FILE *told = fdopen(out[0], "r");
    if (!told || !fgets(line, sizeof line, told) || sscanf(line, "port=%d", &s.port) != 1)
        fail(program);
    fclose(told);
    return s;
}

static void stop(const struct server *s)
{
    kill(s->pid, SIGKILL);
    waitpid(s->pid, NULL, 0);
}

static size_t frame(char *into, const char *said)
{
    size_t n = strlen(said);

    into[0] = (char)0x81;
    into[1] = (char)(0x80 | n);
    memset(into + 2, 0, 4); /* the mask of zeros is a mask */
    memcpy(into + 6, said, n);
    return n + 6;
}

static int join(const struct server *s, int room)
{
    static const char ask[] = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                              "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                             .sin_port = htons((uint16_t)s->port)};
    char answer[1024], said[128], out[256];
    int on = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    size_t got = 0;

    if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at) < 0)
        fail("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (send(fd, ask, sizeof ask - 1, 0) < 0)
        fail("send");
    while (got < 4 || memcmp(answer + got - 4, "\r\n\r\n", 4) != 0) {
        ssize_t n = recv(fd, answer + got, sizeof answer - got, 0);

        if (n <= 0)
            fail("handshake");
        got += (size_t)n;
    }
    snprintf(said, sizeof said, "{\"floor\":{\"room\":%d,\"reply\":%d}}", room, reply_bytes);
    size_t n = frame(out, said);
    if (send(fd, out, n, 0) != (ssize_t)n)
        fail("send");
    return fd;
}

struct member {
    int fd, room;
    size_t got;
};

struct table {
    struct member member[FLOOR_MEMBERS];
    int arrived; /* copies of the message in flight */
    int next;    /* who speaks next */
};

static void speak(struct table *t)
{
    static const char said[] = "{\"do\":\"write\",\"n\":17,\"with\":{\"word\":\"lighthouse\"}}";
    char out[128];
    size_t n = frame(out, said);

    t->arrived = 0;
    if (send(t->member[t->next].fd, out, n, 0) != (ssize_t)n)
        fail("send");
    t->next = (t->next + 1) % FLOOR_MEMBERS;
}

struct figures {
    double cpu_us, per_second;
};

/* Messages at random moments, as people send them: when the next is due, and which table speaks. */
struct pace {
    double rate; /* 0: each table speaks as soon as it was heard */
    double due;
    uint64_t chance;
};

static struct timespec until(const struct pace *p, double now)
{
    double wait = p->rate > 0 ? p->due - now : 1;

    if (wait < 0)
        wait = 0;
    return (struct timespec){.tv_sec = (time_t)wait,
                             .tv_nsec = (long)((wait - (double)(time_t)wait) * 1e9)};
}

static void speak_in_time(struct pace *p, struct table *tables, int n, double now)
{
    for (; p->rate > 0 && p->due <= now; p->due += 1 / p->rate) {
        struct table *t = &tables[rng_quick(&p->chance) % (uint64_t)n];

        if (t->arrived == FLOOR_MEMBERS)
            speak(t);
    }
}

static struct figures drive(const struct server *s, int n, double how_long, double rate)
{
    struct pace pace = {.rate = rate, .chance = 1};
    const size_t whole = (size_t)reply_bytes + 4;
    struct table *tables = calloc((size_t)n, sizeof *tables);
    struct epoll_event event[EVENTS];
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    int64_t messages = 0;

    if (!tables || epoll < 0)
        fail("tables");
    for (int i = 0; i < n * FLOOR_MEMBERS; i++) {
        struct member *m = &tables[i / FLOOR_MEMBERS].member[i % FLOOR_MEMBERS];

        *m = (struct member){.fd = join(s, i / FLOOR_MEMBERS), .room = i / FLOOR_MEMBERS};
        epoll_ctl(epoll, EPOLL_CTL_ADD, m->fd,
                  &(struct epoll_event){.events = EPOLLIN, .data.ptr = m});
    }
    for (int i = 0; i < n; i++) {
        tables[i].arrived = FLOOR_MEMBERS;
        if (rate <= 0)
            speak(&tables[i]);
    }
    double begin = clock_seconds(CLOCK_MONOTONIC), cpu = process_cpu(s->pid), now = begin;
    pace.due = begin;
    do {
        struct timespec wait = until(&pace, now);
        int events = epoll_pwait2(epoll, event, EVENTS, &wait, NULL);

        now = clock_seconds(CLOCK_MONOTONIC);
        speak_in_time(&pace, tables, n, now);
        for (int i = 0; i < events; i++) {
            struct member *m = event[i].data.ptr;
            struct table *t = &tables[m->room];
            char in[4096];
            ssize_t got = recv(m->fd, in, sizeof in, 0);

            if (got <= 0)
                fail("recv");
            for (m->got += (size_t)got; m->got >= whole; m->got -= whole) {
                if (++t->arrived == FLOOR_MEMBERS) {
                    messages++;
                    if (rate <= 0)
                        speak(t);
                }
            }
        }
    } while (now - begin < how_long);
    struct figures f = {(process_cpu(s->pid) - cpu) * 1e6 / (double)messages,
                        (double)messages / (now - begin)};
    for (int i = 0; i < n * FLOOR_MEMBERS; i++)
        close(tables[i / FLOOR_MEMBERS].member[i % FLOOR_MEMBERS].fd);
    close(epoll);
    free(tables);
    return f;
}

/* What a connection holds while it is quiet, after it has spoken once. */
static double memory(const char *program, const char *argument)
{
    static int fds[MEMORY_CONNECTIONS];
    struct server s = start(program, argument);
    /* The first few bring what the others share. */
    int first[8];
    char in[1024];

    for (int i = 0; i < 8; i++)
        first[i] = join(&s, FLOOR_ROOMS - 1 - i);
    int64_t before = process_memory(s.pid);
    for (int i = 0; i < MEMORY_CONNECTIONS; i++)
        fds[i] = join(&s, i / FLOOR_MEMBERS);
    for (int i = 0; i < MEMORY_CONNECTIONS; i += FLOOR_MEMBERS) {
        char out[64];
        size_t n = frame(out, "{}");

        if (send(fds[i], out, n, 0) < 0 || recv(fds[i], in, sizeof in, 0) <= 0)
            fail("a quiet room");
    }
    double each = (double)(process_memory(s.pid) - before) / MEMORY_CONNECTIONS;
    for (int i = 0; i < MEMORY_CONNECTIONS; i++)
        close(fds[i]);
    for (int i = 0; i < 8; i++)
        close(first[i]);
    stop(&s);
    return each;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double middle(double *value, int n)
{
    qsort(value, (size_t)n, sizeof *value, ascending);
    return n % 2 ? value[n / 2] : (value[n / 2 - 1] + value[n / 2]) / 2;
}

static void print(struct buf *line)
{
    puts(buf_cstr(line));
    fflush(stdout);
    buf_fini(line);
}

static void compare(const char *const program[2], const char *const argument[2], int n, int rounds,
                    double how_long)
{
    static const char *const names[2] = {"floor", "net"};
    double cpu[2][ROUNDS_MAX], ratio[ROUNDS_MAX], speed[2][ROUNDS_MAX];

    for (int round = 0; round < rounds; round++) {
        for (int k = 0; k < 2; k++) {
            int which = (k + round) % 2;
            struct server s = start(program[which], argument[which]);
            struct figures f = drive(&s, n, how_long, 0);

            stop(&s);
            cpu[which][round] = f.cpu_us;
            speed[which][round] = f.per_second;
        }
        ratio[round] = cpu[1][round] / cpu[0][round];
    }
    for (int which = 0; which < 2; which++) {
        struct buf line = {0};
        struct jw w = jw_to(&line);

        jw_object(&w);
        jw_key(&w, "bench"), jw_str(&w, STR("net_broadcast"));
        jw_key(&w, "server"), jw_str(&w, str_of(names[which]));
        jw_key(&w, "rooms"), jw_int(&w, n);
        jw_key(&w, "cpu_us_per_message"), jw_number(&w, middle(cpu[which], rounds));
        jw_key(&w, "messages_per_second"), jw_number(&w, middle(speed[which], rounds));
        jw_end_object(&w);
        print(&line);
    }
    struct buf line = {0};
    struct jw w = jw_to(&line);
    jw_object(&w);
    jw_key(&w, "bench"), jw_str(&w, STR("net_ratio"));
    jw_key(&w, "rooms"), jw_int(&w, n);
    jw_key(&w, "to_floor"), jw_number(&w, middle(ratio, rounds));
    jw_key(&w, "rounds"), jw_int(&w, rounds);
    jw_end_object(&w);
    print(&line);
}

/* The floor alone, with as many bytes as somebody else has sent: bench/server.py compares. */
static int floor_alone(char **argv)
{
    int n = (int)strtol(argv[3], NULL, 10);
    double how_long = strtod(argv[5], NULL);

    reply_bytes = (int)strtol(argv[4], NULL, 10);
    if (n < 1 || n > FLOOR_ROOMS || reply_bytes < 126 || reply_bytes >= FLOOR_REPLY_MAX)
        return 2;
    struct server s = start(argv[2], "0");
    struct figures f = drive(&s, n, how_long, strtod(argv[6], NULL));
    struct buf line = {0};
    struct jw w = jw_to(&line);

    stop(&s);
    jw_object(&w);
    jw_key(&w, "bench"), jw_str(&w, STR("floor"));
    jw_key(&w, "rooms"), jw_int(&w, n);
    jw_key(&w, "reply_bytes"), jw_int(&w, reply_bytes);
    jw_key(&w, "cpu_us_per_message"), jw_number(&w, f.cpu_us);
    jw_key(&w, "messages_per_second"), jw_number(&w, f.per_second);
    jw_end_object(&w);
    print(&line);
    return 0;
}

static void print_memory(const char *server, const char *program, const char *argument)
{
    struct buf line = {0};
    struct jw w = jw_to(&line);

    jw_object(&w);
    jw_key(&w, "bench"), jw_str(&w, STR("net_memory"));
    jw_key(&w, "server"), jw_str(&w, str_of(server));
    jw_key(&w, "connections"), jw_int(&w, MEMORY_CONNECTIONS);
    jw_key(&w, "bytes_per_connection"), jw_number(&w, memory(program, argument));
    jw_end_object(&w);
    print(&line);
}

int main(int argc, char **argv)
{
    static const int sizes[] = {50, 500};
    const char *argument[2] = {"0", "--serve"};
    struct rlimit files;
    int rounds = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 7;
    double how_long = argc > 3 ? strtod(argv[3], NULL) : 1;

    if (argc > 1 && strcmp(argv[1], "--serve") == 0)
        return serve();
    if (argc == 7 && strcmp(argv[1], "--floor") == 0)
        return floor_alone(argv);
    if (argc == 3 && strcmp(argv[1], "--memory") == 0) {
        print_memory("floor", argv[2], "0");
        return 0;
    }
    if (argc < 2 || rounds < 1 || rounds > ROUNDS_MAX) {
        fputs("usage: bench-net FLOOR [ROUNDS SECONDS]\n", stderr);
        return 2;
    }
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    const char *program[2] = {argv[1], argv[0]};
    for (int i = 0; i < 2; i++)
        compare(program, argument, sizes[i], rounds, how_long);
    for (int i = 0; i < 2; i++)
        print_memory(i ? "net" : "floor", program[i], argument[i]);
    return 0;
}
