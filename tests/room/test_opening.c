/* Before a game and around it: its explanation and 3-2-1, practice, who plays with whom, and a
 * television that is lent to a table. */
#include "check.h"
#include "fixture.h"
#include "rules/registry.h"

#include <stdio.h>
#include <string.h>

enum { EXPLANATION = 10000, COUNTDOWN = 3000 };

/* As company_init(), but games are explained, and nothing has begun. */
static void company_in_lobby(struct company *p, const struct book *b, int seats)
{
    assert_true(company_init(p, b, seats, 7));
    assert_true(client_do(p->c[0], "lobby", NULL));
    p->fixture.house->services.opening = EXPLANATION;
    client_room(p->c[0])->party.met = 0;
}

static bool in_table(const struct client *c, const char *key)
{
    return json_object_get(json_object_get(c->room, "table"), key);
}

static int64_t shown_time(const struct client *c)
{
    return json_integer_value(json_object_get(c->last, "at"));
}

static const struct book *first_game(void)
{
    return registry_find(str_of(fixture_game(2)));
}

/* ---- the opening ---- */

static void nobody_s_clock_runs_before_the_game_was_explained(void **state)
{
    struct company p;

    (void)state;
    company_in_lobby(&p, first_game(), 2);
    struct client *host = p.c[0];
    assert_true(client_do(host, "start", NULL));
    assert_true(in_table(host, "opening") && in_table(p.tv, "opening"));
    assert_int_equal(shown_time(host), -EXPLANATION - COUNTDOWN);
    fixture_pass(&p.fixture, EXPLANATION + COUNTDOWN - 100);
    const struct room *r = client_room(host);
    assert_int_equal(room_now(r), 0);
    assert_int_equal(r->match.records, 1); /* the table was laid, and nothing else */
    assert_true(in_table(host, "opening"));
    fixture_pass(&p.fixture, 600);
    assert_false(in_table(host, "opening") || in_table(p.tv, "opening"));
    assert_int_equal(room_now(r), 500);
    assert_all_agree(&p);
    company_fini(&p);
}

static void a_move_during_the_opening_is_refused(void **state)
{
    struct company p;
    struct move move;

    (void)state;
    company_in_lobby(&p, first_game(), 2);
    assert_true(client_do(p.c[0], "start", NULL));
    assert_true(play_propose(client_room(p.c[0])->match.table, seats_all(2), &p.sampler, &move));
    assert_false(client_move(p.c[move.seat], &move));
    assert_string_equal(p.c[move.seat]->refusal, "opening");
    fixture_pass(&p.fixture, EXPLANATION + COUNTDOWN + 10);
    assert_true(client_move(p.c[move.seat], &move));
    company_fini(&p);
}

static void the_host_skips_an_explanation_but_not_three_two_one(void **state)
{
    struct company p;

    (void)state;
    company_in_lobby(&p, first_game(), 2);
    assert_true(client_do(p.c[0], "start", NULL));
    fixture_pass(&p.fixture, 2000);
    assert_false(client_do(p.c[1], "go", NULL));
    assert_string_equal(p.c[1]->refusal, "not_host");
    assert_true(client_do(p.c[0], "go", NULL));
    assert_int_equal(shown_time(p.c[1]), -COUNTDOWN);
    assert_false(client_do(p.c[0], "go", NULL));
    assert_string_equal(p.c[0]->refusal, "no_opening");
    fixture_pass(&p.fixture, COUNTDOWN - 10);
    assert_true(in_table(p.tv, "opening"));
    fixture_pass(&p.fixture, 20);
    assert_false(in_table(p.tv, "opening"));
    assert_false(client_do(p.c[0], "go", NULL));
    company_fini(&p);
}

static void a_table_is_explained_a_game_once(void **state)
{
    struct company p;

    (void)state;
    company_in_lobby(&p, first_game(), 2);
    assert_true(client_do(p.c[0], "start", NULL));
    assert_true(client_do(p.c[0], "lobby", NULL));
    /* Also when it is read again from its log, and from a snapshot. */
    for (int i = 0; i < 2; i++) {
        assert_true(client_do(p.c[0], "start", NULL));
        assert_int_equal(shown_time(p.c[0]), -COUNTDOWN);
        fixture_crash(&p.fixture);
        p.fixture.house->services.opening = EXPLANATION;
        company_return(&p);
        assert_true(client_do(p.c[0], "lobby", NULL));
    }
    company_fini(&p);
}

static void after_a_restart_the_first_card_has_all_its_time(void **state)
{
    struct company p;

    (void)state;
    company_in_lobby(&p, first_game(), 2);
    assert_true(client_do(p.c[0], "start", NULL));
    fixture_pass(&p.fixture, EXPLANATION);
    fixture_crash(&p.fixture);
    company_return(&p);
    assert_int_equal(room_now(client_room(p.c[0])), 0);
    assert_false(in_table(p.c[0], "opening"));
    assert_all_agree(&p);
    company_fini(&p);
}

static void an_opening_waits_while_the_table_is_paused(void **state)
{
    struct company p;

    (void)state;
    company_in_lobby(&p, first_game(), 2);
    assert_true(client_do(p.c[0], "start", NULL));
    fixture_pass(&p.fixture, 1000);
    assert_true(client_do(p.c[0], "pause", NULL));
    fixture_pass(&p.fixture, 60000);
    assert_true(in_table(p.c[1], "opening"));
    assert_int_equal(p.fixture.house->services.running, 0);
    assert_true(client_do(p.c[0], "resume", NULL));
    assert_int_equal(shown_time(p.c[1]), 1000 - EXPLANATION - COUNTDOWN);
    assert_true(client_do(p.c[0], "go", NULL));
    assert_int_equal(p.fixture.house->services.running, 1);
    fixture_pass(&p.fixture, COUNTDOWN + 10);
    assert_false(in_table(p.c[1], "opening"));
    company_fini(&p);
}

/* ---- practice ---- */

/* True when it was left for the lobby, false when it came to an end of its own. */
static bool practised(struct company *p)
{
    struct room *r = client_room(p->c[0]);

    for (int step = 0; step < 20000 && r->party.playing; step++) {
        struct move move;

        room_wake(r); /* a table that lies still is packed */
        if (room_over(r))
            break;
        if (step % 4 && play_propose(r->match.table, seats_all(p->seats), &p->sampler, &move))
            client_move(p->c[move.seat], &move);
        else
            fixture_pass(&p->fixture, 500 + (int64_t)sampler_below(&p->sampler, 9000));
    }
    fixture_settle(&p->fixture); /* what was decided is stored and shown */
    return !r->party.playing;
}

static void every_game_can_be_practised_for_a_round(void **state)
{
    (void)state;
    for (int i = 0; i < registry_count(); i++) {
        registry_init(); /* the last company has taken the games along */
        const struct book *b = registry_at(i);
        struct company p;
        int left = 0;

        company_in_lobby(&p, b, b->game->min_seats);
        for (int again = 0; again < 4; again++) {
            assert_true(client_do(p.c[0], "start", "{\"practice\":true}"));
            assert_true(in_table(p.c[0], "practice") && in_table(p.tv, "practice"));
            bool left_now = practised(&p);
            left += left_now;
            if (left_now)
                assert_string_equal(client_section(p.c[1], "lobby", "ended"), "practice");
            else
                assert_true(client_do(p.c[0], "lobby", NULL));
            assert_all_agree(&p);
        }
        if (!left)
            fail_msg("%s: practice never ended after a round", b->game->id);
        assert_true(client_do(p.c[0], "start", NULL));
        assert_false(in_table(p.c[0], "practice"));
        company_fini(&p);
    }
}

/* A level that is won counts, unless it was for practice. */
static void practice_wins_no_level(void **state)
{
    int with_levels = 0;

    (void)state;
    while (!registry_at(with_levels)->game->level)
        with_levels++;
    for (int practice = 0; practice < 2; practice++) {
        struct company p;

        registry_init();
        company_in_lobby(&p, registry_at(with_levels), 2);
        assert_true(client_do(p.c[0], "start", practice ? "{\"practice\":true}" : NULL));
        struct room *r = client_room(p.c[0]);
        r->match.table->core.outcome = OUTCOME_WON;
        change_commit(change_begin(r, STR("clock"), NULL, 0)); /* nothing yet: no record */
        struct change *c = change_begin(r, STR("table"), NULL, 0);
        assert_true(change_act(c, NO_SEAT, ACT_LEAVE, &NUM(1)));
        change_commit(c);
        fixture_settle(&p.fixture);
        assert_int_equal(party_won(&r->party, r->match.setup.book, LANG_EN) == NULL, practice);
        company_fini(&p);
    }
}

/* ---- teams ---- */

static int team_of(const struct client *c, const char *section, const char *name)
{
    json_t *people = json_object_get(c->room, "people");
    json_t *teams = json_object_get(json_object_get(c->room, section), "teams");
    size_t i;
    json_t *one;

    json_array_foreach(people, i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "name")), name) == 0)
            return (int)json_integer_value(json_array_get(teams, i));
    }
    return -1;
}

static const struct book *game_in_pairs(int seats)
{
    for (int i = 0; i < registry_count(); i++) {
        struct setup s;

        setup_default(&s, registry_at(i));
        s.seats = seats;
        if (registry_at(i)->game->team && registry_at(i)->game->team(&s, 0) >= 0 &&
            registry_at(i)->game->max_seats >= seats)
            return registry_at(i);
    }
    return NULL;
}

static void T_1_the_lobby_tells_who_plays_with_whom(void **state)
{
    struct company p;

    (void)state;
    company_in_lobby(&p, game_in_pairs(4), 4);
    struct client *host = p.c[0];
    assert_int_equal(team_of(host, "lobby", "P0"), team_of(host, "lobby", "P2"));
    assert_int_not_equal(team_of(host, "lobby", "P0"), team_of(host, "lobby", "P1"));
    char swap[64];
    snprintf(swap, sizeof swap, "{\"player\":%d,\"with\":%d}",
             (int)client_person_number(host, "P2", "player"),
             (int)client_person_number(host, "P1", "player"));
    assert_true(client_do(host, "swap", swap));
    assert_int_equal(team_of(host, "lobby", "P0"), team_of(host, "lobby", "P1"));
    assert_false(client_do(p.c[1], "swap", swap));
    assert_true(client_do(host, "start", NULL));
    assert_int_equal(team_of(p.tv, "table", "P0"), team_of(p.tv, "table", "P1"));
    assert_int_not_equal(team_of(p.tv, "table", "P0"), team_of(p.tv, "table", "P3"));
    assert_all_agree(&p);
    company_fini(&p);
}

static void mixing_gives_somebody_another_partner_each_time(void **state)
{
    struct company p;
    int met[4] = {0};

    (void)state;
    company_in_lobby(&p, game_in_pairs(4), 4);
    for (int i = 0, before = 2; i < 40; i++) {
        int partner = 1;

        assert_true(client_do(p.c[0], "mix", NULL));
        for (int k = 1; k < 4; k++) {
            char name[8];

            snprintf(name, sizeof name, "P%d", k);
            if (team_of(p.c[0], "lobby", name) == team_of(p.c[0], "lobby", "P0"))
                partner = k;
        }
        assert_int_not_equal(partner, before);
        before = partner;
        met[partner]++;
    }
    assert_true(met[1] && met[2] && met[3]);
    company_fini(&p);
}

/* ---- televisions ---- */

static struct client *television(struct fixture *s)
{
    struct client *tv = client_new(s);

    tv->conn = house_open(s->house, tv, 99);
    client_send(tv, "{\"hello\":1,\"tv\":true,\"token\":\"%s\"}", tv->token);
    return tv;
}

static const char *tv_says(const struct client *tv, const char *key)
{
    return json_string_value(json_object_get(json_object_get(tv->last, "tv"), key));
}

static const char *lend(struct client *host, const char *code)
{
    client_send(host, "{\"ask\":\"tv\",\"with\":{\"code\":\"%s\"},\"tag\":5}", code);
    const char *key = json_string_value(json_object_get(host->last, "key"));
    return key ? key : "";
}

static void a_television_is_lent_by_its_code_once_and_for_five_minutes(void **state)
{
    struct company p;
    char code[16], old[16];

    (void)state;
    assert_true(company_init(&p, first_game(), 2, 3));
    struct client *tv = television(&p.fixture), *late = television(&p.fixture);
    snprintf(code, sizeof code, "%s", tv_says(tv, "code"));
    snprintf(old, sizeof old, "%s", tv_says(late, "code"));
    assert_int_equal(strlen(code), strlen(p.c[0]->code));
    assert_string_not_equal(code, old);
    client_send(tv, "{\"ping\":4}");
    assert_int_equal(json_integer_value(json_object_get(tv->last, "pong")), 4);
    assert_string_equal(lend(p.c[1], code), "not_host");
    assert_string_equal(lend(p.c[0], "22222"), "no_tv");
    assert_string_equal(lend(p.c[0], code), "");
    assert_string_equal(tv_says(tv, "room"), p.c[0]->code);
    assert_string_equal(lend(p.c[0], code), "no_tv");
    fixture_pass(&p.fixture, 5 * 60 * 1000 + 1);
    assert_string_equal(lend(p.c[0], old), "no_tv");
    client_drop(late);
    client_drop(tv);
    company_fini(&p);
}

static void guessing_codes_of_televisions_is_limited(void **state)
{
    struct company p;
    int tries = 0;

    (void)state;
    assert_true(company_init(&p, first_game(), 2, 3));
    while (tries < 200 && strcmp(lend(p.c[0], "22222"), "no_tv") == 0)
        tries++;
    assert_string_equal(lend(p.c[0], "22222"), "too_many_tries");
    assert_in_range(tries, 10, 100);
    company_fini(&p);
}

/* Tests ask for games before there is a room. */
static int games_are_known(void **state)
{
    (void)state;
    registry_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(nobody_s_clock_runs_before_the_game_was_explained, games_are_known),
        cmocka_unit_test_setup(a_move_during_the_opening_is_refused, games_are_known),
        cmocka_unit_test_setup(the_host_skips_an_explanation_but_not_three_two_one,
                               games_are_known),
        cmocka_unit_test_setup(a_table_is_explained_a_game_once, games_are_known),
        cmocka_unit_test_setup(after_a_restart_the_first_card_has_all_its_time, games_are_known),
        cmocka_unit_test_setup(an_opening_waits_while_the_table_is_paused, games_are_known),
        cmocka_unit_test_setup(every_game_can_be_practised_for_a_round, games_are_known),
        cmocka_unit_test_setup(practice_wins_no_level, games_are_known),
        cmocka_unit_test_setup(T_1_the_lobby_tells_who_plays_with_whom, games_are_known),
        cmocka_unit_test_setup(mixing_gives_somebody_another_partner_each_time, games_are_known),
        cmocka_unit_test_setup(a_television_is_lent_by_its_code_once_and_for_five_minutes,
                               games_are_known),
        cmocka_unit_test_setup(guessing_codes_of_televisions_is_limited, games_are_known),
    };

    return cmocka_run_group_tests_name("room opening", tests, NULL, NULL);
}
