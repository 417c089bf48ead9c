/* The house of the room tests, and its clocks. */
#include "fixture.h"

#include "filter_builtin.h"
#include "rules/registry.h"
#include "store/backend.h"
#include "store/backends.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t fixture_time = INT64_C(1800000000000);
int64_t fixture_step;

static int64_t clock_of_fixture(void)
{
    return fixture_time;
}

static int64_t wall_of_fixture(void)
{
    return fixture_time + fixture_step;
}

static void open_house(struct fixture *s)
{
    struct store_problem problem;

    if (!s->store && !s->file)
        s->store = store_mem_new();
    else if (!s->store && store_sqlite_open(&s->store, s->file, NULL, &problem) < 0)
        abort();
    s->store->clock = wall_of_fixture;
    s->house = house_new(&(struct house_config){
        .store = s->store,
        .socket = &client_socket,
        .lexicon = s->lexicon,
        .filter = filter_builtin(),
        .wall = wall_of_fixture,
        .now = clock_of_fixture,
        .guest_changes = 1000000, /* their clock often stands */
        .node = s->node,
        .address = "here",
        .quiet = true,
    });
}

void fixture_init(struct fixture *s, const char *file)
{
    fixture_init_node(s, file, 0);
}

void fixture_init_node(struct fixture *s, const char *file, uint64_t node)
{
    *s = (struct fixture){.file = file, .lexicon = lexicon_plain(), .node = node};
    registry_init();
    open_house(s);
}

static void conns_down(struct fixture *s)
{
    for (int i = 0; i < s->clients; i++)
        s->client[i].conn = NULL;
}

void fixture_crash(struct fixture *s)
{
    /* Freed, but nothing is told to anybody and nothing that was queued is written. */
    for (int i = 0; i < s->clients; i++) {
        if (s->client[i].conn) {
            visitor_left(s->client[i].conn);
            history_forget(s->client[i].conn);
            drafts_forget(s->client[i].conn);
        }
        free(s->client[i].conn);
    }
    conns_down(s);
    if (s->file) {
        store_free(s->store);
        s->store = NULL;
    }
    struct house *old = s->house;
    open_house(s);
    for (int i = 0; i < BUCKETS; i++) {
        for (struct door *d = old->bucket[i]; d; d = d->next) {
            if (d->room)
                d->room->conns = NULL;
        }
    }
    house_free(old);
}

void fixture_close(struct fixture *s)
{
    for (int i = 0; i < s->clients; i++) {
        struct client *c = &s->client[i];

        client_drop(c);
        json_decref(c->room);
        json_decref(c->views);
        json_decref(c->last);
        json_decref(c->said);
        json_decref(c->reacted);
        json_decref(c->moved);
        json_decref(c->told);
        json_decref(c->tried);
        buf_fini(&c->traffic);
    }
    store_pump(s->store, 0);
    house_free(s->house);
    store_free(s->store);
}

void fixture_fini(struct fixture *s)
{
    fixture_close(s);
    registry_fini();
}

/* Connections that were hung up are closed by the network soon after. */
static void close_conns(struct fixture *s)
{
    for (int i = 0; i < s->clients; i++) {
        if (s->client[i].hung_up && s->client[i].conn)
            client_drop(&s->client[i]);
    }
}

/* Rooms that take several turns to load do so at once: the clock stands meanwhile. */
static void load_all(struct fixture *s)
{
    for (int i = 0; i < s->house->heap_n && !s->slowly; i++) {
        while (room_loading(s->house->heap[i]->room)) {
            services_turn(&s->house->services);
            room_load_on(s->house->heap[i]->room);
            i = 0; /* the heap has changed */
        }
    }
}

void fixture_settle(struct fixture *s)
{
    int before;

    do {
        load_all(s);
        before = 0;
        for (int i = 0; i < s->clients; i++)
            before -= s->client[i].frames;
        /* Every table is packed at every chance: whoever forgets to wake one is noticed. */
        idle_all_but(&s->house->services, 0);
        house_run(s->house);
        idle_all_but(&s->house->services, 0);
        int stored = store_pump(s->store, 0);
        load_all(s);
        idle_all_but(&s->house->services, 0);
        house_run(s->house);
        idle_all_but(&s->house->services, 0);
        close_conns(s);
        for (int i = 0; i < s->clients; i++)
            before += s->client[i].frames;
        before += stored;
    } while (before > 0);
}

void fixture_pass(struct fixture *s, int64_t milliseconds)
{
    int64_t until = fixture_time + milliseconds;

    fixture_settle(s);
    while (fixture_time < until) {
        int64_t due = house_due(s->house);

        fixture_time = due > fixture_time && due < until ? due : until;
        fixture_settle(s);
    }
}

void fixture_two_at_table(struct fixture *s, const char *game, struct client **a, struct client **b)
{
    char choose[64];

    *a = client_new(s);
    *b = client_new(s);
    client_create(*a, "en");
    client_enter(*b, (*a)->code, false);
    snprintf(choose, sizeof choose, "{\"game\":\"%s\"}", game);
    if (!client_do(*a, "sit", "{\"name\":\"Ann\"}") ||
        !client_do(*b, "sit", "{\"name\":\"Ben\"}") || !client_do(*a, "choose", choose) ||
        !client_do(*a, "start", NULL)) {
        fprintf(stderr, "could not start: %s %s\n", (*a)->refusal, (*b)->refusal);
        abort();
    }
}

int two_set_up(void **state)
{
    static struct two t;

    fixture_init(&t.fixture, NULL);
    fixture_two_at_table(&t.fixture, fixture_game(2), &t.a, &t.b);
    *state = &t;
    return 0;
}

int two_tear_down(void **state)
{
    struct two *t = *state;

    fixture_fini(&t->fixture);
    return 0;
}

const char *fixture_game(int seats)
{
    for (int i = 0; i < registry_count(); i++) {
        if (registry_at(i)->game->min_seats <= seats)
            return registry_at(i)->game->id;
    }
    return NULL;
}
