#include "room/mend.h"

#include <stdio.h>

/* A value that is walked over: its members or items, one after the other. */
struct walk {
    const char *at, *end;
};

static const char *after_text(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        at += *at == '\\';
    return at + 1;
}

static const char *after_value(const char *at, const char *end)
{
    int depth = 0;

    do {
        if (*at == '"') {
            at = after_text(at, end);
            continue;
        }
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        at++;
    } while (at < end && (depth > 0 || (*at != ',' && *at != '}' && *at != ']')));
    return at;
}

static bool is_list(struct str value)
{
    return value.len && value.at[0] == '[';
}

static bool is_object(struct str value)
{
    return value.len && value.at[0] == '{';
}

static struct walk walk_into(struct str value)
{
    return (struct walk){value.at + 1, value.at + value.len - 1};
}

static bool next_value(struct walk *w, struct str *value)
{
    if (w->at >= w->end)
        return false;
    const char *end = after_value(w->at, w->end);
    *value = str_n(w->at, (size_t)(end - w->at));
    w->at = end + 1; /* and the comma */
    return true;
}

/* The name with its quotes. */
static bool next_member(struct walk *w, struct str *name, struct str *value)
{
    if (w->at >= w->end)
        return false;
    const char *end = after_text(w->at, w->end);
    *name = str_n(w->at, (size_t)(end - w->at));
    w->at = end + 1; /* and the colon */
    return next_value(w, value);
}

static bool changes(struct str old, struct str now, struct buf *out);

/* `name` without its quotes. */
static void add_change(struct str name, struct str old, struct str now, struct buf *out)
{
    if (out->at[out->len - 1] != '{')
        buf_addc(out, ',');
    buf_addc(out, '"');
    buf_add(out, name);
    size_t plain = out->len;
    buf_adds(out, "~\":");
    size_t begin = out->len;
    if (changes(old, now, out) && out->len - begin + 1 < now.len)
        return;
    out->len = plain;
    buf_adds(out, "\":");
    buf_add(out, now);
}

/* Both sides are written in one order: what is looked for is mostly the next member at `w`. */
static bool find_member(struct str object, struct walk *w, struct str name, struct str *value)
{
    struct walk ahead = *w, all = walk_into(object);
    struct str other;

    if (next_member(&ahead, &other, value) && str_eq(other, name)) {
        *w = ahead;
        return true;
    }
    while (next_member(&all, &other, value)) {
        if (str_eq(other, name)) {
            *w = all;
            return true;
        }
    }
    return false;
}

static void object_changes(struct str old, struct str now, struct buf *out)
{
    struct walk before = walk_into(old), after = walk_into(now), guess = before;
    struct str name, value, other;
    int in_both = 0, in_old = 0;

    while (next_member(&after, &name, &value)) {
        bool found = find_member(old, &guess, name, &other);

        in_both += found;
        if (!found || !str_eq(other, value))
            add_change(str_n(name.at + 1, name.len - 2), found ? other : STR(""), value, out);
    }
    while (next_member(&before, &name, &value))
        in_old++;
    before = walk_into(old);
    guess = walk_into(now);
    while (in_old > in_both && next_member(&before, &name, &value)) {
        if (!find_member(now, &guess, name, &other))
            add_change(str_n(name.at + 1, name.len - 2), STR(""), STR("null"), out);
    }
}

static void add_item(int index, struct str old, struct str now, struct buf *out)
{
    char text[16];
    int len = snprintf(text, sizeof text, "%d", index);

    add_change(str_n(text, (size_t)len), old, now, out);
}

static bool list_changes(struct str old, struct str now, struct buf *out)
{
    struct walk before = walk_into(old), after = walk_into(now);
    struct str was, value;

    for (int i = 0; next_value(&after, &value); i++) {
        if (!next_value(&before, &was))
            add_item(i, STR(""), value, out);
        else if (!str_eq(was, value))
            add_item(i, was, value, out);
    }
    return before.at >= before.end;
}

/* False: there are none that could be told; `out` has to be set back. */
static bool changes(struct str old, struct str now, struct buf *out)
{
    bool list = is_list(old) && is_list(now);

    if (!list && !(is_object(old) && is_object(now)))
        return false;
    buf_addc(out, '{');
    if (list && !list_changes(old, now, out))
        return false;
    if (!list)
        object_changes(old, now, out);
    buf_addc(out, '}');
    return true;
}

bool mend_write(struct str old, struct str now, struct buf *out)
{
    size_t begin = out->len;

    if (changes(old, now, out) && out->len - begin < now.len)
        return true;
    out->len = begin;
    if (out->at)
        out->at[begin] = '\0';
    return false;
}
