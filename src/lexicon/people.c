#include "lexicon/people.h"

#include "base/arena.h"
#include "base/buf.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 64 << 20, CANDIDATES = 512 };

struct people {
    struct arena arena;
    struct people_answer *answer[LANGUAGES];
    int n[LANGUAGES], cap[LANGUAGES];
};

static int by_cue(const void *x, const void *y)
{
    const struct people_answer *a = x, *b = y;
    int c = str_cmp(a->cue, b->cue);

    return c ? c : str_cmp(a->key, b->key);
}

static struct str key_of(struct arena *arena, struct str word)
{
    struct word_key key;

    word_key(&key, word, false);
    return arena_copy(arena, word_key_str(&key));
}

static void add(struct people *p, int lang, struct str cue, struct str said, struct str count)
{
    struct word shown;
    int64_t n;

    if (word_set(&shown, cue) != WORD_OK || word_set(&shown, said) != WORD_OK ||
        !str_int(str_trim(count), &n) || n < 1)
        return;
    if (p->n[lang] == p->cap[lang]) {
        p->cap[lang] = p->cap[lang] ? 2 * p->cap[lang] : 1024;
        p->answer[lang] = realloc(p->answer[lang], (size_t)p->cap[lang] * sizeof *p->answer[lang]);
        if (!p->answer[lang])
            abort();
    }
    p->answer[lang][p->n[lang]++] =
        (struct people_answer){key_of(&p->arena, cue), key_of(&p->arena, said),
                               arena_copy(&p->arena, word_str(&shown)), (float)n};
}

static void read_file(struct people *p, int lang, const char *path)
{
    struct buf text = {0};
    struct str line, cue, said, count, more;

    if (buf_read_file(&text, path, FILE_MOST) == 0) {
        struct str rest = buf_str(&text);

        str_line(&rest, &line); /* titles */
        while (str_line(&rest, &line)) {
            if (!str_split(line, '\t', &cue, &said) || !str_split(said, '\t', &said, &count))
                continue;
            if (str_split(count, '\t', &count, &more))
                (void)more;
            add(p, lang, cue, said, count);
        }
    }
    buf_fini(&text);
}

/* Counts become shares of all answers to a cue. */
static void make_shares(struct people_answer *a, int n)
{
    for (int i = 0, end; i < n; i = end) {
        float sum = 0;

        for (end = i; end < n && str_eq(a[end].cue, a[i].cue); end++)
            sum += a[end].share;
        for (int k = i; k < end; k++)
            a[k].share /= sum;
    }
}

struct people *people_open(const char *folder)
{
    struct people *p = calloc(1, sizeof *p);
    int all = 0;

    if (!p)
        abort();
    for (int lang = 0; lang < LANGUAGES; lang++) {
        char pattern[512];
        glob_t found;

        snprintf(pattern, sizeof pattern, "%s/associations.%s*.tsv", folder, language_codes[lang]);
        if (glob(pattern, 0, NULL, &found) == 0) {
            for (size_t i = 0; i < found.gl_pathc; i++)
                read_file(p, lang, found.gl_pathv[i]);
        }
        globfree(&found);
        if (p->n[lang])
            qsort(p->answer[lang], (size_t)p->n[lang], sizeof *p->answer[lang], by_cue);
        make_shares(p->answer[lang], p->n[lang]);
        all += p->n[lang];
    }
    if (all == 0) {
        people_free(p);
        return NULL;
    }
    return p;
}

void people_free(struct people *p)
{
    for (int lang = 0; p && lang < LANGUAGES; lang++)
        free(p->answer[lang]);
    if (p)
        arena_fini(&p->arena);
    free(p);
}

const struct people_answer *people_answers(const struct people *p, enum language lang,
                                           struct str cue, int *n)
{
    struct word_key key;
    int low = 0, high = p->n[lang];

    word_key(&key, cue, false);
    while (low < high) {
        int middle = low + (high - low) / 2;

        if (str_cmp(p->answer[lang][middle].cue, word_key_str(&key)) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (*n = 0;
         low + *n < p->n[lang] && str_eq(p->answer[lang][low + *n].cue, word_key_str(&key));)
        ++*n;
    return p->answer[lang] ? p->answer[lang] + low : NULL;
}

const struct people_answer *people_all(const struct people *p, enum language lang, int *n)
{
    *n = p->n[lang];
    return p->answer[lang];
}

static float share_of(const struct people_answer *a, int n, struct str key)
{
    float sum = 0;

    for (int i = 0; i < n; i++)
        sum += str_eq(a[i].key, key) ? a[i].share : 0;
    return sum;
}

float people_closeness(const struct people *p, enum language lang, struct str a, struct str b)
{
    struct word_key ka, kb;
    int na, nb;
    const struct people_answer *of_a = people_answers(p, lang, a, &na);
    const struct people_answer *of_b = people_answers(p, lang, b, &nb);
    float common = 0;

    word_key(&ka, a, false);
    word_key(&kb, b, false);
    for (int i = 0; i < na; i++) { /* what both bring to mind */
        float other = share_of(of_b, nb, of_a[i].key);

        common += other < of_a[i].share ? other : of_a[i].share;
    }
    return share_of(of_a, na, word_key_str(&kb)) + share_of(of_b, nb, word_key_str(&ka)) +
           .5f * common;
}

bool people_gaps(const struct people *p, enum language lang, struct str clue,
                 const struct str *circle, int n, float *chances)
{
    enum { CIRCLE = 64 };
    float near[CIRCLE], most = 0;
    int nearest = 0;

    if (n > CIRCLE)
        return false;
    for (int i = 0; i < n; i++)
        near[i] = sqrtf(people_closeness(p, lang, clue, circle[i]));
    for (int i = 0; i < n; i++) {
        float gap = near[i] + near[(i + 1) % n];

        nearest = gap > most ? 1 : nearest + (gap >= most);
        most = gap > most ? gap : most;
    }
    for (int i = 0; i < n && most > 0; i++)
        chances[i] = near[i] + near[(i + 1) % n] >= most ? 1 / (float)nearest : 0;
    return most > 0;
}

/* ---- one of them ---- */

static const struct people_mind *self(const struct mind *m)
{
    return (const struct people_mind *)m;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* Gumbel's trick: the best of log share + such a number is drawn as often as its share says. */
static float luck(uint64_t person, struct str key, uint64_t about)
{
    uint64_t h = mix(person + 0x9e3779b9) ^ about;

    for (size_t i = 0; i < key.len; i++)
        h = mix(h ^ (unsigned char)key.at[i]);
    double u = ((double)(h >> 11) + .5) / (double)(UINT64_C(1) << 53);

    return (float)-log(-log(u));
}

struct candidate {
    const struct people_answer *answer;
    float score;
};

static int answer_all(const struct people_mind *m, enum language lang, const struct str *cues,
                      int n, struct candidate *out)
{
    static const float NOBODY = .004f; /* so many say what nobody said */
    int found = 0;

    for (int c = 0; c < n; c++) {
        int count;
        const struct people_answer *a = people_answers(m->people, lang, cues[c], &count);

        for (int i = 0; i < count && found < CANDIDATES; i++) {
            int at = 0;

            while (at < found && !str_eq(out[at].answer->key, a[i].key))
                at++;
            if (at == found)
                out[found++] = (struct candidate){&a[i], 0};
        }
    }
    for (int k = 0; k < found; k++) {
        for (int c = 0; c < n; c++) {
            int count;
            const struct people_answer *a = people_answers(m->people, lang, cues[c], &count);

            if (count)
                out[k].score += logf(share_of(a, count, out[k].answer->key) + NOBODY);
        }
    }
    return found;
}

/* What nobody was asked: as likely as the mind below finds it. */
static int ask_below(const struct people_mind *m, enum language lang, const struct str *cues, int n,
                     const struct mind_wish *wish, struct thought *out, int k, uint64_t about)
{
    int found = m->below->associate(m->below, lang, cues, n, wish, out, k);

    for (int i = 0; i < found; i++) {
        struct thought t = out[i];
        int at = i;

        t.score += luck(wish->person, word_str(&t.word), about);
        for (; at > 0 && out[at - 1].score < t.score; at--)
            out[at] = out[at - 1];
        out[at] = t;
    }
    return found;
}

static int associate(const struct mind *mind, enum language lang, const struct str *cues, int n,
                     const struct mind_wish *wish, struct thought *out, int k)
{
    const struct people_mind *m = self(mind);
    struct candidate c[CANDIDATES];
    int all = answer_all(m, lang, cues, n, c), found = 0;
    uint64_t about = 0;

    for (int i = 0; i < n; i++)
        about = mix(about + cues[i].len + (cues[i].len ? (unsigned char)cues[i].at[0] : 0));
    for (int i = 0; i < all; i++) {
        struct str key = c[i].answer->key;
        struct thought t = {.score = c[i].score + luck(wish->person, key, about)};
        bool cue = false;

        for (int q = 0; q < n; q++)
            cue = cue || word_same(c[i].answer->word, cues[q], lang);
        if (cue || (wish->initial && key.at[0] != wish->initial) ||
            word_set(&t.word, c[i].answer->word) != WORD_OK)
            continue;
        int at = found < k ? found : k - 1;
        if (found == k && out[at].score >= t.score)
            continue;
        for (; at > 0 && out[at - 1].score < t.score; at--)
            out[at] = out[at - 1];
        out[at] = t;
        found += found < k;
    }
    return found ? found : ask_below(m, lang, cues, n, wish, out, k, about);
}

static float closeness(const struct mind *mind, enum language lang, struct str a, struct str b)
{
    const struct people_mind *m = self(mind);
    float near = people_closeness(m->people, lang, a, b);

    return near > 0 ? 4 * near : m->below->closeness(m->below, lang, a, b);
}

/* A guesser that goes by people's answers alone: the nearest gap, or one of those that are as near;
 * where they say nothing, as the mind below finds it likely. */
static void gaps(const struct mind *mind, enum language lang, const struct str *clues, int n_clues,
                 const struct str *circle, int n, float *chances)
{
    const struct people_mind *m = self(mind);

    m->below->gaps(m->below, lang, clues, n_clues, circle, n, chances);
    for (int c = 0; c < n_clues; c++)
        people_gaps(m->people, lang, clues[c], circle, n, chances + c * n);
}

static int fits(const struct mind *m, enum language lang, struct str word, struct str theme)
{
    return self(m)->below->fits(self(m)->below, lang, word, theme);
}

static bool axis(const struct mind *m, enum language lang, struct str thing, struct str more,
                 struct str less, float *out)
{
    return self(m)->below->axis(self(m)->below, lang, thing, more, less, out);
}

static float portrays(const struct mind *m, enum language lang, struct str keywords,
                      struct str theme)
{
    return self(m)->below->portrays(self(m)->below, lang, keywords, theme);
}

static int frequency(const struct mind *m, enum language lang, struct str word)
{
    return self(m)->below->frequency(self(m)->below, lang, word);
}

void people_mind_init(struct people_mind *m, const struct people *p, const struct mind *below)
{
    *m = (struct people_mind){
        .mind = {below->lexicon, associate, closeness, gaps, fits, axis, portrays, frequency},
        .people = p,
        .below = below,
    };
}
