/* nocase - texts that are the same but for capitals, of the letters a to z: names of hosts, of
 * headers, of codings. */
#ifndef BASE_NOCASE_H
#define BASE_NOCASE_H

#include "base/str.h"

#include <strings.h>

static inline bool str_eq_nocase(struct str a, struct str b)
{
    return a.len == b.len && (a.len == 0 || strncasecmp(a.at, b.at, a.len) == 0);
}

#endif
