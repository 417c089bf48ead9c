/* A table in a room: absent people, its clock, bots that stand in, what the room remembers. */
#include "check.h"
#include "fixture.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void T_9_absent_people_leave_and_return(void **state)
{
    struct two *t = *state;
    struct client *a = t->a, *b = t->b;

    client_drop(b);
    fixture_pass(&t->fixture, 1000);
    assert_int_equal(client_room(a)->match.table->core.away, 0); /* a reload is no leaving */
    fixture_pass(&t->fixture, 5000);
    assert_int_equal(client_room(a)->match.table->core.away, SEAT(1));
    assert_false(json_is_true(json_object_get(client_person(a, "Ben"), "here")));
    client_enter(b, b->code, true);
    fixture_settle(&t->fixture);
    assert_int_equal(client_room(a)->match.table->core.away, 0);
    assert_agrees(a);
    assert_agrees(b);
}

static void a_table_stands_still_while_nobody_is_there(void **state)
{
    struct two *t = *state;
    struct client *a = t->a, *b = t->b;

    fixture_pass(&t->fixture, 2500);
    int64_t now = room_now(client_room(a));
    assert_int_equal(now, 2500);
    client_drop(a);
    client_drop(b);
    fixture_pass(&t->fixture, 30000);
    client_enter(a, a->code, false);
    assert_int_equal(room_now(client_room(a)), now);
    /* Also when the room was unloaded in between, and when the server was down. */
    client_drop(a);
    fixture_pass(&t->fixture, 200000);
    assert_int_equal(house_count(t->fixture.house).loaded, 0);
    client_enter(a, a->code, false);
    assert_int_equal(room_now(client_room(a)), now);
    fixture_pass(&t->fixture, 7000);
    fixture_crash(&t->fixture);
    fixture_time += 3600000;
    client_enter(a, a->code, false);
    assert_in_range(room_now(client_room(a)), now + 6000, now + 7000);
}

static void T_9_a_bot_plays_for_an_absent_person(void **state)
{
    struct two *t = *state;
    struct client *a = t->a, *b = t->b;
    char who[64];

    snprintf(who, sizeof who, "{\"player\":%d}", (int)client_person_number(a, "Ben", "player"));
    assert_false(client_do(a, "bot_for", who));
    assert_string_equal(a->refusal, "player_here");
    client_drop(b);
    fixture_pass(&t->fixture, 6000);
    assert_true(client_do(a, "bot_for", who));
    assert_int_equal(client_room(a)->match.table->core.away, 0);
    uint32_t records = client_room(a)->match.records;
    fixture_pass(&t->fixture, 60000);
    assert_true(client_room(a)->match.records > records); /* it does something */
    client_enter(b, b->code, true);
    fixture_settle(&t->fixture);
    assert_null(json_object_get(client_person(a, "Ben"), "bot"));
    assert_agrees(b);
}

/* What a bot did within a hundredth of a second of being asked. */
static uint32_t done_at_once(int hurry)
{
    struct fixture s;
    struct client *a, *b;
    char who[64];

    fixture_init(&s, NULL);
    fixture_two_at_table(&s, fixture_game(2), &a, &b);
    client_room(a)->services->bot_hurry = hurry;
    snprintf(who, sizeof who, "{\"player\":%d}", (int)client_person_number(a, "Ben", "player"));
    client_drop(b);
    fixture_pass(&s, 6000);
    uint32_t records = client_room(a)->match.records;
    assert_true(client_do(a, "bot_for", who));
    fixture_pass(&s, 10);
    records = client_room(a)->match.records - records;
    fixture_fini(&s);
    return records;
}

static void bots_take_their_time_unless_they_are_hurried(void **state)
{
    (void)state;
    /* That somebody is back, and that it is a bot, are records too. */
    assert_int_equal(done_at_once(0), 2);
    assert_true(done_at_once(100) > 2);
}

static const char *game_with_levels(void)
{
    int i = 0;

    while (i < registry_count() && !registry_at(i)->game->level)
        i++;
    assert_true(i < registry_count());
    return registry_at(i)->game->id;
}

static void levels_won_are_kept_with_their_best_score(void **state)
{
    struct fixture s;
    struct client *a, *b;

    (void)state;
    fixture_init(&s, NULL);
    fixture_two_at_table(&s, game_with_levels(), &a, &b);
    assert_null(json_object_get(json_object_get(a->room, "lobby"), "won"));
    struct room *r = client_room(a);
    struct change *c = change_begin(r, STR("clock"), NULL, 0);
    for (int score = 2; score >= 1; score--)
        change_fact(c, PARTY_FACT(level_won, .level = 7, .score = score));
    change_fact(c, PARTY_FACT(level_won, .level = LEVELS_MAX + 1, .score = 3));
    change_commit(c);
    fixture_settle(&s);
    assert_agrees(b);
    fixture_crash(&s);
    client_enter(b, a->code, false);
    const json_t *won = json_object_get(json_object_get(b->room, "lobby"), "won");
    assert_int_equal(json_object_size(won), 1);
    assert_int_equal(json_integer_value(json_object_get(won, "7")), 2);
    assert_true(party_won(&client_room(b)->party, client_room(b)->party.lobby.book, LANG_DE) ==
                NULL);
    fixture_fini(&s);
}

/* A move that was proposed is tried, not made; what came back. */
static const json_t *tries(struct client *c, const struct move *move)
{
    struct buf with = {0};
    const char *action = client_move_args(c, move, &with);

    client_send(c, "{\"try\":\"%s\",\"with\":%s,\"seat\":%d,\"tag\":7}", action, buf_cstr(&with),
                move->seat);
    buf_fini(&with);
    return c->tried;
}

static bool has_previews(const struct book *b)
{
    for (int i = 0; i < b->actions; i++) {
        if (b->action[i]->preview)
            return true;
    }
    return false;
}

static void a_try_tells_what_would_count_and_changes_nothing(void **state)
{
    int games = 0;

    (void)state;
    registry_init();
    for (int i = 0; i < registry_count(); i++) {
        const struct book *b = registry_at(i);
        struct company p;
        int told = 0;

        if (!has_previews(b))
            continue;
        games++;
        assert_true(company_init(&p, b, b->game->min_seats, 5));
        for (int step = 0; step < 500 && told < 5; step++) {
            const struct table *t = client_room(p.c[0])->match.table; /* idle meanwhile */
            struct move move;

            if (!play_propose(t, seats_all(p.seats), &p.sampler, &move)) {
                fixture_pass(&p.fixture, 5000);
                continue;
            }
            uint32_t records = client_room(p.c[0])->match.records;
            bool preview = json_is_object(json_object_get(tries(p.c[move.seat], &move), "preview"));
            assert_int_equal(preview, b->action[move.action]->preview != NULL);
            assert_int_equal(client_room(p.c[0])->match.records, records);
            told += preview;
            client_move(p.c[move.seat], &move);
        }
        assert_int_equal(told, 5);
        company_fini(&p);
        registry_init(); /* the company's fixture has ended it */
    }
    registry_fini();
    assert_true(games > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        OF_TWO(T_9_absent_people_leave_and_return),
        OF_TWO(a_table_stands_still_while_nobody_is_there),
        OF_TWO(T_9_a_bot_plays_for_an_absent_person),
        cmocka_unit_test(bots_take_their_time_unless_they_are_hurried),
        cmocka_unit_test(levels_won_are_kept_with_their_best_score),
        cmocka_unit_test(a_try_tells_what_would_count_and_changes_nothing),
    };

    return cmocka_run_group_tests_name("room table", tests, NULL, NULL);
}
