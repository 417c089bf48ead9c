/* Decks that a table brings: written, checked, dealt, read again after a crash, and given away. */
#include "check.h"
#include "drafting.h"
#include "room/stock.h"
#include "rules/deck_check.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether all that was dealt so far, or anything, begins with this. */
static int dealt(const struct client *c, const char *stem, int *all)
{
    const struct deck *deck = NULL;
    const struct room *r = client_room(c);
    int found = 0;

    *all = 0;
    for (int place = 0; place < SHELF_DECKS; place++) {
        if (!r->shelf || !r->shelf->deck[place] || !r->stock)
            continue;
        deck = r->shelf->deck[place];
        if (deck == registry_shelf(r->match.setup.book, LANG_EN)->deck[place])
            continue;
        for (int i = 0; i < deck->entries; i++) {
            found += str_starts(deck->entry[i].text, str_of(stem));
            ++*all;
        }
    }
    return found;
}

/* What checks of a large deck cost the loop is bounded, however often they are asked for. */
static void checks_are_not_asked_for_without_end(void **state)
{
    const struct deck_kind *k;
    const struct book *b;
    struct fixture s;
    struct buf text = {0};
    int checked = 0, refused = 0;

    (void)state;
    struct client *a = open_desk(&s, &b, &k);
    words(&text, "Mine", "quite a long sort of a phrase", 1900);
    draft(a, b, k, buf_str(&text));
    int64_t lines = reported(a, "lines");
    assert_int_equal(lines, 1903);
    for (int i = 0; i < 200; i++) {
        client_send(a,
                    "{\"ask\":\"draft\",\"tag\":1,\"with\":{\"game\":\"%s\",\"kind\":\"%s\","
                    "\"of\":%d,\"from\":0,\"cut\":0,\"text\":\"\",\"check\":true}}",
                    b->game->id, k->name, (int)lines);
        fixture_pass(&s, 10); /* a check takes some turns */
        checked += reported(a, "lines") == lines;
        refused += json_object_get(a->told, "key") != NULL;
    }
    assert_true(checked >= 5 && checked <= 30);
    assert_int_equal(checked + refused, 200);
    fixture_pass(&s, 2000); /* and then they may again; the draft is as it was */
    draft(a, b, k, buf_str(&text));
    assert_int_equal(reported(a, "lines"), lines);
    buf_fini(&text);
    fixture_fini(&s);
}

/* Nor by keeping what is refused: each kind anew has to be looked through. */
static void keeping_is_not_tried_without_end(void **state)
{
    const struct book *b = NULL;
    struct fixture s;
    struct buf text = {0};
    int faulty = 0, fast = 0;

    (void)state;
    fixture_init(&s, NULL);
    for (int i = 0; !b; i++) {
        assert_true(i < registry_count());
        const struct deck_kind *k = registry_at(i)->game->kinds;
        b = k && k[0].name && k[1].name ? registry_at(i) : NULL;
    }
    struct client *a = open_lobby(&s, b);
    buf_adds(&text, "@name Mine\n\n");
    for (int i = 0; i < 1900; i++)
        buf_printf(&text, "twice the same\n");
    draft(a, b, &b->game->kinds[0], buf_str(&text));
    for (int i = 0; i < 200; i++) {
        assert_false(keep(a, b, &b->game->kinds[(i + 1) % 2], 0));
        fixture_pass(&s, 10);
        faulty += strcmp(a->refusal, "deck_faulty") == 0;
        fast += strcmp(a->refusal, "too_fast") == 0;
    }
    assert_true(faulty >= 2); /* what was looked through last is known */
    assert_true(fast >= 40);
    buf_fini(&text);
    fixture_fini(&s);
}

/* A line may be longer than a part: characters stay whole, and there are few parts. */
static void a_long_line_is_read_in_whole_characters(void **state)
{
    const struct deck_kind *k;
    const struct book *b;
    struct fixture s;
    struct buf text = {0}, back = {0};
    int parts = 0;
    int64_t from = 0;

    (void)state;
    struct client *a = open_desk(&s, &b, &k);
    for (int i = 0; i < 20001; i++) /* where messages may be larger than is usual */
        buf_adds(&text, "\xC3\xA9");
    client_send(
        a,
        "{\"ask\":\"draft\",\"tag\":1,\"with\":{\"game\":\"%s\",\"kind\":\"%s\",\"anew\":true,"
        "\"of\":0,\"from\":0,\"cut\":0,\"text\":\"x%s\\n\"}}",
        b->game->id, k->name, buf_cstr(&text));
    fixture_settle(&s);
    do {
        client_send(a, "{\"ask\":\"deck\",\"tag\":1,\"with\":{\"deck\":0,\"from\":%d}}", (int)from);
        fixture_settle(&s);
        struct str part = jr_str(json_object_get(a->told, "text"));
        assert_true(part.len > 0 && str_find(part, STR("\xEF\xBF\xBD")) < 0);
        buf_add(&back, part);
        from = json_integer_value(json_object_get(a->told, "next"));
    } while (from && ++parts < 20);
    assert_true(parts < 20);
    assert_int_equal(back.len, text.len + 2);
    buf_fini(&text);
    buf_fini(&back);
    fixture_fini(&s);
}

static void a_deck_is_checked_line_by_line(void **state)
{
    const struct deck_kind *k;
    const struct book *b;
    struct fixture s;

    (void)state;
    struct client *a = open_desk(&s, &b, &k), *guest = client_new(&s);

    draft(a, b, k,
          STR("@name Mine\n@language en\n\ndog\nhouse\nthe dogs\n\xE2\x80\xAE"
              "evil\nmuch too long for a card, much too long for any card at all, really\n"));
    assert_int_equal(reported(a, "entries"), 4);
    assert_int_equal(reported(a, "wrong"), 2);
    assert_int_equal(reported(a, "faults"), 3);
    json_t *first = json_object_get(json_object_get(a->told, "deck"), "first");
    assert_string_equal(json_string_value(json_object_get(json_array_get(first, 0), "flaw")),
                        "twice");
    assert_int_equal(json_integer_value(json_object_get(json_array_get(first, 0), "line")), 6);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(first, 0), "with")), 4);
    assert_string_equal(json_string_value(json_object_get(json_array_get(first, 1), "flaw")),
                        "character");
    assert_false(keep(a, b, k, 0));
    assert_string_equal(a->refusal, "deck_faulty");
    /* Two lines are changed, and it is fine. */
    client_send(a,
                "{\"ask\":\"draft\",\"tag\":2,\"with\":{\"game\":\"%s\",\"kind\":\"%s\",\"of\":8,"
                "\"from\":6,\"cut\":2,\"text\":\"sea\\n\",\"check\":true}}",
                b->game->id, k->name);
    fixture_settle(&s);
    assert_int_equal(reported(a, "wrong"), 0);
    assert_int_equal(reported(a, "entries"), 4);
    assert_true(keep(a, b, k, 0));
    assert_string_equal(json_string_value(json_object_get(shown(a, 0), "name")), "Mine");
    /* Whoever is not the host neither writes nor reads. */
    client_enter(guest, a->code, false);
    assert_true(client_do(guest, "sit", "{\"name\":\"Ben\"}"));
    draft(guest, b, k, STR("@name Mine\n@language en\n\ndog\n"));
    assert_string_equal(json_string_value(json_object_get(guest->told, "key")), "not_host");
    assert_false(keep(guest, b, k, 0));
    client_send(guest, "{\"ask\":\"deck\",\"tag\":3,\"with\":{\"deck\":1}}");
    fixture_settle(&s);
    assert_string_equal(json_string_value(json_object_get(guest->told, "key")), "not_host");
    assert_agrees(guest);
    fixture_fini(&s);
}

static void a_game_is_dealt_from_it_also_after_a_crash(void **state)
{
    const struct deck_kind *k;
    const struct book *b;
    struct buf other = {0};
    struct fixture s;
    int all;

    (void)state;
    struct client *a = open_desk(&s, &b, &k);
    keep_words(a, b, k, "Mine", "mine", 60);
    assert_true(begin(a));
    assert_int_equal(dealt(a, "mine", &all), 60); /* mixed with the game's own */
    assert_true(all > 200);
    assert_true(client_do(a, "lobby", NULL));
    assert_true(client_do(a, "use_deck", "{\"deck\":1,\"use\":\"only\"}"));
    assert_true(begin(a));
    assert_int_equal(dealt(a, "mine", &all), 60);
    assert_int_equal(all, 60);
    /* It is changed while the game goes on: that is dealt from what it was begun with. */
    words(&other, "Mine", "other", 60);
    draft(a, b, k, buf_str(&other));
    assert_true(keep(a, b, k, 1));
    assert_int_equal(json_integer_value(json_object_get(shown(a, 0), "edition")), 2);
    fixture_crash(&s);
    client_enter(a, a->code, false);
    assert_int_equal(dealt(a, "mine", &all), 60);
    assert_int_equal(all, 60);
    assert_string_equal(json_string_value(json_object_get(shown(a, 0), "use")), "only");
    assert_true(log_is_sound(&s));
    assert_true(client_do(a, "lobby", NULL));
    assert_true(begin(a));
    assert_int_equal(dealt(a, "other", &all), 60);
    assert_true(client_do(a, "lobby", NULL));
    assert_true(client_do(a, "drop_deck", "{\"deck\":1}"));
    assert_int_equal(json_array_size(json_object_get(a->room, "decks")), 0);
    assert_true(begin(a));
    dealt(a, "other", &all);
    assert_int_equal(all, 0);
    assert_true(log_is_sound(&s));
    fixture_fini(&s);
    buf_fini(&other);
}

/* What was seen is remembered of each deck: the next game has other words. */
static void what_was_dealt_does_not_come_again_soon(void **state)
{
    const struct deck_kind *k;
    const struct book *b;
    struct fixture s;

    (void)state;
    struct client *a = open_desk(&s, &b, &k);
    keep_words(a, b, k, "Mine", "mine", 60);
    assert_true(client_do(a, "use_deck", "{\"deck\":1,\"use\":\"only\"}"));
    assert_true(begin(a));
    const struct own_deck *own = party_deck(&client_room(a)->party, 1);
    uint64_t seen = own->seen[0];
    assert_true(seen != 0);
    assert_true(client_do(a, "lobby", NULL));
    assert_true(begin(a));
    own = party_deck(&client_room(a)->party, 1);
    assert_int_equal(own->seen[0] & seen, seen);
    assert_int_equal(__builtin_popcountll(own->seen[0]), 2 * __builtin_popcountll(seen));
    fixture_crash(&s);
    client_enter(a, a->code, false);
    own = party_deck(&client_room(a)->party, 1);
    assert_int_equal(__builtin_popcountll(own->seen[0]), 2 * __builtin_popcountll(seen));
    fixture_fini(&s);
}

static void too_few_words_are_no_game(void **state)
{
    const struct deck_kind *k;
    const struct book *b;
    struct fixture s;

    (void)state;
    struct client *a = open_desk(&s, &b, &k);
    draft(a, b, k, STR("@name Mine\n@language en\n\ndog\n"));
    assert_true(keep(a, b, k, 0));
    assert_true(client_do(a, "use_deck", "{\"deck\":1,\"use\":\"only\"}"));
    json_t *problem = json_object_get(json_object_get(a->room, "lobby"), "problem");
    assert_string_equal(json_string_value(json_object_get(problem, "key")), "decks_lack");
    assert_int_equal(json_integer_value(json_object_get(problem, "limit")), k->least - 1);
    assert_false(begin(a));
    assert_true(client_do(a, "use_deck", "{\"deck\":1,\"use\":\"mix\"}"));
    assert_true(begin(a));
    fixture_fini(&s);
}

static void decks_have_limits(void **state)
{
    const struct deck_kind *k;
    const struct book *b;
    struct buf text = {0}, many = {0};
    struct fixture s;

    (void)state;
    struct client *a = open_desk(&s, &b, &k);
    words(&many, "Many", "many", OWN_ENTRIES + 1);
    draft(a, b, k, buf_str(&many));
    assert_false(keep(a, b, k, 0));
    words(&text, "All", "all", OWN_ENTRIES);
    draft(a, b, k, buf_str(&text));
    assert_int_equal(reported(a, "wrong"), 0);
    assert_int_equal(reported(a, "entries"), OWN_ENTRIES);
    assert_true(keep(a, b, k, 0));
    assert_true(begin(a));
    assert_true(client_do(a, "lobby", NULL));
    fixture_fini(&s);
    buf_fini(&text);
    buf_fini(&many);
}

static void share(struct client *c, int deck, char link[64])
{
    client_send(c, "{\"ask\":\"share\",\"tag\":4,\"with\":{\"deck\":%d}}", deck);
    fixture_settle(c->fixture);
    assert_non_null(json_object_get(c->told, "link"));
    snprintf(link, 64, "%s", json_string_value(json_object_get(c->told, "link")));
}

static void borrow(struct client *c, const char *link)
{
    client_send(c, "{\"ask\":\"borrow\",\"tag\":5,\"with\":{\"link\":\"%s\"}}", link);
    fixture_settle(c->fixture);
}

/* Another kind that takes any text. */
static const struct deck_kind *other_kind(const struct deck_kind *than, const struct book **b)
{
    for (int i = 0; i < registry_count(); i++) {
        *b = registry_at(i);
        for (const struct deck_kind *k = (*b)->game->kinds; k && k->name; k++) {
            if (k != than && k->form == FORM_LINE)
                return k;
        }
    }
    fail_msg("there is one kind only");
    return NULL;
}

/* The same lines may be words of one game and themes of another. */
static void a_link_leads_to_the_kind_that_was_shared(void **state)
{
    const struct deck_kind *k;
    const struct book *other;
    struct buf text = {0};
    struct fixture s;
    char first[64], second[64];

    (void)state;
    fixture_init(&s, NULL);
    const struct book *b = plain_game(&k);
    const struct deck_kind *k2 = other_kind(k, &other);
    struct client *a = open_lobby(&s, b), *z = open_lobby(&s, b);
    words(&text, "Ours", "ours", 60);
    draft(a, b, k, buf_str(&text));
    assert_true(keep(a, b, k, 0));
    draft(a, other, k2, buf_str(&text));
    assert_true(keep(a, other, k2, 0));
    share(a, 1, first);
    share(a, 2, second);
    borrow(z, second);
    assert_string_equal(json_string_value(json_object_get(z->told, "game")), other->game->id);
    assert_string_equal(json_string_value(json_object_get(z->told, "kind")), k2->name);
    borrow(z, first);
    assert_string_equal(json_string_value(json_object_get(z->told, "kind")), k->name);
    fixture_fini(&s);
    buf_fini(&text);
}

static void a_deck_travels_by_a_link(void **state)
{
    const struct deck_kind *k;
    const struct book *b;
    struct buf text = {0}, got = {0};
    struct fixture s;
    char link[64];

    (void)state;
    struct client *a = open_desk(&s, &b, &k), *z = open_lobby(&s, b);
    words(&text, "Ours", "ours", 1900);
    draft(a, b, k, buf_str(&text));
    assert_true(keep(a, b, k, 0));
    share(a, 1, link);
    borrow(z, link);
    assert_string_equal(json_string_value(json_object_get(z->told, "kind")), k->name);
    for (int64_t next = 0, more = 1; more;) {
        client_send(z, "{\"ask\":\"deck\",\"tag\":6,\"with\":{\"deck\":0,\"from\":%d}}", (int)next);
        fixture_settle(&s);
        buf_add(&got, jr_str(json_object_get(z->told, "text")));
        more = next = json_integer_value(json_object_get(z->told, "next"));
    }
    assert_true(str_eq(buf_str(&got), buf_str(&text)));
    assert_true(keep(z, b, k, 0));
    assert_int_equal(json_integer_value(json_object_get(shown(z, 0), "entries")), 1900);
    client_send(z, "{\"ask\":\"borrow\",\"tag\":7,\"with\":{\"link\":\"%032d\"}}", 7);
    fixture_settle(&s);
    assert_string_equal(json_string_value(json_object_get(z->told, "key")), "no_deck");
    fixture_fini(&s);
    buf_fini(&text);
    buf_fini(&got);
}

/* Nothing that was mixed lies over something else. */
static bool cards_in_order(const struct shelf *shelf)
{
    for (int place = 0; place < SHELF_DECKS; place++) {
        const struct deck *d = shelf->deck[place];

        if (!d || !d->cards)
            continue;
        if (d->card_at[0] != 0 || d->card_at[d->cards] != d->entries)
            return false;
        for (int i = 0; i < d->cards; i++) {
            if (d->card_at[i] >= d->card_at[i + 1])
                return false;
        }
    }
    return true;
}

/* Every kind of every game: a deck of its own is kept and a game with it comes to its end. */
static void every_kind_of_deck_is_played(void **state)
{
    (void)state;
    registry_init();
    for (int i = 0; i < registry_count(); i++) {
        const struct book *b = registry_at(i);

        for (const struct deck_kind *k = b->game->kinds; k && k->name; k++) {
            struct company p;
            struct buf text = {0};

            assert_true(company_init(&p, b, b->game->min_seats, 7));
            assert_true(client_do(p.c[0], "lobby", NULL));
            buf_adds(&text, "@name Own\n@language en\n\n");
            for (int n = 0; n < 60; n++) {
                char c = (char)('a' + n % 26), d = (char)('a' + n / 26);
                const struct deck *library =
                    registry_shelf(b, LANG_EN)->deck[k->place + n % k->places];
                struct str set = deck_set(b->game, k, k->place + n % k->places);

                if (k->form == FORM_PICTURE)
                    buf_printf(&text, "%.*s/%.*s\n", STR_FMT(set),
                               STR_FMT(library->entry[n / k->places].text));
                else if (k->form == FORM_THREE)
                    buf_printf(&text, "b%c%co, t%c%cu, v%c%ca | lives: 2 | theme: <b>&amp;\n", c, d,
                               c, d, c, d);
                else if (k->form == FORM_WORD)
                    buf_printf(&text, "b%c%cor\n", c, d);
                else
                    buf_printf(&text, "<b>%c%c</b> \"&\\ %d%%s\n", c, d, n);
            }
            draft(p.c[0], b, k, buf_str(&text));
            if (reported(p.c[0], "wrong"))
                fail_msg("%s %s: %s", b->game->id, k->name, buf_cstr(&p.c[0]->traffic));
            assert_true(keep(p.c[0], b, k, 0));
            assert_true(client_do(p.c[0], "use_deck", "{\"deck\":1,\"use\":\"only\"}"));
            assert_true(begin(p.c[0]));
            assert_true(cards_in_order(client_room(p.c[0])->shelf));
            assert_true(company_play_out(&p));
            assert_all_agree(&p);
            assert_true(log_is_sound(&p.fixture));
            company_fini(&p);
            buf_fini(&text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deck_is_checked_line_by_line),
        cmocka_unit_test(checks_are_not_asked_for_without_end),
        cmocka_unit_test(keeping_is_not_tried_without_end),
        cmocka_unit_test(a_long_line_is_read_in_whole_characters),
        cmocka_unit_test(a_game_is_dealt_from_it_also_after_a_crash),
        cmocka_unit_test(what_was_dealt_does_not_come_again_soon),
        cmocka_unit_test(too_few_words_are_no_game),
        cmocka_unit_test(decks_have_limits),
        cmocka_unit_test(a_deck_travels_by_a_link),
        cmocka_unit_test(a_link_leads_to_the_kind_that_was_shared),
        cmocka_unit_test(every_kind_of_deck_is_played),
    };

    return cmocka_run_group_tests_name("room decks", tests, NULL, NULL);
}
