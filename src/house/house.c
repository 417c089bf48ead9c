#include "house/house.h"

#include "base/secure.h"
#include "base/version.h"
#include "house/callers.h"
#include "house/inside.h"
#include "room/log_fold.h"
#include "room/scratch.h"
#include "room/think.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    ONLOOKERS = 500,
    BEAT = 1000,
    BEAT_TTL = 5000,
    SWEEP_EVERY = 3600 * 1000,
    SWEEP_ON = 1000, /* there was more than goes into one commit */
};

/* ---- connections ---- */

struct conn *house_open(struct house *h, void *socket, uint64_t address)
{
    struct conn *c = calloc(1, sizeof *c);

    if (!c)
        abort();
    c->socket = socket;
    c->services = &h->services;
    c->address = address;
    h->services.counts.connections++;
    return c;
}

struct conn *house_open_via(struct house *h, void *socket, uint64_t address)
{
    struct conn *c = house_open(h, socket, address);

    c->via = true;
    h->services.counts.relayed_in++;
    return c;
}

void house_hear(struct conn *c, struct str text)
{
    if (c->room)
        room_hear(c->room, c, text);
    else if (c->caller)
        caller_hear(c, text);
    else if (c->relay)
        ((struct house *)c->services->house)->config.remote->send(c->relay, text);
    else if (c->tv)
        tv_hear(c->services->house, c, text);
    else
        hello(c->services->house, c, text);
}

void house_close(struct conn *c)
{
    if (!c)
        return;
    c->services->counts.connections--;
    c->services->counts.relayed_in -= c->via;
    c->services->counts.relayed_out -= c->relay != NULL;
    if (c->room)
        room_left(c->room, c);
    if (c->caller)
        caller_leave(c);
    if (c->relay)
        ((struct house *)c->services->house)->config.remote->close(c->relay);
    tv_left(c->services->house, c);
    tv_forget(c->services->house, c);
    free(c->hello);
    free(c);
}

void house_words(struct house *h, unsigned words)
{
    h->services.words = words;
    doors_show(h);
}

/* ---- time ---- */

/* Tells whoever starts after us how long we were there: tables find their time again. Where no
 * clock runs nobody needs to know, and nothing is written. */
static void beat(struct house *h, int64_t now)
{
    if (h->config.node || !h->services.running || now < h->next_beat)
        return;
    h->next_beat = now + BEAT;
    days_keep(h, now);
    store_session_beat(h->services.store,
                       &(struct store_session){.node = HOUSE_NODE,
                                               .beat = services_wall(&h->services),
                                               .ttl = BEAT_TTL,
                                               .format = LOG_FORMAT,
                                               .version = str_of(unisono_version)},
                       NULL, NULL);
}

/* A clock of the machine that is set is followed while no table runs: nothing reckons with it. */
static void follow_wall(struct house *h, int64_t now)
{
    if (!h->services.running)
        h->services.ahead = h->config.wall() - now;
}

static void sweep(struct house *h, int64_t now)
{
    if (h->config.keep_ms && now >= h->next_sweep)
        h->next_sweep = now + (doors_sweep(h, now) ? SWEEP_ON : SWEEP_EVERY);
}

void house_run(struct house *h)
{
    int64_t now = h->services.now();

    services_turn(&h->services);
    h->services.day = days_now(h, now);
    follow_wall(h, now);
    if (h->config.node) {
        nodes_run(h, now);
        search_run(h, now);
        drain_run(h);
        sweep_run(h, now);
        report_run(h, now);
        tv_run(h, now);
    } else {
        sweep(h, now);
    }
    reels_run(h, now);
    bots_take(&h->services);
    for (struct door *d; (d = due_next(h, now));) {
        if (room_may_go(d->room, now)) {
            door_shut(h, d);
            continue;
        }
        room_run(d->room);
        if (due_at(h, d) == INT64_MAX && !room_busy(d->room))
            due_set(h, d, room_unload_at(d->room));
        bots_take(&h->services);
    }
    if (h->closed)
        console_run(h, now);
    beat(h, now);
}

int64_t house_due(const struct house *h)
{
    int64_t due = due_first(h), reels = reels_due(h);

    due = reels < due ? reels : due;
    due = h->closed && h->next_purge < due ? h->next_purge : due;
    if (h->config.node) {
        int64_t search = search_due(h);

        due = h->nodes.next < due ? h->nodes.next : due;
        due = h->tvs && h->next_tv < due ? h->next_tv : due;
        due = h->services.now() < h->asks_until && h->asks_until < due ? h->asks_until : due;
        return search < due ? search : due;
    }
    if (h->services.running && h->next_beat < due)
        due = h->next_beat;
    if (h->config.keep_ms && h->next_sweep < due)
        due = h->next_sweep;
    return due;
}

int house_fd(const struct house *h)
{
    return think_fd(h->services.think);
}

/* ---- beginning and end ---- */

static void schedule(void *house, void *door, int64_t due)
{
    due_set(house, door, due);
}

static bool may_guess(void *house, uint64_t address)
{
    return limits_may_guess(house, address);
}

static void missed(void *house, uint64_t address)
{
    limits_missed(house, address);
}

struct house *house_new(const struct house_config *config)
{
    struct house *h = calloc(1, sizeof *h);

    if (!h)
        abort();
    party_facts_init();
    orders_init();
    h->config = *config;
    h->services = (struct services){
        .store = config->store,
        .socket = config->socket,
        .lexicon = config->lexicon ? config->lexicon : lexicon_none(),
        .mind = config->mind,
        .filter = config->filter,
        .words = config->words,
        .now = config->now,
        .ahead = config->wall() - config->now(),
        .public_url = config->public_url,
        .onlookers = config->onlookers ? config->onlookers : ONLOOKERS,
        .guest_changes = config->guest_changes,
        .bot_hurry = config->bot_hurry,
        .opening = config->opening,
        .quiet = config->quiet,
        .terse = config->terse,
        .node = config->node ? config->node : HOUSE_NODE,
        .shared = config->node != 0,
        .seek = search_again,
        .op = secure_random(),
        .think = think_new(config->think_threads),
        .scratch = scratch_new(),
        .schedule = schedule,
        .lend_tv = tv_lend,
        .may_guess = may_guess,
        .missed = missed,
        .house = h,
    };
    if (!config->node)
        store_session_seen(config->store, HOUSE_NODE, &h->alive_until);
    h->tries = calloc(TRIES, sizeof *h->tries);
    if (!h->tries)
        abort();
    snprintf(h->version, sizeof h->version, "%s%s%s", unisono_version, *unisono_commit ? " " : "",
             unisono_commit);
    h->began = config->now();
    days_begin(h);
    if (!config->node)
        doors_find_all(h);
    return h;
}

void house_end(struct house *h)
{
    h->services.ended = true;
}

void house_free(struct house *h)
{
    if (!h)
        return;
    doors_free(h); /* rooms let go of thoughts that are on their way to them */
    think_free(h->services.think);
    h->services.think = NULL;
    search_fini(h);
    tv_fini(h);
    reels_fini(h);
    nodes_fini(h);
    scratch_free(h->services.scratch);
    free(h->heap);
    free(h->due);
    free(h->tries);
    free(h);
}

void house_leave(struct house *h)
{
    if (h->config.node)
        nodes_leave(h);
}

void house_farewell(struct house *h)
{
    struct buf *text = &h->services.scratch->answer;

    h->closing = true;
    for (int i = 0; i < h->heap_n; i++) {
        for (struct conn *c = room_conns(h->heap[i]->room), *next; c; c = next) {
            next = c->next;
            if (c->via) /* its phone stays where it is */
                continue;
            frame_begin(text);
            buf_adds(text, "{\"bye\":{\"key\":\"restart\"}}");
            conn_send(c, text);
        }
    }
}

bool house_searched(const struct house *h)
{
    return limits_searched(h);
}

const char *house_trouble(const struct house *h)
{
    /* One table that waits must not take its node from a balancer, and with it all the others. */
    if (h->config.node)
        return nodes_may_own(h) ? NULL : "it was not reached for as long as others wait";
    return hold_reason(&h->services);
}

struct house_node house_node(const struct house *h)
{
    return (struct house_node){.number = h->config.node,
                               .nodes = nodes_count(h),
                               .lease_ms = nodes_lease(h),
                               .beat_ms = h->nodes.beat_took,
                               .searches = search_count(h),
                               .draining = h->draining};
}

int house_arrivals(const struct house *h)
{
    return h->nodes.came;
}

struct counts house_count(const struct house *h)
{
    return h->services.counts;
}
