/* Shapes of JSON: what fits, and what is said about what does not. */
#include "check.h"
#include "rules/shape.h"

/* clang-format off */
static const struct shape parts[] = {
    {"Card", NULL, SHAPE_PART, false, NULL, {
        HAS(word, text)
        MAY_HAVE(seat, seat)
    }},
    {"Thing", NULL, SHAPE_PART, false, NULL, {
        HAS(n, int)
        MAY_HAVE(any, number)
        MAY_HAVE(yes, bool)
        MAY_HAVE(sure, true)
        MAY_HAVE(kind, one|two)
        MAY_HAVE(cards, Card[])
        MAY_HAVE(two, pair int)
        MAY_HAVE(all, map text)
        MAY_HAVE(none, Card|null)
        MAY_HAVE(free, Value)
    }},
    {0},
};
/* clang-format on */

static bool fits(const char *json, struct shape_fault *fault)
{
    struct shape_lists lists = {{parts, core_shapes}};
    const struct shape *thing = shape_among(parts, STR("Thing"));

    return shape_members_fit(&lists, &thing, 1, str_of(json), fault);
}

static void what_has_its_shape_fits(void **state)
{
    static const char *const good[] = {
        "\"n\":0",
        "\"n\":7,\"any\":-3,\"yes\":false,\"sure\":true,\"kind\":\"two\"",
        "\"cards\":[{\"word\":\"a \\\"b\\\"\",\"seat\":-1},{\"word\":\"\"}],\"n\":1",
        "\"n\":1,\"two\":[1,2],\"all\":{\"x\":\"y\",\"z\":\"\"},\"none\":null",
        "\"n\":1,\"none\":{\"word\":\"w\"},\"free\":\"text\"",
        "\"n\":1,\"cards\":[],\"all\":{},\"free\":3",
    };
    struct shape_fault fault;

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(fits(good[i], &fault));
}

static void what_does_not_fit_is_named(void **state)
{
    static const struct {
        const char *json, *member, *in, *what;
    } bad[] = {
        {"", "n", "Thing", "is missing"},
        {"\"n\":1,\"m\":2", "m", "Thing", "is not in its shape"},
        {"\"n\":-1", "n", "Thing", "is out of range"},
        {"\"n\":\"1\"", "n", "Thing", "is no number"},
        {"\"n\":1,\"yes\":1", "yes", "Thing", "is neither true nor false"},
        {"\"n\":1,\"sure\":false", "sure", "Thing", "is not true"},
        {"\"n\":1,\"kind\":\"three\"", "kind", "Thing", "is none of its choices"},
        {"\"n\":1,\"cards\":{}", "cards", "Thing", "is no list"},
        {"\"n\":1,\"cards\":[{\"words\":\"x\"}]", "words", "Card", "is not in its shape"},
        {"\"n\":1,\"cards\":[{\"seat\":1}]", "word", "Card", "is missing"},
        {"\"n\":1,\"cards\":[{\"word\":\"x\",\"seat\":16}]", "seat", "Card", "is out of range"},
        {"\"n\":1,\"two\":[1]", "two", "Thing", "is no pair"},
        {"\"n\":1,\"all\":{\"x\":1}", "all", "Thing", "is no text"},
        {"\"n\":1,\"none\":3", "none", "Thing", "is no object"},
    };
    struct shape_fault fault;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(fits(bad[i].json, &fault));
        assert_true(str_is(fault.member, bad[i].member));
        assert_true(str_is(fault.in, bad[i].in));
        assert_string_equal(fault.what, bad[i].what);
    }
}

/* Text that was cut off or is no JSON at all never fits, and nothing is read beyond its end. */
static void every_cut_is_noticed(void **state)
{
    struct str whole = STR("\"n\":1,\"cards\":[{\"word\":\"x\",\"seat\":2}],\"all\":{\"x\":\"y\"}");
    struct shape_lists lists = {{parts, core_shapes}};
    const struct shape *thing = shape_among(parts, STR("Thing"));
    struct shape_fault fault;

    (void)state;
    for (size_t n = 0; n < whole.len; n++) {
        bool between = n == 5 || n == 37; /* members end there */

        assert_int_equal(shape_members_fit(&lists, &thing, 1, str_n(whole.at, n), &fault), between);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_its_shape_fits),
        cmocka_unit_test(what_does_not_fit_is_named),
        cmocka_unit_test(every_cut_is_noticed),
    };

    return cmocka_run_group_tests_name("shape", tests, NULL, NULL);
}
