/* Rooms: people, orders, the writer and what is shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lexicon/rulings.h"
#include "rules/play.h"
#include "rules/registry.h"
#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *section_text(const struct client *c, const char *section, const char *key)
{
    return json_string_value(json_object_get(json_object_get(c->room, section), key));
}

static json_t *person(const struct client *c, const char *name)
{
    size_t i;
    json_t *p;

    json_array_foreach(json_object_get(c->room, "people"), i, p)
    {
        if (strcmp(json_string_value(json_object_get(p, "name")), name) == 0)
            return p;
    }
    return NULL;
}

static int64_t person_number(const struct client *c, const char *name, const char *key)
{
    return json_integer_value(json_object_get(person(c, name), key));
}

static const char *first_game(int seats)
{
    for (int i = 0; i < registry_count(); i++) {
        if (registry_at(i)->game->min_seats <= seats)
            return registry_at(i)->game->id;
    }
    return NULL;
}

static void assert_agrees(const struct client *c)
{
    struct buf difference = {0};

    if (!client_agrees(c, &difference))
        fail_msg("%s", buf_cstr(&difference));
    buf_fini(&difference);
}

static void a_room_is_made_and_found(void **state)
{
    struct stage s;

    (void)state;
    stage_init(&s, NULL);
    struct client *a = client_new(&s), *b = client_new(&s), *c = client_new(&s);
    client_create(a, "de");
    assert_int_equal(strlen(a->code), CODE_CHARS);
    assert_string_equal(section_text(a, "info", "language"), "de");
    client_enter(b, a->code, false);
    assert_int_equal(b->hung_up, 0);
    assert_string_equal(section_text(b, "info", "code"), a->code);
    client_enter(c, "33333", false);
    assert_int_equal(c->hung_up, 4004);
    assert_string_equal(c->error, "no_room");
    /* The same token finds the same room, should the first answer have been lost. */
    char code[8];
    snprintf(code, sizeof code, "%s", a->code);
    client_create(a, "de");
    assert_string_equal(a->code, code);
    stage_fini(&s);
}

static void T_1_people_sit_move_and_rise(void **state)
{
    struct stage s;

    (void)state;
    stage_init(&s, NULL);
    struct client *a = client_new(&s), *b = client_new(&s);
    client_create(a, "en");
    client_enter(b, a->code, false);
    assert_true(client_do(b, "sit", "{\"name\":\"  Ben \\t B. \",\"mark\":3}"));
    assert_true(client_do(a, "sit", "{\"name\":\"Ann\"}"));
    assert_int_equal(person_number(a, "Ben B.", "mark"), 3);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(a->room, "info"), "host")),
                     person_number(a, "Ben B.", "guest")); /* the first to sit */
    assert_false(client_do(a, "sit", "{\"name\":\"Ben B.\"}"));
    assert_string_equal(a->refusal, "name_taken");
    assert_false(client_do(a, "sit", "{\"name\":\"\\u200b \\n\"}"));
    assert_string_equal(a->refusal, "name");
    assert_false(client_do(a, "sit", "{\"name\":\"Cleo\",\"mark\":3}"));
    assert_string_equal(a->refusal, "mark_taken");
    assert_false(client_do(a, "move", "{\"player\":1,\"to\":1}"));
    assert_string_equal(a->refusal, "not_host");
    char move[64];
    snprintf(move, sizeof move, "{\"player\":%d,\"to\":0}", (int)person_number(b, "Ann", "player"));
    assert_true(client_do(b, "move", move));
    json_t *first = json_array_get(json_object_get(a->room, "people"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "name")), "Ann");
    snprintf(move, sizeof move, "{\"player\":%d}", (int)person_number(b, "Ben B.", "player"));
    assert_false(client_do(a, "rise", move));
    assert_true(client_do(b, "rise", move));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(a->room, "info"), "host")),
                     person_number(a, "Ann", "guest"));
    stage_fini(&s);
}

static void a_request_is_applied_exactly_once(void **state)
{
    struct stage s;

    (void)state;
    stage_init(&s, NULL);
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
    stage_fini(&s);
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
    struct stage s;

    (void)state;
    stage_init(&s, NULL);
    struct client *a = client_new(&s);
    client_create(a, "en");
    int64_t head = stage_room(a)->head;
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
    assert_int_equal(stage_room(a)->head, head);
    stage_fini(&s);
}

static void T_9_absent_people_leave_and_return(void **state)
{
    struct stage s;
    struct client *a, *b;

    (void)state;
    stage_init(&s, NULL);
    stage_two_at_table(&s, first_game(2), &a, &b);
    client_drop(b);
    stage_pass(&s, 1000);
    assert_int_equal(stage_room(a)->match.table->core.away, 0); /* a reload is no leaving */
    stage_pass(&s, 5000);
    assert_int_equal(stage_room(a)->match.table->core.away, SEAT(1));
    assert_false(json_is_true(json_object_get(person(a, "Ben"), "here")));
    client_enter(b, b->code, true);
    stage_settle(&s);
    assert_int_equal(stage_room(a)->match.table->core.away, 0);
    assert_agrees(a);
    assert_agrees(b);
    stage_fini(&s);
}

static void a_table_stands_still_while_nobody_is_there(void **state)
{
    struct stage s;
    struct client *a, *b;

    (void)state;
    stage_init(&s, NULL);
    stage_two_at_table(&s, first_game(2), &a, &b);
    stage_pass(&s, 2500);
    int64_t now = room_now(stage_room(a));
    assert_int_equal(now, 2500);
    client_drop(a);
    client_drop(b);
    stage_pass(&s, 30000);
    client_enter(a, a->code, false);
    assert_int_equal(room_now(stage_room(a)), now);
    /* Also when the room was unloaded in between, and when the server was down. */
    client_drop(a);
    stage_pass(&s, 200000);
    assert_int_equal(house_count(s.house).loaded, 0);
    client_enter(a, a->code, false);
    assert_int_equal(room_now(stage_room(a)), now);
    stage_pass(&s, 7000);
    stage_crash(&s);
    stage_time += 3600000;
    client_enter(a, a->code, false);
    assert_in_range(room_now(stage_room(a)), now + 6000, now + 7000);
    stage_fini(&s);
}

static void the_host_who_is_gone_is_followed(void **state)
{
    struct stage s;
    struct client *a, *b;

    (void)state;
    stage_init(&s, NULL);
    stage_two_at_table(&s, first_game(2), &a, &b);
    assert_false(client_do(b, "pause", NULL));
    client_drop(a);
    stage_pass(&s, 19000);
    assert_false(client_do(b, "pause", NULL));
    stage_pass(&s, 2000);
    assert_true(client_do(b, "pause", NULL));
    stage_fini(&s);
}

static void one_phone_can_hold_two_players(void **state)
{
    struct stage s;

    (void)state;
    stage_init(&s, NULL);
    struct client *a = client_new(&s), *tv = client_new(&s);
    client_create(a, "en");
    tv->screen = true;
    client_enter(tv, a->code, false);
    char choose[64];
    snprintf(choose, sizeof choose, "{\"game\":\"%s\"}", first_game(2));
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
    stage_fini(&s);
}

static void late_people_sit_at_the_next_game(void **state)
{
    struct stage s;
    struct client *a, *b;

    (void)state;
    stage_init(&s, NULL);
    stage_two_at_table(&s, first_game(2), &a, &b);
    struct client *late = client_new(&s);
    client_enter(late, a->code, false);
    assert_true(client_do(late, "sit", "{\"name\":\"Late\"}"));
    assert_int_equal(person_number(a, "Late", "seat"), -1);
    assert_non_null(json_object_get(late->views, "-1")); /* watches */
    assert_true(client_do(a, "lobby", NULL));
    assert_true(json_is_null(json_object_get(json_object_get(a->room, "table"), "game")) ||
                json_is_null(json_object_get(a->room, "table")));
    assert_true(client_do(a, "start", NULL));
    assert_int_equal(person_number(a, "Late", "seat"), 2);
    assert_agrees(late);
    stage_fini(&s);
}

static void who_rises_during_a_game_is_named_until_its_end(void **state)
{
    struct stage s;
    struct client *a, *b;
    char who[64];

    (void)state;
    stage_init(&s, NULL);
    a = client_new(&s), b = client_new(&s);
    struct client *c = client_new(&s);
    client_create(a, "en");
    client_enter(b, a->code, false);
    client_enter(c, a->code, false);
    assert_true(client_do(a, "sit", "{\"name\":\"Ann\"}") &&
                client_do(b, "sit", "{\"name\":\"Ben\"}") &&
                client_do(c, "sit", "{\"name\":\"Cleo\"}") && client_do(a, "start", NULL));
    snprintf(who, sizeof who, "{\"player\":%d}", (int)person_number(a, "Cleo", "player"));
    assert_true(client_do(c, "rise", who));
    assert_true(json_is_true(json_object_get(person(a, "Cleo"), "left")));
    assert_true(stage_room(a)->match.table->core.gone & SEAT(2));
    assert_non_null(json_object_get(c->views, "-1"));
    assert_agrees(c);
    assert_true(client_do(a, "lobby", NULL));
    assert_null(person(a, "Cleo"));
    /* The host can ask anybody to leave the table. */
    snprintf(who, sizeof who, "{\"player\":%d}", (int)person_number(a, "Ben", "player"));
    assert_false(client_do(b, "remove", who));
    assert_true(client_do(a, "remove", who));
    assert_null(person(a, "Ben"));
    assert_int_equal(b->hung_up, 4008);
    /* One of two on a device goes, the other stays. */
    assert_true(client_do(c, "sit", "{\"name\":\"Cleo\"}") &&
                client_do(c, "sit", "{\"name\":\"Dan\"}"));
    snprintf(who, sizeof who, "{\"player\":%d}", (int)person_number(a, "Cleo", "player"));
    assert_true(client_do(a, "remove", who));
    assert_null(person(a, "Cleo"));
    assert_non_null(person(a, "Dan"));
    assert_int_equal(c->hung_up, 0);
    stage_fini(&s);
}

static void T_9_a_bot_plays_for_an_absent_person(void **state)
{
    struct stage s;
    struct client *a, *b;
    char who[64];

    (void)state;
    stage_init(&s, NULL);
    stage_two_at_table(&s, first_game(2), &a, &b);
    snprintf(who, sizeof who, "{\"player\":%d}", (int)person_number(a, "Ben", "player"));
    assert_false(client_do(a, "bot_for", who));
    assert_string_equal(a->refusal, "player_here");
    client_drop(b);
    stage_pass(&s, 6000);
    assert_true(client_do(a, "bot_for", who));
    assert_int_equal(stage_room(a)->match.table->core.away, 0);
    uint32_t records = stage_room(a)->match.records;
    stage_pass(&s, 60000);
    assert_true(stage_room(a)->match.records > records); /* it does something */
    client_enter(b, b->code, true);
    stage_settle(&s);
    assert_null(json_object_get(person(a, "Ben"), "bot"));
    assert_agrees(b);
    stage_fini(&s);
}

/* What a bot did within a hundredth of a second of being asked. */
static uint32_t done_at_once(int hurry)
{
    struct stage s;
    struct client *a, *b;
    char who[64];

    stage_init(&s, NULL);
    stage_two_at_table(&s, first_game(2), &a, &b);
    stage_room(a)->house->config.bot_hurry = hurry;
    snprintf(who, sizeof who, "{\"player\":%d}", (int)person_number(a, "Ben", "player"));
    client_drop(b);
    stage_pass(&s, 6000);
    uint32_t records = stage_room(a)->match.records;
    assert_true(client_do(a, "bot_for", who));
    stage_pass(&s, 10);
    records = stage_room(a)->match.records - records;
    stage_fini(&s);
    return records;
}

static void bots_take_their_time_unless_they_are_hurried(void **state)
{
    (void)state;
    /* That somebody is back, and that it is a bot, are records too. */
    assert_int_equal(done_at_once(0), 2);
    assert_true(done_at_once(100) > 2);
}

static void talk_reaches_the_lobby_and_is_not_stored(void **state)
{
    struct stage s;
    struct client *a, *b;

    (void)state;
    stage_init(&s, NULL);
    stage_two_at_table(&s, first_game(2), &a, &b);
    client_send(a, "{\"say\":\"psst\"}");
    assert_string_equal(a->error, "no_talk"); /* this game is played in silence */
    assert_null(b->said);
    assert_true(client_do(a, "lobby", NULL));
    int64_t head = stage_room(a)->head;
    client_send(a, "{\"say\":\" well   played \"}");
    assert_string_equal(json_string_value(json_object_get(b->said, "text")), "well played");
    assert_int_equal(stage_room(a)->head, head);
    stage_fini(&s);
}

static void codes_cannot_be_searched(void **state)
{
    struct stage s;
    char code[8];

    (void)state;
    stage_init(&s, NULL);
    struct client *a = client_new(&s), *thief = client_new(&s);
    client_create(a, "en");
    for (int i = 0; i < 10; i++) {
        snprintf(code, sizeof code, "%c3333", "ACDEFGHJKM"[i]);
        client_enter(thief, code, false);
        assert_int_equal(thief->hung_up, 4004);
    }
    client_enter(thief, "N3333", false);
    assert_int_equal(thief->hung_up, 4029);
    stage_time += 61000;
    client_enter(thief, a->code, false);
    assert_int_equal(thief->hung_up, 0);
    stage_fini(&s);
}

static void a_guest_has_at_most_four_lines(void **state)
{
    struct stage s;

    (void)state;
    stage_init(&s, NULL);
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
    stage_fini(&s);
}

static void history_tells_a_guest_what_it_may_know(void **state)
{
    struct stage s;
    struct client *a, *b;

    (void)state;
    stage_init(&s, NULL);
    stage_two_at_table(&s, first_game(2), &a, &b);
    struct client *tv = client_new(&s);
    tv->screen = true;
    client_enter(tv, a->code, false);
    client_play(a, 0, "write", "{\"word\":\"OCTOPUS\",\"insist\":true}");
    client_send(a, "{\"ask\":\"history\",\"tag\":3}");
    client_send(tv, "{\"ask\":\"history\",\"tag\":4}");
    assert_int_equal(json_integer_value(json_object_get(a->told, "told")), 3);
    assert_true(json_array_size(json_object_get(tv->told, "history")) > 0);
    char *mine = json_dumps(a->told, 0), *theirs = json_dumps(tv->told, 0);
    assert_null(strstr(theirs, "OCTOPUS"));
    if (a->acked == a->n)
        assert_non_null(strstr(mine, "OCTOPUS"));
    free(mine);
    free(theirs);
    stage_fini(&s);
}

static void rooms_nobody_uses_are_removed(void **state)
{
    struct stage s;

    (void)state;
    stage_init(&s, NULL);
    s.house->config.keep_ms = INT64_C(30) * 24 * 3600 * 1000;
    struct client *a = client_new(&s);
    client_create(a, "en");
    assert_true(client_do(a, "sit", "{\"name\":\"Ann\"}"));
    client_drop(a);
    stage_pass(&s, INT64_C(23) * 3600 * 1000);
    assert_int_equal(house_count(s.house).rooms, 1);
    stage_pass(&s, INT64_C(2) * 3600 * 1000);
    assert_int_equal(house_count(s.house).rooms, 0);
    client_enter(a, a->code, false);
    assert_int_equal(a->hung_up, 4004);
    stage_fini(&s);
}

/* Any game, played at random by clients over the protocol: every client always believes exactly
 * what the table shows it; lines drop and come back; the house crashes; nothing is lost. */
static int rulings_seen;

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
    struct stage s;
    struct client *a, *b;

    (void)state;
    stage_init(&s, NULL);
    stage_two_at_table(&s, game_with_levels(), &a, &b);
    assert_null(json_object_get(json_object_get(a->room, "lobby"), "won"));
    struct room *r = stage_room(a);
    room_begin(r);
    for (int score = 2; score >= 1; score--)
        room_fact(r, &(struct party_fact){LEVEL_WON, {NUM(7), NUM(score)}});
    room_fact(r, &(struct party_fact){LEVEL_WON, {NUM(LEVELS_MAX + 1), NUM(3)}});
    room_write(r, &(struct deed){.what = STR("clock")});
    stage_settle(&s);
    assert_agrees(b);
    stage_crash(&s);
    client_enter(b, a->code, false);
    const json_t *won = json_object_get(json_object_get(b->room, "lobby"), "won");
    assert_int_equal(json_object_size(won), 1);
    assert_int_equal(json_integer_value(json_object_get(won, "7")), 2);
    assert_true(party_won(&stage_room(b)->party, stage_room(b)->party.lobby.book, LANG_DE) == NULL);
    stage_fini(&s);
}

static void save_rulings(const struct client *c, struct buf *out)
{
    if (stage_room(c)->rulings)
        rulings_save(stage_room(c)->rulings, out);
}

/* Who leaves a seat looks on with eyes that others had before: it is shown everything. */
static void who_rises_sees_what_onlookers_see(void **state)
{
    struct stage s;
    struct client *a, *b;

    (void)state;
    stage_init(&s, NULL);
    stage_two_at_table(&s, first_game(2), &a, &b);
    struct client *watcher = client_new(&s);
    client_enter(watcher, a->code, false);
    client_do(a, "pause", NULL);
    client_do(a, "resume", NULL);
    client_forget(b);
    assert_true(client_do(b, "rise", "{\"player\":2}"));
    assert_non_null(json_object_get(b->views, "-1"));
    assert_agrees(b);
    assert_agrees(watcher);
    stage_fini(&s);
}

static void play_a_game(const struct book *book, uint64_t seed)
{
    struct stage s;
    struct client *c[SEATS_MAX], *tv;
    struct sampler sampler = sampler_new(seed);
    char text[64];

    stage_init(&s, NULL);
    book = registry_find(str_of(book->game->id));
    int seats =
        book->game->min_seats +
        (int)sampler_below(&sampler, (uint32_t)(book->game->max_seats - book->game->min_seats + 1));
    c[0] = client_new(&s);
    client_create(c[0], "en");
    for (int i = 0; i < seats; i++) {
        if (i > 0) {
            c[i] = client_new(&s);
            client_enter(c[i], c[0]->code, false);
        }
        snprintf(text, sizeof text, "{\"name\":\"P%d\"}", i);
        assert_true(client_do(c[i], "sit", text));
    }
    tv = client_new(&s);
    tv->screen = true;
    client_enter(tv, c[0]->code, false);
    snprintf(text, sizeof text, "{\"game\":\"%s\"}", book->game->id);
    assert_true(client_do(c[0], "choose", text));
    if (!client_do(c[0], "start", NULL)) /* this number of players needs another option */
        goto out;
    bool ended = false;
    for (int step = 0; step < 60000 && !(ended = room_over(stage_room(c[0]))); step++) {
        const struct table *t = stage_room(c[0])->match.table;
        seat_set here = 0;
        struct move move;

        for (int i = 0; i < seats; i++)
            here |= c[i]->conn ? SEAT(i) : 0;
        if (sampler_below(&sampler, 4) && play_propose(t, here, &sampler, &move)) {
            s.together = sampler_below(&sampler, 2); /* with others, in one round of the loop */
            client_move(c[move.seat], &move);
            for (uint32_t more = sampler_below(&sampler, 4); s.together && more; more--) {
                if (play_propose(stage_room(c[0])->match.table, here, &sampler, &move))
                    client_move(c[move.seat], &move);
            }
            s.together = false;
            stage_settle(&s);
            assert_true(c[move.seat]->acked == c[move.seat]->n ||
                        c[move.seat]->refused == c[move.seat]->n);
        } else {
            stage_pass(&s, 500 + (int64_t)sampler_below(&sampler, 9000));
        }
        uint32_t event = sampler_below(&sampler, 200);
        int victim = 1 + (int)sampler_below(&sampler, (uint32_t)seats - 1);
        if (event < 4) {
            client_drop(c[victim]);
        } else if (event == 5) {
            int64_t head = stage_room(c[0])->head;
            struct buf ruled = {0}, still_ruled = {0};

            save_rulings(c[0], &ruled);
            rulings_seen += ruled.len > 0;
            stage_crash(&s);
            for (int i = 0; i < seats; i++)
                client_enter(c[i], c[0]->code, i % 2 == 0);
            client_enter(tv, c[0]->code, true);
            assert_true(stage_room(c[0])->head >= head);
            save_rulings(c[0], &still_ruled);
            assert_string_equal(buf_cstr(&ruled), buf_cstr(&still_ruled));
            buf_fini(&ruled);
            buf_fini(&still_ruled);
        }
        if (event > 150 && !c[victim]->conn)
            client_enter(c[victim], c[0]->code, sampler_below(&sampler, 2));
        for (int i = 0; i < seats; i++) {
            if (c[i]->conn)
                assert_agrees(c[i]);
        }
        assert_agrees(tv);
    }
    assert_true(ended);
    assert_true(client_do(c[0], "again", NULL));
    assert_agrees(tv);
out:
    stage_fini(&s);
}

static void clients_believe_what_the_table_shows(void **state)
{
    (void)state;
    registry_init();
    int games = registry_count();
    registry_fini();
    for (int i = 0; i < games; i++) {
        for (uint64_t seed = 1; seed <= 4; seed++) {
            registry_init();
            const struct book *b = registry_at(i);
            play_a_game(b, seed);
        }
    }
    assert_true(rulings_seen > 0); /* what a group ruled about words survives the server */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_is_made_and_found),
        cmocka_unit_test(T_1_people_sit_move_and_rise),
        cmocka_unit_test(a_request_is_applied_exactly_once),
        cmocka_unit_test(bad_messages_are_answered_and_change_nothing),
        cmocka_unit_test(T_9_absent_people_leave_and_return),
        cmocka_unit_test(a_table_stands_still_while_nobody_is_there),
        cmocka_unit_test(the_host_who_is_gone_is_followed),
        cmocka_unit_test(one_phone_can_hold_two_players),
        cmocka_unit_test(late_people_sit_at_the_next_game),
        cmocka_unit_test(who_rises_during_a_game_is_named_until_its_end),
        cmocka_unit_test(T_9_a_bot_plays_for_an_absent_person),
        cmocka_unit_test(bots_take_their_time_unless_they_are_hurried),
        cmocka_unit_test(talk_reaches_the_lobby_and_is_not_stored),
        cmocka_unit_test(codes_cannot_be_searched),
        cmocka_unit_test(a_guest_has_at_most_four_lines),
        cmocka_unit_test(history_tells_a_guest_what_it_may_know),
        cmocka_unit_test(rooms_nobody_uses_are_removed),
        cmocka_unit_test(who_rises_sees_what_onlookers_see),
        cmocka_unit_test(levels_won_are_kept_with_their_best_score),
        cmocka_unit_test(clients_believe_what_the_table_shows),
    };

    return cmocka_run_group_tests_name("room", tests, NULL, NULL);
}
