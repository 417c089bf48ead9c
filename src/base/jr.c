#include "base/jr.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH = 32 };

/* jansson's own limit lies at 2048 levels; nothing of ours is nested deeper than a few. */
static bool too_deep(struct str text)
{
    int depth = 0;
    bool quoted = false;

    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];

        if (quoted) {
            if (c == '\\')
                i++;
            else if (c == '"')
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            if (++depth > DEPTH)
                return true;
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return false;
}

json_t *jr_parse(struct str text, struct jr_problem *problem)
{
    json_error_t error;

    if (too_deep(text)) {
        problem->line = 1;
        snprintf(problem->reason, sizeof problem->reason, "nested too deep");
        return NULL;
    }
    json_t *value = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, &error);
    if (!value) {
        problem->line = error.line > 0 ? error.line : 1;
        snprintf(problem->reason, sizeof problem->reason, "%s", error.text);
        /* jansson quotes the input; keep the reason on one line. */
        for (char *c = problem->reason; *c; c++) {
            if ((unsigned char)*c < 0x20 || (unsigned char)*c == 0x7f)
                *c = ' ';
        }
    }
    return value;
}

struct str jr_str(const json_t *value)
{
    if (!json_is_string(value))
        return str_n("", 0);
    return str_n(json_string_value(value), json_string_length(value));
}

int64_t jr_member_int(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

struct str jr_member_str(const json_t *object, const char *key)
{
    return jr_str(json_object_get(object, key));
}
