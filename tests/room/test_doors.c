/* Who is shown out stays out, and whoever comes from there knocks. */
#include "check.h"
#include "fixture.h"
#include "rules/registry.h"

#include <stdio.h>
#include <string.h>

static const char *told(const struct client *c)
{
    const char *what = json_string_value(json_object_get(c->last, "knock"));

    return what ? what : "";
}

static size_t count(const struct client *c, const char *list)
{
    return json_array_size(json_object_get(json_object_get(c->room, "guests"), list));
}

/* The number of the first in a list of the room's guests. */
static int64_t first(const struct client *c, const char *list)
{
    const json_t *all = json_object_get(json_object_get(c->room, "guests"), list);

    return json_integer_value(json_object_get(json_array_get(all, 0), "visitor"));
}

static bool order_visitor(struct client *c, const char *what, int64_t visitor)
{
    char with[40];

    snprintf(with, sizeof with, "{\"visitor\":%lld}", (long long)visitor);
    return client_do(c, what, with);
}

static struct client *newcomer(struct fixture *s, const char *code, uint64_t address)
{
    struct client *c = client_new(s);

    c->address = address;
    client_enter(c, code, false);
    return c;
}

/* Ann hosts at address 1, Ben plays from address 2. */
static void sit_down(struct fixture *s, struct client **host, struct client **ben)
{
    fixture_init(s, NULL);
    *host = client_new(s);
    (*host)->address = 1;
    client_create(*host, "en");
    assert_true(client_do(*host, "sit", "{\"name\":\"Ann\"}"));
    *ben = newcomer(s, (*host)->code, 2);
    assert_true(client_do(*ben, "sit", "{\"name\":\"Ben\"}"));
}

static void remove_ben(struct client *host)
{
    char with[40];

    snprintf(with, sizeof with, "{\"player\":%lld}",
             (long long)client_person_number(host, "Ben", "player"));
    assert_true(client_do(host, "remove", with));
}

static void who_was_removed_stays_out_with_the_old_token(void **state)
{
    (void)state;
    for (int playing = 0; playing < 2; playing++) {
        struct fixture s;
        struct client *host, *ben;

        if (playing) {
            fixture_init(&s, NULL);
            fixture_two_at_table(&s, fixture_game(2), &host, &ben);
            char with[40];
            snprintf(with, sizeof with, "{\"player\":%d}", client_room(host)->party.player[1].id);
            assert_true(client_do(host, "remove", with));
        } else {
            sit_down(&s, &host, &ben);
            remove_ben(host);
        }
        assert_int_equal(ben->hung_up, 4008);
        assert_string_equal(ben->error, "removed");
        for (int crash = 0; crash < 2; crash++) {
            client_enter(ben, host->code, true);
            assert_int_equal(ben->hung_up, 4008);
            ben->screen = true; /* nor as a screen */
            client_enter(ben, host->code, false);
            assert_int_equal(ben->hung_up, 4008);
            ben->screen = false;
            fixture_crash(&s);
            client_enter(host, host->code, false);
            assert_int_equal(host->hung_up, 0);
        }
        fixture_fini(&s);
    }
}

static void newcomers_from_there_knock(void **state)
{
    struct fixture s;
    struct client *host, *ben;

    (void)state;
    sit_down(&s, &host, &ben);
    remove_ben(host);
    /* The same person with another token, in another window. */
    struct client *again = newcomer(&s, host->code, 2);
    assert_string_equal(told(again), "who");
    assert_int_equal(json_object_size(again->room), 0); /* sees nothing of the room */
    assert_int_equal(count(host, "knocks"), 0);         /* and nobody is bothered yet */
    client_send(again, "{\"n\":1,\"do\":\"sit\",\"with\":{\"name\":\"Ben\"}}");
    assert_string_equal(again->error, "hello");
    client_send(again, "{\"knock\":\"\\u2800\"}");
    assert_string_equal(again->error, "name");
    client_send(again, "{\"knock\":\"Ben, sorry\"}");
    assert_string_equal(told(again), "waits");
    assert_int_equal(count(host, "knocks"), 1);
    assert_int_equal(json_object_size(again->room), 0);
    client_send(again, "{\"ping\":5}");
    assert_int_equal(json_integer_value(json_object_get(again->last, "pong")), 5);
    /* Others come in as ever, and only the host opens. */
    struct client *cleo = newcomer(&s, host->code, 3);
    assert_string_equal(told(cleo), "");
    assert_true(client_do(cleo, "sit", "{\"name\":\"Cleo\"}"));
    assert_false(order_visitor(cleo, "let_in", first(host, "knocks")));
    assert_string_equal(cleo->refusal, "not_host");
    assert_true(order_visitor(host, "let_in", first(host, "knocks")));
    assert_int_equal(count(host, "knocks"), 0);
    assert_agrees(again);
    assert_true(client_do(again, "sit", "{\"name\":\"Ben\"}"));
    /* It is known from now on, also after a restart, when all that are new knock. */
    fixture_crash(&s);
    client_enter(host, host->code, false);
    client_enter(again, host->code, false);
    client_enter(cleo, host->code, false);
    assert_agrees(again);
    assert_agrees(cleo);
    struct client *dan = newcomer(&s, host->code, 4);
    assert_string_equal(told(dan), "who");
    client_send(dan, "{\"knock\":\"Dan\"}");
    assert_int_equal(count(host, "knocks"), 1);
    client_drop(dan); /* changed their mind */
    fixture_settle(&s);
    assert_int_equal(count(host, "knocks"), 0);
    fixture_fini(&s);
}

static void who_is_turned_away_does_not_knock_for_ever(void **state)
{
    struct fixture s;
    struct client *host, *ben;
    int heard = 0;

    (void)state;
    sit_down(&s, &host, &ben);
    remove_ben(host);
    for (int i = 0; i < 10; i++) {
        struct client *again = newcomer(&s, host->code, 2);

        if (again->hung_up)
            continue;
        client_send(again, "{\"knock\":\"Ben\"}");
        heard++;
        assert_true(order_visitor(host, "show_out", first(host, "knocks")));
        assert_int_equal(again->hung_up, 4008);
        assert_string_equal(again->error, "turned_away");
        client_enter(again, host->code, false); /* that token is known now */
        assert_int_equal(again->hung_up, 4008);
    }
    assert_in_range(heard, 1, 4);
    /* At one time only a few knock, from one address and from all. */
    fixture_pass(&s, 3600000);
    int near = 0, all = 0;
    for (int i = 0; i < 10; i++) {
        struct client *again = newcomer(&s, host->code, 2);

        if (!again->hung_up)
            client_send(again, "{\"knock\":\"Ben %d\"}", i);
        near += again->hung_up == 0;
    }
    assert_in_range(near, 1, 3);
    fixture_crash(&s);
    client_enter(host, host->code, false);
    struct client *silent = newcomer(&s, host->code, 99);
    assert_int_equal(silent->hung_up, 0);
    for (int i = 0; i < 30; i++) {
        struct client *another = newcomer(&s, host->code, 100 + (uint64_t)i);

        if (!another->hung_up)
            client_send(another, "{\"knock\":\"N%d\"}", i);
        all += another->hung_up == 0;
    }
    assert_in_range(all, 4, 8);
    assert_int_equal(silent->hung_up, 1013); /* who says nothing makes way */
    fixture_fini(&s);
}

/* Whoever fills the places of their address takes none from people elsewhere. */
static void an_address_knocks_at_its_own_places(void **state)
{
    struct fixture s;
    struct client *host, *ben;
    int in = 0;

    (void)state;
    sit_down(&s, &host, &ben);
    remove_ben(host);
    fixture_crash(&s); /* everybody who is new knocks */
    client_enter(host, host->code, false);
    struct client *thinks = newcomer(&s, host->code, 9); /* of what to say */
    for (int i = 0; i < 6; i++) {
        struct client *again = newcomer(&s, host->code, 2);

        if (!again->hung_up)
            client_send(again, "{\"knock\":\"Ben %d\"}", i);
        in += again->hung_up == 0;
    }
    assert_int_equal(in, 3);
    assert_int_equal(thinks->hung_up, 0);
    client_send(thinks, "{\"knock\":\"Cleo\"}");
    assert_int_equal(count(host, "knocks"), 4);
    fixture_fini(&s);
}

/* ---- televisions without a table ---- */

static struct client *television(struct fixture *s, uint64_t address)
{
    struct client *c = client_new(s);

    c->conn = house_open(s->house, c, address);
    client_send(c, "{\"hello\":1,\"token\":\"%s\",\"tv\":true}", c->token);
    return c;
}

static void an_old_television_keeps_no_place(void **state)
{
    enum { OF_ADDRESS = 16 };
    struct fixture s;
    struct client *tv[OF_ADDRESS];

    (void)state;
    fixture_init(&s, NULL);
    for (int i = 0; i < OF_ADDRESS; i++) {
        tv[i] = television(&s, 3);
        assert_int_equal(tv[i]->hung_up, 0);
    }
    assert_int_equal(television(&s, 3)->hung_up, 1013);
    fixture_pass(&s, 4 * 60000);
    client_send(tv[0], "{\"ping\":1}");
    assert_int_equal(television(&s, 3)->hung_up, 1013);
    fixture_pass(&s, 60000);
    /* Their codes are worth nothing any more, and so is their wait. */
    assert_int_equal(television(&s, 3)->hung_up, 0);
    for (int i = 0; i < OF_ADDRESS; i++)
        assert_int_equal(tv[i]->hung_up, 1013);
    fixture_fini(&s);
}

static void a_guest_without_a_player_can_be_removed(void **state)
{
    struct fixture s;
    struct client *host, *ben;

    (void)state;
    sit_down(&s, &host, &ben);
    struct client *watcher = newcomer(&s, host->code, 5);
    assert_int_equal(count(host, "visitors"), 1);
    assert_false(order_visitor(ben, "show_out", first(host, "visitors")));
    assert_true(order_visitor(host, "show_out", first(host, "visitors")));
    assert_int_equal(watcher->hung_up, 4008);
    client_enter(watcher, host->code, false);
    assert_int_equal(watcher->hung_up, 4008);
    /* One that has a number. */
    struct client *greeted = newcomer(&s, host->code, 6);
    assert_true(client_do(greeted, "greet", NULL));
    int guests = client_room(host)->party.guests;
    assert_true(order_visitor(host, "show_out", first(host, "visitors")));
    assert_int_equal(greeted->hung_up, 4008);
    assert_int_equal(client_room(host)->party.guests, guests - 1);
    /* A screen; nobody with a player, and no number that is none. */
    struct client *tv = client_new(&s);
    tv->screen = true;
    tv->address = 7;
    client_enter(tv, host->code, false);
    assert_true(order_visitor(host, "show_out", first(host, "visitors")));
    assert_int_equal(tv->hung_up, 4008);
    for (int i = 0; i < 8; i++)
        assert_false(order_visitor(host, "show_out", i));
    assert_string_equal(host->refusal, "no_visitor");
    assert_agrees(ben);
    /* All of it is what a log tells again. */
    struct buf before = {0}, after = {0};
    party_snapshot(&client_room(host)->party, &before);
    fixture_crash(&s);
    client_enter(host, host->code, false);
    party_snapshot(&client_room(host)->party, &after);
    assert_string_equal(buf_cstr(&before), buf_cstr(&after));
    assert_int_equal(client_room(host)->party.barred, 3);
    buf_fini(&before);
    buf_fini(&after);
    fixture_fini(&s);
}

static void a_table_may_have_a_password(void **state)
{
    struct fixture s;
    struct client *host, *ben, *cleo, *dan, *tv;

    (void)state;
    sit_down(&s, &host, &ben);
    assert_false(client_do(ben, "password", "{\"password\":\"tulip\"}"));
    assert_true(client_do(host, "password", "{\"password\":\" tulip \"}"));
    assert_true(json_is_true(json_object_get(json_object_get(ben->room, "info"), "password")));
    cleo = newcomer(&s, host->code, 3);
    assert_string_equal(told(cleo), "password");
    assert_null(cleo->room ? json_object_get(cleo->room, "people") : NULL);
    assert_false(client_do(cleo, "sit", "{\"name\":\"Cleo\"}"));
    client_send(cleo, "{\"knock\":\"rose\"}");
    fixture_settle(&s);
    assert_string_equal(told(cleo), "wrong");
    assert_int_equal(count(host, "knocks"), 0); /* nobody has to open for them */
    client_send(cleo, "{\"knock\":\"tulip\"}");
    fixture_settle(&s);
    assert_true(client_do(cleo, "sit", "{\"name\":\"Cleo\"}"));
    /* Who is known comes back without it, also after a restart; the log has only its hash. */
    fixture_crash(&s);
    client_enter(cleo, host->code, false);
    assert_non_null(client_person(cleo, "Cleo"));
    client_enter(host, host->code, false);
    /* A screen has no keys: the host lets it in. */
    tv = client_new(&s);
    tv->screen = true;
    tv->address = 4;
    client_enter(tv, host->code, false);
    assert_string_equal(told(tv), "who");
    client_send(tv, "{\"knock\":\"Screen\"}");
    fixture_settle(&s);
    assert_true(order_visitor(host, "let_in", first(host, "knocks")));
    assert_non_null(json_object_get(tv->room, "people"));
    /* Guessing is as slow as guessing codes. */
    dan = newcomer(&s, host->code, 5);
    for (int i = 0; i < 70 && !dan->hung_up; i++) {
        client_send(dan, "{\"knock\":\"guess %d\"}", i);
        fixture_settle(&s);
    }
    assert_int_equal(dan->hung_up, 4029);
    assert_true(client_do(host, "password", NULL));
    fixture_pass(&s, 3600000);
    dan = newcomer(&s, host->code, 6);
    assert_true(client_do(dan, "sit", "{\"name\":\"Dan\"}"));
    fixture_fini(&s);
}

static void a_second_one_helps_the_host(void **state)
{
    struct fixture s;
    struct client *host, *ben, *cleo;
    char with[60];

    (void)state;
    sit_down(&s, &host, &ben);
    cleo = newcomer(&s, host->code, 3);
    assert_true(client_do(cleo, "sit", "{\"name\":\"Cleo\"}"));
    assert_false(client_do(ben, "lock", "{\"on\":true}"));
    snprintf(with, sizeof with, "{\"player\":%d}",
             (int)client_person_number(host, "Ben", "player"));
    assert_false(client_do(ben, "second", with));
    assert_true(client_do(host, "second", with));
    assert_true(client_do(ben, "lock", "{\"on\":false}"));
    assert_true(client_do(ben, "places", "{\"places\":3}"));
    assert_false(client_do(ben, "add_bot", "{\"level\":\"easy\"}"));
    assert_string_equal(ben->refusal, "table_full");
    assert_true(client_do(ben, "hide_code", "{\"on\":true}"));
    /* Not against the host, nor in its place. */
    snprintf(with, sizeof with, "{\"player\":%d}",
             (int)client_person_number(host, "Ann", "player"));
    assert_false(client_do(ben, "remove", with));
    assert_false(client_do(ben, "hand_over", with));
    assert_false(client_do(ben, "password", "{\"password\":\"mine\"}"));
    snprintf(with, sizeof with, "{\"player\":%d}",
             (int)client_person_number(host, "Cleo", "player"));
    assert_false(client_do(ben, "second", with));
    /* When the host goes, the second one takes over before all others; all of it is in the log. */
    fixture_crash(&s);
    client_enter(cleo, host->code, false);
    client_enter(ben, host->code, false);
    client_enter(host, host->code, false);
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(ben->room, "info"), "places")), 3);
    assert_true(json_is_true(json_object_get(json_object_get(ben->room, "info"), "hidden")));
    snprintf(with, sizeof with, "{\"player\":%d}",
             (int)client_person_number(host, "Ann", "player"));
    assert_true(client_do(host, "rise", with));
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(cleo->room, "info"), "host")),
        client_person_number(cleo, "Ben", "guest"));
    assert_null(json_object_get(json_object_get(cleo->room, "info"), "second"));
    fixture_fini(&s);
}

/* A word is taken off the screens, for this game, and nothing else changes. */
static void words_are_veiled_for_a_game(void **state)
{
    struct two *t = *state;
    struct client *a = t->a, *b = t->b;

    assert_false(client_do(b, "veil", "{\"word\":\"OUCH\",\"on\":true}"));
    assert_true(client_do(a, "veil", "{\"word\":\"OUCH\",\"on\":true}"));
    fixture_crash(&t->fixture);
    client_enter(b, a->code, false);
    json_t *veiled = json_object_get(json_object_get(b->room, "info"), "veiled");
    assert_string_equal(json_string_value(json_array_get(veiled, 0)), "OUCH");
    client_enter(a, a->code, false);
    assert_true(client_do(a, "lobby", NULL));
    assert_true(client_do(a, "start", NULL));
    assert_null(json_object_get(json_object_get(a->room, "info"), "veiled"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        OF_TWO(words_are_veiled_for_a_game),
        cmocka_unit_test(a_table_may_have_a_password),
        cmocka_unit_test(a_second_one_helps_the_host),
        cmocka_unit_test(who_was_removed_stays_out_with_the_old_token),
        cmocka_unit_test(newcomers_from_there_knock),
        cmocka_unit_test(who_is_turned_away_does_not_knock_for_ever),
        cmocka_unit_test(an_address_knocks_at_its_own_places),
        cmocka_unit_test(an_old_television_keeps_no_place),
        cmocka_unit_test(a_guest_without_a_player_can_be_removed),
    };

    return cmocka_run_group_tests_name("room doors", tests, NULL, NULL);
}
