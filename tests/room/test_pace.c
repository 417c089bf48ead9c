/* How long people wait: one of them at a table of bots, in every game. */
#include "check.h"
#include "dream.h"
#include "fixture.h"
#include "rules/play.h"
#include "rules/registry.h"

#include <stdio.h>

enum { STEP = 250, EVENING = 40 * 60 * 1000, AT_MOST = 10000 };

/* A person and slow bots, as many as make a lively table. */
static struct client *among_bots(struct fixture *s, const struct book *b)
{
    int seats = b->game->min_seats > 4 ? b->game->min_seats : 4;
    char text[64];

    fixture_init(s, NULL);
    struct client *a = client_new(s);
    s->house->services.mind = dream_mind();
    client_create(a, "en");
    assert_true(client_do(a, "sit", "{\"name\":\"Ann\"}"));
    for (int i = 1; i < seats; i++)
        assert_true(client_do(a, "add_bot", "{\"level\":\"easy\"}"));
    snprintf(text, sizeof text, "{\"game\":\"%s\"}", b->game->id);
    assert_true(client_do(a, "choose", text) && client_do(a, "start", NULL));
    return a;
}

static void look_at_votes(const struct core *c)
{
    FOR_BALLOTS (b, c) {
        if (b->about >= 0 && seats_has(c->bots & ~b->by, b->about))
            assert_false(seats_has(b->yes | b->no, b->about));
    }
}

/* The longest that the table waited for bots and nobody else; Ann does at once what she can. */
static int64_t longest_wait(struct fixture *s, struct client *a)
{
    struct room *r = client_room(a);
    struct sampler sampler = sampler_new(3);
    int64_t longest = 0, since = -1, phase = -1;

    for (int64_t ms = 0; ms < EVENING; ms += STEP, fixture_pass(s, STEP)) {
        room_wake(r);
        if (room_over(r))
            break;
        const struct core *c = &r->match.table->core;
        struct move move;

        look_at_votes(c);
        seat_set waiting = table_waiting(r->match.table);
        if (seats_has(waiting, 0) || votes_open(c)) {
            since = -1;
            if (play_propose(r->match.table, SEAT(0), &sampler, &move))
                client_move(a, &move);
            continue;
        }
        if (!waiting) { /* a reveal, which the rules' own clock ends */
            since = -1;
            continue;
        }
        if (since < 0 || phase != c->since) {
            since = room_now(r);
            phase = c->since;
        }
        if (room_now(r) - since > longest)
            longest = room_now(r) - since;
    }
    return longest;
}

static void no_table_waits_long_for_bots_alone(void **state)
{
    (void)state;
    registry_init();
    for (int i = 0, n = registry_count(); i < n; i++) {
        struct fixture s;
        const char *id = registry_at(i)->game->id;

        registry_init();
        int64_t longest = longest_wait(&s, among_bots(&s, registry_at(i)));
        if (longest > AT_MOST)
            fail_msg("%s: the table waited %lld ms for bots alone", id, (long long)longest);
        print_message("# %s: %lld ms\n", id, (long long)longest);
        fixture_fini(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_table_waits_long_for_bots_alone),
    };

    return cmocka_run_group_tests_name("room pace", tests, NULL, NULL);
}
