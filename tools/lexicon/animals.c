/* Animals: WordNet tells for English, translations and chains of kinds for German and French. */
#include "match.h"

#include <string.h>

/* Everything below "Tier" in the thesaurus, each step a little less certain. */
static void below(struct dict *d, struct str root)
{
    uint32_t top = dict_find(d, root);

    if (top == ENTRY_NONE)
        return;
    float *reached = zeroed(d->entry.n, sizeof *reached);

    reached[top] = 1;
    for (int step = 0; step < 6; step++) {
        for (size_t i = 0; i < d->evidence.slots; i++) {
            struct evidence_pair is;

            if (dict_evidence_at(d, i, &is) && (is.bits & EV_HYPERNYM) &&
                reached[is.b] * .85f > reached[is.a])
                reached[is.a] = reached[is.b] * .85f;
        }
    }
    for (uint32_t e = 0; e < d->entry.n; e++) {
        if (reached[e] >= .35f && d->entry.at[e].animal < .3f)
            d->entry.at[e].animal += .35f * reached[e];
    }
    free(reached);
}

static void by_translation(const struct judge *j)
{
    const struct dict *english = j->english->dict;
    struct dict *d = j->d;
    float *yes = zeroed(d->entry.n, sizeof *yes), *all = zeroed(d->entry.n, sizeof *all);

    for (size_t i = 0; i < d->translations.n; i++) {
        const struct translation *t = &d->translations.at[i];
        uint32_t e = t->pivot == PIVOT_EN && t->weight >= .6f
                         ? dict_find_key(english, pivot_key(d, t->word))
                         : (uint32_t)ENTRY_NONE;

        if (e == ENTRY_NONE || !(english->entry.at[e].flags & (LEX_NOUN | LEX_NAME)))
            continue;
        float animal = english->entry.at[e].animal;
        /* A rare word says less: translations of slang are many and rare. */
        float voice = english->entry.at[e].count > 1 ? 1 : .4f;
        yes[t->entry] += voice * (animal >= .6f ? animal : animal * .3f);
        all[t->entry] += voice;
    }
    for (uint32_t e = 0; e < d->entry.n; e++) {
        if (all[e] > 0)
            d->entry.at[e].animal = yes[e] / all[e];
    }
    free(yes);
    free(all);
}

/* A definition that says what kind of animal it is speaks for one that a translation hints at. */
static void by_gloss(struct dict *d)
{
    static const char *const kinds[LANGUAGES][16] = {
        [LANG_DE] = {"Tier", "Säugetier", "Raubtier", "Nagetier", "Vogel", "Insekt", "Fisch",
                     "Reptil", "Huftier", "Raubkatze", "Haustier", "Lurch", "Singvogel", NULL},
        [LANG_FR] = {"animal", "mammifère", "oiseau", "insecte", "poisson", "reptile", "rongeur",
                     "félin", "amphibien", "crustacé", "mollusque", "passereau", NULL},
    };

    for (uint32_t e = 0; e < d->entry.n; e++) {
        if (d->entry.at[e].animal <= .08f)
            continue;
        for (const char *const *kind = kinds[d->lang]; *kind; kind++) {
            uint32_t k = dict_find(d, str_of(*kind));

            if (k != ENTRY_NONE &&
                ((unsigned)counts_get(&d->evidence, pair_name(e, k)) & (EV_GLOSS | EV_HYPERNYM))) {
                d->entry.at[e].animal += .25f;
                break;
            }
        }
    }
}

/* SEEHUND is a kind of HUND to whoever has no better source. */
static void by_head(struct dict *d)
{
    for (uint32_t e = 0; e < d->entry.n; e++) {
        struct str key = dict_key(d, e);

        if (!dict_is_lemma(d, e) || d->entry.at[e].animal > 0 || d->entry.at[e].senses > 0)
            continue;
        for (uint32_t i = d->first_link.at[e]; i < d->first_link.at[e + 1]; i++) {
            const struct link *l = &d->links.at[i];
            struct str head = dict_key(d, l->to);

            if (l->kind == LEX_LINK_PART && l->certainty >= .8f && head.len < key.len &&
                str_eq(str_n(key.at + key.len - head.len, head.len), head) &&
                d->entry.at[l->to].animal >= .8f)
                d->entry.at[e].animal = .55f;
        }
    }
}

void animals_find(const struct judge *j)
{
    size_t n = 0;

    if (j->english)
        by_translation(j);
    if (j->d->lang == LANG_DE)
        below(j->d, STR("Tier"));
    if (j->d->lang != LANG_EN) {
        by_gloss(j->d);
        by_head(j->d);
    }
    for (uint32_t e = 0; e < j->d->entry.n; e++)
        n += j->d->entry.at[e].animal >= .5f;
    dict_report(j->d, "%zu animals", n);
}
