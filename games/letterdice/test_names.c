/* Letter Dice: the card of a game, its themes of names, and what counts of a name (LD-1, LD-6). */
#include "test.h"

#include "rules/registry.h"
#include "rules/setup.h"

#include <string.h>

/* ---- the card ---- */

/* The card that a table gets which has seen these; `drawn` is what it will have seen. */
static int card_of(int option, const uint64_t *seen, uint64_t seed, int *drawn)
{
    const struct book *book = registry_find(STR("letterdice"));
    struct shelf shelf = *registry_shelf(book, LANG_EN);
    struct match_fixture f = {.world.shelf = &shelf};
    struct setup setup = match_fixture_setup("letterdice", 3, "");

    memcpy(&setup.seed, &seed, sizeof seed);
    if (option >= 0)
        setup.option[LD_THEME_CARD] = (int16_t)option;
    shelf.seen[LD_DECK_THEMES] = seen;
    match_fixture_open(&f, &setup);
    int card = ((const struct ld_public *)table_public(f.m.table))->card;
    assert_int_equal(f.d->deck_items, 1);
    *drawn = f.d->deck_item[0].item;
    match_fixture_close(&f);
    return card;
}

void ld_1_the_first_card_in_a_first_game_then_one_not_seen_yet(void **state)
{
    uint64_t seen[DECK_SET] = {0};
    int drawn;

    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++)
        assert_int_equal(card_of(-1, NULL, seed, &drawn), 0);
    assert_int_equal(drawn, 0);
    seen[0] = 1;
    for (int game = 2; game <= LD_CARDS; game++) {
        int card = card_of(-1, seen, (uint64_t)game, &drawn);

        assert_int_equal(card, drawn);
        assert_false(seen[0] >> card & 1);
        seen[0] |= UINT64_C(1) << card;
    }
    assert_int_equal(seen[0], (UINT64_C(1) << LD_CARDS) - 1); /* all; now they come again */
    card_of(-1, seen, LD_CARDS + 1, &drawn);
}

void ld_1_a_card_that_was_picked_is_seen_too(void **state)
{
    uint64_t seen[DECK_SET] = {0x3};
    int drawn;

    (void)state;
    for (int picked = 1; picked <= LD_CARDS; picked++) {
        assert_int_equal(card_of(picked, seen, 1, &drawn), picked - 1);
        assert_int_equal(drawn, picked - 1);
    }
}

/* T-11: the next card up, until there is none. */
void ld_1_t_11_harder_is_the_next_card(void **state)
{
    struct setup setup;
    int steps = 0;

    (void)state;
    setup_default(&setup, registry_find(STR("letterdice")));
    assert_false(setup_harder(&setup, &setup)); /* the table has another one each time anyway */
    setup.option[LD_THEME_CARD] = 1;
    while (setup_harder(&setup, &setup))
        steps++;
    assert_int_equal(steps, LD_CARDS - 1);
    assert_int_equal(setup.option[LD_THEME_CARD], LD_CARDS);
    setup.option[LD_PACK] = PACK_WILD;
    setup.option[LD_THEME_CARD] = LD_PACK_CARDS - 1;
    assert_true(setup_harder(&setup, &setup));
    assert_false(setup_harder(&setup, &setup)); /* the last of the pack */
    assert_int_equal(registry_shelf(setup.book, LANG_EN)->deck[LD_DECK_THEMES_WILD]->cards,
                     LD_PACK_CARDS);
}

/* ---- names ---- */

void ld_6_a_card_says_which_themes_are_of_names(void **state)
{
    static const struct {
        enum language lang;
        int names, whole;
    } first[] = {{LANG_EN, 1 << 0 | 1 << 5, 1 << 5},
                 {LANG_DE, 1 << 0 | 1 << 4, 1 << 4},
                 {LANG_FR, 1 << 0 | 1 << 4, 1 << 4}};

    (void)state;
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        struct setup setup = match_fixture_setup("letterdice", 3, "");
        struct match_fixture f = {0};

        setup.language = first[i].lang;
        match_fixture_open(&f, &setup);
        const struct ld_public *t = table_public(f.m.table);
        assert_int_equal(t->names, first[i].names);
        assert_int_equal(t->whole, first[i].whole);
        assert_true(ld_names_only(t, 1)); /* celebrities, in every language */
        match_fixture_close(&f);
    }
}

void ld_6_what_counts_of_a_name(void **state)
{
    static const struct {
        const char *word, *counts, *on_n;
    } cases[] = {
        {"BELMONDO", "BELMONDO", "BELMONDO"},
        {"GEORGE BERNARD SHAW", "SHAW", "GEORGE BERNARD SHAW"},
        {"JEAN-PAUL BELMONDO", "BELMONDO", "JEAN-PAUL BELMONDO"},
        {"NEW YORK", "YORK", "NEW YORK"},
        {"LES NUITS", "NUITS", "NUITS"},
        {"NANA NINA", "NINA", "NANA NINA"},
    };
    static struct ld_public t; /* theme 1: people, 2: places and titles, 3: no names */

    (void)state;
    t.names = 3, t.whole = 2;
    t.letter[LD_WHITE] = 'N' - 'A';
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct str word = str_of(cases[i].word);

        assert_true(str_is(ld_offered(&t, 1, word, true), cases[i].counts));
        assert_true(str_is(ld_offered(&t, 2, word, true), cases[i].on_n));
        assert_true(str_is(ld_offered(&t, 3, word, true), cases[i].counts));
        assert_true(str_eq(ld_offered(&t, 3, word, false), word));
    }
    assert_true(str_is(ld_part_in(STR("VINCENT VAN GOGH"), STR("VAN GOGH")), "VAN GOGH"));
    assert_true(str_is(ld_part_in(STR("DURAN DURAN"), STR("DURAN")), "DURAN"));
    assert_int_equal(ld_part_in(STR("ANNA KARENINA"), STR("ANN")).len, 0);
    assert_int_equal(ld_part_in(STR("ANNA KARENINA"), STR("NINA")).len, 0);
    assert_int_equal(ld_part_in(STR("ANNA"), STR("ANNA KARENINA")).len, 0);
    assert_int_equal(ld_part_in(STR("ANNA"), STR("")).len, 0);
}

static void previews(const struct match_fixture *f, const char *word, bool name, const char *part,
                     const char *expected)
{
    struct buf out = {0};
    struct jw w = jw_to(&out);
    struct value v[ARGS_MAX];

    PUT(v, ld_say, .word = str_of(word), .name = name, .part = str_of(part));
    jw_object(&w);
    table_preview(f->m.table, 1, LD_ACT_SAY, v, lexicon_none(), &w);
    jw_end_object(&w);
    assert_string_equal(buf_cstr(&out), expected);
    buf_fini(&out);
}

/* The letters are S, T, P, A and B, and words begin with B. Theme 1 is of people, 2 of no names. */
void ld_6_ld_7_who_types_is_told_what_counts(void **state)
{
    struct match_fixture f;

    (void)state;
    start(&f, 3, LD_CLASSIC, 1);
    match_fixture_rig(&f, LD_CHANCE_THEME, 1);
    previews(&f, "bast", false, "", "{}"); /* nothing can be said yet */
    throw_all(&f);
    previews(&f, "George Bernard Shaw", false, "",
             "{\"preview\":{\"from\":2,\"to\":2,\"points\":2}}");
    previews(&f, "George Bernard Shaw", false, "Bernard Shaw",
             "{\"preview\":{\"from\":1,\"to\":2,\"points\":3}}");
    previews(&f, "Bette Davis", false, "Bambi",
             "{\"preview\":{\"from\":1,\"to\":1,\"points\":2}}"); /* no such part: the usual one */
    previews(&f, "", false, "", "{\"preview\":{\"from\":0,\"to\":0,\"points\":0}}");
    match_fixture_close(&f);
    start(&f, 3, LD_CLASSIC, 1);
    match_fixture_rig(&f, LD_CHANCE_THEME, 2);
    throw_all(&f);
    previews(&f, "big cat", false, "", "{\"preview\":{\"from\":0,\"to\":1,\"points\":3}}");
    previews(&f, "big cat", true, "", "{\"preview\":{\"from\":1,\"to\":1,\"points\":2}}");
    match_fixture_close(&f);
}

void ld_8_a_black_round_previews_no_points(void **state)
{
    struct match_fixture f;

    (void)state;
    start(&f, 3, LD_CLASSIC, 0);
    match_fixture_rig(&f, LD_CHANCE_THEME, 1);
    match_fixture_rig(&f, LD_CHANCE_COLOUR, LD_BLACK);
    throw_all(&f);
    previews(&f, "Bette Davis", false, "", "{\"preview\":{\"from\":1,\"to\":1}}");
    match_fixture_close(&f);
}

/* Its facts have fewer arguments and still fold. */
void ld_6_a_game_of_edition_1_knows_no_themes_of_names(void **state)
{
    struct match_fixture f;

    (void)state;
    start(&f, 3, LD_CLASSIC, 0);
    const struct schema *s = &f.m.setup.book->fact_args[LD_CARD_CHOSEN];
    struct fact chosen = {.kind = LD_CARD_CHOSEN};
    for (int i = 0; i < s->n; i++) {
        if (!s->arg[i].optional)
            chosen.arg[i] = i ? TEXT(STR("celebrities")) : NUM(0);
    }
    assert_true(s->arg[7].optional && s->arg[8].optional);
    const struct ld_public *t = table_public(f.m.table);
    assert_int_not_equal(t->names | t->whole, 0);
    table_fold(f.m.table, &chosen);
    assert_true(str_is(phrase_str(&t->theme_text[5]), "celebrities"));
    assert_int_equal(t->names | t->whole, 0);
    match_fixture_close(&f);
}
