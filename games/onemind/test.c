/* One Mind: rules that are easier to check on the table's memory than in a script. */

#include "test.h"
#include "check.h"
#include "onemind.h"

#include "rules/registry.h"
#include "rules/setup.h"

/* OM-1: the whole table of gems. */
static void om_1_gems_for_players_and_level(void **state)
{
    static const int gems[6][5] = {{6, 8, 10, 12, 14},   {8, 10, 12, 14, 16},
                                   {10, 12, 14, 16, 18}, {12, 14, 16, 18, 20},
                                   {14, 16, 18, 20, 22}, {16, 18, 20, 22, 24}};

    (void)state;
    for (int seats = 3; seats <= 8; seats++) {
        for (int level = 0; level < 5; level++)
            assert_int_equal(om_gems(seats, level), gems[seats - 3][level]);
    }
    assert_int_equal(om_gems(2, 3), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(om_4_om_8_a_bot_writes_with_the_letter_and_nothing_of_the_table),
        cmocka_unit_test(om_12_a_bot_claims_by_ear),
        cmocka_unit_test(om_15_a_bot_objects_to_what_certainly_breaks_a_rule),
        cmocka_unit_test(om_1_gems_for_players_and_level),
    };

    registry_init();
    int failed = cmocka_run_group_tests_name("onemind", tests, NULL, NULL);
    registry_fini();
    return failed;
}
