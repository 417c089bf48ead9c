#include "deals.h"

#include "archive/archive.h"
#include "check.h"
#include "rules/registry.h"

#include <stdio.h>

struct seed part_of(int device)
{
    return seed_number(1000u + (unsigned)device);
}

json_t *deal_of(const struct client *c, const char *which)
{
    return json_object_get(json_object_get(c->room, "deal"), which);
}

const char *seal_seen(const struct client *c)
{
    const char *seal = json_string_value(json_object_get(deal_of(c, "next"), "seal"));

    return seal ? seal : "";
}

void offer(struct client *c, const char *what, const char *seal, const struct seed *value)
{
    struct buf text = {0};

    seed_write(value, &text);
    client_send(c, "{\"deal\":\"%s\",\"with\":{\"seal\":\"%s\",\"value\":\"%s\"}}", what, seal,
                buf_cstr(&text));
    buf_fini(&text);
    fixture_settle(c->fixture);
}

void pledge(struct client *c, int device)
{
    struct seed seal, part = part_of(device), value;

    assert_true(seed_read(&seal, str_of(seal_seen(c))));
    value = pledge_of(&seal, &part);
    offer(c, "pledge", seal_seen(c), &value);
}

void give(struct client *c, int device)
{
    struct seed part = part_of(device);

    offer(c, "part", seal_seen(c), &part);
}

void order(struct client *c, const char *what)
{
    client_send(c, "{\"n\":%u,\"do\":\"%s\"}", ++c->n, what);
    fixture_settle(c->fixture);
}

bool acked(const struct client *c)
{
    return c->acked == c->n;
}

int pledges_shown(const struct client *c)
{
    json_t *pledges = json_object_get(deal_of(c, "next"), "pledges");

    return pledges ? (int)json_array_size(pledges) : -1;
}

int parts_shown(const struct client *c)
{
    return (int)json_array_size(json_object_get(deal_of(c, "game"), "parts"));
}

bool is_out(const struct client *c, int seat)
{
    size_t i;
    json_t *item;

    json_array_foreach(json_object_get(deal_of(c, "game"), "out"), i, item)
    {
        if (json_integer_value(item) == seat)
            return true;
    }
    return false;
}

void in_lobby(struct company *p, int seats)
{
    registry_init();
    in_lobby_of(p, registry_find(str_of(fixture_game(seats))), seats);
}

void in_lobby_of(struct company *p, const struct book *book, int seats)
{
    char text[64];

    *p = (struct company){.seats = seats, .sampler = sampler_new(5)};
    fixture_init(&p->fixture, NULL);
    for (int i = 0; i < seats; i++) {
        p->c[i] = client_new(&p->fixture);
        p->c[i]->deals = true;
        if (i == 0)
            client_create(p->c[0], "en");
        else
            client_enter(p->c[i], p->c[0]->code, false);
        snprintf(text, sizeof text, "{\"name\":\"P%d\"}", i);
        assert_true(client_do(p->c[i], "sit", text));
    }
    p->tv = client_new(&p->fixture);
    p->tv->screen = p->tv->deals = true;
    client_enter(p->tv, p->c[0]->code, false);
    snprintf(text, sizeof text, "{\"game\":\"%s\"}", book->game->id);
    assert_true(client_do(p->c[0], "choose", text));
    fixture_settle(&p->fixture);
}

void begin_dealt(struct company *p, const char *how)
{
    for (int i = 0; i < p->seats; i++)
        pledge(p->c[i], i);
    order(p->c[0], how);
    for (int i = 0; i < p->seats; i++)
        give(p->c[i], i);
    assert_true(acked(p->c[0]));
}

void begun(struct company *p, int seats)
{
    in_lobby(p, seats);
    begin_dealt(p, "start");
}

struct seed seed_shown(const struct client *c)
{
    json_t *game = deal_of(c, "game"), *item;
    struct sealed s = {0};
    size_t i;

    s.bound = seed_read(&s.table, str_of(json_string_value(json_object_get(game, "table"))));
    assert_true(s.bound);
    assert_true(seed_read(&s.secret, str_of(json_string_value(json_object_get(game, "secret")))));
    json_array_foreach(json_object_get(game, "parts"), i, item)
    {
        s.part[i].seat = (uint8_t)json_integer_value(json_object_get(item, "seat"));
        assert_true(
            seed_read(&s.part[i].part, str_of(json_string_value(json_object_get(item, "part")))));
        s.parts++;
    }
    return sealed_seed(&s);
}

void nothing_is_wrong(struct fixture *f)
{
    struct archive_report report = {0};

    archive_verify(f->store, f->lexicon, &report);
    assert_int_equal(report.problems, 0);
    assert_int_equal(report.other, 0);
}
