/* Compatibility: what stays of a game, and the track as its picture. */
#include "compatibility.h"

#include "rules/keep.h"

enum { WIDTH = 1000, HEIGHT = 760, LEFT = 60, RIGHT = 640, TOP = 40, BOTTOM = 690, NAME = 36 };

static void note_agreed(const struct co_agreed *a, struct keep *out)
{
    seat_set both = SEAT(a->seat) | SEAT(a->with);

    out->knots++;
    for (int i = out->lines - 1; i >= 0 && out->line[i].step == out->steps - 1; i--) {
        struct keep_line *line = &out->line[i];

        if ((line->seats & both) && line->word.len && str_eq(keep_str(out, line->word), a->title)) {
            line->knot = out->knots;
            line->by |= (seat_set)(both & ~line->seats);
            line->role = a->kind == CO_INDIRECT ? "indirect"
                         : a->kind == CO_DIRECT ? "direct"
                                                : "doubled";
        }
    }
    if (a->kind != CO_INDIRECT)
        keep_moment(out, 5 * a->points + 10 - a->position,
                    a->kind == CO_DOUBLED ? "doubled" : "direct", both, a->points, a->title,
                    keep_str(out, out->step[out->steps - 1].text));
}

void co_note(const struct known *k, const struct fact *f, struct keep *out)
{
    (void)k;
    switch (f->kind) {
    case CO_ROUND_BEGAN:
        keep_step(out, "round", FACT_AS(co_round_began, f).round, STR(""));
        return;
    case CO_THEME_TURNED:
        keep_about(out, FACT_AS(co_theme_turned, f).theme);
        return;
    case CO_CARD_REVEALED: {
        struct co_card_revealed card = FACT_AS(co_card_revealed, f);

        keep_line(out, "shown", SEAT(card.seat), card.title)->n = card.position;
        return;
    }
    case CO_AGREED: {
        struct co_agreed agreed = FACT_AS(co_agreed, f);

        if (out->steps)
            note_agreed(&agreed, out);
        return;
    }
    case CO_PAWN_MOVED: {
        struct co_pawn_moved moved = FACT_AS(co_pawn_moved, f);
        struct keep_line *line = keep_line(out, "pawn", moved.seats, STR(""));

        line->x = out->steps;
        line->n = moved.space;
        line->y = moved.spaces;
        if (moved.spaces >= 8)
            keep_moment(out, 15 + moved.spaces, "leap", moved.seats, moved.spaces, STR(""),
                        STR(""));
        return;
    }
    default:
        return;
    }
}

/* ---- the track: rounds to the right, spaces upwards, a line a pawn ---- */

struct scale {
    int rounds, spaces;
};

static int16_t at_round(const struct scale *s, int round)
{
    return (int16_t)(LEFT + (RIGHT - LEFT) * round / (s->rounds ? s->rounds : 1));
}

static int16_t at_space(const struct scale *s, int space)
{
    return (int16_t)(BOTTOM - (BOTTOM - TOP) * space / (s->spaces ? s->spaces : 1));
}

static void draw_grid(const struct scale *s, struct picture *out)
{
    for (int space = 0; space <= s->spaces; space += s->spaces > 40 ? 10 : 5) {
        picture_add(out,
                    (struct stroke){.kind = STROKE_LINE,
                                    .tone = TONE_FAINT,
                                    .seat = NO_SEAT,
                                    .x = LEFT,
                                    .y = at_space(s, space),
                                    .w = RIGHT - LEFT,
                                    .size = 1},
                    STR(""));
        picture_say(out,
                    (struct stroke){.tone = TONE_SOFT,
                                    .seat = NO_SEAT,
                                    .anchor = ANCHOR_END,
                                    .x = LEFT - 12,
                                    .y = at_space(s, space),
                                    .size = 18,
                                    .n = space},
                    "pic.number", STR(""));
    }
    for (int round = 1; round <= s->rounds; round += s->rounds > 16 ? 2 : 1)
        picture_say(out,
                    (struct stroke){.tone = TONE_SOFT,
                                    .seat = NO_SEAT,
                                    .x = at_round(s, round),
                                    .y = BOTTOM + 34,
                                    .size = 18,
                                    .n = round},
                    "pic.number", STR(""));
}

/* Where a pawn stood after a round. */
static int space_after(const struct keep *kept, seat_set pawn, int round)
{
    int space = 0;

    for (int i = 0; i < kept->lines; i++) {
        const struct keep_line *line = &kept->line[i];

        if (line->seats == pawn && !line->word.len && line->x <= round)
            space = line->n;
    }
    return space;
}

/* A pawn's line; those of others run beside it. */
static void draw_pawn(const struct keep *kept, const struct scale *s, seat_set pawn, int lane,
                      bool dots, struct picture *out)
{
    int8_t seat = (int8_t)seats_first(pawn);
    int before = 0;

    for (int round = 1; round <= s->rounds; round++) {
        int after = space_after(kept, pawn, round);
        int16_t x = (int16_t)(at_round(s, round - 1) + 5 * lane), y = at_space(s, before);
        int16_t w = (int16_t)(at_round(s, round) + 5 * lane - x),
                h = (int16_t)(at_space(s, after) - y);

        if (!dots)
            picture_add(out,
                        (struct stroke){.kind = STROKE_CURVE,
                                        .seat = seat,
                                        .x = x,
                                        .y = y,
                                        .w = w,
                                        .h = h,
                                        .size = 6,
                                        .step = (uint8_t)round},
                        STR(""));
        if (dots && after > before)
            picture_add(out,
                        (struct stroke){.kind = STROKE_DOT,
                                        .seat = seat,
                                        .x = (int16_t)(x + w),
                                        .y = (int16_t)(y + h),
                                        .size = 15,
                                        .n = after - before,
                                        .step = (uint8_t)round},
                        STR(""));
        before = after;
    }
}

/* Who is who, beside where their pawn has ended, the first at the top. */
static void draw_name(const struct scale *s, seat_set pawn, int space, int *taken,
                      struct picture *out)
{
    int y = at_space(s, space);

    if (y < *taken + NAME)
        y = *taken + NAME;
    *taken = y;
    picture_add(out,
                (struct stroke){.kind = STROKE_NAME,
                                .seat = NO_SEAT,
                                .x = RIGHT + 50,
                                .y = (int16_t)y,
                                .size = 22,
                                .n = pawn},
                STR(""));
}

void co_draw(const struct known *k, const struct keep *kept, struct picture *out)
{
    struct scale s = {.rounds = kept->steps, .spaces = 1};
    seat_set drawn = 0, pawn[SEATS_MAX];
    int space[SEATS_MAX], pawns = 0, taken = 0;

    picture_init(out, WIDTH, HEIGHT);
    for (int seat = 0; seat < k->core->seats; seat++) {
        if (seats_has(drawn, seat))
            continue;
        pawn[pawns] = co_side(k->core, seat);
        space[pawns] = space_after(kept, pawn[pawns], kept->steps);
        drawn |= pawn[pawns] | SEAT(seat);
        s.spaces = space[pawns] > s.spaces ? space[pawns] : s.spaces;
        pawns++;
    }
    draw_grid(&s, out);
    for (int i = 0; i < 2 * pawns; i++) /* all lines below all dots */
        draw_pawn(kept, &s, pawn[i % pawns], i % pawns, i >= pawns, out);
    for (int at = s.spaces; at >= 0; at--) {
        for (int i = 0; i < pawns; i++) {
            if (space[i] == at)
                draw_name(&s, pawn[i], at, &taken, out);
        }
    }
}
