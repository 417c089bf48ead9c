/*
 * Which nodes are there. No clock of another machine is believed: a node is alive while its beat is
 * seen to change. It gives up its own tables when its last confirmed beat was sent longer ago than
 * others wait for the next one: so it always does before anybody may take them. What is safe comes
 * from the log alone; this is for speed.
 */
#include "base/version.h"
#include "house/inside.h"
#include "room/log_fold.h"

#include <stdio.h>
#include <stdlib.h>

enum { BEAT = 500, TTL = 3000, BLIND = 1500 };

static struct node *find(const struct nodes *nodes, uint64_t number)
{
    for (int i = 0; i < nodes->n; i++) {
        if (nodes->at[i].number == number)
            return &nodes->at[i];
    }
    return NULL;
}

/* ---- our own session ---- */

static int send_beat(struct house *h, int64_t ttl, store_done *done)
{
    return store_session_beat(
        h->services.store,
        &(struct store_session){.node = h->config.node,
                                .beat = services_wall(&h->services),
                                .ttl = ttl,
                                .format = LOG_FORMAT,
                                .address = str_of(h->config.address ? h->config.address : ""),
                                .version = str_of(unisono_version)},
        done, h);
}

static void beat_done(void *arg, enum store_result result)
{
    struct house *h = arg;

    if (h->services.ended)
        return;
    h->nodes.beating = false;
    if (result == STORE_OK) {
        h->nodes.leased = h->nodes.sent + TTL;
        h->nodes.held = true;
    }
}

bool nodes_hold(const struct house *h)
{
    return h->nodes.held && h->services.now() < h->nodes.leased;
}

/* Others may take our tables: nothing is shown of them any more. */
static void step_down(struct house *h)
{
    h->nodes.held = false;
    for (int i = 0; i < BUCKETS; i++) {
        for (struct door *d = h->bucket[i]; d; d = d->next) {
            if (d->room && !d->room->lost)
                room_lose(d->room);
        }
    }
}

/* Tables first: whoever takes one over then finds what was written last. */
void nodes_leave(struct house *h)
{
    step_down(h);
    h->nodes.next = INT64_MAX;
    send_beat(h, 0, NULL);
}

/* ---- the others ---- */

static bool note(void *arg, const struct store_session *s)
{
    struct house *h = arg;
    struct nodes *nodes = &h->nodes;
    struct node *node = find(nodes, s->node);
    int64_t now = h->services.now();

    if (!node) {
        if (nodes->n == nodes->cap) {
            nodes->cap = nodes->cap ? 2 * nodes->cap : 8;
            nodes->at = reallocarray(nodes->at, (size_t)nodes->cap, sizeof *nodes->at);
            if (!nodes->at)
                abort();
        }
        node = &nodes->at[nodes->n++];
        *node = (struct node){.number = s->node};
    }
    /* Who has just come knows from the store how long it has been. */
    if (!node->changed)
        node->changed = now - (s->age < TTL ? s->age : TTL);
    else if (node->beat != s->beat)
        node->changed = now;
    node->beat = s->beat;
    node->listed = true;
    snprintf(node->address, sizeof node->address, "%.*s", STR_FMT(s->address));
    return true;
}

static void list_done(void *arg, enum store_result result)
{
    struct house *h = arg;
    struct nodes *nodes = &h->nodes;
    int64_t now = h->services.now();
    int n = 0;

    if (h->services.ended)
        return;
    nodes->listing = false;
    if (result != STORE_OK)
        return;
    /* Where we have not looked for a while, others may not have been able to beat either. */
    bool blind = now - nodes->heard > BLIND, looked = nodes->heard;
    nodes->heard = now;
    for (int i = 0; i < nodes->n; i++) {
        if (nodes->at[i].listed) {
            nodes->at[n] = nodes->at[i];
            if (blind && looked)
                nodes->at[n].changed = now;
            nodes->at[n++].listed = false;
        }
    }
    nodes->n = n;
}

const struct node *nodes_alive(const struct house *h, uint64_t number)
{
    const struct node *node = find(&h->nodes, number);

    return node && h->services.now() - node->changed < TTL ? node : NULL;
}

int64_t nodes_seen(const struct house *h, uint64_t number)
{
    const struct node *node = find(&h->nodes, number);

    return node ? node->beat : 0;
}

void nodes_run(struct house *h, int64_t now)
{
    struct nodes *nodes = &h->nodes;

    if (nodes->held && now >= nodes->leased)
        step_down(h);
    if (now < nodes->next)
        return;
    nodes->next = now + BEAT;
    if (nodes->held)
        days_keep(h, now);
    if (!nodes->beating) {
        nodes->sent = now;
        nodes->beating = send_beat(h, TTL, beat_done) == 0;
    }
    if (!nodes->listing)
        nodes->listing = store_sessions(h->services.store, note, list_done, h) == 0;
}

void nodes_fini(struct house *h)
{
    free(h->nodes.at);
}
