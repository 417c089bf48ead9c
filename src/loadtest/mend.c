#include "loadtest/mend.h"

#include "loadtest/scan.h"

#include <stdio.h>

enum { NAME_BYTES = 64 };

/* What changes say of a name, plain or with its mark; a name that both speak of is nonsense. */
static bool look_up(struct str changes, struct str name, struct str *plain, struct str *inside)
{
    char with_mark[NAME_BYTES];

    if (name.len + 2 > sizeof with_mark)
        return false;
    snprintf(with_mark, sizeof with_mark, "%.*s~", STR_FMT(name));
    *inside = scan_get(changes, with_mark);
    with_mark[name.len] = '\0';
    *plain = scan_get(changes, with_mark);
    return !inside->len || !plain->len;
}

static void comma(struct buf *out, size_t begin)
{
    if (out->len > begin)
        buf_addc(out, ',');
}

static bool add_value(struct str value, struct str plain, struct str inside, struct buf *out)
{
    if (inside.len)
        return mend(value, inside, out);
    buf_add(out, plain.len ? plain : value);
    return true;
}

static void add_name(struct str name, struct buf *out, size_t begin)
{
    comma(out, begin);
    buf_addc(out, '"');
    buf_add(out, name);
    buf_adds(out, "\":");
}

/* What was there before, where it stood; what is new, after it. */
static bool mend_object(struct str value, struct str changes, struct buf *out)
{
    struct str rest, name, member, plain, inside;
    size_t begin = out->len;

    for (scan_open(value, &rest); scan_member(&rest, &name, &member);) {
        if (!look_up(changes, name, &plain, &inside))
            return false;
        if (str_is(plain, "null"))
            continue;
        add_name(name, out, begin);
        if (!add_value(member, plain, inside, out))
            return false;
    }
    for (scan_open(changes, &rest); scan_member(&rest, &name, &plain);) {
        bool marked = name.len && name.at[name.len - 1] == '~';
        char bare[NAME_BYTES];

        snprintf(bare, sizeof bare, "%.*s", (int)(name.len - marked), name.at);
        if (scan_get(value, bare).len)
            continue;
        if (marked || str_is(plain, "null"))
            return false; /* of what is not there */
        add_name(name, out, begin);
        buf_add(out, plain);
    }
    return true;
}

static bool mend_list(struct str value, struct str changes, struct buf *out)
{
    struct str rest, name, item, plain, inside;
    size_t begin = out->len;
    char index[16];
    int i = 0, made = 0, told = 0;

    for (scan_open(value, &rest); scan_item(&rest, &item); i++) {
        snprintf(index, sizeof index, "%d", i);
        if (!look_up(changes, str_of(index), &plain, &inside))
            return false;
        comma(out, begin);
        made += plain.len || inside.len;
        if (!add_value(item, plain, inside, out))
            return false;
    }
    for (;; i++, made++) {
        snprintf(index, sizeof index, "%d", i);
        item = scan_get(changes, index);
        if (!item.len)
            break;
        comma(out, begin);
        buf_add(out, item);
    }
    for (scan_open(changes, &rest); scan_member(&rest, &name, &item);)
        told++;
    return made == told;
}

bool mend(struct str value, struct str changes, struct buf *out)
{
    bool list = value.len && value.at[0] == '[';

    if (!list && !(value.len && value.at[0] == '{'))
        return false;
    buf_addc(out, list ? '[' : '{');
    if (!(list ? mend_list : mend_object)(value, changes, out))
        return false;
    buf_addc(out, list ? ']' : '}');
    return true;
}
