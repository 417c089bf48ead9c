/* What a script expects of a step: facts, a refusal, a value in a view. */
#include "rehearse/inside.h"

#include <stdlib.h>

static bool same_members(const json_t *expected, const json_t *actual)
{
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)expected, key, value)
    {
        if (!json_equal(value, json_object_get(actual, key)))
            return false;
    }
    return true;
}

static bool tell_facts(struct rehearsal *r, struct str rest)
{
    char *got = json_dumps(r->facts, JSON_COMPACT);
    bool result =
        rehearsal_fails(r, "expected the fact '%.*s', but there was %s", STR_FMT(str_shown(rest)),
                        json_array_size(r->facts) ? got : "none");

    free(got);
    return result;
}

static bool expect_fact(struct rehearsal *r, struct str rest)
{
    const struct book *book = r->setup.book;
    struct str all = str_trim(rest), name;

    if (!str_word(&rest, &name) || book_fact(book, name) < 0)
        return rehearsal_fails(r, "there is no fact '%.*s'", STR_FMT(str_shown(all)));
    json_t *expected = json_object();
    bool ok = rehearsal_arguments(r, &book->fact_args[book_fact(book, name)], rest, expected);
    bool found = false;
    json_object_set_new(expected, "is", json_stringn(name.at, name.len));
    for (size_t i = r->checked; ok && !found && i < json_array_size(r->facts); i++) {
        if (same_members(expected, json_array_get(r->facts, i))) {
            r->checked = i + 1;
            found = true;
        }
    }
    json_decref(expected);
    if (ok && !found)
        return tell_facts(r, all);
    return ok;
}

static bool expect_refusal(struct rehearsal *r, struct str rest)
{
    struct str key, name, value;

    if (!str_word(&rest, &key))
        return rehearsal_fails(r, "which refusal?");
    if (!r->refused[0])
        return rehearsal_fails(r, "expected the refusal '%.*s', but it was not refused",
                               STR_FMT(str_shown(key)));
    if (!str_is(key, r->refused))
        return rehearsal_fails(r, "expected the refusal '%.*s', but it was '%s'",
                               STR_FMT(str_shown(key)), r->refused);
    while (str_trim(rest).len > 0) {
        if (!script_pair(&rest, &name, &value))
            return rehearsal_fails(r, "'%.*s' is not key=value", STR_FMT(str_shown(rest)));
        const json_t *got = json_object_getn(r->refusal, name.at, name.len);
        if (!str_eq(jr_str(got), value))
            return rehearsal_fails(r, "expected %.*s=%.*s, but it was '%s'",
                                   STR_FMT(str_shown(name)), STR_FMT(str_shown(value)),
                                   got ? json_string_value(got) : "not there");
    }
    r->refusal_open = false;
    return true;
}

/* A JSON pointer (RFC 6901) without escapes: view sections have plain names. */
static const json_t *follow_pointer(const json_t *json, struct str pointer)
{
    struct str step, rest;
    int64_t index;

    if (pointer.len == 0 || pointer.at[0] != '/')
        return NULL;
    rest = str_n(pointer.at + 1, pointer.len - 1);
    while (json && rest.len > 0) {
        if (!str_split(rest, '/', &step, &rest)) {
            step = rest;
            rest = str_n("", 0);
        }
        if (json_is_array(json))
            json = str_int(step, &index) && index >= 0 ? json_array_get(json, (size_t)index) : NULL;
        else
            json = json_object_getn(json, step.at, step.len);
    }
    return json;
}

static json_t *expected_json(struct str value)
{
    struct jr_problem ignored;
    char wrapped[SCRIPT_TEXT_MAX];
    int n = snprintf(wrapped, sizeof wrapped, "[%.*s]", STR_FMT(value));

    if (n < 0 || (size_t)n >= sizeof wrapped)
        return NULL;
    json_t *array = jr_parse(str_n(wrapped, (size_t)n), &ignored);
    json_t *json = json_array_size(array) == 1
                       ? json_incref(json_array_get(array, 0))
                       : json_stringn(value.at, value.len); /* a bare word is a text */
    json_decref(array);
    return json;
}

static bool expect_view(struct rehearsal *r, struct str rest)
{
    struct jr_problem ignored;
    struct str who, pointer;
    struct buf text = {0};

    if (!str_word(&rest, &who) || !str_word(&rest, &pointer) || str_trim(rest).len == 0)
        return rehearsal_fails(r, "a view is checked as: ? NAME /section/field VALUE");
    int seat = cast_find(&r->cast, who);
    if (seat < 0 && !str_is(who, "table"))
        return rehearsal_fails(r, "nobody here is called '%.*s'", STR_FMT(str_shown(who)));
    table_view(r->match.table, seat < 0 ? NO_SEAT : seat, &text);
    json_t *view = jr_parse(buf_str(&text), &ignored);
    const json_t *got = follow_pointer(view, pointer);
    json_t *expected = str_is(str_trim(rest), "nothing") ? NULL : expected_json(str_trim(rest));
    bool same = expected ? json_equal(got, expected) : got == NULL;
    if (!same) {
        char *is = got ? json_dumps(got, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;

        rehearsal_fails(r, "view of %.*s: %.*s is %s, not %.*s", STR_FMT(str_shown(who)),
                        STR_FMT(str_shown(pointer)), is ? is : "not there",
                        STR_FMT(str_shown(str_trim(rest))));
        free(is);
    }
    json_decref(expected);
    json_decref(view);
    buf_fini(&text);
    return same;
}

bool rehearsal_expect(struct rehearsal *r, char sign, struct str rest)
{
    r->result->checks++;
    switch (sign) {
    case '>':
        return expect_fact(r, rest);
    case '!':
        return expect_refusal(r, rest);
    default:
        return expect_view(r, rest);
    }
}
