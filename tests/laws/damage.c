/*
 * A damaged log: every fact fits its schema, so a replay folds it, but no game ever said it here.
 * Folding must stay within the block of the fact's audience, and the table must still be shown,
 * dumped and asked for its next moment. What runs out of an array is the sanitizers' to find.
 */
#include "laws.h"

#include "tables.h"
#include "trial.h"

#include <string.h>

enum { BEGINNING = 60, DAMAGES = 60 };

static int64_t one_of(struct trial *s, int64_t min, int64_t max)
{
    switch (sampler_below(&s->sampler, 4)) {
    case 0:
        return min;
    case 1:
        return max;
    default:
        return min + sampler_below(&s->sampler, (uint32_t)(max - min + 1));
    }
}

static struct str any_text(struct trial *s)
{
    static const char *const texts[] = {"",  "A",  "Ä",         "A, B, C", ",,,",
                                        "1", "-1", "999999999", "?"};
    static char longest[TEXT_MAX];
    uint32_t i = sampler_below(&s->sampler, 2 * sizeof texts / sizeof texts[0]);

    memset(longest, 'W', sizeof longest);
    if (i == 0)
        return str_n(longest, sizeof longest);
    if (i < sizeof texts / sizeof texts[0])
        return str_of(texts[i]);
    return s->sampler.words[sampler_below(&s->sampler, s->sampler.n_words)];
}

static int members(const char *const *list)
{
    int n = 0;

    while (list[n])
        n++;
    return n;
}

static struct value any_value(struct trial *s, const struct arg_spec *a, char *room)
{
    struct names names = table_names(s->match.table);
    int choices = 0;

    switch (a->type) {
    case ARG_BOOL:
        return NUM(one_of(s, 0, 1));
    case ARG_INT:
        return NUM(one_of(s, a->min, a->max));
    case ARG_SEAT:
        return NUM(one_of(s, 0, names.seats - 1));
    case ARG_SEATS:
        return NUM(one_of(s, 0, seats_all(names.seats)));
    case ARG_LETTER:
        return NUM(one_of(s, 0, 25));
    case ARG_TEXT:
        return TEXT(any_text(s));
    case ARG_TIME:
        return NUM(one_of(s, 0, 1000000));
    case ARG_LIST: {
        size_t n = (size_t)one_of(s, 0, LIST_MAX);

        for (size_t i = 0; i < n; i++)
            room[i] = (char)one_of(s, 0, 255);
        return TEXT(str_n(room, n));
    }
    case ARG_PHASE:
        return NUM(one_of(s, 0, members(names.phases) - 1));
    case ARG_SUBJECT:
        return NUM(one_of(s, 0, members(names.subjects) - 1));
    case ARG_CHOICE:
        while (choice_name(a->choices, choices).len)
            choices++;
        return NUM(one_of(s, 0, choices - 1));
    }
    return NUM(0);
}

static struct fact any_fact(struct trial *s, char room[ARGS_MAX][LIST_MAX])
{
    const struct book *b = s->law->book;
    struct fact f = {.kind = (uint8_t)sampler_below(&s->sampler, (uint32_t)b->facts)};
    const struct schema *args = &b->fact_args[f.kind];

    if (b->fact[f.kind]->audience == FOR_SOME)
        f.to = (seat_set)one_of(s, 1, seats_all(s->setup.seats));
    for (int i = 0; i < args->n; i++)
        f.arg[i] = any_value(s, &args->arg[i], room[i]);
    return f;
}

static bool same_bytes(const void *a, const void *b, const struct layout *l)
{
    return !l || memcmp(a, b, l->size) == 0;
}

/* Whether a fold changed only what the fact's audience may know. */
static bool stayed_inside(struct trial *s, const struct table *before, const struct fact *f)
{
    const struct table *after = s->match.table;
    const struct game *g = s->law->book->game;
    const struct fact_spec *spec = s->law->book->fact[f->kind];
    bool of_core = f->kind < CORE_FACTS, for_all = spec->audience == FOR_ALL;

    if (!(for_all && of_core) && !same_bytes(&before->core, &after->core, &core_layout))
        return law_fails(s->law, "%s wrote into the core", spec->name);
    if (!(for_all && !of_core) &&
        !same_bytes(table_public(before), table_public(after), g->public_layout))
        return law_fails(s->law, "%s wrote into the public block", spec->name);
    for (int seat = 0; seat < s->setup.seats; seat++) {
        if (!(spec->audience == FOR_SOME && seats_has(f->to, seat)) &&
            !same_bytes(table_seat(before, seat), table_seat(after, seat), g->seat_layout))
            return law_fails(s->law, "%s wrote into the block of seat %d", spec->name, seat);
    }
    if (spec->audience != FOR_NOBODY &&
        !same_bytes(table_secret(before), table_secret(after), g->secret_layout))
        return law_fails(s->law, "%s wrote into the secret block", spec->name);
    return true;
}

static void look_at(const struct table *t)
{
    struct buf out = {0};

    for (int seat = NO_SEAT; seat < t->core.seats; seat++)
        table_view(t, seat, &out);
    table_dump(t, &out);
    table_waiting(t);
    table_due(t);
    buf_fini(&out);
}

bool law_damage(struct law *l)
{
    struct trial s;
    struct move move;
    char room[ARGS_MAX][LIST_MAX];
    bool ok = true;

    trial_open(&s, l);
    int moment = (int)sampler_below(&s.sampler, BEGINNING);
    for (int i = 0; i < moment; i++)
        trial_step(&s, seats_all(s.setup.seats), &move);
    struct table *before = table_clone(s.match.table);
    for (int i = 0; ok && i < DAMAGES; i++) {
        struct fact f = any_fact(&s, room);

        table_copy(before, s.match.table);
        table_fold(s.match.table, &f);
        ok = stayed_inside(&s, before, &f);
        look_at(s.match.table);
        l->weight++;
    }
    table_free(before);
    trial_close(&s);
    return ok;
}
