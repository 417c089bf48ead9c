#include "rules/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static uint32_t aligned(size_t n)
{
    return (uint32_t)((n + 7) / 8 * 8);
}

static size_t layout_size(const struct layout *l)
{
    return l ? l->size : 0;
}

struct table *table_new(const struct setup *s)
{
    const struct game *g = s->book->game;
    uint32_t seat_size = aligned(layout_size(g->seat_layout));
    uint32_t seat_at = aligned(layout_size(g->public_layout));
    uint32_t secret_at = seat_at + seat_size * (uint32_t)s->seats;
    size_t size = sizeof(struct table) + secret_at + aligned(layout_size(g->secret_layout));
    struct table *t = calloc(1, size);

    if (!t)
        abort();
    t->book = s->book;
    t->size = (uint32_t)size;
    t->seat_at = seat_at;
    t->secret_at = secret_at;
    t->seat_size = seat_size;
    t->core.seats = (uint8_t)s->seats;
    t->core.edition = (uint8_t)s->edition;
    t->core.language = (uint8_t)s->language;
    t->core.youngest = (uint8_t)s->youngest;
    memcpy(t->core.option, s->option, sizeof t->core.option);
    return t;
}

void table_free(struct table *t)
{
    free(t);
}

bool fact_visible(const struct book *b, const struct fact *f, int seat)
{
    switch (b->fact[f->kind]->audience) {
    case FOR_ALL:
        return true;
    case FOR_SOME:
        return seats_has(f->to, seat);
    case FOR_NOBODY:
        break;
    }
    return false;
}

static void fold_seat(struct table *t, const struct fact *f, int seat)
{
    struct known k = {&t->core, t->blocks, NULL, seat};

    t->book->fact[f->kind]->apply(t->blocks + t->seat_at + t->seat_size * (uint32_t)seat, &k, f);
}

void table_fold(struct table *t, const struct fact *f)
{
    const struct fact_spec *spec = t->book->fact[f->kind];
    struct known k = {&t->core, t->blocks, NULL, NO_SEAT};

    switch (spec->audience) {
    case FOR_ALL:
        if (f->kind < CORE_FACTS)
            spec->apply(&t->core, &k, f);
        else
            spec->apply(t->blocks, &k, f);
        return;
    case FOR_SOME:
        FOR_SEATS (seat, f->to)
            fold_seat(t, f, seat);
        return;
    case FOR_NOBODY:
        spec->apply(t->blocks + t->secret_at, &k, f);
        return;
    }
}

void table_fold_for(struct table *t, const struct fact *f, int seat)
{
    if (!fact_visible(t->book, f, seat))
        return;
    if (t->book->fact[f->kind]->audience == FOR_SOME)
        fold_seat(t, f, seat);
    else
        table_fold(t, f);
}

seat_set table_waiting(const struct table *t)
{
    struct known k = table_known(t, NO_SEAT);

    if (t->core.outcome || t->core.expired)
        return 0;
    return t->book->game->awaits(&k) & seats_waited(&t->core);
}

seat_set table_stalled(const struct table *t)
{
    const struct core *c = &t->core;
    seat_set absent = c->away ? table_waiting(t) & c->away : 0;
    struct known k = table_known(t, NO_SEAT);
    seat_set present = seats_present(c);

    if (!absent)
        return 0;
    seat_set actors = t->book->game->actors ? t->book->game->actors(&k) : present;
    return seats_count(present) > 1 && (actors & present) ? 0 : absent;
}

int64_t table_due(const struct table *t)
{
    const struct core *c = &t->core;
    int64_t due = INT64_MAX;

    if (c->outcome || c->paused)
        return due;
    if (c->deadline && !c->expired)
        due = c->deadline;
    FOR_BALLOTS (b, c) {
        if (b->until < due)
            due = b->until;
    }
    struct known k = table_known(t, NO_SEAT);
    int64_t own = t->book->game->due ? t->book->game->due(&k) : 0;
    if (own && own < due)
        due = own;
    seat_set blocking = c->away && !table_stalled(t) ? table_waiting(t) & c->away : 0;
    FOR_SEATS (seat, blocking) {
        int64_t enough = c->away_since[seat] + option(c, OPT_PATIENCE) * INT64_C(1000);
        if (enough < due)
            due = enough;
    }
    return due;
}
