#include "evening.h"

#include "check.h"
#include "rules/registry.h"

#include <stdio.h>
#include <string.h>

json_t *crowd_section(const struct client *c, const char *which)
{
    return json_object_get(json_object_get(c->room, "crowd"), which);
}

int64_t number_in(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

int64_t crowd_question(const struct client *c)
{
    return number_in(crowd_section(c, "asks"), "question");
}

const char *crowd_kind(const struct client *c)
{
    const char *text = json_string_value(json_object_get(crowd_section(c, "asks"), "kind"));

    return text ? text : "";
}

void evening_gather(struct evening *e, const struct book *book, uint64_t seed)
{
    assert_true(
        company_init(&e->p, book, book->game->min_seats < 4 ? 4 : book->game->min_seats, seed));
    for (int i = 0; i < LOOKERS; i++) {
        e->looker[i] = client_new(&e->p.fixture);
        client_enter(e->looker[i], e->p.c[0]->code, false);
    }
    fixture_settle(&e->p.fixture);
}

void crowd_answer(struct client *c, int which)
{
    const char *initial = json_string_value(json_object_get(crowd_section(c, "asks"), "initial"));
    int64_t of = number_in(crowd_section(c, "asks"), "of");
    char with[160];

    if (strcmp(crowd_kind(c), "word") == 0)
        snprintf(with, sizeof with, "\"word\":\"%s%s\"", initial ? initial : "N",
                 which % 3 ? "ut" : "obody");
    else if (strcmp(crowd_kind(c), "point") == 0)
        snprintf(with, sizeof with, "\"x\":%d,\"y\":%d", 10 + which, -20);
    else if (strcmp(crowd_kind(c), "choice") == 0)
        snprintf(with, sizeof with, "\"things\":[%d]", (int)(which % 3 ? of - 1 : 0));
    else
        snprintf(with, sizeof with, "\"things\":[%d,%d]", which % 3 ? 7 : 5, 9);
    client_send(c, "{\"crowd\":\"answer\",\"with\":{\"question\":%lld,%s}}",
                (long long)crowd_question(c), with);
}

static void evening_step(struct evening *e)
{
    struct company *p = &e->p;
    struct move move;

    if (client_room(p->c[0])->match.table &&
        play_propose(client_room(p->c[0])->match.table, seats_all(p->seats), &p->sampler, &move))
        client_move(p->c[move.seat], &move);
    else
        fixture_pass(&p->fixture, 1000);
}

bool evening_until_asked(struct evening *e, int64_t after)
{
    for (int i = 0; i < 4000 && !room_over(client_room(e->p.c[0])); i++) {
        if (crowd_question(e->looker[0]) > after)
            return true;
        evening_step(e);
    }
    return false;
}

void evening_first_game(struct evening *e)
{
    registry_init();
    evening_gather(e, registry_at(0), 5);
    assert_true(evening_until_asked(e, 0));
}

const json_t *evening_until_told(struct evening *e, int64_t of)
{
    for (int i = 0; i < 4000; i++) {
        const json_t *said = crowd_section(e->p.tv, "said");

        if (said && number_in(said, "question") == of)
            return said;
        if (room_over(client_room(e->p.c[0])))
            fixture_pass(&e->p.fixture, 100);
        else
            evening_step(e);
    }
    return NULL;
}
