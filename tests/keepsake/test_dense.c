/* The fullest maps there can be: no word lies on another or on a dot, none is cut, and nobody's
 * path runs through somebody else's word. */
#include "check.h"
#include "dream.h"
#include "heard.h"
#include "rules/core_facts.h"
#include "rules/keep.h"
#include "rules/registry.h"
#include "strokes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 8, ROUNDS = 8, WORDS = SEATS * (ROUNDS + 1), LETTERS = 40 };

struct box {
    double left, right, top, bottom;
};

/* A word as broad as in the broadest usual font, and as high as its capitals with their accents. */
static struct box box_of(const json_t *s)
{
    struct str text = str_of(json_string_value(json_object_get(s, "text")));
    double half = picture_breadth(text, of(s, "size")) / 2.0, high = of(s, "size") * 0.5;

    return (struct box){of(s, "x") - half, of(s, "x") + half, of(s, "y") - high, of(s, "y") + high};
}

static bool disc_on(const json_t *disc, struct box b)
{
    double x = of(disc, "x"), y = of(disc, "y");
    double dx = x < b.left ? b.left - x : x > b.right ? x - b.right : 0;
    double dy = y < b.top ? b.top - y : y > b.bottom ? y - b.bottom : 0;

    return sqrt(dx * dx + dy * dy) < of(disc, "size") - 1;
}

static void look_at_word(const json_t *picture, const json_t *word)
{
    const json_t *strokes = json_object_get(picture, "strokes"), *s;
    struct box b = box_of(word);
    size_t i;

    assert_true(b.left > -1 && b.right < of(picture, "w") + 1);
    assert_true(b.top > -1 && b.bottom < of(picture, "h") + 1);
    json_array_foreach(strokes, i, s)
    {
        if (is_dot(s) || is_stroke(s, "mark"))
            assert_false(disc_on(s, b));
        if (!is_stroke(s, "word") || s == word)
            continue;
        struct box o = box_of(s);
        assert_true(o.left > b.right || o.right < b.left || o.top > b.bottom || o.bottom < b.top);
    }
}

/* Through how many dots a path goes at whose ends they do not lie. */
static int dots_on(const json_t *picture, const json_t *path)
{
    const json_t *strokes = json_object_get(picture, "strokes"), *s;
    double x = of(path, "x"), y = of(path, "y"), w = of(path, "w"), h = of(path, "h");
    double far = sqrt(w * w + h * h), bend = of(path, "bend") * (far < 160 ? far / 160 : 1) * 2;
    double cx = x + w / 2 - h / far * bend, cy = y + h / 2 + w / far * bend;
    int on = 0;
    size_t i;

    json_array_foreach(strokes, i, s)
    {
        bool through = false;

        if (!is_dot(s) || (of(s, "x") == x && of(s, "y") == y) ||
            (of(s, "x") == x + w && of(s, "y") == y + h))
            continue;
        for (int k = 0; k <= 60; k++) {
            double t = k / 60.0, u = 1 - t;
            double dx = u * u * x + 2 * u * t * cx + t * t * (x + w) - of(s, "x");
            double dy = u * u * y + 2 * u * t * cy + t * t * (y + h) - of(s, "y");

            through |= dx * dx + dy * dy < of(s, "size") * of(s, "size");
        }
        on += through;
    }
    return on;
}

struct seen {
    int words, paths, through;
};

static struct seen look(const struct buf *doc)
{
    json_t *json = json_loadb(doc->at, doc->len, 0, NULL);
    json_t *picture = json_object_get(json, "picture"),
           *strokes = json_object_get(picture, "strokes"), *s;
    struct seen seen = {0};
    size_t i;

    json_array_foreach(strokes, i, s)
    {
        if (is_stroke(s, "word")) {
            look_at_word(picture, s);
            seen.words++;
        } else if (is_stroke(s, "curve")) {
            seen.through += dots_on(picture, s);
            seen.paths++;
        }
    }
    json_decref(json);
    return seen;
}

/* No two are alike; `longest` letters at most, and some of them are the broadest there are. */
static void make_up(char words[WORDS][LETTERS + 1], int longest)
{
    static const char letters[] = "WAMOKEQUISTRONGBLYXCDFHJPVZ";

    for (int i = 0; i < WORDS; i++) {
        int n = 3 + i * 29 % (longest - 2), rest = i + 1;

        for (int j = 0; j < n; j++) {
            words[i][j] = letters[(rest + j * (i % 5)) % 26];
            rest = rest / 26 + (j < 2 ? 0 : i);
        }
        words[i][0] = (char)('A' + i % 26);
        words[i][1] = (char)('A' + i / 26);
        words[i][n] = '\0';
    }
}

/* Eight players in eight rounds, who hardly ever meet. */
static struct seen full_map(int longest, const struct mind *mind)
{
    const struct book *b = registry_at(0);
    int start = book_fact(b, STR("start_laid")), read = book_fact(b, STR("word_read")),
        round = book_fact(b, STR("round_began")), match = book_fact(b, STR("match_made"));
    static char words[WORDS][LETTERS + 1];
    static struct fact fact[2 * WORDS];
    struct heard h = {.fact = fact};

    make_up(words, longest);
    setup_default(&h.setup, b);
    h.setup.seats = SEATS;
    fact[h.facts++] =
        (struct fact){.kind = (uint8_t)book_fact(b, STR("gems_placed")), .arg = {NUM(16)}};
    for (int i = 0; i < WORDS; i++) {
        int step = i / SEATS, seat = i % SEATS;

        if (step && !seat)
            fact[h.facts++] = (struct fact){.kind = (uint8_t)round, .arg = {NUM(step)}};
        fact[h.facts++] = (struct fact){.kind = (uint8_t)(step ? read : start),
                                        .arg = {NUM(seat), TEXT(str_of(words[i]))}};
        if (step % 2 && seat == SEATS - 1)
            fact[h.facts++] =
                (struct fact){.kind = (uint8_t)match, .arg = {NUM(SEAT(step) | SEAT(0))}};
    }
    fact[h.facts++] = (struct fact){.kind = GAME_ENDED, .arg = {NUM(OUTCOME_LOST), NUM(0)}};
    struct buf doc = heard_kept(&h, mind);
    struct seen seen = look(&doc);
    buf_fini(&doc);
    return seen;
}

static void words_of_the_fullest_map_lie_apart(void **state)
{
    const struct mind *minds[] = {mind_none(), dream_mind()};

    (void)state;
    for (int i = 0; i < 2; i++) {
        for (int longest = 8; longest <= LETTERS; longest += 8) {
            struct seen seen = full_map(longest, minds[i]);

            assert_int_equal(seen.words, WORDS);
            assert_int_equal(seen.paths, SEATS * ROUNDS);
            assert_true(seen.through * 8 < seen.paths);
        }
    }
}

/* Words that have a number, each once. */
static int numbered(const json_t *doc, enum language lang)
{
    json_t *step, *item, *seen = json_array(), *other;
    size_t i, j, k;

    json_array_foreach(json_object_get(doc, "steps"), i, step)
    {
        json_array_foreach(json_object_get(step, "lines"), j, item)
        {
            json_t *word = json_object_get(item, "word");
            bool again = !of(item, "n");

            json_array_foreach(seen, k, other) again |=
                word_same(str_of(json_string_value(other)), str_of(json_string_value(word)), lang);
            if (!again)
                json_array_append(seen, word);
        }
    }
    int n = (int)json_array_size(seen);
    json_decref(seen);
    return n;
}

/* The thread of a ring goes through all words that have a number; how many that are. */
static int look_at_thread(const struct buf *doc)
{
    json_t *json = json_loadb(doc->at, doc->len, 0, NULL), *s;
    int pieces = 0;
    size_t i;

    json_array_foreach(json_object_get(json_object_get(json, "picture"), "strokes"), i, s)
    {
        const char *tone = json_string_value(json_object_get(s, "tone"));

        pieces += is_stroke(s, "line") && tone && strcmp(tone, "faint") == 0;
    }
    if (pieces)
        assert_int_equal(pieces, numbered(json, LANG_EN));
    json_decref(json);
    return pieces;
}

static int by_initial(const void *a, const void *b)
{
    const struct str *x = a, *y = b;

    return (x->at[0] > y->at[0]) - (x->at[0] < y->at[0]);
}

static void words_of_most_players_lie_apart(void **state)
{
    static char letters[WORDS][LETTERS + 1];
    struct str words[WORDS];
    int maps = 0, rings = 0;

    (void)state;
    make_up(letters, LETTERS);
    for (int i = 0; i < WORDS; i++)
        words[i] = str_of(letters[i]);
    qsort(words, WORDS, sizeof *words, by_initial);
    for (int g = 0; g < registry_count(); g++) {
        const struct book *b = registry_at(g);

        for (int i = 0; i < 6 && !b->game->keep.draw; i++) {
            struct heard h = heard_play_with(b, b->game->max_seats, (uint64_t)(60 + i), i % 2 == 0,
                                             words, WORDS);
            struct buf doc = heard_kept(&h, dream_mind());

            if (doc.len) {
                look(&doc);
                maps++;
                rings += look_at_thread(&doc) > 2;
            }
            buf_fini(&doc);
            heard_fini(&h);
        }
    }
    assert_true(maps > 6);
    assert_true(rings > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_the_fullest_map_lie_apart),
        cmocka_unit_test(words_of_most_players_lie_apart),
    };

    registry_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    registry_fini();
    return failed;
}
