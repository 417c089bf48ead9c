/* The map of meaning as a picture: paths, ties, knots and words. */
#include "keepsake/map.h"

#include <math.h>

static int16_t round_to(double v)
{
    return (int16_t)floor(v + 0.5);
}

static void draw_paths(const struct map *m, struct picture *out)
{
    for (int i = 0; i < m->routes; i++) {
        const struct route *r = &m->route[i];
        int16_t x = round_to(m->at[r->from].x), y = round_to(m->at[r->from].y);

        picture_add(out,
                    (struct stroke){.kind = STROKE_CURVE,
                                    .seat = r->seat,
                                    .x = x,
                                    .y = y,
                                    .w = (int16_t)(round_to(m->at[r->to].x) - x),
                                    .h = (int16_t)(round_to(m->at[r->to].y) - y),
                                    .size = 4,
                                    .bend = r->bend,
                                    .step = (uint8_t)(r->step + 1)},
                    STR(""));
    }
}

/* The place whose number comes next on the circle, after the largest the smallest; -1: there is no
 * other. */
static int next_on_ring(const struct map *m, int at)
{
    int next = -1, first = -1;

    for (int i = 0; i < m->n; i++) {
        int n = m->at[i].number;

        if (i == at || !n)
            continue;
        if (n > m->at[at].number && (next < 0 || n < m->at[next].number))
            next = i;
        if (first < 0 || n < m->at[first].number)
            first = i;
    }
    return next >= 0 ? next : first;
}

/* A piece of the thread is there when both of its words are. */
static void draw_ring(const struct map *m, struct picture *out)
{
    for (int i = 0; i < m->n; i++) {
        const struct place *p = &m->at[i];
        int to = p->number ? next_on_ring(m, i) : -1;

        if (to < 0)
            continue;
        int16_t x = round_to(p->x), y = round_to(p->y);
        uint8_t other = m->at[to].numbered;
        picture_add(
            out,
            (struct stroke){.kind = STROKE_LINE,
                            .tone = TONE_FAINT,
                            .seat = NO_SEAT,
                            .x = x,
                            .y = y,
                            .w = (int16_t)(round_to(m->at[to].x) - x),
                            .h = (int16_t)(round_to(m->at[to].y) - y),
                            .size = 4,
                            .step = (uint8_t)((p->numbered > other ? p->numbered : other) + 1)},
            STR(""));
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
    double far = map_rim(m, p), apart = BEADS_APART * bead / far;

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
    draw_ring(m, out);
    draw_ties(m, kept, out);
    draw_paths(m, out);
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
