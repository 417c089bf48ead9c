/*
 * The map of meaning: words that are near to each other in meaning lie near to each other.
 *
 * Distances come from the closeness of every two words. A word that the word file does not know is
 * placed by its company: the words it met, those of its round, and those its player wrote before
 * and after. Places are found by stress majorisation, one word after the other, from the two main
 * axes of the distances (classical scaling). Then labels that lie on each other are moved apart.
 *
 * The same words in the same order always give the same map: nothing is random, sums go in one
 * order, and closeness is rounded before it is used.
 */
#include "keepsake/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUESTIONS = 600, /* closeness is asked for so many pairs in one go */
    PAIRS = 60000,   /* so many are moved in one go (map_passes()) */
    POWER = 24,      /* steps of the power method that finds a main axis */
    PASSES = 160     /* of majorisation */
};

/* Distances: the least there is; and of a word that the word file does not know to those it met, to
 * those of its round, and to those its player wrote before and after. */
static const double FLOOR = 0.35, MET = 0.4, ROUND = 0.9, PATH = 1.1;

static int place_of(struct map *m, const struct keep_item *item)
{
    struct str word = keep_str(m->kept, item->word);

    for (int i = 0; i < m->n; i++) {
        if (word_same(keep_str(m->kept, m->at[i].word), word, m->lang))
            return i;
    }
    if (m->n == MAP_WORDS)
        return -1;
    m->at[m->n] = (struct place){.word = item->word, .first = (int)(item - m->kept->item)};
    return m->n++;
}

struct map *map_new(const struct keep *kept, enum language lang)
{
    struct map *m = calloc(1, sizeof *m);

    if (!m)
        abort();
    m->kept = kept;
    m->lang = lang;
    for (int i = 0; i < kept->items; i++) {
        const struct keep_item *item = &kept->item[i];

        m->of[i] = -1;
        if (item->taken_back || !item->word.len)
            continue;
        int at = place_of(m, item);
        m->of[i] = (short)at;
        if (at < 0)
            continue;
        m->at[at].seats |= item->seats;
        m->at[at].step = item->step;
        if (kept->ring && item->n > 0 && !m->at[at].number) {
            m->at[at].number = item->n;
            m->at[at].numbered = item->step;
        }
        if (item->knot) {
            m->at[at].knot = true;
            m->at[at].met |= item->seats | item->by;
        }
    }
    m->size = m->n <= 16 ? 31 : m->n <= 28 ? 29 : m->n <= 50 ? 26 : m->n <= 90 ? 22 : 17;
    return m;
}

void map_free(struct map *m)
{
    if (m)
        free(m->curves);
    free(m);
}

/* ---- distances ---- */

/* Both directions, rounded: what a compiler does with the last digits must not show. */
static double closeness(const struct map *m, const struct mind *mind, int a, int b)
{
    struct str x = keep_str(m->kept, m->at[a].word), y = keep_str(m->kept, m->at[b].word);
    float there = mind->closeness(mind, m->lang, x, y), back = mind->closeness(mind, m->lang, y, x);

    if (there < 0 || back < 0)
        return -1;
    return floor(((double)there + (double)back) * 32 + 0.5) / 64;
}

static bool ask_some(struct map *m, const struct mind *mind)
{
    for (int asked = 0; m->row < m->n && asked < QUESTIONS; m->row++, asked += m->n) {
        for (int j = 0; j < m->row; j++) {
            double z = mind ? closeness(m, mind, m->row, j) : -1;

            m->near[m->row][j] = m->near[j][m->row] = z;
            if (z >= 0)
                m->at[j].known = m->at[m->row].known = true;
        }
    }
    return m->row < m->n;
}

static void pull(struct map *m, int a, int b, double far)
{
    if (a < 0 || b < 0 || a == b || (m->at[a].known && m->at[b].known))
        return;
    if (m->weight[a][b] >= 1 && m->far[a][b] <= far)
        return;
    m->far[a][b] = m->far[b][a] = far;
    m->weight[a][b] = m->weight[b][a] = 1;
}

/* A word nobody knows is near to those it was played with. */
static void place_by_company(struct map *m)
{
    const struct keep *k = m->kept;
    int last[SEATS_MAX];

    for (int seat = 0; seat < SEATS_MAX; seat++)
        last[seat] = -1;
    for (int i = 0; i < k->items; i++) {
        const struct keep_item *item = &k->item[i];

        if (m->of[i] < 0)
            continue;
        for (int j = i - 1; j >= 0 && k->item[j].step == item->step; j--) {
            bool met = item->knot && item->knot == k->item[j].knot;

            pull(m, m->of[i], m->of[j], met ? MET : ROUND);
        }
        FOR_SEATS (seat, item->seats) {
            pull(m, m->of[i], last[seat], PATH);
            last[seat] = m->of[i];
        }
    }
}

static void measure(struct map *m)
{
    double most = 1, sum = 0;
    int pairs = 0;

    for (int i = 0; i < m->n; i++) {
        for (int j = 0; j < i; j++)
            most = m->near[i][j] > most ? m->near[i][j] : most;
    }
    for (int i = 0; i < m->n; i++) {
        for (int j = 0; j < i; j++) {
            double away = sqrt(most - m->near[i][j]); /* to the power of 1.5: strangers are far */

            if (m->near[i][j] < 0)
                continue;
            m->far[i][j] = m->far[j][i] = away * sqrt(away) + FLOOR;
            m->weight[i][j] = m->weight[j][i] = 1;
            sum += m->far[i][j];
            pairs++;
        }
    }
    double usual = pairs ? sum / pairs : ROUND;
    place_by_company(m);
    for (int i = 0; i < m->n; i++) {
        for (int j = 0; j < i; j++) {
            if (m->weight[i][j] > 0)
                continue;
            m->far[i][j] = m->far[j][i] = usual;
            m->weight[i][j] = m->weight[j][i] = 0.01;
        }
    }
}

/* ---- places ---- */

/* The main axis of the centred squares of distances, apart from `other`; its length is in *stretch.
 */
static void main_axis(const struct map *m, const double *centred, const double *other, double *axis,
                      double *stretch)
{
    double next[MAP_WORDS], length = 0;
    int n = m->n;

    for (int i = 0; i < n; i++)
        axis[i] = (double)(i * 37 % 101) / 101 - 0.5 + (other ? 0.013 * i : 0);
    for (int turn = 0; turn < POWER; turn++) {
        double along = 0, square = 0;

        for (int i = 0; i < n; i++) {
            next[i] = 0;
            for (int j = 0; j < n; j++)
                next[i] += centred[i * n + j] * axis[j];
        }
        for (int i = 0; other && i < n; i++)
            along += next[i] * other[i];
        for (int i = 0; i < n; i++) {
            next[i] -= other ? along * other[i] : 0;
            square += next[i] * next[i];
        }
        length = sqrt(square);
        for (int i = 0; i < n; i++)
            axis[i] = length > 0 ? next[i] / length : 0;
    }
    *stretch = sqrt(length);
}

static void scale_classically(struct map *m)
{
    int n = m->n;
    size_t cells = (size_t)n * (size_t)n, rows = 2 * (size_t)n;
    double *centred = calloc(cells + rows + 1, sizeof *centred), *row = centred + cells,
           *first = row + n, second[MAP_WORDS], all = 0, stretch;

    if (!centred)
        abort();
    for (int i = 0; i < n; i++) {
        row[i] = 0;
        for (int j = 0; j < n; j++)
            row[i] += m->far[i][j] * m->far[i][j] / n;
        all += row[i] / n;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            centred[i * n + j] = -0.5 * (m->far[i][j] * m->far[i][j] - row[i] - row[j] + all);
    }
    main_axis(m, centred, NULL, first, &stretch);
    for (int i = 0; i < n; i++)
        m->at[i].x = first[i] * stretch;
    main_axis(m, centred, first, second, &stretch);
    for (int i = 0; i < n; i++)
        m->at[i].y = second[i] * stretch;
    free(centred);
}

/* Each word goes where all others want it, by their distances. */
static void majorise(struct map *m)
{
    for (int i = 0; i < m->n; i++) {
        double x = 0, y = 0, weights = 0;

        for (int j = 0; j < m->n; j++) {
            if (i == j)
                continue;
            double dx = m->at[i].x - m->at[j].x, dy = m->at[i].y - m->at[j].y;
            double now = sqrt(dx * dx + dy * dy), w = m->weight[i][j];

            if (now < 1e-6) { /* they lie on each other: any way will do, and always the same one */
                dx = (double)(i - j) / m->n;
                dy = (i + j) % 2 ? 0.5 : -0.5;
                now = sqrt(dx * dx + dy * dy);
            }
            x += w * (m->at[j].x + m->far[i][j] * dx / now);
            y += w * (m->at[j].y + m->far[i][j] * dy / now);
            weights += w;
        }
        if (weights > 0) {
            m->at[i].x = x / weights;
            m->at[i].y = y / weights;
        }
    }
}

/* Other tables wait meanwhile: a millisecond or so, however many words there are. */
int map_passes(const struct map *m)
{
    return 1 + PAIRS / (m->n * m->n + 1);
}

bool map_work(struct map *m, const struct mind *mind)
{
    switch (m->work) {
    case MAP_ASK:
        if (!ask_some(m, mind))
            m->work = MAP_SCALE;
        return true;
    case MAP_SCALE:
        measure(m);
        if (m->n > 2)
            scale_classically(m);
        m->work = MAP_SPREAD;
        return true;
    case MAP_SPREAD:
        for (int i = map_passes(m); i > 0 && m->pass < PASSES; i--, m->pass++)
            majorise(m);
        if (m->pass < PASSES)
            return true;
        map_spread(m);
        m->pass = 0;
        m->work = MAP_SEPARATE;
        return true;
    case MAP_SEPARATE:
        if (map_separate(m))
            return true;
        map_settle(m);
        routes_find(m);
        m->pass = 0;
        m->work = MAP_ROUTE;
        return true;
    case MAP_ROUTE:
        if (routes_some(m))
            return true;
        m->work = MAP_DONE;
        return false;
    case MAP_DONE:
        return false;
    }
    return false;
}
