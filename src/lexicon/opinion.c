/* Graded opinions for those who place and choose: pictures for a theme, words between two poles. */
#include "lexicon/associate.h"

enum { BEST_KEYWORDS = 3 };

static bool carries_idea(const struct lex *l, struct str word)
{
    uint32_t id = lex_find(l, word);

    return id == LEX_NONE || !(lex_entry_of(l, id).flags & LEX_STOPWORD);
}

/* How near the nearest keywords are: a picture need not fit in every respect. */
static float nearest(const struct lex *l, struct str word, const struct str *keywords, int n)
{
    float best[BEST_KEYWORDS] = {0}, sum = 0, weight = 0;
    bool known = false;

    for (int i = 0; i < n; i++) {
        float z = lex_closeness(l, word, keywords[i]);

        known = known || z >= 0;
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
    return known ? sum / weight : -1;
}

int lex_fits_keywords(const struct lex *l, struct str theme, const struct str *keywords, int n)
{
    struct str part;
    float sum = 0;
    int words = 0;

    while (str_word(&theme, &part)) {
        float z = carries_idea(l, part) ? nearest(l, part, keywords, n) : -1;

        if (z < 0)
            continue;
        sum += z;
        words++;
    }
    if (words == 0)
        return -1;
    float z = sum / (float)words;
    return (int)(100 * z / (z + 1));
}

/* The mean over the seed words that are known; -1 where none is. */
static float towards(const struct lex *l, struct str word, const struct str *seeds, int n)
{
    float sum = 0;
    int known = 0;

    for (int i = 0; i < n; i++) {
        float z = lex_closeness(l, word, seeds[i]);

        if (z >= 0) {
            sum += z;
            known++;
        }
    }
    return known ? sum / (float)known : -1;
}

float lex_axis(const struct lex *l, struct str word, const struct str *low, int n_low,
               const struct str *high, int n_high)
{
    static const float doubt = .25f; /* little evidence gives a place near the middle */
    float down = towards(l, word, low, n_low), up = towards(l, word, high, n_high);

    if (down < 0 || up < 0)
        return 0;
    return (up - down) / (up + down + doubt);
}
