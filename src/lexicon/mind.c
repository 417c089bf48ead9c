#include "lexicon/mind.h"

#include "lexicon/associate.h"
#include "lexicon/gaps.h"
#include "lexicon/likeness.h"
#include "lexicon/unsaid.h"

static const struct lex *lex_of(const struct mind *m, enum language lang)
{
    const struct lex_referee *r = ((const struct lex_mind *)m)->referee;

    return r->known[lang] && lex_has_associations(&r->lex[lang]) ? &r->lex[lang] : NULL;
}

/* ---- associations ---- */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static unsigned flags_of(unsigned kinds)
{
    static const unsigned flags[] = {[KIND_NOUN] = LEX_NOUN,
                                     [KIND_VERB] = LEX_VERB,
                                     [KIND_ADJECTIVE] = LEX_ADJECTIVE,
                                     [KIND_NAME] = LEX_NAME};
    unsigned all = 0;

    for (int kind = KIND_NOUN; kind <= KIND_NAME; kind++)
        all |= kinds >> kind & 1 ? flags[kind] : 0;
    return all;
}

/* Whether it is also a form of another word: LEGS, SCHIFFEN. */
static bool inflected(const struct lex *l, uint32_t id)
{
    uint32_t count;
    const uint32_t *link = lex_row(l, LEX_LINK_START, id, &count);

    for (uint32_t i = 0; i < count; i++) {
        if ((link[i] >> LEX_KEY_BITS & 7u) == LEX_LINK_FORM)
            return true;
    }
    return false;
}

/* Words people would write down: known to this head, in their plain form, and neither rude nor a
 * mere particle. */
static bool sayable(const struct lex *l, uint32_t id, const struct mind_wish *wish)
{
    struct lex_entry e = lex_entry_of(l, id);

    return e.frequency >= wish->rarest && !(e.flags & (LEX_VULGAR | LEX_STOPWORD)) &&
           !inflected(l, id) && !lex_unsaid(l->lang, lex_key(l, id));
}

/* As the compiler gives it (docs/lexicon.md), from the frequency that is in the file too. */
static float prior_of(struct lex_entry e)
{
    float p = 1.2f * ((float)e.frequency / 16 - 3);

    return 1.2f * (p < 0 ? 0 : p > 2.2f ? 2.2f : p);
}

/* Everyone weighs the axes of meaning in their own way: the difference that makes to a cosine, for
 * vectors of length 127 · 2.2. */
static float bent(const struct lex *l, const int8_t *a, const int8_t *b,
                  const struct mind_wish *wish)
{
    float sum = 0;

    for (uint32_t i = 0; i < l->dimensions; i++) {
        int side = (int)(mix(wish->person + i) & 0xff) - 128;

        sum += (float)side / 74 * (float)(a[i] * b[i]); /* deviation of a byte: 74 */
    }
    return wish->bend * sum / (127 * 2.2f * 127 * 2.2f);
}

static void bend(const struct lex *l, const struct str *cues, int n, const struct mind_wish *wish,
                 struct thought *t, int found)
{
    static const float WEIGHT = 6; /* of a cosine in a score */
    uint32_t dimensions;

    for (int c = 0; c < n; c++) {
        const int8_t *cue = lex_vector(l, cues[c], &dimensions);

        for (int i = 0; cue && i < found; i++) {
            const int8_t *v = lex_vector(l, word_str(&t[i].word), &dimensions);

            if (v)
                t[i].score += WEIGHT / (float)n * bent(l, cue, v, wish);
        }
    }
}

/* A group that met at BEER and FOOTBALL meets at PUB rather than at LIBRARY. */
static void learn(const struct lex *l, const struct mind_wish *wish, struct thought *t, int found)
{
    enum { LIKED = 8 };
    static const float WEIGHT = .8f;
    uint32_t liked[LIKED];
    int n = wish->n_liked < LIKED ? wish->n_liked : LIKED;

    for (int i = 0; i < n; i++) /* the newest say most about a group */
        liked[i] = lex_speaker(l, wish->liked[wish->n_liked - n + i]);
    for (int i = 0; i < found && n; i++) {
        uint32_t s = lex_speaker(l, word_str(&t[i].word));
        float nearest = 0;

        for (int k = 0; k < n; k++) {
            float z =
                s == LEX_NONE || liked[k] == LEX_NONE ? 0 : lex_speaker_closeness(l, s, liked[k]);
            nearest = z > nearest ? z : nearest;
        }
        t[i].score += WEIGHT * nearest;
    }
}

static void sort(struct thought *t, int n)
{
    for (int i = 1; i < n; i++) {
        struct thought it = t[i];
        int at = i;

        for (; at > 0 && t[at - 1].score < it.score; at--)
            t[at] = t[at - 1];
        t[at] = it;
    }
}

static bool add(const struct lex *l, uint32_t id, float score, struct thought *out)
{
    struct str shown = lex_shown(l, id);

    if (word_set(&out->word, shown.len ? shown : lex_key(l, id)) != WORD_OK)
        return false;
    out->score = score;
    out->prior = prior_of(lex_entry_of(l, id));
    return true;
}

/* Without cues: some common words, others for everybody. */
static int common(const struct lex *l, const struct mind_wish *wish, struct thought *out, int k)
{
    enum { COMMON = 72, SHORTEST = 3 };
    unsigned kinds = wish->kinds ? flags_of(wish->kinds) : LEX_NOUN;
    struct lex_thought best[LEX_THOUGHTS];
    int n = 0, found = 0;

    for (uint32_t s = 0, id; (id = lex_speaker_lemma(l, s)) != LEX_NONE; s++) {
        struct str key = lex_key(l, id);
        struct lex_entry e = lex_entry_of(l, id);
        float chance = (float)(mix(wish->person ^ mix(id)) >> 40);
        int at = n < k ? n : k - 1;

        if (key.len < SHORTEST || (wish->initial && key.at[0] != wish->initial) ||
            !(e.flags & kinds) || (wish->no_animals && e.animal >= LEX_ANIMAL) ||
            e.frequency < COMMON || !sayable(l, id, wish) || (n == k && best[at].score >= chance))
            continue;
        for (; at > 0 && best[at - 1].score < chance; at--)
            best[at] = best[at - 1];
        best[at] = (struct lex_thought){id, chance};
        n += n < k;
    }
    for (int i = 0; i < n; i++)
        found += add(l, best[i].id, best[i].score / (1 << 24), &out[found]);
    return found;
}

static int associate(const struct mind *m, enum language lang, const struct str *cues, int n,
                     const struct mind_wish *wish, struct thought *out, int k)
{
    const struct lex *l = lex_of(m, lang);
    struct lex_thought t[LEX_THOUGHTS];
    int found = 0;

    if (!l || k <= 0)
        return 0;
    k = k < MIND_THOUGHTS ? k : MIND_THOUGHTS;
    if (n == 0) {
        found = common(l, wish, out, k);
    } else {
        struct lex_wish w = {.initial = wish->initial,
                             .kinds = flags_of(wish->kinds),
                             .no_animals = wish->no_animals};
        int all = lex_associate(l, cues, n, &w, t, LEX_THOUGHTS);

        for (int i = 0; i < all && found < k; i++) {
            if (sayable(l, t[i].id, wish))
                found += add(l, t[i].id, t[i].score, &out[found]);
        }
        if (wish->bend > 0)
            bend(l, cues, n < MIND_CUES ? n : MIND_CUES, wish, out, found);
        learn(l, wish, out, found);
    }
    sort(out, found);
    return found;
}

/* ---- closeness ---- */

static float closeness(const struct mind *m, enum language lang, struct str a, struct str b)
{
    const struct lex *l = lex_of(m, lang);

    return l ? lex_closeness(l, a, b) : -1;
}

static void gaps(const struct mind *m, enum language lang, const struct str *clues, int n_clues,
                 const struct str *circle, int n, float *chances)
{
    const struct lex *l = lex_of(m, lang);

    if (l)
        lex_gaps(l, clues, n_clues, circle, n, chances);
    for (int i = 0; !l && i < n_clues * n; i++)
        chances[i] = 0;
}

/* ---- themes, poles, pictures ---- */

static int fits(const struct mind *m, enum language lang, struct str word, struct str theme)
{
    const struct lex *l = lex_of(m, lang);

    return l ? lex_fits(l, word, theme) : -1;
}

static bool axis(const struct mind *m, enum language lang, struct str thing, struct str more,
                 struct str less, float *out)
{
    const struct lex *l = lex_of(m, lang);

    if (l && lang != LANG_EN && lex_of(m, LANG_EN))
        return lex_axis_across(lex_of(m, LANG_EN), l, thing, more, less, out);
    return l && lex_axis(l, thing, more, less, out);
}

static float portrays(const struct mind *m, enum language lang, struct str keywords,
                      struct str theme)
{
    const struct lex *l = lex_of(m, lang);

    if (l && lang != LANG_EN && lex_of(m, LANG_EN))
        return lex_portrays_across(lex_of(m, LANG_EN), l, keywords, theme);
    return l ? lex_portrays(l, keywords, theme) : -1;
}

static int frequency(const struct mind *m, enum language lang, struct str word)
{
    const struct lex_referee *r = ((const struct lex_mind *)m)->referee;

    return r->known[lang] ? (int)lex_frequency(&r->lex[lang], word) : 0;
}

void lex_mind_init(struct lex_mind *m, const struct lex_referee *r)
{
    *m = (struct lex_mind){
        .mind = {&r->lexicon, associate, closeness, gaps, fits, axis, portrays, frequency},
        .referee = r,
    };
}
