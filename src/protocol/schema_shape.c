/* Shapes (rules/shape.h) as JSON Schema (2020-12). */
#include "party/code.h"
#include "protocol/schema_pieces.h"
#include "room/message.h"

/* So many letters of a class. */
static void text_of(struct jw *w, const char *letters, int least, int most)
{
    struct buf pattern = {0};

    js_type_is(w, "string");
    buf_printf(&pattern, "^[%s]{%d,%d}$", letters, least, most);
    jw_key_str(w, "pattern", buf_str(&pattern));
    buf_fini(&pattern);
}

/* Members of a schema that stands for a type of shapes.h. */
static void write_type(struct jw *w, struct str type)
{
    struct str rest;

    if (str_starts(type, STR("map "))) {
        js_type_is(w, "object");
        jw_key(w, "additionalProperties");
        jw_object(w);
        write_type(w, str_n(type.at + 4, type.len - 4));
        jw_end_object(w);
    } else if (str_starts(type, STR("pair "))) {
        js_type_is(w, "array");
        jw_key(w, "items");
        jw_object(w);
        write_type(w, str_n(type.at + 5, type.len - 5));
        jw_end_object(w);
        jw_key_int(w, "minItems", 2);
        jw_key_int(w, "maxItems", 2);
    } else if (type.len > 2 && type.at[type.len - 1] == ']') {
        js_type_is(w, "array");
        jw_key(w, "items");
        jw_object(w);
        write_type(w, str_n(type.at, type.len - 2));
        jw_end_object(w);
    } else if (type.len > 5 && str_eq(str_n(type.at + type.len - 5, 5), STR("|null"))) {
        jw_key(w, "oneOf");
        jw_array(w);
        jw_object(w);
        write_type(w, str_n(type.at, type.len - 5));
        jw_end_object(w);
        jw_object(w);
        js_type_is(w, "null");
        jw_end_object(w);
        jw_end_array(w);
    } else if (str_find(type, STR("|")) >= 0) {
        js_one_of_choices(w, type);
    } else if (str_is(type, "languages")) {
        js_one_of_names(w, (const char *const[]){language_codes[0], language_codes[1],
                                                 language_codes[2], NULL});
    } else if (str_split(type, '=', &rest, &rest)) {
        int64_t n = 0;

        str_int(rest, &n);
        jw_key_int(w, "const", n);
    } else if (str_is(type, "true")) {
        jw_key_bool(w, "const", true);
    } else if (str_is(type, "int")) {
        js_whole(w, 0, INT64_MAX);
    } else if (str_is(type, "seat")) {
        js_whole(w, NO_SEAT, SEATS_MAX - 1);
    } else if (str_is(type, "number")) {
        js_type_is(w, "integer");
    } else if (str_is(type, "bool")) {
        js_type_is(w, "boolean");
    } else if (str_is(type, "text")) {
        js_type_is(w, "string");
    } else if (str_is(type, "args")) {
        js_type_is(w, "object");
    } else if (str_is(type, "token")) {
        text_of(w, "A-Za-z0-9_-", TOKEN_MIN, TOKEN_MAX);
    } else if (str_is(type, "code")) {
        text_of(w, "A-Z0-9", CODE_MIN, CODE_MAX);
    } else if (str_is(type, "value")) {
        jw_key(w, "type");
        jw_array(w);
        jw_str(w, STR("integer"));
        jw_str(w, STR("string"));
        jw_str(w, STR("boolean"));
        jw_end_array(w);
    } else {
        js_refer(w, type);
    }
}

void js_write_shape(struct jw *w, const struct shape *s)
{
    jw_object(w);
    js_help(w, s->help);
    if (s->alias) {
        write_type(w, str_of(s->alias));
        jw_end_object(w);
        return;
    }
    js_type_is(w, "object");
    jw_key(w, "properties");
    jw_object(w);
    for (const struct shape_field *f = s->field; f->name; f++) {
        js_key_str(w, shape_field_name(f));
        jw_object(w);
        js_help(w, f->help);
        write_type(w, str_of(f->type));
        jw_end_object(w);
    }
    jw_end_object(w);
    jw_key(w, "required");
    jw_array(w);
    for (const struct shape_field *f = s->field; f->name; f++) {
        if (!shape_field_optional(f))
            jw_str(w, shape_field_name(f));
    }
    jw_end_array(w);
    if (!s->open)
        jw_key_bool(w, "additionalProperties", false);
    jw_end_object(w);
}
