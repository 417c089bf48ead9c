/*
 * Space for the words of a map: the sheet is as large as they need it, those that lie on each other
 * go apart, and what still covers another moves on. In the end no word covers a word or a dot.
 */
#include "keepsake/map.h"

#include <math.h>

enum {
    APART = 400, /* passes at most, and after so many the sheet grows: */
    GROWS = 40,
    EDGE = 12,
    LOW = 760,
    HIGH = 1560 /* a phone held upright */
};

/* Half as it is, half evenly: a crowd of near words still needs room for its letters. */
static void fit(struct map *m, bool across)
{
    double least = 1e9, most = -1e9, span = across ? MAP_WIDE : m->height, place[MAP_WORDS];

    for (int i = 0; i < m->n; i++) {
        double v = across ? m->at[i].x : m->at[i].y;

        place[i] = v;
        least = v < least ? v : least;
        most = v > most ? v : most;
    }
    for (int i = 0; i < m->n; i++) {
        int rank = 0;
        double inset = across ? m->at[i].half : 40;

        for (int j = 0; j < m->n; j++)
            rank += place[j] < place[i] || (place[j] <= place[i] && j < i);
        double linear = most > least ? (place[i] - least) / (most - least) : 0.5;
        double even = m->n > 1 ? (double)rank / (m->n - 1) : 0.5;
        double v = inset + (0.5 * linear + 0.5 * even) * (span - 2 * inset);
        if (across)
            m->at[i].x = v;
        else
            m->at[i].y = v;
    }
}

int map_radius(const struct map *m, const struct place *p)
{
    int plain = m->size * 11 / 20;

    int met = seats_count(p->met) < 8 ? seats_count(p->met) : 8;

    return p->knot ? plain + 2 + 2 * met : plain;
}

seat_set map_beads(const struct map *m, const struct place *p, int *radius)
{
    bool one = seats_count(p->seats) == 1, numbered = m->kept->step[p->step].n != 0;

    *radius = m->size * 2 / 5 < 7 ? 7 : m->size * 2 / 5;
    if (one)
        return numbered ? p->seats : 0;
    return p->knot ? p->met : p->seats;
}

double map_rim(const struct map *m, const struct place *p)
{
    static const double half_turn = 3.141592653589793;
    int bead, n = seats_count(map_beads(m, p, &bead));
    double rim = map_radius(m, p) + (p->knot ? 5 : 1) + bead * 0.6;
    double least = BEADS_APART * bead * (n - 1) / half_turn;

    return rim < least ? least : rim;
}

/* The longest words are smaller: half of the sheet is enough for any. */
int map_letters(const struct map *m, const struct place *p)
{
    int size = p->knot ? m->size * 6 / 5 : m->size;
    int breadth = picture_breadth(keep_str(m->kept, p->word), size);

    return breadth > MAP_WIDE / 2 ? size * (MAP_WIDE / 2) / breadth : size;
}

void map_spread(struct map *m)
{
    double covered = 0;

    for (int i = 0; i < m->n; i++) {
        struct place *p = &m->at[i];
        int radius = map_radius(m, p), size = map_letters(m, p), bead;
        bool beads = map_beads(m, p, &bead) != 0;

        p->half = picture_breadth(keep_str(m->kept, p->word), size) / 2.0 + 3;
        double around = beads ? map_rim(m, p) + bead + 2 : radius + 3;
        p->half = p->half < around ? around : p->half;
        p->above = around + 1;
        p->below = radius + 1.5 * size;
        covered += 2 * p->half * (p->above + p->below);
    }
    /* The rest is for paths, and for the eye. */
    m->height = (int)(covered * 2.7 / MAP_WIDE);
    m->height = m->height < LOW ? LOW : m->height > HIGH ? HIGH : m->height;
    fit(m, true);
    fit(m, false);
}

static void keep_inside(const struct map *m, struct place *p)
{
    double right = MAP_WIDE - p->half, bottom = m->height - p->below;

    p->x = p->x < p->half ? p->half : p->x > right ? right : p->x;
    p->y = p->y < p->above ? p->above : p->y > bottom ? bottom : p->y;
}

/* Two that cover each other go apart the shorter way. */
static bool separate(struct place *a, struct place *b)
{
    double dx = b->x - a->x,
           dy = (b->y + (b->below - b->above) / 2) - (a->y + (a->below - a->above) / 2);
    double wide = a->half + b->half + 2 - fabs(dx);
    double high = (a->above + a->below + b->above + b->below) / 2 + 2 - fabs(dy);

    if (wide <= 0.5 || high <= 0.5) /* what is less than a hair is no overlap */
        return false;
    if (high <= wide) {
        double step = (dy < 0 ? -high : high) / 2;
        a->y -= step;
        b->y += step;
    } else {
        double step = (dx < 0 ? -wide : wide) / 2;
        a->x -= step;
        b->x += step;
    }
    return true;
}

static bool separate_all(struct map *m)
{
    bool moved = false;

    for (int i = 0; i < m->n; i++) {
        for (int j = i + 1; j < m->n; j++)
            moved |= separate(&m->at[i], &m->at[j]);
    }
    for (int i = 0; i < m->n; i++)
        keep_inside(m, &m->at[i]);
    return moved;
}

static void stretch(struct map *m)
{
    int before = m->height;

    m->height += before / 25;
    for (int i = 0; i < m->n; i++)
        m->at[i].y = m->at[i].y * m->height / before;
}

/* Where there is no room on the sheet it grows: a word that cannot be read is no word. */
bool map_separate(struct map *m)
{
    for (int i = map_passes(m); i > 0; i--) {
        if (!separate_all(m) || ++m->pass > APART)
            return false;
        if (m->pass % GROWS == 0)
            stretch(m);
    }
    return true;
}

static double top_of(const struct place *p)
{
    return p->y - p->above;
}

/* Those that still cover each other: from the top down each goes to where nothing lies above it. */
static void settle(struct map *m)
{
    int order[MAP_WORDS];

    for (int i = 0; i < m->n; i++) {
        int at = i;

        for (; at > 0 && top_of(&m->at[order[at - 1]]) > top_of(&m->at[i]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (int i = 0; i < m->n; i++) {
        struct place *p = &m->at[order[i]];

        for (int j = 0; j < i; j++) {
            const struct place *q = &m->at[order[j]];

            if (fabs(p->x - q->x) >= p->half + q->half || top_of(p) >= q->y + q->below ||
                p->y + p->below <= top_of(q))
                continue;
            p->y = q->y + q->below + p->above + 1;
            j = -1; /* there it may lie on others */
        }
        if (p->y + p->below > m->height)
            m->height = (int)(p->y + p->below) + 1;
    }
}

/* What is left empty above and below is cut off, where there is more than a path may need. */
static void crop(struct map *m)
{
    double top = m->height, bottom = 0;

    for (int i = 0; i < m->n; i++) {
        const struct place *p = &m->at[i];

        top = p->y - p->above < top ? p->y - p->above : top;
        bottom = p->y + p->below > bottom ? p->y + p->below : bottom;
    }
    top = top > EDGE ? top - EDGE : 0;
    if (bottom + EDGE < m->height)
        m->height = (int)bottom + EDGE;
    if (!m->n || m->height - (int)top < LOW)
        return;
    m->height -= (int)top;
    for (int i = 0; i < m->n; i++)
        m->at[i].y -= (int)top;
}

void map_settle(struct map *m)
{
    settle(m);
    crop(m);
}
