#include "lexicon/across.h"

#include <math.h>
#include <string.h>

enum {
    MEANINGS = 12,    /* English words that stand for one */
    LEMMAS = 4,       /* what it may be a form of */
    HOME = 2,         /* translations back that are looked at */
    CANDIDATES = 6,   /* the same, where one is to be shown */
    SAME_SHARE = 140, /* from here on a common translation is the same idea … */
    ASK_SHARE = 64,   /* … and from here on a question */
    MEANT = 90,       /* translations that count for stems */
    WRITTEN_ALIKE = 4
};

struct meaning {
    uint32_t id; /* a lemma of the English file */
    unsigned share;
};

static bool one_build(const struct lex *a, const struct lex *b)
{
    return a && b && a->fingerprint == b->fingerprint;
}

static int add(struct meaning *m, int n, uint32_t id, unsigned share)
{
    for (int i = 0; i < n; i++) {
        if (m[i].id == id) {
            m[i].share = m[i].share > share ? m[i].share : share;
            return n;
        }
    }
    if (n < MEANINGS)
        m[n++] = (struct meaning){id, share};
    return n;
}

/* What a word is in English, each with how much it is that, of 255. */
static int meanings(const struct lex *english, const struct lex *l, struct str word,
                    struct meaning out[MEANINGS])
{
    struct lex_reading r;
    uint32_t lemma[LEMMAS];
    int n = 0;

    lex_read(l, word, &r);
    int lemmas = lex_lemmas(l, &r, lemma, LEMMAS);
    for (int i = 0; i < lemmas; i++) {
        uint32_t count = 0;
        const uint32_t *row = lex_row(l, LEX_ENGLISH_START, lemma[i], &count);

        if (l->lang == LANG_EN)
            n = add(out, n, lemma[i], 255);
        for (uint32_t k = 0; k < count; k++) {
            if ((row[k] & LEX_KEY_MASK) < english->lemmas)
                n = add(out, n, row[k] & LEX_KEY_MASK, row[k] >> LEX_KEY_BITS);
        }
    }
    return n;
}

struct lex_match lex_match_across(const struct lex *english, const struct lex *la, struct str a,
                                  const struct lex *lb, struct str b)
{
    struct lex_match m = {LEX_UNKNOWN_IDEA, LEX_WHY_NOTHING, 0};
    struct meaning ma[MEANINGS], mb[MEANINGS];
    float common = 0, like = 0;

    if (la->lang == lb->lang)
        return lex_match(la, a, b);
    if (!one_build(english, la) || !one_build(english, lb))
        return m;
    int na = meanings(english, la, a, ma), nb = meanings(english, lb, b, mb);
    if (na == 0 || nb == 0) {
        bool same = word_same(a, b, LANG_EN); /* a name nobody translates */

        return same ? (struct lex_match){LEX_PROBABLY, LEX_WHY_WORD, 255} : m;
    }
    for (int i = 0; i < na; i++) {
        for (int k = 0; k < nb; k++) {
            float share = sqrtf((float)ma[i].share * (float)mb[k].share);

            if (ma[i].id == mb[k].id) {
                common = share > common ? share : common;
                continue;
            }
            float score = (float)lex_match_score(english, ma[i].id, mb[k].id) * share / 255;
            like = score > like ? score : like;
        }
    }
    bool sure = common >= SAME_SHARE || like >= LEX_MATCH_SYNONYM;
    bool perhaps = common >= ASK_SHARE || like >= LEX_MATCH_PROBABLY;
    m.idea = sure ? LEX_SYNONYM : perhaps ? LEX_PROBABLY : LEX_OTHER_IDEA;
    m.why = sure || perhaps ? LEX_WHY_SOURCES : LEX_WHY_NOTHING;
    m.score = (uint8_t)(common > like ? common : like > 255 ? 255 : like);
    return m;
}

/* The words of a language that an English one is, commonest first. */
static const uint32_t *home(const struct lex *to, uint32_t english, uint32_t *count)
{
    return lex_row(to, LEX_HOME_START, english, count);
}

static void ask_if_related(const struct lex *l, struct str a, struct str b,
                           struct lex_related *best)
{
    struct lex_related r = lex_related(l, a, b);

    if (r.kind != LEX_UNRELATED && r.certainty > best->certainty)
        *best = r;
}

static bool written_alike(struct str a, struct str b)
{
    struct word_key ka, kb;

    word_key(&ka, a, false);
    word_key(&kb, b, false);
    struct str small = word_key_str(ka.len < kb.len ? &ka : &kb);
    struct str large = word_key_str(ka.len < kb.len ? &kb : &ka);
    return small.len >= WRITTEN_ALIKE && str_starts(large, small);
}

struct lex_related lex_related_across(const struct lex *english, const struct lex *la, struct str a,
                                      const struct lex *lb, struct str b)
{
    struct lex_related best = {0};
    struct meaning ma[MEANINGS], mb[MEANINGS];

    if (la->lang == lb->lang)
        return lex_related(la, a, b);
    if (one_build(english, la) && one_build(english, lb)) {
        int na = meanings(english, la, a, ma), nb = meanings(english, lb, b, mb);

        for (int i = 0; i < na; i++) { /* in English */
            for (int k = 0; k < nb; k++) {
                if (ma[i].share >= MEANT && mb[k].share >= MEANT)
                    ask_if_related(english, lex_shown(english, ma[i].id),
                                   lex_shown(english, mb[k].id), &best);
            }
        }
        for (int turn = 0; turn < 2; turn++) { /* and in each of the two: SONNENBLUME */
            const struct lex *l = turn ? lb : la;
            const struct meaning *other = turn ? ma : mb;

            for (int i = 0; i < (turn ? na : nb) && l->lang != LANG_EN; i++) {
                uint32_t count;
                const uint32_t *row = home(l, other[i].id, &count);

                for (uint32_t k = 0; k < count && k < HOME && other[i].share >= MEANT; k++)
                    ask_if_related(l, turn ? b : a, lex_shown(l, row[k] & LEX_KEY_MASK), &best);
            }
        }
    }
    best.certain = false;
    if (written_alike(a, b)) {
        bool same = word_same(a, b, LANG_EN);

        best.kind = same ? LEX_SAME : best.kind ? best.kind : LEX_CONTAINED;
        best.certain = same || best.certainty > 0;
        best.certainty = best.certain ? LEX_CERTAIN : best.certainty ? best.certainty : 10;
        word_set(&best.shared, a.len < b.len ? a : b);
    }
    return best;
}

/* How well a word of another language stands for these meanings: how much of them it shares, and
 * whether it is the same kind of word. MEER is MER, not MARIN, although both are SEA. */
static float standing(const struct lex *english, const struct lex *to, uint32_t lemma,
                      const struct meaning *m, int n, unsigned kinds)
{
    struct lex_entry e = lex_entry_of(to, lemma);
    struct meaning other[MEANINGS];
    int others = meanings(english, to, lex_shown(to, lemma), other);
    float shared = 0;

    for (int i = 0; i < n; i++) {
        for (int k = 0; k < others; k++) {
            if (m[i].id == other[k].id)
                shared += sqrtf((float)m[i].share * (float)other[k].share);
        }
    }
    bool same_kind = !(kinds & LEX_POS) || (kinds & e.flags & LEX_POS);
    return shared * (same_kind ? 1 : 0.5F) * (1 + (float)e.frequency / 255);
}

bool lex_translate(const struct lex *english, const struct lex *from, struct str word,
                   const struct lex *to, struct word *out)
{
    struct meaning m[MEANINGS];
    uint32_t best = LEX_NONE;
    float most = 0;

    if (from->lang == to->lang || !one_build(english, from) || !one_build(english, to))
        return false;
    int n = meanings(english, from, word, m);
    unsigned kinds = lex_flags_of(from, word);
    for (int i = 0; i < n; i++) {
        uint32_t count = 1;
        const uint32_t *row = to->lang == LANG_EN ? &m[i].id : home(to, m[i].id, &count);

        for (uint32_t k = 0; k < count && k < CANDIDATES; k++) {
            uint32_t lemma = row[k] & LEX_KEY_MASK;
            float score = standing(english, to, lemma, m, n, kinds);

            if (score > most) {
                most = score;
                best = lemma;
            }
        }
    }
    if (best != LEX_NONE)
        return word_set(out, lex_shown(to, best)) == WORD_OK;
    if (lex_flags_of(from, word) & LEX_NAME)
        return word_set(out, word) == WORD_OK;
    return false;
}
