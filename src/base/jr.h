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
/* A whole number that is a member of an object; 0 for anything else. */
int64_t jr_member_int(const json_t *object, const char *key);
/* The same for a text, or an empty str. Borrowed. */
struct str jr_member_str(const json_t *object, const char *key);

#endif
