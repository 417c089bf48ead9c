/* Checks of decks: what makes them fast says what the slow way says. */
#include "check.h"
#include "rules/deck_check.h"
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

static bool composed_is_same(struct str s)
{
    uint8_t *composed = NULL;
    utf8proc_ssize_t n = utf8proc_map((const uint8_t *)s.at, (utf8proc_ssize_t)s.len, &composed,
                                      UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    bool same = n >= 0 && str_eq(s, str_n((const char *)composed, (size_t)n));

    free(composed);
    return same;
}

static uint64_t next_chance(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* Letters that join, stand alone, are taken apart, or stand for others: Latin, Greek, marks, Indic,
 * Korean, Japanese, signs. */
static int32_t some_character(uint64_t *state)
{
    static const int32_t from[] = {'a',    0xC0,   0x300,  0x370,   0x400,   0x5D0,  0x900,
                                   0x1100, 0x1E00, 0x1F00, 0x2000,  0x2120,  0x3040, 0x4E00,
                                   0xAC00, 0xF900, 0xFB1D, 0x1D15E, 0x1F300, 0x2F800};
    static const int32_t many[] = {26,    0x140, 0x70,  0x90, 0x130, 0x20, 0x80,
                                   0x100, 0x100, 0x100, 0x40, 0x20,  0xC0, 0x100,
                                   0x800, 0x100, 0x30,  8,    0x100, 0x20};
    size_t range = next_chance(state) % (sizeof from / sizeof from[0]);

    return from[range] + (int32_t)(next_chance(state) % (uint64_t)many[range]);
}

static void the_quick_look_at_letters_is_right(void **state)
{
    uint64_t chance = 21;
    int composed = 0, not = 0;

    (void)state;
    for (int i = 0; i < 200000; i++) {
        uint8_t text[64];
        size_t n = 0;

        for (uint64_t k = 1 + next_chance(&chance) % 3; k > 0; k--)
            n += (size_t)utf8proc_encode_char(some_character(&chance), text + n);
        struct str s = str_n((const char *)text, n);
        bool same = composed_is_same(s);
        if (deck_is_nfc(s) != same)
            fail_msg("%.*s is%s composed", STR_FMT(s), same ? "" : " not");
        composed += same;
        not += !same;
    }
    assert_true(composed > 10000 && not > 10000);
}

/* Every character, alone and taken apart as far as it goes; Korean syllables are all alike. */
static void the_quick_look_is_right_for_every_character(void **state)
{
    int apart = 0;

    (void)state;
    for (int32_t c = 0xA0; c < 0x110000; c++) {
        uint8_t one[8], parts[64];
        int32_t part[16];

        if (c == 0xD800)
            c = 0xE000;
        if (c > 0xAC00 + 600 && c <= 0xD7A3)
            continue;
        struct str s = str_n((const char *)one, (size_t)utf8proc_encode_char(c, one));
        if (deck_is_nfc(s) != composed_is_same(s))
            fail_msg("U+%04X alone", (unsigned)c);
        int last = 0;
        utf8proc_ssize_t n =
            utf8proc_decompose_char(c, part, 16, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE, &last);
        if (n < 2)
            continue;
        size_t len = 0;
        for (utf8proc_ssize_t i = 0; i < n; i++)
            len += (size_t)utf8proc_encode_char(part[i], parts + len);
        s = str_n((const char *)parts, len);
        if (deck_is_nfc(s) != composed_is_same(s))
            fail_msg("U+%04X in parts", (unsigned)c);
        apart++;
    }
    assert_true(apart > 1000);
}

static void write_some(struct buf *out, const struct deck_kind *k, int n)
{
    buf_adds(out, "# ours\n@name Ours, mostly\n@language fr\n@licence none\n\n");
    for (int i = 0; i < n; i++) {
        char c = (char)('a' + i % 26), d = (char)('a' + i / 26 % 26);

        if (k->form == FORM_THREE)
            buf_printf(out, "b%c%co, t%c%cu, v%c%ca | lives: 2\n", c, d, c, d, c, d);
        else if (k->form == FORM_WORD)
            buf_printf(out, "  b%c%cor\n", c, d);
        else if (k->form == FORM_LINE)
            buf_printf(out, "é %c%c %d | note: ça\n", c, d, i);
        if (i % 13 == 5)
            buf_adds(out, "\n# next\n\n");
    }
}

/* A deck that was found to be fine is not looked through again, only counted. */
static void an_outline_says_what_the_check_said(void **state)
{
    int kinds = 0;

    (void)state;
    registry_init();
    for (int i = 0; i < registry_count(); i++) {
        const struct game *g = registry_at(i)->game;

        for (const struct deck_kind *k = g->kinds; k && k->name; k++) {
            struct deck_report check, outline;
            struct buf text = {0};

            if (k->form == FORM_PICTURE)
                continue;
            write_some(&text, k, 137);
            deck_check(g, k, buf_str(&text), &check);
            assert_int_equal(check.wrong, 0);
            assert_true(deck_outline(k, buf_str(&text), &outline));
            assert_true(str_eq(outline.name, check.name));
            assert_int_equal(outline.language, check.language);
            assert_int_equal(outline.entries, check.entries);
            assert_int_equal(outline.cards, check.cards);
            assert_int_equal(outline.lines, check.lines);
            buf_fini(&text);
            kinds++;
            assert_false(deck_outline(k, STR("@name Ours\n@language fr\n"), &outline));
            assert_false(deck_outline(k, STR("@name Ours\n\nmot\n"), &outline));
            assert_false(deck_outline(k, STR("@language fr\n\nmot\n"), &outline));
        }
    }
    assert_true(kinds > 3);
    registry_fini();
}

/* However a text is made, no step of a check reads more than a part of it. */
static void a_check_takes_small_steps(void **state)
{
    (void)state;
    registry_init();
    for (int longest = 0; longest < 2; longest++) {
        const struct game *g = registry_at(0)->game;
        struct buf text = {0};
        struct deck_report report;
        int steps = 1;

        buf_adds(&text, "@name Ours\n@language en\n\nword\n");
        if (longest) { /* of few lines, which are as long as they can be */
            buf_addc(&text, '#');
            while (text.len < OWN_BYTES - 1)
                buf_adds(&text, text.len % (OWN_LINE - 64) ? "x" : "\n#");
        } else {
            write_some(&text, &g->kinds[0], 1900);
        }
        struct deck_checking *c = deck_checking_new(g, &g->kinds[0], buf_str(&text));
        for (; !deck_checking_step(c); steps++)
            ;
        deck_checking_end(c, &report);
        assert_in_range(steps, 8, 24);
        buf_fini(&text);
    }
    struct deck_report report;
    struct buf text = {0};
    const struct game *g = registry_at(0)->game;
    buf_adds(&text, "@name Ours\n@language en\n\nword\n#");
    while (text.len < OWN_LINE + 100)
        buf_addc(&text, 'x');
    deck_check(g, &g->kinds[0], buf_str(&text), &report);
    assert_int_equal(report.wrong, 1);
    assert_int_equal(report.fault[0].flaw, FLAW_LONG);
    assert_int_equal(report.fault[0].line, 5);
    buf_fini(&text);
    registry_fini();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_quick_look_at_letters_is_right),
        cmocka_unit_test(the_quick_look_is_right_for_every_character),
        cmocka_unit_test(an_outline_says_what_the_check_said),
        cmocka_unit_test(a_check_takes_small_steps),
    };

    return cmocka_run_group_tests_name("deck check", tests, NULL, NULL);
}
