/* JSON that is read as it stands: it takes what jansson takes, and reads the same from it. */
#include "base/buf.h"
#include "base/jp.h"
#include "base/rng.h"
#include "check.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Whether a text is JSON, by either reader. A copy: it is written over. */
static bool is_json(struct str text)
{
    struct buf copy = {0};

    buf_add(&copy, text);
    struct jp p = jp_on(copy.at, copy.len);
    bool fine = jp_skip(&p, NULL) && jp_end(&p);
    assert_int_equal(fine, p.wrong == NULL);
    buf_fini(&copy);
    return fine;
}

static bool jansson_takes(struct str text)
{
    json_t *json = json_loadb(text.at, text.len, JSON_DECODE_ANY, NULL);

    json_decref(json);
    return json != NULL;
}

/* The same as a tree, read value by value; NULL where something is wrong. */
static json_t *build(struct jp *p)
{
    struct str name, text = {0};
    json_t *out = NULL;
    int64_t n = 0;
    bool yes;

    switch (jp_next(p)) {
    case '{':
        out = json_object();
        for (jp_enter(p, '{'); jp_member(p, &name);)
            json_object_setn_new(out, name.at, name.len, build(p));
        break;
    case '[':
        out = json_array();
        for (jp_enter(p, '['); jp_item(p);)
            json_array_append_new(out, build(p));
        break;
    case '"':
        if (jp_text(p, &text))
            out = json_stringn(text.at, text.len);
        break;
    case '0':
        if (jp_int(p, &n))
            out = json_integer(n);
        break;
    case 'n':
        if (jp_skip(p, NULL))
            out = json_null();
        break;
    default:
        if (jp_bool(p, &yes))
            out = json_boolean(yes);
    }
    return out;
}

static const char *const samples[] = {
    "{\"seq\":12,\"at\":3400,\"by\":2,\"do\":\"say\",\"with\":{\"word\":\"ÉTÉ\",\"seat\":1},"
    "\"drew\":"
    "[[\"card\",621,44,7]],\"facts\":[{\"is\":\"word_read\",\"to\":[0,1],\"seat\":2,\"word\":\"A "
    "\\\"B\\\" "
    "\\u00e9 \\ud83d\\ude00 \\\\ \\/ \\n\",\"ok\":true},{\"is\":\"x\"}]}",
    "[]",
    "{}",
    "[[[]],{},{\"a\":{}},[1,2,[3,{\"b\":[false,null,true]}]]]",
    " { \"a\" : [ 1 , -2 , 0 , -0 ] , \"b\" : \"\" } ",
    "[9223372036854775807,-9223372036854775808]",
    "\"plain\"",
    "[\"日本\",\"\\ud83d\\ude00\",\"\x7f\"]",
    "-17",
};
static const char *const not_json[] = {
    "",
    "[1,]",
    "[,1]",
    "{\"a\":1,}",
    "{\"a\"}",
    "{\"a\":}",
    "{a:1}",
    "[1 2]",
    "[01]",
    "[-]",
    "[+1]",
    "[9223372036854775808]",
    "[-9223372036854775809]",
    "[1]x",
    "[1",
    "[\"a]",
    "[\"\\x\"]",
    "[\"\\u12\"]",
    "[\"\\u0000\"]",
    "[\"\\ud800\"]",
    "[\"\\ud800\\u0041\"]",
    "[\"\\udc00\"]",
    "[\"\t\"]",
    "[\"\xff\"]",
    "[\"\xc3\"]",
    "[\"\xed\xa0\x80\"]",
    "[\"\xc0\xaf\"]",
    "[tru]",
    "[nul",
    "[1.]",
    "[1e]",
    "[1.5e+]",
    "}",
    "]",
    "{\"a\":1]",
    "[1}",
};

static void takes_what_is_json_and_nothing_else(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        assert_true(is_json(str_of(samples[i])));
        assert_true(jansson_takes(str_of(samples[i])));
    }
    for (size_t i = 0; i < sizeof not_json / sizeof not_json[0]; i++) {
        if (is_json(str_of(not_json[i])) || jansson_takes(str_of(not_json[i])))
            fail_msg("taken: %s", not_json[i]);
    }
    assert_true(is_json(STR("[1.5,-2e3,0.25E-7,1e+2]"))); /* passed over */
    assert_false(is_json(str_n("[\"a\0b\"]", 7)));
}

static void reads_what_jansson_reads(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        struct buf copy = {0};

        buf_adds(&copy, samples[i]);
        struct jp p = jp_on(copy.at, copy.len);
        json_t *mine = build(&p), *theirs = json_loads(samples[i], JSON_DECODE_ANY, NULL);
        assert_true(jp_end(&p));
        assert_true(json_equal(mine, theirs));
        json_decref(mine);
        json_decref(theirs);
        buf_fini(&copy);
    }
}

/* What is passed over is what stood there, escapes and all. */
static void passes_over_a_value(void **state)
{
    char text[] = "{\"with\": {\"a\":\"\\u0041\\\"}\",\"b\":[1,{}]} ,\"n\":3}";
    struct jp p = jp_on(text, strlen(text));
    struct str name, with = {0};
    int64_t n = 0;

    (void)state;
    assert_true(jp_enter(&p, '{') && jp_member(&p, &name) && jp_skip(&p, &with));
    assert_int_equal(with.len, strlen("{\"a\":\"\\u0041\\\"}\",\"b\":[1,{}]}"));
    assert_memory_equal(with.at, "{\"a\":\"\\u0041\\\"}\",\"b\":[1,{}]}", with.len);
    assert_true(jp_member(&p, &name) && jp_int(&p, &n));
    assert_int_equal(n, 3);
    assert_false(jp_member(&p, &name));
    assert_true(jp_end(&p));
}

/* Once something is wrong nothing is read any more. */
static void stays_wrong(void **state)
{
    char text[] = "[1,\"a\",2]";
    struct jp p = jp_on(text, strlen(text));
    struct str s;
    int64_t n;
    bool yes;

    (void)state;
    assert_true(jp_enter(&p, '[') && jp_item(&p));
    assert_false(jp_text(&p, &s));
    assert_false(jp_item(&p) || jp_int(&p, &n) || jp_bool(&p, &yes) || jp_member(&p, &s) ||
                 jp_enter(&p, '[') || jp_skip(&p, NULL) || jp_end(&p));
    assert_string_equal(p.wrong, "a text is missing");
}

static void is_not_nested_too_deep(void **state)
{
    char deep[80];

    (void)state;
    memset(deep, '[', 40);
    memset(deep + 40, ']', 40);
    assert_true(is_json(str_n(deep + 8, 64)));
    assert_false(is_json(str_n(deep + 7, 66)));
}

/* A number that jansson cannot hold is no integer of ours either way. */
static bool has_real(struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '.' || text.at[i] == 'e' || text.at[i] == 'E')
            return true;
    }
    return false;
}

/* Bytes that were changed, lost or doubled: both readers find the same texts good. */
static void agrees_with_jansson_about_damage(void **state)
{
    static const char bytes[] = "{}[]\",:\\u0019-tfn \x01\xc3\xa9\xff";
    struct rng rng = rng_at(7, 1);
    int good = 0, bad = 0;

    (void)state;
    for (int round = 0; round < 60000; round++) {
        struct buf text = {0};

        buf_adds(&text, samples[rng_below(&rng, sizeof samples / sizeof samples[0])]);
        for (uint32_t n = 1 + rng_below(&rng, 3); n; n--) {
            size_t at = rng_below(&rng, (uint32_t)text.len);

            if (rng_below(&rng, 2))
                text.at[at] = bytes[rng_below(&rng, sizeof bytes - 1)];
            else
                memmove(text.at + at, text.at + at + 1, text.len-- - at);
            if (!text.len)
                break;
        }
        if (!has_real(buf_str(&text))) {
            bool takes = is_json(buf_str(&text));

            if (takes != jansson_takes(buf_str(&text)))
                fail_msg("%s: %s", takes ? "taken" : "refused", buf_cstr(&text));
            good += takes;
            bad += !takes;
        }
        buf_fini(&text);
    }
    assert_true(good > 1000);
    assert_true(bad > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_is_json_and_nothing_else),
        cmocka_unit_test(reads_what_jansson_reads),
        cmocka_unit_test(passes_over_a_value),
        cmocka_unit_test(stays_wrong),
        cmocka_unit_test(is_not_nested_too_deep),
        cmocka_unit_test(agrees_with_jansson_about_damage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
