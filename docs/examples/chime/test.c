#include "check.h"
#include "rules/registry.h"

static void chime_is_registered(void **state)
{
    (void)state;
    assert_non_null(registry_find(STR("chime")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(chime_is_registered)};

    registry_init();
    int failed = cmocka_run_group_tests_name("chime", tests, NULL, NULL);
    registry_fini();
    return failed;
}
