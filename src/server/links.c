#include "server/link.h"
#include "server/link_socket.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAME_MOST = 4 << 20,
    UNSENT_MOST = 64 << 20,
    MOVED = 1012, /* the table is elsewhere now: look again */
    /* Whoever has not shown the secret yet: so many at once, and for so long. */
    STRANGERS = 64,
    STRANGE_MS = 3000,
    LOOK_MS = 250,
};

static uint32_t get32(const char *at)
{
    const uint8_t *b = (const uint8_t *)at;

    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
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
    for (int i = 0; i < RELAY_BUCKETS; i++) {
        while (l->bucket[i]) {
            struct peer_relay *relay = l->bucket[i];
            struct conn *c = relay->conn;

            if (relay->ended) { /* links_flush() has it in its list */
                l->bucket[i] = relay->next;
                relay->link = NULL;
                continue;
            }
            relay_free(relay);
            if (l->incoming)
                house_close(c);
            else
                house_relay_lost(c);
        }
    }
    uv_close((uv_handle_t *)&l->tcp, gone);
}

static void heard(struct link *l, enum kind kind, uint32_t number, struct str text)
{
    struct peer_relay *relay = *relay_place(l, number);
    struct house *house = l->all->house;

    if (!l->known && l->incoming) {
        l->known = kind == SECRET && text.len == LINKS_SECRET &&
                   CRYPTO_memcmp(text.at, l->all->secret, LINKS_SECRET) == 0;
        if (!l->known)
            link_close(l);
    } else if (l->incoming && kind == OPEN && text.len == 8 && !relay && house) {
        relay = relay_new(l, number);
        relay->conn = house_open_via(house, relay_socket(relay),
                                     (uint64_t)get32(text.at) << 32 | get32(text.at + 4));
    } else if (l->incoming && kind == ASK) {
        if (house && house_takes(house))
            link_frame(l, TAKES, 0, STR(""));
    } else if (!l->incoming && kind == TAKES) {
        house_node_takes(house, str_of(l->address));
    } else if (!relay || relay->ended) {
        return; /* it has ended on this side */
    } else if (l->incoming && kind == TEXT) {
        house_hear(relay->conn, text);
    } else if (l->incoming && kind == CLOSE) {
        struct conn *c = relay->conn;

        relay_free(relay);
        house_close(c);
    } else if (!l->incoming && kind == TEXT) {
        net_send_str(relay->socket, text);
    } else if (!l->incoming && kind == HANG_UP && text.len >= 2) {
        struct conn *c = relay->conn;
        int code = (uint8_t)text.at[0] << 8 | (uint8_t)text.at[1];

        relay_free(relay);
        if (code == MOVED)
            house_relay_lost(c);
        else
            house_relay_ended(c, code);
    }
}

/* Nobody who is not known is given memory for more than the secret. */
static uint32_t frame_most(const struct link *l)
{
    return l->incoming && !l->known ? HEAD - 4 + LINKS_SECRET : FRAME_MOST;
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

        if (len < HEAD - 4 || len > frame_most(l)) {
            link_close(l);
            return;
        }
        if (l->in.len - used < 4 + (size_t)len)
            break;
        used += 4 + (size_t)len;
        heard(l, (enum kind)at[4], get32(at + 5), str_n(at + HEAD, len - (HEAD - 4)));
    }
    if (used)
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

/* `to`: where it is to lead; NULL: it comes from there. */
static struct link *link_new(struct links *p, const struct sockaddr_storage *to)
{
    struct link *l = calloc(1, sizeof *l);

    if (!l)
        abort();
    if (to)
        link_socket_new(p->loop, &l->tcp, to);
    else if (uv_tcp_init(p->loop, &l->tcp) != 0)
        abort();
    l->tcp.data = l;
    l->all = p;
    l->incoming = !to;
    l->since = uv_now(p->loop);
    l->next = p->links;
    p->links = l;
    return l;
}

static void begin(struct link *l)
{
    l->up = true;
    link_socket_use(&l->tcp);
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

static bool is_strange(const struct link *l)
{
    return l->incoming && !l->known && !l->closing;
}

static void came(uv_stream_t *listener, int status)
{
    struct links *p = listener->data;
    int strangers = 0;

    if (status < 0)
        return;
    for (const struct link *l = p->links; l; l = l->next)
        strangers += is_strange(l);
    struct link *l = link_new(p, NULL);
    if (uv_accept(listener, (uv_stream_t *)&l->tcp) < 0 || strangers >= STRANGERS)
        link_close(l);
    else
        begin(l);
}

struct link *link_to(struct links *p, struct str address)
{
    struct sockaddr_storage to;

    for (struct link *l = p->links; l; l = l->next) {
        if (!l->incoming && !l->closing && str_is(address, l->address))
            return l;
    }
    if (address.len > STORE_NAME_MAX || !link_address(address, &to))
        return NULL;
    struct link *l = link_new(p, &to);
    memcpy(l->address, address.at, address.len);
    l->connecting.data = l;
    if (uv_tcp_connect(&l->connecting, &l->tcp, (struct sockaddr *)&to, connected) < 0) {
        link_close(l);
        return NULL;
    }
    link_frame(l, SECRET, 0, str_n(p->secret, LINKS_SECRET));
    return l;
}

/* ---- after each round ---- */

/* A node that is gone may have said nothing: its machine has no power, or stands still. Its lease
 * tells, and phones of ours look for their tables then. */
static void look(struct links *p)
{
    uint64_t now = uv_now(p->loop);

    if (now < p->looked + LOOK_MS || !p->house)
        return;
    p->looked = now;
    for (struct link *l = p->links, *next; l; l = next) {
        next = l->next;
        if (l->incoming ? is_strange(l) && now > l->since + STRANGE_MS
                        : !l->closing && house_node_gone(p->house, str_of(l->address)))
            link_close(l);
    }
}

void links_flush(struct links *p)
{
    look(p);
    while (p->ended) {
        struct peer_relay *relay = p->ended;
        struct conn *c = relay->conn;

        p->ended = relay->next_ended;
        if (relay->link)
            relay_free(relay);
        else
            free(relay);
        house_close(c);
    }
    for (struct link *l = p->links, *next; l; l = next) {
        next = l->next; /* a link is freed by the loop only */
        link_flush(l);
    }
}

/* ---- beginning and end ---- */

/* Of one that never listened: the loop frees it. */
static void never_began(uv_handle_t *listener)
{
    links_free(listener->data);
}

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
    if (!link_address(str_of(address), &at)) {
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
    uv_close((uv_handle_t *)&p->listener, never_began);
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
