#include "rehearse/transcript.h"

#include <stdlib.h>

void transcript_fini(struct transcript *t)
{
    for (int i = 0; i <= SEATS_MAX; i++)
        json_decref(t->last[i]);
}

static void value_text(const struct cast *c, const struct arg_spec *a, const struct names *names,
                       const struct value *v, struct buf *out)
{
    switch (a->type) {
    case ARG_BOOL:
        buf_adds(out, v->i ? "true" : "false");
        return;
    case ARG_INT:
        buf_int(out, v->i);
        return;
    case ARG_TIME:
        buf_int(out, v->i);
        buf_adds(out, "ms");
        return;
    case ARG_SEAT:
        buf_adds(out, c->name[v->i]);
        return;
    case ARG_SEATS: {
        const char *comma = "";

        buf_addc(out, '[');
        FOR_SEATS (seat, v->i) {
            buf_printf(out, "%s%s", comma, c->name[seat]);
            comma = ",";
        }
        buf_addc(out, ']');
        return;
    }
    case ARG_LETTER:
        buf_addc(out, (char)('A' + v->i));
        return;
    case ARG_TEXT: {
        struct jw w = jw_to(out);
        jw_str(&w, v->s);
        return;
    }
    case ARG_LIST:
        buf_addc(out, '[');
        for (size_t i = 0; i < v->s.len; i++)
            buf_printf(out, "%s%d", i ? "," : "", (unsigned char)v->s.at[i]);
        buf_addc(out, ']');
        return;
    case ARG_PHASE:
        buf_adds(out, names->phases[v->i]);
        return;
    case ARG_SUBJECT:
        buf_adds(out, names->subjects[v->i]);
        return;
    case ARG_CHOICE:
        buf_add(out, choice_name(a->choices, v->i));
        return;
    }
}

/* One fact as "name key=value … [to Peter]". */
static void fact_text(const struct cast *c, const struct book *b, const struct names *names,
                      const struct fact *f, struct buf *out)
{
    const struct schema *s = &b->fact_args[f->kind];

    buf_adds(out, b->fact[f->kind]->name);
    for (int i = 0; i < s->n; i++) {
        buf_printf(out, " %.*s=", STR_FMT(s->arg[i].name));
        value_text(c, &s->arg[i], names, &f->arg[i], out);
    }
    if (b->fact[f->kind]->audience == FOR_NOBODY)
        buf_adds(out, " [secret]");
    if (b->fact[f->kind]->audience == FOR_SOME) {
        const char *comma = " [to ";

        FOR_SEATS (seat, f->to) {
            buf_printf(out, "%s%s", comma, c->name[seat]);
            comma = ", ";
        }
        buf_addc(out, ']');
    }
}

void transcript_step(struct transcript *t, struct str line)
{
    if (t->out)
        buf_printf(t->out, "%.*s\n", STR_FMT(line));
}

void transcript_facts(struct transcript *t, const struct match *m, const struct decision *d)
{
    struct names names = table_names(m->table);

    for (int i = 0; t->out && i < d->facts; i++) {
        buf_adds(t->out, "  > ");
        fact_text(t->cast, d->book, &names, &d->fact[i], t->out);
        buf_addc(t->out, '\n');
    }
}

void transcript_refusal(struct transcript *t, const struct refusal *r)
{
    if (!t->out)
        return;
    buf_printf(t->out, "  ! %s", r->key);
    for (int i = 0; i < r->n; i++)
        buf_printf(t->out, " %s=%.*s", r->name[i], STR_FMT(r->text[i]));
    buf_adds(t->out, r->insist ? " (may insist)\n" : "\n");
}

static json_t *view_of(const struct match *m, int seat)
{
    struct jr_problem problem;
    struct buf text = {0};

    table_view(m->table, seat, &text);
    json_t *json = jr_parse(buf_str(&text), &problem);
    buf_fini(&text);
    return json;
}

static const char *viewer_name(const struct transcript *t, int viewer)
{
    return viewer == 0 ? "table" : t->cast->name[viewer - 1];
}

/* Everyone who sees the same new section, as one line. */
static void write_section(struct transcript *t, json_t *const *views, int viewers, int first,
                          const char *key, bool *done)
{
    json_t *section = json_object_get(views[first], key);
    char *text = json_dumps(section, JSON_COMPACT | JSON_ENCODE_ANY);
    int same = 0;
    struct buf who = {0};

    for (int v = first; v < viewers; v++) {
        if (!done[v] && json_equal(json_object_get(views[v], key), section) &&
            !json_equal(json_object_get(t->last[v], key), section)) {
            done[v] = true;
            buf_printf(&who, "%s%s", same++ ? ", " : "", viewer_name(t, v));
        }
    }
    buf_printf(t->out, "  %s | %s %s\n", same == viewers ? "all" : buf_cstr(&who), key,
               text ? text : "(gone)");
    free(text);
    buf_fini(&who);
}

static void write_key(struct transcript *t, json_t *const *views, int viewers, const char *key)
{
    bool done[SEATS_MAX + 1] = {0};

    for (int v = 0; v < viewers; v++) {
        json_t *now = json_object_get(views[v], key);

        if (!done[v] && now && !json_equal(now, json_object_get(t->last[v], key)))
            write_section(t, views, viewers, v, key, done);
    }
}

void transcript_views(struct transcript *t, const struct match *m)
{
    json_t *views[SEATS_MAX + 1] = {0};
    int viewers = m->setup.seats + 1;
    const char *key;
    json_t *ignored;

    if (!t->out)
        return;
    for (int v = 0; v < viewers; v++)
        views[v] = view_of(m, v - 1);
    /* A seat's view has every section there is; the onlooker's comes first in the output. */
    json_object_foreach(views[1], key, ignored) write_key(t, views, viewers, key);
    for (int v = 0; v < viewers; v++) {
        json_decref(t->last[v]);
        t->last[v] = views[v];
    }
}
