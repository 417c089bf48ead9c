/* One Round?: what stays of a game. Its picture is the map of meaning. */
#include "oneround.h"

#include "rules/affinity.h"
#include "rules/keep.h"

enum { NARROW = 12 };

static struct keep_item *clue_now(struct keep *out)
{
    for (int i = out->items - 1; i >= 0 && out->item[i].step == out->steps - 1; i--) {
        if (!out->item[i].taken_back)
            return &out->item[i];
    }
    return NULL;
}

static int card_number(const struct keep *out)
{
    int n = 1;

    for (int i = 0; i < out->steps; i++)
        n += out->step[i].n > 0;
    return n;
}

/* Between which numbers the gap was that the card has closed. */
static int width_of(const struct or_public *t, int number)
{
    int before = 0, after = 100;

    for (int i = 0; i < t->cards_on_circle; i++) {
        int n = t->circle[i].number;

        if (n < number && n > before)
            before = n;
        if (n > number && n < after)
            after = n;
    }
    return after - before;
}

static void note_placed(const struct known *k, const struct or_card_placed *placed,
                        struct keep *out)
{
    const struct or_public *t = k->table;
    const struct core *core = k->core;
    struct keep_item *item = clue_now(out);
    int width = width_of(t, placed->number);
    seat_set both = t->last_knew | seats_one(placed->seat);
    bool all = both == seats_active(core) && seats_count(both) > 2, narrow = width < NARROW;

    if (!item)
        item = keep_item(out, "clue", SEAT(placed->seat), placed->word);
    item->n = placed->number;
    item->by = t->last_knew;
    item->x = t->cards_on_circle - 1; /* gaps there were */
    if (!t->last_right) {
        item->role = t->last_stolen ? "stolen" : "missed";
        if (t->last_stolen)
            keep_moment(out, 40, "stolen", t->last_knew, placed->number, placed->word, STR(""));
        return;
    }
    item->role = "found";
    item->knot = ++out->knots;
    keep_moment(out, 10 + 4 * seats_count(t->last_knew) + (narrow ? 30 - width : 0),
                narrow ? all ? "narrow_all" : "narrow"
                : all  ? "all"
                       : "found",
                both, narrow ? width : placed->number, placed->word, STR(""));
}

void or_note(const struct known *k, const struct fact *f, struct keep *out)
{
    struct keep_item *item;

    switch (f->kind) {
    case OR_PILE_LAID:
        out->ring = true;
        keep_step(out, "circle", 0, STR(""));
        return;
    case OR_START_WRITTEN: {
        struct or_start_written start = FACT_AS(or_start_written, f);

        item = keep_item(out, "start", SEAT(start.seat), start.word);
        item->n = start.number;
        item->said = true;
        return;
    }
    case OR_START_DRAWN: {
        struct or_start_drawn start = FACT_AS(or_start_drawn, f);

        keep_item(out, "drawn", 0, start.word)->n = start.number;
        return;
    }
    case OR_CARD_DRAWN:
        keep_step(out, "card", card_number(out), STR(""));
        return;
    case OR_CLUE_GIVEN: {
        struct or_clue_given clue = FACT_AS(or_clue_given, f);

        item = clue_now(out);
        if (item) /* said anew: what was taken back is not kept */
            item->taken_back = true;
        keep_item(out, "clue", SEAT(clue.seat), clue.word)->said = true;
        return;
    }
    case OR_GAP_POINTED:
        item = clue_now(out);
        if (item)
            item->tried |= SEAT(FACT_AS(or_gap_pointed, f).seat);
        return;
    case OR_CARD_PLACED: {
        struct or_card_placed placed = FACT_AS(or_card_placed, f);

        note_placed(k, &placed, out);
        return;
    }
    case OR_CARD_DISCARDED:
        item = clue_now(out);
        if (item)
            item->role = "discarded";
        return;
    default:
        return;
    }
}

/* Who points at the right gap has understood whose clue it was; by chance that is one gap of all.
 */
void or_affinity(const struct keep *kept, struct affinity *out)
{
    for (int i = 0; i < kept->items; i++) {
        const struct keep_item *item = &kept->item[i];

        if (item->taken_back || item->x < 1)
            continue;
        FOR_SEATS (guesser, item->tried)
            affinity_add(out, seats_first(item->seats), guesser, 1, seats_has(item->by, guesser),
                         1000 / item->x);
    }
}
