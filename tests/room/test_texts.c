/* Texts of a table's decks: they lie in its log, and come into memory when somebody needs them. */
#include "check.h"
#include "drafting.h"
#include "pair.h"
#include "room/log_fold.h"
#include "rules/deck_check.h"
#include "rules/registry.h"
#include "store/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As large as a deck may be. */
static void largest(struct buf *out, int i)
{
    char stem[40];

    snprintf(stem, sizeof stem, "large %c%c", 'a' + i, 'b' + i);
    words(out, "Large", stem, OWN_ENTRIES);
    while (out->len < OWN_BYTES - 124)
        buf_printf(out, "# %0120d\n", 7);
}

static int texts_of(const struct client *c)
{
    const struct party *p = &client_room(c)->party;
    int n = 0;

    for (int i = 0; i < p->decks; i++)
        n += p->deck[i]->text != NULL;
    return n;
}

struct reading {
    int64_t entries;
    size_t last, all;
};

static bool measure(void *arg, const struct store_entry *e)
{
    struct reading *m = arg;

    m->entries = e->seq;
    m->last = e->body.len;
    m->all += e->body.len;
    return true;
}

static struct reading log_of(const struct fixture *s, const struct client *c)
{
    struct reading m = {0};

    assert_int_equal(store_read(s->store, client_room(c)->id, 1, measure, &m), STORE_OK);
    return m;
}

/* Ten of the largest are a table: they are kept, dealt from, loaded again, and cost the log their
 * length once. */
static void ten_of_the_largest_are_kept(void **state)
{
    const struct deck_kind *k;
    const struct book *b;
    struct buf before = {0}, after = {0};
    struct fixture s;

    (void)state;
    struct client *a = open_desk(&s, &b, &k);
    for (int i = 0; i < OWN_DECKS; i++) {
        struct buf text = {0};

        largest(&text, i);
        assert_in_range(text.len, OWN_BYTES - 124, OWN_BYTES);
        fixture_pass(&s, 60000);
        draft(a, b, k, buf_str(&text));
        assert_int_equal(reported(a, "entries"), OWN_ENTRIES);
        if (!keep(a, b, k, 0))
            fail_msg("deck %d: %s", i, a->refusal);
        buf_fini(&text);
    }
    fixture_pass(&s, 60000);
    draft(a, b, k, STR("@name More\n@language en\n\nmore\n"));
    assert_false(keep(a, b, k, 0));
    assert_string_equal(a->refusal, "decks_full");
    struct reading written = log_of(&s, a);
    assert_true(begin(a));
    struct reading begun = log_of(&s, a);
    assert_in_range(begun.all - written.all, 1, 64 * 1024); /* no text stands there again */
    write_stock(a, &before);
    assert_true(str_find(buf_str(&before), STR("large ab")) >= 0);
    assert_true(str_find(buf_str(&before), STR("large jk")) >= 0);
    fixture_pass(&s, 40000);
    assert_int_equal(texts_of(a), 0);
    fixture_crash(&s);
    client_enter(a, a->code, false);
    assert_int_equal(json_array_size(json_object_get(a->room, "decks")), OWN_DECKS);
    assert_non_null(client_room(a)->match.table);
    assert_int_equal(texts_of(a), 0);
    write_stock(a, &after);
    assert_true(str_eq(buf_str(&before), buf_str(&after)));
    assert_true(log_is_sound(&s));
    fixture_fini(&s);
    buf_fini(&before);
    buf_fini(&after);
}

/* What a host reads of a deck, part by part. */
static void read_deck(struct client *c, int deck, struct buf *out)
{
    for (int64_t next = 0, more = 1; more;) {
        client_send(c, "{\"ask\":\"deck\",\"tag\":6,\"with\":{\"deck\":%d,\"from\":%d}}", deck,
                    (int)next);
        fixture_settle(c->fixture);
        buf_add(out, jr_str(json_object_get(c->told, "text")));
        more = next = json_integer_value(json_object_get(c->told, "next"));
    }
}

static void a_text_is_read_where_it_was_written(void **state)
{
    const struct deck_kind *k;
    const struct book *b;
    struct buf first = {0}, second = {0}, got = {0};
    struct fixture s;

    (void)state;
    struct client *a = open_desk(&s, &b, &k);
    words(&first, "First", "first", 100);
    words(&second, "Second", "second", 1900);
    draft(a, b, k, buf_str(&first));
    assert_true(keep(a, b, k, 0));
    draft(a, b, k, buf_str(&second));
    assert_true(keep(a, b, k, 0));
    assert_true(begin(a)); /* a snapshot stands between it and its text */
    assert_true(client_do(a, "lobby", NULL));
    fixture_crash(&s);
    client_enter(a, a->code, false);
    assert_int_equal(texts_of(a), 0);
    read_deck(a, 2, &got);
    assert_true(str_eq(buf_str(&got), buf_str(&second)));
    assert_int_equal(texts_of(a), 1);
    /* Another edition of it is read where that was written. */
    fixture_pass(&s, 60000);
    draft(a, b, k, buf_str(&first));
    assert_true(keep(a, b, k, 2));
    fixture_pass(&s, 40000);
    assert_int_equal(texts_of(a), 0);
    buf_clear(&got);
    read_deck(a, 2, &got);
    assert_true(str_eq(buf_str(&got), buf_str(&first)));
    client_drop(a); /* nobody is there: nothing stays */
    fixture_settle(&s);
    client_enter(a, a->code, false);
    assert_int_equal(texts_of(a), 0);
    client_send(a, "{\"ask\":\"share\",\"tag\":4,\"with\":{\"deck\":2}}");
    fixture_settle(&s);
    assert_non_null(json_object_get(a->told, "link"));
    assert_true(begin(a));
    assert_true(log_is_sound(&s));
    fixture_fini(&s);
    buf_fini(&first);
    buf_fini(&second);
    buf_fini(&got);
}

static const struct store_ops *honest;

static enum store_result unread(struct store *s, int64_t room, int64_t from, store_each_entry *each,
                                void *arg)
{
    (void)s, (void)room, (void)from, (void)each, (void)arg;
    return STORE_UNAVAILABLE;
}

/* Nobody waits for ever, and no game begins without what it should be dealt from. */
static void a_text_that_cannot_be_read_is_no_game(void **state)
{
    const struct deck_kind *k;
    const struct book *b;
    struct fixture s;

    (void)state;
    struct client *a = open_desk(&s, &b, &k);
    keep_words(a, b, k, "Mine", "mine", 100);
    fixture_pass(&s, 40000);
    honest = s.store->ops;
    struct store_ops deaf = *honest;
    deaf.read = unread;
    s.store->ops = &deaf;
    assert_false(begin(a));
    assert_string_equal(a->refusal, "not_now");
    client_send(a, "{\"ask\":\"deck\",\"tag\":6,\"with\":{\"deck\":1,\"from\":0}}");
    fixture_settle(&s);
    assert_string_equal(json_string_value(json_object_get(a->told, "key")), "not_now");
    s.store->ops = honest;
    assert_true(begin(a));
    assert_true(log_is_sound(&s));
    fixture_fini(&s);
}

/* ---- format 4 ---- */

/* A line of an entry as format 4 had it: the text of a deck stood in every snapshot. */
static void write_fourth(void *arg, struct str line, struct buf *out)
{
    const struct buf *text = arg;
    ptrdiff_t format = str_find(line, STR("\"format\":5"));

    if (format >= 0) {
        buf_add(out, str_n(line.at, (size_t)format));
        buf_adds(out, "\"format\":4");
        buf_add(out, str_n(line.at + format + 10, line.len - (size_t)format - 10));
    } else if (str_find(line, STR("{\"is\":\"deck_lies\"")) == 0) {
        write_deck_kept(line, buf_str(text), out);
    } else {
        buf_add(out, line);
    }
    buf_addc(out, '\n');
}

static void a_log_of_the_fourth_format_goes_on(void **state)
{
    const struct deck_kind *k;
    const struct book *b;
    struct buf text = {0}, before = {0}, after = {0}, got = {0};
    struct fixture s;

    (void)state;
    struct client *a = open_desk(&s, &b, &k);
    words(&text, "Mine", "mine", 200);
    draft(a, b, k, buf_str(&text));
    assert_true(keep(a, b, k, 0));
    for (int i = 0; i < 2; i++) { /* two snapshots that have it */
        assert_true(begin(a));
        assert_true(client_do(a, "lobby", NULL));
    }
    assert_true(begin(a));
    write_stock(a, &before);
    rewrite_log(&s, client_room(a)->id, 78, write_fourth, &text);
    fixture_crash(&s);
    client_enter(a, a->code, false);
    assert_int_equal(a->hung_up, 0);
    assert_int_equal(client_room(a)->format, LOG_FORMAT_FOURTH);
    assert_non_null(client_room(a)->match.table);
    write_stock(a, &after);
    assert_true(str_eq(buf_str(&before), buf_str(&after)));
    assert_true(log_is_sound(&s));
    read_deck(a, 1, &got); /* it stands in a snapshot */
    assert_true(str_eq(buf_str(&got), buf_str(&text)));
    assert_true(client_do(a, "lobby", NULL));
    assert_true(begin(a));
    assert_int_equal(client_room(a)->format, LOG_FORMAT);
    fixture_crash(&s);
    client_enter(a, a->code, false);
    buf_clear(&after);
    write_stock(a, &after);
    assert_true(str_find(buf_str(&after), STR("mine ")) >= 0);
    assert_true(log_is_sound(&s));
    fixture_fini(&s);
    buf_fini(&text);
    buf_fini(&before);
    buf_fini(&after);
    buf_fini(&got);
}

/* ---- another node ---- */

static void a_game_goes_on_elsewhere_with_its_decks(void **state)
{
    struct pair *p = *state;
    const struct deck_kind *k;
    struct buf before = {0}, after = {0};

    pair_pass(p, 1000, NULL);
    const struct book *b = plain_game(&k);
    struct client *ann = open_lobby(&p->a, b);
    for (int i = 0; i < 3; i++) {
        struct buf text = {0};

        largest(&text, i);
        pair_pass(p, 30000, NULL);
        draft(ann, b, k, buf_str(&text));
        assert_true(keep(ann, b, k, 0));
        buf_fini(&text);
    }
    assert_true(begin(ann));
    write_stock(ann, &before);
    struct client *there = same_person(&p->b, ann);
    client_enter(there, ann->code, false);
    pair_pass(p, 8000, &p->a); /* A is gone */
    assert_int_equal(there->hung_up, 0);
    assert_non_null(client_room(there)->match.table);
    write_stock(there, &after);
    assert_true(str_find(buf_str(&after), STR("large cd")) >= 0);
    assert_true(str_eq(buf_str(&before), buf_str(&after)));
    buf_fini(&before);
    buf_fini(&after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_of_the_largest_are_kept),
        cmocka_unit_test(a_text_is_read_where_it_was_written),
        cmocka_unit_test(a_text_that_cannot_be_read_is_no_game),
        cmocka_unit_test(a_log_of_the_fourth_format_goes_on),
        cmocka_unit_test_setup_teardown(a_game_goes_on_elsewhere_with_its_decks, pair_set_up,
                                        pair_tear_down),
    };

    return cmocka_run_group_tests_name("room texts", tests, NULL, NULL);
}
