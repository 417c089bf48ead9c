/* The map of meaning as a picture: paths, ties, knots and words. */
#include "keepsake/map.h"

#include <math.h>

static int16_t round_to(double v)
{
    return (int16_t)floor(v + 0.5);
}

static void draw_paths(const struct map *m, const struct keep *kept, struct picture *out)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        int last = -1;

        for (int i = 0; i < kept->items; i++) {
            const struct keep_item *item = &kept->item[i];
            int at = m->of[i];

            if (at < 0 || !seats_has(item->seats, seat))
                continue;
            if (last >= 0 && last != at) {
                int16_t x = round_to(m->at[last].x), y = round_to(m->at[last].y);

                /* A lane for each player, so that paths which share a way run side by side. */
                picture_add(
                    out,
                    (struct stroke){.kind = STROKE_CURVE,
                                    .seat = (int8_t)seat,
                                    .x = x,
                                    .y = y,
                                    .w = (int16_t)(round_to(m->at[at].x) - x),
                                    .h = (int16_t)(round_to(m->at[at].y) - y),
                                    .size = 4,
                                    .bend = (int16_t)((seat % 2 ? -1 : 1) * (16 + 9 * (seat / 2))),
                                    .step = (uint8_t)(item->step + 1)},
                    STR(""));
            }
            last = at;
        }
    }
}

/* Different words that met are tied together. */
static void draw_ties(const struct map *m, const struct keep *kept, struct picture *out)
{
    for (int i = 0; i < kept->items; i++) {
        const struct keep_item *item = &kept->item[i];

        for (int j = i - 1; item->knot && m->of[i] >= 0 && j >= 0; j--) {
            if (kept->item[j].knot != item->knot || m->of[j] < 0 || m->of[j] == m->of[i])
                continue;
            int16_t x = round_to(m->at[m->of[j]].x), y = round_to(m->at[m->of[j]].y);
            picture_add(out,
                        (struct stroke){.kind = STROKE_LINE,
                                        .tone = TONE_GOLD,
                                        .seat = NO_SEAT,
                                        .x = x,
                                        .y = y,
                                        .w = (int16_t)(round_to(m->at[m->of[i]].x) - x),
                                        .h = (int16_t)(round_to(m->at[m->of[i]].y) - y),
                                        .size = 8,
                                        .step = (uint8_t)(item->step + 1)},
                        STR(""));
            break;
        }
    }
}

/* On the upper rim, as on a string: below it stands the word. */
static void draw_beads(const struct map *m, const struct place *p, int step, struct picture *out)
{
    static const double turn = 6.283185307179586;
    int bead, i = 0;
    seat_set whose = map_beads(m, p, &bead);
    int n = seats_count(whose);
    double far = map_radius(m, p) + (p->knot ? 5 : 1) + bead * 0.6;
    double apart = 2.15 * bead / far, most = n > 1 ? turn * 0.72 / (n - 1) : 0;

    if (!n)
        return;
    apart = n > 1 && apart > most ? most : apart;
    FOR_SEATS (seat, whose) {
        /* One alone sits where the sun stands at two o'clock. */
        double angle = n == 1 ? turn / 8 : (i++ - (n - 1) / 2.0) * apart;

        picture_add(out,
                    (struct stroke){.kind = STROKE_MARK,
                                    .seat = (int8_t)seat,
                                    .x = round_to(p->x + far * sin(angle)),
                                    .y = round_to(p->y - far * cos(angle)),
                                    .size = (int16_t)bead,
                                    .step = (uint8_t)step},
                    STR(""));
    }
}

void map_draw(const struct map *m, const struct keep *kept, struct picture *out)
{
    picture_init(out, MAP_WIDE, m->height);
    draw_ties(m, kept, out);
    draw_paths(m, kept, out);
    for (int i = 0; i < m->n; i++) {
        const struct place *p = &m->at[i];
        int radius = map_radius(m, p), size = map_letters(m, p);
        int round = kept->step[p->step].n;
        struct stroke s = {
            .kind = p->knot ? STROKE_KNOT : STROKE_DOT,
            .tone = p->knot ? TONE_GOLD : TONE_INK,
            .seat = (int8_t)(seats_count(p->seats) == 1 ? seats_first(p->seats) : NO_SEAT),
            .x = round_to(p->x),
            .y = round_to(p->y),
            .size = (int16_t)radius,
            .n = round ? round : -1,
            .step = (uint8_t)(kept->item[p->first].step + 1)};

        picture_add(out, s, STR(""));
        draw_beads(m, p, s.step, out);
        s.kind = STROKE_WORD;
        s.seat = NO_SEAT;
        s.y = (int16_t)(s.y + radius + size * 3 / 4);
        s.size = (int16_t)size;
        picture_add(out, s, keep_str(kept, p->word));
    }
}
