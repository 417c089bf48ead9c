/*
 * The constellation: everybody has a place, and those who think alike are near to each other.
 *
 * Distances between every two are wished for by their number; places are found by going from each
 * star towards where the others want it, again and again, in one order and from the same circle.
 */
#include "memory/kinship.h"

#include <math.h>

enum { ROUNDS = 240, MIDDLE = 500, FAR = 420, EDGE = 70, APART = 150 };

static const double turn = 6.283185307179586;

/* Strangers are as far as they can be, the closest are neighbours. */
static double wished(const struct kinship *k, int n, int a, int b)
{
    for (int i = 0; i < n; i++) {
        if ((k[i].a == a && k[i].b == b) || (k[i].a == b && k[i].b == a)) {
            double above = k[i].shown ? k[i].above : 0;

            above = above < -15 ? -15 : above > 30 ? 30 : above;
            return 520 - above * 11;
        }
    }
    return 520;
}

struct sky {
    int n;
    double x[MEMORY_PERSONS], y[MEMORY_PERSONS];
    double far[MEMORY_PERSONS][MEMORY_PERSONS];
};

static void settle(struct sky *s, int i)
{
    double x = 0, y = 0, weights = 0;

    for (int j = 0; j < s->n; j++) {
        double dx = s->x[i] - s->x[j], dy = s->y[i] - s->y[j], d = sqrt(dx * dx + dy * dy);
        double want = s->far[i][j], weight = 1 / (want * want);

        if (i == j)
            continue;
        d = d < 1 ? 1 : d;
        x += weight * (s->x[j] + dx * want / d);
        y += weight * (s->y[j] + dy * want / d);
        weights += weight;
    }
    if (weights > 0) {
        s->x[i] = x / weights;
        s->y[i] = y / weights;
    }
}

/* As large as the sheet, with an edge. */
static void fill(struct sky *s)
{
    double left = s->x[0], right = s->x[0], top = s->y[0], bottom = s->y[0];

    for (int i = 1; i < s->n; i++) {
        left = fmin(left, s->x[i]);
        right = fmax(right, s->x[i]);
        top = fmin(top, s->y[i]);
        bottom = fmax(bottom, s->y[i]);
    }
    double wide = fmax(right - left, 1), high = fmax(bottom - top, 1), size = 1000 - 2 * EDGE;
    double scale = fmin(size / wide, size / high);
    for (int i = 0; i < s->n; i++) {
        s->x[i] = MIDDLE + (s->x[i] - (left + right) / 2) * scale;
        s->y[i] = MIDDLE + (s->y[i] - (top + bottom) / 2) * scale;
    }
}

/* Names need room. */
static void part(struct sky *s)
{
    double apart = s->n > 20 ? APART / 2 : s->n > 9 ? APART * 2 / 3 : APART;

    for (int pass = 0; pass < 60; pass++) {
        for (int i = 0; i < s->n; i++) {
            for (int j = 0; j < i; j++) {
                double dx = s->x[i] - s->x[j], dy = s->y[i] - s->y[j];
                double d = sqrt(dx * dx + dy * dy), push;

                if (d >= apart)
                    continue;
                if (d < 1) {
                    dx = 1;
                    dy = i % 2 ? 1 : -1;
                    d = 1.4;
                }
                push = (apart - d) / 2 / d;
                s->x[i] += dx * push;
                s->y[i] += dy * push;
                s->x[j] -= dx * push;
                s->y[j] -= dy * push;
            }
        }
        for (int i = 0; i < s->n; i++) {
            s->x[i] = fmin(fmax(s->x[i], EDGE), 1000 - EDGE);
            s->y[i] = fmin(fmax(s->y[i], EDGE), 1000 - EDGE);
        }
    }
}

int stars_of(const struct memory *m, const struct kinship *k, int n,
             struct star out[MEMORY_PERSONS])
{
    struct sky s = {.n = m->persons};
    double begin = s.n == 2 ? turn / 2 : -turn / 4; /* two stand side by side */

    for (int i = 0; i < s.n; i++) {
        s.x[i] = MIDDLE + FAR * cos(begin + turn * i / s.n);
        s.y[i] = MIDDLE + FAR * sin(begin + turn * i / s.n);
        for (int j = 0; j < i; j++)
            s.far[i][j] = s.far[j][i] = wished(k, n, m->person[i].id, m->person[j].id);
    }
    for (int round = 0; round < ROUNDS && s.n > 1; round++) {
        for (int i = 0; i < s.n; i++)
            settle(&s, i);
    }
    if (s.n > 1) {
        fill(&s);
        part(&s);
    } else if (s.n) {
        s.x[0] = s.y[0] = MIDDLE;
    }
    for (int i = 0; i < s.n; i++)
        out[i] = (struct star){m->person[i].id, (int)floor(s.x[i] + 0.5), (int)floor(s.y[i] + 0.5)};
    return s.n;
}
