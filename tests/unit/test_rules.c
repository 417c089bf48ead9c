/* The rules core: schemas, votes, options, decks, clocks, logs, seats. */
#include "check.h"
#include "match_fixture.h"
#include "rules/clock.h"
#include "rules/deck.h"
#include "rules/record.h"
#include "rules/registry.h"
#include "rules/setup.h"
#include "rules/vote.h"

#include <string.h>

/* ---- schemas ---- */

static struct schema parsed(const char *spec)
{
    struct schema s;

    assert_int_equal(schema_parse(&s, spec), 0);
    return s;
}

static bool decodes(const char *spec, const char *json, struct args *out, const char **reason)
{
    static const char *const phases[] = {"one", "two", NULL};
    struct names names = {4, phases, phases};
    struct schema s = parsed(spec);
    struct schema_problem problem = {0};
    struct jr_problem ignored;
    json_t *object = jr_parse(str_of(json), &ignored);
    bool ok = schema_decode(&s, &names, object, out, &problem);

    if (reason)
        *reason = problem.reason;
    json_decref(object);
    return ok;
}

static void schemas_decode_every_type(void **state)
{
    struct args a;

    (void)state;
    assert_true(decodes("b:bool i:int:1..6 s:seat set:seats l:letter ms:time c:x|y|z p:phase",
                        "{\"b\":true,\"i\":6,\"s\":3,\"set\":[0,2],\"l\":\"Z\",\"ms\":1500,"
                        "\"c\":\"z\",\"p\":\"two\"}",
                        &a, NULL));
    static const int64_t expected[] = {1, 6, 3, 5, 25, 1500, 2, 1};
    for (int i = 0; i < 8; i++)
        assert_int_equal(a.v[i].i, expected[i]);
    assert_true(decodes("l:list o:bool?", "{\"l\":[1,255,0]}", &a, NULL));
    assert_int_equal(a.v[0].s.len, 3);
    assert_memory_equal(a.list[0], "\x01\xff\x00", 3);
    assert_int_equal(a.v[1].i, 0);
}

static void wrong(const char *spec, const char *json, const char *expected)
{
    const char *reason;
    struct args a;

    assert_false(decodes(spec, json, &a, &reason));
    assert_string_equal(reason, expected);
}

static void schemas_refuse_wrong_arguments(void **state)
{
    (void)state;
    wrong("a:int", "{}", "missing");
    wrong("a:int", "{\"a\":1,\"b\":2}", "unknown");
    wrong("a:int", "{\"a\":\"1\"}", "type");
    wrong("a:int", "{\"a\":1.5}", "type");
    wrong("a:int:1..6", "{\"a\":7}", "range");
    wrong("a:int", "{\"a\":-1}", "range");
    wrong("a:seat", "{\"a\":4}", "range");
    wrong("a:seats", "{\"a\":[0,4]}", "type");
    wrong("a:letter", "{\"a\":\"AA\"}", "type");
    wrong("a:x|y", "{\"a\":\"q\"}", "range");
    wrong("a:phase", "{\"a\":\"three\"}", "range");
    wrong("a:list", "{\"a\":[256]}", "type");
    wrong("a:bool", "{\"a\":0}", "type");
    wrong("a:text", "{\"a\":null}", "type");
    wrong("a:int", "[]", "type");
}

static void malformed_schemas_are_found(void **state)
{
    struct schema s;

    (void)state;
    assert_int_not_equal(schema_parse(&s, "word"), 0);
    assert_int_not_equal(schema_parse(&s, "word:"), 0);
    assert_int_not_equal(schema_parse(&s, ":text"), 0);
    assert_int_not_equal(schema_parse(&s, "n:int:6..1"), 0);
    assert_int_not_equal(schema_parse(&s, "n:float"), 0);
    assert_int_not_equal(schema_parse(&s, "a:int b:int c:int d:int e:int f:int g:int h:int i:int "
                                          "j:int k:int l:int m:int n:int o:int p:int q:int"),
                         0);
}

/* ---- votes ---- */

static void t_7_majority_tie_and_certainty(void **state)
{
    (void)state;
    /* Not certain while the rest could turn it. */
    assert_int_equal(vote_count(1, 0, 2, OPINION_NONE), -1);
    assert_int_equal(vote_count(2, 0, 1, OPINION_NONE), 1);
    assert_int_equal(vote_count(0, 2, 1, OPINION_NONE), 0);
    /* A tie keeps the suggestion, and without one means no. */
    assert_int_equal(vote_count(2, 2, 0, OPINION_YES), 1);
    assert_int_equal(vote_count(2, 2, 0, OPINION_NO), 0);
    assert_int_equal(vote_count(2, 2, 0, OPINION_NONE), 0);
    assert_int_equal(vote_count(0, 0, 0, OPINION_YES), 1);
    assert_int_equal(vote_count(0, 0, 0, OPINION_NONE), 0);
    /* With the suggestion yes, half of all is enough to be certain; with no, half is enough for no.
     */
    assert_int_equal(vote_count(2, 0, 2, OPINION_YES), 1);
    assert_int_equal(vote_count(0, 2, 2, OPINION_NO), 0);
    assert_int_equal(vote_count(0, 2, 2, OPINION_YES), -1);
}

/* ---- options ---- */

static void options_are_read_checked_and_written(void **state)
{
    struct setup_problem p;
    struct setup s, again;
    struct buf text = {0};
    struct jw w = jw_to(&text);
    struct jr_problem ignored;

    (void)state;
    for (int i = 0; i < registry_count(); i++) {
        setup_default(&s, registry_at(i));
        assert_true(setup_check(&s, &p));
        assert_true(setup_option(&s, STR("referee"), STR("strict"), &p));
        assert_true(setup_option(&s, STR("vote_time"), STR("45"), &p));
        buf_clear(&text);
        w = jw_to(&text);
        setup_write(&s, &w);
        json_t *json = jr_parse(buf_str(&text), &ignored);
        assert_true(setup_read(&again, registry_at(i), json, &p));
        assert_memory_equal(again.option, s.option, sizeof s.option);
        json_decref(json);
        assert_false(setup_option(&s, STR("referee"), STR("lenient"), &p));
        assert_string_equal(p.reason, "option referee: 'lenient' is none of strict|advise|trust");
        assert_false(setup_option(&s, STR("vote_time"), STR("999"), &p));
        assert_string_equal(p.reason, "option vote_time: 999 is not between 5 and 120");
        assert_false(setup_option(&s, STR("vote_time"), STR("soon"), &p));
        assert_false(setup_option(&s, STR("colour"), STR("red"), &p));
        s.seats = 99;
        assert_false(setup_check(&s, &p));
    }
    buf_fini(&text);
}

/* ---- the table's clock ---- */

static void t_8_the_clock_stands_still_while_paused_or_down(void **state)
{
    struct table_clock c = clock_at(5000); /* as recovered from the last record */

    (void)state;
    assert_int_equal(clock_now(&c, 1000000), 5000);
    clock_run(&c, 1000000);
    assert_int_equal(clock_now(&c, 1002000), 7000);
    assert_int_equal(clock_wall(&c, 9000), 1004000);
    clock_stop(&c, 1003000);
    assert_int_equal(clock_now(&c, 1999999), 8000);
    clock_run(&c, 2000000);
    assert_int_equal(clock_now(&c, 2000500), 8500);
    assert_int_equal(clock_now(&c, 1), 8000); /* a wall clock set back does not turn time back */
}

static void t_8_a_slower_clock_goes_on_from_where_it_is(void **state)
{
    struct table_clock c = clock_at(0);

    (void)state;
    clock_run(&c, 1000);
    clock_slow(&c, 3000, 5);
    assert_int_equal(clock_now(&c, 3000), 2000);
    assert_int_equal(clock_now(&c, 8000), 3000);
    assert_int_equal(clock_wall(&c, 4000), 13000);
    clock_stop(&c, 8000);
    clock_run(&c, 20000);
    assert_int_equal(clock_now(&c, 25000), 4000);
    clock_slow(&c, 25000, 1);
    assert_int_equal(clock_now(&c, 26000), 5000);
}

/* ---- decks ---- */

static void decks_are_read_by_line(void **state)
{
    struct arena a = {0};
    struct deck_problem p;
    const struct deck *d = deck_read(&a,
                                     STR("# hello\n@name My words\n@language de\n@icons x\n\n"
                                         "Haus | note: groß | more: a, b\nHof\n\n\nGarten\n"),
                                     &p);

    (void)state;
    assert_non_null(d);
    assert_int_equal(d->entries, 3);
    assert_int_equal(d->cards, 2);
    assert_int_equal(d->card_at[1], 2);
    assert_int_equal(d->language, LANG_DE);
    assert_true(str_is(d->entry[0].text, "Haus"));
    assert_true(str_is(deck_field(&d->entry[0], "more"), "a, b"));
    assert_int_equal(deck_field(&d->entry[1], "more").len, 0);
    arena_fini(&a);
}

static void bad_deck(const char *text, int line)
{
    struct arena a = {0};
    struct deck_problem p = {0};

    assert_null(deck_read(&a, str_of(text), &p));
    assert_int_equal(p.line, line);
    assert_int_not_equal(strlen(p.reason), 0);
    arena_fini(&a);
}

static void decks_tell_what_is_wrong_with_a_line_number(void **state)
{
    (void)state;
    bad_deck("", 0);
    bad_deck("@name x\nword\n", 2);
    bad_deck("@name x\n@language it\n", 2);
    bad_deck("@name x\n@language en\nword | nokey\n", 3);
    bad_deck("@name x\n@language en\n | note: x\n", 3);
    bad_deck("@name x\n@language en\nword | note:\n", 3);
    bad_deck("@name x\n@language en\n\xFF\n", 3);
    bad_deck("@name x\n@language en\ne\xCC\x81t\xC3\xA9\n", 3); /* not NFC */
    bad_deck("@Name x\n", 1);
}

/* What the table has seen comes only when nothing else is left, and used entries after that. */
static void draws_prefer_what_the_table_has_not_seen(void **state)
{
    const struct book *book = registry_find(STR("onemind"));
    uint64_t seen[DECK_SET], used[DECK_SET] = {0}, drawn[DECK_SET] = {0};
    struct shelf shelf = *registry_shelf(book, LANG_EN);
    struct match_fixture f = {.world.shelf = &shelf};
    struct setup setup;
    int entries = shelf.deck[0]->entries;

    (void)state;
    memset(seen, 255, sizeof seen);
    seen[0] &= ~UINT64_C(0xF0); /* all but the entries 4 to 7 */
    shelf.seen[0] = seen;
    setup_default(&setup, book);
    match_fixture_open(&f, &setup);
    for (int i = 0; i < 4; i++) { /* four draws exhaust what was not seen */
        int entry = deck_draw(f.d, 0, 0, used, false);

        assert_in_range(entry, 4, 7);
        assert_false(used[0] >> entry & 1);
        used[0] |= UINT64_C(1) << entry;
    }
    for (int i = 0; i < 20000; i++) { /* then seen ones, but never what this game has used */
        int entry = deck_draw(f.d, 0, 0, used, false);

        assert_true(entry < entries && (entry < 4 || entry > 7));
        drawn[entry / 64] |= UINT64_C(1) << (entry % 64);
    }
    for (int entry = 8; entry < entries; entry++)
        assert_true(drawn[entry / 64] >> (entry % 64) & 1);
    memset(used, 255, sizeof used); /* all used: the whole deck comes again */
    assert_in_range(deck_draw(f.d, 0, 0, used, false), 0, entries - 1);
    match_fixture_close(&f);
}

/* ---- logs ---- */

static void broken_log(const char *line, const char *expected)
{
    struct log_head head;
    struct setup_problem p;

    assert_false(log_read_setup(&head, str_of(line), &p));
    if (!strstr(p.reason, expected))
        fail_msg("'%s' does not say '%s'", p.reason, expected);
}

static void logs_that_are_broken_say_why(void **state)
{
    (void)state;
    broken_log("", "'['");
    broken_log("{}", "not a log");
    broken_log("{\"unisono\":1}", "no such game");
    broken_log("{\"unisono\":1,\"setup\":{\"game\":\"chess\"}}", "no such game");
}

/* T-11: a rematch one step harder, as the game's table says. */
static void t_11_harder_changes_only_the_options(void **state)
{
    (void)state;
    for (int i = 0; i < registry_count(); i++) {
        struct setup_problem p;
        struct setup s, next;

        setup_default(&s, registry_at(i));
        s.seats = registry_at(i)->game->max_seats;
        if (!setup_check(&s, &p) || !setup_harder(&s, &next))
            continue;
        assert_true(setup_check(&next, &p));
        assert_int_equal(next.seats, s.seats);
        assert_ptr_equal(next.book, s.book);
        assert_memory_not_equal(next.option, s.option, sizeof s.option);
    }
}

/* T-1: clockwise is the next seat, and the circle closes. */
/* Against the plain way, for every set of seats. */
static void t_1_sets_of_seats_are_counted_and_walked(void **state)
{
    (void)state;
    for (int set = 0; set < 1 << SEATS_MAX; set++) {
        int n = 0, last = -1;

        for (int seat = 0; seat < SEATS_MAX; seat++)
            n += set >> seat & 1;
        assert_int_equal(seats_count((seat_set)set), n);
        FOR_SEATS (seat, set | 3 << SEATS_MAX) { /* beyond the last seat there is none */
            assert_true(seat > last && seats_has((seat_set)set, seat));
            last = seat;
            n--;
        }
        assert_int_equal(n, 0);
        for (int from = -1; from < 8; from++) {
            int next = NO_SEAT;

            for (int step = 8; step > 0; step--) {
                if (set >> (from + step) % 8 & 1)
                    next = (from + step) % 8;
            }
            assert_int_equal(seats_next((seat_set)set, from, 8), next);
        }
    }
}

static void t_1_seats_go_round(void **state)
{
    (void)state;
    assert_int_equal(seats_next(seats_all(4), 3, 4), 0);
    assert_int_equal(seats_next(SEAT(1) | SEAT(2), 2, 4), 1);
    assert_int_equal(seats_next(SEAT(2), 2, 4), 2);
    assert_int_equal(seats_next(0, 2, 4), NO_SEAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schemas_decode_every_type),
        cmocka_unit_test(schemas_refuse_wrong_arguments),
        cmocka_unit_test(malformed_schemas_are_found),
        cmocka_unit_test(t_7_majority_tie_and_certainty),
        cmocka_unit_test(options_are_read_checked_and_written),
        cmocka_unit_test(t_8_the_clock_stands_still_while_paused_or_down),
        cmocka_unit_test(t_8_a_slower_clock_goes_on_from_where_it_is),
        cmocka_unit_test(decks_are_read_by_line),
        cmocka_unit_test(decks_tell_what_is_wrong_with_a_line_number),
        cmocka_unit_test(draws_prefer_what_the_table_has_not_seen),
        cmocka_unit_test(logs_that_are_broken_say_why),
        cmocka_unit_test(t_11_harder_changes_only_the_options),
        cmocka_unit_test(t_1_seats_go_round),
        cmocka_unit_test(t_1_sets_of_seats_are_counted_and_walked),
    };

    return cmocka_run_group_tests_name("rules", tests, games_set_up, games_tear_down);
}
