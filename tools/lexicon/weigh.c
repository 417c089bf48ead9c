#include "weigh.h"

#include "lexicon/associate.h"

#include <math.h>

/* Chosen by likelihood (docs/lexicon.md): units of log likelihood. */
static const struct worths worths[LANGUAGES] = {
    [LANG_EN] = {.feature = {[F_GLOSS] = 1.06f,
                             [F_GLOSS2] = 1.16f,
                             [F_GLOSSED] = .41f,
                             [F_GLOSSED2] = .43f,
                             [F_OLD] = .81f,
                             [F_KIND] = .42f,
                             [F_EXAMPLE] = .4f,
                             [F_OPPOSITE] = 1.91f,
                             [F_SIMILAR] = .37f,
                             [F_PHRASE] = 1.51f,
                             [F_SET] = .98f,
                             [F_PICTURED] = 1.2f,
                             [F_NEXT] = .52f,
                             [F_OVER] = .2f,
                             [F_IDEA] = 1.09f,
                             [F_ANSWER] = 6,
                             [F_ANSWERED] = 1},
                 .ready = {[R_COMMON] = 1.39f,
                           [R_VERY] = .24f,
                           [R_RARE] = .92f,
                           [R_NAME] = -1,
                           [R_NO_NOUN] = -.16f,
                           [R_GLOSS] = .65f,
                           [R_GLOSS2] = -.55f,
                           [R_PHRASE] = .15f,
                           [R_SET] = .54f,
                           [R_PICTURED] = .66f},
                 .axes = 7.1f},
    [LANG_DE] = {.feature = {[F_GLOSS2] = .71f,
                             [F_GLOSSED2] = .75f,
                             [F_SYNONYM] = .12f,
                             [F_SYNONYMED] = .11f,
                             [F_KIND] = .1f,
                             [F_EXAMPLE] = .26f,
                             [F_OPPOSITE] = 1.7f,
                             [F_PHRASE] = .82f,
                             [F_SET] = .37f,
                             [F_PICTURED] = .67f,
                             [F_IDEA] = .73f,
                             [F_COMPOUNDS] = .77f,
                             [F_ENGLISH] = .33f,
                             [F_ANSWER] = 6,
                             [F_ANSWERED] = 1},
                 .ready = {[R_COMMON] = .89f,
                           [R_VERY] = -.42f,
                           [R_RARE] = .17f,
                           [R_NAME] = -1,
                           [R_NO_NOUN] = -.1f,
                           [R_GLOSS2] = -.14f,
                           [R_PHRASE] = 1.11f,
                           [R_SET] = .15f,
                           [R_PICTURED] = .79f},
                 .axes = 5.4f},
    [LANG_FR] = {.feature = {[F_GLOSS2] = .57f,
                             [F_GLOSSED2] = 1.07f,
                             [F_SYNONYM] = .37f,
                             [F_OPPOSITE] = 1.7f,
                             [F_PHRASE] = .64f,
                             [F_SET] = .86f,
                             [F_PICTURED] = 1,
                             [F_ENGLISH] = .67f,
                             [F_ANSWER] = 6,
                             [F_ANSWERED] = 1},
                 .ready = {[R_COMMON] = .89f,
                           [R_VERY] = -.08f,
                           [R_RARE] = .74f,
                           [R_NAME] = -1,
                           [R_NO_NOUN] = -.73f,
                           [R_GLOSS2] = .35f,
                           [R_PHRASE] = .47f,
                           [R_SET] = .16f,
                           [R_PICTURED] = .62f},
                 .axes = 4.3f},
};

static const struct worths with_vectors = {.feature = {[F_GLOSS] = .81f,
                                                       [F_GLOSS2] = .68f,
                                                       [F_GLOSSED] = .26f,
                                                       [F_GLOSSED2] = .45f,
                                                       [F_OLD] = .62f,
                                                       [F_KIND] = .33f,
                                                       [F_EXAMPLE] = .46f,
                                                       [F_OPPOSITE] = 1.71f,
                                                       [F_SIMILAR] = .53f,
                                                       [F_PHRASE] = 1.16f,
                                                       [F_SET] = .75f,
                                                       [F_PICTURED] = .86f,
                                                       [F_NEXT] = .4f,
                                                       [F_OVER] = .15f,
                                                       [F_IDEA] = .4f,
                                                       [F_ANSWER] = 6,
                                                       [F_ANSWERED] = 1},
                                           .ready = {[R_COMMON] = 1.35f,
                                                     [R_VERY] = .28f,
                                                     [R_RARE] = .56f,
                                                     [R_NAME] = -1,
                                                     [R_NO_NOUN] = -.13f,
                                                     [R_GLOSS] = .32f,
                                                     [R_GLOSS2] = -.17f,
                                                     [R_PHRASE] = .13f,
                                                     [R_SET] = .62f,
                                                     [R_PICTURED] = .6f},
                                           .axes = 4.3f,
                                           .vector = 6.6f};

/* For the axes of the graph. Words of one family or meaning are no answers to each other, but they
 * lie in one place. */
static const float bonds[FEATURES] = {
    [F_GLOSS] = .54f,    [F_GLOSS2] = .54f,    [F_GLOSSED] = .4f,  [F_GLOSSED2] = .4f,
    [F_SYNONYM] = .7f,   [F_SYNONYMED] = .35f, [F_KIND] = .5f,     [F_EXAMPLE] = .5f,
    [F_OPPOSITE] = 1.1f, [F_SIMILAR] = .8f,    [F_PART] = .5f,     [F_DERIVED] = .5f,
    [F_PHRASE] = .45f,   [F_SET] = .45f,       [F_PICTURED] = .5f, [F_NEXT] = .2f,
    [F_OVER] = .2f,      [F_IDEA] = .8f,       [F_COMPOUND] = .7f, [F_COMPOUNDS] = .5f,
    [F_FAMILY] = .35f,   [F_ENGLISH] = .55f,   [F_ANSWER] = 1,     [F_TOLD] = .8f};

const struct worths *worths_of(enum language lang, bool vectors)
{
    return lang == LANG_EN && vectors ? &with_vectors : &worths[lang];
}

void weigh(struct weighing *w, enum feature f, uint32_t from, uint32_t to, float strength)
{
    struct {
        uint32_t from, to, feature;
        float strength;
    } row = {from, to, f, strength};
    static const enum readiness counted[FEATURES] = {[F_GLOSS] = R_GLOSS,
                                                     [F_GLOSS2] = R_GLOSS2,
                                                     [F_PHRASE] = R_PHRASE,
                                                     [F_SET] = R_SET,
                                                     [F_PICTURED] = R_PICTURED};

    if (from == to || strength <= 0 || w->heard[to])
        return;
    if (w->evidence)
        fwrite(&row, sizeof row, 1, w->evidence);
    if (counted[f] && !w->heard[from])
        w->named[counted[f]][to]++;
    float bond = w->worth == &worths[LANG_FR] && f != F_TOLD && f != F_ANSWER
                     ? w->worth->feature[f] / LEX_CLOSE_WEIGHT
                     : bonds[f];
    if (bond > 0 && !w->heard[from])
        *counts_at(&w->bond, pair_name(from, to)) += bond * strength;
    if (w->worth->feature[f] > 0)
        *counts_at(&w->weight, pair_name(from, to)) +=
            w->worth->feature[f] * strength / LEX_CLOSE_WEIGHT;
}

void weigh_readiness(const struct weighing *w, const struct dict *d, const uint32_t *speakers,
                     size_t n, float *out)
{
    static const float VERY = 2.2f;
    /* Likelihood wants more of it than the order of answers does. */
    float share = d->lang == LANG_EN ? .93f : 1;

    for (size_t i = 0; i < n; i++) {
        const struct entry *e = &d->entry.at[speakers[i]];
        float common = log10f(e->count > 0 ? e->count : 1e-3f);
        float x[READINESS] = {[R_COMMON] = common < 0      ? 0
                                           : common > VERY ? VERY
                                                           : common,
                              [R_VERY] = common > VERY ? common - VERY : 0,
                              [R_RARE] = common < 0 ? common : 0,
                              [R_NO_NOUN] = e->flags & (LEX_NOUN | LEX_NAME) ? 0 : 1,
                              [R_NAME] = (e->flags & LEX_POS & ~LEX_OTHER) == LEX_NAME};

        out[i] = 0;
        for (int r = 0; r < READINESS; r++) {
            if (r >= R_GLOSS)
                x[r] = log10f(1 + (float)w->named[r][i]);
            out[i] += share * w->worth->ready[r] * x[r];
        }
    }
}

static void weigh_entries(struct weighing *w, enum feature f, uint32_t from, uint32_t to, float x)
{
    if (w->number[from] != ENTRY_NONE && w->number[to] != ENTRY_NONE)
        weigh(w, f, w->number[from], w->number[to], x);
}

/* There, and what that is the other way round. */
static void weigh_both(struct weighing *w, enum feature there, enum feature back, struct pair pair,
                       float x)
{
    weigh_entries(w, there, pair.a, pair.b, x);
    weigh_entries(w, back, pair.b, pair.a, x);
}

/* PEN is explained by INK more than INK by PEN. */
static void weigh_evidence(struct weighing *w, const struct dict *d)
{
    static const struct {
        unsigned bit, but;
        enum feature there, back;
    } kinds[] = {{EV_FIRST, 0, F_GLOSS, F_GLOSSED},     {EV_GLOSS, EV_FIRST, F_GLOSS2, F_GLOSSED2},
                 {EV_OLD_GLOSS, 0, F_OLD, F_OLD},       {EV_SYNONYM, 0, F_SYNONYM, F_SYNONYMED},
                 {EV_HYPERNYM, 0, F_KIND, F_EXAMPLE},   {EV_ANTONYM, 0, F_OPPOSITE, F_OPPOSITE},
                 {EV_SIMILAR, 0, F_SIMILAR, F_SIMILAR}, {EV_PART, 0, F_PART, F_PART},
                 {EV_DERIVED, 0, F_DERIVED, F_DERIVED}};

    for (size_t i = 0; i < d->evidence.slots; i++) {
        struct evidence_pair pair;

        if (!dict_evidence_at(d, i, &pair))
            continue;
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            if ((pair.bits & kinds[k].bit) && !(pair.bits & kinds[k].but))
                weigh_both(w, kinds[k].there, kinds[k].back, (struct pair){pair.a, pair.b}, 1);
        }
    }
}

/* Words that are together more often than chance would have it. */
static void weigh_together(struct weighing *w, const struct dict *d, const struct counts *c,
                           enum feature f)
{
    float *alone = zeroed(d->entry.n, sizeof *alone);
    double total = 0;

    for (size_t i = 0; i < c->slots; i++) {
        struct pair pair = pair_of(c->name[i]);

        if (!c->name[i])
            continue;
        alone[pair.a] += c->value[i];
        alone[pair.b] += c->value[i];
        total += 2 * (double)c->value[i];
    }
    for (size_t i = 0; i < c->slots; i++) {
        struct pair pair = pair_of(c->name[i]);

        if (!c->name[i])
            continue;
        float n = c->value[i];
        /* Smoothed: the power makes rare partners count less. */
        float chance = alone[pair.a] * powf(alone[pair.b], .75f) / powf((float)total, .75f);
        float surprise = logf(n / (chance > 0 ? chance : 1)) * n / (n + 1);

        if (surprise > 0)
            weigh_both(w, f, f, pair, logf(1 + surprise));
    }
    free(alone);
}

/* What is said next to what: a reader has told how much likelier than by chance. */
static void weigh_said(struct weighing *w, const struct dict *d)
{
    for (size_t i = 0; i < d->said_next.slots; i++) {
        if (d->said_next.name[i])
            weigh_both(w, F_NEXT, F_BEFORE, pair_of(d->said_next.name[i]), d->said_next.value[i]);
    }
    for (size_t i = 0; i < d->said_over.slots; i++) {
        if (d->said_over.name[i])
            weigh_both(w, F_OVER, F_OVER, pair_of(d->said_over.name[i]), d->said_over.value[i]);
    }
}

static void weigh_matches(struct weighing *w, const struct dict *d, const struct matches *m)
{
    for (size_t i = 0; i < m->at.n; i++) {
        if (m->at.at[i].score > .4f)
            weigh_entries(w, F_IDEA, m->at.at[i].a, m->at.at[i].b, logf(1 + m->at.at[i].score));
    }
    for (size_t i = 0; i < d->links.n; i++) { /* compounds and families */
        const struct link *l = &d->links.at[i];

        /* SPIDERMAN is no animal: what a name is made of says nothing about who bears it. */
        if ((d->entry.at[l->from].flags & LEX_POS & ~LEX_OTHER) == LEX_NAME)
            continue;
        if (l->kind == LEX_LINK_PART && l->certainty >= .7f) {
            weigh_both(w, F_COMPOUND, F_COMPOUNDS, (struct pair){l->from, l->to}, 1);
        } else if (l->kind == LEX_LINK_DERIVED && l->certainty >= .7f) {
            weigh_both(w, F_FAMILY, F_FAMILY, (struct pair){l->from, l->to}, 1);
        }
    }
}

void weigh_all(struct weighing *w, const struct dict *d, const struct matches *m)
{
    weigh_evidence(w, d);
    weigh_together(w, d, &d->cooccur, F_PHRASE);
    weigh_together(w, d, &d->set, F_SET);
    weigh_together(w, d, &d->pictured, F_PICTURED);
    weigh_said(w, d);
    weigh_matches(w, d, m);
    for (size_t i = 0; i < d->answered.slots; i++) {
        if (d->answered.name[i])
            weigh_both(w, F_ANSWER, F_ANSWERED, pair_of(d->answered.name[i]), d->answered.value[i]);
    }
    for (size_t i = 0; i < d->told.slots; i++) {
        struct pair told = pair_of(d->told.name[i]);

        if (d->told.name[i])
            weigh_entries(w, F_TOLD, told.a, told.b, d->told.value[i]);
    }
}

void weigh_told(struct weighing *w, const struct dict *d)
{
    /* Edges: enough to go before what is merely common, and back as much as one name of one word.
     */
    static const float THERE = 2.9f, BACK = .9f;
    struct counts names = {0}; /* by entry + 1: how many names tell of it */

    for (size_t i = 0; i < d->told.slots; i++) {
        if (d->told.name[i])
            *counts_at(&names, pair_of(d->told.name[i]).b + 1ull) += 1;
    }
    for (size_t i = 0; i < d->told.slots; i++) {
        if (!d->told.name[i])
            continue;
        struct pair told = pair_of(d->told.name[i]);
        uint32_t from = w->number[told.a], to = w->number[told.b];

        if (from == ENTRY_NONE || to == ENTRY_NONE || w->heard[to] || w->heard[from])
            continue;
        *counts_at(&w->weight, pair_name(from, to)) += THERE * d->told.value[i];
        *counts_at(&w->weight, pair_name(to, from)) +=
            BACK * d->told.value[i] / counts_get(&names, told.b + 1ull);
    }
    counts_fini(&names);
}
