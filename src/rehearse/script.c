#include "rehearse/script.h"

#include "base/word.h"

#include <stdio.h>
#include <string.h>

int cast_find(const struct cast *c, struct str name)
{
    for (int i = 0; i < c->n; i++) {
        if (str_is(name, c->name[i]))
            return i;
    }
    return -1;
}

bool cast_add(struct cast *c, struct str name)
{
    if (c->n == SEATS_MAX || name.len == 0 || name.len >= sizeof c->name[0] || !utf8_valid(name) ||
        str_is(name, "table") || cast_find(c, name) >= 0)
        return false;
    memcpy(c->name[c->n], name.at, name.len);
    c->name[c->n++][name.len] = '\0';
    return true;
}

/* Length of a value at the start of `s`: quoted, bracketed, or up to the next blank. */
static size_t value_length(struct str s)
{
    char close = s.len && s.at[0] == '"' ? '"' : s.len && s.at[0] == '[' ? ']' : 0;
    size_t i = close ? 1 : 0;

    while (i < s.len) {
        if (close == '"' && s.at[i] == '\\')
            i++;
        else if (close && s.at[i] == close)
            return i + 1;
        else if (!close && (s.at[i] == ' ' || s.at[i] == '\t'))
            return i;
        i++;
    }
    return close ? 0 : s.len;
}

bool script_pair(struct str *rest, struct str *key, struct str *value)
{
    struct str s = str_trim(*rest), tail;

    if (!str_split(s, '=', key, &tail))
        return false;
    size_t n = value_length(tail);
    if (key->len == 0 || memchr(key->at, ' ', key->len) ||
        (n == 0 && tail.len > 0 && tail.at[0] != ' '))
        return false;
    *value = str_n(tail.at, n);
    *rest = str_n(tail.at + n, tail.len - n);
    return true;
}

static json_t *text_json(struct str value)
{
    struct jr_problem ignored;

    if (value.len == 0 || value.at[0] != '"')
        return json_stringn(value.at, value.len); /* NULL where it is not UTF-8 */
    char wrapped[2048];
    int n = snprintf(wrapped, sizeof wrapped, "[%.*s]", STR_FMT(value));
    if (n < 0 || (size_t)n >= sizeof wrapped)
        return NULL;
    json_t *array = jr_parse(str_n(wrapped, (size_t)n), &ignored);
    json_t *text = json_incref(json_array_get(array, 0));
    json_decref(array);
    return text;
}

static json_t *seat_json(const struct cast *c, struct str name)
{
    int seat = cast_find(c, name);
    int64_t number;

    if (seat >= 0)
        return json_integer(seat);
    return str_int(name, &number) ? json_integer(number) : NULL;
}

static json_t *list_json(const struct cast *c, const struct arg_spec *a, struct str value)
{
    if (value.len < 2 || value.at[0] != '[')
        return NULL;
    struct str rest = str_n(value.at + 1, value.len - 2), item;
    json_t *array = json_array();

    while (str_trim(rest).len > 0) {
        if (!str_split(rest, ',', &item, &rest)) {
            item = rest;
            rest = str_n("", 0);
        }
        int64_t number;
        json_t *member = NULL;
        if (a->type == ARG_SEATS)
            member = seat_json(c, str_trim(item));
        else if (str_int(str_trim(item), &number))
            member = json_integer(number);
        if (!member || json_array_append_new(array, member) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

json_t *script_value(const struct cast *c, const struct arg_spec *a, struct str value)
{
    int64_t number;

    switch (a->type) {
    case ARG_BOOL:
        if (str_is(value, "true"))
            return json_true();
        return str_is(value, "false") ? json_false() : NULL;
    case ARG_INT:
        return str_int(value, &number) ? json_integer(number) : NULL;
    case ARG_TIME:
        number = script_time(value);
        return number >= 0 ? json_integer(number) : NULL;
    case ARG_SEAT:
        return seat_json(c, value);
    case ARG_SEATS:
    case ARG_LIST:
        return list_json(c, a, value);
    case ARG_LETTER:
    case ARG_TEXT:
    case ARG_PHASE:
    case ARG_SUBJECT:
    case ARG_CHOICE:
        return text_json(value);
    }
    return NULL;
}

bool script_arguments(const struct cast *c, const struct schema *schema, struct str rest,
                      json_t *object, char *reason, size_t size)
{
    struct str key, value;

    for (rest = str_trim(rest); rest.len > 0; rest = str_trim(rest)) {
        if (!script_pair(&rest, &key, &value)) {
            snprintf(reason, size, "'%.*s' is not key=value", STR_FMT(str_shown(rest)));
            return false;
        }
        int i = schema_find(schema, key);
        if (i < 0) {
            snprintf(reason, size, "there is no argument '%.*s' here", STR_FMT(str_shown(key)));
            return false;
        }
        json_t *json = script_value(c, &schema->arg[i], value);
        if (!json) {
            snprintf(reason, size, "argument '%.*s': '%.*s' has the wrong form",
                     STR_FMT(str_shown(key)), STR_FMT(str_shown(value)));
            return false;
        }
        json_object_setn_new(object, key.at, key.len, json);
    }
    return true;
}

int64_t script_time(struct str text)
{
    int64_t whole = 0, part = 0, unit = 1;
    struct str head = text, tail = str_n("", 0);

    if (str_is(text, "0"))
        return 0;
    if (text.len > 2 && text.at[text.len - 2] == 'm' && text.at[text.len - 1] == 's') {
        head.len -= 2;
    } else if (text.len > 1 && text.at[text.len - 1] == 's') {
        head.len -= 1;
        unit = 1000;
    } else {
        return -1;
    }
    struct str number = head;
    if (unit == 1000 && str_split(number, '.', &head, &tail)) {
        if (tail.len == 0 || tail.len > 3 || !str_int(tail, &part) || part < 0)
            return -1;
        for (size_t i = tail.len; i < 3; i++)
            part *= 10;
    }
    if (head.len > 9 || !str_int(head, &whole) || whole < 0)
        return -1;
    return whole * unit + part;
}
