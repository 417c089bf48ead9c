#include "memory/kinship.h"

#include "memory/inside.h"
#include "rules/registry.h"

#include <math.h>
#include <string.h>

enum {
    PRIOR = 4,   /* tries that the game's own figure of chance weighs, against those of the table */
    SHRINK = 25, /* tries without a tendency that everybody begins with */
    FLOOR = 12,  /* fewer tries tell nothing … */
    FLOOR_TONIGHT = 4, /* … over evenings; of one it is only a story */
};

static struct memory_sum sum_of(const struct memory_pair *p, enum kin_span span)
{
    if (span == KIN_ALL)
        return p->all;
    if (span == KIN_BEFORE)
        return p->before;
    return (struct memory_sum){p->all.tries - p->before.tries, p->all.hits - p->before.hits,
                               p->all.chance - p->before.chance};
}

enum { BOOKS = 64 };

/* What all pairs have in each game. */
struct totals {
    struct memory_sum of[BOOKS];
};

static int place_of(const struct book *b)
{
    return registry_place(b) % BOOKS; /* a memory has no other books than those of the registry */
}

static struct totals totals_of(const struct memory *m, enum kin_span span)
{
    struct totals t = {0};

    for (int i = 0; i < m->pairs; i++) {
        struct memory_sum s = sum_of(&m->pair[i], span);

        sum_add(&t.of[place_of(m->pair[i].book)], &s);
    }
    return t;
}

/* How far above luck a pair must be, in deviations, so that of all pairs of a table hardly ever one
 * is so by luck alone: on any of many evenings, with games that are not as even as dice. */
static double certainty(int pairs)
{
    /* The normal deviate of 0.004 / pairs; rational approximation (Hastings), good to 0.0005. */
    double p = 0.004 / (pairs > 1 ? pairs : 1), t = sqrt(-2 * log(p));

    return t - (2.515517 + 0.802853 * t + 0.010328 * t * t) /
                   (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t);
}

struct measure {
    double tries, hits, chance, variance;
};

static void add_game(struct measure *to, const struct memory_sum *s, const struct memory_sum *all)
{
    double tries = (double)s->tries, hits = (double)s->hits, own;
    double others = (double)(all->tries - s->tries), theirs = (double)(all->hits - s->hits), rate,
           trust;

    if (tries <= 0)
        return;
    own = (double)s->chance / 1000 / tries;
    trust = others / (others + PRIOR);
    rate = (others > 0 ? trust * theirs / others : 0) + (1 - trust) * own;
    rate = rate < 0.02 ? 0.02 : rate > 0.98 ? 0.98 : rate;
    to->tries += tries;
    to->hits += hits;
    to->chance += tries * rate;
    /* Of the pair's own luck, and of that of the others whom it is measured by. */
    to->variance += tries * rate * (1 - rate);
    if (others > 0)
        to->variance += tries * tries * trust * trust * rate * (1 - rate) / others;
}

static struct kinship judge(const struct measure *g, int a, int b, enum kin_span span,
                            double certain)
{
    struct kinship k = {
        .a = a, .b = b, .tries = (int)g->tries, .hits = (int)g->hits, .chance = g->chance};

    k.shown = k.tries >= (span == KIN_TONIGHT ? FLOOR_TONIGHT : FLOOR);
    if (k.shown)
        k.above = 100 * (g->hits - g->chance) / (g->tries + SHRINK);
    k.close = k.shown && k.tries >= FLOOR && g->variance > 0 &&
              (g->hits - 0.5 - g->chance) / sqrt(g->variance) >= certain;
    return k;
}

/* Hidden ones last; of equals the earlier persons first. */
static bool before(const struct kinship *x, const struct kinship *y)
{
    if (x->shown != y->shown)
        return x->shown;
    if (x->above > y->above || x->above < y->above)
        return x->above > y->above;
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

static void put_in_order(struct kinship *k, int n)
{
    for (int i = 1; i < n; i++) {
        struct kinship one = k[i];
        int at = i;

        for (; at > 0 && before(&one, &k[at - 1]); at--)
            k[at] = k[at - 1];
        k[at] = one;
    }
}

int kinship_of(const struct memory *m, enum kin_span span, struct kinship out[KINSHIPS])
{
    struct totals totals = totals_of(m, span);
    static const struct measure none;
    struct measure found[KINSHIPS];
    int n = 0, enough = 0;

    for (int x = 0; x < m->persons; x++) {
        for (int y = x + 1; y < m->persons; y++) {
            int low = m->person[x].id, high = m->person[y].id;
            struct measure g = none;

            if (low > high) {
                int swap = low;

                low = high;
                high = swap;
            }
            for (int i = 0; i < m->pairs; i++) {
                const struct memory_pair *p = &m->pair[i];
                struct memory_sum s = sum_of(p, span);

                if (p->a == low && p->b == high)
                    add_game(&g, &s, &totals.of[place_of(p->book)]);
            }
            if (g.tries <= 0)
                continue;
            enough += g.tries >= FLOOR;
            found[n] = g;
            out[n++] = (struct kinship){.a = low, .b = high};
        }
    }
    for (int i = 0; i < n; i++)
        out[i] = judge(&found[i], out[i].a, out[i].b, span, certainty(enough));
    put_in_order(out, n);
    return n;
}
