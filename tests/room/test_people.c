/* People in a room: who comes, sits, speaks, decides and goes. */
#include "check.h"
#include "fixture.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void a_room_is_made_and_found(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    struct client *a = client_new(&s), *b = client_new(&s), *c = client_new(&s);
    client_create(a, "de");
    assert_int_equal(strlen(a->code), CODE_MIN);
    assert_string_equal(client_section(a, "info", "language"), "de");
    client_enter(b, a->code, false);
    assert_int_equal(b->hung_up, 0);
    assert_string_equal(client_section(b, "info", "code"), a->code);
    client_enter(c, "33333", false);
    assert_int_equal(c->hung_up, 4004);
    assert_string_equal(c->error, "no_room");
    /* The same token finds the same room, should the first answer have been lost. */
    char code[8];
    snprintf(code, sizeof code, "%s", a->code);
    client_create(a, "de");
    assert_string_equal(a->code, code);
    fixture_fini(&s);
}

static void T_1_people_sit_move_and_rise(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    struct client *a = client_new(&s), *b = client_new(&s);
    client_create(a, "en");
    client_enter(b, a->code, false);
    assert_true(client_do(b, "sit", "{\"name\":\"  Ben \\t B. \",\"mark\":3}"));
    assert_true(client_do(a, "sit", "{\"name\":\"Ann\"}"));
    assert_int_equal(client_person_number(a, "Ben B.", "mark"), 3);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(a->room, "info"), "host")),
                     client_person_number(a, "Ben B.", "guest")); /* the first to sit */
    assert_false(client_do(a, "sit", "{\"name\":\"Ben B.\"}"));
    assert_string_equal(a->refusal, "name_taken");
    assert_false(client_do(a, "sit", "{\"name\":\"\\u200b \\n\"}"));
    assert_string_equal(a->refusal, "name");
    assert_false(client_do(a, "sit", "{\"name\":\"Cleo\",\"mark\":3}"));
    assert_string_equal(a->refusal, "mark_taken");
    assert_false(client_do(a, "move", "{\"player\":1,\"to\":1}"));
    assert_string_equal(a->refusal, "not_host");
    char move[64];
    snprintf(move, sizeof move, "{\"player\":%d,\"to\":0}",
             (int)client_person_number(b, "Ann", "player"));
    assert_true(client_do(b, "move", move));
    json_t *first = json_array_get(json_object_get(a->room, "people"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "name")), "Ann");
    snprintf(move, sizeof move, "{\"player\":%d}",
             (int)client_person_number(b, "Ben B.", "player"));
    assert_false(client_do(a, "rise", move));
    assert_true(client_do(b, "rise", move));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(a->room, "info"), "host")),
                     client_person_number(a, "Ann", "guest"));
    fixture_fini(&s);
}

static void a_request_is_applied_exactly_once(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    struct client *a = client_new(&s);
    client_create(a, "en");
    client_send(a, "{\"n\":1,\"do\":\"sit\",\"with\":{\"name\":\"Ann\"}}");
    client_send(a, "{\"n\":1,\"do\":\"sit\",\"with\":{\"name\":\"Ann again\"}}");
    assert_true(a->again);
    assert_int_equal(json_array_size(json_object_get(a->room, "people")), 1);
    client_drop(a);
    client_enter(a, a->code, false);
    assert_int_equal(a->welcome_n, 1);
    client_send(a, "{\"n\":1,\"do\":\"sit\",\"with\":{\"name\":\"Ann again\"}}");
    assert_int_equal(json_array_size(json_object_get(a->room, "people")), 1);
    fixture_fini(&s);
}

static void bad_messages_are_answered_and_change_nothing(void **state)
{
    static const char *const bad[] = {
        "",
        "{",
        "[]",
        "null",
        "{\"n\":1}",
        "{\"n\":0,\"do\":\"sit\"}",
        "{\"n\":-1,\"do\":\"sit\"}",
        "{\"n\":1.5,\"do\":\"sit\"}",
        "{\"n\":1,\"do\":7}",
        "{\"n\":1,\"play\":\"x\",\"with\":[]}",
        "{\"try\":\"write\"}",
        "{\"n\":1,\"play\":\"x\",\"seat\":99}",
        "{\"ask\":\"moon\",\"tag\":1}",
        "{\"ping\":\"x\"}",
        "{\"hello\":1}",
        "{\"n\":4294967296,\"do\":\"sit\"}",
        "{\"say\":\"before anybody sits\"}",
    };
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    struct client *a = client_new(&s);
    client_create(a, "en");
    int64_t head = client_room(a)->head;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        a->error[0] = '\0';
        client_send(a, "%s", bad[i]);
        if (!a->error[0])
            fail_msg("no error for %s", bad[i]);
        assert_int_equal(a->hung_up, 0);
    }
    assert_false(client_do(a, "dance", NULL));
    assert_string_equal(a->refusal, "no_such_action");
    assert_false(client_do(a, "sit", "{\"name\":5}"));
    assert_string_equal(a->refusal, "arguments");
    assert_false(client_play(a, 0, "write", NULL));
    assert_string_equal(a->refusal, "no_game");
    assert_int_equal(client_room(a)->head, head);
    fixture_fini(&s);
}

static void the_host_who_is_gone_is_followed(void **state)
{
    struct two *t = *state;
    struct client *a = t->a, *b = t->b;

    assert_false(client_do(b, "pause", NULL));
    client_drop(a);
    fixture_pass(&t->fixture, 19000);
    assert_false(client_do(b, "pause", NULL));
    fixture_pass(&t->fixture, 2000);
    assert_true(client_do(b, "pause", NULL));
}

static void one_phone_can_hold_two_players(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    struct client *a = client_new(&s);
    client_create(a, "en");
    struct client *tv = client_screen(&s, a->code);
    char choose[64];
    snprintf(choose, sizeof choose, "{\"game\":\"%s\"}", fixture_game(2));
    assert_true(client_do(a, "sit", "{\"name\":\"Ann\"}"));
    assert_true(client_do(a, "sit", "{\"name\":\"Grandpa\"}"));
    assert_true(client_do(a, "choose", choose));
    assert_true(client_do(a, "start", NULL));
    assert_int_equal(json_object_size(a->views), 2);
    assert_non_null(json_object_get(tv->views, "-1"));
    assert_null(json_object_get(json_object_get(tv->views, "-1"), "can"));
    assert_agrees(a);
    assert_agrees(tv);
    client_send(a, "{\"n\":9,\"play\":\"vote\",\"with\":{}}"); /* whose? */
    assert_string_equal(a->refusal, "not_your_seat");
    fixture_fini(&s);
}

static void late_people_sit_at_the_next_game(void **state)
{
    struct two *t = *state;
    struct client *a = t->a;

    struct client *late = client_new(&t->fixture);
    client_enter(late, a->code, false);
    assert_true(client_do(late, "sit", "{\"name\":\"Late\"}"));
    assert_int_equal(client_person_number(a, "Late", "seat"), -1);
    assert_non_null(json_object_get(late->views, "-1")); /* watches */
    assert_true(client_do(a, "lobby", NULL));
    assert_true(json_is_null(json_object_get(json_object_get(a->room, "table"), "game")) ||
                json_is_null(json_object_get(a->room, "table")));
    assert_true(client_do(a, "start", NULL));
    assert_int_equal(client_person_number(a, "Late", "seat"), 2);
    assert_agrees(late);
}

static void who_rises_during_a_game_is_named_until_its_end(void **state)
{
    struct fixture s;
    struct client *a, *b;
    char who[64];

    (void)state;
    fixture_init(&s, NULL);
    a = client_new(&s), b = client_new(&s);
    struct client *c = client_new(&s);
    client_create(a, "en");
    client_enter(b, a->code, false);
    client_enter(c, a->code, false);
    assert_true(client_do(a, "sit", "{\"name\":\"Ann\"}") &&
                client_do(b, "sit", "{\"name\":\"Ben\"}") &&
                client_do(c, "sit", "{\"name\":\"Cleo\"}") && client_do(a, "start", NULL));
    snprintf(who, sizeof who, "{\"player\":%d}", (int)client_person_number(a, "Cleo", "player"));
    assert_true(client_do(c, "rise", who));
    assert_true(json_is_true(json_object_get(client_person(a, "Cleo"), "left")));
    assert_true(client_room(a)->match.table->core.gone & SEAT(2));
    assert_non_null(json_object_get(c->views, "-1"));
    assert_agrees(c);
    assert_true(client_do(a, "lobby", NULL));
    assert_null(client_person(a, "Cleo"));
    /* The host can ask anybody to leave the table. */
    snprintf(who, sizeof who, "{\"player\":%d}", (int)client_person_number(a, "Ben", "player"));
    assert_false(client_do(b, "remove", who));
    assert_true(client_do(a, "remove", who));
    assert_null(client_person(a, "Ben"));
    assert_int_equal(b->hung_up, 4008);
    /* One of two on a device goes, the other stays. */
    assert_true(client_do(c, "sit", "{\"name\":\"Cleo\"}") &&
                client_do(c, "sit", "{\"name\":\"Dan\"}"));
    snprintf(who, sizeof who, "{\"player\":%d}", (int)client_person_number(a, "Cleo", "player"));
    assert_true(client_do(a, "remove", who));
    assert_null(client_person(a, "Cleo"));
    assert_non_null(client_person(a, "Dan"));
    assert_int_equal(c->hung_up, 0);
    fixture_fini(&s);
}

static void talk_reaches_the_lobby_and_is_not_stored(void **state)
{
    struct two *t = *state;
    struct client *a = t->a, *b = t->b;

    client_send(a, "{\"say\":\"psst\"}");
    assert_string_equal(a->error, "no_talk"); /* this game is played in silence */
    assert_null(b->said);
    assert_true(client_do(a, "lobby", NULL));
    int64_t head = client_room(a)->head;
    client_send(a, "{\"say\":\" well   played \"}");
    assert_string_equal(json_string_value(json_object_get(b->said, "text")), "well played");
    assert_int_equal(client_room(a)->head, head);
}

/* Whoever comes back while the room writes waits in its queue, after talk that came before. */
static void who_comes_is_welcomed_before_anything_else(void **state)
{
    struct two *t = *state;
    struct client *a = t->a, *b = t->b;

    assert_true(client_do(a, "lobby", NULL));
    client_drop(b);
    fixture_settle(&t->fixture);
    client_forget(b);
    t->fixture.together = true;
    client_do(a, "language", "{\"language\":\"de\"}");
    client_send(a, "{\"say\":\"is she back?\"}");
    client_send(a, "{\"react\":\"heart\"}");
    client_enter(b, a->code, false);
    t->fixture.together = false;
    fixture_settle(&t->fixture);
    assert_true(str_starts(buf_str(&b->traffic), STR("{\"welcome\"")));
    assert_non_null(a->said);
}

/* An action that takes a text, and the name of its argument; false where the game has none. */
static bool text_action(const struct book *b, const char **action, struct str *argument)
{
    for (int i = CORE_ACTIONS; i < b->actions; i++) {
        const struct schema *args = &b->action_args[i];

        if (args->n && args->arg[0].type == ARG_TEXT) {
            *action = b->action[i]->name;
            *argument = args->arg[0].name;
            return true;
        }
    }
    return false;
}

/* Names, talk and words are refused before anybody sees or counts them; the host may let all pass,
 * and what was taken then is not taken back but hidden. */
static void the_filter_stops_names_talk_and_words(void **state)
{
    struct fixture s;
    struct client *a, *b;
    const char *action = NULL;
    struct str argument;
    int at = 0;

    (void)state;
    fixture_init(&s, NULL);
    while (at < registry_count() && !text_action(registry_at(at), &action, &argument))
        at++;
    assert_true(at < registry_count());
    struct client *c = client_new(&s);
    fixture_two_at_table(&s, registry_at(at)->game->id, &a, &b);
    client_enter(c, a->code, false);
    assert_false(client_do(c, "sit", "{\"name\":\"Fuckface\"}"));
    assert_string_equal(c->refusal, "name_filtered");

    char word[80];
    snprintf(word, sizeof word, "{\"%.*s\":\"fuck\"}", STR_FMT(argument));
    int64_t head = client_room(a)->head;
    assert_false(client_play(a, 0, action, word));
    assert_string_equal(a->refusal, "filtered");
    client_send(a, "{\"try\":\"%s\",\"tag\":5,\"seat\":0,\"with\":%s}", action, word);
    assert_string_equal(json_string_value(json_object_get(a->tried, "key")), "filtered");
    assert_int_equal(client_room(a)->head, head);
    assert_true(client_do(a, "filter", "{\"level\":\"off\"}"));
    a->refusal[0] = '\0';
    client_play(a, 0, action, word);
    assert_string_not_equal(a->refusal, "filtered"); /* now it is for the rules to say */

    assert_true(client_do(a, "lobby", NULL));
    client_send(a, "{\"say\":\"oh fuck\"}");
    assert_non_null(b->said);
    assert_true(client_do(c, "sit", "{\"name\":\"Fuckface\"}"));
    assert_non_null(client_person(a, "Fuckface"));
    assert_true(client_do(a, "filter", "{\"level\":\"moderate\"}"));
    assert_string_equal(client_section(b, "info", "filter"), "moderate");
    assert_null(client_person(a, "Fuckface"));
    assert_non_null(client_person(a, "F…"));
    client_forget(b);
    client_send(a, "{\"say\":\"oh fuck\"}");
    assert_string_equal(a->error, "talk_filtered");
    assert_false(client_do(b, "filter", "{\"level\":\"off\"}"));
    assert_string_equal(b->refusal, "not_host");

    fixture_crash(&s);
    client_enter(a, a->code, false);
    assert_string_equal(client_section(a, "info", "filter"), "moderate"); /* it survives */
    assert_non_null(client_person(a, "F…"));
    fixture_fini(&s);
}

static void signs_are_seen_by_all_and_are_few_and_not_stored(void **state)
{
    struct two *t = *state;
    struct client *a = t->a, *b = t->b;

    struct client *tv = client_screen(&t->fixture, a->code);
    int64_t head = client_room(a)->head;
    client_send(a, "{\"react\":\"heart\"}");
    assert_string_equal(json_string_value(json_object_get(tv->reacted, "sign")), "heart");
    assert_int_equal(json_integer_value(json_object_get(b->reacted, "player")),
                     client_person_number(a, "Ann", "player"));
    /* Six at once, then one a second; nobody is told off for it. */
    for (int i = 0; i < 20; i++)
        client_send(a, "{\"react\":\"wow\"}");
    assert_int_equal(b->signs, 6);
    assert_string_equal(a->error, "");
    fixture_pass(&t->fixture, 1000);
    client_send(a, "{\"react\":\"oops\"}");
    assert_int_equal(b->signs, 7);
    /* Signs of one's own making are not shown; who has no seat shows none. */
    client_send(a, "{\"react\":\"<script>\"}");
    assert_string_equal(a->error, "message");
    client_send(tv, "{\"react\":\"heart\"}");
    assert_int_equal(b->signs, 7);
    assert_int_equal(client_room(a)->head, head);
}

static void only_a_host_shows_the_end_of_a_drama(void **state)
{
    struct two *t = *state;
    struct client *a = t->a, *b = t->b;

    struct client *tv = client_screen(&t->fixture, a->code);
    client_send(b, "{\"react\":\"skip\"}");
    assert_int_equal(a->signs, 0);
    assert_string_equal(b->error, "");
    client_send(a, "{\"react\":\"skip\"}");
    assert_string_equal(json_string_value(json_object_get(tv->reacted, "sign")), "skip");
    assert_int_equal(b->signs, 1);
    /* The second host may do so too. */
    assert_true(client_do(a, "second", "{\"player\":2}"));
    client_send(b, "{\"react\":\"skip\"}");
    assert_int_equal(b->signs, 2);
}

static void a_guest_has_at_most_four_connections(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    struct client *c[5];
    for (int i = 0; i < 5; i++) {
        c[i] = client_new(&s);
        snprintf(c[i]->token, sizeof c[i]->token, "one-and-the-same-token-of-a-guest-0");
        if (i == 0)
            client_create(c[0], "en");
        else
            client_enter(c[i], c[0]->code, false);
    }
    assert_int_equal(c[3]->hung_up, 0);
    assert_int_equal(c[4]->hung_up, 4009);
    /* All of them are the same guest: what one does, the others have done. */
    assert_true(client_do(c[1], "sit", "{\"name\":\"Ann\"}"));
    client_send(c[2], "{\"n\":1,\"do\":\"sit\",\"with\":{\"name\":\"Ann 2\"}}");
    assert_true(c[2]->again);
    fixture_fini(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_is_made_and_found),
        cmocka_unit_test(T_1_people_sit_move_and_rise),
        cmocka_unit_test(a_request_is_applied_exactly_once),
        cmocka_unit_test(bad_messages_are_answered_and_change_nothing),
        OF_TWO(the_host_who_is_gone_is_followed),
        cmocka_unit_test(one_phone_can_hold_two_players),
        OF_TWO(late_people_sit_at_the_next_game),
        cmocka_unit_test(who_rises_during_a_game_is_named_until_its_end),
        OF_TWO(talk_reaches_the_lobby_and_is_not_stored),
        OF_TWO(who_comes_is_welcomed_before_anything_else),
        cmocka_unit_test(the_filter_stops_names_talk_and_words),
        OF_TWO(signs_are_seen_by_all_and_are_few_and_not_stored),
        OF_TWO(only_a_host_shows_the_end_of_a_drama),
        cmocka_unit_test(a_guest_has_at_most_four_connections),
    };

    return cmocka_run_group_tests_name("room people", tests, NULL, NULL);
}
