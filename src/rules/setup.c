#include "rules/setup.h"

#include "rules/registry.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool problem(struct setup_problem *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool problem(struct setup_problem *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(p->reason, sizeof p->reason, format, args);
    va_end(args);
    return false;
}

void setup_default(struct setup *s, const struct book *b)
{
    *s = (struct setup){
        .book = b, .edition = b->game->edition, .seats = b->game->min_seats, .language = LANG_EN};
    for (int i = 0; i < b->options; i++)
        s->option[i] = (int16_t)b->option[i]->initial;
}

static int find_option(const struct book *b, struct str name)
{
    for (int i = 0; i < b->options; i++) {
        if (str_is(name, b->option[i]->name))
            return i;
    }
    return -1;
}

static bool option_value(const struct option_spec *o, struct str text, int64_t *out)
{
    switch (o->type) {
    case OPTION_BOOL:
        *out = str_is(text, "true") || str_is(text, "yes") || str_is(text, "on");
        return *out || str_is(text, "false") || str_is(text, "no") || str_is(text, "off");
    case OPTION_INT:
        return str_int(text, out);
    case OPTION_CHOICE:
        *out = choice_index(str_of(o->choices), text);
        return *out >= 0;
    }
    return false;
}

/* Part of a reason: at most 40 bytes of what somebody typed, without control characters. */
static const char *quoted(struct str s, char out[48])
{
    size_t n = 0;

    for (size_t i = 0; i < s.len && n < 40; i++)
        out[n++] = (unsigned char)s.at[i] < ' ' ? ' ' : s.at[i];
    out[n] = '\0';
    return out;
}

bool setup_option(struct setup *s, struct str name, struct str value, struct setup_problem *p)
{
    int i = find_option(s->book, name);
    int64_t number;
    char text[48];

    if (i < 0)
        return problem(p, "there is no option '%s'", quoted(name, text));
    const struct option_spec *o = s->book->option[i];
    if (!option_value(o, value, &number)) {
        if (o->type == OPTION_CHOICE)
            return problem(p, "option %s: '%s' is none of %s", o->name, quoted(value, text),
                           o->choices);
        return problem(p, "option %s: '%s' is not %s", o->name, quoted(value, text),
                       o->type == OPTION_BOOL ? "true or false" : "a number");
    }
    if (number < o->min || number > o->max)
        return problem(p, "option %s: %lld is not between %d and %d", o->name, (long long)number,
                       o->min, o->max);
    s->option[i] = (int16_t)number;
    return true;
}

bool setup_options(struct setup *s, struct str text, struct setup_problem *p)
{
    struct str item, name, value;

    while (text.len > 0) {
        if (!str_split(text, ',', &item, &text)) {
            item = text;
            text = str_n("", 0);
        }
        if (!str_split(item, '=', &name, &value))
            return problem(p, "options are written name=value,name=value");
        if (!setup_option(s, str_trim(name), str_trim(value), p))
            return false;
    }
    return true;
}

bool setup_is_current(const struct setup *s)
{
    return s->edition == s->book->game->edition;
}

bool setup_goes_on(const struct setup *s)
{
    const struct game *g = s->book->game;

    return s->edition >= (g->since ? g->since : g->edition) && s->edition <= g->edition;
}

/* A choice of a setup of `edition`, as it is called today. */
static struct str name_now(const struct game *g, int edition, struct str option, struct str choice)
{
    for (const struct renamed_choice *r = g->renamed; r && r->option; r++) {
        if (edition < r->edition && str_is(option, r->option) && str_is(choice, r->was))
            return str_of(r->is);
    }
    return choice;
}

/* And as that edition calls it, so that what is written again can be read again. */
static struct str name_then(const struct game *g, int edition, struct str option, struct str choice)
{
    for (const struct renamed_choice *r = g->renamed; r && r->option; r++) {
        if (edition < r->edition && str_is(option, r->option) && str_is(choice, r->is))
            return str_of(r->was);
    }
    return choice;
}

bool setup_check(const struct setup *s, struct setup_problem *p)
{
    const struct game *g = s->book->game;

    if (s->seats < g->min_seats || s->seats > g->max_seats)
        return problem(p, "%s is for %d to %d players, not %d", g->id, g->min_seats, g->max_seats,
                       s->seats);
    if (s->youngest < 0 || s->youngest >= s->seats)
        return problem(p, "the youngest sits at seat %d of %d", s->youngest, s->seats);
    for (int i = 0; i < s->book->options; i++) {
        const struct option_spec *o = s->book->option[i];
        if (s->option[i] < o->min || s->option[i] > o->max)
            return problem(p, "option %s: %d is not between %d and %d", o->name, s->option[i],
                           o->min, o->max);
    }
    const char *wrong = g->check ? g->check(s) : NULL;
    if (wrong) {
        struct str text = catalog_getf(registry_strings(LANG_EN), "setup.%s.%s", g->id, wrong);

        if (!text.len)
            text = str_of(wrong);
        return problem(p, "these options do not go together: %.*s", STR_FMT(text));
    }
    return true;
}

void option_text(const struct option_spec *o, int value, struct buf *out)
{
    switch (o->type) {
    case OPTION_BOOL:
        buf_adds(out, value ? "true" : "false");
        return;
    case OPTION_INT:
        buf_int(out, value);
        return;
    case OPTION_CHOICE:
        buf_add(out, choice_name(str_of(o->choices), value));
        return;
    }
}

/* With the names that an edition has for choices. */
static void write_options(const struct setup *s, int edition, struct jw *w)
{
    jw_object(w);
    for (int i = 0; i < s->book->options; i++) {
        const struct option_spec *o = s->book->option[i];
        struct buf text = {0};

        option_text(o, s->option[i], &text);
        jw_key_str(w, o->name, name_then(s->book->game, edition, str_of(o->name), buf_str(&text)));
        buf_fini(&text);
    }
    jw_end_object(w);
}

void setup_write_options(const struct setup *s, struct jw *w)
{
    write_options(s, s->book->game->edition, w);
}

void setup_write(const struct setup *s, struct jw *w)
{
    jw_object(w);
    jw_key(w, "game");
    jw_str(w, str_of(s->book->game->id));
    jw_key(w, "edition");
    jw_int(w, s->edition);
    jw_key(w, "seats");
    jw_int(w, s->seats);
    jw_key(w, "language");
    jw_str(w, str_of(language_codes[s->language]));
    jw_key(w, "youngest");
    jw_int(w, s->youngest);
    jw_key(w, "options");
    write_options(s, s->edition, w);
    jw_end_object(w);
}

static bool read_int(const json_t *object, const char *key, int *out, struct setup_problem *p)
{
    const json_t *value = json_object_get(object, key);

    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        json_integer_value(value) > 1000)
        return problem(p, "'%s' is not a small number", key);
    *out = (int)json_integer_value(value);
    return true;
}

bool setup_read(struct setup *s, const struct book *b, const json_t *object,
                struct setup_problem *p)
{
    const json_t *options = json_object_get(object, "options");
    const char *name;
    json_t *value;

    setup_default(s, b);
    if (!read_int(object, "seats", &s->seats, p) || !read_int(object, "youngest", &s->youngest, p))
        return false;
    s->edition = 1; /* logs of format 1 do not tell */
    if (json_object_get(object, "edition") && !read_int(object, "edition", &s->edition, p))
        return false;
    int lang = language_of(jr_member_str(object, "language"));
    if (lang < 0)
        return problem(p, "'language' is none of en, de, fr");
    s->language = (enum language)lang;
    if (options && !json_is_object(options))
        return problem(p, "'options' is not an object");
    json_object_foreach((json_t *)options, name, value)
    {
        /* What another edition could choose may not be there any more: the game is only shown. */
        struct str now = name_now(b->game, s->edition, str_of(name), jr_str(value));

        if (!setup_option(s, str_of(name), now, p) && setup_is_current(s))
            return false;
    }
    return setup_check(s, p);
}

bool setup_harder(const struct setup *s, struct setup *next)
{
    struct setup harder = *s;

    if (!s->book->game->harder || !s->book->game->harder(&harder))
        return false;
    *next = harder;
    return true;
}
