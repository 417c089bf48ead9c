/* Coordinates: what stays of a game, and its fields with all tokens as its picture. */
#include "coordinates.h"

#include "rules/keep.h"

/* Lines that are for the picture alone: where a token lies before its word is known, and the axes.
 */
static const char token[] = "token", axis[] = "axis";

static struct keep_line *token_of(struct keep *out, int seat)
{
    return keep_last(out, token, seat);
}

static void note_revealed(const struct ax_token_revealed *told, struct keep *out)
{
    struct keep_line *lies = token_of(out, told->seat);
    int32_t x = lies ? lies->x : 0, y = lies ? lies->y : 0;

    if (!lies)
        return;
    lies->gone = true;
    lies = keep_line(out, token, SEAT(told->seat), told->word);
    lies->x = x;
    lies->y = y;
    for (size_t voter = 0; voter < told->guesses.len && voter < SEATS_MAX; voter++) {
        if ((unsigned char)told->guesses.at[voter] == told->number)
            lies->by |= SEAT(voter);
    }
    lies->n = seats_count(lies->by);
    lies->knot = lies->by ? ++out->knots : 0;
}

static void note_guessed(const struct known *k, const struct ax_token_revealed *told,
                         struct keep *out)
{
    const struct ax_public *t = k->table;
    const struct keep_line *lies = token_of(out, told->seat);
    int tried = 0;

    if (!lies)
        return;
    for (size_t voter = 0; voter < told->guesses.len; voter++)
        tried += told->guesses.at[voter] != 0;
    seat_set minds = (seat_set)(lies->by | SEAT(told->seat));
    if (lies->n == tried && tried > 1)
        keep_moment(out, 30 + 3 * tried, "everybody", SEAT(told->seat), lies->n, told->word,
                    line_str(&t->criterion[AX_VERTICAL]));
    else if (lies->n == 1)
        keep_moment(out, 20 + tried, "only", minds, 1, told->word, STR(""));
    else if (lies->n == 0 && tried > 1)
        keep_moment(out, 12, "riddle", SEAT(told->seat), tried, told->word, STR(""));
}

void ax_note(const struct known *k, const struct fact *f, struct keep *out)
{
    switch (f->kind) {
    case AX_ROUND_BEGAN:
        keep_step(out, "round", FACT_AS(ax_round_began, f).round, STR(""));
        return;
    case AX_CRITERION_LAID: {
        struct ax_criterion_laid laid = FACT_AS(ax_criterion_laid, f);

        keep_line(out, axis, 0, laid.criterion)->n = laid.axis;
        return;
    }
    case AX_REFERENCE_LAID:
        keep_about(out, FACT_AS(ax_reference_laid, f).word);
        return;
    case AX_TOKEN_PLACED: {
        struct ax_token_placed placed = FACT_AS(ax_token_placed, f);
        struct keep_line *lies = token_of(out, placed.seat);

        if (!lies)
            lies = keep_line(out, token, SEAT(placed.seat), STR(""));
        lies->x = placed.x;
        lies->y = placed.y;
        return;
    }
    case AX_TOKEN_REVEALED: {
        struct ax_token_revealed told = FACT_AS(ax_token_revealed, f);

        note_revealed(&told, out);
        note_guessed(k, &told, out);
        return;
    }
    default:
        return;
    }
}

/* ---- the fields ---- */

enum { FIELD = 480, GAP = 40, FRAME = 56, EDGE = AX_EDGE };

struct sheet {
    int x, y, size; /* of its middle, and half its side */
    uint8_t step;
};

static int16_t across(const struct sheet *f, int x)
{
    return (int16_t)(f->x + x * f->size / EDGE);
}

static int16_t up(const struct sheet *f, int y)
{
    return (int16_t)(f->y - y * f->size / EDGE);
}

static void draw_axes(const struct keep *kept, const struct sheet *f, int step, struct picture *out)
{
    int16_t side = (int16_t)(2 * f->size), left = (int16_t)(f->x - f->size),
            top = (int16_t)(f->y - f->size);

    picture_add(out,
                (struct stroke){.kind = STROKE_BOX,
                                .tone = TONE_FAINT,
                                .seat = NO_SEAT,
                                .x = left,
                                .y = top,
                                .w = side,
                                .h = side,
                                .size = 2},
                STR(""));
    picture_add(out,
                (struct stroke){.kind = STROKE_LINE,
                                .tone = TONE_SOFT,
                                .seat = NO_SEAT,
                                .x = left,
                                .y = (int16_t)f->y,
                                .w = side,
                                .size = 2},
                STR(""));
    picture_add(out,
                (struct stroke){.kind = STROKE_LINE,
                                .tone = TONE_SOFT,
                                .seat = NO_SEAT,
                                .x = (int16_t)f->x,
                                .y = top,
                                .h = side,
                                .size = 2},
                STR(""));
    for (int i = 0; i < kept->lines; i++) {
        const struct keep_line *line = &kept->line[i];
        bool vertical = line->n == AX_VERTICAL;

        if (line->step != step || line->role != axis)
            continue;
        picture_say(
            out,
            (struct stroke){.tone = TONE_INK,
                            .seat = NO_SEAT,
                            .x = (int16_t)f->x,
                            .y = (int16_t)(f->y + (vertical ? -f->size - 22 : f->size + 24)),
                            .size = 22},
            vertical ? "pic.up" : "pic.across", keep_str(kept, line->word));
    }
    picture_add(out,
                (struct stroke){.kind = STROKE_DOT,
                                .tone = TONE_SOFT,
                                .seat = NO_SEAT,
                                .x = (int16_t)f->x,
                                .y = (int16_t)f->y,
                                .size = 6,
                                .n = -1},
                STR(""));
    picture_add(out,
                (struct stroke){.kind = STROKE_WORD,
                                .tone = TONE_SOFT,
                                .seat = NO_SEAT,
                                .anchor = ANCHOR_END,
                                .x = (int16_t)(f->x - 10),
                                .y = (int16_t)(f->y + 20),
                                .size = 18},
                keep_str(kept, kept->step[step].text));
}

static void draw_tokens(const struct keep *kept, const struct sheet *f, int step,
                        struct picture *out)
{
    for (int tags = 0; tags < 2; tags++) { /* all tokens first: words keep away from them */
        for (int i = 0; i < kept->lines; i++) {
            const struct keep_line *line = &kept->line[i];
            struct stroke s = {.seat = (int8_t)seats_first(line->seats),
                               .x = across(f, line->x),
                               .y = up(f, line->y),
                               .n = -1,
                               .step = (uint8_t)(step + 1)};

            if (line->step != step || line->role != token || line->gone)
                continue;
            if (tags) {
                s.kind = STROKE_TAG;
                s.tone = line->by ? TONE_GOLD : TONE_INK;
                s.seat = NO_SEAT;
                s.size = 20;
                s.bend = 18;
                if (line->word.len)
                    picture_add(out, s, keep_str(kept, line->word));
                continue;
            }
            s.kind = line->by ? STROKE_KNOT : STROKE_DOT;
            s.size = 15;
            s.n = line->n ? line->n : -1;
            picture_add(out, s, STR(""));
        }
    }
}

void ax_draw(const struct known *k, const struct keep *kept, struct picture *out)
{
    int fields = kept->steps < AX_ROUNDS_TEAMS ? kept->steps : AX_ROUNDS_TEAMS;
    int columns = fields > 1 ? 2 : 1, rows = (fields + columns - 1) / columns;

    (void)k;
    picture_init(out, 1000, fields > 1 ? rows * (FIELD + 2 * FRAME - GAP) + GAP : 1000);
    for (int i = 0; i < fields; i++) {
        bool last = i == fields - 1 && fields % columns; /* an odd one stands in the middle */
        struct sheet f = {.size = fields > 1 ? FIELD / 2 - 20 : 420, .step = (uint8_t)(i + 1)};

        f.x = fields == 1 || last ? 500 : 250 + i % columns * 500;
        f.y = fields == 1 ? 500 : FRAME + FIELD / 2 - 20 + i / columns * (FIELD + 2 * FRAME - GAP);
        draw_axes(kept, &f, i, out);
        draw_tokens(kept, &f, i, out);
    }
    picture_settle(out);
}
