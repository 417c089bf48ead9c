/* strokes - what a keepsake's picture is drawn of, as its document has it. */
#ifndef TESTS_KEEPSAKE_STROKES_H
#define TESTS_KEEPSAKE_STROKES_H

#include <jansson.h>
#include <stdbool.h>
#include <string.h>

static inline bool is_stroke(const json_t *s, const char *kind)
{
    return strcmp(json_string_value(json_object_get(s, "is")), kind) == 0;
}

static inline bool is_dot(const json_t *s)
{
    return is_stroke(s, "dot") || is_stroke(s, "knot");
}

static inline int of(const json_t *s, const char *key)
{
    return (int)json_integer_value(json_object_get(s, key));
}

#endif
