/* Seats of people who are learning the table's language: their clock is slower, and they are told
 * what words mean and which they could write; nobody else is (decision 21). */
#include "check.h"
#include "dream.h"
#include "fixture.h"
#include "rules/lexicon_list.h"
#include "rules/registry.h"

#include <stdio.h>
#include <string.h>

static bool learn(struct client *c, int64_t player, bool on)
{
    char with[60];

    snprintf(with, sizeof with, "{\"player\":%d,\"on\":%s}", (int)player, on ? "true" : "false");
    return client_do(c, "learn", with);
}

static int64_t slow(const struct client *c)
{
    json_t *slow = json_object_get(json_object_get(c->room, "table"), "slow");

    return slow ? json_integer_value(slow) : 1;
}

static int64_t player_at(const struct client *c, int seat)
{
    return json_integer_value(
        json_array_get(json_object_get(json_object_get(c->room, "table"), "seats"), (size_t)seat));
}

static void T_8_who_is_learning_has_twice_as_long_in_every_game(void **state)
{
    (void)state;
    registry_init();
    for (int i = 0; i < registry_count(); i++) {
        struct company p;

        assert_true(company_init(&p, registry_at(i), registry_at(i)->game->min_seats, 7));
        const struct room *r = client_room(p.c[0]);
        seat_set waiting = table_waiting(r->match.table);
        assert_true(waiting);
        for (int seat = 0; seat < p.seats; seat++) {
            int64_t player = player_at(p.tv, seat), before = room_now(r);
            int times = seats_has(waiting, seat) ? 2 : 1; /* nobody waits for the others */

            assert_true(learn(p.c[seat], player, true));
            assert_int_equal(slow(p.tv), times);
            fixture_pass(&p.fixture, 2000);
            assert_int_equal(room_now(r) - before, 2000 / times);
            assert_true(learn(p.c[0], player, false));
            assert_int_equal(slow(p.tv), 1);
        }
        /* Twice of what the table has. */
        int first = 0;
        while (!seats_has(waiting, first))
            first++;
        assert_true(client_do(p.c[0], "clocks", "{\"clocks\":\"five\"}"));
        assert_true(learn(p.c[0], player_at(p.tv, first), true));
        assert_int_equal(slow(p.tv), 10);
        assert_true(client_do(p.c[0], "clocks", "{\"clocks\":\"off\"}"));
        assert_int_equal(slow(p.tv), CLOCK_OFF);
        assert_true(client_do(p.c[0], "clocks", "{\"clocks\":\"usual\"}"));
        assert_int_equal(slow(p.tv), 2);
        assert_all_agree(&p);
        company_fini(&p);
    }
}

static void a_vote_waits_longer_for_who_is_learning(void **state)
{
    struct fixture s;
    struct client *a, *b;

    (void)state;
    fixture_init(&s, NULL);
    fixture_two_at_table(&s, "onemind", &a, &b);
    assert_true(client_play(a, 0, "write", "{\"word\":\"APPLE\",\"insist\":true}"));
    assert_true(learn(a, player_at(a, 0), true));
    struct room *r = client_room(a);
    room_wake(r);
    struct core *core = &r->match.table->core;
    assert_int_equal(table_waiting(r->match.table), SEAT(1));
    assert_int_equal(r->clock.slow, 1); /* has written already: nobody waits for them */
    core->open = 1;                     /* as if somebody had asked the table */
    core->ballot[0] = (struct ballot){.id = 1, .voters = SEAT(0), .until = room_now(r) + 30000};
    room_set_clock(r);
    assert_int_equal(r->clock.slow, 2);
    core->ballot[0].yes = SEAT(0);
    room_set_clock(r);
    assert_int_equal(r->clock.slow, 1);
    core->ballot[0] = (struct ballot){0};
    core->open = 0;
    fixture_fini(&s);
}

static void a_player_or_the_host_says_who_is_learning(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    struct client *a = client_new(&s), *b = client_new(&s);
    client_create(a, "fr");
    assert_true(client_do(a, "sit", "{\"name\":\"Ann\"}"));
    assert_true(client_do(a, "add_bot", "{\"level\":\"sharp\"}"));
    client_enter(b, a->code, false);
    assert_true(client_do(b, "sit", "{\"name\":\"Ben\"}"));
    int64_t ann = client_person_number(b, "Ann", "player");
    int64_t ben = client_person_number(b, "Ben", "player");

    assert_true(learn(b, ben, true));
    assert_true(json_is_true(json_object_get(client_person(a, "Ben"), "learning")));
    assert_false(learn(b, ann, true));
    assert_string_equal(b->refusal, "not_yours");
    assert_true(learn(a, ben, false));
    assert_null(json_object_get(client_person(b, "Ben"), "learning"));
    assert_false(learn(a, 2, true)); /* the bot knows its language */
    assert_string_equal(a->refusal, "no_player");
    assert_false(learn(a, 77, true));
    fixture_fini(&s);
}

static void the_second_learns(struct company *p)
{
    assert_int_equal(party_learners(&client_room(p->c[0])->party), SEAT(1));
}

static void who_is_learning_is_known_after_a_crash_and_a_snapshot(void **state)
{
    struct company p;

    (void)state;
    registry_init();
    assert_true(company_init(&p, registry_at(0), registry_at(0)->game->min_seats, 7));
    int64_t player = player_at(p.tv, 1);
    assert_true(learn(p.c[1], player, true));
    assert_true(company_survives(&p, the_second_learns));
    /* Whoever leaves takes it along. */
    char with[40];
    snprintf(with, sizeof with, "{\"player\":%d}", (int)player);
    assert_true(client_do(p.c[1], "rise", with));
    assert_int_equal(party_learners(&client_room(p.c[0])->party), 0);
    company_fini(&p);
}

/* ---- hints ---- */

static json_t *ask(struct client *c, int seat, const char *language)
{
    client_send(c, "{\"ask\":\"hint\",\"seat\":%d,\"tag\":5,\"with\":{\"language\":\"%s\"}}", seat,
                language);
    fixture_settle(c->fixture);
    return c->told;
}

static size_t hints(json_t *told)
{
    return json_array_size(json_object_get(told, "hints"));
}

static void who_is_learning_is_helped_and_nobody_else_hears_of_it(void **state)
{
    struct fixture s;
    struct client *a, *b;
    struct lexicon_list list;

    (void)state;
    lexicon_list_init(&list);
    assert_true(lexicon_list_add(&list, STR("translation APPLE APFEL POMME")));
    fixture_init(&s, NULL);
    s.house->services.mind = dream_mind();
    s.house->services.lexicon = &list.lexicon;
    fixture_two_at_table(&s, "onemind", &a, &b);
    assert_int_equal(hints(ask(b, 1, "de")), 0); /* it is no option of this table */
    assert_null(json_object_get(b->told, "glosses"));
    assert_true(learn(b, player_at(b, 1), true));
    client_forget(a);
    assert_true(hints(ask(b, 1, "de")) > 0);
    assert_int_equal(json_array_size(json_object_get(b->told, "glosses")),
                     0);                         /* nothing lies open */
    assert_int_equal(hints(ask(b, 0, "de")), 0); /* not for somebody else's seat */
    assert_int_equal(hints(ask(a, 0, "de")), 0);
    assert_null(strstr(buf_cstr(&a->traffic), "glosses"));
    fixture_fini(&s);
    lexicon_list_fini(&list);
}

/* In every game: whatever is told lies open to everybody, at any moment. */
static void what_is_told_lies_open(void **state)
{
    (void)state;
    registry_init();
    for (int i = 0; i < registry_count(); i++) {
        const struct game *g = registry_at(i)->game;
        int told = 0;
        struct company p;

        assert_true(company_init(&p, registry_at(i), g->min_seats, 11));
        for (int moves = 0; moves < 120 && !room_over(client_room(p.c[0])); moves++) {
            const struct table *t = client_room(p.c[0])->match.table;
            struct buf open = {0};

            table_view(t, NO_SEAT, &open);
            for (int seat = 0; seat < p.seats; seat++) {
                struct known k = table_known(t, seat);
                struct phrase text[40];
                int n = g->reads ? g->reads(&k, text, 40) : 0;

                for (int j = 0; j < n; j++) {
                    struct buf quoted = {0};
                    struct jw w = jw_to(&quoted);

                    jw_str(&w, phrase_str(&text[j]));
                    if (str_find(buf_str(&open), buf_str(&quoted)) < 0)
                        fail_msg("%s tells %s, which nobody sees", g->id, buf_cstr(&quoted));
                    buf_fini(&quoted);
                }
                told += n;
            }
            buf_fini(&open);
            client_move_any(p.c[moves % p.seats], &p.sampler);
            fixture_pass(&p.fixture, 1000);
        }
        assert_int_equal(told > 0, g->reads != NULL);
        company_fini(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(T_8_who_is_learning_has_twice_as_long_in_every_game),
        cmocka_unit_test(a_vote_waits_longer_for_who_is_learning),
        cmocka_unit_test(a_player_or_the_host_says_who_is_learning),
        cmocka_unit_test(who_is_learning_is_known_after_a_crash_and_a_snapshot),
        cmocka_unit_test(who_is_learning_is_helped_and_nobody_else_hears_of_it),
        cmocka_unit_test(what_is_told_lies_open),
    };

    return cmocka_run_group_tests_name("room learners", tests, NULL, NULL);
}
