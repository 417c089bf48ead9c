#include "dream.h"

#include "rules/play.h"

static uint32_t hash(struct str s)
{
    uint32_t h = 2166136261u;

    for (size_t i = 0; i < s.len; i++)
        h = (h ^ (unsigned char)s.at[i]) * 16777619u;
    return h ^ h >> 13;
}

static float closeness(const struct mind *m, enum language lang, struct str a, struct str b)
{
    (void)m, (void)lang;
    return (float)((hash(a) ^ hash(b)) % 1000) / 300;
}

static int associate(const struct mind *m, enum language lang, const struct str *cues, int n,
                     const struct mind_wish *wish, struct thought *out, int k)
{
    struct sampler s = sampler_new(0);
    int found = 0;

    for (uint32_t i = 0; i < s.n_words && found < k; i++) {
        struct thought it = {.score = (float)(hash(s.words[i]) % 100) / 100};
        int at = found;

        if (word_parts(s.words[i]) > 1 || word_set(&it.word, s.words[i]) != WORD_OK ||
            (wish->initial && word_initial(s.words[i]) != wish->initial))
            continue;
        for (int c = 0; c < n; c++)
            it.score += closeness(m, lang, cues[c], s.words[i]);
        for (; at > 0 && out[at - 1].score < it.score; at--)
            out[at] = out[at - 1];
        out[at] = it;
        found++;
    }
    return found;
}

static void gaps(const struct mind *m, enum language lang, const struct str *clues, int n_clues,
                 const struct str *circle, int n, float *chances)
{
    for (int c = 0; c < n_clues; c++) {
        float all = 0;

        for (int i = 0; i < n; i++) {
            chances[c * n + i] = closeness(m, lang, clues[c], circle[i]) +
                                 closeness(m, lang, clues[c], circle[(i + 1) % n]);
            all += chances[c * n + i];
        }
        for (int i = 0; i < n && all > 0; i++)
            chances[c * n + i] /= all;
    }
}

static int fits(const struct mind *m, enum language lang, struct str word, struct str theme)
{
    (void)m, (void)lang;
    return (int)((hash(word) ^ hash(theme)) % 101);
}

static bool axis(const struct mind *m, enum language lang, struct str thing, struct str more,
                 struct str less, float *out)
{
    *out = closeness(m, lang, thing, more) - closeness(m, lang, thing, less);
    return true;
}

static float portrays(const struct mind *m, enum language lang, struct str keywords,
                      struct str theme)
{
    return closeness(m, lang, keywords, theme);
}

static int frequency(const struct mind *m, enum language lang, struct str word)
{
    (void)m, (void)lang;
    return (int)(hash(word) % 256);
}

const struct mind *dream_mind(void)
{
    static const struct mind dream = {
        &lexicon_by_letters, associate, closeness, gaps, fits, axis, portrays, frequency};

    return &dream;
}
