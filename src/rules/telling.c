#include "rules/telling.h"

struct teller {
    const struct catalog *texts;
    const struct table *table;
    const char *const *names;
    const struct fact *fact;
};

static void add_seats(const struct teller *t, seat_set set, struct buf *out)
{
    const char *comma = "";

    FOR_SEATS (seat, set) {
        buf_printf(out, "%s%s", comma, t->names[seat]);
        comma = ", ";
    }
}

/* The translation of a fixed name, or the name itself. */
static void add_name(struct str text, struct str name, struct buf *out)
{
    buf_add(out, text.len ? text : name);
}

/* A choice of the game itself is keyed below its id, a shared one is not. */
static void add_choice(const struct teller *t, const struct arg_spec *a, struct str choice,
                       struct buf *out)
{
    const char *id = t->table->book->game->id;
    struct str own =
        catalog_getf(t->texts, "choice.%s.%.*s.%.*s", id, STR_FMT(a->name), STR_FMT(choice));
    struct str shared =
        catalog_getf(t->texts, "choice.%.*s.%.*s", STR_FMT(a->name), STR_FMT(choice));

    add_name(own.len ? own : shared, choice, out);
}

static void add_value(const struct teller *t, const struct arg_spec *a, const struct value *v,
                      struct buf *out)
{
    const struct game *g = t->table->book->game;

    switch (a->type) {
    case ARG_BOOL:
        add_choice(t, a, str_of(v->i ? "true" : "false"), out);
        return;
    case ARG_INT:
        buf_int(out, v->i);
        return;
    case ARG_TIME:
        buf_printf(out, "%lld:%02lld", (long long)(v->i / 60000), (long long)(v->i / 1000 % 60));
        return;
    case ARG_SEAT:
        buf_adds(out, t->names[v->i]);
        return;
    case ARG_SEATS:
        add_seats(t, (seat_set)v->i, out);
        return;
    case ARG_LETTER:
        buf_addc(out, (char)('A' + v->i));
        return;
    case ARG_TEXT:
        buf_add(out, v->s);
        return;
    case ARG_LIST:
        for (size_t i = 0; i < v->s.len; i++)
            buf_printf(out, "%s%d", i ? ", " : "", (unsigned char)v->s.at[i]);
        return;
    case ARG_PHASE:
        add_name(catalog_getf(t->texts, "phase.%s.%s", g->id, g->phases[v->i]),
                 str_of(g->phases[v->i]), out);
        return;
    case ARG_SUBJECT:
        add_name(v->i < CORE_SUBJECTS
                     ? catalog_getf(t->texts, "vote.%s", g->subjects[v->i])
                     : catalog_getf(t->texts, "vote.%s.%s", g->id, g->subjects[v->i]),
                 str_of(g->subjects[v->i]), out);
        return;
    case ARG_CHOICE:
        add_choice(t, a, choice_name(a->choices, v->i), out);
        return;
    }
}

static bool place(void *arg, struct str name, struct buf *out)
{
    const struct teller *t = arg;
    const struct schema *s = &t->table->book->fact_args[t->fact->kind];
    int i = schema_find(s, name);

    if (i < 0)
        return false;
    add_value(t, &s->arg[i], &t->fact->arg[i], out);
    return true;
}

static void tell_plainly(const struct teller *t, struct buf *out)
{
    const struct book *b = t->table->book;
    const struct schema *s = &b->fact_args[t->fact->kind];

    buf_adds(out, b->fact[t->fact->kind]->name);
    for (int i = 0; i < s->n; i++) {
        buf_printf(out, " %.*s=", STR_FMT(s->arg[i].name));
        add_value(t, &s->arg[i], &t->fact->arg[i], out);
    }
}

void tell_fact(const struct catalog *texts, const struct table *t, const char *const *names,
               const struct fact *f, struct buf *out)
{
    struct teller teller = {texts, t, names, f};
    const char *name = t->book->fact[f->kind]->name;
    struct str text = f->kind < CORE_FACTS
                          ? catalog_getf(texts, "fact.%s", name)
                          : catalog_getf(texts, "fact.%s.%s", t->book->game->id, name);

    if (text.len)
        catalog_fill(text, place, &teller, out);
    else
        tell_plainly(&teller, out);
}
