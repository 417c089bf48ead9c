/* What people decided against the sources: src/lexicon/exceptions.<lang>.txt (docs/lexicon.md). */
#include "match.h"

#include "source.h"

#include <stdio.h>
#include <string.h>

enum { WORDS = 24 };

struct ruling {
    const char *name;
    int least; /* words on the line */
};

enum {
    R_SYNONYM,
    R_PROBABLY,
    R_DIFFERENT,
    R_STEM,
    R_PART,
    R_UNRELATED,
    R_ABBREVIATION,
    R_ANIMAL,
    R_NO_ANIMAL,
    R_NAME,
    R_WORD,
    R_FORM,
    RULINGS
};

static const struct ruling rulings[RULINGS] = {
    {"synonym", 2},   {"probably", 2},  {"different", 2},    {"stem", 2},
    {"part", 2},      {"unrelated", 2}, {"abbreviation", 2}, {"animal", 1},
    {"no-animal", 1}, {"name", 1},      {"word", 1},         {"form", 2},
};

static void match_all(struct matches *m, const uint32_t *word, int n, float score)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            if (i == k)
                continue;
            /* What a person says replaces what was counted. */
            for (size_t p = 0; p < m->at.n; p++) {
                if (m->at.at[p].a == word[i] && m->at.at[p].b == word[k])
                    m->at.at[p].score = -1;
            }
            vec_push(&m->at, (struct match){word[i], word[k], score});
        }
    }
}

static void carry_out(struct dict *d, struct matches *m, int ruling, const uint32_t *word, int n)
{
    switch (ruling) {
    case R_SYNONYM:
        match_all(m, word, n, 1.5f);
        break;
    case R_PROBABLY:
        match_all(m, word, n, .8f);
        break;
    case R_DIFFERENT:
        match_all(m, word, n, 0);
        break;
    case R_ANIMAL:
    case R_NO_ANIMAL:
        for (int i = 0; i < n; i++) {
            d->entry.at[word[i]].animal = ruling == R_ANIMAL ? 1 : 0;
            d->entry.at[word[i]].flags |= ruling == R_ANIMAL ? 0 : LEX_NO_ANIMAL;
        }
        break;
    case R_ABBREVIATION:
        d->entry.at[word[0]].flags |= LEX_ABBREVIATION | LEX_NOUN;
        for (int i = 1; i < n; i++)
            dict_link(d, word[0], word[i], LEX_LINK_ABBREVIATION, 1);
        break;
    case R_UNRELATED:
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++)
                dict_link(d, word[i], word[k], LEX_LINK_UNRELATED, 1);
        }
        break;
    case R_STEM:
    case R_PART:
    case R_FORM:
        for (int i = 1; i < n; i++)
            dict_link(d, word[i], word[0],
                      ruling == R_STEM   ? LEX_LINK_DERIVED
                      : ruling == R_PART ? LEX_LINK_PART
                                         : LEX_LINK_FORM,
                      1);
        break;
    default:
        break;
    }
}

struct ruling_on {
    struct dict *d;
    struct matches *m;
};

static bool take_line(void *arg, struct str line)
{
    const struct ruling_on *on = arg;
    struct dict *d = on->d;
    struct str kind, text;
    uint32_t word[WORDS];
    int n = 0, ruling = 0;

    if (!str_word(&line, &kind))
        return true;
    while (ruling < RULINGS && !str_is(kind, rulings[ruling].name))
        ruling++;
    if (ruling == RULINGS)
        return false;
    while (str_word(&line, &text)) {
        char spelled[128];

        if (n == WORDS || text.len >= sizeof spelled)
            return false;
        for (size_t i = 0; i < text.len; i++)
            spelled[i] = text.at[i] == '_' ? ' ' : text.at[i];
        struct str spelling = str_n(spelled, text.len);
        uint32_t e = dict_find(d, spelling);
        unsigned pos = ruling == R_NAME ? LEX_NAME : ruling == R_WORD ? LEX_OTHER : 0;
        if (ruling == R_FORM && n > 0)
            e = dict_entry(d, spelling);
        else if (e == ENTRY_NONE || !dict_is_lemma(d, e) || pos)
            e = dict_lemma(d, spelling, pos ? pos : (unsigned)LEX_NOUN);
        if (e == ENTRY_NONE)
            return false;
        word[n++] = e;
    }
    if (n < rulings[ruling].least)
        return false;
    carry_out(d, on->m, ruling, word, n);
    return true;
}

bool exceptions_read(struct dict *d, struct matches *m, const char *path)
{
    bool ok = own_list(path, "a ruling", take_line, &(struct ruling_on){d, m});
    size_t kept = 0;
    for (size_t i = 0; i < m->at.n; i++) {
        if (m->at.at[i].score >= 0)
            m->at.at[kept++] = m->at.at[i];
    }
    m->at.n = kept;
    return ok;
}
