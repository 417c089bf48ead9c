/* Text, words, buffers, chance, JSON: what everything stands on. */
#include "base/arena.h"
#include "base/catalog.h"
#include "base/deal.h"
#include "base/err.h"
#include "base/jr.h"
#include "base/jw.h"
#include "base/log.h"
#include "base/rng.h"
#include "base/siphash.h"
#include "base/word.h"
#include "base/zeros.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

static void assert_str(struct str s, const char *text)
{
    assert_int_equal(s.len, strlen(text));
    assert_memory_equal(s.at, text, s.len);
}

static void shows(const char *typed, const char *shown)
{
    struct word w = {0};

    assert_int_equal(word_set(&w, str_of(typed)), WORD_OK);
    assert_str(word_str(&w), shown);
}

static void t_4_shown_form_is_nfc_trimmed_and_in_capitals(void **state)
{
    (void)state;
    shows("cat", "CAT");
    shows("new york", "NEW YORK");
    shows("new  york", "NEW YORK");
    shows("  ice \t  cream ", "ICE CREAM");
    shows("e\xCC\x81t\xC3\xA9", "ÉTÉ"); /* a combining accent is composed */
    shows("straße", "STRAẞE");
    shows("rock\xE2\x80\x99n\xE2\x80\x99roll", "ROCK'N'ROLL");
    shows("R&B", "R&B");
    shows("u.s.a.", "U.S.A.");
    shows("7up", "7UP");
    shows("\xC2\xA0non\xC2\xA0-\xC2\xA0stop", "NON - STOP"); /* no-break spaces are spaces */
    shows("ночь", "НОЧЬ");
}

static void flawed(const char *typed, size_t n, enum word_flaw flaw)
{
    struct word w;

    memset(&w, 7, sizeof w);
    struct word before = w;
    assert_int_equal(word_set(&w, str_n(typed, n)), flaw);
    assert_memory_equal(&w, &before, sizeof w); /* outputs untouched on failure */
}

static void t_4_refuses_what_is_no_word(void **state)
{
    char *huge = malloc(10000);

    (void)state;
    memset(huge, 'a', 10000);
    flawed("", 0, WORD_EMPTY);
    flawed("  \t ", 4, WORD_EMPTY);
    flawed("--'.", 4, WORD_EMPTY);
    flawed("a*b", 3, WORD_CHARACTER);
    flawed("a\nb", 3, WORD_CHARACTER);
    flawed("a\0b", 3, WORD_CHARACTER);
    flawed("\xF0\x9F\x98\x80", 4, WORD_CHARACTER); /* an emoji */
    flawed("a\xE2\x80\x8B"
           "b",
           5, WORD_CHARACTER); /* a zero-width space */
    flawed("\xCC\x81"
           "a",
           3, WORD_CHARACTER); /* a mark without a letter */
    flawed("a\xFF", 2, WORD_NOT_UTF8);
    flawed("\xC0\xAF", 2, WORD_NOT_UTF8);     /* overlong */
    flawed("\xED\xA0\x80", 3, WORD_NOT_UTF8); /* a surrogate */
    flawed(huge, 10000, WORD_TOO_LONG);
    flawed(huge, 41, WORD_TOO_LONG);
    struct word w;
    assert_int_equal(word_set(&w, str_n(huge, 40)), WORD_OK);
    free(huge);
}

static void t_4_the_shown_form_is_its_own_shown_form(void **state)
{
    static const char *const words[] = {"Œuf", "ŉ", "ǰazz", "ΐ", "ﬁnal", "Ǆ", "İstanbul", "ñandú"};

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct word once, twice;

        assert_int_equal(word_set(&once, str_of(words[i])), WORD_OK);
        assert_int_equal(word_set(&twice, word_str(&once)), WORD_OK);
        assert_memory_equal(&twice, &once, sizeof once);
    }
}

static void t_4_comparison_folds_case_and_diacritics(void **state)
{
    (void)state;
    assert_true(word_same(STR("ÉTÉ"), STR("ETE"), LANG_FR));
    assert_true(word_same(STR("BUÑUEL"), STR("BUNUEL"), LANG_EN));
    assert_true(word_same(STR("NŒUD"), STR("NOEUD"), LANG_FR));
    assert_true(word_same(STR("CÆSAR"), STR("CAESAR"), LANG_EN));
    assert_true(word_same(STR("STRAẞE"), STR("STRASSE"), LANG_DE));
    assert_true(word_same(STR("MÄDCHEN"), STR("MAEDCHEN"), LANG_DE));
    assert_true(word_same(STR("MÄDCHEN"), STR("MADCHEN"), LANG_DE));
    assert_false(word_same(STR("MÄDCHEN"), STR("MAEDCHEN"), LANG_EN));
    assert_false(word_same(STR("MADCHEN"), STR("MAEDCHEN"), LANG_DE));
    assert_true(word_same(STR("ICE-CREAM"), STR("ICE CREAM"), LANG_EN));
    assert_true(word_same(STR("T.G.V."), STR("TGV"), LANG_FR));
    assert_false(word_same(STR("R&B"), STR("RB"), LANG_EN));
    assert_false(word_same(STR("NUT"), STR("NUTS"), LANG_EN));
    assert_int_equal(word_initial(STR("ÉTÉ")), 'E');
    assert_int_equal(word_initial(STR("ŒUF")), 'O');
    assert_int_equal(word_initial(STR("7UP")), 0);
}

/* A letter and its mark, written as one character or as two, have the same key. */
static void t_4_keys_do_not_depend_on_composition(void **state)
{
    int marked = 0;

    (void)state;
    for (int32_t c = 0xC0; c <= 0x17F; c++) {
        uint8_t composed[8] = {0};
        struct word_key key, apart_key;

        utf8proc_encode_char(c, composed);
        uint8_t *apart = utf8proc_NFD(composed);
        word_key(&key, str_of((char *)composed), false);
        word_key(&apart_key, str_of((char *)apart), false);
        assert_true(str_eq(word_key_str(&key), word_key_str(&apart_key)));
        marked += strcmp((char *)apart, (char *)composed) != 0;
        free(apart);
    }
    assert_true(marked > 100);
}

static void t_5_counts_words_by_spaces(void **state)
{
    (void)state;
    assert_int_equal(word_parts(STR("PETER PAN")), 2);
    assert_int_equal(word_parts(STR("ICE-CREAM")), 1);
    assert_int_equal(word_parts(STR("")), 0);
}

static void lines_are_cut_at_a_character(void **state)
{
    struct phrase l;
    char long_text[200];

    (void)state;
    memset(long_text, 'x', sizeof long_text);
    memcpy(long_text + PHRASE_BYTES - 1, "\xC3\xA9", 2);
    phrase_set(&l, str_n(long_text, sizeof long_text));
    assert_int_equal(l.len, PHRASE_BYTES - 1);
    assert_true(utf8_valid(phrase_str(&l)));
}

/* Published known answers of Philox4x32-10. */
static void t_10_philox_known_answers(void **state)
{
    static const struct {
        uint32_t counter[4], key[2], out[4];
    } known[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint32_t out[4];

        rng_philox(known[i].counter, known[i].key, out);
        assert_memory_equal(out, known[i].out, sizeof out);
    }
}

/* Published known answers of SplitMix64 from 0. */
static void quick_numbers_have_known_answers(void **state)
{
    uint64_t at = 0;

    (void)state;
    assert_true(rng_quick(&at) == UINT64_C(0xE220A8397B1DCDAF));
    assert_true(rng_quick(&at) == UINT64_C(0x6E789E6AA1B965F4));
    assert_true(rng_quick(&at) == UINT64_C(0x06C45D188009454F));
}

/* SHA-256 of 48 zero bytes, as sha256sum has it: anybody can compute a draw again. */
static void t_10_a_draw_is_the_sha_256_of_its_place(void **state)
{
    struct seed zero = seed_number(0), other = seed_number(1);
    struct deal d = deal_at(&zero, 0), e = deal_at(&other, 0);

    (void)state;
    assert_true(deal_next(&d) == UINT64_C(0xd581b0871f76b017));
    assert_true(deal_next(&d) == UINT64_C(0x2bf189cc7c7510cf));
    assert_true(deal_next(&e) != UINT64_C(0xd581b0871f76b017));
    for (int i = 2; i < DEAL_DRAWS; i++)
        deal_next(&d);
    assert_true(deal_next(&d) == UINT64_C(0x0acc8c7bdfc1eb47)); /* the next block */
}

static void a_seed_is_64_digits(void **state)
{
    struct seed seed = seed_number(UINT64_C(0x0123456789abcdef)), again;
    struct buf text = {0};

    (void)state;
    seed_write(&seed, &text);
    assert_int_equal(text.len, SEED_TEXT);
    assert_true(str_starts(buf_str(&text), STR("efcdab8967452301000000")));
    assert_true(seed_read(&again, buf_str(&text)));
    assert_memory_equal(&seed, &again, sizeof seed);
    assert_false(seed_read(&again, str_n(text.at, SEED_TEXT - 1)));
    text.at[5] = 'G';
    assert_false(seed_read(&again, buf_str(&text)));
    buf_fini(&text);
}

static void t_10_draws_are_even_and_repeatable(void **state)
{
    struct seed seed = seed_number(7);
    struct deal a = deal_at(&seed, 1), b = deal_at(&seed, 1), other = deal_at(&seed, 2);
    int count[6] = {0}, equal = 0;

    (void)state;
    for (int i = 0; i < 60000; i++) {
        uint32_t die = deal_below(&a, 6);

        assert_int_equal(die, deal_below(&b, 6));
        equal += die == deal_below(&other, 6);
        count[die]++;
    }
    for (int i = 0; i < 6; i++)
        assert_in_range(count[i], 9600, 10400);
    assert_in_range(equal, 9600, 10400); /* another stream is another die */
}

static void json_is_written_canonically(void **state)
{
    struct buf out = {0};
    struct jw w = jw_to(&out);

    (void)state;
    jw_object(&w);
    jw_key(&w, "a"), jw_int(&w, INT64_MIN);
    jw_key(&w, "b"), jw_array(&w), jw_bool(&w, true), jw_null(&w), jw_array(&w), jw_end_array(&w);
    jw_end_array(&w);
    jw_key(&w, "c"), jw_str(&w, STR("É\"\\\n\x01\x7f \xFF"));
    jw_key(&w, "d"), jw_number(&w, 0.5);
    jw_key_int(&w, "e", -1), jw_key_bool(&w, "f", false), jw_key_str(&w, "g", STR("h"));
    jw_key(&w, "i"), jw_letter(&w, 25);
    jw_end_object(&w);
    assert_string_equal(buf_cstr(&out),
                        "{\"a\":-9223372036854775808,\"b\":[true,null,[]],"
                        "\"c\":\"É\\\"\\\\\\n\\u0001\\u007f \xEF\xBF\xBD\",\"d\":0.5,"
                        "\"e\":-1,\"f\":false,\"g\":\"h\",\"i\":\"Z\"}");
    buf_fini(&out);
}

static void unreadable(const char *text, const char *reason)
{
    struct jr_problem problem;

    assert_null(jr_parse(str_of(text), &problem));
    assert_non_null(strstr(problem.reason, reason));
    assert_null(strchr(problem.reason, '\n'));
}

static void json_from_outside_is_refused_with_a_reason(void **state)
{
    struct jr_problem problem;
    char deep[200];

    (void)state;
    unreadable("{\"a\":1,\"a\":2}", "duplicate");
    unreadable("{\"a\":\"\xFF\"}", "decode");
    unreadable("{\"a\":1} x", "end of file");
    unreadable("", "'['");
    assert_null(jr_parse(STR("{\n\n\"a\":}"), &problem));
    assert_int_equal(problem.line, 3);
    memset(deep, '[', sizeof deep);
    assert_null(jr_parse(str_n(deep, sizeof deep), &problem));
    assert_string_equal(problem.reason, "nested too deep");
}

static void texts_are_cut_and_read(void **state)
{
    struct str rest = STR("one\r\ntwo\n\nlast"), line, head, tail;
    int64_t n = 5;

    (void)state;
    assert_true(str_line(&rest, &line));
    assert_str(line, "one");
    assert_true(str_line(&rest, &line) && str_line(&rest, &line));
    assert_str(line, "");
    assert_true(str_line(&rest, &line));
    assert_str(line, "last");
    assert_false(str_line(&rest, &line));
    tail = STR(" a,, b c , ,");
    assert_true(str_piece(&tail, ',', &head) && str_is(head, "a"));
    assert_true(str_piece(&tail, ',', &head) && str_is(head, "b c"));
    assert_false(str_piece(&tail, ',', &head));
    assert_false(str_split(STR("none"), '=', &head, &tail));
    assert_false(str_int(STR("12x"), &n) || str_int(STR(""), &n) || str_int(STR("-"), &n));
    assert_false(str_int(STR("99999999999999999999"), &n));
    assert_int_equal(n, 5);
    assert_true(str_int(STR("-42"), &n));
    assert_int_equal(n, -42);
    assert_int_equal(str_find(STR("SUNFLOWER"), STR("FLOW")), 3);
    assert_int_equal(str_find(STR("SUN"), STR("SUNS")), -1);
    assert_int_equal(str_find(STR("ANANAS"), STR("NAS")), 3);
    assert_int_equal(str_find(STR("0123456789012345678901234567890123456789"
                                  "0123456789012345678901234567890123456X"),
                              STR("6X")),
                     76);
    assert_true(str_cmp(STR("A"), STR("AB")) < 0 && str_cmp(STR("B"), STR("AB")) > 0);
}

static void catalogs_answer_and_refuse_repeats(void **state)
{
    struct catalog c = {0};

    (void)state;
    assert_int_equal(catalog_add(&c, STR("# note\nb = two {x}\na = one\n")), 0);
    assert_str(catalog_get(&c, STR("a")), "one");
    assert_str(catalog_getf(&c, "%s", "b"), "two {x}");
    assert_str(catalog_get(&c, STR("c")), "");
    assert_int_equal(catalog_add(&c, STR("c = 3\na = again\n")), 2);
    assert_int_equal(catalog_add(&c, STR("no sign\n")), 1);
    catalog_fini(&c);
}

static void arenas_hand_out_aligned_zeroed_memory(void **state)
{
    struct arena a = {0};

    (void)state;
    for (size_t size = 1; size < 40000; size = size * 3 + 1) {
        unsigned char *piece = arena_alloc(&a, size);

        assert_int_equal((uintptr_t)piece % 16, 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(piece[i], 0);
        memset(piece, 255, size);
    }
    arena_fini(&a);
}

static void log_lines_are_logfmt(void **state)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    struct log_line l = log_begin(file, "info", "room_opened");

    (void)state;
    log_int(&l, "rooms", 3);
    log_str(&l, "plain", STR("abc"));
    log_str(&l, "odd", STR("a \"b\"\n"));
    log_str(&l, "empty", STR(""));
    log_end(&l);
    fclose(file);
    assert_string_equal(
        text,
        "level=info event=room_opened rooms=3 plain=abc odd=\"a \\\"b\\\"\\x0a\" empty=\"\"\n");
    free(text);
}

static void errors_have_texts(void **state)
{
    (void)state;
    assert_string_equal(err_text(ERR_NOT_FOUND), "there is no such file");
    assert_string_equal(err_text(-999), "failed");
}

static void assert_packs(const unsigned char *bytes, size_t size)
{
    struct zeros *z = zeros_pack(bytes, size);
    unsigned char *back = malloc(size + 1);

    back[size] = 0x5a;
    memset(back, 0xff, size);
    zeros_unpack(z, back);
    assert_memory_equal(back, bytes, size);
    assert_int_equal(back[size], 0x5a);
    free(back);
    free(z);
}

static void zeros_come_back_as_they_were(void **state)
{
    static unsigned char bytes[200000];
    struct rng r = rng_at(5, 5);

    (void)state;
    for (int round = 0; round < 300; round++) {
        size_t size = rng_below(&r, round % 10 ? 700 : sizeof bytes);

        memset(bytes, 0, size);
        for (size_t at = 0; at < size; at += rng_below(&r, 90)) {
            size_t n = rng_below(&r, 40) + 1;

            for (size_t i = at; i < at + n && i < size; i++)
                bytes[i] = (unsigned char)rng_next(&r);
        }
        assert_packs(bytes, size);
    }
    /* Longer than a length can say, of either kind. */
    memset(bytes, 0, sizeof bytes);
    assert_packs(bytes, sizeof bytes);
    struct zeros *z = zeros_pack(bytes, sizeof bytes);
    assert_true(z->packed < 20);
    free(z);
    memset(bytes, 1, sizeof bytes);
    assert_packs(bytes, sizeof bytes - 3);
}

/* The numbers of the paper (Aumasson, Bernstein, 2012) and of its reference code. */
static void siphash_is_the_papers(void **state)
{
    static const struct {
        size_t len;
        uint64_t number;
    } known[] = {{0, UINT64_C(0x726fdb47dd0e0e31)},
                 {8, UINT64_C(0x93f5f5799a932462)},
                 {15, UINT64_C(0xa129ca6149be45e5)}};
    struct siphash_key key = {{UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)}};
    unsigned char text[15];

    (void)state;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (unsigned char)i;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_true(siphash(&key, text, known[i].len) == known[i].number);
    struct siphash_key one = siphash_draw(), two = siphash_draw();
    assert_memory_not_equal(&one, &two, sizeof one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_4_shown_form_is_nfc_trimmed_and_in_capitals),
        cmocka_unit_test(t_4_refuses_what_is_no_word),
        cmocka_unit_test(t_4_the_shown_form_is_its_own_shown_form),
        cmocka_unit_test(t_4_comparison_folds_case_and_diacritics),
        cmocka_unit_test(t_4_keys_do_not_depend_on_composition),
        cmocka_unit_test(t_5_counts_words_by_spaces),
        cmocka_unit_test(lines_are_cut_at_a_character),
        cmocka_unit_test(t_10_philox_known_answers),
        cmocka_unit_test(quick_numbers_have_known_answers),
        cmocka_unit_test(t_10_a_draw_is_the_sha_256_of_its_place),
        cmocka_unit_test(a_seed_is_64_digits),
        cmocka_unit_test(t_10_draws_are_even_and_repeatable),
        cmocka_unit_test(json_is_written_canonically),
        cmocka_unit_test(json_from_outside_is_refused_with_a_reason),
        cmocka_unit_test(texts_are_cut_and_read),
        cmocka_unit_test(catalogs_answer_and_refuse_repeats),
        cmocka_unit_test(arenas_hand_out_aligned_zeroed_memory),
        cmocka_unit_test(log_lines_are_logfmt),
        cmocka_unit_test(errors_have_texts),
        cmocka_unit_test(zeros_come_back_as_they_were),
        cmocka_unit_test(siphash_is_the_papers),
    };

    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
