/*
 * What people think of in English helps the others: a German word is carried into English, to what
 * comes to mind there, and back (HUND - dog - cat - KATZE). Where dictionaries of a language say
 * little about its words, this says most.
 */
#include "edges.h"
#include "thoughts.h"

#include <math.h>
#include <string.h>

enum { BACK_MOST = 12 };

static const float SHARP = 60;

/* Translations both ways between speakers, each with its share of the dictionaries' votes. */
struct ferry {
    VEC(uint32_t) start;
    VEC(struct thought) to;
};

static void ferry_fini(struct ferry *f)
{
    vec_fini(&f->start);
    vec_fini(&f->to);
}

/* `list` leads from speaker to speaker, by votes. */
static void ferry_of(struct ferry *f, struct edge *list, size_t n, size_t speakers)
{
    size_t i = 0;

    *f = (struct ferry){0};
    edges_by_weight(list, n);
    for (uint32_t s = 0; s <= speakers; s++) {
        size_t begin = f->to.n;
        float sum = 0;

        vec_push(&f->start, (uint32_t)begin);
        for (int kept = 0; i < n && list[i].from == s; i++, kept++) {
            if (kept >= BACK_MOST)
                continue;
            sum += list[i].weight;
            vec_push(&f->to, (struct thought){list[i].to, list[i].weight});
        }
        for (size_t k = begin; k < f->to.n; k++)
            f->to.at[k].weight /= sum;
    }
}

void associations_transport(struct weighing *w, const struct associations *a, const struct judge *j,
                            const struct associations *en, const struct thoughts *likely)
{
    const uint32_t *number = w->number;
    const struct dict *english = j->english->dict;
    uint32_t *there = zeroed(english->entry.n, sizeof *there);
    VEC(struct edge) out = {0};
    VEC(struct edge) back = {0};
    struct ferry over, home;

    for (size_t e = 0; e < english->entry.n; e++)
        there[e] = ENTRY_NONE;
    for (uint32_t s = 0; s < en->speaker.n; s++)
        there[en->speaker.at[s]] = s;
    /* Words that came with the exceptions have no translations. */
    for (uint32_t e = 0; e + 1 < j->glossary->start.n; e++) {
        for (uint32_t i = j->glossary->start.at[e]; i < j->glossary->start.at[e + 1]; i++) {
            uint32_t t = there[j->glossary->english.at[i]];
            float votes = j->glossary->votes.at[i];

            if (!j->glossary->whole.at[i] || number[e] == ENTRY_NONE || t == ENTRY_NONE)
                continue;
            vec_push(&out, (struct edge){number[e], t,
                                         votes * dict_common_root(english, en->speaker.at[t])});
            if (!w->heard[number[e]])
                vec_push(&back, (struct edge){t, number[e], votes * dict_common_root(j->d, e)});
        }
    }
    ferry_of(&over, out.at, out.n, a->speaker.n);
    ferry_of(&home, back.at, back.n, en->speaker.n);
    struct counts sum = {0};
    for (uint32_t s = 0; s < a->speaker.n; s++) {
        for (uint32_t x = over.start.at[s]; x < over.start.at[s + 1]; x++) {
            const struct thought *t = likely->at.at + (size_t)over.to.at[x].to * THOUGHTS;

            for (int k = 0; k < THOUGHTS && t[k].weight > 0; k++) {
                for (uint32_t y = home.start.at[t[k].to]; y < home.start.at[t[k].to + 1]; y++) {
                    if (home.to.at[y].to != s)
                        *counts_at(&sum, pair_name(s, home.to.at[y].to)) +=
                            over.to.at[x].weight * t[k].weight * home.to.at[y].weight;
                }
            }
        }
    }
    for (size_t i = 0; i < sum.slots; i++) {
        struct pair pair = pair_of(sum.name[i]);

        if (sum.name[i])
            weigh(w, F_ENGLISH, pair.a, pair.b, logf(1 + SHARP * sum.value[i]));
    }
    counts_fini(&sum);
    ferry_fini(&over);
    ferry_fini(&home);
    vec_fini(&out);
    vec_fini(&back);
    free(there);
}
