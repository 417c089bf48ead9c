/*
 * The constellation: everybody has a place, and those who think alike are near to each other.
 *
 * Distances between every two are wished for by their number; places are found by going from each
 * star towards where the others want it, again and again, in one order and from the same circle.
 */
#include "memory/kinship.h"

#include <math.h>

/* HIGH: a star with the name below it, on a sheet that is broader than high. */
enum { ROUNDS = 240, MIDDLE = 500, FAR = 420, EDGE = 70, HIGH = 176, PASSES = 400 };

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
    double x[MEMORY_PERSONS], y[MEMORY_PERSONS], half[MEMORY_PERSONS];
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

/* Half of what a name covers: long ones are written smaller (web/src/memory/names.ts). */
static double half_of(const char *name)
{
    int letters = str_characters(str_of(name));
    double size = letters > 12 ? 400.0 / letters : 34;
    return fmax(55, letters * size * 0.37) + 6;
}

/* Two whose stars and names cover each other go apart the shorter way, or where a row is full the
 * other one; a hair is nothing. */
static bool push(struct sky *s, int i, int j, double tight, bool other)
{
    double dx = s->x[i] - s->x[j], dy = s->y[i] - s->y[j];
    double wide = (s->half[i] + s->half[j]) * tight - fabs(dx), high = HIGH * tight - fabs(dy);

    if (wide < 1 || high < 1)
        return false;
    if ((wide / (s->half[i] + s->half[j]) < high / HIGH) != other) {
        double step = (dx < 0 || (dx <= 0 && i % 2) ? -wide : wide) / 2;

        s->x[i] += step;
        s->x[j] -= step;
    } else {
        double step = (dy < 0 || (dy <= 0 && i % 2) ? -high : high) / 2;

        s->y[i] += step;
        s->y[j] -= step;
    }
    return true;
}

/* Names need room, as much as there is. */
static void part(struct sky *s)
{
    double tight = s->n > 24 ? 0.55 : s->n > 14 ? 0.75 : 1;
    bool moved = true;

    for (int pass = 0; pass < PASSES && moved; pass++) {
        moved = false;
        for (int i = 0; i < s->n; i++) {
            for (int j = 0; j < i; j++)
                moved |= push(s, i, j, tight, pass > PASSES / 4 && pass / 9 % 3 == 0);
        }
        for (int i = 0; i < s->n; i++) {
            double side = fmax(EDGE, s->half[i] - 60); /* the sheet is a little broader than this */

            s->x[i] = fmin(fmax(s->x[i], side), 1000 - side);
            s->y[i] = fmin(fmax(s->y[i], EDGE), 1000 - EDGE);
        }
    }
}

static bool was_there(const struct memory *m, int person)
{
    for (int i = 0; i < m->games; i++) {
        for (int seat = 0; m->game[i].ended >= m->evening && seat < m->game[i].seats; seat++) {
            if (m->game[i].person[seat] == person)
                return true;
        }
    }
    return false;
}

int stars_of(const struct memory *m, const struct kinship *k, int n, bool tonight,
             struct star out[MEMORY_PERSONS])
{
    struct sky s = {.n = 0};

    for (int i = 0; i < m->persons; i++) {
        if (tonight && !was_there(m, m->person[i].id))
            continue;
        out[s.n].person = m->person[i].id;
        s.half[s.n++] = half_of(m->person[i].name);
    }
    double begin = s.n == 2 ? turn / 2 : -turn / 4; /* two stand side by side */
    for (int i = 0; i < s.n; i++) {
        s.x[i] = MIDDLE + FAR * cos(begin + turn * i / s.n);
        s.y[i] = MIDDLE + FAR * sin(begin + turn * i / s.n);
        for (int j = 0; j < i; j++)
            s.far[i][j] = s.far[j][i] = wished(k, n, out[i].person, out[j].person);
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
    for (int i = 0; i < s.n; i++) {
        out[i].x = (int)floor(s.x[i] + 0.5);
        out[i].y = (int)floor(s.y[i] + 0.5);
    }
    return s.n;
}
