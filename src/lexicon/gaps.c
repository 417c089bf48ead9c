#include "lexicon/gaps.h"

#include "lexicon/associate.h"

#include <math.h>

/* How one card answers to a clue: how likely it speaks up at all, and then how loudly. */
struct voice {
    float chance, loudness;
};

/* Chosen on one half of public norms (docs/lexicon.md): of ten words that we give a likelihood of
 * .015 two are really said by somebody of a hundred people, of those with .15 six. */
static const float HEARD = 12, HEARD_BACK = 6, HEARD_MOST = 1.08f, BY_CHANCE = .002f;
static const float LOUDNESS = .08f, LOUDER = .5f; /* square of it: share of those who say it */

static struct voice voice_of(const struct lex *l, const struct lex_likely *clue,
                             const struct lex_likely *card)
{
    if (card->speaker == LEX_NONE)
        return (struct voice){0};
    if (card->speaker == clue->speaker)
        return (struct voice){1, 1};
    float said, back;
    lex_likelihood(l, card, clue, &said, &back);
    float x = HEARD * said + HEARD_BACK * back;

    return (struct voice){x / (1 + HEARD_MOST * x) + BY_CHANCE,
                          sqrtf(LOUDNESS + LOUDER * (said + back))};
}

/* Chance, the same for every clue, so that clues differ by their worth alone. */
static float luck(uint32_t listener, uint32_t card)
{
    uint32_t h = (listener * 0x9e3779b9u) ^ (card + 1) * 0x85ebca6bu;

    h = (h ^ h >> 16) * 0x7feb352du;
    h = (h ^ h >> 15) * 0x846ca68bu;
    return ((float)((h ^ h >> 16) >> 8) + .5f) / (1 << 24);
}

enum { LISTENERS = 128 };

static int after(int i, int n)
{
    return i + 1 < n ? i + 1 : 0;
}

/* One listener points: at the gap that is loudest; where several are as loud, which is so on both
 * sides of a card that alone spoke up, rather at the one that could have spoken. False where no
 * card said anything. */
static bool point(const struct voice *voice, const float *loud, int n, float *chances)
{
    static const float UNDECIDED = .004f;
    float gap[LEX_CIRCLE], lean[LEX_CIRCLE], most = 0, all = 0;

    for (int i = 0; i < n; i++) {
        gap[i] = loud[i] + loud[after(i, n)];
        most = gap[i] > most ? gap[i] : most;
    }
    for (int i = 0; i < n && most > 0; i++) {
        int next = after(i, n);

        lean[i] =
            gap[i] >= most ? (UNDECIDED + voice[i].chance) * (UNDECIDED + voice[next].chance) : 0;
        all += lean[i];
    }
    for (int i = 0; i < n && most > 0; i++)
        chances[i] += lean[i] / all / LISTENERS;
    return most > 0;
}

static void play_through(const struct voice *voice, const float (*chance)[LEX_CIRCLE], int n,
                         float *chances)
{
    float all = 0;
    int dark = 0;

    for (int listener = 0; listener < LISTENERS; listener++) {
        float loud[LEX_CIRCLE];

        for (int i = 0; i < n; i++) { /* the likelier it speaks, the louder it may become */
            float u = chance[listener][i];

            loud[i] =
                u < voice[i].chance ? voice[i].loudness * (1.6f - 1.2f * u / voice[i].chance) : 0;
        }
        dark += !point(voice, loud, n, chances);
    }
    for (int i = 0; i < n; i++)
        all += 2 * voice[i].chance;
    for (int i = 0; i < n && all > 0; i++) /* who is in the dark still leans somewhere */
        chances[i] += (voice[i].chance + voice[after(i, n)].chance) / all * (float)dark / LISTENERS;
}

void lex_gaps(const struct lex *l, const struct str *clues, int n_clues, const struct str *circle,
              int n, float *chances)
{
    struct lex_likely card[LEX_CIRCLE], clue;
    float chance[LISTENERS][LEX_CIRCLE], background = lex_background(l);

    for (int i = 0; i < n_clues * n; i++)
        chances[i] = 0;
    if (n > LEX_CIRCLE)
        return;
    for (int i = 0; i < n; i++)
        card[i] = lex_likely(l, background, circle[i]);
    for (int listener = 0; listener < LISTENERS; listener++) {
        for (int i = 0; i < n; i++)
            chance[listener][i] = luck((uint32_t)listener, (uint32_t)i);
    }
    for (int c = 0; c < n_clues; c++) {
        struct voice voice[LEX_CIRCLE];

        clue = lex_likely(l, background, clues[c]);
        if (clue.speaker == LEX_NONE)
            continue;
        for (int i = 0; i < n; i++)
            voice[i] = voice_of(l, &clue, &card[i]);
        play_through(voice, (const float(*)[LEX_CIRCLE])chance, n, chances + c * n);
    }
}
