/* Graded opinions for those who place and choose: pictures for a theme, things between two poles.
 * Words are looked up once; what is asked about many of them is asked by their numbers. */
#include "lexicon/across.h"
#include "lexicon/associate.h"

#include <math.h>

enum {
    PARTS = 16, /* keywords of a picture, words of a theme, seeds of a pole */
    BEST_KEYWORDS = 3
};

static bool carries_idea(const struct lex *l, struct str word)
{
    uint32_t id = lex_find(l, word);

    return id == LEX_NONE || !(lex_entry_of(l, id).flags & LEX_STOPWORD);
}

static int add(const struct lex *l, struct str word, uint32_t *out, int n)
{
    out[n] = word.len ? lex_speaker(l, word) : (uint32_t)LEX_NONE;
    return n + (out[n] != LEX_NONE);
}

/* The words of a text that say something. */
static int words_of(const struct lex *l, struct str text, uint32_t out[PARTS])
{
    struct str word;
    int n = 0;

    while (n < PARTS && str_word(&text, &word)) {
        if (carries_idea(l, word))
            n = add(l, word, out, n);
    }
    return n;
}

/* The items of a list, commas between them. */
static int items_of(const struct lex *l, struct str list, uint32_t out[PARTS])
{
    struct str item;
    int n = 0;

    while (n < PARTS && str_piece(&list, ',', &item))
        n = add(l, item, out, n);
    return n;
}

static float softened(float z)
{
    return z > 0 ? z / (z + 1) : 0;
}

/* How near the nearest keywords are: a picture need not fit in every respect. */
static float nearest(const struct lex *l, uint32_t word, const uint32_t *keywords, int n)
{
    float best[BEST_KEYWORDS] = {0}, sum = 0, weight = 0;

    for (int i = 0; i < n; i++) {
        float z = lex_speaker_closeness(l, word, keywords[i]);

        for (int k = 0; k < BEST_KEYWORDS; k++) {
            if (z > best[k]) {
                float rest = best[k];

                best[k] = z;
                z = rest;
            }
        }
    }
    for (int k = 0; k < BEST_KEYWORDS; k++) {
        sum += best[k] / (float)(k + 1);
        weight += 1 / (float)(k + 1);
    }
    return sum / weight;
}

/* The rarer a word of a theme is, the more it says: of a pirate's weekend, the pirate. How
 * something is so says least: of what is perfectly round, the roundness. */
static float says(const struct lex *l, uint32_t speaker)
{
    static const float OFTEN = 40; /* of a million */
    static const float ADVERB = .2f;
    struct lex_entry e = lex_entry_of(l, lex_speaker_lemma(l, speaker));
    bool adverb = (e.flags & LEX_ADVERB) && !(e.flags & (LEX_NOUN | LEX_ADJECTIVE));
    float count = powf(10, (float)e.frequency / 16 - 3);

    return (adverb ? ADVERB : 1) / (1 + count / OFTEN);
}

static float portrays(const struct lex *l, const uint32_t *key, int keys, const uint32_t *word,
                      int words)
{
    float sum = 0, weight = 0;

    if (!keys || !words)
        return -1;
    for (int i = 0; i < words; i++) {
        float worth = says(l, word[i]);

        sum += worth * nearest(l, word[i], key, keys);
        weight += worth;
    }
    return softened(sum / weight);
}

float lex_portrays(const struct lex *l, struct str keywords, struct str theme)
{
    uint32_t key[PARTS], word[PARTS];
    int keys = items_of(l, keywords, key);

    return portrays(l, key, keys, word, words_of(l, theme, word));
}

static float signed_softened(float z)
{
    return z > 0 ? z / (z + 1) : z / (1 - z);
}

/* The mean over all pairs; 0 where there is nothing to compare. */
static float mean_closeness(const struct lex *l, const uint32_t *a, int na, const uint32_t *b,
                            int nb)
{
    float sum = 0;

    for (int i = 0; i < na; i++) {
        for (int k = 0; k < nb; k++)
            sum += signed_softened(lex_speaker_affinity(l, a[i], b[k]));
    }
    return na && nb ? sum / (float)(na * nb) : 0;
}

/* A thing and the seed words of both poles. */
struct axis {
    uint32_t thing[PARTS], high[PARTS], low[PARTS];
    int things, highs, lows;
};

/* What the words of a list are like: the mean and how far they differ from it, of each property. */
struct likes {
    float mean[LEX_PROPERTIES], spread[LEX_PROPERTIES];
    int n;
};

static struct likes likes_of(const struct lex *l, const uint32_t *speaker, int n)
{
    struct likes s = {0};

    for (int i = 0; i < n; i++) {
        const int8_t *its = lex_speaker_properties(l, speaker[i]);

        for (int k = 0; its && k < LEX_PROPERTIES; k++) {
            float value = (float)its[k] / LEX_PROPERTY_FULL;

            s.mean[k] += value;
            s.spread[k] += value * value;
        }
        s.n += its != NULL;
    }
    for (int k = 0; k < LEX_PROPERTIES && s.n; k++) {
        s.mean[k] /= (float)s.n;
        s.spread[k] = s.spread[k] / (float)s.n - s.mean[k] * s.mean[k];
    }
    return s;
}

/* What a thing is like, beside the seed words: 1 as those of the upper pole, -1 as those of the
 * lower one. A property counts by how far it tells the poles apart, and the less the more words of
 * one pole differ in it. False where nothing is known. */
static bool resembles(const struct lex *l, const struct axis *a, float *out)
{
    static const float DOUBT = .1f; /* about so much differs by accident */
    struct likes thing = likes_of(l, a->thing, a->things), high = likes_of(l, a->high, a->highs),
                 low = likes_of(l, a->low, a->lows);
    float sum = 0, apart = 0;

    if (!thing.n || !high.n || !low.n)
        return false;
    for (int k = 0; k < LEX_PROPERTIES; k++) {
        float differ = high.mean[k] - low.mean[k];
        float inside = ((float)high.n * high.spread[k] + (float)low.n * low.spread[k]) /
                       (float)(high.n + low.n);
        float weight = differ / (inside + DOUBT);

        sum += weight * (thing.mean[k] - (high.mean[k] + low.mean[k]) / 2);
        apart += weight * differ / 2;
    }
    *out = apart > 0 ? sum / apart : 0;
    return true;
}

static bool place(const struct lex *l, const struct axis *a, float *out)
{
    float alike;

    if (!a->things || !(a->highs + a->lows))
        return false;
    *out = mean_closeness(l, a->thing, a->things, a->high, a->highs) -
           mean_closeness(l, a->thing, a->things, a->low, a->lows);
    /* What a thing is like says more than what is said of it in one breath: a hammer has to do with
     * a thumb. */
    if (resembles(l, a, &alike))
        *out = (*out + signed_softened(alike)) / 2;
    return true;
}

bool lex_axis(const struct lex *l, struct str thing, struct str more, struct str less, float *out)
{
    struct axis a;

    a.things = words_of(l, thing, a.thing);
    a.highs = items_of(l, more, a.high);
    a.lows = items_of(l, less, a.low);
    return place(l, &a, out);
}

/* The items of a list as English has them. */
static int items_across(const struct lex *english, const struct lex *l, struct str list,
                        uint32_t out[PARTS])
{
    struct str item;
    struct word there;
    int n = 0;

    while (n < PARTS && str_piece(&list, ',', &item)) {
        if (lex_translate(english, l, item, english, &there))
            n = add(english, word_str(&there), out, n);
    }
    return n;
}

bool lex_axis_across(const struct lex *english, const struct lex *l, struct str thing,
                     struct str more, struct str less, float *out)
{
    static const float WEIGHT = .5f; /* what a thing is like is rated in its own language */
    float here = 0, there = 0;
    struct axis a;
    bool home = lex_axis(l, thing, more, less, &here);

    a.things = items_across(english, l, thing, a.thing);
    a.highs = items_across(english, l, more, a.high);
    a.lows = items_across(english, l, less, a.low);
    bool abroad = place(english, &a, &there);
    if (home && abroad)
        *out = (here + WEIGHT * there) / (1 + WEIGHT);
    else if (home || abroad)
        *out = home ? here : there;
    return home || abroad;
}

/* The words of a text as English has them. */
static int words_across(const struct lex *english, const struct lex *l, struct str text,
                        uint32_t out[PARTS])
{
    struct str word;
    struct word there;
    int n = 0;

    while (n < PARTS && str_word(&text, &word)) {
        if (carries_idea(l, word) && lex_translate(english, l, word, english, &there) &&
            carries_idea(english, word_str(&there)))
            n = add(english, word_str(&there), out, n);
    }
    return n;
}

float lex_portrays_across(const struct lex *english, const struct lex *l, struct str keywords,
                          struct str theme)
{
    uint32_t key[PARTS], word[PARTS];
    int keys = items_across(english, l, keywords, key);
    float here = lex_portrays(l, keywords, theme);
    float there = portrays(english, key, keys, word, words_across(english, l, theme, word));

    if (here < 0 || there < 0)
        return here < 0 ? there : here;
    return (here + there) / 2;
}
