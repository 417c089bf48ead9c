/* One Round?: rules that are easier to check on the table's memory than in a script. */

#include "check.h"
#include "oneround.h"

#include "rules/registry.h"

static void layouts_cover_the_blocks(void **state)
{
    (void)state;
    assert_true(layout_complete(&or_public_layout));
    assert_true(layout_complete(&or_seat_layout));
    assert_true(layout_complete(&or_secret_layout));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_cover_the_blocks),
    };

    registry_init();
    int failed = cmocka_run_group_tests_name("oneround", tests, NULL, NULL);
    registry_fini();
    return failed;
}
