/* The map of a keepsake: near words lie near, and none on another. */
#include "check.h"
#include "dream.h"
#include "heard.h"
#include "match_fixture.h"
#include "rules/core_facts.h"
#include "rules/registry.h"
#include "strokes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    heard_each(words_apart);
}

static void same_map(const struct heard *h, const struct buf *doc)
{
    struct buf first = heard_kept(h, dream_mind()), second = heard_kept(h, dream_mind());

    (void)doc;
    assert_true(str_eq(buf_str(&first), buf_str(&second)));
    buf_fini(&first);
    buf_fini(&second);
}

static void a_map_is_the_same_at_every_run(void **state)
{
    (void)state;
    heard_each(same_map);
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
    struct buf doc = heard_kept(&h, &mind);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_a_map_lie_apart),
        cmocka_unit_test(a_map_is_the_same_at_every_run),
        cmocka_unit_test(near_words_lie_near_and_unknown_ones_by_their_company),
    };

    registry_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    registry_fini();
    return failed;
}
