/* The pictures of all games: nobody is known by their colour alone, and nothing hides what it
 * should show. */
#include "base/deal.h"
#include "check.h"
#include "heard.h"
#include "rules/keep.h"
#include "rules/registry.h"
#include "strokes.h"

#include <stdlib.h>
#include <string.h>

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

/* What a word of a picture covers; letters are about two thirds as high as their size. */
struct cover {
    int left, top, right, bottom;
};

static struct cover cover_of(const json_t *s)
{
    const char *anchor = json_string_value(json_object_get(s, "anchor"));
    int size = of(s, "size"), x = of(s, "x"), y = of(s, "y");
    int broad =
        picture_breadth(str_of(json_string_value(json_object_get(s, "text"))), size) - size / 4;
    int left = !anchor ? x - broad / 2 : strcmp(anchor, "start") == 0 ? x : x - broad;

    return (struct cover){left, y - size / 3, left + broad, y + size / 3};
}

static bool meet(struct cover a, struct cover b)
{
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/* How many tokens and words a word of this picture lies on. */
static int hidden_in(const json_t *strokes)
{
    size_t i, j;
    json_t *a, *b;
    int n = 0;

    json_array_foreach(strokes, i, a)
    {
        json_array_foreach(strokes, j, b)
        {
            int size = of(b, "size"), x = of(b, "x"), y = of(b, "y");

            if (i == j || !is_stroke(a, "word") || !(is_dot(b) || is_stroke(b, "word")))
                continue;
            n +=
                meet(cover_of(a), is_dot(b) ? (struct cover){x - size, y - size, x + size, y + size}
                                            : cover_of(b));
        }
    }
    return n;
}

static void words_leave_all_free(const struct heard *h, const struct buf *doc)
{
    json_t *json = json_loadb(doc->at, doc->len, 0, NULL);

    (void)h;
    assert_int_equal(hidden_in(strokes_of(json)), 0);
    json_decref(json);
}

/* A field on which seven have laid tokens with long words close to each other. */
static json_t *crowded(struct picture *p, uint64_t seed)
{
    enum { TOKENS = 7, LETTERS = 22 };
    static const char letters[] = "Sommerschlussverkaufen";
    json_t *strokes = json_array();
    struct deal d;
    struct seed from = seed_number(seed);

    d = deal_at(&from, 0);
    picture_init(p, 1000, 1000);
    for (int i = 0; i < TOKENS; i++)
        picture_add(p,
                    (struct stroke){.kind = STROKE_DOT,
                                    .seat = (int8_t)i,
                                    .x = (int16_t)(150 + 40 * (i % 3) + (int)deal_below(&d, 200)),
                                    .y = (int16_t)(40 + 36 * i + (int)deal_below(&d, 10)),
                                    .size = 15,
                                    .n = 3},
                    STR(""));
    for (int i = 0; i < TOKENS; i++)
        picture_add(p,
                    (struct stroke){.kind = STROKE_TAG,
                                    .seat = NO_SEAT,
                                    .x = p->stroke[i].x,
                                    .y = p->stroke[i].y,
                                    .w = 4,
                                    .h = 496,
                                    .low = 14,
                                    .high = 486,
                                    .size = 20,
                                    .bend = 20},
                    str_n(letters, 4 + deal_below(&d, LETTERS - 4)));
    picture_settle(p);
    for (int i = 0; i < 2 * TOKENS; i++) {
        const struct stroke *s = &p->stroke[i];
        static const char *const anchors[] = {NULL, "start", "end"};
        json_t *one = json_pack("{s:s,s:i,s:i,s:i}", "is", i < TOKENS ? "dot" : "word", "x", s->x,
                                "y", s->y, "size", s->size);

        json_object_set_new(one, "text",
                            json_stringn(picture_str(p, s->text).at, picture_str(p, s->text).len));
        if (s->anchor)
            json_object_set_new(one, "anchor", json_string(anchors[s->anchor]));
        json_array_append_new(strokes, one);
    }
    return strokes;
}

static void no_word_hides_a_token_or_a_word(void **state)
{
    static struct picture p;
    int hidden = 0;

    (void)state;
    heard_each(words_leave_all_free);
    for (uint64_t seed = 0; seed < 300; seed++) {
        json_t *strokes = crowded(&p, seed);

        hidden += hidden_in(strokes) > 0;
        json_decref(strokes);
    }
    assert_int_equal(hidden, 0);
}

static int heads;

/* Whoever has won, be it seven with long names. */
static void head_fits(const struct heard *h, const struct buf *doc)
{
    (void)h;
    for (int lang = 0; lang < LANGUAGES; lang++) {
        const struct keepsake_wish wish = {.lang = (enum language)lang, .names = true};
        struct buf svg = {0}, plain = {0};
        ptrdiff_t at;

        assert_true(keepsake_svg(buf_str(doc), &wish, &svg));
        struct str rest = buf_str(&svg);
        while ((at = str_find(rest, STR("<text x=\"40\" "))) >= 0) {
            rest = str_n(rest.at + at, rest.len - (size_t)at);
            ptrdiff_t size = str_find(rest, STR("font-size=\"")) + 11,
                      begin = str_find(rest, STR(">")) + 1, end = str_find(rest, STR("</text>"));
            struct str line = str_n(rest.at + begin, (size_t)(end - begin));

            heads++;
            buf_clear(&plain);
            bool escaped = false; /* "&lt;" is one letter */
            for (size_t k = 0; k < line.len; k++) {
                if (!escaped)
                    buf_addc(&plain, line.at[k]);
                escaped = line.at[k] == '&' || (escaped && line.at[k] != ';');
            }
            if (picture_breadth(buf_str(&plain), atoi(rest.at + size)) > 1005)
                fail_msg("%s at %d", buf_cstr(&plain), atoi(rest.at + size));
            rest = str_n(rest.at + end, rest.len - (size_t)end);
        }
        buf_fini(&svg);
        buf_fini(&plain);
    }
}

static void what_it_is_about_fits(void **state)
{
    (void)state;
    heads = 0;
    heard_each(head_fits);
    assert_true(heads > 100);
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
        cmocka_unit_test(no_word_hides_a_token_or_a_word),
        cmocka_unit_test(what_it_is_about_fits),
        cmocka_unit_test(a_race_ends_with_the_score),
    };

    registry_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    registry_fini();
    return failed;
}
