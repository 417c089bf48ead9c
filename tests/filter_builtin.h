/* filter_builtin - the lists that come with the program, read once for a test. */
#ifndef TESTS_FILTER_BUILTIN_H
#define TESTS_FILTER_BUILTIN_H

#include "party/filter.h"

static inline const struct filter *filter_builtin(void)
{
    static struct filter builtin;

    if (!builtin.list[LANG_EN].entries)
        filter_read_builtin(&builtin);
    return &builtin;
}

#endif
