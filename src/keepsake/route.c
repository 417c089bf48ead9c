/*
 * How paths go over the map: each from word to word in a curve, as flat as it can be, that keeps
 * clear of other dots and words, does not run on another path, and goes on in the direction in
 * which its player came. Who follows one with a finger does not lose it.
 *
 * Each path tries the same few bends and takes the one that costs least, one path after the other,
 * and then once more with all others known. Nothing is random: the same map has the same paths.
 */
#include "keepsake/map.h"
#include "keepsake/paint.h"

#include <math.h>
#include <stdlib.h>

enum {
    POINTS = 20, /* of a curve */
    COARSE = 4,  /* for crossings each so many-th of them is enough */
    ROUNDS = 3,
    CHECKS = 400 /* places and paths that are looked at in one go */
};

/* What it costs … */
static const double THROUGH_DOT = 40, NEAR_DOT = 6, IN_WORD = 3, CROSSING = 2.5, ALONGSIDE = 3,
                    OUTSIDE = 500, TURN = 3, BENT = 26;
/* … and from how near on. */
static const double CLEAR = 5, NEAR = 14, ASIDE = 9;
/* What differs by less is about as good: far more than what rounding and ties make. */
static const double ABOUT = 1e-6;

static const int bends[] = {14, -14, 30, -30, 52, -52, 80, -80, 116, -116, 160, -160, 210, -210};
enum { BENDS = sizeof bends / sizeof bends[0] };

double curve_bend(double bend, double far)
{
    return bend * (far < 160 ? far / 160 : 1);
}

/* A path as it would be drawn: its points, and the box around them. */
struct curve {
    double x[POINTS + 1], y[POINTS + 1];
    double left, right, top, bottom;
};

static void trace(const struct map *m, const struct route *r, int bend, struct curve *out)
{
    const struct place *a = &m->at[r->from], *b = &m->at[r->to];
    double w = b->x - a->x, h = b->y - a->y, far = sqrt(w * w + h * h);
    double away = far > 0 ? 2 * curve_bend(bend, far) / far : 0;
    double cx = a->x + w / 2 - h * away, cy = a->y + h / 2 + w * away;

    out->left = out->top = 1e9;
    out->right = out->bottom = -1e9;
    for (int i = 0; i <= POINTS; i++) {
        double t = (double)i / POINTS, u = 1 - t;
        double x = u * u * a->x + 2 * u * t * cx + t * t * b->x;
        double y = u * u * a->y + 2 * u * t * cy + t * t * b->y;

        out->x[i] = x;
        out->y[i] = y;
        out->left = x < out->left ? x : out->left;
        out->right = x > out->right ? x : out->right;
        out->top = y < out->top ? y : out->top;
        out->bottom = y > out->bottom ? y : out->bottom;
    }
}

static bool apart(const struct curve *c, double left, double right, double top, double bottom)
{
    return c->right < left || c->left > right || c->bottom < top || c->top > bottom;
}

/* How far a piece of the curve is from a point, squared. */
static double piece_from(const struct curve *c, int i, double x, double y)
{
    double ax = c->x[i], ay = c->y[i], dx = c->x[i + 1] - ax, dy = c->y[i + 1] - ay;
    double square = dx * dx + dy * dy;
    double t = square > 0 ? ((x - ax) * dx + (y - ay) * dy) / square : 0;

    t = t < 0 ? 0 : t > 1 ? 1 : t;
    dx = ax + t * dx - x;
    dy = ay + t * dy - y;
    return dx * dx + dy * dy;
}

/* Whether a piece of the curve is farther than `far` from a point on one side of it, told from its
 * ends alone. */
static bool piece_apart(const struct curve *c, int i, double x, double y, double far)
{
    double ax = c->x[i] - x, bx = c->x[i + 1] - x, ay = c->y[i] - y, by = c->y[i + 1] - y;

    return (ax > far && bx > far) || (ax < -far && bx < -far) || (ay > far && by > far) ||
           (ay < -far && by < -far);
}

static double cost_of_place(const struct map *m, const struct curve *c, const struct route *r,
                            int at)
{
    const struct place *p = &m->at[at];
    bool own = at == r->from || at == r->to;
    double radius = map_radius(m, p), around = radius + NEAR, nearest = 1e12, cost = 0;
    double top = p->y + radius + 2, bottom = p->y + p->below, half = p->half;

    if (apart(c, p->x - (half > around ? half : around), p->x + (half > around ? half : around),
              p->y - around, bottom))
        return 0;
    for (int i = 0; i < POINTS; i++) {
        /* What is not near costs nothing: how far it is need not be known. */
        bool away = own || piece_apart(c, i, p->x, p->y, around + 1);
        double far = away ? 1e12 : piece_from(c, i, p->x, p->y);

        nearest = far < nearest ? far : nearest;
        cost += c->x[i] > p->x - half && c->x[i] < p->x + half && c->y[i] > top && c->y[i] < bottom
                    ? own ? IN_WORD / 4 : IN_WORD
                    : 0;
    }
    if (nearest < (radius + CLEAR) * (radius + CLEAR))
        cost += THROUGH_DOT;
    else if (nearest < around * around)
        cost += NEAR_DOT;
    return cost;
}

static double side(const struct curve *c, int i, const struct curve *o, int j)
{
    return (c->x[i + COARSE] - c->x[i]) * (o->y[j] - c->y[i]) -
           (c->y[i + COARSE] - c->y[i]) * (o->x[j] - c->x[i]);
}

static double cost_of_path(const struct curve *c, const struct curve *o, bool meet)
{
    double cost = 0;

    if (apart(c, o->left - ASIDE, o->right + ASIDE, o->top - ASIDE, o->bottom + ASIDE))
        return 0;
    for (int i = 0; i < POINTS; i += COARSE) {
        bool here = side(c, i, o, 0) > 0;

        for (int j = 0; j < POINTS; j += COARSE) {
            bool there = side(c, i, o, j + COARSE) > 0;

            if (here != there && (side(o, j, c, i) > 0) != (side(o, j, c, i + COARSE) > 0))
                cost += CROSSING;
            here = there;
        }
    }
    /* Where both lead to the same word they come together in the end. */
    for (int i = meet ? 3 : 1; i <= POINTS - (meet ? 3 : 1); i++) {
        bool near = false;

        if (c->x[i] < o->left - ASIDE || c->x[i] > o->right + ASIDE || c->y[i] < o->top - ASIDE ||
            c->y[i] > o->bottom + ASIDE)
            continue;
        for (int j = 0; j < POINTS && !near; j += 2) {
            double dx = o->x[j] - c->x[i], dy = o->y[j] - c->y[i];

            near = dx * dx + dy * dy < ASIDE * ASIDE;
        }
        cost += near ? ALONGSIDE : 0;
    }
    return cost;
}

/* From straight on to straight back. */
static double cost_of_turn(const struct curve *came, const struct curve *goes)
{
    double ax = came->x[POINTS] - came->x[POINTS - 2], ay = came->y[POINTS] - came->y[POINTS - 2];
    double bx = goes->x[2] - goes->x[0], by = goes->y[2] - goes->y[0];
    double both = sqrt((ax * ax + ay * ay) * (bx * bx + by * by));

    return both > 0 ? TURN * (1 - (ax * bx + ay * by) / both) : 0;
}

static double cost_of_bend(const struct map *m, const struct route *r, int bend)
{
    double w = m->at[r->to].x - m->at[r->from].x, h = m->at[r->to].y - m->at[r->from].y;
    double far = sqrt(w * w + h * h) + 1, flat = curve_bend(bend, far) / far;

    return BENT * flat * flat * 4 + 0.01 * abs(bend);
}

/* `cost` is that of its bend. Nothing is cheaper than free: as soon as it costs as much as `least`
 * the rest need not be known. */
static double cost_of(const struct map *m, int at, double cost, const struct curve *curves,
                      int known, double least)
{
    const struct route *r = &m->route[at];
    const struct curve *c = &curves[m->routes];

    if (c->left < 3 || c->right > MAP_WIDE - 3 || c->top < 3 || c->bottom > m->height - 3)
        cost += OUTSIDE;
    for (int i = 0; i < m->n && cost < least; i++)
        cost += cost_of_place(m, c, r, i);
    for (int i = 0; i < known && cost < least; i++) {
        const struct route *o = &m->route[i];

        if (i != at)
            cost += cost_of_path(c, &curves[i],
                                 o->from == r->from || o->from == r->to || o->to == r->from ||
                                     o->to == r->to);
    }
    if (at && m->route[at - 1].seat == r->seat)
        cost += cost_of_turn(&curves[at - 1], c);
    if (at + 1 < known && m->route[at + 1].seat == r->seat)
        cost += cost_of_turn(c, &curves[at + 1]);
    return cost;
}

static double cost_with(struct map *m, int at, int bend, int known, double least)
{
    double cost = cost_of_bend(m, &m->route[at], bend);

    if (cost >= least)
        return cost;
    trace(m, &m->route[at], bend, &m->curves[m->routes]);
    return cost_of(m, at, cost, m->curves, known, least);
}

/* The bend of the round before is mostly still the best. What it costs is known first, so that of
 * others no more is looked at than shows that they cost more; those that are about as good compare
 * as ever, in their order. */
static void choose_bend(struct map *m, int at, int known)
{
    struct curve *curves = m->curves;
    int before = m->route[at].bend, best = bends[0];
    double was = before ? cost_with(m, at, before, known, 1e12) : 1e12, least = 1e12;

    for (int i = 0; i < BENDS; i++) {
        double most = least < was + ABOUT ? least : was + ABOUT;
        double cost = bends[i] == before ? was : cost_with(m, at, bends[i], known, most);

        if (cost >= most)
            continue;
        if (cost < least - 1e-9) {
            least = cost;
            best = bends[i];
        }
    }
    m->route[at].bend = (int16_t)best;
    trace(m, &m->route[at], best, &curves[at]);
}

void routes_find(struct map *m)
{
    m->routes = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        int last = -1;

        for (int i = 0; i < m->kept->items; i++) {
            int at = m->of[i];

            if (at < 0 || !seats_has(m->kept->item[i].seats, seat))
                continue;
            if (last >= 0 && last != at && m->routes < MAP_ROUTES)
                m->route[m->routes++] = (struct route){.seat = (int8_t)seat,
                                                       .from = (int16_t)last,
                                                       .to = (int16_t)at,
                                                       .step = m->kept->item[i].step};
            last = at;
        }
    }
}

bool routes_some(struct map *m)
{
    int some = 1 + CHECKS / (m->n + m->routes + 1);

    if (!m->routes)
        return false;
    if (!m->curves)
        m->curves = calloc((size_t)m->routes + 1, sizeof *m->curves);
    if (!m->curves)
        abort();
    for (; some > 0 && m->pass < ROUNDS * m->routes; some--, m->pass++) {
        int known = m->pass < m->routes ? m->pass : m->routes;

        choose_bend(m, m->pass % m->routes, known);
    }
    return m->pass < ROUNDS * m->routes;
}
