#include "house/gathered.h"

#include <stdlib.h>
#include <string.h>

static void append(struct fetched **first, struct fetched **last, const struct store_entry *e)
{
    struct fetched *f = malloc(sizeof *f + e->body.len);

    if (!f)
        abort();
    *f = (struct fetched){.entry = *e};
    if (e->body.len)
        memcpy(f + 1, e->body.at, e->body.len);
    f->entry.body.at = (char *)(f + 1);
    *(*first ? &(*last)->next : first) = f;
    *last = f;
}

void gathered_add(struct gathered *g, const struct store_entry *e)
{
    append(&g->entries, &g->last, e);
}

void gathered_text(struct gathered *g, const struct store_entry *e)
{
    /* Where that one is lost the store tells of a later one. Reading the log finds it missing. */
    if (g->asked && e->seq == g->deck[g->asked - 1].at)
        append(&g->texts, &g->last_text, e);
}

static int by_place(const void *a, const void *b)
{
    const struct fold_text *x = a, *y = b;

    return (x->at > y->at) - (x->at < y->at);
}

static void look(struct gathered *g)
{
    const struct store_entry *first = &g->entries->entry;

    g->looked = true;
    g->decks = log_entry_decks(first->body, first->seq, g->deck);
    if (g->decks)
        qsort(g->deck, (size_t)g->decks, sizeof g->deck[0], by_place);
}

bool gathered_wants(struct gathered *g, int64_t *at)
{
    if (!g->looked && g->entries)
        look(g);
    /* Until format 4 a snapshot had all texts: one entry is asked for once. */
    while (g->asked && g->asked < g->decks && g->deck[g->asked].at == g->deck[g->asked - 1].at)
        g->asked++;
    if (g->asked == g->decks)
        return false;
    *at = g->deck[g->asked++].at;
    return true;
}

struct fetched *gathered_take(struct gathered *g)
{
    struct fetched *all = g->texts ? g->texts : g->entries;

    if (g->texts)
        g->last_text->next = g->entries;
    *g = (struct gathered){0};
    return all;
}

void gathered_forget(struct gathered *g)
{
    fetched_free(gathered_take(g));
}
