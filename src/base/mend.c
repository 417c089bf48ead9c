#include "base/mend.h"

#include <stdio.h>
#include <string.h>

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

static const char *after_number(const char *at, const char *end)
{
    while (at < end && *at != ',' && *at != '}' && *at != ']')
        at++;
    return at;
}

/* Most of what is walked over is walked over here. */
static const char *after_value(const char *at, const char *end)
{
    int depth = 0;

    if (*at == '"')
        return after_text(at, end);
    if (*at != '{' && *at != '[')
        return after_number(at, end);
    do {
        switch (*at) {
        case '"':
            at = after_text(at, end);
            continue;
        case '{':
        case '[':
            depth++;
            break;
        case '}':
        case ']':
            depth--;
            break;
        default:
            break;
        }
        at++;
    } while (depth > 0 && at < end);
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

/* Whether this very text stands there, and nothing more: found without walking over it. */
static bool stands_at(const struct walk *w, struct str text)
{
    size_t left = w->at < w->end ? (size_t)(w->end - w->at) : 0;

    return left >= text.len && memcmp(w->at, text.at, text.len) == 0 &&
           (left == text.len || w->at[text.len] == ',' || w->at[text.len] == ':');
}

static bool find_member(struct walk in, struct str name, struct str *value)
{
    struct str other;

    while (next_member(&in, &other, value)) {
        if (str_eq(other, name))
            return true;
    }
    return false;
}

static struct str unquoted(struct str name)
{
    return str_n(name.at + 1, name.len - 2);
}

/* Members that came, went or moved, among those that are left on both sides. */
static void add_others(struct walk before, struct walk after, struct buf *out)
{
    struct str name, value, other;

    for (struct walk w = after; next_member(&w, &name, &value);) {
        bool found = find_member(before, name, &other);

        if (!found || !str_eq(other, value))
            add_change(unquoted(name), found ? other : STR(""), value, out);
    }
    for (struct walk w = before; next_member(&w, &name, &value);) {
        if (!find_member(after, name, &other))
            add_change(unquoted(name), STR(""), STR("null"), out);
    }
}

/* Both are written in one order, so they are walked over side by side for as long as they agree on
 * their names. */
static void object_changes(struct str old, struct str now, struct buf *out)
{
    struct walk before = walk_into(old), after = walk_into(now);
    struct str name, value, was;

    for (struct walk next = after; next_member(&next, &name, &value); after = next) {
        if (!stands_at(&before, name))
            break;
        before.at += name.len + 1;
        if (stands_at(&before, value)) {
            before.at += value.len + 1;
        } else {
            next_value(&before, &was);
            add_change(unquoted(name), was, value, out);
        }
    }
    add_others(before, after, out);
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
        if (stands_at(&before, value))
            before.at += value.len + 1;
        else if (next_value(&before, &was))
            add_item(i, was, value, out);
        else
            add_item(i, STR(""), value, out);
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

/* A member is its name, a colon and its value. */
static struct str value_after(struct str member, struct str name)
{
    return str_n(member.at + name.len + 1, member.len - name.len - 1);
}

/* Members come in one order: the next is usually that at `guess`. */
static int find_named(struct str text, const struct jw_members *m, struct str name, int guess)
{
    for (int i = 0; i < m->n; i++) {
        int at = (guess + i) % m->n;

        if (str_starts(jw_member(text, m, at), name))
            return at;
    }
    return -1;
}

static struct str name_of(struct str member)
{
    return str_n(member.at, (size_t)(after_text(member.at, member.at + member.len) - member.at));
}

void mend_members(struct str old, const struct jw_members *old_at, struct str now,
                  const struct jw_members *now_at, struct buf *out)
{
    bool still[JW_MEMBERS_MAX] = {false};
    int guess = 0;

    buf_addc(out, '{');
    for (int i = 0; i < now_at->n; i++) {
        struct str is = jw_member(now, now_at, i), name = name_of(is), was = STR("");
        int at = find_named(old, old_at, name, guess);

        if (at >= 0) {
            still[at] = true;
            guess = at + 1;
            was = jw_member(old, old_at, at);
            if (str_eq(was, is))
                continue;
            was = value_after(was, name);
        }
        add_change(unquoted(name), was, value_after(is, name), out);
    }
    for (int i = 0; i < old_at->n; i++) {
        if (!still[i])
            add_change(unquoted(name_of(jw_member(old, old_at, i))), STR(""), STR("null"), out);
    }
    buf_addc(out, '}');
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
