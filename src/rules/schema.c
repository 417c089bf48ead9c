#include "rules/schema.h"

#include "base/err.h"

#include <assert.h>
#include <string.h>

enum { INT_MAX_DEFAULT = 1000000 };

static const int64_t TIME_LIMIT = INT64_C(1) << 52; /* what JSON numbers carry exactly */

static const struct {
    const char *name;
    enum arg_type type;
} types[] = {
    {"bool", ARG_BOOL},     {"int", ARG_INT},         {"seat", ARG_SEAT}, {"seats", ARG_SEATS},
    {"letter", ARG_LETTER}, {"text", ARG_TEXT},       {"time", ARG_TIME}, {"list", ARG_LIST},
    {"phase", ARG_PHASE},   {"subject", ARG_SUBJECT},
};

static int parse_range(struct arg_spec *a, struct str range)
{
    ptrdiff_t dots = str_find(range, STR(".."));

    if (dots < 0)
        return ERR_SYNTAX;
    struct str low = str_n(range.at, (size_t)dots);
    struct str high = str_n(range.at + dots + 2, range.len - (size_t)dots - 2);
    if (!str_int(low, &a->min) || !str_int(high, &a->max) || a->min > a->max)
        return ERR_SYNTAX;
    return 0;
}

static int parse_type(struct arg_spec *a, struct str type)
{
    struct str base = type, range;

    for (; base.len > 0; base.len--) {
        char last = base.at[base.len - 1];
        if (last == '?')
            a->optional = true;
        else if (last == '*')
            a->secret = true;
        else
            break;
    }
    a->max = INT_MAX_DEFAULT;
    if (str_find(base, STR("|")) >= 0) {
        a->type = ARG_CHOICE;
        a->choices = base;
        a->max = choice_count(base) - 1;
        return 0;
    }
    if (str_split(base, ':', &base, &range)) {
        if (str_is(base, "text")) {
            a->type = ARG_TEXT;
            return str_int(range, &a->max) ? 0 : ERR_SYNTAX;
        }
        a->type = ARG_INT;
        return str_is(base, "int") ? parse_range(a, range) : ERR_SYNTAX;
    }
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (str_is(base, types[i].name)) {
            a->type = types[i].type;
            if (a->type == ARG_TEXT)
                a->max = TEXT_MAX;
            return 0;
        }
    }
    return ERR_SYNTAX;
}

int schema_parse(struct schema *out, const char *spec)
{
    struct schema s = {0};
    struct str rest = str_of(spec), word;

    while (str_word(&rest, &word)) {
        struct arg_spec *a = &s.arg[s.n];
        struct str type;

        if (s.n == ARGS_MAX || !str_split(word, ':', &a->name, &type) || a->name.len == 0 ||
            parse_type(a, type) != 0)
            return ERR_SYNTAX;
        s.n++;
    }
    *out = s;
    return 0;
}

int schema_find(const struct schema *s, struct str name)
{
    for (int i = 0; i < s->n; i++) {
        if (str_eq(s->arg[i].name, name))
            return i;
    }
    return -1;
}

struct str choice_name(struct str choices, int64_t i)
{
    struct str head = str_n("", 0), tail = choices;

    if (i < 0)
        return head;
    while (str_split(tail, '|', &head, &tail)) {
        if (i-- == 0)
            return head;
    }
    return i == 0 ? tail : str_n("", 0);
}

int choice_count(struct str choices)
{
    int n = 0;

    while (choice_name(choices, n).len > 0)
        n++;
    return n;
}

int choice_index(struct str choices, struct str name)
{
    for (int i = 0;; i++) {
        struct str choice = choice_name(choices, i);
        if (choice.len == 0)
            return -1;
        if (str_eq(choice, name))
            return i;
    }
}

int names_count(const char *const *names)
{
    int n = 0;

    while (names && names[n])
        n++;
    return n;
}

static int names_index(const char *const *names, struct str name)
{
    for (int i = 0; names && names[i]; i++) {
        if (str_is(name, names[i]))
            return i;
    }
    return -1;
}

bool schema_allows(const struct arg_spec *a, const struct names *names, const struct value *v)
{
    switch (a->type) {
    case ARG_BOOL:
        return v->i == 0 || v->i == 1;
    case ARG_INT:
    case ARG_CHOICE:
        return v->i >= a->min && v->i <= a->max;
    case ARG_SEAT:
        return v->i >= 0 && v->i < names->seats;
    case ARG_SEATS:
        return v->i >= 0 && (v->i & ~(int64_t)seats_all(names->seats)) == 0;
    case ARG_LETTER:
        return v->i >= 0 && v->i < 26;
    case ARG_TEXT:
        return v->s.len <= (size_t)a->max;
    case ARG_TIME:
        return v->i >= 0 && v->i < TIME_LIMIT;
    case ARG_LIST:
        return v->s.len <= LIST_MAX;
    case ARG_PHASE:
        return v->i >= 0 && v->i < names_count(names->phases);
    case ARG_SUBJECT:
        return v->i >= 0 && v->i < names_count(names->subjects);
    }
    return false;
}

static bool decode_seats(const json_t *json, int seats, struct value *v)
{
    size_t i;
    json_t *item;

    if (!json_is_array(json))
        return false;
    json_array_foreach((json_t *)json, i, item)
    {
        json_int_t seat = json_is_integer(item) ? json_integer_value(item) : -1;
        if (seat < 0 || seat >= seats)
            return false;
        v->i |= INT64_C(1) << seat;
    }
    return true;
}

static bool decode_list(const json_t *json, char *space, struct value *v)
{
    size_t i;
    json_t *item;

    if (!json_is_array(json) || json_array_size(json) > LIST_MAX)
        return false;
    json_array_foreach((json_t *)json, i, item)
    {
        json_int_t n = json_is_integer(item) ? json_integer_value(item) : -1;
        if (n < 0 || n > 255)
            return false;
        space[i] = (char)n;
    }
    v->s = str_n(space, json_array_size(json));
    return true;
}

/* What a text says, of all types that are written as one. */
static bool decode_text(const struct arg_spec *a, const struct names *names, struct str text,
                        struct value *v)
{
    switch (a->type) {
    case ARG_LETTER:
        if (text.len != 1 || text.at[0] < 'A' || text.at[0] > 'Z')
            return false;
        v->i = text.at[0] - 'A';
        return true;
    case ARG_TEXT:
        v->s = text;
        return true;
    case ARG_PHASE:
        v->i = names_index(names->phases, text);
        return true;
    case ARG_SUBJECT:
        v->i = names_index(names->subjects, text);
        return true;
    case ARG_CHOICE:
        v->i = choice_index(a->choices, text);
        return true;
    default:
        return false;
    }
}

static bool decode_value(const struct arg_spec *a, const struct names *names, const json_t *json,
                         char *space, struct value *v)
{
    switch (a->type) {
    case ARG_BOOL:
        v->i = json_is_true(json);
        return json_is_boolean(json);
    case ARG_INT:
    case ARG_SEAT:
    case ARG_TIME:
        v->i = json_integer_value(json);
        return json_is_integer(json);
    case ARG_SEATS:
        return decode_seats(json, names->seats, v);
    case ARG_LIST:
        return decode_list(json, space, v);
    default:
        return json_is_string(json) && decode_text(a, names, jr_str(json), v);
    }
}

bool schema_decode(const struct schema *s, const struct names *names, const json_t *object,
                   struct args *out, struct schema_problem *problem)
{
    size_t known = 0;

    if (!json_is_object(object)) {
        *problem = (struct schema_problem){str_n("", 0), "type"};
        return false;
    }
    for (int i = 0; i < s->n; i++) {
        const struct arg_spec *a = &s->arg[i];
        const json_t *json = json_object_getn(object, a->name.at, a->name.len);

        out->v[i] = (struct value){.s = str_n("", 0)};
        if (!json) {
            if (a->optional)
                continue;
            *problem = (struct schema_problem){a->name, "missing"};
            return false;
        }
        known++;
        if (!decode_value(a, names, json, out->list[i], &out->v[i])) {
            *problem = (struct schema_problem){a->name, "type"};
            return false;
        }
        if (!schema_allows(a, names, &out->v[i])) {
            *problem = (struct schema_problem){a->name, "range"};
            return false;
        }
    }
    if (known < json_object_size(object)) {
        const char *key;
        json_t *value;

        json_object_foreach((json_t *)object, key, value)
        {
            if (schema_find(s, str_of(key)) < 0) {
                *problem = (struct schema_problem){str_of(key), "unknown"};
                return false;
            }
        }
    }
    return true;
}

/* ---- the same as it stands ---- */

static bool read_list(struct jp *p, char *space, struct value *v)
{
    size_t n = 0;
    int64_t i;

    for (jp_enter(p, '['); jp_item(p); n++) {
        if (n == LIST_MAX || !jp_int(p, &i) || i < 0 || i > 255)
            return false;
        space[n] = (char)i;
    }
    v->s = str_n(space, n);
    return !p->wrong;
}

bool schema_read_seats(struct jp *p, int seats, seat_set *out)
{
    int64_t seat;

    *out = 0;
    for (jp_enter(p, '['); jp_item(p);) {
        if (!jp_int(p, &seat) || seat < 0 || seat >= seats)
            return false;
        *out |= SEAT(seat);
    }
    return !p->wrong;
}

static bool read_value(const struct arg_spec *a, const struct names *names, struct jp *p,
                       char *space, struct value *v)
{
    struct str text;
    seat_set set;
    bool yes;

    switch (a->type) {
    case ARG_BOOL:
        if (!jp_bool(p, &yes))
            return false;
        v->i = yes;
        return true;
    case ARG_INT:
    case ARG_SEAT:
    case ARG_TIME:
        return jp_int(p, &v->i);
    case ARG_SEATS:
        if (!schema_read_seats(p, names->seats, &set))
            return false;
        v->i = set;
        return true;
    case ARG_LIST:
        return read_list(p, space, v);
    default:
        return jp_text(p, &text) && decode_text(a, names, text, v);
    }
}

/* The argument of this name: mostly the one after the last. */
static int find_from(const struct schema *s, int from, struct str name)
{
    for (int i = from; i < s->n; i++) {
        if (str_eq(s->arg[i].name, name))
            return i;
    }
    return from ? schema_find(s, name) : -1;
}

bool schema_read(const struct schema *s, const struct names *names, struct jp *p, struct args *out,
                 struct schema_problem *problem)
{
    uint32_t seen = 0;
    struct str name;
    int i = -1;

    static_assert(ARGS_MAX <= 32, "a bit for each argument");
    for (int k = 0; k < s->n; k++)
        out->v[k] = (struct value){.s = str_n("", 0)};
    while (jp_member(p, &name)) {
        i = find_from(s, i + 1, name);
        if (i < 0 || seen & UINT32_C(1) << i) {
            *problem = (struct schema_problem){name, i < 0 ? "unknown" : "twice"};
            return false;
        }
        seen |= UINT32_C(1) << i;
        if (!read_value(&s->arg[i], names, p, out->list[i], &out->v[i])) {
            *problem = (struct schema_problem){s->arg[i].name, "type"};
            return false;
        }
        if (!schema_allows(&s->arg[i], names, &out->v[i])) {
            *problem = (struct schema_problem){s->arg[i].name, "range"};
            return false;
        }
    }
    for (int k = 0; k < s->n; k++) {
        if (seen & UINT32_C(1) << k || s->arg[k].optional)
            continue;
        *problem = (struct schema_problem){s->arg[k].name, "missing"};
        return false;
    }
    return !p->wrong;
}

static void encode_value(const struct arg_spec *a, const struct names *names, const struct value *v,
                         struct jw *w)
{
    switch (a->type) {
    case ARG_BOOL:
        jw_bool(w, v->i != 0);
        return;
    case ARG_INT:
    case ARG_SEAT:
    case ARG_TIME:
        jw_int(w, v->i);
        return;
    case ARG_SEATS:
        jw_seats(w, (seat_set)v->i);
        return;
    case ARG_LETTER:
        jw_letter(w, (int)v->i);
        return;
    case ARG_TEXT:
        jw_str(w, v->s);
        return;
    case ARG_LIST:
        jw_array(w);
        for (size_t i = 0; i < v->s.len; i++)
            jw_int(w, (unsigned char)v->s.at[i]);
        jw_end_array(w);
        return;
    case ARG_PHASE:
        jw_str(w, str_of(names->phases[v->i]));
        return;
    case ARG_SUBJECT:
        jw_str(w, str_of(names->subjects[v->i]));
        return;
    case ARG_CHOICE:
        jw_str(w, choice_name(a->choices, v->i));
        return;
    }
}

void schema_encode(const struct schema *s, const struct names *names, const struct value *v,
                   struct jw *w)
{
    for (int i = 0; i < s->n; i++) {
        jw_key_n(w, s->arg[i].name.at, s->arg[i].name.len);
        encode_value(&s->arg[i], names, &v[i], w);
    }
}

void schema_encode_short(const struct schema *s, const struct names *names, const struct value *v,
                         struct jw *w)
{
    for (int i = 0; i < s->n; i++) {
        if (s->arg[i].optional && !v[i].i && !v[i].s.len)
            continue;
        jw_key_n(w, s->arg[i].name.at, s->arg[i].name.len);
        encode_value(&s->arg[i], names, &v[i], w);
    }
}

void jw_seats(struct jw *w, seat_set set)
{
    jw_array(w);
    FOR_SEATS (seat, set)
        jw_int(w, seat);
    jw_end_array(w);
}

seat_set jr_seats(const json_t *list)
{
    seat_set set = 0;

    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *seat = json_array_get(list, i);
        int64_t n = json_integer_value(seat);

        if (json_is_integer(seat) && n >= 0 && n < SEATS_MAX)
            set |= seats_one((int)n);
    }
    return set;
}

void jw_key_seats(struct jw *w, const char *key, seat_set set)
{
    jw_key(w, key);
    jw_seats(w, set);
}

void jw_key_choice(struct jw *w, const char *key, const char *choices, int64_t i)
{
    jw_key_str(w, key, choice_name(str_of(choices), i));
}
