/* Keepsakes: what is in them and what never is, the map, and the forms they are read in. */
#include "check.h"
#include "dream.h"
#include "keepsake/keepsake.h"
#include "match_fixture.h"
#include "rules/core_facts.h"
#include "rules/registry.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 20000, RECORDS = 4000, GAMES_EACH = 4 };

/* A game with all its facts, as they were told. */
struct heard {
    struct setup setup;
    struct fact *fact;
    int facts, cap;
    char **text; /* what facts borrow */
    int texts;
    bool ended;
};

static void hear(struct heard *h, const struct decision *d)
{
    for (int i = 0; i < d->facts; i++) {
        const struct schema *s = &d->book->fact_args[d->fact[i].kind];
        struct fact f = d->fact[i];

        if (h->facts == h->cap) {
            h->cap = h->cap ? 2 * h->cap : 1024;
            h->fact = realloc(h->fact, (size_t)h->cap * sizeof *h->fact);
            h->text = realloc(h->text, (size_t)h->cap * ARGS_MAX * sizeof *h->text);
            assert_non_null(h->fact);
            assert_non_null(h->text);
        }
        for (int a = 0; a < s->n; a++) {
            if (s->arg[a].type != ARG_TEXT && s->arg[a].type != ARG_LIST)
                continue;
            char *copy = malloc(f.arg[a].s.len + 1);
            assert_non_null(copy);
            memcpy(copy, f.arg[a].s.at, f.arg[a].s.len);
            copy[f.arg[a].s.len] = '\0';
            f.arg[a].s = str_n(copy, f.arg[a].s.len);
            h->text[h->texts++] = copy;
        }
        h->fact[h->facts++] = f;
    }
}

static void heard_fini(struct heard *h)
{
    for (int i = 0; i < h->texts; i++)
        free(h->text[i]);
    free(h->text);
    free(h->fact);
}

static void hear_tick(void *arg, struct match *m, struct decision *d)
{
    (void)m;
    hear(arg, d);
}

/* Random play to the end. */
static struct heard play(const struct book *b, int seats, uint64_t seed, bool clever)
{
    struct heard h = {0};
    struct sampler sampler = sampler_new(seed);
    struct decision *d = decision_new();
    struct match m;
    struct move move;
    int64_t now = 0;

    sampler.clever = clever;
    setup_default(&h.setup, b);
    h.setup.seats = seats;
    h.setup.seed = seed_number(seed);
    match_init(&m, &h.setup,
               &(struct world){.lexicon = lexicon_plain(), .shelf = registry_shelf(b, LANG_EN)});
    match_open(&m, d, 0);
    hear(&h, d);
    for (int i = 0; i < STEPS && !m.table->core.outcome; i++) {
        if (play_propose(m.table, seats_present(&m.table->core), &sampler, &move) &&
            match_act(&m, d, now, move.seat, move.action, move.v)) {
            hear(&h, d);
            continue;
        }
        now += 250;
        if (table_due(m.table) <= now)
            match_pass_time(&m, d, now, hear_tick, &h);
    }
    h.ended = m.table->core.outcome != OUTCOME_NONE && m.table->core.outcome != OUTCOME_ABANDONED;
    match_fini(&m);
    decision_free(d);
    return h;
}

static const char *const people[SEATS_MAX] = {"Ann",  "Ben", "Cl<eo>",       "Dan & Co", "Eva",
                                              "Finn", "Gül", "Hannah-Marie", "Ida",      "Jo",
                                              "Kim",  "Lea", "Max",          "Noa"};

static struct keepsake *begin(const struct heard *h)
{
    struct keepsake_head head = {.setup = &h->setup, .ended = INT64_C(1794793682297)};

    for (int seat = 0; seat < h->setup.seats; seat++) {
        head.name[seat] = str_of(people[seat]);
        head.mark[seat] = seat;
    }
    return keepsake_new(&head);
}

/* The document; empty where there is nothing to keep. */
static struct buf keep_it(const struct heard *h, const struct mind *mind)
{
    struct keepsake *k = begin(h);
    struct buf doc = {0};

    keepsake_hear(k, h->fact, h->facts);
    if (keepsake_worth(k)) {
        while (keepsake_work(k, mind))
            ;
        keepsake_write(k, &doc);
    }
    keepsake_free(k);
    return doc;
}

static void for_games(void (*test)(const struct heard *h, const struct buf *doc))
{
    int kept = 0;

    for (int g = 0; g < registry_count(); g++) {
        const struct book *b = registry_at(g);

        for (int i = 0; i < GAMES_EACH; i++) {
            int seats = i % 2 ? b->game->max_seats : b->game->min_seats;
            struct heard h = play(b, seats, (uint64_t)(100 * g + i), i >= 2);
            struct buf doc = keep_it(&h, mind_none());

            if (doc.len) {
                kept++;
                test(&h, &doc);
            } else {
                assert_false(h.ended);
            }
            buf_fini(&doc);
            heard_fini(&h);
        }
    }
    assert_true(kept >= 3 * registry_count()); /* a test of nothing is no test */
}

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
    for_games(no_secret);
    assert_true(secrets > 2); /* words that were taken back before anybody read them */
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
    again = keep_it(&other, mind_none());
    assert_true(str_eq(buf_str(&again), buf_str(doc)));
    buf_fini(&again);
    free(other.fact);
}

static void is_the_same_whatever_was_secret(void **state)
{
    (void)state;
    for_games(same_without_secrets);
}

/* OM: the table has decided that a word is erased; so it is not kept either. */
static void keeps_no_erased_word(void **state)
{
    const struct book *b = registry_at(0);
    int erased = 0;

    (void)state;
    for (uint64_t seed = 1; seed < 60 && !erased; seed++) {
        struct heard h = play(b, 4, seed, false);
        struct buf doc = keep_it(&h, mind_none());
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
            }
            buf_fini(&whole);
        }
        buf_fini(&doc);
        heard_fini(&h);
    }
    assert_true(erased > 0);
}

/* ---- the map ---- */

static bool is_stroke(const json_t *s, const char *kind)
{
    return strcmp(json_string_value(json_object_get(s, "is")), kind) == 0;
}

static int of(const json_t *s, const char *key)
{
    return (int)json_integer_value(json_object_get(s, key));
}

/* As broad as its letters are in a usual font; words on the sheet do not touch. */
static void words_apart(const struct heard *h, const struct buf *doc)
{
    json_t *json = json_loadb(doc->at, doc->len, 0, NULL);
    json_t *picture = json_object_get(json, "picture"),
           *strokes = json_object_get(picture, "strokes"), *a, *b;
    size_t i, j;

    json_array_foreach(strokes, i, a)
    {
        double wide = json_string_length(json_object_get(a, "text")) * of(a, "size") * 0.31;

        if (!is_stroke(a, "word") || h->setup.book->game->keep.draw)
            continue;
        assert_true(of(a, "x") - wide > -2 && of(a, "x") + wide < of(picture, "w") + 2);
        assert_true(of(a, "y") > 0 && of(a, "y") < of(picture, "h"));
        json_array_foreach(strokes, j, b)
        {
            double other = json_string_length(json_object_get(b, "text")) * of(b, "size") * 0.31;

            if (j <= i || !is_stroke(b, "word"))
                continue;
            assert_true(abs(of(a, "x") - of(b, "x")) > wide + other ||
                        abs(of(a, "y") - of(b, "y")) > (of(a, "size") + of(b, "size")) * 0.36);
        }
    }
    json_decref(json);
}

static void words_of_a_map_lie_apart(void **state)
{
    (void)state;
    for_games(words_apart);
}

static void same_map(const struct heard *h, const struct buf *doc)
{
    struct buf first = keep_it(h, dream_mind()), second = keep_it(h, dream_mind());

    (void)doc;
    assert_true(str_eq(buf_str(&first), buf_str(&second)));
    buf_fini(&first);
    buf_fini(&second);
}

static void a_map_is_the_same_at_every_run(void **state)
{
    (void)state;
    for_games(same_map);
}

/* Two groups of words that are near each other, and one word that only its company knows. */
static float near_by_group(const struct mind *m, enum language lang, struct str a, struct str b)
{
    (void)m, (void)lang;
    if (a.at[0] == 'X' || b.at[0] == 'X')
        return -1;
    return (a.at[0] < 'M') == (b.at[0] < 'M') ? 3 : 0;
}

static struct fact laid(int kind, int seat, const char *word)
{
    return (struct fact){.kind = (uint8_t)kind, .arg = {NUM(seat), TEXT(str_of(word))}};
}

static double far_apart(const json_t *strokes, const char *a, const char *b)
{
    double x = 0, y = 0;
    size_t i;
    json_t *s;

    json_array_foreach(strokes, i, s)
    {
        const char *text = json_string_value(json_object_get(s, "text"));

        if (!text || !is_stroke(s, "word") || (strcmp(text, a) != 0 && strcmp(text, b) != 0))
            continue;
        x = of(s, "x") - x;
        y = of(s, "y") - y;
    }
    return x * x + y * y;
}

static void near_words_lie_near_and_unknown_ones_by_their_company(void **state)
{
    static const char *const words[] = {"APPLE", "BERRY",  "CHERRY", "DATE",
                                        "STONE", "TUNNEL", "ROCK",   "SHAFT"};
    const struct book *b = registry_at(0);
    struct heard h = {0};
    struct fact fact[16];
    struct mind mind = *mind_none();
    int n = 0, start = book_fact(b, STR("start_laid")), round = book_fact(b, STR("round_began"));

    (void)state;
    setup_default(&h.setup, b);
    h.setup.seats = 8;
    fact[n++] = (struct fact){.kind = (uint8_t)book_fact(b, STR("gems_placed")), .arg = {NUM(8)}};
    for (int seat = 0; seat < 8; seat++)
        fact[n++] = laid(start, seat, words[seat]);
    fact[n++] = (struct fact){.kind = (uint8_t)round, .arg = {NUM(1)}};
    fact[n++] = laid(book_fact(b, STR("word_read")), 0, "XYLO"); /* whose path came from APPLE */
    fact[n++] = (struct fact){.kind = GAME_ENDED, .arg = {NUM(OUTCOME_LOST), NUM(0)}};
    h.fact = fact;
    h.facts = n;
    mind.closeness = near_by_group;
    struct buf doc = keep_it(&h, &mind);
    assert_true(doc.len > 0);
    json_t *json = json_loadb(doc.at, doc.len, 0, NULL);
    json_t *strokes = json_object_get(json_object_get(json, "picture"), "strokes");
    assert_true(far_apart(strokes, "APPLE", "BERRY") < far_apart(strokes, "APPLE", "TUNNEL"));
    assert_true(far_apart(strokes, "DATE", "CHERRY") < far_apart(strokes, "DATE", "ROCK"));
    assert_true(far_apart(strokes, "XYLO", "APPLE") < far_apart(strokes, "XYLO", "TUNNEL"));
    assert_true(far_apart(strokes, "XYLO", "APPLE") > 0);
    json_decref(json);
    buf_fini(&doc);
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
            /* One file: nothing is fetched. */
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
    for_games(reads_well);
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
        cmocka_unit_test(keeps_no_erased_word),
        cmocka_unit_test(words_of_a_map_lie_apart),
        cmocka_unit_test(a_map_is_the_same_at_every_run),
        cmocka_unit_test(near_words_lie_near_and_unknown_ones_by_their_company),
        cmocka_unit_test(reads_well_in_all_languages),
        cmocka_unit_test(refuses_what_is_no_document),
        cmocka_unit_test(an_address_tells_nothing_of_the_game),
    };

    registry_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    registry_fini();
    return failed;
}
