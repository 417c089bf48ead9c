/* A person goes to another device: by a ticket of the old one, or because the host says yes. */
#include "check.h"
#include "fixture.h"

#include <stdio.h>
#include <string.h>

static struct client *come(struct fixture *s, const char *code)
{
    struct client *c = client_new(s);

    client_enter(c, code, false);
    return c;
}

/* The ticket that a device is given for all its players, or one of them. */
static const char *ticket_of(struct client *c, int64_t player)
{
    static char text[16];

    client_send(c, "{\"ask\":\"ticket\",\"tag\":7,\"with\":{\"player\":%lld}}", (long long)player);
    const char *told = json_string_value(json_object_get(c->told, "ticket"));
    snprintf(text, sizeof text, "%s", told ? told : "");
    return text;
}

static bool take(struct client *c, const char *ticket)
{
    char with[60];

    snprintf(with, sizeof with, "{\"ticket\":\"%s\"}", ticket);
    return client_do(c, "take", with);
}

/* Why a question was not answered with yes; NULL: it was. */
static const char *claim(struct client *c, int64_t player)
{
    client_send(c, "{\"ask\":\"claim\",\"tag\":8,\"with\":{\"player\":%lld}}", (long long)player);
    return json_string_value(json_object_get(c->told, "key"));
}

static const json_t *claims(const struct client *c)
{
    return json_object_get(json_object_get(c->room, "guests"), "claims");
}

static bool give(struct client *host, int64_t visitor, int64_t player)
{
    char with[60];

    snprintf(with, sizeof with, "{\"visitor\":%lld,\"player\":%lld}", (long long)visitor,
             (long long)player);
    return client_do(host, "give", with);
}

static int64_t number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static int64_t first_claim(const struct client *c)
{
    return number(json_array_get(claims(c), 0), "visitor");
}

static void a_seat_goes_to_another_phone(void **state)
{
    struct two *t = *state;
    struct client *ann = t->a, *ben = t->b;

    fixture_pass(&t->fixture, 30000);
    int64_t before = client_person_number(ann, "Ben", "guest");
    const char *ticket = ticket_of(ben, 0);
    assert_int_equal(strlen(ticket), CODE_MAX);
    assert_int_equal(number(ben->told, "for"), 300000);

    struct client *next = come(&t->fixture, ann->code);
    assert_true(take(next, ticket));
    assert_int_equal(next->guest == 0 ? next->conn->guest : next->guest,
                     client_person_number(ann, "Ben", "guest"));
    assert_int_not_equal(client_person_number(ann, "Ben", "guest"), before); /* all can see it */
    assert_true(party_seats_of(&client_room(next)->party, next->conn->guest));
    assert_agrees(next);
    assert_agrees(ann);
    assert_int_equal(ben->hung_up, 4012);
    assert_string_equal(ben->error, "moved");

    /* The old token opens nothing, also as a screen and after a restart. */
    for (int crash = 0; crash < 2; crash++) {
        for (int screen = 0; screen < 2; screen++) {
            ben->screen = screen;
            client_enter(ben, ann->code, true);
            assert_int_equal(ben->hung_up, 4012);
        }
        fixture_crash(&t->fixture);
        client_enter(ann, ann->code, false);
        client_enter(next, ann->code, true);
        assert_int_equal(next->hung_up, 0);
        assert_agrees(next);
    }
    /* Nobody was away: the game goes on with both. */
    fixture_pass(&t->fixture, 20000);
    assert_int_equal(client_room(ann)->match.table->core.away, 0);
}

static void a_ticket_is_good_once_here_and_for_a_while(void **state)
{
    struct two *t = *state;
    struct client *ann = t->a, *ben = t->b;
    char ticket[16];

    struct client *stranger = come(&t->fixture, ann->code), *next = come(&t->fixture, ann->code);

    assert_string_equal(ticket_of(stranger, 0), ""); /* nobody to carry */
    assert_string_equal(ticket_of(ann, client_person_number(ann, "Ben", "player")), "");
    assert_false(take(stranger, "WWWWWWW"));
    assert_string_equal(stranger->refusal, "no_ticket");

    /* Whoever asks again, as a phone does that was asleep, is told the same one; shortly before its
     * end the next one replaces it, and time ends that. */
    snprintf(ticket, sizeof ticket, "%s", ticket_of(ben, 0));
    assert_string_equal(ticket_of(ben, 0), ticket);
    assert_string_equal(ticket_of(ben, client_person_number(ben, "Ben", "player")), ticket);
    fixture_pass(&t->fixture, 269000);
    assert_string_equal(ticket_of(ben, 0), ticket);
    fixture_pass(&t->fixture, 2000);
    const char *later = ticket_of(ben, 0);
    assert_string_not_equal(later, ticket);
    assert_false(take(next, ticket));
    fixture_pass(&t->fixture, 301000);
    assert_false(take(next, later));
    assert_string_equal(next->refusal, "no_ticket");

    /* It is of this table alone, … */
    snprintf(ticket, sizeof ticket, "%s", ticket_of(ben, 0));
    struct client *elsewhere = client_new(&t->fixture);
    client_create(elsewhere, "en");
    assert_false(take(elsewhere, ticket));
    assert_string_equal(elsewhere->refusal, "no_ticket");
    /* … not for the device that it is of, nor for a screen, … */
    assert_false(take(ben, ticket));
    assert_string_equal(ben->refusal, "ticket_own");
    struct client *tv = client_screen(&t->fixture, ann->code);
    assert_false(take(tv, ticket));
    assert_string_equal(tv->refusal, "screen_sits");
    /* … and once. */
    assert_true(take(next, ticket));
    assert_false(take(stranger, ticket));
    assert_string_equal(stranger->refusal, "no_ticket");
    assert_agrees(next);
}

/* Said as often as one likes it would be a code of seven characters to guess. */
static void tickets_are_not_guessed(void **state)
{
    struct two *t = *state;
    struct client *ann = t->a, *ben = t->b;
    int tries = 0;

    struct client *stranger = come(&t->fixture, ann->code);
    for (; tries < 200; tries++) {
        fixture_pass(&t->fixture, 1000); /* orders have a pace of their own */
        take(stranger, "WWWWWWW");
        if (strcmp(stranger->refusal, "no_ticket") != 0)
            break;
    }
    assert_string_equal(stranger->refusal, "too_many_tries");
    assert_in_range(tries, 10, 100);
    assert_false(take(stranger, ticket_of(ben, 0))); /* also not with the right one */
}

static void who_leads_the_table_still_does(void **state)
{
    struct two *t = *state;
    struct client *ann = t->a, *ben = t->b;
    char with[60];

    snprintf(with, sizeof with, "{\"player\":%lld}",
             (long long)client_person_number(ann, "Ben", "player"));
    assert_true(client_do(ann, "second", with));
    struct client *host = come(&t->fixture, ann->code), *second = come(&t->fixture, ann->code);

    assert_true(take(second, ticket_of(ben, 0)));
    assert_true(take(host, ticket_of(ann, 0)));
    assert_int_equal(client_room(host)->party.host, host->conn->guest);
    assert_int_equal(client_room(host)->party.second, second->conn->guest);
    assert_true(client_do(host, "pause", NULL));
    assert_true(client_do(second, "resume", NULL));
    fixture_crash(&t->fixture);
    client_enter(host, host->code, false);
    client_enter(second, host->code, false);
    assert_true(client_do(host, "lock", "{\"on\":true}"));
    assert_true(client_do(second, "lock", "{\"on\":false}"));
}

/* One of two who share a phone gets one of their own; the other stays. */
static void one_of_two_goes(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    struct client *ann = client_new(&s);
    client_create(ann, "en");
    assert_true(client_do(ann, "sit", "{\"name\":\"Ann\"}"));
    assert_true(client_do(ann, "sit", "{\"name\":\"Ben\"}"));
    struct client *ben = come(&s, ann->code);
    assert_true(take(ben, ticket_of(ann, client_person_number(ann, "Ben", "player"))));
    assert_int_equal(ann->hung_up, 0);
    assert_int_equal(client_person_number(ann, "Ann", "guest"), ann->conn->guest);
    assert_int_equal(client_person_number(ann, "Ben", "guest"), ben->conn->guest);
    assert_int_equal(client_room(ann)->party.host, ann->conn->guest);
    /* And back again, to one that has a player already. */
    assert_true(take(ann, ticket_of(ben, 0)));
    assert_int_equal(ben->hung_up, 4012);
    assert_int_equal(client_person_number(ann, "Ben", "guest"), ann->conn->guest);
    fixture_fini(&s);
}

static void a_ticket_opens_the_door_but_not_for_who_was_shown_out(void **state)
{
    struct fixture s;
    struct client *ann, *ben;

    (void)state;
    fixture_init(&s, NULL);
    ann = client_new(&s);
    client_create(ann, "en");
    assert_true(client_do(ann, "sit", "{\"name\":\"Ann\"}"));
    ben = come(&s, ann->code);
    assert_true(client_do(ben, "sit", "{\"name\":\"Ben\"}"));
    struct client *barred = come(&s, ann->code);
    assert_true(client_do(barred, "sit", "{\"name\":\"Mallory\"}"));
    char with[60];
    snprintf(with, sizeof with, "{\"player\":%lld}",
             (long long)client_person_number(ann, "Mallory", "player"));
    assert_true(client_do(ann, "remove", with));
    assert_true(client_do(ann, "password", "{\"password\":\"open sesame\"}"));
    assert_true(client_do(ann, "lock", "{\"on\":true}"));

    const char *ticket = ticket_of(ben, 0);
    const char *const tickets[] = {"WWWWWWW", ticket};
    for (int right = 0; right < 2; right++) {
        struct client *next = client_new(&s);

        next->conn = house_open(s.house, next, 5);
        client_send(next, "{\"hello\":1,\"room\":\"%s\",\"token\":\"%s\",\"ticket\":\"%s\"}",
                    ann->code, next->token, tickets[right]);
        if (right) {
            assert_true(take(next, ticket));
            assert_int_equal(ben->hung_up, 4012);
        } else {
            assert_string_equal(json_string_value(json_object_get(next->last, "knock")),
                                "password");
            assert_false(take(next, ticket)); /* it is not in */
        }
    }
    const char *hers = ticket_of(ann, 0);
    client_drop(barred);
    barred->hung_up = 0;
    barred->conn = house_open(s.house, barred, 6);
    client_send(barred, "{\"hello\":1,\"room\":\"%s\",\"token\":\"%s\",\"ticket\":\"%s\"}",
                ann->code, barred->token, hers);
    assert_int_equal(barred->hung_up, 4008);
    fixture_fini(&s);
}

static void the_host_gives_the_seat_of_who_is_away(void **state)
{
    struct two *t = *state;
    struct client *ann = t->a, *ben = t->b;

    fixture_pass(&t->fixture, 30000);
    int64_t player = client_person_number(ann, "Ben", "player");
    struct client *next = come(&t->fixture, ann->code), *other = come(&t->fixture, ann->code);

    assert_string_equal(claim(next, player), "player_here");
    assert_string_equal(claim(next, 999), "player_here");
    client_drop(ben);
    fixture_settle(&t->fixture);
    assert_null(claim(next, player));
    assert_int_equal(number(next->told, "visitor"), first_claim(ann));
    assert_int_equal(number(json_array_get(claims(ann), 0), "player"), player);

    /* Only the host answers, and only for what was asked. */
    assert_false(give(other, first_claim(ann), player));
    assert_string_equal(other->refusal, "not_host");
    assert_false(give(ann, first_claim(ann), client_person_number(ann, "Ann", "player")));
    assert_false(give(ann, first_claim(ann) + 100, player));
    assert_string_equal(ann->refusal, "no_visitor");

    /* Who is back keeps the seat. */
    int64_t asked = first_claim(ann);
    client_enter(ben, ann->code, true);
    fixture_settle(&t->fixture);
    assert_null(claims(ann));
    assert_false(give(ann, asked, player));
    assert_string_equal(ann->refusal, "player_here");

    /* Declined is declined; asked again it is given. */
    client_drop(ben);
    fixture_settle(&t->fixture);
    assert_int_equal(json_array_size(claims(ann)), 1);
    client_send(other, "{\"ask\":\"decline\",\"tag\":9,\"with\":{\"visitor\":%lld}}",
                (long long)asked);
    assert_int_equal(json_array_size(claims(ann)), 1);
    client_send(ann, "{\"ask\":\"decline\",\"tag\":9,\"with\":{\"visitor\":%lld}}",
                (long long)asked);
    assert_null(claims(ann));
    assert_null(claim(next, player));
    fixture_pass(&t->fixture, 10000); /* the table has noticed that Ben is away */
    assert_true(client_room(ann)->match.table->core.away);
    assert_true(give(ann, first_claim(ann), player));
    fixture_pass(&t->fixture, 1000);
    assert_int_equal(client_room(ann)->match.table->core.away, 0);
    assert_null(claims(ann));
    assert_int_equal(client_person_number(ann, "Ben", "guest"), next->conn->guest);
    assert_agrees(next);
    client_enter(ben, ann->code, true);
    assert_int_equal(ben->hung_up, 4012);
    /* Again and again the host is not asked. */
    client_drop(next);
    fixture_settle(&t->fixture);
    int asks = 0;
    while (asks < 20 && !claim(other, player))
        asks++;
    assert_in_range(asks, 1, 6);
    assert_string_equal(claim(other, player), "too_fast");
}

/* Whose battery is dead plays on the phone of a friend. The second host gives no host's seat away.
 */
static void a_friend_takes_somebody_in(void **state)
{
    struct two *t = *state;
    struct client *ann = t->a, *ben = t->b;
    char with[60];

    int64_t hers = client_person_number(ann, "Ann", "player"),
            his = client_person_number(ann, "Ben", "player");
    snprintf(with, sizeof with, "{\"player\":%lld}", (long long)his);
    assert_true(client_do(ann, "second", with));
    client_drop(ann);
    fixture_settle(&t->fixture);
    struct client *other = come(&t->fixture, ben->code);
    assert_null(claim(other, hers));
    assert_false(give(ben, first_claim(ben), hers));
    assert_string_equal(ben->refusal, "not_host");
    fixture_pass(&t->fixture, 25000); /* Ben is the host now */
    assert_null(claim(ben, hers));
    assert_true(give(ben, number(ben->told, "visitor"), hers));
    assert_int_equal(seats_count(party_seats_of(&client_room(ben)->party, ben->conn->guest)), 2);
    assert_agrees(ben);
    fixture_crash(&t->fixture);
    client_enter(ben, ben->code, false);
    assert_agrees(ben);
    client_enter(ann, ben->code, false);
    assert_int_equal(ann->hung_up, 4012);
}

/* A snapshot knows of it, and whoever sat down since has the room's memory of the old device. */
static void a_new_game_remembers_who_moved(void **state)
{
    struct two *t = *state;
    struct client *ann = t->a, *ben = t->b;

    struct client *next = come(&t->fixture, ann->code);
    assert_true(take(next, ticket_of(ben, 0)));
    assert_true(client_do(ann, "lobby", NULL));
    assert_true(client_do(ann, "start", NULL));
    fixture_crash(&t->fixture);
    client_enter(ann, ann->code, false);
    client_enter(next, ann->code, false);
    client_enter(ben, ann->code, false);
    assert_int_equal(ben->hung_up, 4012);
    assert_agrees(next);
    /* With another token the old device is a stranger like any other. */
    ben->token[0] = 'x';
    client_enter(ben, ann->code, false);
    assert_int_equal(ben->hung_up, 0);
    assert_int_equal(ben->conn->guest, NO_GUEST);
}

/* Alone with bots: while a ticket is good the room waits for it. */
static void an_empty_room_waits_for_its_ticket(void **state)
{
    struct fixture s;
    char ticket[16];

    (void)state;
    fixture_init(&s, NULL);
    struct client *ann = client_new(&s);
    client_create(ann, "en");
    assert_true(client_do(ann, "sit", "{\"name\":\"Ann\"}"));
    snprintf(ticket, sizeof ticket, "%s", ticket_of(ann, 0));
    client_drop(ann);
    fixture_pass(&s, 200000);
    struct client *next = come(&s, ann->code);
    assert_true(take(next, ticket));
    assert_int_equal(client_room(next)->party.host, next->conn->guest);
    struct code code = client_room(next)->party.code;
    client_drop(next);
    fixture_pass(&s, 400000);
    assert_null(door_find(s.house, &code)->room); /* and not for ever */
    fixture_fini(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        OF_TWO(a_seat_goes_to_another_phone),
        OF_TWO(a_ticket_is_good_once_here_and_for_a_while),
        OF_TWO(tickets_are_not_guessed),
        OF_TWO(who_leads_the_table_still_does),
        cmocka_unit_test(one_of_two_goes),
        cmocka_unit_test(a_ticket_opens_the_door_but_not_for_who_was_shown_out),
        OF_TWO(the_host_gives_the_seat_of_who_is_away),
        OF_TWO(a_friend_takes_somebody_in),
        OF_TWO(a_new_game_remembers_who_moved),
        cmocka_unit_test(an_empty_room_waits_for_its_ticket),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
