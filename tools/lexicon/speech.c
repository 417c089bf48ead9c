/* What is said next to what: PEANUT BUTTER, ADRENALINE RUSH, SALT and PEPPER. The language model of
 * a speech recogniser tells how likely a word is after another one (or two), so also how much
 * likelier than by chance.
 *
 * The file is a trie of Sphinx ("Trie Language Model"), in the byte order of small machines, all of
 * it read as written:
 *
 *   order (1 byte), counts of n-grams (4 bytes each), kind of quantisation (4 bytes), its tables
 *   words: probability, backoff, where their pairs begin (4 bytes each), and one more
 *   pairs, packed: word said before, number of probability and backoff, where their triples begin
 *   triples, packed: word said before those, number of a probability
 *   length (4 bytes) and names of the words, each with a zero
 *
 * Probabilities are logarithms to the base 1.0001. */
#include "source.h"

#include <math.h>
#include <string.h>

enum { ORDER = 3, TABLE = 1 << 16, TABLE_BITS = 16, SLACK = 8, WORDS_MOST = 1 << 24 };

struct spoken_word {
    float probability, backoff;
    uint32_t pairs;
};

struct packed {
    const uint8_t *at;
    uint32_t n;
    int width; /* bits of an item */
};

struct speech {
    uint32_t count[ORDER];
    const float *pair_table, *triple_table;
    const struct spoken_word *word;
    struct packed pair, triple;
    int word_bits, begin_bits;
    struct str names;
    uint32_t *lemma; /* of each word, ENTRY_NONE where it has none or is of the smallest */
    bool *small;     /* AND, OF, THE … */
};

static int bits_for(uint32_t most)
{
    int n = 0;

    for (; most; most >>= 1)
        n++;
    return n;
}

static uint32_t field(const struct packed *p, uint32_t item, int from, int width)
{
    uint64_t bit = (uint64_t)item * (uint64_t)p->width + (uint64_t)from, all;

    memcpy(&all, p->at + (bit >> 3), sizeof all);
    return (uint32_t)(all >> (bit & 7)) & (uint32_t)((1ull << width) - 1);
}

static double natural(float x)
{
    return (double)x * log(1.0001);
}

/* The next `bytes` of the file; NULL after its end. */
static const void *take(struct str *rest, uint64_t bytes)
{
    const char *at = rest->at;

    if (rest->len < bytes)
        return NULL;
    *rest = str_n(at + bytes, rest->len - (size_t)bytes);
    return at;
}

static uint64_t packed_bytes(const struct packed *p)
{
    return (((uint64_t)p->n + 1) * (uint64_t)p->width + 7) / 8 + SLACK;
}

/* Tables and words are aligned in no way: copies are. */
static void *copy_of(struct str *rest, uint64_t bytes)
{
    const void *at = take(rest, bytes);
    void *out = at ? zeroed((size_t)bytes, 1) : NULL;

    return out ? memcpy(out, at, (size_t)bytes) : NULL;
}

static bool open_speech(struct speech *m, struct str rest)
{
    static const char MARK[] = "Trie Language Model";
    const char *mark = take(&rest, sizeof MARK - 1), *order = take(&rest, 1);
    uint32_t names;

    *m = (struct speech){0};
    if (!mark || !order || memcmp(mark, MARK, sizeof MARK - 1) != 0 || *order != ORDER)
        return false;
    const void *counts = take(&rest, sizeof m->count);
    if (!counts || !take(&rest, 4))
        return false;
    memcpy(m->count, counts, sizeof m->count);
    if (m->count[0] < 1 || m->count[0] > WORDS_MOST)
        return false;
    /* Pairs have a table of probabilities and one of backoffs, triples one of probabilities. */
    float *tables = copy_of(&rest, 3ull * TABLE * sizeof(float));
    m->pair_table = tables;
    m->triple_table = tables ? tables + 2 * TABLE : NULL;
    m->word = copy_of(&rest, (m->count[0] + 1ull) * sizeof *m->word);
    m->word_bits = bits_for(m->count[0]);
    m->begin_bits = bits_for(m->count[2]);
    m->pair =
        (struct packed){.n = m->count[1], .width = m->word_bits + 2 * TABLE_BITS + m->begin_bits};
    m->triple = (struct packed){.n = m->count[2], .width = m->word_bits + TABLE_BITS};
    m->pair.at = take(&rest, packed_bytes(&m->pair));
    m->triple.at = take(&rest, packed_bytes(&m->triple));
    const void *length = take(&rest, sizeof names);
    if (!m->word || !tables || !m->pair.at || !m->triple.at || !length)
        return false;
    memcpy(&names, length, sizeof names);
    m->names = str_n(rest.at, names < rest.len ? names : rest.len);
    return true;
}

static void close_speech(struct speech *m)
{
    free((void *)m->pair_table);
    free((void *)m->word);
    free(m->lemma);
    free(m->small);
}

static void find_lemmas(struct speech *m, const struct dict *d)
{
    struct str rest = m->names;

    m->lemma = zeroed(m->count[0], sizeof *m->lemma);
    m->small = zeroed(m->count[0], sizeof *m->small);
    for (uint32_t w = 0; w < m->count[0]; w++) {
        size_t n = strnlen(rest.at, rest.len);
        uint32_t e[1];
        struct word_key key;

        m->lemma[w] = ENTRY_NONE;
        word_key(&key, str_n(rest.at, n), false);
        m->small[w] = pool_find(&d->stopwords, word_key_str(&key)) != POOL_NONE;
        if (n > 1 && dict_lemmas_of(d, str_n(rest.at, n), e, 1) > 0 && !dict_is_stopword(d, e[0]))
            m->lemma[w] = e[0];
        rest = str_n(rest.at + (n < rest.len ? n + 1 : n), rest.len - (n < rest.len ? n + 1 : n));
    }
}

/* One pair of words with all that was said before it. */
struct said {
    uint32_t before, word;
    double chance;       /* of the word after the one before */
    uint32_t first, end; /* its triples */
};

static bool pair_at(const struct speech *m, uint32_t word, uint32_t i, struct said *out)
{
    int at = m->word_bits;

    *out = (struct said){.before = field(&m->pair, i, 0, m->word_bits), .word = word};
    /* The backoff has the lower half. */
    out->chance = natural(m->pair_table[field(&m->pair, i, at + TABLE_BITS, TABLE_BITS)]);
    at += 2 * TABLE_BITS;
    out->first = field(&m->pair, i, at, m->begin_bits);
    out->end = field(&m->pair, i + 1, at, m->begin_bits);
    return out->before < m->count[0] && out->end <= m->count[2];
}

/* BREAD and BUTTER: how much likelier the word is for what was said before the small one. */
static void tell_over(const struct speech *m, struct dict *d, const struct said *s)
{
    for (uint32_t i = s->first; i < s->end; i++) {
        uint32_t other = field(&m->triple, i, 0, m->word_bits);

        if (other >= m->count[0] || m->lemma[other] == ENTRY_NONE ||
            m->lemma[other] == m->lemma[s->word])
            continue;
        uint32_t number = field(&m->triple, i, m->word_bits, TABLE_BITS);
        double gain = natural(m->triple_table[number]) - s->chance;
        if (gain > 0) {
            float *best = counts_at(&d->said_over, pair_both(m->lemma[other], m->lemma[s->word]));

            *best = fmaxf(*best, logf(1 + (float)gain));
        }
    }
}

/* Pairs by their lemmas: MASHED POTATOES are MASH and POTATO. First how often they are said, all
 * forms together, then how much likelier than by chance. */
static void tell_next(const struct speech *m, struct dict *d)
{
    struct counts alone = {0}; /* by entry + 1 */

    for (uint32_t w = 0; w < m->count[0]; w++) {
        if (m->lemma[w] != ENTRY_NONE)
            *counts_at(&alone, m->lemma[w] + 1ull) += (float)exp(natural(m->word[w].probability));
    }
    for (size_t i = 0; i < d->said_next.slots; i++) {
        if (!d->said_next.name[i])
            continue;
        struct pair pair = pair_of(d->said_next.name[i]);
        double chance =
            (double)counts_get(&alone, pair.a + 1ull) * (double)counts_get(&alone, pair.b + 1ull);
        double gain = chance > 0 ? log((double)d->said_next.value[i] / chance) : 0;

        d->said_next.value[i] = gain > 0 ? logf(1 + (float)gain) : 0;
    }
    counts_fini(&alone);
}

static void tell_speech(const struct speech *m, struct dict *d)
{
    for (uint32_t w = 0; w < m->count[0]; w++) {
        uint32_t end = m->word[w + 1].pairs < m->count[1] ? m->word[w + 1].pairs : m->count[1];
        double alone = natural(m->word[w].probability);
        struct said s;

        for (uint32_t i = m->word[w].pairs; m->lemma[w] != ENTRY_NONE && i < end; i++) {
            if (!pair_at(m, w, i, &s))
                continue;
            uint32_t before = m->lemma[s.before];
            if (m->small[s.before])
                tell_over(m, d, &s);
            if (before != ENTRY_NONE && before != m->lemma[w] && s.chance > alone)
                *counts_at(&d->said_next, pair_name(before, m->lemma[w])) +=
                    (float)exp(s.chance + natural(m->word[s.before].probability));
        }
    }
    tell_next(m, d);
}

bool read_speech(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    struct buf text = {0};
    struct speech m = {0};
    static const uint16_t small_first = 1;
    bool found = *(const uint8_t *)&small_first && source_text(path, &text) &&
                 open_speech(&m, buf_str(&text));

    (void)s;
    if (found && phase == PHASE_EVIDENCE) {
        find_lemmas(&m, d);
        tell_speech(&m, d);
        dict_report(d, "%zu pairs from pocketsphinx-en-us", d->said_next.n + d->said_over.n);
    }
    close_speech(&m);
    buf_fini(&text);
    return found;
}
