/*
 * French words meet English ones by way of other languages: mer -> Meer, hav, meri … -> sea. Each
 * pivot word votes; an English word that several pivots agree on becomes a translation.
 */
#include "source.h"

#include <string.h>

static int by_word(const void *x, const void *y)
{
    const struct bridge *a = x, *b = y;

    if (a->word != b->word)
        return a->word < b->word ? -1 : 1;
    return (a->english > b->english) - (a->english < b->english);
}

static size_t first_bridge(const struct shelf *s, uint32_t word)
{
    size_t low = 0, high = s->bridges.n;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (s->bridges.at[middle].word < word)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct vote {
    uint32_t entry, english;
    float weight;
};

static int by_vote(const void *x, const void *y)
{
    const struct vote *a = x, *b = y;

    if (a->entry != b->entry)
        return a->entry < b->entry ? -1 : 1;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->english > b->english) - (a->english < b->english);
}

/* Ding's German translations serve as a bridge too. */
static void german_bridges(struct shelf *s)
{
    const struct dict *de = &s->dict[LANG_DE];

    for (size_t i = 0; i < de->translations.n; i++) {
        const struct translation *t = &de->translations.at[i];
        char name[WORD_KEY + 4];

        if (t->pivot != PIVOT_EN || t->weight < 1)
            continue;
        struct str key = dict_key(de, t->entry), english = pool_str(&de->pivots, t->word);
        name[0] = '0' + PIVOT_DE;
        memcpy(name + 1, key.at, key.len);
        vec_push(&s->bridges,
                 (struct bridge){pool_add(&s->pivot_words, str_n(name, key.len + 1)),
                                 pool_add(&s->english, str_n(english.at + 1, english.len - 1))});
    }
}

void translate_by_bridges(struct shelf *s, struct dict *d)
{
    struct counts votes = {0};
    VEC(struct vote) list = {0};
    size_t direct = d->translations.n, added = 0;

    german_bridges(s);
    if (s->bridges.n)
        qsort(s->bridges.at, s->bridges.n, sizeof *s->bridges.at, by_word);
    for (size_t i = 0; i < direct; i++) {
        const struct translation *t = &d->translations.at[i];
        uint32_t word = pool_find(&s->pivot_words, pool_str(&d->pivots, t->word));

        if (t->pivot == PIVOT_EN || word == POOL_NONE)
            continue;
        size_t first = first_bridge(s, word), last = first;
        while (last < s->bridges.n && s->bridges.at[last].word == word)
            last++;
        for (size_t k = first; k < last; k++) {
            if (k > first && s->bridges.at[k].english == s->bridges.at[k - 1].english)
                continue;
            float *vote = counts_at(&votes, pair_name(t->entry, s->bridges.at[k].english));
            *vote += 1 / (1 + .15f * (float)(last - first));
        }
    }
    for (size_t i = 0; i < votes.slots; i++) {
        if (votes.name[i] && votes.value[i] >= .7f)
            vec_push(&list, (struct vote){(uint32_t)((votes.name[i] - 1) >> 32),
                                          (uint32_t)(votes.name[i] - 1), votes.value[i]});
    }
    if (list.n)
        qsort(list.at, list.n, sizeof *list.at, by_vote);
    float best = 0;
    for (size_t i = 0, place = 0; i < list.n; i++) {
        const struct vote *v = &list.at[i];

        if (i == 0 || v->entry != list.at[i - 1].entry) {
            place = 0;
            best = v->weight;
        }
        if (place++ >= 8 || v->weight < .25f * best)
            continue;
        translate(d, v->entry, PIVOT_EN, pool_str(&s->english, v->english),
                  v->weight >= 2 ? 1 : .6f);
        added++;
    }
    counts_fini(&votes);
    vec_fini(&list);
    dict_report(d, "%zu translations by way of other languages", added);
}
