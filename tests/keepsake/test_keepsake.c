/* Keepsakes: what is in them and what never is, and the forms they are read in. */
#include "check.h"
#include "dream.h"
#include "heard.h"
#include "match_fixture.h"
#include "rules/core_facts.h"
#include "rules/registry.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is never in it ---- */

static bool word_in(struct str where, struct str word)
{
    return word.len > 2 && str_find(where, word) >= 0;
}

/* Every text that some facts tell. */
static void gather(const struct heard *h, bool seen, struct buf *out)
{
    for (int i = 0; i < h->facts; i++) {
        const struct schema *s = &h->setup.book->fact_args[h->fact[i].kind];

        if (fact_visible(h->setup.book, &h->fact[i], NO_SEAT) != seen)
            continue;
        for (int a = 0; a < s->n; a++) {
            if (s->arg[a].type != ARG_TEXT || !h->fact[i].arg[a].s.len)
                continue;
            buf_addc(out, '\n');
            buf_add(out, h->fact[i].arg[a].s);
        }
    }
    buf_addc(out, '\n');
}

static int secrets;

static void no_secret(const struct heard *h, const struct buf *doc)
{
    const struct keepsake_wish wish = {.lang = LANG_EN, .names = true, .file = true};
    struct buf open = {0}, hidden = {0}, all = {0};
    struct str rest, word;

    gather(h, true, &open);
    gather(h, false, &hidden);
    buf_add(&all, buf_str(doc));
    assert_true(keepsake_text(buf_str(doc), &wish, &all));
    assert_true(keepsake_svg(buf_str(doc), &wish, &all));
    for (rest = buf_str(&hidden); str_line(&rest, &word);) {
        struct buf whole = {0};

        if (word.len < 3)
            continue;
        buf_printf(&whole, "\"%.*s\"", STR_FMT(word)); /* as a value of the document */
        if (!word_in(buf_str(&open), word)) {
            secrets++;
            assert_true(str_find(buf_str(&all), buf_str(&whole)) < 0);
        }
        buf_fini(&whole);
    }
    buf_fini(&open);
    buf_fini(&hidden);
    buf_fini(&all);
}

static void keeps_no_word_that_was_never_shown(void **state)
{
    (void)state;
    secrets = 0;
    heard_each(no_secret);
    assert_true(secrets > 2); /* words that were taken back before anybody read them */
}

/* The reel of a game; empty where there is nothing to keep. Records have several facts, some for
 * all and some for few. */
static struct buf reel_of(const struct heard *h)
{
    enum { A_RECORD = 3 };
    struct keepsake *k = heard_reel(h);
    struct buf reel = {0};

    for (int i = 0; i < h->facts; i += A_RECORD)
        keepsake_hear(k, 100 * i, &h->fact[i], h->facts - i < A_RECORD ? h->facts - i : A_RECORD);
    while (keepsake_reel_work(k))
        ;
    assert_true(keepsake_write_reel(k, &reel));
    keepsake_free(k);
    return reel;
}

/* Worlds that differ in what onlookers never hear leave the same keepsake. */
static void same_without_secrets(const struct heard *h, const struct buf *doc)
{
    struct heard other = *h;
    struct buf again;

    other.fact = malloc((size_t)h->facts * sizeof *other.fact);
    assert_non_null(other.fact);
    memcpy(other.fact, h->fact, (size_t)h->facts * sizeof *other.fact);
    for (int i = 0; i < h->facts; i++) {
        const struct schema *s = &h->setup.book->fact_args[h->fact[i].kind];

        if (fact_visible(h->setup.book, &h->fact[i], NO_SEAT))
            continue;
        for (int a = 0; a < s->n; a++) {
            if (s->arg[a].type == ARG_TEXT)
                other.fact[i].arg[a].s = STR("ANOTHER SECRET");
            else if (s->arg[a].type == ARG_INT)
                other.fact[i].arg[a].i = 1;
        }
    }
    again = heard_kept(&other, mind_none());
    assert_true(str_eq(buf_str(&again), buf_str(doc)));
    struct buf reel = reel_of(h), same = reel_of(&other);
    assert_true(str_eq(buf_str(&reel), buf_str(&same)));
    buf_fini(&reel);
    buf_fini(&same);
    buf_fini(&again);
    free(other.fact);
}

/* As a client does it. */
static void mend(json_t *value, json_t *changes)
{
    const char *name;
    json_t *change;

    json_object_foreach(changes, name, change)
    {
        size_t len = strlen(name);
        bool inside = name[len - 1] == '~';
        char key[80];

        snprintf(key, sizeof key, "%.*s", (int)(len - inside), name);
        if (json_is_array(value)) {
            size_t at = (size_t)atoi(key);

            if (inside)
                mend(json_array_get(value, at), change);
            else if (at < json_array_size(value))
                json_array_set(value, at, change);
            else
                json_array_append(value, change);
        } else if (inside) {
            mend(json_object_get(value, key), change);
        } else if (json_is_null(change)) {
            json_object_del(value, key);
        } else {
            json_object_set(value, key, change);
        }
    }
}

/* From its first frame on the stage comes to the view that onlookers had at the end. */
static void reel_is_whole(const struct heard *h, const struct buf *doc)
{
    struct buf reel = reel_of(h), view = {0};
    struct table *t = table_new(&h->setup);
    json_t *json = json_loadb(reel.at, reel.len, 0, NULL), *frame, *shown = NULL;
    size_t i;

    (void)doc;
    assert_non_null(json);
    for (int f = 0; f < h->facts; f++) {
        if (fact_visible(h->setup.book, &h->fact[f], NO_SEAT))
            table_fold_for(t, &h->fact[f], NO_SEAT);
    }
    table_view(t, NO_SEAT, &view);
    json_array_foreach(json_object_get(json, "frames"), i, frame)
    {
        if (i == 0)
            shown = json_deep_copy(json_object_get(frame, "view"));
        else
            mend(shown, json_object_get(frame, "mend"));
    }
    json_t *last = json_loadb(view.at, view.len, 0, NULL);
    char *one = json_dumps(last, JSON_SORT_KEYS), *other = json_dumps(shown, JSON_SORT_KEYS);
    if (!strstr(reel.at, "•••"))
        assert_string_equal(one, other);
    free(one);
    free(other);
    json_decref(last);
    json_decref(shown);
    json_decref(json);
    table_free(t);
    buf_fini(&view);
    buf_fini(&reel);
}

static void a_reel_shows_the_game_to_its_end(void **state)
{
    (void)state;
    heard_each(reel_is_whole);
}

/* A game is offered by how many records it has, before anybody knows how long its reel becomes. */
static void frames_are_short(const struct heard *h, const struct buf *doc)
{
    struct buf reel = reel_of(h);
    json_t *json = json_loadb(reel.at, reel.len, 0, NULL);
    size_t frames = json_array_size(json_object_get(json, "frames"));

    (void)doc;
    assert_true(frames > 0 && reel.len / frames < (3 << 20) / 4000);
    json_decref(json);
    buf_fini(&reel);
}

static void a_game_that_is_offered_fits(void **state)
{
    (void)state;
    heard_each(frames_are_short);
}

/* What its document says about the reel is what whoever makes it needs. */
static void tells_of_its_reel(const struct heard *h, const struct buf *doc)
{
    struct keepsake_reel about;

    assert_true(keepsake_read_reel(buf_str(doc), &about));
    assert_int_equal(about.entry, 7);
    assert_int_equal(about.seats, h->setup.seats);
    assert_string_equal(about.name[0], "Ann");
    assert_int_equal(about.mark[1], 1);
    if (h->setup.seats > 4) /* every second game */
        assert_string_equal(about.name[4], HEARD_LONGEST);
}

static void a_document_tells_where_its_reel_is(void **state)
{
    struct keepsake_reel about;

    (void)state;
    heard_each(tells_of_its_reel);
    assert_false(keepsake_read_reel(STR("{}"), &about));
}

static void is_the_same_whatever_was_secret(void **state)
{
    (void)state;
    heard_each(same_without_secrets);
}

/* OM: the table has decided that a word is erased; so it is not kept either. */
static void keeps_no_erased_word(void **state)
{
    const struct book *b = registry_at(0);
    int erased = 0;

    (void)state;
    for (uint64_t seed = 1; seed < 60 && !erased; seed++) {
        struct heard h = heard_play(b, 4, seed, false);
        struct buf doc = heard_kept(&h, mind_none());
        int struck = book_fact(b, STR("word_struck")), read = book_fact(b, STR("word_read"));

        for (int i = 0; i < h.facts && doc.len; i++) {
            int seen = 0, j = i;

            if (h.fact[i].kind != struck || !h.fact[i].arg[1].i)
                continue;
            while (j >= 0 && !(h.fact[j].kind == read && h.fact[j].arg[0].i == h.fact[i].arg[0].i))
                j--;
            if (j < 0)
                continue;
            struct buf whole = {0};
            buf_printf(&whole, "\"%.*s\"", STR_FMT(h.fact[j].arg[1].s));
            for (int k = 0; k < h.facts; k++) /* nobody else has said it, at another time */
                seen += h.fact[k].arg[1].s.at && k != j && h.fact[k].kind == read &&
                        str_eq(h.fact[k].arg[1].s, h.fact[j].arg[1].s);
            if (!seen) {
                erased++;
                assert_true(str_find(buf_str(&doc), buf_str(&whole)) < 0);
                struct buf reel = reel_of(&h);
                assert_true(str_find(buf_str(&reel), buf_str(&whole)) < 0);
                buf_fini(&reel);
            }
            buf_fini(&whole);
        }
        buf_fini(&doc);
        heard_fini(&h);
    }
    assert_true(erased > 0);
}

/* ---- forms ---- */

static void reads_well(const struct heard *h, const struct buf *doc)
{
    for (int lang = 0; lang < LANGUAGES; lang++) {
        for (int names = 0; names < 2; names++) {
            const struct keepsake_wish wish = {
                .lang = (enum language)lang, .names = names, .file = true};
            struct buf page = {0}, svg = {0}, text = {0};

            assert_true(keepsake_page(buf_str(doc), &wish, &page));
            assert_true(keepsake_svg(buf_str(doc), &wish, &svg));
            assert_true(keepsake_text(buf_str(doc), &wish, &text));
            /* No key without a text, no place that was not filled. */
            assert_true(str_find(buf_str(&text), STR("{")) < 0);
            assert_true(str_find(buf_str(&text), STR("keep.")) < 0);
            assert_true(str_find(buf_str(&svg), STR("{")) < 0);
            assert_true((str_find(buf_str(&text), STR("Ann")) >= 0) == names);
            assert_true((str_find(buf_str(&svg), STR("Ann")) >= 0) == names);
            assert_true((str_find(buf_str(&page), STR("Ann")) >= 0) == names);
            /* A name is no markup. */
            assert_true(str_find(buf_str(&page), STR("Cl<eo>")) < 0);
            assert_true(str_find(buf_str(&svg), STR("Cl<eo>")) < 0);
            /* What XML cannot hold is left out. */
            assert_true(str_find(buf_str(&svg), STR("\xef\xbf\xbf")) < 0);
            assert_true((str_find(buf_str(&svg), STR("Ben")) >= 0) == names);
            /* One file: nothing is fetched. */
            assert_true(str_find(buf_str(&page), STR("default-src 'none'")) >= 0);
            assert_true(str_find(buf_str(&page), STR("src=")) < 0);
            assert_true(str_find(buf_str(&page), STR("href=\"/")) < 0);
            assert_true(str_find(buf_str(&page), STR("noindex")) >= 0);
            buf_fini(&page);
            buf_fini(&svg);
            buf_fini(&text);
        }
    }
    assert_int_equal(keepsake_language(buf_str(doc)), h->setup.language);
}

static void reads_well_in_all_languages(void **state)
{
    (void)state;
    heard_each(reads_well);
}

/* Every text of it that stands for something else than a text: an import lets in what others wrote.
 */
static void writes_no_markup(const struct heard *h, const struct buf *doc)
{
    static const char *const members[] = {"language", "award", "moment", "step", "role", "text"};
    const struct keepsake_wish wish = {.lang = LANG_EN, .names = true, .file = true};

    (void)h;
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        struct buf begin = {0}, forged = {0}, page = {0};
        struct str rest = buf_str(doc);
        ptrdiff_t at;

        buf_printf(&begin, "\"%s\":\"", members[i]);
        while ((at = str_find(rest, buf_str(&begin))) >= 0) {
            buf_add(&forged, str_n(rest.at, (size_t)at + begin.len));
            buf_adds(&forged, "\\\"><i id=x>");
            rest = str_n(rest.at + (size_t)at + begin.len, rest.len - (size_t)at - begin.len);
        }
        buf_add(&forged, rest);
        assert_true(keepsake_page(buf_str(&forged), &wish, &page));
        assert_true(str_find(buf_str(&page), STR("<i id=x>")) < 0);
        buf_fini(&begin);
        buf_fini(&forged);
        buf_fini(&page);
    }
}

static void a_strangers_document_writes_no_markup(void **state)
{
    (void)state;
    heard_each(writes_no_markup);
}

static void refuses_what_is_no_document(void **state)
{
    const struct keepsake_wish wish = {.lang = LANG_EN};
    struct buf out = {0};

    (void)state;
    assert_false(keepsake_page(STR(""), &wish, &out));
    assert_false(keepsake_page(STR("{}"), &wish, &out));
    assert_false(keepsake_svg(STR("[1,2]"), &wish, &out));
    assert_false(keepsake_text(STR("{\"unisono_keepsake\":1,\"game\":\"onemind\"}"), &wish, &out));
    assert_int_equal(out.len, 0);
}

static void an_address_tells_nothing_of_the_game(void **state)
{
    char one[KEEPSAKE_ADDRESS + 1], two[KEEPSAKE_ADDRESS + 1], again[KEEPSAKE_ADDRESS + 1];
    struct seed a = seed_number(1), b = seed_number(2);
    struct buf key = {0}, keys = {0};

    (void)state;
    keepsake_address(77, &a, one);
    keepsake_address(77, &b, two);
    keepsake_address(77, &a, again);
    assert_string_equal(one, again);
    assert_true(strcmp(one, two) != 0);
    assert_true(keepsake_is_address(str_of(one)));
    assert_false(keepsake_is_address(STR("page.css")));
    assert_false(keepsake_is_address(str_n(one, KEEPSAKE_ADDRESS - 1)));
    keepsake_key(str_of(one), &key);
    keepsake_keys(77, &keys);
    assert_true(str_starts(buf_str(&key), buf_str(&keys)));
    buf_fini(&key);
    buf_fini(&keys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_no_word_that_was_never_shown),
        cmocka_unit_test(is_the_same_whatever_was_secret),
        cmocka_unit_test(a_reel_shows_the_game_to_its_end),
        cmocka_unit_test(a_game_that_is_offered_fits),
        cmocka_unit_test(a_document_tells_where_its_reel_is),
        cmocka_unit_test(keeps_no_erased_word),
        cmocka_unit_test(reads_well_in_all_languages),
        cmocka_unit_test(a_strangers_document_writes_no_markup),
        cmocka_unit_test(refuses_what_is_no_document),
        cmocka_unit_test(an_address_tells_nothing_of_the_game),
    };

    registry_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    registry_fini();
    return failed;
}
