/* One Round?: what stays of a game. Its picture is the map of meaning. */
#include "oneround.h"

#include "rules/keep.h"

enum { NARROW = 12 };

static struct keep_line *clue_now(struct keep *out)
{
    for (int i = out->lines - 1; i >= 0 && out->line[i].step == out->steps - 1; i--) {
        if (!out->line[i].gone)
            return &out->line[i];
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

static void note_placed(const struct or_public *t, const struct or_card_placed *placed,
                        struct keep *out)
{
    struct keep_line *line = clue_now(out);
    int width = width_of(t, placed->number);
    seat_set minds = (seat_set)(t->last_knew | (placed->seat >= 0 ? SEAT(placed->seat) : 0));

    if (!line)
        line = keep_line(out, "clue", SEAT(placed->seat), placed->word);
    line->n = placed->number;
    line->by = t->last_knew;
    if (!t->last_right) {
        line->role = t->last_stolen ? "stolen" : "missed";
        if (t->last_stolen)
            keep_moment(out, 40, "stolen", t->last_knew, placed->number, placed->word, STR(""));
        return;
    }
    line->role = "found";
    line->knot = ++out->knots;
    keep_moment(out, 10 + 4 * seats_count(t->last_knew) + (width < NARROW ? 30 - width : 0),
                width < NARROW ? "narrow" : "found", minds, width < NARROW ? width : placed->number,
                placed->word, STR(""));
}

void or_note(const struct known *k, const struct fact *f, struct keep *out)
{
    const struct or_public *t = k->table;
    struct keep_line *line;

    switch (f->kind) {
    case OR_PILE_LAID:
        keep_step(out, "circle", 0, STR(""));
        return;
    case OR_START_WRITTEN: {
        struct or_start_written start = FACT_AS(or_start_written, f);

        keep_line(out, "start", SEAT(start.seat), start.word)->n = start.number;
        return;
    }
    case OR_START_DRAWN: {
        struct or_start_drawn start = FACT_AS(or_start_drawn, f);

        keep_line(out, "drawn", 0, start.word)->n = start.number;
        return;
    }
    case OR_CARD_DRAWN:
        keep_step(out, "card", card_number(out), STR(""));
        return;
    case OR_CLUE_GIVEN: {
        struct or_clue_given clue = FACT_AS(or_clue_given, f);

        line = clue_now(out);
        if (line) /* said anew: what was taken back is not kept */
            line->gone = true;
        keep_line(out, "clue", SEAT(clue.seat), clue.word);
        return;
    }
    case OR_CARD_PLACED: {
        struct or_card_placed placed = FACT_AS(or_card_placed, f);

        note_placed(t, &placed, out);
        return;
    }
    case OR_CARD_DISCARDED:
        line = clue_now(out);
        if (line)
            line->role = "discarded";
        return;
    default:
        return;
    }
}
