#include "match.h"

#include "sameness.h"

#include <stdio.h>

enum { KEPT = 64 }; /* of each word; a pair is found by either of its words */

static void keep(struct matches *m, uint32_t a, uint32_t b, float score)
{
    vec_push(&m->at, (struct match){a, b, score});
    vec_push(&m->at, (struct match){b, a, score});
}

static int by_score(const void *x, const void *y)
{
    const struct match *a = x, *b = y;

    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

static int by_pair(const void *x, const void *y)
{
    const struct match *a = x, *b = y;

    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    if (a->b != b->b)
        return a->b < b->b ? -1 : 1;
    return (a->score < b->score) - (a->score > b->score);
}

void matches_sort(struct matches *m)
{
    if (m->at.n)
        qsort(m->at.at, m->at.n, sizeof *m->at.at, by_pair);
}

void matches_fini(struct matches *m)
{
    vec_fini(&m->at);
}

static void consider(struct matches *m, const struct judge *j, const struct tallies *t,
                     uint64_t name)
{
    struct pair pair = pair_of(name);
    struct sameness s = sameness_of(j, t, pair.a, pair.b);
    float score = sameness_score(j->d->lang, &s);

    if (s.antonym)
        keep(m, pair.a, pair.b, 0);
    else if (score >= .42f)
        keep(m, pair.a, pair.b, score);
}

/* Whether only a dictionary says that two words may be the same, and this is its first time. */
static bool is_new(const struct dict *d, const struct tallies *t, const struct evidence_pair *pair)
{
    enum { SAYS_SO = EV_LISTED | EV_PARAPHRASE | EV_DEFINED | EV_HYPERNYM | EV_SIMILAR };
    uint64_t name = pair_both(pair->a, pair->b);
    unsigned back = (unsigned)counts_get(&d->evidence, pair_name(pair->b, pair->a));

    return (pair->bits & SAYS_SO) && (pair->a < pair->b || !(back & SAYS_SO)) &&
           counts_get(&t->group, name) == 0 && counts_get(&t->translation, name) == 0 &&
           counts_get(&t->bridge, name) == 0;
}

void matches_find(struct matches *m, const struct judge *j)
{
    struct tallies t;
    size_t kept = 0, place = 0;

    *m = (struct matches){0};
    tallies_init(&t, j);
    const struct counts *tables[] = {&t.group, &t.translation, &t.bridge, &j->d->same,
                                     &j->d->alike};
    for (int k = 0; k < 5; k++) {
        for (size_t i = 0; i < tables[k]->slots; i++) {
            uint64_t name = tables[k]->name[i];
            bool seen = false;

            for (int o = 0; o < k && name; o++)
                seen = seen || counts_get(tables[o], name) > 0;
            if (name && !seen)
                consider(m, j, &t, name);
        }
    }
    for (size_t i = 0; i < j->d->evidence.slots; i++) {
        struct evidence_pair pair;

        if (!dict_evidence_at(j->d, i, &pair))
            continue;
        if (pair.bits & EV_ANTONYM)
            keep(m, pair.a, pair.b, 0);
        else if (is_new(j->d, &t, &pair))
            consider(m, j, &t, pair_both(pair.a, pair.b));
    }
    if (m->at.n)
        qsort(m->at.at, m->at.n, sizeof *m->at.at, by_score);
    for (size_t i = 0; i < m->at.n; i++) {
        place = i && m->at.at[i].a == m->at.at[i - 1].a ? place + 1 : 0;
        if (place < KEPT || m->at.at[i].score == 0)
            m->at.at[kept++] = m->at.at[i];
    }
    m->at.n = kept;
    dict_report(j->d, "%zu words with the same idea as another", kept);
    tallies_fini(&t);
}

static void explain(FILE *out, const struct judge *j, const struct tallies *t, struct str wa,
                    struct str wb)
{
    struct sameness s = {0};
    uint32_t a[1], b[1];
    int known = dict_lemmas_of(j->d, wa, a, 1) && dict_lemmas_of(j->d, wb, b, 1);

    if (known)
        s = sameness_of(j, t, a[0], b[0]);
    fprintf(out, "%.*s %.*s known=%d opposite=%d asked=%d score=%.2f", STR_FMT(wa), STR_FMT(wb),
            known, s.antonym, sameness_said(&s), (double)sameness_score(j->d->lang, &s));
    for (int i = 0; i < S_COUNT; i++)
        fprintf(out, " %.3f", (double)s.f[i]);
    fputc('\n', out);
}

/* Some thousand pairs of common words that some source puts together, as chance will have it. */
static void explain_some(FILE *out, const struct judge *j, const struct tallies *t)
{
    static const float COMMON = 2; /* of a million */
    enum { SOME = 1500 };
    const struct counts *tables[] = {&t->group, &t->translation, &t->bridge};
    size_t found = 0, step = 1;

    for (int pass = 0; pass < 2; pass++) {
        size_t at = 0;

        for (int k = 0; k < 3; k++) {
            for (size_t i = 0; i < tables[k]->slots; i++) {
                uint64_t name = tables[k]->name[i];
                struct pair pair = pair_of(name);

                if (!name || j->d->entry.at[pair.a].count < COMMON ||
                    j->d->entry.at[pair.b].count < COMMON)
                    continue;
                if (pass == 0)
                    found++;
                else if (at++ % step == 0)
                    explain(out, j, t, dict_key(j->d, pair.a), dict_key(j->d, pair.b));
            }
        }
        step = found / SOME + 1;
    }
}

static FILE *beside(const char *folder, const char *name, enum language lang, const char *mode)
{
    char path[512];

    snprintf(path, sizeof path, "%s/%s.%s", folder, name, language_codes[lang]);
    return fopen(path, mode);
}

void matches_explain(const struct judge *j, const char *folder)
{
    struct tallies t;
    char line[256];
    FILE *in = beside(folder, "pairs", j->d->lang, "r");
    FILE *out = beside(folder, "features", j->d->lang, "w");
    FILE *some = beside(folder, "some", j->d->lang, "w");

    tallies_init(&t, j);
    while (in && out && fgets(line, sizeof line, in)) {
        struct str rest = str_of(line), wa, wb;

        if (str_word(&rest, &wa) && str_word(&rest, &wb))
            explain(out, j, &t, wa, wb);
    }
    if (some)
        explain_some(some, j, &t);
    tallies_fini(&t);
    for (int i = 0; i < 3; i++) {
        FILE *file = i == 0 ? in : i == 1 ? out : some;

        if (file)
            fclose(file);
    }
}
