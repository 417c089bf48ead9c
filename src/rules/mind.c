#include "rules/mind.h"

static int no_thought(const struct mind *m, enum language lang, const struct str *cues, int n,
                      const struct mind_wish *wish, struct thought *out, int k)
{
    (void)m, (void)lang, (void)cues, (void)n, (void)wish, (void)out, (void)k;
    return 0;
}

static float no_closeness(const struct mind *m, enum language lang, struct str a, struct str b)
{
    (void)m, (void)lang, (void)a, (void)b;
    return -1;
}

static void no_gaps(const struct mind *m, enum language lang, const struct str *clues, int n_clues,
                    const struct str *circle, int n, float *chances)
{
    (void)m, (void)lang, (void)clues, (void)circle;
    for (int i = 0; i < n_clues * n; i++)
        chances[i] = 0;
}

static int no_fit(const struct mind *m, enum language lang, struct str word, struct str theme)
{
    (void)m, (void)lang, (void)word, (void)theme;
    return -1;
}

static bool no_axis(const struct mind *m, enum language lang, struct str thing, struct str more,
                    struct str less, float *out)
{
    (void)m, (void)lang, (void)thing, (void)more, (void)less, (void)out;
    return false;
}

static float no_portrait(const struct mind *m, enum language lang, struct str keywords,
                         struct str theme)
{
    (void)m, (void)lang, (void)keywords, (void)theme;
    return -1;
}

static int no_frequency(const struct mind *m, enum language lang, struct str word)
{
    (void)m, (void)lang, (void)word;
    return 0;
}

const struct mind *mind_none(void)
{
    static const struct mind none = {
        &lexicon_by_letters, no_thought,  no_closeness, no_gaps, no_fit, no_axis,
        no_portrait,         no_frequency};

    return &none;
}
