/* Those who look on play along: every game asks them something, their answers come to a sum that
 * is told after the players' own, single ones are kept nowhere, and whoever floods, cheats or comes
 * late changes nothing. */
#include "archive/archive.h"
#include "check.h"
#include "evening.h"
#include "keepsake/keepsake.h"
#include "room/log_fold.h"
#include "rules/crowd.h"
#include "rules/registry.h"

#include <stdio.h>
#include <string.h>

enum { FEW = CROWD_LEAST };

static void sound(struct evening *e)
{
    struct archive_report report = {0};

    archive_verify(e->p.fixture.store, e->p.fixture.lexicon, &report);
    assert_int_equal(report.problems, 0);
    assert_int_equal(report.other, 0);
}

/* Whether the log of the room has a text anywhere. */
struct search {
    struct str text;
    bool found;
};

static bool search_entry(void *arg, const struct store_entry *e)
{
    struct search *s = arg;

    s->found = s->found || str_find(e->body, s->text) >= 0;
    return true;
}

static bool in_log(struct evening *e, const char *text)
{
    struct search s = {.text = str_of(text)};

    store_read(e->p.fixture.store, client_room(e->p.c[0])->id, 1, search_entry, &s);
    return s.found;
}

/* ---- every game ---- */

static void every_game_asks_the_crowd_and_tells_what_it_said(void **state)
{
    (void)state;
    registry_init();
    for (int i = 0; i < registry_count(); i++) {
        struct evening e;

        evening_gather(&e, registry_at(i), 11);
        assert_true(evening_until_asked(&e, 0));
        int64_t first = crowd_question(e.looker[0]);

        assert_null(crowd_section(e.looker[0], "said"));
        for (int k = 0; k < LOOKERS; k++)
            crowd_answer(e.looker[k], k);
        fixture_settle(&e.p.fixture);
        const json_t *said = evening_until_told(&e, first);
        assert_non_null(said);
        assert_int_equal(number_in(said, "answers"), LOOKERS);
        const json_t *best = json_array_get(json_object_get(said, "best"), 0);
        const char *what = json_string_value(json_object_get(said, "kind"));
        if (strcmp(what, "point") == 0) {
            assert_int_equal(number_in(said, "y"), -20);
        } else if (strcmp(what, "order") == 0) {
            assert_int_equal(number_in(best, "thing"), 7);
            assert_int_equal(number_in(best, "count"), 8 * 3);
        } else {
            assert_int_equal(number_in(best, "count"), 8);
        }
        assert_all_agree(&e.p);
        fixture_crash(&e.p.fixture); /* the sum is stored, as a fact of the room */
        company_return(&e.p);
        fixture_settle(&e.p.fixture);
        assert_int_equal(number_in(crowd_section(e.p.tv, "said"), "answers"), LOOKERS);
        sound(&e);
        company_fini(&e.p);
    }
}

/* ---- what does not count ---- */

static void too_few_are_not_told(void **state)
{
    struct evening e;

    (void)state;
    evening_first_game(&e);
    int64_t first = crowd_question(e.looker[0]);
    for (int k = 0; k < FEW - 1; k++)
        crowd_answer(e.looker[k], k);
    while (evening_until_asked(&e, first) && crowd_question(e.looker[0]) < first + 2)
        first = crowd_question(e.looker[0]);
    fixture_pass(&e.p.fixture, 1000);
    assert_null(crowd_section(e.p.tv, "said"));
    company_fini(&e.p);
}

static void a_device_counts_once_and_with_its_last_answer(void **state)
{
    struct evening e;

    (void)state;
    evening_first_game(&e);
    int64_t first = crowd_question(e.looker[0]);
    struct client *twin = client_new(&e.p.fixture);
    memcpy(twin->token, e.looker[0]->token, sizeof twin->token);
    client_enter(twin, e.p.c[0]->code, false);
    fixture_settle(&e.p.fixture);
    for (int k = 0; k < FEW; k++)
        crowd_answer(e.looker[k], 0);
    for (int k = 0; k < FEW; k++)
        crowd_answer(e.looker[k], 1);
    crowd_answer(twin, 1);
    client_drop(e.looker[2]); /* a phone that goes to sleep has answered all the same */
    const json_t *said = evening_until_told(&e, first);
    assert_non_null(said);
    assert_int_equal(number_in(said, "answers"), FEW);
    assert_int_equal(number_in(json_array_get(json_object_get(said, "best"), 0), "count"), FEW);
    assert_int_equal(json_array_size(json_object_get(said, "best")), 1);
    company_fini(&e.p);
}

static void refuses(struct client *c, const char *message, const char *key)
{
    c->error[0] = '\0';
    client_send(c, "%s", message);
    fixture_settle(c->fixture);
    if (strcmp(c->error, key) != 0)
        fail_msg("%s: '%s', not '%s'", message, c->error, key);
    fixture_pass(c->fixture, 1100);
}

static void what_does_not_fit_is_refused_and_changes_nothing(void **state)
{
    struct evening e;
    char text[400];

    (void)state;
    evening_first_game(&e);
    struct client *c = e.looker[0];
    long long now = (long long)crowd_question(c);
    assert_string_equal(crowd_kind(c), "word");
    const struct {
        const char *with, *key;
    } wrong[] = {
        {"\"word\":7", "crowd_answer"},
        {"\"word\":\"\"", "crowd_answer"},
        {"\"word\":\"\\u0007\"", "crowd_answer"},
        {"\"word\":[\"NUT\"]", "crowd_answer"},
        {"\"things\":[1]", "crowd_answer"},
        {"\"x\":1,\"y\":2", "crowd_answer"},
        {"\"word\":\"1234567890123456789012345678901234567890123\"", "crowd_answer"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(text, sizeof text, "{\"crowd\":\"answer\",\"with\":{\"question\":%lld,%s}}", now,
                 wrong[i].with);
        refuses(c, text, wrong[i].key);
    }
    snprintf(text, sizeof text,
             "{\"crowd\":\"answer\",\"with\":{\"question\":%lld,\"word\":\"NUT\"}}", now + 1);
    refuses(c, text, "crowd_late");
    refuses(c, "{\"crowd\":\"answer\"}", "message");
    refuses(c, "{\"crowd\":\"shout\",\"with\":{\"question\":1}}", "message");
    refuses(c, "{\"crowd\":\"answer\",\"with\":{\"question\":-1}}", "message");
    snprintf(text, sizeof text,
             "{\"crowd\":\"answer\",\"with\":{\"question\":%lld,\"word\":\"NUT\"}}", now);
    refuses(e.p.c[0], text, "crowd_player");
    refuses(e.p.tv, text, "crowd_player");
    company_fini(&e.p);
}

static void the_filter_stops_words_of_the_crowd(void **state)
{
    struct evening e;
    char text[160];

    (void)state;
    evening_first_game(&e);
    int64_t now = crowd_question(e.looker[0]);
    assert_string_equal(crowd_kind(e.looker[0]), "word");
    /* The deal is of this minute, and a round may ask for a letter: the word begins with it. */
    const char *initial =
        json_string_value(json_object_get(crowd_section(e.looker[0], "asks"), "initial"));
    snprintf(text, sizeof text,
             "{\"crowd\":\"answer\",\"with\":{\"question\":%lld,\"word\":\"%s fuck\"}}",
             (long long)now, initial ? initial : "");
    for (int i = FEW; i < LOOKERS; i++)
        refuses(e.looker[i], text, "crowd_filtered");
    for (int i = 0; i < FEW; i++)
        crowd_answer(e.looker[i], 1);
    const json_t *said = evening_until_told(&e, now);
    assert_non_null(said);
    assert_int_equal(number_in(said, "answers"), FEW); /* nobody was counted with it */
    assert_int_equal(json_array_size(json_object_get(said, "best")), 1);
    company_fini(&e.p);
}

static void a_flood_is_slowed_down(void **state)
{
    struct evening e;

    (void)state;
    evening_first_game(&e);
    for (int i = 0; i < 30; i++)
        crowd_answer(e.looker[0], i);
    fixture_settle(&e.p.fixture);
    assert_string_equal(e.looker[0]->error, "too_fast");
    company_fini(&e.p);
}

static struct buf kept, exported;

static bool take_doc(void *arg, const struct store_doc *doc)
{
    (void)arg;
    buf_clear(&kept);
    buf_add(&kept, doc->body);
    return false;
}

static void took_doc(void *arg, enum store_result result)
{
    (void)arg;
    assert_int_equal(result, STORE_OK);
}

static bool take_room(void *arg, const struct code *code, struct str text)
{
    (void)arg, (void)code, (void)text;
    return true;
}

static bool take_game(void *arg, const struct code *code, int number, struct str log)
{
    (void)arg, (void)code, (void)number;
    buf_clear(&exported);
    buf_add(&exported, log);
    return true;
}

static int count(const struct buf *text, const char *what)
{
    int n = 0;

    for (const char *at = buf_cstr((struct buf *)text); (at = strstr(at, what)); at++)
        n++;
    return n;
}

/* Of every question that was told, the last one too; and whoever makes a keepsake of the log has
 * the same. */
static void the_keepsake_shows_what_the_crowd_would_have_done(void **state)
{
    static const char *const shown[CROWD_KINDS] = {
        "of the crowd said", "of the crowd chose",
        "The crowd’s favourites: ", "The crowd would have laid "};
    struct evening e;

    (void)state;
    registry_init();
    int games = registry_count();
    for (int g = 0; g < games; g++) {
        registry_init();
        evening_gather(&e, registry_at(g), 7);
        int kind_asked = CROWD_KINDS, asked = 0;
        for (int64_t last = 0; evening_until_asked(&e, last); asked++) {
            last = crowd_question(e.looker[0]);
            kind_asked = choice_index(STR(CROWD_KIND_NAMES), str_of(crowd_kind(e.looker[0])));
            for (int k = 0; k < LOOKERS; k++)
                crowd_answer(e.looker[k], 1);
            fixture_settle(&e.p.fixture);
        }
        assert_true(asked && company_play_out(&e.p));
        const char *address = NULL;
        for (int i = 0; i < 2000 && !address; i++) {
            fixture_pass(&e.p.fixture, 50);
            address = client_section(e.p.tv, "table", "keepsake");
        }
        if (address) { /* a game that nobody finished leaves nothing */
            struct buf key = {0}, page = {0};
            const struct archive_sink sink = {take_room, take_game, NULL};
            struct archive_report report = {0};

            keepsake_key(str_of(address), &key);
            store_doc(e.p.fixture.store, buf_str(&key), take_doc, took_doc, NULL);
            fixture_settle(&e.p.fixture);
            archive_export(e.p.fixture.store, NULL, false, &sink, &report);
            assert_true(count(&exported, "{\"is\":\"crowd_said\"") > 0);
            assert_int_equal(count(&kept, "\"crowd\":{"),
                             count(&exported, "{\"is\":\"crowd_said\""));
            assert_true(
                keepsake_page(buf_str(&kept), &(struct keepsake_wish){.names = true}, &page));
            assert_true(count(&page, shown[kind_asked]) > 0);
            buf_fini(&key);
            buf_fini(&page);
        }
        company_fini(&e.p);
    }
    assert_true(kept.len); /* it was looked at */
    buf_fini(&kept);
    buf_fini(&exported);
}

/* Neither words nor who said them: only what many have said. */
static void single_answers_are_stored_nowhere(void **state)
{
    struct evening e;

    (void)state;
    evening_first_game(&e);
    int64_t first = crowd_question(e.looker[0]);
    const char *initial =
        json_string_value(json_object_get(crowd_section(e.looker[0], "asks"), "initial"));
    char alone[40];
    snprintf(alone, sizeof alone, "%sOLONELY", initial ? initial : "N");
    client_send(e.looker[0], "{\"crowd\":\"answer\",\"with\":{\"question\":%lld,\"word\":\"%s\"}}",
                (long long)first, alone);
    for (int k = 1; k < LOOKERS; k++)
        crowd_answer(e.looker[k], 1);
    assert_non_null(evening_until_told(&e, first));
    assert_true(in_log(&e, "crowd_said"));
    assert_false(in_log(&e, alone));
    company_fini(&e.p);
}

/* That answers and sums hold. */
static size_t crowd_bytes(const struct room *r)
{
    const struct crowd *c = r->crowd;

    return c ? sizeof *c + (size_t)c->cap * sizeof *c->given + (size_t)c->names * sizeof *c->name
             : 0;
}

/* ---- five hundred ---- */

/* No frame for anybody, no line in the log, and a small piece of memory each, until it is told. */
static void five_hundred_cost_little(void **state)
{
    static struct conn conns[CROWD_MOST];
    struct evening e;

    (void)state;
    evening_first_game(&e);
    struct room *r = client_room(e.p.c[0]);
    char text[120], initial = 'N';
    const char *asked =
        json_string_value(json_object_get(crowd_section(e.looker[0], "asks"), "initial"));
    if (asked)
        initial = asked[0];
    int64_t first = crowd_question(e.looker[0]), head = r->head;
    int frames = e.p.tv->frames + e.p.c[1]->frames + e.looker[0]->frames;
    snprintf(text, sizeof text,
             "{\"crowd\":\"answer\",\"with\":{\"question\":%lld,\"word\":\"%cUT\"}}",
             (long long)first, initial);
    for (int i = 0; i < CROWD_MOST; i++) {
        conns[i] = (struct conn){.services = r->services, .room = r};
        memcpy(&conns[i].key, &i, sizeof i);
        room_hear(r, &conns[i], str_of(text));
    }
    fixture_settle(&e.p.fixture);
    assert_int_equal(r->head, head);
    assert_int_equal(e.p.tv->frames + e.p.c[1]->frames + e.looker[0]->frames, frames);
    assert_true(crowd_bytes(r) <= (size_t)CROWD_MOST * 1024);
    e.looker[0]->error[0] = '\0';
    crowd_answer(e.looker[0], 0); /* one too many */
    assert_string_equal(e.looker[0]->error, "crowd_full");
    const json_t *said = evening_until_told(&e, first);
    assert_int_equal(number_in(said, "answers"), CROWD_MOST);
    assert_true(crowd_bytes(r) < 1024);
    company_fini(&e.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_asks_the_crowd_and_tells_what_it_said),
        cmocka_unit_test(too_few_are_not_told),
        cmocka_unit_test(a_device_counts_once_and_with_its_last_answer),
        cmocka_unit_test(what_does_not_fit_is_refused_and_changes_nothing),
        cmocka_unit_test(the_filter_stops_words_of_the_crowd),
        cmocka_unit_test(a_flood_is_slowed_down),
        cmocka_unit_test(the_keepsake_shows_what_the_crowd_would_have_done),
        cmocka_unit_test(single_answers_are_stored_nowhere),
        cmocka_unit_test(five_hundred_cost_little),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
