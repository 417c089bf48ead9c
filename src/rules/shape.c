/* Reads JSON as jw.h writes it, without a copy: views are held against their shapes in every test
 * that makes one. */
#include "rules/shape.h"

#include "base/word.h"
#include "rules/schema.h"

/* clang-format off */
const struct shape core_shapes[] = {
#include "rules/core_shapes.def"
    {0},
};
/* clang-format on */

const struct shape *shape_among(const struct shape *list, struct str name)
{
    for (const struct shape *s = list; s && s->name; s++) {
        if (str_is(name, s->name))
            return s;
    }
    return NULL;
}

static const struct shape *find(const struct shape_lists *l, struct str name)
{
    for (int i = 0; i < SHAPE_LISTS; i++) {
        const struct shape *s = shape_among(l->list[i], name);

        if (s)
            return s;
    }
    return NULL;
}

/* ---- a reader of JSON ---- */

static char look(const struct str *json)
{
    return json->len ? json->at[0] : '\0';
}

static struct str take(struct str *json, size_t n)
{
    struct str taken = str_n(json->at, n);

    *json = str_n(json->at + n, json->len - n);
    return taken;
}

static bool skip(struct str *json, char c)
{
    if (look(json) != c)
        return false;
    take(json, 1);
    return true;
}

/* A string without its quotes, as it is written. */
static bool read_string(struct str *json, struct str *out)
{
    size_t n = 0;

    if (!skip(json, '"'))
        return false;
    while (n < json->len && json->at[n] != '"')
        n += json->at[n] == '\\' ? 2 : 1;
    if (n >= json->len)
        return false;
    *out = take(json, n);
    return skip(json, '"');
}

static bool read_word(struct str *json, struct str word)
{
    if (!str_starts(*json, word))
        return false;
    take(json, word.len);
    return true;
}

static bool read_whole(struct str *json, int64_t *out)
{
    size_t n = 0;

    while (n < json->len && (json->at[n] == '-' || (json->at[n] >= '0' && json->at[n] <= '9')))
        n++;
    return n && str_int(take(json, n), out);
}

static bool fits(const struct shape_lists *l, struct str type, struct str *json,
                 struct shape_fault *fault);

static bool wrong(struct shape_fault *fault, const char *what)
{
    if (!fault->what)
        fault->what = what;
    return false;
}

static bool list_fits(const struct shape_lists *l, struct str type, struct str *json, int exactly,
                      struct shape_fault *fault)
{
    int n = 0;

    if (!skip(json, '['))
        return wrong(fault, "is no list");
    while (!skip(json, ']')) {
        if ((n++ && !skip(json, ',')) || !fits(l, type, json, fault))
            return wrong(fault, "is no such list");
    }
    return exactly < 0 || n == exactly || wrong(fault, "is no pair");
}

static bool map_fits(const struct shape_lists *l, struct str type, struct str *json,
                     struct shape_fault *fault)
{
    struct str key;
    int n = 0;

    if (!skip(json, '{'))
        return wrong(fault, "is no object");
    while (!skip(json, '}')) {
        if ((n++ && !skip(json, ',')) || !read_string(json, &key) || !skip(json, ':') ||
            !fits(l, type, json, fault))
            return wrong(fault, "is no such map");
    }
    return true;
}

/* Any value: what no shape speaks of. */
static bool anything_fits(struct str *json, struct shape_fault *fault)
{
    char open = look(json), close = open == '{' ? '}' : ']';
    struct str name;
    int64_t n;

    if (open == '"')
        return read_string(json, &name) || wrong(fault, "is no text");
    if (open != '{' && open != '[')
        return read_whole(json, &n) || read_word(json, STR("true")) ||
               read_word(json, STR("false")) || read_word(json, STR("null")) ||
               wrong(fault, "is no JSON");
    take(json, 1);
    for (int i = 0; !skip(json, close); i++) {
        if ((i && !skip(json, ',')) ||
            (open == '{' && (!read_string(json, &name) || !skip(json, ':'))) ||
            !anything_fits(json, fault))
            return wrong(fault, "is no JSON");
    }
    return true;
}

/* ---- members ---- */

/* By hand: this is asked of every member of every view that a test makes. */
static bool is_called(const char *field, struct str name)
{
    for (size_t i = 0; i < name.len; i++) {
        if (field[i] != name.at[i])
            return false;
    }
    return field[name.len] == '\0' || (field[name.len] == '?' && field[name.len + 1] == '\0');
}

/* The members of an object, as far as they have been read. */
struct reading {
    uint32_t seen;
    int next; /* members mostly come in the order of the shape */
};

static const struct shape_field *field_of(const struct shape *s, struct str name, struct reading *r)
{
    for (int from = r->next, i = from; i < SHAPE_FIELDS && s->field[i].name; i++) {
        if (is_called(s->field[i].name, name)) {
            r->seen |= 1u << i;
            r->next = i + 1;
            return &s->field[i];
        }
    }
    for (int i = 0; i < r->next; i++) {
        if (is_called(s->field[i].name, name)) {
            r->seen |= 1u << i;
            return &s->field[i];
        }
    }
    return NULL;
}

static bool member_fits(const struct shape_lists *l, const struct shape *const *s, int n,
                        struct reading *r, struct str *json, struct shape_fault *fault)
{
    struct str name;

    if (!read_string(json, &name) || !skip(json, ':'))
        return wrong(fault, "is no member");
    for (int i = 0; i < n; i++) {
        const struct shape_field *f = field_of(s[i], name, &r[i]);

        if (!f)
            continue;
        if (fits(l, str_of(f->type), json, fault))
            return true;
        if (!fault->member.len) {
            fault->member = name;
            fault->in = str_of(s[i]->name);
        }
        return false;
    }
    if (s[n - 1]->open)
        return anything_fits(json, fault);
    fault->member = name;
    fault->in = str_of(s[n - 1]->name);
    return wrong(fault, "is not in its shape");
}

static bool all_there(const struct shape *s, uint32_t seen, struct shape_fault *fault)
{
    for (int i = 0; i < SHAPE_FIELDS && s->field[i].name; i++) {
        if (seen >> i & 1 || shape_field_optional(&s->field[i]))
            continue;
        fault->member = shape_field_name(&s->field[i]);
        fault->in = str_of(s->name);
        return wrong(fault, "is missing");
    }
    return true;
}

enum { SHAPES_AT_ONCE = 4 };

bool shape_members_fit(const struct shape_lists *l, const struct shape *const *s, int n,
                       struct str json, struct shape_fault *fault)
{
    struct reading read[SHAPES_AT_ONCE] = {{0}};

    *fault = (struct shape_fault){0};
    for (int i = 0; json.len; i++) {
        if ((i && !skip(&json, ',')) || !member_fits(l, s, n, read, &json, fault))
            return wrong(fault, "is no JSON");
    }
    for (int i = 0; i < n; i++) {
        if (!all_there(s[i], read[i].seen, fault))
            return false;
    }
    return true;
}

static bool object_fits(const struct shape_lists *l, const struct shape *s, struct str *json,
                        struct shape_fault *fault)
{
    struct reading read = {0};
    int n = 0;

    if (s->alias)
        return fits(l, str_of(s->alias), json, fault);
    if (!skip(json, '{'))
        return wrong(fault, "is no object");
    while (!skip(json, '}')) {
        if ((n++ && !skip(json, ',')) || !member_fits(l, &s, 1, &read, json, fault))
            return wrong(fault, "is no JSON");
    }
    return all_there(s, read.seen, fault);
}

/* ---- types ---- */

static bool whole_fits(struct str *json, int64_t least, int64_t most, struct shape_fault *fault)
{
    int64_t n;

    if (!read_whole(json, &n))
        return wrong(fault, "is no number");
    return (n >= least && n <= most) || wrong(fault, "is out of range");
}

static bool text_fits(struct str choices, struct str *json, struct shape_fault *fault)
{
    struct str text;

    if (!read_string(json, &text))
        return wrong(fault, "is no text");
    return !choices.len || choice_index(choices, text) >= 0 ||
           wrong(fault, "is none of its choices");
}

static bool language_fits(struct str *json, struct shape_fault *fault)
{
    struct str text;

    return (read_string(json, &text) && language_of(text) >= 0) || wrong(fault, "is no language");
}

static bool bool_fits(struct str *json, struct shape_fault *fault)
{
    return read_word(json, STR("true")) || read_word(json, STR("false")) ||
           wrong(fault, "is neither true nor false");
}

/* A value of an argument: what it is depends on the action. */
static bool value_fits(struct str *json, struct shape_fault *fault)
{
    struct str text;
    int64_t n;

    if (look(json) == '"')
        return read_string(json, &text) || wrong(fault, "is no text");
    return read_whole(json, &n) || bool_fits(json, fault);
}

/* What a type of one word is, or false: the name of a shape. */
static bool word_fits(struct str type, struct str *json, struct shape_fault *fault, bool *known)
{
    *known = true;
    switch (type.at[0]) {
    case 'a':
        if (str_is(type, "args"))
            return (look(json) == '{' && anything_fits(json, fault)) ||
                   wrong(fault, "is no object");
        break;
    case 'c':
        if (str_is(type, "code"))
            return text_fits(STR(""), json, fault);
        break;
    case 'l':
        if (str_is(type, "languages"))
            return language_fits(json, fault);
        break;
    case 'i':
        if (str_is(type, "int"))
            return whole_fits(json, 0, INT64_MAX, fault);
        break;
    case 's':
        if (str_is(type, "seat"))
            return whole_fits(json, NO_SEAT, SEATS_MAX - 1, fault);
        break;
    case 'n':
        if (str_is(type, "number"))
            return whole_fits(json, INT64_MIN, INT64_MAX, fault);
        break;
    case 't':
        if (str_is(type, "text"))
            return text_fits(STR(""), json, fault);
        if (str_is(type, "true"))
            return read_word(json, STR("true")) || wrong(fault, "is not true");
        break;
    case 'b':
        if (str_is(type, "bool"))
            return bool_fits(json, fault);
        break;
    case 'v':
        if (str_is(type, "value"))
            return value_fits(json, fault);
        break;
    default:
        break;
    }
    *known = false;
    return false;
}

static bool fits(const struct shape_lists *l, struct str type, struct str *json,
                 struct shape_fault *fault)
{
    bool known, fit = word_fits(type, json, fault, &known);

    if (known)
        return fit;
    if (type.len > 2 && type.at[type.len - 1] == ']')
        return type.at[0] == 'm' && str_starts(type, STR("map "))
                   ? map_fits(l, str_n(type.at + 4, type.len - 4), json, fault)
                   : list_fits(l, str_n(type.at, type.len - 2), json, -1, fault);
    if (str_starts(type, STR("map ")))
        return map_fits(l, str_n(type.at + 4, type.len - 4), json, fault);
    if (str_starts(type, STR("pair ")))
        return list_fits(l, str_n(type.at + 5, type.len - 5), json, 2, fault);
    if (str_find(type, STR("|")) >= 0) {
        struct str last = str_n(type.at + type.len - 5, 5);

        if (type.len > 5 && str_is(last, "|null"))
            return read_word(json, STR("null")) ||
                   fits(l, str_n(type.at, type.len - 5), json, fault);
        return text_fits(type, json, fault);
    }
    const struct shape *s = find(l, type);
    return s ? object_fits(l, s, json, fault) : wrong(fault, "is of a type that nobody knows");
}
