#include "lexicon/associate.h"

#include "lexicon/likeness.h"

#include <math.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#elif defined __aarch64__
#include <arm_neon.h>
#endif

static const float UNIT = 1 / LEX_VECTOR_SQUARE, VECTOR_WEIGHT = LEX_VECTOR_WEIGHT;
/* Of each of several words: less than of one alone, so that commonness and taste keep their say. */
static const float TOGETHER = 1.6f;
/* To several words people answer with a thing: what is no noun must be that much nearer. */
static const float NOT_A_THING = 1;

struct cue {
    uint32_t speaker;
    const int8_t *vector;
    const uint32_t *edge; /* sorted by speaker */
    uint32_t edges, next;
};

bool lex_has_associations(const struct lex *l)
{
    return l->dimensions > 0;
}

static uint32_t speaker_of(const struct lex *l, uint32_t id)
{
    const uint32_t *ids = l->part[LEX_SPEAKERS].at;
    uint64_t low = 0, high = l->dimensions ? l->part[LEX_SPEAKERS].items : 0;

    while (low < high) {
        uint64_t middle = low + (high - low) / 2;

        if (ids[middle] == id)
            return (uint32_t)middle;
        if (ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return LEX_NONE;
}

/* The word itself, its lemma, or what it is made of, whichever people are known to use. */
static uint32_t speaker(const struct lex *l, struct str word)
{
    struct lex_reading r;

    lex_read(l, word, &r);
    for (unsigned path = PATH_SELF; path <= PATH_PART; path++) {
        for (int i = r.n - 1; i >= 0; i--) { /* of parts the last: the head of a compound */
            uint32_t s = r.atom[i].path == path ? speaker_of(l, r.atom[i].id) : (uint32_t)LEX_NONE;

            if (s != LEX_NONE)
                return s;
        }
    }
    return LEX_NONE;
}

static bool cue_of(const struct lex *l, uint32_t s, struct cue *c)
{
    if (s == LEX_NONE || s >= l->part[LEX_SPEAKERS].items)
        return false;
    *c = (struct cue){.speaker = s};
    c->vector = (const int8_t *)l->part[LEX_VECTORS].at + (size_t)s * l->dimensions;
    c->edge = lex_row(l, LEX_EDGE_START, s, &c->edges);
    return true;
}

static float agreement(const int8_t *a, const int8_t *b, uint32_t n)
{
    int32_t sum = 0;

    for (uint32_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return (float)sum * UNIT;
}

enum { LANES = 16, DIMENSIONS_MOST = 256 };

/* The scan over all words spends its time here: sixteen bytes at a time where the machine can. */
typedef int32_t dot_function(const int16_t *a, const int8_t *b, uint32_t n);

static int32_t dot_plain(const int16_t *a, const int8_t *b, uint32_t n)
{
    int32_t sum = 0;

    for (uint32_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static int32_t dot_wide(const int16_t *a, const int8_t *b,
                                                        uint32_t n)
{
    __m256i total = _mm256_setzero_si256();
    uint32_t i = 0;

    for (; i + LANES <= n; i += LANES) {
        __m256i bytes = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(b + i)));

        total = _mm256_add_epi32(
            total, _mm256_madd_epi16(bytes, _mm256_loadu_si256((const __m256i *)(a + i))));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    int32_t sum = _mm_cvtsi128_si32(half);
    return i < n ? sum + dot_plain(a + i, b + i, n - i) : sum;
}
#endif

#ifdef __aarch64__
static int32_t dot_wide(const int16_t *a, const int8_t *b, uint32_t n)
{
    int32x4_t even = vdupq_n_s32(0), odd = even;
    uint32_t i = 0;

    for (; i + LANES <= n; i += LANES) {
        int8x16_t bytes = vld1q_s8(b + i);
        int16x8_t low = vmovl_s8(vget_low_s8(bytes)), high = vmovl_high_s8(bytes);
        int16x8_t first = vld1q_s16(a + i), second = vld1q_s16(a + i + LANES / 2);

        even = vmlal_s16(even, vget_low_s16(low), vget_low_s16(first));
        odd = vmlal_high_s16(odd, low, first);
        even = vmlal_s16(even, vget_low_s16(high), vget_low_s16(second));
        odd = vmlal_high_s16(odd, high, second);
    }
    int32_t sum = vaddvq_s32(vaddq_s32(even, odd));
    return i < n ? sum + dot_plain(a + i, b + i, n - i) : sum;
}
#endif

static dot_function *best_dot(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        return dot_wide;
    return dot_plain;
#elif defined __aarch64__
    return dot_wide; /* every one of them has it */
#else
    return dot_plain;
#endif
}

/* Speakers are asked in rising order, so that each edge is looked at once. */
static float evidence(struct cue *c, uint32_t s)
{
    while (c->next < c->edges && (c->edge[c->next] & LEX_KEY_MASK) < s)
        c->next++;
    if (c->next < c->edges && (c->edge[c->next] & LEX_KEY_MASK) == s)
        return (float)(c->edge[c->next] >> LEX_KEY_BITS) / LEX_EDGE_UNIT;
    return 0;
}

static float edge_between(const struct cue *a, uint32_t s)
{
    for (uint32_t i = 0; i < a->edges; i++) {
        if ((a->edge[i] & LEX_KEY_MASK) == s)
            return (float)(a->edge[i] >> LEX_KEY_BITS) / LEX_EDGE_UNIT;
    }
    return 0;
}

static float raw_closeness(const struct lex *l, const struct cue *a, const struct cue *b)
{
    return VECTOR_WEIGHT * agreement(a->vector, b->vector, l->dimensions) +
           .5f * (edge_between(a, b->speaker) + edge_between(b, a->speaker));
}

static float closeness(const struct lex *l, const struct cue *a, const struct cue *b)
{
    float z = raw_closeness(l, a, b);

    return z > 0 ? z : 0;
}

static bool wanted(const struct lex *l, uint32_t id, const struct lex_wish *wish)
{
    struct lex_entry e = lex_entry_of(l, id);
    unsigned kinds = wish->kinds ? wish->kinds : LEX_POS & ~LEX_OTHER;

    /* Names that no dictionary explains are only said when names are asked for. */
    if (!wish->kinds && (e.flags & LEX_POS) == (LEX_NAME | LEX_OTHER))
        return false;

    return (e.flags & kinds) && !(wish->no_animals && e.animal >= LEX_ANIMAL);
}

static bool apart(const struct lex *l, uint32_t id, const struct lex_wish *wish,
                  const struct str *words, int n)
{
    for (int i = 0; i < n + wish->n_apart; i++) {
        struct str other = i < n ? words[i] : wish->apart[i - n];
        struct lex_related r = lex_related(l, lex_shown(l, id), other);

        if (i < n && wish->related ? r.kind == LEX_SAME : r.certain)
            return false;
    }
    return true;
}

static int insert(struct lex_thought *out, int found, int k, struct lex_thought t)
{
    int at = found < k ? found : k - 1;

    if (found == k && out[k - 1].score >= t.score)
        return found;
    while (at > 0 && out[at - 1].score < t.score) {
        out[at] = out[at - 1];
        at--;
    }
    out[at] = t;
    return found < k ? found + 1 : found;
}

/* One question: the cues that are known, with their vectors as the dot product wants them. */
struct question {
    const struct lex *l;
    const struct str *words;
    int n;
    const struct lex_wish *wish;
    struct cue cue[LEX_CUES];
    int cues;
    int16_t together[DIMENSIONS_MOST];
};

static bool begin_question(struct question *q)
{
    const struct lex *l = q->l;

    for (int i = 0; i < q->n && l->dimensions; i++)
        q->cues += cue_of(l, speaker(l, q->words[i]), &q->cue[q->cues]);
    for (uint32_t i = 0; i < l->dimensions; i++) {
        q->together[i] = 0;
        for (int c = 0; c < q->cues; c++)
            q->together[i] = (int16_t)(q->together[i] + q->cue[c].vector[i]);
    }
    return q->cues > 0;
}

/* The best `k` of all words; with `all_apart` those that are related to a cue are left out. */
static int scan(struct question *q, bool all_apart, struct lex_thought *out, int k)
{
    const struct lex *l = q->l;
    const struct lex_wish *wish = q->wish;
    const uint32_t *ids = l->part[LEX_SPEAKERS].at;
    const uint8_t *prior = l->part[LEX_PRIORS].at;
    const int8_t *vectors = l->part[LEX_VECTORS].at;
    dot_function *dot = best_dot();
    int found = 0, cues = q->cues;

    for (int i = 0; i < cues; i++)
        q->cue[i].next = 0;
    for (uint32_t s = 0; s < l->part[LEX_SPEAKERS].items; s++) {
        const int8_t *v = vectors + (size_t)s * l->dimensions;
        if (wish->initial) { /* most words end here */
            struct str key = lex_key(l, ids[s]);

            if (key.len == 0 || key.at[0] != wish->initial)
                continue;
        }
        if (!prior[s] || !wanted(l, ids[s], wish)) /* cheaper than to find out how near it is */
            continue;
        float score = LEX_PRIOR_WEIGHT * (float)prior[s] / LEX_PRIOR_UNIT;
        if (cues > 1 && !wish->kinds && !(lex_entry_of(l, ids[s]).flags & LEX_NOUN))
            score -= NOT_A_THING;
        float all = VECTOR_WEIGHT * UNIT * (float)dot(q->together, v, l->dimensions);

        for (int i = 0; i < cues; i++)
            all += evidence(&q->cue[i], s);
        score += (cues == 1 ? LEX_CLOSE_WEIGHT : TOGETHER) * all;
        if (found == k && score <= out[k - 1].score)
            continue;
        if (!all_apart || apart(l, ids[s], wish, q->words, q->n))
            found = insert(out, found, k, (struct lex_thought){ids[s], score});
    }
    return found;
}

int lex_associate(const struct lex *l, const struct str *words, int n, const struct lex_wish *wish,
                  struct lex_thought *out, int k)
{
    enum { SPARE = 64 };
    static const struct lex_wish anything;
    struct question q = {
        .l = l, .words = words, .n = n < LEX_CUES ? n : LEX_CUES, .wish = wish ? wish : &anything};
    struct lex_thought best[LEX_THOUGHTS + SPARE];
    int found = 0;

    k = k < LEX_THOUGHTS ? k : LEX_THOUGHTS;
    if (k <= 0 || !begin_question(&q))
        return 0;
    /* Few of the best words are related to a cue, and to find out is dear: they are looked at in
     * the end. Only where more fell out than were spare, all are looked at. */
    int most = scan(&q, false, best, k + SPARE);
    for (int i = 0; i < most && found < k; i++) {
        if (apart(l, best[i].id, q.wish, words, q.n))
            out[found++] = best[i];
    }
    return found < k && most == k + SPARE ? scan(&q, true, out, k) : found;
}

float lex_closeness(const struct lex *l, struct str a, struct str b)
{
    struct cue ca, cb;

    if (!l->dimensions || !cue_of(l, speaker(l, a), &ca) || !cue_of(l, speaker(l, b), &cb))
        return -1;
    return ca.speaker == cb.speaker ? 4 : closeness(l, &ca, &cb);
}

static float readiness(const struct lex *l, uint32_t s)
{
    return LEX_PRIOR_WEIGHT * (float)((const uint8_t *)l->part[LEX_PRIORS].at)[s] / LEX_PRIOR_UNIT;
}

float lex_background(const struct lex *l)
{
    const uint8_t *prior = l->part[LEX_PRIORS].at;
    uint32_t many[256] = {0};
    double all = 0;

    for (uint64_t s = 0; l->dimensions && s < l->part[LEX_SPEAKERS].items; s++)
        many[prior[s]]++;
    for (int i = 1; i < 256; i++) /* 0: never said */
        all += many[i] * exp((double)(LEX_PRIOR_WEIGHT * i / LEX_PRIOR_UNIT));
    return (float)log(all > 1 ? all : 1);
}

/* The edges, and for the rest what vectors of this length bring together by chance: in all three
 * languages within a fifth of the sum over all words. */
struct lex_likely lex_likely(const struct lex *l, float background, struct str word)
{
    static const float BY_CHANCE = .0133f;
    struct lex_likely of = {.speaker = LEX_NONE};
    struct cue c, other;

    if (!l->dimensions || !cue_of(l, speaker(l, word), &c))
        return of;
    float length = LEX_CLOSE_WEIGHT * VECTOR_WEIGHT * agreement(c.vector, c.vector, l->dimensions);
    double all = exp((double)(background + BY_CHANCE * length * length));

    for (uint32_t i = 0; i < c.edges; i++) {
        if (!cue_of(l, c.edge[i] & LEX_KEY_MASK, &other))
            continue;
        float z = VECTOR_WEIGHT * agreement(c.vector, other.vector, l->dimensions) +
                  (float)(c.edge[i] >> LEX_KEY_BITS) / LEX_EDGE_UNIT;
        all += exp((double)(LEX_CLOSE_WEIGHT * z + readiness(l, other.speaker)));
    }
    of.speaker = c.speaker;
    of.all = (float)log(all);
    return of;
}

void lex_likelihood(const struct lex *l, const struct lex_likely *cue,
                    const struct lex_likely *word, float *said, float *back, float *affinity)
{
    struct cue a, b;

    *said = *back = *affinity = 0;
    if (!cue_of(l, cue->speaker, &a) || !cue_of(l, word->speaker, &b))
        return;
    float near = VECTOR_WEIGHT * agreement(a.vector, b.vector, l->dimensions);

    float there = edge_between(&a, b.speaker), home = edge_between(&b, a.speaker);

    *said = expf(LEX_CLOSE_WEIGHT * (near + there) + readiness(l, b.speaker) - cue->all);
    *back = expf(LEX_CLOSE_WEIGHT * (near + home) + readiness(l, a.speaker) - word->all);
    *affinity = near + .5f * (there + home);
}

int lex_fits(const struct lex *l, struct str word, struct str theme)
{
    struct cue w, t;
    struct str part;
    float sum = 0;
    int words = 0;

    if (!l->dimensions || !cue_of(l, speaker(l, word), &w))
        return -1;
    while (str_word(&theme, &part)) {
        uint32_t s = lex_find(l, part);

        if ((s != LEX_NONE && (lex_entry_of(l, s).flags & LEX_STOPWORD)) ||
            !cue_of(l, speaker(l, part), &t))
            continue;
        sum += t.speaker == w.speaker ? 4 : closeness(l, &w, &t);
        words++;
    }
    if (words == 0)
        return -1;
    /* Each word of a theme may stand for it: the mean, softened. */
    float z = sum / (float)words;
    return (int)(100 * z / (z + 1));
}

const int8_t *lex_vector(const struct lex *l, struct str word, uint32_t *dimensions)
{
    struct cue c;

    *dimensions = l->dimensions;
    return l->dimensions && cue_of(l, speaker(l, word), &c) ? c.vector : NULL;
}

uint32_t lex_speaker(const struct lex *l, struct str word)
{
    return l->dimensions ? speaker(l, word) : (uint32_t)LEX_NONE;
}

float lex_speaker_closeness(const struct lex *l, uint32_t a, uint32_t b)
{
    struct cue ca, cb;

    if (!l->dimensions || !cue_of(l, a, &ca) || !cue_of(l, b, &cb))
        return -1;
    return a == b ? 4 : closeness(l, &ca, &cb);
}

float lex_speaker_affinity(const struct lex *l, uint32_t a, uint32_t b)
{
    struct cue ca, cb;

    if (!l->dimensions || !cue_of(l, a, &ca) || !cue_of(l, b, &cb))
        return 0;
    return a == b ? 4 : raw_closeness(l, &ca, &cb);
}

const int8_t *lex_speaker_properties(const struct lex *l, uint32_t s)
{
    const int8_t(*all)[LEX_PROPERTIES] = l->part[LEX_PROPERTY].at;

    return s < l->part[LEX_PROPERTY].items ? all[s] : NULL;
}

uint32_t lex_speaker_lemma(const struct lex *l, uint32_t s)
{
    const uint32_t *ids = l->part[LEX_SPEAKERS].at;

    return l->dimensions && s < l->part[LEX_SPEAKERS].items ? ids[s] : (uint32_t)LEX_NONE;
}
