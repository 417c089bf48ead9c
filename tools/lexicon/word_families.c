#include "word_families.h"

#include "edges.h"

#include <string.h>

static int by_number(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

    return (a > b) - (a < b);
}

void word_families_of(struct word_families *k, const struct dict *d)
{
    VEC(struct edge) edges = {0};

    *k = (struct word_families){.dict = d};
    for (size_t i = 0; i < d->links.n; i++) {
        const struct link *l = &d->links.at[i];

        if (l->kind > LEX_LINK_DERIVED || l->certainty < .5f)
            continue;
        vec_push(&edges, (struct edge){l->from, l->to, 1});
        vec_push(&edges, (struct edge){l->to, l->from, 1});
    }
    /* A family is what two steps reach: teacher - teach - teaching. */
    edges_by_place(edges.at, edges.n);
    VEC(uint32_t) first = {0};
    for (size_t e = 0, i = 0; e <= d->entry.n; e++) {
        while (i < edges.n && edges.at[i].from < e)
            i++;
        vec_push(&first, (uint32_t)i);
    }
    for (uint32_t e = 0; e < d->entry.n; e++) {
        size_t begin = k->member.n;

        vec_push(&k->start, (uint32_t)begin);
        vec_push(&k->member, e);
        for (uint32_t i = first.at[e]; i < first.at[e + 1]; i++) {
            uint32_t near = edges.at[i].to;

            vec_push(&k->member, near);
            for (uint32_t n = first.at[near]; n < first.at[near + 1] && k->member.n < begin + 64;
                 n++)
                vec_push(&k->member, edges.at[n].to);
        }
        qsort(k->member.at + begin, k->member.n - begin, sizeof(uint32_t), by_number);
        size_t kept = begin;
        for (size_t i = begin; i < k->member.n; i++) {
            if (kept == begin || k->member.at[kept - 1] != k->member.at[i])
                k->member.at[kept++] = k->member.at[i];
        }
        k->member.n = kept;
    }
    vec_push(&k->start, (uint32_t)k->member.n);
    vec_fini(&first);
    vec_fini(&edges);
}

void word_families_fini(struct word_families *k)
{
    vec_fini(&k->start);
    vec_fini(&k->member);
}

bool word_families_share(const struct word_families *k, uint32_t a, uint32_t b)
{
    if (a == b)
        return true;
    for (uint32_t i = k->start.at[a]; i < k->start.at[a + 1]; i++) {
        if (k->member.at[i] == b)
            return true;
    }
    return false;
}

void glossary_of(struct glossary *g, const struct dict *d, const struct dict *english,
                 unsigned pivot)
{
    VEC(struct edge) edges = {0}; /* 1: the whole translation, 0: a word of it */

    *g = (struct glossary){0};
    for (size_t i = 0; i < d->translations.n; i++) {
        const struct translation *t = &d->translations.at[i];
        uint32_t e[2];
        bool whole = t->pivot == pivot;

        if (!whole && (pivot != PIVOT_EN || t->pivot != PIVOT_EN_PART))
            continue;
        int n = dict_lemmas_of_entry(english, dict_find_key(english, pivot_key(d, t->word)), e, 2);
        for (int k = 0; k < n; k++) {
            vec_push(&edges, (struct edge){t->entry, e[k], whole});
            if (!whole)
                continue;
            for (uint32_t l = english->first_link.at[e[k]]; l < english->first_link.at[e[k] + 1];
                 l++) {
                if (english->links.at[l].kind == LEX_LINK_PART)
                    vec_push(&edges, (struct edge){t->entry, english->links.at[l].to, 0});
            }
        }
    }
    edges_by_place(edges.at, edges.n);
    size_t i = 0;
    for (uint32_t e = 0; e <= d->entry.n; e++) {
        vec_push(&g->start, (uint32_t)g->english.n);
        for (; i < edges.n && edges.at[i].from == e; i++) {
            if (g->english.n > g->start.at[e] &&
                g->english.at[g->english.n - 1] == edges.at[i].to) {
                g->votes.at[g->votes.n - 1] += 1;
                continue;
            }
            vec_push(&g->english, edges.at[i].to);
            vec_push(&g->whole, edges.at[i].weight > 0);
            vec_push(&g->votes, 1);
        }
    }
    vec_fini(&edges);
}

void glossary_fini(struct glossary *g)
{
    vec_fini(&g->start);
    vec_fini(&g->english);
    vec_fini(&g->whole);
    vec_fini(&g->votes);
}

int glossary_link(const struct glossary *g, const struct word_families *k, uint32_t a, uint32_t b)
{
    enum { NEAR = EV_GLOSS | EV_DERIVED | EV_SYNONYM | EV_SIMILAR | EV_HYPERNYM | EV_NEAR };
    int best = 0;

    for (uint32_t i = g->start.at[a]; i < g->start.at[a + 1]; i++) {
        for (uint32_t n = g->start.at[b]; n < g->start.at[b + 1]; n++) {
            bool whole = g->whole.at[i] && g->whole.at[n];

            if (dict_is_stopword(k->dict, g->english.at[i]) ||
                dict_is_stopword(k->dict, g->english.at[n]))
                continue;
            if (!word_families_share(k, g->english.at[i], g->english.at[n])) {
                if (best == 0 && whole &&
                    (dict_has_evidence(k->dict, g->english.at[i], g->english.at[n]) & NEAR))
                    best = 1;
                continue;
            }
            if (whole)
                return 3;
            if (g->whole.at[i] || g->whole.at[n])
                best = 2;
        }
    }
    return best;
}

float judge_evidence(const struct judge *j, uint32_t a, uint32_t b)
{
    unsigned bits = dict_has_evidence(j->d, a, b);
    float sum = 0;

    if (bits & EV_DERIVED)
        sum += 4;
    if (bits & EV_GLOSS)
        sum += 2;
    else if (bits & EV_OLD_GLOSS)
        sum += .8f;
    if (bits & EV_MADE_OF)
        sum += 2;
    if ((bits & EV_NEAR) && !(bits & (EV_DERIVED | EV_ROOT)))
        sum += 1.5f;
    if (bits & EV_HYPERNYM)
        sum += 1.5f;
    if (bits & (EV_SYNONYM | EV_SIMILAR | EV_SENSE))
        sum += 1.5f;
    if (bits & EV_PART)
        sum += 1.5f;
    if (bits & EV_SPELLER)
        sum += .5f;
    float agree = (float)pivots_agree(j->pivots, j->d, a, b);
    agree = agree >= 4 ? 2.6f : agree >= 3 ? 2.2f : agree >= 2 ? 1.7f : agree * .8f;
    if (j->english) {
        int link = glossary_link(j->glossary, j->english, a, b);

        sum += link == 3 ? 2.5f : link == 2 ? 1.5f : link == 1 ? 1.2f : 0;
        if (j->german) {
            int other = glossary_link(j->german_glossary, j->german, a, b);

            if (other == 3)
                sum += link == 3 ? 1.f : 2.2f;
            else if (other == 2 && link == 0)
                sum += 1;
        }
        agree *= link == 3 ? .4f : .8f; /* partly the same evidence */
    }
    sum += agree;
    /* Origins go far back: BADGE and BADGER are of one, but nobody minds. Something in the meaning
     * must be left of it. */
    if ((bits & EV_ROOT) && !(bits & EV_DERIVED))
        sum += sum > 0 ? 2 : .8f;
    return sum;
}
