/*
 * jr - reads JSON with jansson, under the limits everything from outside is read with.
 *
 * Duplicate keys, bad UTF-8, NUL characters, trailing text and deep nesting are errors. The result
 * is owned by the caller (json_decref). On failure `problem` tells line and reason in one line.
 */
#ifndef BASE_JR_H
#define BASE_JR_H

#include "base/str.h"

#include <jansson.h>

struct jr_problem {
    int line;
    char reason[160];
};

json_t *jr_parse(struct str text, struct jr_problem *problem);
/* Text of a JSON string, or an empty str for anything else. Borrowed. */
struct str jr_str(const json_t *value);

#endif
