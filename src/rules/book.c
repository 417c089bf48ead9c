#include "rules/core_tables.h"
#include "rules/game.h"

#include <stdio.h>
#include <stdlib.h>

enum { NORMAL_WEIGHT = 8 };

static void malformed(const struct game *g, const char *what, const char *name)
{
    fprintf(stderr, "unisono: game %s: %s %s is malformed\n", g->id, what, name);
    abort();
}

static void add_action(struct book *b, const struct action_spec *a)
{
    if (b->actions == ACTIONS_MAX || schema_parse(&b->action_args[b->actions], a->args) != 0)
        malformed(b->game, "action", a->name);
    if (a->actor == BY_SEAT) {
        int weight = a->weight ? a->weight : NORMAL_WEIGHT;

        b->seat_action[b->seat_actions] = b->actions;
        b->weight[b->seat_actions++] = weight;
        b->weights += weight;
    }
    b->action[b->actions++] = a;
}

static int lists(const struct schema *s)
{
    int n = 0;

    for (int i = 0; i < s->n; i++)
        n += s->arg[i].type == ARG_LIST;
    return n;
}

static void add_fact(struct book *b, const struct fact_spec *f)
{
    struct schema *args = &b->fact_args[b->facts];

    /* A log keeps a fact's name and audience beside its arguments, under these names, and a
     * record that is read again has room for one list a fact. */
    if (b->facts == FACTS_MAX || schema_parse(args, f->args) != 0 ||
        schema_find(args, STR("is")) >= 0 || schema_find(args, STR("to")) >= 0 || lists(args) > 1)
        malformed(b->game, "fact", f->name);
    b->fact[b->facts++] = f;
}

static void add_option(struct book *b, const struct option_spec *o)
{
    if (b->options == OPTIONS_MAX || o->initial < o->min || o->initial > o->max)
        malformed(b->game, "option", o->name);
    b->option[b->options++] = o;
}

void book_init(struct book *b, const struct game *g)
{
    struct schema s;

    *b = (struct book){.game = g};
    if (g->edition < 1)
        malformed(g, "edition", "0");
    for (int i = 0; i < CORE_ACTIONS; i++)
        add_action(b, core_actions[i]);
    for (const struct action_spec *a = g->actions; a->name; a++)
        add_action(b, a);
    for (int i = 0; i < CORE_FACTS; i++)
        add_fact(b, &core_facts[i]);
    for (const struct fact_spec *f = g->facts; f->name; f++)
        add_fact(b, f);
    for (int i = 0; i < CORE_OPTIONS; i++)
        add_option(b, &core_options[i]);
    for (const struct option_spec *o = g->options; o && o->name; o++)
        add_option(b, o);
    for (const char *const *c = g->chances; c && *c; c++) {
        if (b->chances == CHANCES_MAX || schema_parse(&s, *c) != 0 || s.n != 1)
            malformed(g, "chance", *c);
        b->chance[b->chances++] = s.arg[0];
    }
}

int book_action(const struct book *b, struct str name)
{
    for (int i = 0; i < b->actions; i++) {
        if (str_is(name, b->action[i]->name))
            return i;
    }
    return -1;
}

int book_fact(const struct book *b, struct str name)
{
    for (int i = 0; i < b->facts; i++) {
        if (str_is(name, b->fact[i]->name))
            return i;
    }
    return -1;
}
