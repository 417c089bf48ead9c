/*
 * Which nodes are there. No clock of another machine is believed: a node is alive while its beat,
 * its sign of life in the store, is seen to change. A node gives up its own tables when its last
 * confirmed beat is older than the time others wait for one. That is always before anybody may take
 * them. Safety comes from the log alone (store/store.h, G2); all this is only for speed.
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

int nodes_format(const struct house *h)
{
    return h->config.log_format ? h->config.log_format : LOG_FORMAT;
}

/* ---- our own session ---- */

static int send_beat(struct house *h, int64_t ttl, store_done *done)
{
    return store_session_beat(
        h->services.store,
        &(struct store_session){.node = h->config.node,
                                .beat = services_wall(&h->services),
                                .ttl = ttl,
                                .format = h->draining ? -nodes_format(h) : nodes_format(h),
                                .address = str_of(h->config.address ? h->config.address : ""),
                                .version = str_of(h->version)},
        done, h);
}

static void beat_done(void *arg, enum store_result result)
{
    struct house *h = arg;

    if (h->services.ended)
        return;
    h->nodes.beating = false;
    if (result == STORE_OK) {
        h->nodes.beat_took = h->services.now() - h->nodes.sent;
        h->nodes.leased = h->nodes.sent + TTL;
        h->nodes.has_lease = true;
    }
}

bool nodes_may_own(const struct house *h)
{
    return h->nodes.has_lease && h->services.now() < h->nodes.leased;
}

/* Others may take our tables: nothing is shown of them any more. */
static void step_down(struct house *h)
{
    h->nodes.has_lease = false;
    for (int i = 0; i < BUCKETS; i++) {
        for (struct door *d = h->bucket[i]; d; d = d->next) {
            if (d->room && !room_lost(d->room))
                room_lose(d->room);
        }
    }
}

int64_t nodes_lease(const struct house *h)
{
    int64_t left = h->nodes.leased - h->services.now();

    return h->nodes.has_lease && left > 0 ? left : 0;
}

/* Tables first: whoever takes one over then finds what was written last. */
void nodes_leave(struct house *h)
{
    step_down(h);
    h->nodes.next = INT64_MAX;
    report_end(h);
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
        nodes->came++;
    }
    /* One that was here before us beats no more. */
    if (node->beat && node->beat != s->beat && s->node != h->config.node && h->config.address &&
        str_is(s->address, h->config.address))
        report_twin(h);
    /* Who has just come knows from the store how long it has been. */
    if (!node->changed)
        node->changed = now - (s->age < TTL ? s->age : TTL);
    else if (node->beat != s->beat)
        node->changed = now;
    node->beat = s->beat;
    node->listed = true;
    node->format = s->format;
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
    nodes->lists_come = nodes->lists_asked;
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

static void ask_for_list(struct house *h)
{
    struct nodes *nodes = &h->nodes;

    if (nodes->listing)
        return;
    nodes->listing = store_sessions(h->services.store, note, list_done, h) == 0;
    nodes->lists_asked += nodes->listing;
}

bool nodes_listed_since(struct house *h, int64_t lists_asked)
{
    if (h->nodes.lists_come > lists_asked)
        return true;
    ask_for_list(h);
    return false;
}

const struct node *nodes_alive(const struct house *h, uint64_t number)
{
    const struct node *node = find(&h->nodes, number);

    return node && h->services.now() - node->changed < TTL ? node : NULL;
}

int nodes_count(const struct house *h)
{
    int n = 0;

    for (int i = 0; i < h->nodes.n; i++)
        n += nodes_alive(h, h->nodes.at[i].number) && h->nodes.at[i].address[0];
    return n;
}

/* A node that does not hear of the others itself knows nothing of them: whoever is passed through
 * to them plays on. */
bool house_node_gone(const struct house *h, struct str address)
{
    if (h->services.now() - h->nodes.heard > BLIND)
        return false;
    for (int i = 0; i < h->nodes.n; i++) {
        if (str_is(address, h->nodes.at[i].address) && nodes_alive(h, h->nodes.at[i].number))
            return false;
    }
    return true;
}

static bool is_other(const struct house *h, const struct node *node)
{
    return node->number != h->config.node && node->address[0] && nodes_alive(h, node->number);
}

static bool may_inherit(const struct house *h, const struct node *node)
{
    return node->format > 0 && is_other(h, node);
}

struct asked nodes_ask(struct house *h)
{
    struct asked all = {0};

    for (int i = 0; i < h->nodes.n; i++) {
        struct node *node = &h->nodes.at[i];

        if (!may_inherit(h, node))
            continue;
        if (!node->asked) {
            node->asked = true;
            h->config.remote->ask(h->config.remote_arg, str_of(node->address));
        }
        all.asked++;
        all.take += node->takes;
    }
    return all;
}

void nodes_ask_anew(struct house *h)
{
    for (int i = 0; i < h->nodes.n; i++)
        h->nodes.at[i].asked = h->nodes.at[i].takes = false;
}

void house_node_takes(struct house *h, struct str address)
{
    for (int i = 0; i < h->nodes.n; i++) {
        if (str_is(address, h->nodes.at[i].address) && h->nodes.at[i].asked)
            h->nodes.at[i].takes = true;
    }
}

bool nodes_beats(const struct house *h, const struct node *node)
{
    return h->services.now() - node->changed < BLIND;
}

/* A node that is dead, though its lease goes on, would let a table wait that is handed to it: one
 * that has said that it takes tables comes first, and one that missed its last beats last. */
static int trust(const struct house *h, const struct node *node)
{
    return node->takes ? 2 : nodes_beats(h, node);
}

/* Each node ranks all of them for a table in the same way, so most agree without a word. `way`: 1,
 * those that stay; -1, those that are about to end. */
static const struct node *best_for(const struct house *h, int64_t room, int format, int way)
{
    const struct node *best = NULL;
    uint64_t best_rank = 0;

    for (int i = 0; i < h->nodes.n; i++) {
        const struct node *node = &h->nodes.at[i];
        int64_t writes = way * node->format;
        uint64_t rank = ((uint64_t)room ^ node->number) * UINT64_C(0x9e3779b97f4a7c15);

        rank ^= rank >> 29;
        rank *= UINT64_C(0xbf58476d1ce4e5b9);
        rank = rank >> 2 | (uint64_t)trust(h, node) << 62;
        if (writes <= 0 || writes < format || !is_other(h, node) || (best && rank <= best_rank))
            continue;
        best = node;
        best_rank = rank;
    }
    return best;
}

const struct node *nodes_heir(const struct house *h, int64_t room, int format)
{
    return best_for(h, room, format, 1);
}

const struct node *nodes_refuge(const struct house *h, int64_t room, int format)
{
    return best_for(h, room, format, -1);
}

int64_t nodes_seen(const struct house *h, uint64_t number)
{
    const struct node *node = find(&h->nodes, number);

    return node ? node->beat : 0;
}

void nodes_run(struct house *h, int64_t now)
{
    struct nodes *nodes = &h->nodes;

    if (nodes->has_lease && now >= nodes->leased)
        step_down(h);
    if (now < nodes->next)
        return;
    nodes->next = now + BEAT;
    if (nodes->has_lease)
        days_keep(h, now);
    if (!nodes->beating) {
        nodes->sent = now;
        nodes->beating = send_beat(h, TTL, beat_done) == 0;
    }
    ask_for_list(h);
}

void nodes_fini(struct house *h)
{
    free(h->nodes.at);
}
