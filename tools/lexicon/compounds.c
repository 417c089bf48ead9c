/* Compounds: which words a longer word is made of, and which only look as if they were in it. */
#include "word_families.h"

#include "lexicon/affix.h"

#include <math.h>
#include <string.h>

struct split {
    uint32_t left, right;
    float points, left_evidence, right_evidence;
};

static float commonness(const struct dict *d, uint32_t e)
{
    float count = d->entry.at[e].count;

    return count <= 0 ? -1.2f : .35f * log10f(count) < 1 ? .35f * log10f(count) : 1;
}

static float length_points(size_t n)
{
    return n <= 2 ? -3 : n == 3 ? -.9f : n == 4 ? -.1f : n == 5 ? .4f : .8f;
}

/* The first part of a German compound may lack its ending (SCHULHOF) or be the stem of a verb. */
static int left_lemmas(const struct dict *d, struct str text, uint32_t *out, int most)
{
    int n = 0;
    char longer[AFFIX_STEM];
    static const char *const endings[] = {"E", "EN", "N"};

    n += dict_lemmas_of_entry(d, dict_find_key(d, text), out, most);
    if (d->lang != LANG_DE || text.len + 2 > sizeof longer)
        return n;
    for (int i = 0; i < 3 && n < most; i++) {
        memcpy(longer, text.at, text.len);
        memcpy(longer + text.len, endings[i], strlen(endings[i]));
        n += dict_lemmas_of_entry(d, dict_find_key(d, str_n(longer, text.len + strlen(endings[i]))),
                                  out + n, most - n);
    }
    return n;
}

static bool may_begin(const struct dict *d, uint32_t e)
{
    return (d->entry.at[e].flags &
            (LEX_NOUN | LEX_VERB | LEX_ADJECTIVE | LEX_ADVERB | LEX_OTHER)) != 0;
}

/* The last part of a noun is a noun: KORNETT does not end in NETT. */
static bool may_end(const struct dict *d, uint32_t whole, uint32_t e)
{
    enum { OTHER_KINDS = LEX_ADJECTIVE | LEX_VERB };
    unsigned of = d->entry.at[whole].flags, last = d->entry.at[e].flags;

    return d->lang != LANG_DE || !(of & LEX_NOUN) || of & OTHER_KINDS || last & LEX_NOUN ||
           !(last & OTHER_KINDS);
}

static void weigh(const struct judge *j, uint32_t whole, uint32_t left, uint32_t right,
                  size_t left_length, bool linked, struct split *best)
{
    struct dict *d = j->d;
    struct split s = {.left = left, .right = right};

    if (left == whole || right == whole || !may_begin(d, left) || !may_end(d, whole, right) ||
        (d->lang == LANG_FR && left_length < 4 && dict_is_stopword(d, left)))
        return;
    s.left_evidence = judge_evidence(j, whole, left);
    s.right_evidence = judge_evidence(j, whole, right);
    s.points = length_points(left_length) + length_points(dict_key(d, right).len) +
               commonness(d, left) + commonness(d, right);
    s.points += s.left_evidence * .9f + s.right_evidence;
    s.points += d->lang == LANG_DE ? 1.6f : d->lang == LANG_EN ? .6f : -.6f;
    if (linked)
        s.points -= .3f;
    if (s.left_evidence == 0 && s.right_evidence == 0)
        s.points -= d->lang == LANG_DE ? .4f : 1.f;
    if (s.points > best->points)
        *best = s;
}

static void split_word(const struct judge *j, uint32_t whole)
{
    struct dict *d = j->d;
    struct str key = dict_key(d, whole);
    struct split best = {.points = -100};

    for (size_t i = 2; i + 3 <= key.len; i++) {
        struct str tail = str_n(key.at + i, key.len - i);
        uint32_t right[2], left[4];
        int rights = affix_is_suffix(d->lang, tail)
                         ? 0
                         : dict_lemmas_of_entry(d, dict_find_key(d, tail), right, 2);

        for (int r = 0; r < rights; r++) {
            unsigned ends = LEX_NOUN | LEX_ADJECTIVE | LEX_VERB;

            /* Without the German lists nobody tells which words are nouns. */
            if (!(d->entry.at[right[r]].flags & (d->lang == LANG_DE ? ends | LEX_OTHER : ends)))
                continue;
            for (const char *const *link = affix_links(d->lang); *link; link++) {
                size_t n = strlen(*link);

                if (i < n + 3 || !str_eq(str_n(key.at + i - n, n), str_of(*link)))
                    continue;
                struct str front = str_n(key.at, i - n);
                int lefts = left_lemmas(d, front, left, 4);
                for (int l = 0; l < lefts; l++)
                    weigh(j, whole, left[l], right[r], front.len, n > 0, &best);
            }
        }
    }
    float needed = 2.2f;
    if (best.points >= needed) {
        float certainty = best.points >= needed + 1 ? .95f : .8f;

        dict_link(d, whole, best.left, LEX_LINK_PART, certainty);
        dict_link(d, whole, best.right, LEX_LINK_PART, certainty);
    } else if (best.points >= 1.2f) {
        dict_link(d, whole, best.left, LEX_LINK_PART, .4f);
        dict_link(d, whole, best.right, LEX_LINK_PART, .4f);
    }
}

/* MOTHER-IN-LAW and "apple tree": the pieces are seen in the word as it is shown. */
static void pieces(struct dict *d, uint32_t whole)
{
    struct str shown = pool_str(&d->shown, d->entry.at[whole].shown);
    size_t start = 0;

    for (size_t i = 0; i <= shown.len; i++) {
        if (i < shown.len && shown.at[i] != '-' && shown.at[i] != ' ' && shown.at[i] != '\'')
            continue;
        uint32_t e[2];
        int n = i > start + 1 && i - start < shown.len
                    ? dict_lemmas_of(d, str_n(shown.at + start, i - start), e, 2)
                    : 0;
        for (int k = 0; k < n; k++) {
            if (i - start >= 3 && (!dict_is_stopword(d, e[k]) || i - start >= 4))
                dict_link(d, whole, e[k], LEX_LINK_PART, 1);
        }
        start = i + 1;
    }
}

void compounds_find(const struct judge *j)
{
    struct dict *d = j->d;
    size_t before = d->links.n;

    for (uint32_t e = 0; e < d->entry.n; e++) {
        if (!dict_is_lemma(d, e))
            continue;
        struct str shown = pool_str(&d->shown, d->entry.at[e].shown);
        if (memchr(shown.at, '-', shown.len) || memchr(shown.at, ' ', shown.len) ||
            memchr(shown.at, '\'', shown.len))
            pieces(d, e);
        else if (dict_key(d, e).len >= 6)
            split_word(j, e);
    }
    dict_report(d, "%zu parts of compounds", d->links.n - before);
}
