#include "protocol/schema_pieces.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define DRAFT "https://json-schema.org/draft/2020-12/schema"

/* ---- small pieces ---- */

void js_key_str(struct jw *w, struct str key)
{
    char text[64];

    assert(key.len < sizeof text);
    snprintf(text, sizeof text, "%.*s", STR_FMT(key));
    jw_key(w, text);
}

void js_type_is(struct jw *w, const char *type)
{
    jw_key_str(w, "type", str_of(type));
}

void js_whole(struct jw *w, int64_t min, int64_t max)
{
    js_type_is(w, "integer");
    jw_key_int(w, "minimum", min);
    if (max != INT64_MAX)
        jw_key_int(w, "maximum", max);
}

void js_help(struct jw *w, const char *text)
{
    if (text && *text)
        jw_key_str(w, "description", str_of(text));
}

void js_refer(struct jw *w, struct str name)
{
    struct buf path = {0};

    buf_printf(&path, "#/$defs/%.*s", STR_FMT(name));
    jw_key_str(w, "$ref", buf_str(&path));
    buf_fini(&path);
}

void js_one_of_choices(struct jw *w, struct str choices)
{
    struct str name;

    jw_key(w, "enum");
    jw_array(w);
    for (int i = 0; (name = choice_name(choices, i)).len; i++)
        jw_str(w, name);
    jw_end_array(w);
}

void js_one_of_names(struct jw *w, const char *const *names)
{
    jw_key(w, "enum");
    jw_array(w);
    for (; names && *names; names++)
        jw_str(w, str_of(*names));
    jw_end_array(w);
}

void js_const_member(struct jw *w, const char *key, const char *value)
{
    jw_key(w, key);
    jw_object(w);
    jw_key_str(w, "const", str_of(value));
    jw_end_object(w);
}

/* Reads what was written compactly and adds it as people like to read it. */
void js_pretty(struct buf *compact, struct buf *out)
{
    struct jr_problem problem;
    json_t *json = jr_parse(buf_str(compact), &problem);
    char *text = json ? json_dumps(json, JSON_INDENT(2)) : NULL;

    assert(text && "what we write is JSON");
    buf_adds(out, text);
    buf_addc(out, '\n');
    free(text);
    json_decref(json);
    buf_fini(compact);
}

void js_begin_file(struct jw *w, const char *id, const char *title)
{
    jw_object(w);
    jw_key_str(w, "$schema", STR(DRAFT));
    jw_key_str(w, "$id", str_of(id));
    jw_key_str(w, "title", str_of(title));
    jw_key_str(w, "$comment", STR("written by `unisono protocol`; not changed by hand"));
}

/* ---- arguments of orders, actions and facts ---- */

static void write_arg(struct jw *w, const struct arg_spec *a, const struct names *names)
{
    jw_object(w);
    switch (a->type) {
    case ARG_BOOL:
        js_type_is(w, "boolean");
        break;
    case ARG_INT:
        js_whole(w, a->min, a->max);
        break;
    case ARG_SEAT:
        js_whole(w, 0, names->seats - 1);
        break;
    case ARG_SEATS:
        js_type_is(w, "array");
        jw_key(w, "items");
        jw_object(w);
        js_whole(w, 0, names->seats - 1);
        jw_end_object(w);
        break;
    case ARG_LETTER:
        js_type_is(w, "string");
        jw_key_str(w, "pattern", STR("^[A-Z]$"));
        break;
    case ARG_TEXT:
        js_type_is(w, "string");
        jw_key_int(w, "maxLength", a->max);
        break;
    case ARG_TIME:
        js_whole(w, 0, INT64_MAX);
        break;
    case ARG_LIST:
        js_type_is(w, "array");
        jw_key(w, "items");
        jw_object(w);
        js_whole(w, 0, 255);
        jw_end_object(w);
        jw_key_int(w, "maxItems", LIST_MAX);
        break;
    case ARG_PHASE:
        js_refer(w, STR("phase"));
        break;
    case ARG_SUBJECT:
        js_refer(w, STR("subject"));
        break;
    case ARG_CHOICE:
        js_one_of_choices(w, a->choices);
        break;
    }
    jw_end_object(w);
}

/* Properties and required of an object with these arguments; `is` stands before them, or NULL. */
void js_write_args(struct jw *w, const struct schema *s, const struct names *names, const char *is)
{
    jw_object(w);
    js_type_is(w, "object");
    jw_key(w, "properties");
    jw_object(w);
    if (is)
        js_const_member(w, "is", is);
    for (int i = 0; i < s->n; i++) {
        js_key_str(w, s->arg[i].name);
        write_arg(w, &s->arg[i], names);
    }
    jw_end_object(w);
    jw_key(w, "required");
    jw_array(w);
    if (is)
        jw_str(w, STR("is"));
    for (int i = 0; i < s->n; i++) {
        if (!s->arg[i].optional)
            jw_str(w, s->arg[i].name);
    }
    jw_end_array(w);
    jw_key_bool(w, "additionalProperties", false);
    jw_end_object(w);
}

bool js_needs_arguments(const struct schema *s)
{
    for (int i = 0; i < s->n; i++) {
        if (!s->arg[i].optional)
            return true;
    }
    return false;
}

void js_refer_item(struct jw *w, const char *prefix, const char *name)
{
    struct buf text = {0};

    buf_printf(&text, "%s%s", prefix, name);
    jw_object(w);
    js_refer(w, buf_str(&text));
    jw_end_object(w);
    buf_fini(&text);
}

void js_key_of(struct jw *w, const char *prefix, const char *name)
{
    char text[64];

    snprintf(text, sizeof text, "%s%s", prefix, name);
    jw_key(w, text);
}
