#include "server/links.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A frame: its length, a kind, the number of a line, and then what it says. Numbers are never used
 * again on a link, so that nothing that comes late reaches another phone. */
enum kind { SECRET, OPEN, TEXT, CLOSE, HANG_UP };
enum {
    HEAD = 4 + 1 + 4,
    FRAME_MOST = 4 << 20,
    UNSENT_MOST = 64 << 20,
    BUCKETS = 1024,
    MOVED = 1012, /* the table is elsewhere now: look again */
};

struct peer_line {
    struct peer_line *next; /* in its bucket */
    struct link *link;
    uint32_t number;
    struct conn *conn;
    void *socket; /* of the phone, where it is ours */
    struct peer_line *next_ended;
    bool ended;
};

struct link {
    uv_tcp_t tcp;
    uv_connect_t connecting;
    struct links *all;
    struct link *next;
    bool incoming, known, up, closing;
    char address[STORE_NAME_MAX + 1];
    uint32_t last; /* number given to a line */
    struct peer_line *bucket[BUCKETS];
    struct buf in, out;
};

struct links {
    uv_loop_t *loop;
    uv_tcp_t listener;
    bool listens;
    char secret[LINKS_SECRET + 1];
    struct house *house;
    struct link *links;
    struct peer_line *ended;
};

/* ---- frames ---- */

static void put32(struct buf *b, uint32_t n)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        buf_addc(b, (char)(uint8_t)(n >> shift));
}

static uint32_t get32(const char *at)
{
    const uint8_t *b = (const uint8_t *)at;

    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void frame(struct link *l, enum kind kind, uint32_t line, struct str text)
{
    if (l->closing)
        return;
    put32(&l->out, (uint32_t)(text.len + HEAD - 4));
    buf_addc(&l->out, (char)kind);
    put32(&l->out, line);
    buf_add(&l->out, text);
}

/* ---- lines ---- */

static struct peer_line **place_of(struct link *l, uint32_t number)
{
    struct peer_line **at = &l->bucket[number % BUCKETS];

    while (*at && (*at)->number != number)
        at = &(*at)->next;
    return at;
}

static struct peer_line *line_new(struct link *l, uint32_t number)
{
    struct peer_line *line = calloc(1, sizeof *line), **at = &l->bucket[number % BUCKETS];

    if (!line)
        abort();
    *line = (struct peer_line){.next = *at, .link = l, .number = number};
    *at = line;
    return line;
}

static void line_free(struct peer_line *line)
{
    struct peer_line **at = place_of(line->link, line->number);

    *at = line->next;
    free(line);
}

/* ---- links ---- */

static void gone(uv_handle_t *handle)
{
    struct link *l = handle->data, **at = &l->all->links;

    while (*at != l)
        at = &(*at)->next;
    *at = l->next;
    buf_fini(&l->in);
    buf_fini(&l->out);
    free(l);
}

/* Whoever was on it is told: phones of ours look again, those of others leave. */
static void link_close(struct link *l)
{
    if (l->closing)
        return;
    l->closing = true;
    for (int i = 0; i < BUCKETS; i++) {
        while (l->bucket[i]) {
            struct peer_line *line = l->bucket[i];
            struct conn *c = line->conn;

            if (line->ended) { /* links_flush() has it in its list */
                l->bucket[i] = line->next;
                line->link = NULL;
                continue;
            }
            line_free(line);
            if (l->incoming)
                house_close(c);
            else
                house_line_lost(c);
        }
    }
    uv_close((uv_handle_t *)&l->tcp, gone);
}

static void heard(struct link *l, enum kind kind, uint32_t number, struct str text)
{
    struct peer_line *line = *place_of(l, number);
    struct house *house = l->all->house;

    if (!l->known && l->incoming) {
        l->known = kind == SECRET && text.len == LINKS_SECRET &&
                   CRYPTO_memcmp(text.at, l->all->secret, LINKS_SECRET) == 0;
        if (!l->known)
            link_close(l);
    } else if (l->incoming && kind == OPEN && text.len == 8 && !line && house) {
        line = line_new(l, number);
        line->conn = house_open_via(house, (void *)((uintptr_t)line | 1),
                                    (uint64_t)get32(text.at) << 32 | get32(text.at + 4));
    } else if (!line || line->ended) {
        return; /* it has ended on this side */
    } else if (l->incoming && kind == TEXT) {
        house_hear(line->conn, text);
    } else if (l->incoming && kind == CLOSE) {
        struct conn *c = line->conn;

        line_free(line);
        house_close(c);
    } else if (!l->incoming && kind == TEXT) {
        net_send_str(line->socket, text);
    } else if (!l->incoming && kind == HANG_UP && text.len >= 2) {
        struct conn *c = line->conn;
        int code = (uint8_t)text.at[0] << 8 | (uint8_t)text.at[1];

        line_free(line);
        if (code == MOVED)
            house_line_lost(c);
        else
            house_line_ended(c, code);
    }
}

static void read_some(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer)
{
    struct link *l = stream->data;
    size_t used = 0;

    if (n > 0)
        buf_add(&l->in, str_n(buffer->base, (size_t)n));
    free(buffer->base);
    if (n < 0) {
        link_close(l);
        return;
    }
    while (!l->closing && l->in.len - used >= HEAD) {
        const char *at = l->in.at + used;
        uint32_t len = get32(at);

        if (len < HEAD - 4 || len > FRAME_MOST) {
            link_close(l);
            return;
        }
        if (l->in.len - used < 4 + (size_t)len)
            break;
        used += 4 + (size_t)len;
        heard(l, (enum kind)at[4], get32(at + 5), str_n(at + HEAD, len - (HEAD - 4)));
    }
    memmove(l->in.at, l->in.at + used, l->in.len - used);
    l->in.len -= used;
}

static void give_memory(uv_handle_t *handle, size_t wanted, uv_buf_t *out)
{
    (void)handle;
    out->base = malloc(wanted);
    if (!out->base)
        abort();
    out->len = wanted;
}

struct written {
    uv_write_t request;
    struct buf bytes;
};

static void written(uv_write_t *request, int status)
{
    struct written *w = request->data;
    struct link *l = request->handle->data;

    buf_fini(&w->bytes);
    free(w);
    if (status < 0)
        link_close(l);
}

static void link_flush(struct link *l)
{
    if (!l->out.len || !l->up || l->closing)
        return;
    if (uv_stream_get_write_queue_size((uv_stream_t *)&l->tcp) > UNSENT_MOST) {
        link_close(l);
        return;
    }
    struct written *w = calloc(1, sizeof *w);
    if (!w)
        abort();
    w->bytes = l->out;
    w->request.data = w;
    l->out = (struct buf){0};
    uv_buf_t part = uv_buf_init(w->bytes.at, (unsigned)w->bytes.len);
    if (uv_write(&w->request, (uv_stream_t *)&l->tcp, &part, 1, written) < 0) {
        buf_fini(&w->bytes);
        free(w);
        link_close(l);
    }
}

static struct link *link_new(struct links *p, bool incoming)
{
    struct link *l = calloc(1, sizeof *l);

    if (!l || uv_tcp_init(p->loop, &l->tcp) != 0)
        abort();
    l->tcp.data = l;
    l->all = p;
    l->incoming = incoming;
    l->next = p->links;
    p->links = l;
    return l;
}

static void begin(struct link *l)
{
    l->up = true;
    uv_tcp_nodelay(&l->tcp, 1);
    uv_tcp_keepalive(&l->tcp, 1, 2);
    if (uv_read_start((uv_stream_t *)&l->tcp, give_memory, read_some) < 0)
        link_close(l);
}

static void connected(uv_connect_t *request, int status)
{
    struct link *l = request->data;

    if (l->closing)
        return;
    if (status < 0) {
        link_close(l);
        return;
    }
    begin(l);
    link_flush(l);
}

static void came(uv_stream_t *listener, int status)
{
    struct links *p = listener->data;

    if (status < 0)
        return;
    struct link *l = link_new(p, true);
    if (uv_accept(listener, (uv_stream_t *)&l->tcp) < 0)
        link_close(l);
    else
        begin(l);
}

/* HOST:PORT, where the host is an address: "10.0.0.7:7000", "[fd00::7]:7000". */
static bool read_address(struct str text, struct sockaddr_storage *out)
{
    char host[STORE_NAME_MAX + 1];
    struct str name = text;
    int64_t port;

    while (name.len && name.at[name.len - 1] != ':')
        name.len--;
    if (name.len < 2 || !str_int(str_n(text.at + name.len, text.len - name.len), &port) ||
        port < 1 || port > 65535)
        return false;
    name.len--;
    if (name.at[0] == '[' && name.at[name.len - 1] == ']')
        name = str_n(name.at + 1, name.len - 2);
    snprintf(host, sizeof host, "%.*s", STR_FMT(name));
    return uv_ip4_addr(host, (int)port, (struct sockaddr_in *)out) == 0 ||
           uv_ip6_addr(host, (int)port, (struct sockaddr_in6 *)out) == 0;
}

static struct link *link_to(struct links *p, struct str address)
{
    struct sockaddr_storage to;

    for (struct link *l = p->links; l; l = l->next) {
        if (!l->incoming && !l->closing && str_is(address, l->address))
            return l;
    }
    if (address.len > STORE_NAME_MAX || !read_address(address, &to))
        return NULL;
    struct link *l = link_new(p, false);
    memcpy(l->address, address.at, address.len);
    l->connecting.data = l;
    if (uv_tcp_connect(&l->connecting, &l->tcp, (struct sockaddr *)&to, connected) < 0) {
        link_close(l);
        return NULL;
    }
    frame(l, SECRET, 0, str_n(p->secret, LINKS_SECRET));
    return l;
}

/* ---- for the house ---- */

static void *line_open(void *arg, struct str address, struct conn *c, void *socket, uint64_t group)
{
    struct link *l = link_to(arg, address);

    if (!l)
        return NULL;
    struct peer_line *line = line_new(l, ++l->last);
    struct buf text = {0};

    line->conn = c;
    line->socket = socket;
    put32(&text, (uint32_t)(group >> 32));
    put32(&text, (uint32_t)group);
    frame(l, OPEN, line->number, buf_str(&text));
    buf_fini(&text);
    return line;
}

static void line_send(void *arg, struct str text)
{
    struct peer_line *line = arg;

    frame(line->link, TEXT, line->number, text);
}

static void line_close(void *arg)
{
    struct peer_line *line = arg;

    frame(line->link, CLOSE, line->number, STR(""));
    line_free(line);
}

const struct remote_ops links_remote = {line_open, line_send, line_close};

/* ---- lines that came ---- */

/* Sockets of the net are aligned; those of lines are marked by their lowest bit. */
bool links_is_line(const void *socket)
{
    return (uintptr_t)socket & 1;
}

static struct peer_line *line_of(void *socket)
{
    return (struct peer_line *)((uintptr_t)socket & ~(uintptr_t)1);
}

void links_send(void *socket, struct str text)
{
    struct peer_line *line = line_of(socket);

    if (!line->ended)
        frame(line->link, TEXT, line->number, text);
}

void links_hang_up(void *socket, int code, const char *reason)
{
    struct peer_line *line = line_of(socket);
    struct buf text = {0};

    if (line->ended)
        return;
    buf_addc(&text, (char)(uint8_t)(code >> 8));
    buf_addc(&text, (char)(uint8_t)code);
    buf_adds(&text, reason);
    frame(line->link, HANG_UP, line->number, buf_str(&text));
    buf_fini(&text);
    line->ended = true;
    line->next_ended = line->link->all->ended;
    line->link->all->ended = line;
}

void links_flush(struct links *p)
{
    while (p->ended) {
        struct peer_line *line = p->ended;
        struct conn *c = line->conn;

        p->ended = line->next_ended;
        if (line->link)
            line_free(line);
        else
            free(line);
        house_close(c);
    }
    for (struct link *l = p->links, *next; l; l = next) {
        next = l->next; /* a link is freed by the loop only */
        link_flush(l);
    }
}

/* ---- beginning and end ---- */

struct links *links_new(uv_loop_t *loop, const char *address, const char *secret,
                        struct net_problem *problem)
{
    struct sockaddr_storage at;
    struct links *p = calloc(1, sizeof *p);
    int error = 0;

    if (!p)
        abort();
    p->loop = loop;
    snprintf(p->secret, sizeof p->secret, "%s", secret);
    if (!read_address(str_of(address), &at)) {
        snprintf(problem->reason, sizeof problem->reason,
                 "peer: '%.60s' is not an ADDRESS:PORT of numbers", address);
        free(p);
        return NULL;
    }
    uv_tcp_init(loop, &p->listener);
    p->listener.data = p;
    p->listens = true;
    error = uv_tcp_bind(&p->listener, (struct sockaddr *)&at, 0);
    if (error == 0)
        error = uv_listen((uv_stream_t *)&p->listener, 128, came);
    if (error == 0)
        return p;
    snprintf(problem->reason, sizeof problem->reason, "peer: %.60s: %s", address,
             uv_strerror(error));
    links_stop(p);
    uv_run(loop, UV_RUN_NOWAIT);
    links_free(p);
    return NULL;
}

void links_serve(struct links *p, struct house *house)
{
    p->house = house;
}

void links_stop(struct links *p)
{
    links_flush(p);
    for (struct link *l = p->links, *next; l; l = next) {
        next = l->next;
        link_close(l);
    }
    if (p->listens)
        uv_close((uv_handle_t *)&p->listener, NULL);
    p->listens = false;
}

void links_free(struct links *p)
{
    free(p);
}
