/* What strangers and guests can do to a house: guess codes, use up numbers, show no name. */
#include "check.h"
#include "fixture.h"
#include "rules/registry.h"

#include <stdio.h>
#include <string.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

/* A code that nobody has. */
static void wrong_code(char out[8], unsigned n)
{
    static const char alphabet[] = "34679ACDEFGHJKMNPQRTWXY";

    for (int i = 0; i < 7; i++, n /= 23)
        out[i] = alphabet[n % 23];
    out[7] = '\0';
}

/* The closing code that a guess ends with. */
static int guess(struct client *c, uint64_t address)
{
    static unsigned n;
    char code[8];

    wrong_code(code, n++);
    c->address = address;
    client_enter(c, code, false);
    return c->hung_up;
}

static void codes_are_not_guessed_of_open_rooms_either(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    struct client *host = client_new(&s), *bad = client_new(&s), *friend = client_new(&s);
    client_create(host, "en");
    assert_true(client_do(host, "sit", "{\"name\":\"Ann\"}"));
    int wrong = 0;
    while (guess(bad, 9) == 4004)
        wrong++;
    assert_int_equal(bad->hung_up, 4029);
    assert_in_range(wrong, 20, 100); /* a class may mistype */
    /* The right code says no more than a wrong one. */
    client_enter(bad, host->code, false);
    assert_int_equal(bad->hung_up, 4029);
    /* Who has been there before comes back, also from that address; others come from elsewhere. */
    host->address = friend->address = 9;
    client_enter(host, host->code, false);
    assert_int_equal(host->hung_up, 0);
    client_enter(friend, host->code, false);
    assert_int_equal(friend->hung_up, 4029);
    /* Also to a room that is not in memory: it is not told apart from one that there is not. */
    client_drop(host);
    fixture_pass(&s, 2 * MINUTE);
    assert_int_equal(house_count(s.house).loaded, 0);
    client_enter(friend, host->code, false);
    assert_int_equal(friend->hung_up, 4029);
    client_enter(host, host->code, false);
    assert_int_equal(host->hung_up, 0);
    friend->address = 10;
    client_enter(friend, host->code, false);
    assert_int_equal(friend->hung_up, 0);
    fixture_pass(&s, HOUR);
    client_enter(bad, host->code, false);
    assert_int_equal(bad->hung_up, 0);
    fixture_fini(&s);
}

/* Whatever the number of rooms, a day of guessing finds less than a tenth of one. */
static void a_day_of_guessing_finds_nothing(void **state)
{
    struct fixture s;
    int64_t wrong = 0;

    (void)state;
    fixture_init(&s, NULL);
    struct client *bad = client_new(&s);
    for (int minute = 0; minute < 24 * 60; minute++) {
        while (guess(bad, 9) == 4004)
            wrong++;
        fixture_pass(&s, MINUTE);
    }
    for (int chars = CODE_MIN; chars <= CODE_MAX; chars++) {
        int64_t rooms = 0, most = 800000; /* as many as may have codes of that length */
        double codes = 0.9;               /* some are not given */

        while (rooms < most && code_chars(rooms) <= chars)
            rooms++;
        for (int i = 0; i < chars; i++)
            codes *= 23;
        print_message("# %d characters: %lld rooms, %.3f found\n", chars, (long long)rooms,
                      (double)wrong * (double)rooms / codes);
        assert_true((double)wrong * (double)rooms / codes < 0.1);
    }
    fixture_fini(&s);
}

static void many_addresses_are_noticed_and_slowed_down(void **state)
{
    struct fixture s;
    int64_t wrong = 0, of_one = 0;

    (void)state;
    fixture_init(&s, NULL);
    struct client *host = client_new(&s), *bad = client_new(&s), *friend = client_new(&s);
    client_create(host, "en");
    assert_true(client_do(host, "sit", "{\"name\":\"Ann\"}"));
    for (uint64_t address = 100; !house_searched(s.house); address++)
        wrong += guess(bad, address) == 4004;
    assert_true(wrong > 1000); /* no evening of honest people is taken for it */
    while (guess(bad, 77) == 4004)
        of_one++;
    assert_in_range(of_one, 1, 15);
    wrong += of_one;
    for (uint64_t address = 10000; address < 20000; address++)
        wrong += guess(bad, address) == 4004;
    assert_true(wrong <= 3001);
    assert_int_equal(house_count(s.house).wrong_codes, wrong);
    assert_true(house_count(s.house).guesses_refused > 6000);
    /* Those who were there come back all the while. */
    client_enter(host, host->code, false);
    assert_int_equal(host->hung_up, 0);
    fixture_pass(&s, HOUR);
    assert_false(house_searched(s.house));
    client_enter(friend, host->code, false);
    assert_int_equal(friend->hung_up, 0);
    fixture_fini(&s);
}

static void codes_grow_with_the_server(void **state)
{
    const struct {
        int64_t rooms;
        size_t chars;
    } sizes[] = {{1, 5}, {999, 5}, {1000, 6}, {5000, 6}, {29999, 6}, {30000, 7}, {90000, 7}};
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    s.house->config.max_rooms = 1000000;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct client *host = client_new(&s), *friend = client_new(&s);
        int64_t really = s.house->services.counts.rooms;

        s.house->services.counts.rooms = sizes[i].rooms;
        client_create(host, "en");
        s.house->services.counts.rooms = really + 1;
        assert_int_equal(strlen(host->code), sizes[i].chars);
        client_enter(friend, host->code, false);
        assert_int_equal(friend->hung_up, 0);
        assert_true(client_room(host) == client_room(friend));
    }
    /* They are in the log and found again. */
    fixture_crash(&s);
    for (int i = 0; i < s.clients; i++) {
        client_enter(&s.client[i], s.client[i].code, false);
        assert_int_equal(s.client[i].hung_up, 0);
    }
    fixture_fini(&s);
}

/* ---- guests ---- */

static void sitting_and_rising_without_end_uses_nothing_up(void **state)
{
    struct fixture s;
    char rise[40];

    (void)state;
    fixture_init(&s, NULL);
    struct client *host = client_new(&s), *restless = client_new(&s);
    client_create(host, "en");
    assert_true(client_do(host, "sit", "{\"name\":\"Ann\"}"));
    client_enter(restless, host->code, false);
    client_room(host)->party.last_player = client_room(host)->party.last_guest = UINT16_MAX - 3;
    for (int i = 0; i < 10; i++) {
        struct client *late = client_new(&s);

        assert_true(client_do(restless, "sit", "{\"name\":\"Ben\"}"));
        snprintf(rise, sizeof rise, "{\"player\":%lld}",
                 (long long)client_person_number(host, "Ben", "player"));
        assert_true(client_do(restless, "rise", rise));
        client_enter(late, host->code, false);
        assert_true(client_do(late, "greet", NULL));
        assert_int_not_equal(late->conn->guest, host->conn->guest);
    }
    assert_true(client_do(restless, "sit", "{\"name\":\"Ben\"}"));
    assert_int_not_equal(client_person_number(host, "Ben", "player"),
                         client_person_number(host, "Ann", "player"));
    assert_true(client_do(host, "add_bot", "{\"level\":\"easy\"}"));
    fixture_fini(&s);
}

/* How many of them are taken. */
static int orders_in(struct client *c, int tries)
{
    char change[64];
    int taken = 0;

    for (int i = 0; i < tries; i++) {
        snprintf(change, sizeof change, "{\"name\":\"Restless %d\"}", i);
        if (!client_do(c, "sit", change))
            continue;
        taken++;
        snprintf(change, sizeof change, "{\"player\":%d}", client_room(c)->party.last_player);
        taken += client_do(c, "rise", change);
    }
    return taken;
}

/* Every order makes the log longer, and a log has an end. */
static void a_log_is_not_filled_by_spamming(void **state)
{
    struct fixture s;
    int taken = 0;

    (void)state;
    fixture_init(&s, NULL);
    s.house->services.guest_changes = 60;
    struct client *host = client_new(&s), *friend = client_new(&s);
    client_create(host, "en");
    assert_true(client_do(host, "sit", "{\"name\":\"Ann\"}"));
    client_enter(friend, host->code, false);
    assert_true(client_do(friend, "sit", "{\"name\":\"Ben\"}"));
    struct client *bad = client_new(&s);
    bad->address = 66;
    client_enter(bad, host->code, false);
    taken = orders_in(bad, 500);
    assert_string_equal(bad->refusal, "too_fast");
    assert_in_range(taken, 10, 150);
    /* Neither another device from there nor another line helps. */
    for (int i = 0; i < 20; i++) {
        struct client *again = i % 2 ? client_new(&s) : bad;

        again->address = 66;
        client_enter(again, host->code, false);
        taken += orders_in(again, 10);
    }
    assert_in_range(taken, 10, 250);
    /* The others are not held up: people at the table, and who comes from elsewhere. */
    for (int i = 0; i < 20; i++) {
        assert_true(client_do(host, "lock", i % 2 ? "{\"on\":false}" : "{\"on\":true}"));
        assert_true(client_do(friend, "change", "{\"player\":2,\"mark\":5}"));
    }
    struct client *late = client_new(&s);
    late->address = 5;
    client_enter(late, host->code, false);
    assert_true(client_do(late, "sit", "{\"name\":\"Cleo\"}"));
    /* Many addresses together fill no more than one room's share. */
    int64_t before = client_room(host)->head;
    for (int i = 0; i < 100; i++) {
        bad->address = 100 + (uint64_t)i;
        client_enter(bad, host->code, false);
        orders_in(bad, 30);
    }
    assert_true(client_room(host)->head - before < 1000);
    before = client_room(host)->head;
    fixture_pass(&s, HOUR);
    for (int minute = 0; minute < 60; minute++) {
        orders_in(bad, 200);
        fixture_pass(&s, MINUTE);
    }
    assert_true(client_room(host)->head - before < 5000); /* a million is the end */
    fixture_fini(&s);
}

/* A game that makes its log too long is ended: nobody can hurry that along. */
static void a_game_is_not_ended_by_spamming_moves(void **state)
{
    struct company p;
    struct move move;
    int taken = 0, refused = 0;

    (void)state;
    registry_init();
    assert_true(company_init(&p, registry_at(0), 3, 3));
    p.fixture.house->services.guest_changes = 3;
    for (int i = 0; i < 40 && company_until_move(&p, 0, &move); i++) {
        if (client_move(p.c[0], &move))
            taken++;
        else
            refused += strcmp(p.c[0]->refusal, "too_fast") == 0;
    }
    assert_in_range(taken, 3, 39);
    assert_true(refused > 0);
    assert_all_agree(&p);
    company_fini(&p);
}

/* While the room writes, requests wait: whoever looks on does not take the players' places. */
static void nobody_fills_the_queue(void **state)
{
    struct fixture s;
    int busy = 0;

    (void)state;
    fixture_init(&s, NULL);
    struct client *host = client_new(&s), *ben = client_new(&s), *bad[6];
    client_create(host, "en");
    assert_true(client_do(host, "sit", "{\"name\":\"Ann\"}"));
    client_enter(ben, host->code, false);
    assert_true(client_do(ben, "sit", "{\"name\":\"Ben\"}"));
    for (int i = 0; i < 6; i++) {
        bad[i] = client_new(&s);
        client_enter(bad[i], host->code, false);
    }
    s.together = true;
    client_do(host, "lock", "{\"on\":true}");
    for (int i = 0; i < 600; i++)
        client_send(bad[i % 6], "{\"n\":%d,\"do\":\"nothing\"}", i + 1);
    assert_in_range(client_room(host)->queued, 8, 32);
    client_do(ben, "change", "{\"player\":2,\"name\":\"Benno\"}");
    s.together = false;
    fixture_settle(&s);
    assert_int_equal(ben->acked, ben->n);
    for (int i = 0; i < 6; i++)
        busy += strcmp(bad[i]->refusal, "busy") == 0 || bad[i]->refused != 0;
    assert_int_equal(busy, 6);
    fixture_fini(&s);
}

/* Whoever asks waits for an answer, also where there is no place for the question. */
static void a_question_without_a_place_is_answered(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    struct client *host = client_new(&s), *asks = client_new(&s), *tries = client_new(&s);
    client_create(host, "en");
    assert_true(client_do(host, "sit", "{\"name\":\"Ann\"}"));
    client_enter(asks, host->code, false);
    client_enter(tries, host->code, false);
    s.together = true;
    client_do(host, "lock", "{\"on\":true}");
    for (int i = 0; i < 20; i++) {
        client_send(asks, "{\"ask\":\"keepsakes\",\"tag\":%d}", i);
        client_send(tries, "{\"try\":\"write\",\"seat\":0,\"tag\":%d}", i);
    }
    assert_true(client_told(asks, 19, "busy"));
    assert_int_equal(json_integer_value(json_object_get(tries->tried, "tried")), 19);
    assert_string_equal(json_string_value(json_object_get(tries->tried, "key")), "busy");
    s.together = false;
    fixture_settle(&s);
    fixture_fini(&s);
}

static const struct client *order_of[CLIENTS_MAX];
static int order_n;
static const struct socket_ops *real_socket;

static void note_order(void *socket, char *at, size_t len)
{
    if (order_n < CLIENTS_MAX)
        order_of[order_n++] = socket;
    real_socket->send(socket, at, len);
}

static void onlookers_are_bounded_and_come_last(void **state)
{
    struct fixture s;
    struct client *a, *b;
    enum { MOST = 20 };

    (void)state;
    fixture_init(&s, NULL);
    s.house->services.onlookers = MOST;
    fixture_two_at_table(&s, fixture_game(2), &a, &b);
    for (int i = 0; i < MOST + 5; i++) {
        struct client *watcher = client_new(&s);

        client_enter(watcher, a->code, false);
        assert_int_equal(watcher->hung_up, i < MOST ? 0 : 1013);
    }
    /* Players come back to a room that is full, and are told first. */
    client_drop(b);
    client_drop(a);
    client_enter(a, a->code, false);
    client_enter(b, a->code, false);
    assert_int_equal(a->hung_up, 0);
    assert_int_equal(b->hung_up, 0);
    struct socket_ops ops = *s.house->services.socket;
    real_socket = s.house->services.socket;
    ops.send = note_order;
    s.house->services.socket = &ops;
    order_n = 0;
    assert_true(client_do(a, "pause", NULL));
    assert_true(order_n >= MOST + 2);
    assert_true(order_of[0] == a || order_of[0] == b);
    assert_true(order_of[1] == a || order_of[1] == b);
    s.house->services.socket = real_socket;
    fixture_fini(&s);
}

static void a_name_can_be_seen(void **state)
{
    static const char *const unseen[] = {
        "\\u3164",        "\\u2800",        "\\u115F\\u1160", "\\uFFA0",        "\\u200D",
        "\\u2800\\u2800", "\\u3164\\uFE0F", "\\u00A0\\u3164", "\\u034F\\u17B4", "\\uFE0F\\u200D",
    };
    struct fixture s;
    char with[80];

    (void)state;
    fixture_init(&s, NULL);
    struct client *host = client_new(&s), *guest = client_new(&s);
    client_create(host, "en");
    assert_true(client_do(host, "sit", "{\"name\":\"Ann\"}"));
    client_enter(guest, host->code, false);
    for (size_t i = 0; i < sizeof unseen / sizeof unseen[0]; i++) {
        snprintf(with, sizeof with, "{\"name\":\"%s\"}", unseen[i]);
        assert_false(client_do(guest, "sit", with));
        assert_string_equal(guest->refusal, "name");
    }
    /* Nor do they make another's name one's own. */
    assert_false(client_do(guest, "sit", "{\"name\":\"Ann\\u3164\"}"));
    assert_string_equal(guest->refusal, "name_taken");
    assert_false(client_do(guest, "sit", "{\"name\":\"\\u2800Ann\"}"));
    assert_string_equal(guest->refusal, "name_taken");
    fixture_fini(&s);
}

/* Joiners, variation selectors, and letters of other scripts. */
static void a_name_does_not_look_like_anothers(void **state)
{
    static const char *const alike[] = {
        "A\\u200Dnn",      "Ann\\uFE0F",        "\\u0410nn", "Ann\\uFE0E",
        "A\\u034Fnn",      "An\\uDB40\\uDD00n", "\\u0391nn", "\\uFF21nn",
        "A\\u0578\\u0578", "\\uD835\\uDC00nn", /* a mathematical A */
    };
    static const char *const fine[] = {"Anne",
                                       "Hann",
                                       "Anna",
                                       "Ben",
                                       "\\u0410\\u043D\\u043D\\u0430",
                                       "\\uD83D\\uDC68\\u200D\\uD83D\\uDC69\\u200D\\uD83D\\uDC67"};
    struct fixture s;
    char with[80];

    (void)state;
    fixture_init(&s, NULL);
    struct client *host = client_new(&s), *guest = client_new(&s);
    client_create(host, "en");
    assert_true(client_do(host, "sit", "{\"name\":\"Ann\"}"));
    client_enter(guest, host->code, false);
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++) {
        snprintf(with, sizeof with, "{\"name\":\"%s\"}", alike[i]);
        if (client_do(guest, "sit", with))
            fail_msg("%s sits down beside Ann", alike[i]);
        assert_string_equal(guest->refusal, "name_alike");
    }
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        snprintf(with, sizeof with, "{\"name\":\"%s\"}", fine[i]);
        if (!client_do(guest, "sit", with))
            fail_msg("%s is refused: %s", fine[i], guest->refusal);
    }
    /* One's own name may be made to look otherwise. */
    snprintf(with, sizeof with, "{\"player\":%lld,\"name\":\"\\u0410nn\"}",
             (long long)client_person_number(host, "Ann", "player"));
    assert_true(client_do(host, "change", with));
    fixture_fini(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_not_guessed_of_open_rooms_either),
        cmocka_unit_test(a_day_of_guessing_finds_nothing),
        cmocka_unit_test(many_addresses_are_noticed_and_slowed_down),
        cmocka_unit_test(codes_grow_with_the_server),
        cmocka_unit_test(sitting_and_rising_without_end_uses_nothing_up),
        cmocka_unit_test(a_log_is_not_filled_by_spamming),
        cmocka_unit_test(a_game_is_not_ended_by_spamming_moves),
        cmocka_unit_test(nobody_fills_the_queue),
        cmocka_unit_test(a_question_without_a_place_is_answered),
        cmocka_unit_test(onlookers_are_bounded_and_come_last),
        cmocka_unit_test(a_name_can_be_seen),
        cmocka_unit_test(a_name_does_not_look_like_anothers),
    };

    return cmocka_run_group_tests_name("room strangers", tests, NULL, NULL);
}
