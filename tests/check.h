/* check - cmocka with the headers it wants before it, in their order. */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#endif
