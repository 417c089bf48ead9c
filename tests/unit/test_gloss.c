/* What a text means in another language: as its deck says it, or word by word where the lexicon is
 * sure. */
#include "check.h"
#include "rules/gloss.h"
#include "rules/lexicon_list.h"

#include <string.h>

struct scene {
    struct arena arena;
    struct lexicon_list list;
    struct shelf shelf;
};

static void scene_init(struct scene *s)
{
    static const char *const lines[] = {
        "translation NEIGHBOUR NACHBAR VOISIN",
        "translation NOISE LÄRM BRUIT",
        "translation SEA MEER MER",
        "translation SHOOTING SCHIESSEN TRUC",
        "translation THING DING CHOSE",
    };
    struct deck_problem problem;

    *s = (struct scene){0};
    lexicon_list_init(&s->list);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_true(lexicon_list_add(&s->list, str_of(lines[i])));
    s->shelf.deck[2] = deck_read(&s->arena,
                                 STR("@name Own\n@language fr\n"
                                     "vaut son prix | en: worth the money\n"
                                     "pain, mer, ami | en: bread, the sea, friend\n"
                                     "un, deux, trois | en: one, two\n"),
                                 &problem);
    assert_non_null(s->shelf.deck[2]);
}

static void scene_fini(struct scene *s)
{
    lexicon_list_fini(&s->list);
    arena_fini(&s->arena);
}

static struct gloss tell(const struct scene *s, enum language to, const char *text)
{
    struct gloss g;

    gloss_tell(&s->shelf, &s->list.lexicon, LANG_FR, to, str_of(text), &g);
    return g;
}

#define assert_says(of, what) assert_true(str_is(str_n((of).text, (of).len), what))

static void a_deck_says_what_its_entries_mean(void **state)
{
    struct scene s;

    (void)state;
    scene_init(&s);
    struct gloss g = tell(&s, LANG_EN, "vaut son prix");
    assert_says(g.whole, "worth the money");
    assert_int_equal(g.words, 0);
    /* One of three start words, as it lies on the table; it comes before the dictionary. */
    g = tell(&s, LANG_EN, "MER");
    assert_says(g.whole, "the sea");
    /* A list that is shorter than what it explains explains nothing. */
    g = tell(&s, LANG_EN, "TROIS");
    assert_int_equal(g.whole.len, 0);
    /* The deck says nothing in German. */
    g = tell(&s, LANG_DE, "MER");
    assert_int_equal(g.whole.len, 0);
    assert_int_equal(g.words, 1);
    assert_says(g.means[0], "MEER");
    scene_fini(&s);
}

static void else_the_words_are_told_one_by_one(void **state)
{
    struct scene s;

    (void)state;
    scene_init(&s);
    struct gloss g = tell(&s, LANG_EN, "le bruit de l’voisin, du « voisin » !");
    assert_int_equal(g.words, 2); /* each once, and no short ones */
    assert_says(g.word[0], "BRUIT");
    assert_says(g.means[0], "NOISE");
    assert_says(g.means[1], "NEIGHBOUR");
    assert_int_equal(tell(&s, LANG_FR, "le bruit du voisin").words, 0); /* their own language */
    assert_int_equal(tell(&s, LANG_EN, "").words, 0);
    assert_int_equal(tell(&s, LANG_EN, " …’«»  -- ").words, 0);
    scene_fini(&s);
}

/* A wrong translation is worse than none. */
static void what_does_not_lead_back_is_not_told(void **state)
{
    struct scene s;

    (void)state;
    scene_init(&s);
    assert_true(lexicon_list_add(&s.list, STR("translation SHOOTING SCHUSS TIR")));
    struct word out = {.len = 1, .text = "?"};
    assert_true(gloss_word(&s.list.lexicon, LANG_FR, LANG_EN, STR("CHOSE"), &out));
    assert_says(out, "THING");
    assert_false(gloss_word(&s.list.lexicon, LANG_FR, LANG_EN, STR("TRUC"), &out));
    assert_says(out, "THING"); /* untouched */
    assert_false(gloss_word(lexicon_none(), LANG_FR, LANG_EN, STR("CHOSE"), &out));
    scene_fini(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deck_says_what_its_entries_mean),
        cmocka_unit_test(else_the_words_are_told_one_by_one),
        cmocka_unit_test(what_does_not_lead_back_is_not_told),
    };

    return cmocka_run_group_tests_name("gloss", tests, NULL, NULL);
}
