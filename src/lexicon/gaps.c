#include "lexicon/gaps.h"

#include "lexicon/associate.h"

#include <math.h>

/* How one card answers to a clue: how likely it speaks up at all, and then how loudly. */
struct voice {
    float chance, loudness;
};

/* Two ways to listen. Some go by what each card brings to mind, and hear the clue among it; others
 * think of the clue as well, and hear what it has in common with a card. A logistic regression on
 * one half of public norms tells how likely a card is heard (docs/lexicon.md), linear ones how many
 * say so and who thinks of the clue: of a common word rather than of a rare one. */
struct ear {
    float base, said, back, near, common; /* logarithm of the odds */
    float loudness, louder;               /* square of it: share of those who say it */
};

enum { EARS = 2 };
static const struct ear ears[EARS] = {
    {-4.13f, .59f, -.24f, 1.23f, .43f, .28f, .27f},
    {-3.69f, .07f, -.07f, 1.37f, -.07f, .20f, .59f},
};
static const float THINKS_OF_CLUE = -.28f, OF_COMMON_CLUE = .30f; /* logarithm of the odds */

static float probability(float log_odds)
{
    return 1 / (1 + expf(-log_odds));
}

/* A clue with what is asked of it for every card. */
struct heard {
    struct lex_likely likely;
    float common;     /* ten times as common: 1 more */
    float thought_of; /* share of listeners who think of it */
};

static struct heard hear(const struct lex *l, float background, struct str clue)
{
    static const float USUAL = 76, TEN_TIMES = 16;
    struct heard h = {.likely = lex_likely(l, background, clue)};

    if (h.likely.speaker != LEX_NONE) {
        uint32_t lemma = lex_speaker_lemma(l, h.likely.speaker);

        h.common = ((float)lex_entry_of(l, lemma).frequency - USUAL) / TEN_TIMES;
    }
    h.thought_of = probability(THINKS_OF_CLUE + OF_COMMON_CLUE * h.common);
    return h;
}

/* How a card answers to a clue, in both kinds of ears. */
static void voices_of(const struct lex *l, const struct heard *clue, const struct lex_likely *card,
                      struct voice out[EARS])
{
    static const float LEAST = 1e-4f; /* a likelihood below this is none */
    float said, back, near;

    if (card->speaker == LEX_NONE || card->speaker == clue->likely.speaker) {
        float loud = card->speaker != LEX_NONE;

        out[0] = out[1] = (struct voice){loud, loud};
        return;
    }
    lex_likelihood(l, card, &clue->likely, &said, &back, &near);
    float ln_said = logf(said + LEAST), ln_back = logf(back + LEAST);

    for (int i = 0; i < EARS; i++) {
        const struct ear *e = &ears[i];

        out[i].chance = probability(e->base + e->said * ln_said + e->back * ln_back +
                                    e->near * near + e->common * clue->common);
        out[i].loudness = e->loudness + e->louder * sqrtf(said + back);
    }
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

/* One listener points at the loudest gap; where several are as loud, which is so on both sides of a
 * card that alone spoke up, at any of them. False where no card said anything. */
static bool point(const float *loud, int n, float *chances)
{
    float gap[LEX_CIRCLE], most = 0;
    int loudest = 0;

    for (int i = 0; i < n; i++) {
        gap[i] = loud[i] + loud[after(i, n)];
        most = gap[i] > most ? gap[i] : most;
    }
    for (int i = 0; i < n; i++)
        loudest += gap[i] >= most;
    for (int i = 0; i < n && most > 0; i++)
        chances[i] += gap[i] >= most ? 1 / (float)loudest / LISTENERS : 0;
    return most > 0;
}

/* Who has to choose leans to the gap whose two cards could both have spoken: a little, so that of
 * gaps that are as loud one is the likeliest. */
static void lean(const struct voice (*voice)[EARS], float thought_of, int n, float *chances)
{
    static const float LEANING = .1f, UNDECIDED = .004f;
    float could[LEX_CIRCLE], toward[LEX_CIRCLE], all = 0;

    for (int i = 0; i < n; i++)
        could[i] =
            UNDECIDED + (1 - thought_of) * voice[i][0].chance + thought_of * voice[i][1].chance;
    for (int i = 0; i < n; i++) {
        toward[i] = could[i] * could[after(i, n)];
        all += toward[i];
    }
    for (int i = 0; i < n; i++)
        chances[i] = (1 - LEANING) * chances[i] + LEANING * toward[i] / all;
}

static void play_through(const struct voice (*voice)[EARS], float thought_of,
                         const float (*chance)[LEX_CIRCLE + 1], int n, float *chances)
{
    int dark = 0;

    for (int listener = 0; listener < LISTENERS; listener++) {
        float loud[LEX_CIRCLE];
        int ear = chance[listener][n] < thought_of;

        for (int i = 0; i < n; i++) { /* the likelier it speaks, the louder it may become */
            struct voice v = voice[i][ear];
            float u = chance[listener][i];

            loud[i] = u < v.chance ? v.loudness * (1.5f - u / v.chance) : 0;
        }
        dark += !point(loud, n, chances);
    }
    for (int i = 0; i < n; i++)
        chances[i] += (float)dark / LISTENERS / (float)n;
    lean(voice, thought_of, n, chances);
}

void lex_gaps(const struct lex *l, const struct str *clues, int n_clues, const struct str *circle,
              int n, float *chances)
{
    struct lex_likely card[LEX_CIRCLE];
    float chance[LISTENERS][LEX_CIRCLE + 1], background = lex_background(l);

    for (int i = 0; i < n_clues * n; i++)
        chances[i] = 0;
    if (n > LEX_CIRCLE)
        return;
    for (int i = 0; i < n; i++)
        card[i] = lex_likely(l, background, circle[i]);
    for (int listener = 0; listener < LISTENERS; listener++) {
        for (int i = 0; i <= n; i++)
            chance[listener][i] = luck((uint32_t)listener, (uint32_t)i);
    }
    for (int c = 0; c < n_clues; c++) {
        struct voice voice[LEX_CIRCLE][EARS];
        struct heard clue = hear(l, background, clues[c]);

        if (clue.likely.speaker == LEX_NONE)
            continue;
        for (int i = 0; i < n; i++)
            voices_of(l, &clue, &card[i], voice[i]);
        play_through((const struct voice(*)[EARS])voice, clue.thought_of,
                     (const float(*)[LEX_CIRCLE + 1]) chance, n, chances + c * n);
    }
}
