#include "rules/core_tables.h"
#include "rules/deck.h"
#include "rules/game.h"
#include "rules/shape.h"
#include "rules/tally.h"

#include <stdio.h>
#include <stdlib.h>

enum { NORMAL_WEIGHT = 8 };

static void malformed(const struct game *g, const char *what, const char *name)
{
    fprintf(stderr, "unisono: game %s: %s %s is malformed\n", g->id, what, name);
    abort();
}

/* Views list the values of a first argument that has few. */
static bool few_values(const struct schema *s)
{
    enum { FEW = 64 };
    const struct arg_spec *a = &s->arg[0];

    if (s->n == 0 || a->type == ARG_TEXT || a->type == ARG_LIST || a->type == ARG_TIME)
        return false;
    return a->type != ARG_INT || a->max - a->min < FEW;
}

/* Of the action that is added next. */
static int weight_of(const struct book *b)
{
    int own = b->actions - CORE_ACTIONS;
    int weight = own >= 0 && b->game->test.weight ? b->game->test.weight[own] : 0;

    return weight ? weight : NORMAL_WEIGHT;
}

static void add_action(struct book *b, const struct action_spec *a)
{
    struct schema *args = &b->action_args[b->actions];

    if (b->actions == ACTIONS_MAX || book_action(b, str_of(a->name)) >= 0 ||
        schema_parse(args, a->args) != 0 || !a->decide || (a->legal && !few_values(args)))
        malformed(b->game, "action", a->name);
    if (a->actor == BY_SEAT && !a->can)
        malformed(b->game, "action without can:", a->name);
    if (a->actor == BY_SEAT) {
        int weight = weight_of(b);

        b->seat_action[b->seat_actions] = b->actions;
        b->weight[b->seat_actions++] = weight;
        b->weights += weight;
    }
    b->listed = b->listed || a->legal;
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
    if (b->facts == FACTS_MAX || book_fact(b, str_of(f->name)) >= 0 || !f->apply ||
        schema_parse(args, f->args) != 0 || schema_find(args, STR("is")) >= 0 ||
        schema_find(args, STR("to")) >= 0 || lists(args) > 1)
        malformed(b->game, "fact", f->name);
    b->fact[b->facts++] = f;
}

static void add_option(struct book *b, const struct option_spec *o)
{
    bool known = false;

    for (int i = 0; i < b->options; i++)
        known = known || str_is(str_of(o->name), b->option[i]->name);
    if (b->options == OPTIONS_MAX || known || o->initial < o->min || o->initial > o->max ||
        (o->type == OPTION_CHOICE &&
         (o->min != 0 || o->max + 1 != choice_count(str_of(o->choices)))))
        malformed(b->game, "option", o->name);
    b->option[b->options++] = o;
}

/* What must be there, so that nobody meets a NULL in the middle of an evening. */
static void need(const struct game *g, bool there, const char *what)
{
    if (!there)
        malformed(g, "its part", what);
}

static void check_layout(const struct game *g, const struct layout *l, const char *what)
{
    if (l && !layout_complete(l))
        malformed(g, "layout", what);
}

static void check_parts(const struct game *g)
{
    need(g, g->edition >= 1, "edition");
    need(g, g->min_seats >= 2 && g->min_seats <= g->max_seats && g->max_seats <= SEATS_MAX,
         "min_seats");
    need(g, g->public_layout, "public_layout");
    need(g, names_count(g->phases) > 0, "phases");
    need(g, names_count(g->subjects) > 0 && str_is(STR("skip"), g->subjects[0]), "subjects");
    need(g, names_count(g->subjects) == CORE_SUBJECTS || g->decided, "decided");
    need(g, names_count(g->decks) <= SHELF_DECKS, "decks");
    need(g, g->actions && g->facts, "facts");
    need(g, g->open, "open");
    need(g, g->follow, "follow");
    need(g, g->awaits, "awaits");
    need(g, g->view, "view");
    need(g, !g->shapes || shape_among(g->shapes, STR("View")), "VIEW");
    need(g, !g->shapes || !g->own == !shape_among(g->shapes, STR("Own")), "OWN");
    need(g, !g->test.figures == !g->test.measure, "measure");
    need(g, names_count(g->test.figures) <= FIGURES_MAX, "figures");
    need(g, g->bot.think || (!g->bot.opinion && !g->bot.hints), "think");
    check_layout(g, g->public_layout, "public");
    check_layout(g, g->seat_layout, "seat");
    check_layout(g, g->secret_layout, "secret");
}

void book_init(struct book *b, const struct game *g)
{
    struct schema s;

    *b = (struct book){.game = g};
    check_parts(g);
    for (int i = 0; i < CORE_ACTIONS; i++)
        add_action(b, &core_actions[i]);
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
