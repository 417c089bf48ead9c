/*
 * Whether the translations of two words look alike: MERRY and MIRTH do not, but FRÖHLICH and
 * FRÖHLICHKEIT do. A resemblance that many unrelated languages repeat is no chance.
 */
#include "source.h"

#include "word_families.h"

#include <string.h>

enum { WORDS_MOST = 10, ALIKE_LEAST = 4, BORROWED = 3 };

static int by_entry(const void *x, const void *y)
{
    const struct pivot_word *a = x, *b = y;

    if (a->entry != b->entry)
        return a->entry < b->entry ? -1 : 1;
    if (a->pivot != b->pivot)
        return a->pivot < b->pivot ? -1 : 1;
    return (a->word > b->word) - (a->word < b->word);
}

void pivots_of(struct pivots *p, const struct dict *d)
{
    *p = (struct pivots){0};
    for (size_t i = 0; i < d->translations.n; i++) {
        const struct translation *t = &d->translations.at[i];

        if (t->pivot != PIVOT_EN_PART && t->weight >= .5f &&
            !(d->lang == LANG_FR && pivot_is_romance(t->pivot)))
            vec_push(&p->word, (struct pivot_word){t->entry, t->word, t->pivot});
    }
    if (p->word.n)
        qsort(p->word.at, p->word.n, sizeof *p->word.at, by_entry);
    size_t kept = 0;
    for (size_t i = 0; i < p->word.n; i++) {
        if (!kept || by_entry(&p->word.at[kept - 1], &p->word.at[i]) != 0)
            p->word.at[kept++] = p->word.at[i];
    }
    p->word.n = kept;
    for (size_t e = 0, i = 0; e <= d->entry.n; e++) {
        while (i < kept && p->word.at[i].entry < e)
            i++;
        vec_push(&p->start, (uint32_t)i);
    }
}

void pivots_fini(struct pivots *p)
{
    vec_fini(&p->word);
    vec_fini(&p->start);
}

/* One family in another language, as far as letters tell. Words that were borrowed with their look
 * (PLAN and PLANET are Plan and Planet) prove nothing. */
static bool alike(struct str ta, struct str tb, struct str a, struct str b)
{
    size_t n = common_start(ta, tb), shorter = ta.len < tb.len ? ta.len : tb.len;

    return n >= ALIKE_LEAST && n * 10 >= shorter * 6 && ta.len != tb.len &&
           common_start(ta, a) < BORROWED && common_start(tb, b) < BORROWED;
}

int pivots_agree(const struct pivots *p, const struct dict *d, uint32_t a, uint32_t b)
{
    struct str ka = dict_key(d, a), kb = dict_key(d, b);
    uint32_t i = p->start.at[a], k = p->start.at[b];
    int agree = 0;

    while (i < p->start.at[a + 1] && k < p->start.at[b + 1]) {
        uint16_t pivot = p->word.at[i].pivot;

        if (p->word.at[k].pivot < pivot) {
            k++;
            continue;
        }
        uint32_t ni = i, nk = k;
        while (ni < p->start.at[a + 1] && p->word.at[ni].pivot == pivot)
            ni++;
        while (nk < p->start.at[b + 1] && p->word.at[nk].pivot == pivot)
            nk++;
        bool found = false;
        for (uint32_t x = i; x < ni && x < i + WORDS_MOST && !found; x++) {
            for (uint32_t y = k; y < nk && y < k + WORDS_MOST && !found; y++)
                found = alike(pivot_key(d, p->word.at[x].word), pivot_key(d, p->word.at[y].word),
                              ka, kb);
        }
        agree += found;
        i = ni;
        k = nk;
    }
    return agree;
}
