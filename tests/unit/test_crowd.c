/* What a crowd said, summed: bounded, and the same again from its text. */
#include "check.h"
#include "rules/crowd.h"

#include <stdio.h>

static void sums_are_bounded_and_come_back_from_text(void **state)
{
    static struct crowd_answer all[CROWD_MOST];
    const struct crowd_answer *at[CROWD_MOST];
    struct crowd_scene scene = {.asks = 3, .kind = CROWD_WORD};
    struct crowd_sum sum, again;
    struct buf text = {0};

    (void)state;
    for (int i = 0; i < CROWD_MOST; i++) {
        char word[8];

        snprintf(word, sizeof word, "%c%c", 'A' + (i % 7), i % 2 ? 'e' : 'E');
        assert_int_equal(word_set(&all[i].word, str_of(i % 5 ? word : "Noël")), WORD_OK);
        at[i] = &all[i];
    }
    assert_int_equal(word_set(&all[0].word, STR("NOEL")), WORD_OK); /* T-4 */
    crowd_sum(&sum, &scene, at, CROWD_MOST);
    assert_int_equal(sum.n, CROWD_BEST);
    assert_int_equal(sum.best[0].count, 100);
    crowd_write(&sum, &text);
    assert_true(text.len <= CROWD_TEXT);
    assert_true(crowd_read(&again, 3, CROWD_WORD, sum.answers, buf_str(&text)));
    assert_int_equal(again.best[2].count, sum.best[2].count);
    /* What this program would not have written. */
    assert_false(crowd_read(&again, 3, CROWD_WORD, 4, STR("3 NUT")));
    assert_false(crowd_read(&again, 3, CROWD_WORD, 9, STR("10 NUT")));
    assert_false(crowd_read(&again, 3, CROWD_WORD, 9, STR("1 NUT")));
    assert_false(crowd_read(&again, 3, CROWD_WORD, 9, STR("3 NUT\n5 SEA")));
    assert_false(crowd_read(&again, 3, CROWD_WORD, 9, STR("3 nut")));
    assert_false(crowd_read(&again, 0, CROWD_WORD, 9, STR("3 NUT")));
    assert_false(crowd_read(&again, 3, CROWD_POINT, 9, STR("3 4")));
    assert_false(crowd_read(&again, 3, CROWD_POINT, 9, STR("-3 4 20")));
    assert_true(crowd_read(&again, 3, CROWD_POINT, 9, STR("-3 4 20 9 2 OLD FARM")));
    assert_int_equal(again.spread, 20);
    buf_fini(&text);
}

/* Whoever puts something first gives it several points: that does not make it two people. */
static void what_one_alone_has_said_is_not_named(void **state)
{
    static struct crowd_answer all[CROWD_LEAST];
    const struct crowd_answer *at[CROWD_LEAST];
    struct crowd_scene scene = {.asks = 1, .kind = CROWD_ORDER, .of = 8, .most = 3};
    struct crowd_sum sum;

    (void)state;
    for (int i = 0; i < CROWD_LEAST; i++) {
        all[i] = (struct crowd_answer){.n = 2, .thing = {(uint8_t)i, 7}};
        assert_true(crowd_fits(&scene, &all[i]));
        at[i] = &all[i];
    }
    crowd_sum(&sum, &scene, at, CROWD_LEAST);
    assert_int_equal(sum.n, 1);
    assert_int_equal(sum.best[0].thing, 7);
    assert_int_equal(sum.best[0].count, 2 * CROWD_LEAST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_bounded_and_come_back_from_text),
        cmocka_unit_test(what_one_alone_has_said_is_not_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
