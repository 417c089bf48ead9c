/* What people say at once to a word, and what is the same idea as it:
 * src/lexicon/answers.<lang>.txt, written for this project (docs/lexicon.md). Dictionaries explain
 * words; what comes to mind, and what a table takes for the same, they hardly tell. */
#include "source.h"

/* What is said first is said more often: 1 / (1 + place / FALL). */
static const float FALL = 6;

static uint32_t lemma_of(const struct dict *d, struct str word)
{
    uint32_t e[1];

    return dict_lemmas_of(d, word, e, 1) == 1 ? e[0] : (uint32_t)ENTRY_NONE;
}

struct answers {
    struct dict *d;
    int said, same;
};

/* Ideas that are the same as the cue, and so as each other. */
static void take_same(struct answers *a, uint32_t cue, struct str words)
{
    enum { MOST = 16 };
    uint32_t before[MOST];
    struct str word;
    int n = 0;

    while (str_piece(&words, ',', &word)) {
        uint32_t e = lemma_of(a->d, word);

        if (e == ENTRY_NONE || e == cue)
            continue;
        *counts_at(&a->d->same, pair_both(cue, e)) += 1;
        for (int i = 0; i < n; i++) {
            if (before[i] != e)
                *counts_at(&a->d->alike, pair_both(before[i], e)) += 1;
        }
        if (n < MOST)
            before[n++] = e;
        a->same++;
    }
}

static void take_said(struct answers *a, uint32_t cue, struct str words)
{
    struct str word;

    for (float place = 0; str_piece(&words, ',', &word); place++) {
        uint32_t e = lemma_of(a->d, word);
        float *said =
            e == ENTRY_NONE || e == cue ? NULL : counts_at(&a->d->answered, pair_name(cue, e));

        if (said && *said == 0) {
            *said = 1 / (1 + place / FALL);
            a->said++;
        }
    }
}

/* "CUE = SAME, SAME: word, word"; either may be missing. */
static bool take_line(void *arg, struct str line)
{
    struct answers *a = arg;
    struct str cue = line, words = {0}, same = {0};
    bool said = str_split(line, ':', &cue, &words);
    bool told = str_split(cue, '=', &cue, &same);

    if ((!said && !told) || (said && str_trim(words).len == 0) || (told && str_trim(same).len == 0))
        return false;
    uint32_t e = lemma_of(a->d, str_trim(cue));
    if (e == ENTRY_NONE)
        return true;
    *counts_at(&a->d->asked, e + 1ull) = 1;
    take_same(a, e, same);
    take_said(a, e, words);
    return true;
}

bool answers_read(struct dict *d, const char *path)
{
    struct answers a = {.d = d};
    bool ok = own_list(path, "a word and what people say to it", take_line, &a);

    if (ok)
        dict_report(d, "%d answers, %d same ideas by our own hand", a.said, a.same);
    return ok;
}
