/* Norms and the person who is drawn from them, on answers that the test writes itself. */
#include "check.h"

#include "lexicon/people.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[256], file[320];
static struct people *people;

static int write_norms(void **state)
{
    const char *tmp = getenv("TMPDIR");

    (void)state;
    /* In pieces, for the test that nothing is left unfinished looks for this letter. */
    snprintf(folder, sizeof folder, "%s/unisono-people-%s", tmp ? tmp : "/tmp",
             "XX"
             "XX"
             "XX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(file, sizeof file, "%s/associations.en.tsv", folder);
    FILE *out = fopen(file, "w");
    if (!out)
        return -1;
    fputs("cue\tresponse\tcount\nsun\tmoon\t60\nsun\thot\t40\nlamp\tlight\t9\nlamp\tmoon\t1\n"
          "broken\nsun\t\t3\nsun\tx\tmany\n",
          out);
    fclose(out);
    people = people_open(folder);
    return people ? 0 : -1;
}

static int remove_norms(void **state)
{
    (void)state;
    people_free(people);
    unlink(file);
    rmdir(folder);
    return 0;
}

static void answers_are_shares_and_broken_lines_are_none(void **state)
{
    int n;
    const struct people_answer *a = people_answers(people, LANG_EN, STR("Sun"), &n);

    (void)state;
    assert_int_equal(n, 2);
    assert_true(str_is(a[0].word, "HOT") && fabsf(a[0].share - .4f) < 1e-6f);
    people_answers(people, LANG_EN, STR("MOON"), &n);
    assert_int_equal(n, 0);
    assert_true(people_closeness(people, LANG_EN, STR("SUN"), STR("MOON")) >
                people_closeness(people, LANG_EN, STR("LAMP"), STR("MOON")));
    assert_true(people_closeness(people, LANG_DE, STR("SUN"), STR("MOON")) <= 0);
    assert_null(people_open("/nowhere"));
}

static void people_point_at_the_gap_that_they_would_name(void **state)
{
    struct str circle[] = {STR("SUN"), STR("LAMP"), STR("SHOE"), STR("FISH")};
    float chance[4] = {-1, -1, -1, -1};

    (void)state;
    assert_false(people_gaps(people, LANG_EN, STR("CARPET"), circle, 4, chance));
    assert_true(chance[0] < 0); /* nobody said anything about it */
    assert_true(people_gaps(people, LANG_EN, STR("MOON"), circle, 4, chance));
    assert_true(fabsf(chance[0] - 1) < 1e-6f && chance[1] <= 0); /* both sides say it */
    assert_true(people_gaps(people, LANG_EN, STR("HOT"), circle, 4, chance));
    assert_true(fabsf(chance[0] - .5f) < 1e-6f && fabsf(chance[3] - .5f) < 1e-6f); /* one does */
}

static void a_person_answers_as_often_as_people_did(void **state)
{
    enum { PEOPLE = 4000 };
    struct people_mind someone;
    struct str cue = STR("SUN");
    int moon = 0;

    (void)state;
    people_mind_init(&someone, people, mind_none());
    for (uint64_t i = 0; i < PEOPLE; i++) {
        struct thought t[2];
        struct mind_wish wish = {.person = i};

        assert_int_equal(someone.mind.associate(&someone.mind, LANG_EN, &cue, 1, &wish, t, 2), 2);
        moon += str_is(word_str(&t[0].word), "MOON");
    }
    assert_true(moon > .56 * PEOPLE && moon < .64 * PEOPLE);
}

static void several_cues_are_answered_together(void **state)
{
    struct people_mind someone;
    struct str cues[] = {STR("SUN"), STR("LAMP")};
    int both = 0;

    (void)state;
    people_mind_init(&someone, people, mind_none());
    for (uint64_t i = 0; i < 500; i++) {
        struct thought t[1];
        struct mind_wish wish = {.person = i};

        assert_int_equal(someone.mind.associate(&someone.mind, LANG_EN, cues, 2, &wish, t, 1), 1);
        both += str_is(word_str(&t[0].word), "MOON");
    }
    assert_true(both > 350); /* the only word that both bring to mind */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_shares_and_broken_lines_are_none),
        cmocka_unit_test(people_point_at_the_gap_that_they_would_name),
        cmocka_unit_test(a_person_answers_as_often_as_people_did),
        cmocka_unit_test(several_cues_are_answered_together),
    };

    return cmocka_run_group_tests(tests, write_norms, remove_norms);
}
