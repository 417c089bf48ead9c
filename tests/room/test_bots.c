/* Bots in rooms: they judge words as their group does, and no table waits for one that errs. */
#include "check.h"
#include "dream.h"
#include "fixture.h"
#include "lexicon/rulings.h"
#include "rules/play.h"

#include <stdio.h>
#include <string.h>

enum { STEP = 500 /* ms */, EVENING = 2 * 3600 * 1000 };

/* The group has voted that everything bots can think of is an animal. */
static void rule_on_all_words(struct room *r)
{
    struct sampler words = sampler_new(0);

    for (uint32_t i = 0; i < words.n_words; i++) {
        struct fact f = {.kind = WORD_RULED,
                         .arg = {NUM(RULED_ANIMAL), TEXT(words.words[i]), TEXT(STR("")), NUM(1)}};

        room_note_rulings(r, &f, 1);
    }
    assert_true(r->rulings->n > 0);
}

/* A strict table without animals where only bots sit; who opened it looks on. */
static struct client *table_of_bots(struct fixture *s, int bots, bool ruled)
{
    struct client *a = client_new(s);

    s->house->services.mind = dream_mind();
    client_create(a, "en");
    assert_true(client_do(a, "sit", "{\"name\":\"Ann\"}"));
    for (int i = 0; i < bots; i++)
        assert_true(client_do(a, "add_bot", "{\"level\":\"sharp\"}"));
    assert_true(client_do(a, "choose", "{\"game\":\"onemind\"}"));
    assert_true(client_do(a, "set", "{\"option\":\"referee\",\"value\":\"strict\"}"));
    assert_true(client_do(a, "set", "{\"option\":\"no_animals\",\"value\":\"true\"}"));
    if (ruled)
        rule_on_all_words(client_room(a));
    assert_true(client_do(a, "start", NULL));
    assert_true(client_do(a, "rise", "{\"player\":1}"));
    assert_true(client_do(a, "sit", "{\"name\":\"Ann again\"}"));
    return a;
}

static bool ends(struct fixture *s, const struct client *a)
{
    for (int64_t ms = 0; ms < EVENING; ms += STEP) {
        if (room_over(client_room(a)))
            return true;
        fixture_pass(s, STEP);
    }
    return false;
}

static int64_t refused(const struct fixture *s)
{
    return house_count(s->house).bots_refused;
}

static void bots_know_what_their_group_has_ruled(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    struct client *a = table_of_bots(&s, 3, true);
    assert_true(ends(&s, a));
    assert_int_equal(refused(&s), 0);
    fixture_fini(&s);
}

/* A dictionary that takes every word back: no animal when a bot asks, one when the table does. */
static char asked[4096][24];
static int asked_n;

static enum opinion animal_from_now_on(const struct lexicon *l, enum language lang, struct str word)
{
    char text[24];

    (void)l, (void)lang;
    snprintf(text, sizeof text, "%.*s", STR_FMT(str_shown(word)));
    for (int i = 0; i < asked_n; i++) {
        if (strcmp(asked[i], text) == 0)
            return OPINION_YES;
    }
    if (asked_n < 4096)
        memcpy(asked[asked_n++], text, sizeof text);
    return OPINION_NO;
}

static void no_table_waits_for_a_bot_that_is_refused(void **state)
{
    struct lexicon fickle = *lexicon_plain();
    struct fixture s;

    (void)state;
    asked_n = 0;
    fickle.animal = animal_from_now_on;
    fixture_init(&s, NULL);
    s.house->services.lexicon = &fickle;
    struct client *a = table_of_bots(&s, 3, false);
    assert_true(ends(&s, a));
    assert_true(refused(&s) > 0);
    fixture_fini(&s);
}

/* Seats that have explained themselves, by all that was sent. */
static seat_set explained(const struct client *c)
{
    static const char head[] = "\"thoughts\":[";
    seat_set seats = 0;

    for (const char *at = buf_cstr(&c->traffic); (at = strstr(at, head));) {
        json_t *list = json_loads(at + sizeof head - 2, JSON_DISABLE_EOF_CHECK, NULL), *one;
        size_t i;

        assert_true(json_is_array(list));
        json_array_foreach(list, i, one)
        {
            assert_true(json_is_string(json_object_get(one, "key")));
            assert_true(json_object_size(json_object_get(one, "args")) > 0);
            seats |= SEAT(json_integer_value(json_object_get(one, "seat")));
        }
        json_decref(list);
        at += sizeof head - 1;
    }
    return seats;
}

/* Whatever small things they do between a word and its reveal. */
static void bots_explain_themselves_after_the_reveal(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    struct client *a = table_of_bots(&s, 3, false);
    client_forget(a);
    assert_true(ends(&s, a));
    assert_int_equal(seats_count(explained(a)), 3);
    fixture_fini(&s);
}

/* Whoever stops a server does not wait for what bots have in mind. */
static void a_house_ends_while_bots_think(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    struct client *host = client_new(&s);
    client_create(host, "en");
    assert_true(client_do(host, "sit", "{\"name\":\"Ann\"}"));
    for (int i = 0; i < 3; i++)
        assert_true(client_do(host, "add_bot", "{\"level\":\"easy\"}"));
    assert_true(client_do(host, "start", NULL));
    struct room *r = client_room(host);
    room_wake(r);
    bots_forget(r);
    bots_plan(r); /* and nobody takes the thoughts */
    fixture_fini(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_house_ends_while_bots_think),
        cmocka_unit_test(bots_know_what_their_group_has_ruled),
        cmocka_unit_test(no_table_waits_for_a_bot_that_is_refused),
        cmocka_unit_test(bots_explain_themselves_after_the_reveal),
    };

    return cmocka_run_group_tests_name("room bots", tests, NULL, NULL);
}
