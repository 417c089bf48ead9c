/*
 * French words meet English ones by way of other languages: mer -> Meer, hav, meri … -> sea. Each
 * pivot word votes; an English word that several pivots agree on becomes a translation.
 */
#include "edges.h"
#include "source.h"

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

/* Ding's German translations serve as a bridge too. */
static void german_bridges(struct shelf *s)
{
    const struct dict *de = &s->dict[LANG_DE];

    for (size_t i = 0; i < de->translations.n; i++) {
        const struct translation *t = &de->translations.at[i];

        if (t->pivot != PIVOT_EN || t->weight < 1)
            continue;
        vec_push(&s->bridges,
                 (struct bridge){pivot_add(&s->pivot_words, PIVOT_DE, dict_key(de, t->entry)),
                                 pool_add(&s->english, pivot_key(de, t->word))});
    }
}

void translate_by_bridges(struct shelf *s, struct dict *d)
{
    struct counts votes = {0};
    VEC(struct edge) list = {0}; /* from an entry to a word of s->english */
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
        struct pair vote = pair_of(votes.name[i]);

        if (votes.name[i] && votes.value[i] >= .7f)
            vec_push(&list, (struct edge){vote.a, vote.b, votes.value[i]});
    }
    edges_by_weight(list.at, list.n);
    float best = 0;
    for (size_t i = 0, place = 0; i < list.n; i++) {
        const struct edge *v = &list.at[i];

        if (i == 0 || v->from != list.at[i - 1].from) {
            place = 0;
            best = v->weight;
        }
        if (place++ >= 8 || v->weight < .25f * best)
            continue;
        translate(d, v->from, PIVOT_EN, pool_str(&s->english, v->to), v->weight >= 2 ? 1 : .6f);
        added++;
    }
    counts_fini(&votes);
    vec_fini(&list);
    dict_report(d, "%zu translations by way of other languages", added);
}
