/* Coordinates: what stays of a game, and its fields with all tokens as its picture. */
#include "coordinates.h"

#include "rules/affinity.h"
#include "rules/keep.h"

/* Lines that are for the picture alone: where a token lies before its word is known, and the axes.
 */
static const char token[] = "token", axis[] = "axis";

static struct keep_item *token_of(struct keep *out, int seat)
{
    return keep_last(out, token, seat);
}

static void note_revealed(const struct ax_token_revealed *revealed, struct keep *out)
{
    struct keep_item *lies = token_of(out, revealed->seat);
    int32_t x = lies ? lies->x : 0, y = lies ? lies->y : 0;

    if (!lies)
        return;
    lies->taken_back = true;
    lies = keep_item(out, token, SEAT(revealed->seat), revealed->word);
    lies->x = x;
    lies->y = y;
    for (size_t voter = 0; voter < revealed->guesses.len && voter < SEATS_MAX; voter++) {
        if ((unsigned char)revealed->guesses.at[voter] == revealed->number)
            lies->by |= SEAT(voter);
        if (revealed->guesses.at[voter])
            lies->tried |= SEAT(voter);
    }
    lies->n = seats_count(lies->by);
    lies->knot = lies->by ? ++out->knots : 0;
}

static void note_guessed(const struct known *k, const struct ax_token_revealed *revealed,
                         struct keep *out)
{
    const struct ax_public *t = k->table;
    const struct keep_item *lies = token_of(out, revealed->seat);
    int tried = 0;

    if (!lies)
        return;
    for (size_t voter = 0; voter < revealed->guesses.len; voter++)
        tried += revealed->guesses.at[voter] != 0;
    seat_set both = (seat_set)(lies->by | SEAT(revealed->seat));
    if (lies->n == tried && tried > 1)
        keep_moment(out, 30 + 3 * tried, "everybody", SEAT(revealed->seat), lies->n, revealed->word,
                    phrase_str(&t->criterion[AX_VERTICAL]));
    else if (lies->n == 1)
        keep_moment(out, 20 + tried, "only", both, 1, revealed->word, STR(""));
    else if (lies->n == 0 && tried > 1)
        keep_moment(out, 12, "riddle", SEAT(revealed->seat), tried, revealed->word, STR(""));
}

void ax_note(const struct known *k, const struct fact *f, struct keep *out)
{
    switch (f->kind) {
    case AX_ROUND_BEGAN:
        keep_step(out, "round", FACT_AS(ax_round_began, f).round, STR(""));
        return;
    case AX_CRITERION_LAID: {
        struct ax_criterion_laid laid = FACT_AS(ax_criterion_laid, f);

        keep_item(out, axis, 0, laid.criterion)->n = laid.axis;
        return;
    }
    case AX_REFERENCE_LAID:
        keep_about(out, FACT_AS(ax_reference_laid, f).word);
        return;
    case AX_TOKEN_PLACED: {
        struct ax_token_placed placed = FACT_AS(ax_token_placed, f);
        struct keep_item *lies = token_of(out, placed.seat);

        if (!lies)
            lies = keep_item(out, token, SEAT(placed.seat), STR(""));
        lies->x = placed.x;
        lies->y = placed.y;
        return;
    }
    case AX_TOKEN_REVEALED: {
        struct ax_token_revealed revealed = FACT_AS(ax_token_revealed, f);

        note_revealed(&revealed, out);
        note_guessed(k, &revealed, out);
        return;
    }
    default:
        return;
    }
}

/* ---- the fields ---- */

enum { FIELD = 480, GAP = 40, FRAME = 56, EDGE = AX_EDGE, EAVES = 26, ABOVE = 16 };

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

static void draw_edge(struct picture *out, enum stroke_kind kind, enum tone tone, int x, int y,
                      int w, int h)
{
    picture_add(out,
                (struct stroke){.kind = kind,
                                .tone = tone,
                                .seat = NO_SEAT,
                                .x = (int16_t)x,
                                .y = (int16_t)y,
                                .w = (int16_t)w,
                                .h = (int16_t)h,
                                .size = 2},
                STR(""));
}

static void draw_axes(const struct keep *kept, const struct sheet *f, int step, struct picture *out)
{
    int side = 2 * f->size, left = f->x - f->size, top = f->y - f->size;

    draw_edge(out, STROKE_BOX, TONE_FAINT, left, top, side, side);
    draw_edge(out, STROKE_LINE, TONE_SOFT, left, f->y, side, 0);
    draw_edge(out, STROKE_LINE, TONE_SOFT, f->x, top, 0, side);
    for (int i = 0; i < kept->items; i++) {
        const struct keep_item *item = &kept->item[i];
        bool vertical = item->n == AX_VERTICAL;
        int letters = 22, breadth = picture_breadth(keep_str(kept, item->word), letters) + letters;

        if (item->step != step || item->role != axis)
            continue;
        if (breadth > side + 30)
            letters = letters * (side + 30) / breadth;
        picture_say(
            out,
            (struct stroke){.tone = TONE_INK,
                            .seat = NO_SEAT,
                            .x = (int16_t)f->x,
                            .y = (int16_t)(f->y + (vertical ? -f->size - 30 : f->size + 32)),
                            .size = (int16_t)letters},
            vertical ? "pic.up" : "pic.across", keep_str(kept, item->word));
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
}

/* Tokens that lie on each other are moved apart, just so far that each is seen. */
static void part_tokens(struct stroke *lies, int n)
{
    enum { PASSES = 40, NEAR = 33 };

    for (int pass = 0; pass < PASSES; pass++) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                int dx = lies[i].x - lies[j].x, dy = lies[i].y - lies[j].y;

                if (dx * dx + dy * dy >= NEAR * NEAR)
                    continue;
                if (dx * dx >= dy * dy) {
                    lies[i].x = (int16_t)(lies[i].x + (dx < 0 ? -1 : 1));
                    lies[j].x = (int16_t)(lies[j].x - (dx < 0 ? -1 : 1));
                }
                if (dy * dy >= dx * dx) {
                    lies[i].y = (int16_t)(lies[i].y + (dy < 0 ? -1 : 1));
                    lies[j].y = (int16_t)(lies[j].y - (dy < 0 ? -1 : 1));
                }
            }
        }
    }
}

/* How many tokens lie on this field, as strokes; `of` is what they are made of. */
static int tokens_of(const struct keep *kept, const struct sheet *f, int step,
                     struct stroke out[SEATS_MAX], const struct keep_item *of[SEATS_MAX])
{
    int n = 0;

    for (int i = 0; i < kept->items && n < SEATS_MAX; i++) {
        const struct keep_item *item = &kept->item[i];

        if (item->step != step || item->role != token || item->taken_back)
            continue;
        of[n] = item;
        out[n++] = (struct stroke){.kind = item->by ? STROKE_KNOT : STROKE_DOT,
                                   .seat = (int8_t)seats_first(item->seats),
                                   .x = across(f, item->x),
                                   .y = up(f, item->y),
                                   .size = 15,
                                   .n = item->n ? item->n : -1,
                                   .step = (uint8_t)(step + 1)};
    }
    part_tokens(out, n);
    return n;
}

static void draw_tokens(const struct keep *kept, const struct sheet *f, int step,
                        struct picture *out)
{
    struct stroke lies[SEATS_MAX];
    const struct keep_item *of[SEATS_MAX];
    int n = tokens_of(kept, f, step, lies, of);
    int16_t left = (int16_t)(f->x - f->size - EAVES), right = (int16_t)(f->x + f->size + EAVES);
    int16_t top = (int16_t)(f->y - f->size - ABOVE), bottom = (int16_t)(f->y + f->size + ABOVE);

    for (int i = 0; i < n; i++) {
        picture_add(out, lies[i], STR(""));
        if (lies[i].n >= 0) /* a number stands on it: a bead tells whose it is */
            picture_add(out,
                        (struct stroke){.kind = STROKE_MARK,
                                        .seat = lies[i].seat,
                                        .x = (int16_t)(lies[i].x + 14),
                                        .y = (int16_t)(lies[i].y - 9),
                                        .size = 8,
                                        .step = lies[i].step},
                        STR(""));
    }
    picture_add(out,
                (struct stroke){.kind = STROKE_TAG,
                                .tone = TONE_SOFT,
                                .seat = NO_SEAT,
                                .x = (int16_t)f->x,
                                .y = (int16_t)f->y,
                                .w = left,
                                .h = right,
                                .low = top,
                                .high = bottom,
                                .size = 18,
                                .bend = 10},
                keep_str(kept, kept->step[step].text));
    for (int i = 0; i < n; i++) { /* all tokens first: words keep away from them */
        if (!of[i]->word.len)
            continue;
        picture_add(out,
                    (struct stroke){.kind = STROKE_TAG,
                                    .tone = of[i]->by ? TONE_GOLD : TONE_INK,
                                    .seat = NO_SEAT,
                                    .x = lies[i].x,
                                    .y = lies[i].y,
                                    .w = left,
                                    .h = right,
                                    .low = top,
                                    .high = bottom,
                                    .size = 20,
                                    .bend = 20,
                                    .step = lies[i].step},
                    keep_str(kept, of[i]->word));
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

/* ---- who thinks like whom ---- */

/* A vote on somebody's token is a try, and a hit if it was their word: by chance one of all words
 * of the round but one's own. */
void ax_affinity(const struct keep *kept, struct affinity *out)
{
    for (int i = 0; i < kept->items; i++) {
        const struct keep_item *item = &kept->item[i];
        int words = 0;

        if (item->role != token || item->taken_back || !item->tried)
            continue;
        for (int j = 0; j < kept->items; j++)
            words += kept->item[j].step == item->step && kept->item[j].role == token &&
                     !kept->item[j].taken_back;
        FOR_SEATS (voter, item->tried)
            affinity_add(out, seats_first(item->seats), voter, 1, seats_has(item->by, voter),
                         words > 2 ? 1000 / (words - 1) : 1000);
    }
}
