/* A finished game shown again: made from its log when somebody wants to see it, and only as long as
 * its keepsake is there. */
#include "check.h"
#include "kept.h"
#include "rules/registry.h"

#include <stdio.h>
#include <string.h>

static size_t frames_of(const struct buf *reel)
{
    json_t *json = json_loadb(reel->at, reel->len, 0, NULL);
    size_t n = json_array_size(json_object_get(json, "frames"));

    assert_int_equal(json_integer_value(json_object_get(json, "unisono_reel")), 1);
    json_decref(json);
    return n;
}

/* Made once more from the log it is the same, whoever has it in memory. */
static void a_reel_is_made_when_it_is_wanted(void **state)
{
    (void)state;
    for (int g = 0; g < registry_count(); g++) {
        struct company p;

        assert_true(company_init(&p, registry_at(g), registry_at(g)->game->min_seats, 5));
        assert_true(company_play_out(&p));
        if (ended_well(&p)) {
            char address[KEEPSAKE_ADDRESS + 1];

            let_it_be_made(&p);
            strcpy(address, told_address(p.c[0]));
            struct buf stored = stored_at(&p, address, reel_key);
            assert_int_equal(stored.len, 0); /* nobody has asked for it */
            p.fixture.house->services.counts.most_reads = 0;
            struct shown one = reel_at(&p, address);
            assert_in_range(house_count(p.fixture.house).most_reads, 1, READS_A_TURN + 8);
            p.fixture.house->services.counts.most_reads = 0;
            struct shown two = reel_at(&p, address);
            assert_int_equal(house_count(p.fixture.house).most_reads, 0); /* it is remembered */
            fixture_crash(&p.fixture);
            struct shown three = reel_at(&p, address); /* nobody has opened the room */
            assert_int_equal(one.status, 200);
            assert_true(frames_of(&one.text) > 5);
            assert_true(str_eq(buf_str(&one.text), buf_str(&two.text)));
            assert_true(str_eq(buf_str(&one.text), buf_str(&three.text)));
            buf_fini(&one.text);
            buf_fini(&two.text);
            buf_fini(&three.text);
        }
        company_fini(&p);
    }
}

static void put_doc(struct company *p, const char *address,
                    void (*key_of)(struct str address, struct buf *out), uint64_t prev,
                    struct str body)
{
    struct buf key = {0};

    key_of(str_of(address), &key);
    const struct store_doc doc = {.key = buf_str(&key), .prev = prev, .op = prev + 1, .body = body};
    assert_int_equal(store_doc_put(p->fixture.store, &doc, NULL, NULL), 0);
    fixture_settle(&p->fixture);
    buf_fini(&key);
}

static bool see_op(void *arg, const struct store_doc *doc)
{
    *(uint64_t *)arg = doc->op;
    return true;
}

/* The same keepsake with another text in a place of its document. */
static void change_doc(struct company *p, const char *address, const char *from, const char *to)
{
    struct buf body = stored_at(p, address, keepsake_key), key = {0}, now = {0};
    const char *at = strstr(buf_cstr(&body), from);
    uint64_t op = 0;

    assert_non_null(at);
    buf_printf(&now, "%.*s%s%s", (int)(at - body.at), body.at, to, at + strlen(from));
    keepsake_key(str_of(address), &key);
    store_doc(p->fixture.store, buf_str(&key), see_op, NULL, &op);
    store_pump(p->fixture.store, 100);
    put_doc(p, address, keepsake_key, op, buf_str(&now));
    buf_fini(&key);
    buf_fini(&now);
    buf_fini(&body);
}

static void a_reel_of_an_earlier_version_is_still_shown(void **state)
{
    char address[KEEPSAKE_ADDRESS + 1], entry[40];
    struct company p;

    (void)state;
    begin_and_keep(&p, address);
    snprintf(entry, sizeof entry, ",\"entry\":%lld", (long long)client_room(p.c[0])->began);
    change_doc(&p, address, entry, "");
    assert_int_equal(status_of_reel(&p, address), 404);
    put_doc(&p, address, reel_key, 0, STR("{\"unisono_reel\":1}"));
    struct shown s = reel_at(&p, address);
    assert_int_equal(s.status, 200);
    assert_string_equal(buf_cstr(&s.text), "{\"unisono_reel\":1}");
    buf_fini(&s.text);
    /* It goes before its keepsake does. */
    client_send(p.c[0], "{\"ask\":\"forget\",\"with\":{\"keepsake\":\"%s\"},\"tag\":3}", address);
    fixture_pass(&p.fixture, 50);
    struct buf reel = stored_at(&p, address, reel_key);
    assert_int_equal(reel.len, 0);
    assert_int_equal(status_of_reel(&p, address), 404);
    company_fini(&p);
}

/* Entries of a log that was exported may have other numbers. */
static void a_reel_is_found_wherever_its_game_lies(void **state)
{
    static const char *const wrong[] = {"1", "3", "99999"};
    char address[KEEPSAKE_ADDRESS + 1], from[40], to[40];
    struct company p;

    (void)state;
    begin_and_keep(&p, address);
    struct shown whole = reel_at(&p, address);
    snprintf(from, sizeof from, ",\"entry\":%lld", (long long)client_room(p.c[0])->began);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(to, sizeof to, ",\"entry\":%s", wrong[i]);
        change_doc(&p, address, from, to);
        struct shown s = reel_at(&p, address);
        assert_int_equal(s.status, 200);
        assert_true(str_eq(buf_str(&s.text), buf_str(&whole.text)));
        buf_fini(&s.text);
        strcpy(from, to);
    }
    buf_fini(&whole.text);
    company_fini(&p);
}

/* An address that somebody made up finds no game, whatever entry a keepsake there would name. */
static void a_reel_is_of_its_own_game_alone(void **state)
{
    char address[KEEPSAKE_ADDRESS + 1], strange[KEEPSAKE_ADDRESS + 1];
    struct company p;

    (void)state;
    begin_and_keep(&p, address);
    strcpy(strange, address);
    strange[KEEPSAKE_ADDRESS - 1] = strange[KEEPSAKE_ADDRESS - 1] == '0' ? '1' : '0';
    assert_int_equal(status_of_reel(&p, strange), 404);
    struct buf body = stored_at(&p, address, keepsake_key);
    put_doc(&p, strange, keepsake_key, 0, buf_str(&body));
    assert_int_equal(status_of_reel(&p, strange), 404);
    assert_int_equal(status_of_reel(&p, address), 200);
    buf_fini(&body);
    company_fini(&p);
}

/* Deleted while it is made: it is not shown any more. */
static void a_reel_that_is_deleted_meanwhile_is_not_shown(void **state)
{
    char address[KEEPSAKE_ADDRESS + 1];
    struct shown s = {0};
    struct company p;

    (void)state;
    begin_and_keep(&p, address);
    house_reel(p.fixture.house, str_of(address), was_shown, &s);
    fixture_pass(&p.fixture, 4);
    assert_int_equal(s.status, 0); /* it is under way */
    client_send(p.c[0], "{\"ask\":\"forget\",\"with\":{\"keepsake\":\"%s\"},\"tag\":3}", address);
    fixture_pass(&p.fixture, 2000);
    assert_int_equal(s.status, 404);
    assert_int_equal(s.text.len, 0);
    buf_fini(&s.text);
    company_fini(&p);
}

/* Whoever asks more than can be made is told so, and nobody is forgotten. */
static void many_reels_wait_for_each_other(void **state)
{
    enum { MANY = 70 };
    char address[KEEPSAKE_ADDRESS + 1];
    struct shown s[MANY] = {0};
    int shown = 0, later = 0;
    struct company p;

    (void)state;
    begin_and_keep(&p, address);
    for (int i = 0; i < MANY; i++)
        house_reel(p.fixture.house, str_of(address), was_shown, &s[i]);
    assert_int_equal(p.fixture.house->reelings_at_work, 0);
    fixture_pass(&p.fixture, 4);
    assert_int_equal(p.fixture.house->reelings_at_work, 2);
    fixture_pass(&p.fixture, 4000);
    for (int i = 0; i < MANY; i++) {
        shown += s[i].status == 200;
        later += s[i].status == 503;
        buf_fini(&s[i].text);
    }
    assert_int_equal(shown, 64);
    assert_int_equal(later, MANY - 64);
    assert_int_equal(p.fixture.house->reelings_at_work, 0);
    company_fini(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reel_is_made_when_it_is_wanted),
        cmocka_unit_test(a_reel_of_an_earlier_version_is_still_shown),
        cmocka_unit_test(a_reel_is_found_wherever_its_game_lies),
        cmocka_unit_test(a_reel_is_of_its_own_game_alone),
        cmocka_unit_test(a_reel_that_is_deleted_meanwhile_is_not_shown),
        cmocka_unit_test(many_reels_wait_for_each_other),
    };

    registry_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    registry_fini();
    return failed;
}
