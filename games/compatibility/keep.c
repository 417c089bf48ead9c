/* Compatibility: what stays of a game, and the track as its picture. */
#include "compatibility.h"

#include "rules/affinity.h"
#include "rules/keep.h"

enum { WIDTH = 1000, HEIGHT = 760, LEFT = 60, RIGHT = 660, TOP = 40, BOTTOM = 690 };

static void note_agreed(const struct co_agreed *a, struct keep *out)
{
    seat_set both = SEAT(a->seat) | SEAT(a->with);

    out->knots++;
    for (int i = out->items - 1; i >= 0 && out->item[i].step == out->steps - 1; i--) {
        struct keep_item *item = &out->item[i];

        if ((item->seats & both) && item->word.len && str_eq(keep_str(out, item->word), a->title)) {
            item->knot = out->knots;
            item->by |= (seat_set)(both & ~item->seats);
            item->role = co_kind_name((enum co_kind)a->kind);
        }
    }
    if (a->kind != CO_INDIRECT)
        keep_moment(out, 5 * a->points + 10 - a->position, co_kind_name((enum co_kind)a->kind),
                    both, a->points, a->title, keep_str(out, out->step[out->steps - 1].text));
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

        keep_item(out, "shown", SEAT(card.seat), card.title)->n = card.position;
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
        struct keep_item *item = keep_item(out, "pawn", moved.seats, STR(""));

        item->x = out->steps;
        item->n = moved.space;
        item->y = moved.spaces;
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

    for (int i = 0; i < kept->items; i++) {
        const struct keep_item *item = &kept->item[i];

        if (item->seats == pawn && !item->word.len && item->x <= round)
            space = item->n;
    }
    return space;
}

/* How far to the right of its round a pawn's dot is drawn: beside those of the pawns before it that
 * stand about as far, so that every number can be read. */
static int beside(const struct keep *kept, const struct scale *s, const seat_set *pawn, int lane,
                  int round)
{
    enum { NEAR = 28, STEP = 30 };
    int column = (RIGHT - LEFT) / (s->rounds ? s->rounds : 1), places = 0;
    int y = at_space(s, space_after(kept, pawn[lane], round));

    for (int i = 0; i < lane; i++) {
        int away = at_space(s, space_after(kept, pawn[i], round)) - y;

        places += round > 0 && away < NEAR && away > -NEAR;
    }
    return places * (column < 4 * STEP ? column / 4 : STEP) + (round ? 0 : 5 * lane);
}

/* A pawn's line; those of others run beside it. */
static void draw_pawn(const struct keep *kept, const struct scale *s, const seat_set *pawns,
                      int lane, bool dots, struct picture *out)
{
    seat_set pawn = pawns[lane];
    int8_t seat = (int8_t)seats_first(pawn);
    int before = 0;

    for (int round = 1; round <= s->rounds; round++) {
        int after = space_after(kept, pawn, round);
        int16_t x = (int16_t)(at_round(s, round - 1) + beside(kept, s, pawns, lane, round - 1)),
                y = at_space(s, before);
        int16_t w = (int16_t)(at_round(s, round) + beside(kept, s, pawns, lane, round) - x),
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

/* Who is who, beside where their pawn has ended, the first at the top. Two names stand below each
 * other. */
static void draw_name(const struct scale *s, seat_set pawn, int space, int *taken,
                      struct picture *out)
{
    int y = at_space(s, space), high = seats_count(pawn) > 1 ? 62 : 36;

    if (y < *taken + high)
        y = *taken + high;
    *taken = y;
    picture_add(out,
                (struct stroke){.kind = STROKE_NAME,
                                .seat = NO_SEAT,
                                .x = RIGHT + 104,
                                .y = (int16_t)y,
                                .size = 22,
                                .n = pawn},
                STR(""));
}

void co_draw(const struct known *k, const struct keep *kept, struct picture *out)
{
    struct scale s = {.rounds = kept->steps, .spaces = 1};
    seat_set drawn = 0, pawn[SEATS_MAX];
    int space[SEATS_MAX], pawns = 0, taken = TOP - 62;

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
        draw_pawn(kept, &s, pawn, i % pawns, i >= pawns, out);
    for (int at = s.spaces; at >= 0; at--) {
        for (int i = 0; i < pawns; i++) {
            if (space[i] == at)
                draw_name(&s, pawn[i], at, &taken, out);
        }
    }
}

/* ---- who thinks like whom ---- */

/* How many pictures a seat has shown in a step. */
static int shown_by(const struct keep *kept, int step, int seat)
{
    int n = 0;

    for (int i = 0; i < kept->items; i++)
        n += kept->item[i].step == step && kept->item[i].word.len &&
             kept->item[i].seats == SEAT(seat);
    return n;
}

/* How many of the first `most` pictures of one are among those of the other. */
static int in_common(const struct keep *kept, int step, int a, int b, int most)
{
    int n = 0;

    for (int i = 0; i < kept->items; i++) {
        const struct keep_item *one = &kept->item[i];

        if (one->step != step || one->seats != SEAT(a) || !one->word.len || one->n > most)
            continue;
        for (int j = 0; j < kept->items; j++) {
            const struct keep_item *other = &kept->item[j];

            n += other->step == step && other->seats == SEAT(b) && other->n <= most &&
                 str_eq(keep_str(kept, one->word), keep_str(kept, other->word));
        }
    }
    return n;
}

/* All rankings are turned over, so everybody is compared with everybody and not with their partner
 * alone. A picture that one has laid is a try; that the other has laid it too is a hit, and by
 * chance that is as likely as being among so many of forty. */
void co_affinity(const struct keep *kept, struct affinity *out)
{
    for (int step = 0; step < kept->steps; step++) {
        for (int a = 0; a < CO_SEATS; a++) {
            int mine = shown_by(kept, step, a);

            for (int b = a + 1; mine && b < CO_SEATS; b++) {
                int theirs = shown_by(kept, step, b), most = mine < theirs ? mine : theirs;

                if (most)
                    affinity_add(out, a, b, most, in_common(kept, step, a, b, most),
                                 1000 * most / CO_PICTURES);
            }
        }
    }
}
