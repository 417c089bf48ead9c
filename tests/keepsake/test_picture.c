/* The pictures of all games: nobody is known by their colour alone, and nothing hides what it
 * should show. */
#include "check.h"
#include "heard.h"
#include "rules/registry.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static bool is_stroke(const json_t *s, const char *kind)
{
    return strcmp(json_string_value(json_object_get(s, "is")), kind) == 0;
}

static bool is_dot(const json_t *s)
{
    return is_stroke(s, "dot") || is_stroke(s, "knot");
}

static int of(const json_t *s, const char *key)
{
    return (int)json_integer_value(json_object_get(s, key));
}

static bool of_seat(const json_t *s, int seat)
{
    return json_object_get(s, "seat") && of(s, "seat") == seat;
}

static json_t *strokes_of(const json_t *doc)
{
    return json_object_get(json_object_get(doc, "picture"), "strokes");
}

/* A mark of this player beside the dot or on its lane, or their name where their line ends. */
static bool is_told(const json_t *strokes, const json_t *dot)
{
    int seat = of(dot, "seat");
    size_t i;
    json_t *s;

    json_array_foreach(strokes, i, s)
    {
        int dx = of(s, "x") - of(dot, "x"), dy = of(s, "y") - of(dot, "y");
        int near = of(dot, "size") + 2 * of(s, "size");

        if (is_stroke(s, "name") && ((unsigned)of(s, "n") >> seat & 1))
            return true;
        if (is_stroke(s, "mark") && of_seat(s, seat) && (!dy || dx * dx + dy * dy < near * near))
            return true;
    }
    return false;
}

static int told, dashed;

static void by_more_than_colour(const struct heard *h, const struct buf *doc)
{
    json_t *json = json_loadb(doc->at, doc->len, 0, NULL), *strokes = strokes_of(json), *s;
    const struct keepsake_wish wish = {.lang = LANG_EN, .names = true};
    struct buf svg = {0}, want = {0};
    size_t i;

    assert_true(keepsake_svg(buf_str(doc), &wish, &svg));
    for (int seat = 0; seat < h->setup.seats; seat++) {
        buf_clear(&want);
        buf_printf(&want, "<symbol id=\"m%d\"", seat);
        assert_true(str_find(buf_str(&svg), buf_str(&want)) >= 0);
        buf_clear(&want); /* in the legend at least */
        buf_printf(&want, "<use href=\"#m%d\"", seat);
        assert_true(str_find(buf_str(&svg), buf_str(&want)) >= 0);
    }
    json_array_foreach(strokes, i, s)
    {
        if (!is_dot(s) || !json_object_get(s, "seat") || !json_object_get(s, "n"))
            continue; /* without a number the disc has the symbol on it */
        told++;
        assert_true(is_told(strokes, s));
    }
    dashed += str_find(buf_str(&svg), STR("stroke-dasharray")) >= 0;
    buf_fini(&svg);
    buf_fini(&want);
    json_decref(json);
}

static void nobody_is_known_by_their_colour_alone(void **state)
{
    (void)state;
    told = dashed = 0;
    heard_each(by_more_than_colour);
    assert_true(told > 20 && dashed > 2);
}

static int fields;

/* On a field two may lay their tokens at the same place. */
static void tokens_are_seen(const struct heard *h, const struct buf *doc)
{
    json_t *json = json_loadb(doc->at, doc->len, 0, NULL), *strokes = strokes_of(json), *a, *b;
    bool field = false;
    size_t i, j;

    (void)h;
    json_array_foreach(strokes, i, a) field |= is_stroke(a, "box");
    fields += field;
    json_array_foreach(strokes, i, a)
    {
        json_array_foreach(strokes, j, b)
        {
            int dx = of(a, "x") - of(b, "x"), dy = of(a, "y") - of(b, "y");

            if (field && j < i && is_dot(a) && is_dot(b) && of(a, "step") && of(b, "step"))
                assert_true(dx * dx + dy * dy >= of(a, "size") * of(a, "size"));
        }
    }
    json_decref(json);
}

static void no_token_hides_another(void **state)
{
    (void)state;
    fields = 0;
    heard_each(tokens_are_seen);
    assert_true(fields > 0);
}

static int lanes;

/* A mark that belongs to no step stands at the beginning of a lane. */
static void lanes_tell_the_score(const struct heard *h, const struct buf *doc)
{
    json_t *json = json_loadb(doc->at, doc->len, 0, NULL), *strokes = strokes_of(json), *a, *b;
    size_t i, j;

    (void)h;
    json_array_foreach(strokes, i, a)
    {
        if (!is_stroke(a, "mark") || json_object_get(a, "step"))
            continue;
        json_array_foreach(strokes, j, b)
        {
            if (!is_dot(b) || of(b, "y") != of(a, "y"))
                continue;
            const json_t *player =
                json_array_get(json_object_get(json, "players"), (size_t)of(a, "seat"));
            assert_int_equal(of(b, "seat"), of(a, "seat"));
            assert_int_equal(of(b, "n"), of(player, "score"));
            lanes++;
        }
    }
    json_decref(json);
}

static void a_race_ends_with_the_score(void **state)
{
    (void)state;
    lanes = 0;
    heard_each(lanes_tell_the_score);
    assert_true(lanes > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_known_by_their_colour_alone),
        cmocka_unit_test(no_token_hides_another),
        cmocka_unit_test(a_race_ends_with_the_score),
    };

    registry_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    registry_fini();
    return failed;
}
