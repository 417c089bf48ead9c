#include "loadtest/scan.h"

#include <string.h>

void scan_open(struct str value, struct str *inside)
{
    bool whole = value.len >= 2 && ((value.at[0] == '{' && value.at[value.len - 1] == '}') ||
                                    (value.at[0] == '[' && value.at[value.len - 1] == ']'));

    *inside = whole ? str_n(value.at + 1, value.len - 2) : str_n("", 0);
}

/* Past the closing quote of the text that begins at `p`, or `end`. */
static const char *after_text(const char *p, const char *end)
{
    for (p++; p < end && *p != '"'; p++)
        p += *p == '\\' && p + 1 < end;
    return p < end ? p + 1 : end;
}

bool scan_item(struct str *inside, struct str *value)
{
    const char *p = inside->at, *end = p + inside->len;
    int depth = 0;

    if (p == end)
        return false;
    while (p < end && !(*p == ',' && depth == 0)) {
        if (*p == '"') {
            p = after_text(p, end);
            continue;
        }
        depth += *p == '{' || *p == '[';
        depth -= *p == '}' || *p == ']';
        p++;
    }
    *value = str_n(inside->at, (size_t)(p - inside->at));
    *inside = p < end ? str_n(p + 1, (size_t)(end - p - 1)) : str_n(end, 0);
    return true;
}

bool scan_member(struct str *inside, struct str *name, struct str *value)
{
    const char *end = inside->at + inside->len;

    if (inside->len < 4 || inside->at[0] != '"')
        return false;
    const char *colon = after_text(inside->at, end);
    if (colon == end || *colon != ':')
        return false;
    *name = str_n(inside->at + 1, (size_t)(colon - inside->at) - 2);
    *inside = str_n(colon + 1, (size_t)(end - colon - 1));
    return scan_item(inside, value);
}

struct str scan_get(struct str object, const char *name)
{
    struct str inside, key, value;

    for (scan_open(object, &inside); scan_member(&inside, &key, &value);) {
        if (str_is(key, name))
            return value;
    }
    return str_n("", 0);
}

int64_t scan_int(struct str value, int64_t otherwise)
{
    int64_t n;

    return str_int(value, &n) ? n : otherwise;
}

struct str scan_text(struct str value)
{
    if (value.len < 2 || value.at[0] != '"')
        return str_n("", 0);
    return str_n(value.at + 1, value.len - 2);
}
