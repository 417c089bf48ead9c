/* People at every seat of a game, for the room tests. */
#include "fixture.h"

#include <stdio.h>

bool company_init(struct company *p, const struct book *book, int seats, uint64_t seed)
{
    char text[64];

    *p = (struct company){.seats = seats, .sampler = sampler_new(seed)};
    snprintf(text, sizeof text, "{\"game\":\"%s\"}", book->game->id);
    fixture_init(&p->fixture, NULL);
    for (int i = 0; i < seats; i++) {
        char name[32];

        p->c[i] = client_new(&p->fixture);
        p->c[i]->mends = i % 2;
        if (i == 0)
            client_create(p->c[0], "en");
        else
            client_enter(p->c[i], p->c[0]->code, false);
        snprintf(name, sizeof name, "{\"name\":\"P%d\"}", i);
        client_do(p->c[i], "sit", name);
    }
    p->tv = client_new(&p->fixture);
    p->tv->screen = p->tv->mends = true;
    client_enter(p->tv, p->c[0]->code, false);
    return client_do(p->c[0], "choose", text) && client_do(p->c[0], "start", NULL);
}

void company_fini(struct company *p)
{
    fixture_fini(&p->fixture);
}

void company_return(struct company *p)
{
    for (int i = 0; i < p->seats; i++)
        client_enter(p->c[i], p->c[0]->code, i % 2 == 0);
    client_enter(p->tv, p->c[0]->code, true);
}

bool company_survives(struct company *p, void (*known)(struct company *p))
{
    fixture_crash(&p->fixture);
    company_return(p);
    known(p);
    /* A game that begins makes a snapshot of what came before. */
    bool begun = client_do(p->c[0], "lobby", NULL) && client_do(p->c[0], "start", NULL);
    fixture_crash(&p->fixture);
    company_return(p);
    known(p);
    return begun;
}

const char *company_disagrees(const struct company *p)
{
    static struct buf difference;

    buf_fini(&difference);
    for (int i = 0; i < p->seats; i++) {
        if (p->c[i]->conn && !client_agrees(p->c[i], &difference))
            return buf_cstr(&difference);
    }
    return client_agrees(p->tv, &difference) ? NULL : buf_cstr(&difference);
}

bool company_until_move(struct company *p, int seat, struct move *move)
{
    for (int step = 0; step < 3000 && !room_over(client_room(p->c[0])); step++) {
        const struct table *t = client_room(p->c[0])->match.table;
        struct move other;

        if (!t) /* the room has ended it */
            return false;
        if (play_propose(t, SEAT(seat), &p->sampler, move))
            return true;
        if (play_propose(t, seats_all(p->seats), &p->sampler, &other))
            client_move(p->c[other.seat], &other);
        else
            fixture_pass(&p->fixture, 5000);
    }
    return false;
}

bool company_play_out(struct company *p)
{
    for (int step = 0; step < 60000 && !room_over(client_room(p->c[0])); step++) {
        struct move move;

        if (step % 4 && play_propose(client_room(p->c[0])->match.table, seats_all(p->seats),
                                     &p->sampler, &move))
            client_move(p->c[move.seat], &move);
        else
            fixture_pass(&p->fixture, 500 + (int64_t)sampler_below(&p->sampler, 9000));
    }
    return room_over(client_room(p->c[0]));
}
