#include "pair.h"

#include "check.h"
#include "store/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int pair_set_up(void **state)
{
    static struct pair p;

    memset(&p, 0, sizeof p);
    snprintf(p.folder, sizeof p.folder, "/tmp/unisono-nodes-%s",
             "XX"
             "XX"
             "XX");
    assert_non_null(mkdtemp(p.folder));
    snprintf(p.file, sizeof p.file, "%s/tables.db", p.folder);
    fixture_init_node(&p.a, p.file, 11);
    fixture_init_node(&p.b, p.file, 22);
    *state = &p;
    return 0;
}

int pair_tear_down(void **state)
{
    struct pair *p = *state;
    char name[120];

    fixture_settle(&p->a);
    fixture_settle(&p->b);
    for (int i = 0; i < p->a.clients; i++) /* their relays may end in the other house */
        client_drop(&p->a.client[i]);
    for (int i = 0; i < p->b.clients; i++)
        client_drop(&p->b.client[i]);
    fixture_close(&p->a);
    fixture_fini(&p->b);
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s%s", p->file,
                 (const char *const[]){"", "-wal", "-shm", "-alive"}[i]);
        unlink(name);
    }
    rmdir(p->folder);
    return 0;
}

void pair_pass(struct pair *p, int64_t ms, const struct fixture *frozen)
{
    for (int64_t until = fixture_time + ms; fixture_time < until; fixture_time += 100) {
        if (frozen != &p->a)
            fixture_settle(&p->a);
        if (frozen != &p->b)
            fixture_settle(&p->b);
    }
}

static bool note_epoch(void *arg, const struct store_entry *e)
{
    int64_t *epochs = arg;

    assert_true(e->epoch >= epochs[0]); /* never falls */
    epochs[1] += e->epoch != epochs[0];
    epochs[0] = e->epoch;
    return true;
}

int64_t owners_of(struct fixture *s, int64_t room)
{
    int64_t epochs[2] = {0, 0};

    assert_int_equal(store_read(s->store, room, 1, note_epoch, epochs), STORE_OK);
    return epochs[1];
}

int64_t id_of(struct fixture *s, const char *code)
{
    struct store_room room = {0};

    s->store->ops->find(s->store, &(struct store_names){.code = str_of(code)}, &room);
    return room.room;
}

struct client *host_on(struct pair *p, struct fixture *f)
{
    struct client *c = client_new(f);

    if (f == &p->b)
        c->token[0] = 'b'; /* else the first of B would be the first of A */
    pair_pass(p, 1000, NULL);
    client_create(c, "en");
    assert_int_equal(c->hung_up, 0);
    assert_int_not_equal(strlen(c->code), 0);
    assert_true(client_do(c, "sit", "{\"name\":\"Ann\"}"));
    return c;
}

struct client *same_person(struct fixture *f, const struct client *as)
{
    struct client *c = client_new(f);

    memcpy(c->token, as->token, sizeof c->token);
    c->n = as->n;
    return c;
}

/* Relays to the other house of the pair, as server/links.c makes them between two processes. */
static struct pair *relayed;

static void *relay_open(void *arg, struct str address, struct conn *c, void *socket, uint64_t group)
{
    struct fixture *to = str_is(address, "a") ? &relayed->a : &relayed->b;

    (void)arg, (void)c;
    return house_open_via(to->house, socket, group);
}

static void relay_send(void *relay, struct str text)
{
    house_hear(relay, text);
}

static void relay_close(void *relay)
{
    house_close(relay);
}

static void ask(void *arg, struct str address)
{
    (void)arg;
    for (int i = 0; i < 2; i++) { /* whoever else there may be is dead */
        struct fixture *to = i ? &relayed->b : &relayed->a, *from = i ? &relayed->a : &relayed->b;

        if (str_is(address, i ? "b" : "a") && house_takes(to->house))
            house_node_takes(from->house, address);
    }
}

static const struct remote_ops remote = {relay_open, relay_send, relay_close, ask};

void connect_both(struct pair *p)
{
    relayed = p;
    p->a.house->config.remote = p->b.house->config.remote = &remote;
    p->a.house->config.address = "a";
    p->b.house->config.address = "b";
    pair_pass(p, 1200, NULL);
}
