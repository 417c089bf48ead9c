/* Pictures for a theme and things on an axis: on the small lexicon of the fixture, and what only
 * the real files know, where they are built.
 *
 * usage: test-opinions FIXTURE REAL
 */
#include "check.h"

#include "lexicon/across.h"
#include "lexicon/associate.h"
#include "lexicon/referee.h"

#include <stdio.h>

static struct lex en, de, fr;
static struct lex_referee referee;

static void opinions_are_graded(void **state)
{
    struct str wet = STR("SEA, QWXYZ"), dry = STR("CARPET, CAR"), ocean = STR("the ocean");
    float up, down, middle = 7;

    (void)state;
    assert_true(lex_portrays(&en, wet, ocean) > lex_portrays(&en, dry, ocean));
    assert_true(lex_portrays(&en, wet, ocean) <= 1 && lex_portrays(&en, dry, ocean) >= 0);
    assert_true(lex_portrays(&en, wet, STR("qwxyz")) == -1);
    assert_true(lex_portrays(&en, STR(""), ocean) == -1);
    assert_true(lex_portrays(&fr, STR("SEA"), STR("la mer")) == -1);
    /* What has no translation is judged by its own language alone. */
    assert_true(lex_portrays_across(&en, &de, STR("Blume, Poseidon"), STR("Poseidon")) >=
                lex_portrays(&de, STR("Blume, Poseidon"), STR("Poseidon")));
    assert_true(lex_portrays_across(&en, &de, STR("qwxyz"), STR("die Sonne")) == -1);
    assert_true(lex_axis(&en, STR("OCEAN"), wet, dry, &up));
    assert_true(lex_axis(&en, STR("the ocean"), dry, wet, &down));
    assert_true(up > .3f && up <= 1);
    assert_true(down < -.3f && down >= -1);
    /* One pole tells something by itself; without both, or the thing, nothing is known. */
    assert_true(lex_axis(&en, STR("OCEAN"), wet, STR(""), &up) && up > 0);
    assert_false(lex_axis(&en, STR("QWXYZ"), wet, dry, &middle));
    assert_false(lex_axis(&en, STR("OCEAN"), STR("QWXYZ"), STR(""), &middle));
    assert_true(middle == 7);
}

/* A cat and a flower are rated in the fixture, a sun is taken for what is near to it. */
static void things_lie_where_those_are_that_they_are_like(void **state)
{
    const int8_t *flower = lex_speaker_properties(&en, lex_speaker(&en, STR("FLOWER")));
    enum { DANGEROUS = 4, LARGE = 6 };
    float up, down;

    (void)state;
    assert_int_equal(flower[DANGEROUS], -LEX_PROPERTY_FULL);
    assert_int_equal(flower[LARGE], 0);
    assert_non_null(lex_speaker_properties(&en, lex_speaker(&en, STR("SUN"))));
    assert_null(lex_speaker_properties(&en, LEX_NONE));
    assert_null(lex_speaker_properties(&de, lex_speaker(&de, STR("SONNE")))); /* nobody is rated */
    /* Nothing else connects a plaything with either. */
    assert_true(lex_axis(&en, STR("PLAYTHING"), STR("HOT"), STR("FLOWER"), &up));
    assert_true(lex_axis(&en, STR("PLAYTHING"), STR("FLOWER"), STR("HOT"), &down));
    assert_true(up > .2f && down < -.2f);
}

/* Nobody has rated these words; words like them are. */
static void things_are_like_their_likes(void **state)
{
    static const struct {
        enum language lang;
        const char *high, *low, *more, *less;
    } axes[] = {
        {LANG_EN, "GRENADE", "QUILT", "bomb, knife, poison", "pillow, tea, lullaby"},
        {LANG_DE, "GRANATE", "POLSTER", "Bombe, Messer, Gift", "Kissen, Tee, Decke"},
        {LANG_FR, "GRENADE", "ÉDREDON", "bombe, couteau, poison", "oreiller, thé, berceuse"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
        const struct lex *l = &referee.lex[axes[i].lang];
        struct str more = str_of(axes[i].more), less = str_of(axes[i].less);
        float high, low;

        if (!referee.known[axes[i].lang])
            skip();
        assert_true(lex_axis(l, str_of(axes[i].high), more, less, &high));
        assert_true(lex_axis(l, str_of(axes[i].low), more, less, &low));
        if (high < 0 || low > 0)
            fail_msg("%s %.2f, %s %.2f", axes[i].high, (double)high, axes[i].low, (double)low);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opinions_are_graded),
        cmocka_unit_test(things_lie_where_those_are_that_they_are_like),
        cmocka_unit_test(things_are_like_their_likes),
    };
    struct lex *all[] = {&en, &de, &fr};

    for (int l = 0; l < LANGUAGES; l++) {
        struct lex_problem problem;
        char path[512];

        snprintf(path, sizeof path, "%s/%s.lex", argc > 2 ? argv[1] : ".", language_codes[l]);
        if (lex_open(all[l], path, &problem) != 0) {
            fprintf(stderr, "%s: %s\n", path, problem.reason);
            return 1;
        }
    }
    referee_open(&referee, argv[2], NULL, NULL);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    referee_close(&referee);
    for (int l = 0; l < LANGUAGES; l++)
        lex_close(all[l]);
    return failed;
}
