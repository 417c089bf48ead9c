/* Relays: those of connections of ours to other nodes, and those that came from there. */
#include "server/link.h"

#include <stdlib.h>

/* ---- frames ---- */

static void put32(struct buf *b, uint32_t n)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        buf_addc(b, (char)(uint8_t)(n >> shift));
}

void link_frame(struct link *l, enum kind kind, uint32_t relay, struct str text)
{
    if (l->closing)
        return;
    put32(&l->out, (uint32_t)(text.len + HEAD - 4));
    buf_addc(&l->out, (char)kind);
    put32(&l->out, relay);
    buf_add(&l->out, text);
}

/* ---- relays ---- */

struct peer_relay **relay_place(struct link *l, uint32_t number)
{
    struct peer_relay **at = &l->bucket[number % RELAY_BUCKETS];

    while (*at && (*at)->number != number)
        at = &(*at)->next;
    return at;
}

struct peer_relay *relay_new(struct link *l, uint32_t number)
{
    struct peer_relay *relay = calloc(1, sizeof *relay), **at = &l->bucket[number % RELAY_BUCKETS];

    if (!relay)
        abort();
    *relay = (struct peer_relay){.next = *at, .link = l, .number = number};
    *at = relay;
    return relay;
}

void relay_free(struct peer_relay *relay)
{
    struct peer_relay **at = relay_place(relay->link, relay->number);

    *at = relay->next;
    free(relay);
}

/* ---- for the house: connections of ours ---- */

static void *relay_open(void *arg, struct str address, struct conn *c, void *socket, uint64_t group)
{
    struct link *l = link_to(arg, address);

    if (!l)
        return NULL;
    struct peer_relay *relay = relay_new(l, ++l->last);
    struct buf text = {0};

    relay->conn = c;
    relay->socket = socket;
    put32(&text, (uint32_t)(group >> 32));
    put32(&text, (uint32_t)group);
    link_frame(l, OPEN, relay->number, buf_str(&text));
    buf_fini(&text);
    return relay;
}

static void relay_send(void *arg, struct str text)
{
    struct peer_relay *relay = arg;

    link_frame(relay->link, TEXT, relay->number, text);
}

static void relay_close(void *arg)
{
    struct peer_relay *relay = arg;

    link_frame(relay->link, CLOSE, relay->number, STR(""));
    relay_free(relay);
}

static void ask(void *arg, struct str address)
{
    struct link *l = link_to(arg, address);

    if (l)
        link_frame(l, ASK, 0, STR(""));
}

const struct remote_ops links_remote = {relay_open, relay_send, relay_close, ask};

/* ---- relays that came ---- */

/* Sockets of the net are aligned; those of relays are marked by their lowest bit. */
bool links_is_relay(const void *socket)
{
    return (uintptr_t)socket & 1;
}

void *relay_socket(struct peer_relay *relay)
{
    return (char *)relay + 1;
}

static struct peer_relay *relay_of(void *socket)
{
    return (void *)((char *)socket - 1);
}

void links_send(void *socket, struct str text)
{
    struct peer_relay *relay = relay_of(socket);

    if (!relay->ended)
        link_frame(relay->link, TEXT, relay->number, text);
}

void links_hang_up(void *socket, int code, const char *reason)
{
    struct peer_relay *relay = relay_of(socket);
    struct buf text = {0};

    if (relay->ended)
        return;
    buf_addc(&text, (char)(uint8_t)(code >> 8));
    buf_addc(&text, (char)(uint8_t)code);
    buf_adds(&text, reason);
    link_frame(relay->link, HANG_UP, relay->number, buf_str(&text));
    buf_fini(&text);
    relay->ended = true;
    relay->next_ended = relay->link->all->ended;
    relay->link->all->ended = relay;
}
