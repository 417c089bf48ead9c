/* Texts of a table's decks that have to wait, come while others are looked through, or are lost. */
#include "check.h"
#include "drafting.h"
#include "house/gathered.h"
#include "room/inside.h"
#include "rules/deck_check.h"

#include <stdio.h>

/* ---- asking ---- */

/* Where the store has enough to answer, a room that wants a text asks again a little later. */
static void whoever_may_not_ask_waits_a_while(void **state)
{
    const struct deck_kind *k;
    struct buf text = {0}, got = {0};
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    const struct book *b = plain_game(&k);
    struct client *a = open_lobby(&s, b);
    words(&text, "Mine", "mine", 100);
    draft(a, b, k, buf_str(&text));
    assert_true(keep(a, b, k, 0));
    fixture_pass(&s, 40000);
    struct services *services = client_room(a)->services;
    services->questions = 1000; /* others' */
    client_send(a, "{\"ask\":\"deck\",\"tag\":6,\"with\":{\"deck\":1,\"from\":0}}");
    fixture_settle(&s);
    assert_in_range(client_due(a), fixture_time + 5, fixture_time + 20);
    services->questions = 0;
    fixture_pass(&s, 20);
    buf_add(&got, jr_str(json_object_get(a->told, "text")));
    assert_true(str_eq(buf_str(&got), buf_str(&text)));
    fixture_fini(&s);
    buf_fini(&text);
    buf_fini(&got);
}

static bool was_told(const struct client *c, int tag)
{
    char answer[32];

    snprintf(answer, sizeof answer, "\"told\":%d,", tag);
    return str_find(buf_str(&c->traffic), str_of(answer)) >= 0;
}

/* What a link brings may come while an older draft is looked through: that is answered too. */
static void a_check_of_a_draft_that_is_gone_is_answered(void **state)
{
    const struct deck_kind *k;
    struct buf small = {0}, large = {0};
    struct fixture s;
    char link[80];

    (void)state;
    fixture_init(&s, NULL);
    const struct book *b = plain_game(&k);
    struct client *a = open_lobby(&s, b);
    words(&small, "Small", "small", 30);
    words(&large, "Large", "large", OWN_ENTRIES);
    draft(a, b, k, buf_str(&small));
    assert_true(keep(a, b, k, 0));
    client_send(a, "{\"ask\":\"share\",\"tag\":4,\"with\":{\"deck\":1}}");
    fixture_settle(&s);
    snprintf(link, sizeof link, "%s", json_string_value(json_object_get(a->told, "link")));
    draft(a, b, k, buf_str(&large));
    assert_int_equal(reported(a, "entries"), OWN_ENTRIES);
    fixture_pass(&s, 60000);
    client_forget(a);
    s.together = true;
    client_send(a, "{\"ask\":\"borrow\",\"tag\":5,\"with\":{\"link\":\"%s\"}}", link);
    client_send(a,
                "{\"ask\":\"draft\",\"tag\":9,\"with\":{\"game\":\"%s\",\"kind\":\"%s\",\"of\":%d,"
                "\"from\":0,\"cut\":0,\"text\":\"\",\"check\":true}}",
                b->game->id, k->name, OWN_ENTRIES + 3);
    fixture_pass(&s, 1000);
    assert_true(was_told(a, 5));
    assert_true(was_told(a, 9));
    assert_true(str_find(buf_str(&a->traffic), STR("\"told\":9,\"key\":\"no_draft\"")) >= 0);
    fixture_fini(&s);
    buf_fini(&small);
    buf_fini(&large);
}

/* ---- a text that is lost ---- */

/* A log whose decks were never written, as far as one can see. */
static void lose_texts(void *arg, struct str line, struct buf *out)
{
    if (str_find(line, STR("\"deck_written\"")) < 0)
        buf_printf(out, "%.*s\n", STR_FMT(line));
    else
        ++*(int *)arg;
}

/* It would go on as another game, and nobody would know why. */
static void a_game_whose_deck_is_lost_does_not_go_on(void **state)
{
    const struct deck_kind *k;
    struct buf text = {0};
    struct fixture s;
    int lost = 0;

    (void)state;
    fixture_init(&s, NULL);
    const struct book *b = plain_game(&k);
    struct client *a = open_lobby(&s, b);
    words(&text, "Mine", "mine", 200);
    draft(a, b, k, buf_str(&text));
    assert_true(keep(a, b, k, 0));
    assert_true(begin(a));
    rewrite_log(&s, client_room(a)->id, 78, lose_texts, &lost);
    assert_int_equal(lost, 1);
    fixture_crash(&s);
    client_enter(a, a->code, false);
    assert_int_equal(a->hung_up, 1013);
    fixture_fini(&s);
    buf_fini(&text);
}

/* Before what a snapshot truly says of a deck it tells of another text. */
static void tell_another(void *arg, struct str line, struct buf *out)
{
    if (str_starts(line, STR("{\"is\":\"deck_lies\""))) {
        write_deck_kept(line, buf_str(arg), out);
        buf_addc(out, '\n');
    }
    buf_printf(out, "%.*s\n", STR_FMT(line));
}

/* A stranger's log that is sound is dealt from what it is sound with. */
static void a_snapshot_brings_no_other_text(void **state)
{
    const struct deck_kind *k;
    struct buf text = {0}, other = {0}, before = {0}, after = {0};
    const struct book *b;
    struct fixture s;

    (void)state;
    struct client *a = open_desk(&s, &b, &k);
    words(&text, "Mine", "mine", 200);
    words(&other, "Mine", "other", 200);
    draft(a, b, k, buf_str(&text));
    assert_true(keep(a, b, k, 0));
    assert_true(begin(a)); /* a snapshot */
    write_stock(a, &before);
    rewrite_log(&s, client_room(a)->id, 78, tell_another, &other);
    assert_true(log_is_sound(&s));
    fixture_crash(&s);
    client_enter(a, a->code, false);
    assert_int_equal(a->hung_up, 0);
    write_stock(a, &after);
    assert_true(str_eq(buf_str(&before), buf_str(&after)));
    fixture_fini(&s);
    buf_fini(&text);
    buf_fini(&other);
    buf_fini(&before);
    buf_fini(&after);
}

/* A store that has lost an entry tells of the next one instead. */
static void an_entry_that_was_not_asked_for_is_not_taken(void **state)
{
    struct gathered g = {.looked = true, .decks = 2, .deck = {{.at = 3}, {.at = 7}}};
    struct store_entry e = {.seq = 5, .body = STR("another")};
    int64_t at;

    (void)state;
    assert_true(gathered_wants(&g, &at));
    assert_int_equal(at, 3);
    gathered_text(&g, &e);
    assert_true(gathered_wants(&g, &at));
    assert_int_equal(at, 7);
    e.seq = 7;
    gathered_text(&g, &e);
    assert_false(gathered_wants(&g, &at));
    struct fetched *all = gathered_take(&g);
    assert_int_equal(all->entry.seq, 7);
    assert_null(all->next);
    fetched_free(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_may_not_ask_waits_a_while),
        cmocka_unit_test(a_check_of_a_draft_that_is_gone_is_answered),
        cmocka_unit_test(a_game_whose_deck_is_lost_does_not_go_on),
        cmocka_unit_test(a_snapshot_brings_no_other_text),
        cmocka_unit_test(an_entry_that_was_not_asked_for_is_not_taken),
    };

    return cmocka_run_group_tests_name("lost texts", tests, NULL, NULL);
}
