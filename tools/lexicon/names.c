/* What well-known names bring to mind: src/lexicon/names.<lang>.txt, written for this project
 * (docs/lexicon.md). Dictionaries leave names out, and what counts words is older than many. */
#include "source.h"

#include <string.h>

/* Often enough that a name is worth knowing, too seldom for bots to speak of it unasked. */
static const float COUNT = .5f; /* of a million */
/* What comes to mind first is said more often. */
static const float LESS_EACH = .06f;

/* A form of another word is left to that word: CANNES are sticks too. */
static bool is_form_only(const struct dict *d, struct str name)
{
    uint32_t e = dict_find(d, name);

    return e != ENTRY_NONE && !dict_is_lemma(d, e);
}

/* A speller lists names without saying what they are. */
static void know(struct dict *d, struct str name)
{
    enum { SAYS_WHAT = LEX_NOUN | LEX_VERB | LEX_ADJECTIVE | LEX_ADVERB | LEX_NAME };
    uint32_t e = dict_find(d, name);

    if (e == ENTRY_NONE || !(d->entry.at[e].flags & SAYS_WHAT))
        dict_lemma(d, name, LEX_NAME);
    dict_count(d, name, COUNT);
}

static int tell(struct dict *d, uint32_t name, struct str words)
{
    struct str word;
    float strength = 1;
    int told = 0;

    while (str_piece(&words, ',', &word)) {
        uint32_t e[1];

        if (dict_lemmas_of(d, word, e, 1) == 1 && e[0] != name) {
            *counts_at(&d->told, pair_name(name, e[0])) = strength;
            told++;
        }
        strength -= LESS_EACH;
    }
    return told;
}

struct telling {
    struct dict *d;
    enum phase phase;
    int told;
};

/* "NAME = OTHER NAME: word, word" */
static bool take_line(void *arg, struct str line)
{
    struct telling *t = arg;
    struct str names, words, name;

    if (!str_split(line, ':', &names, &words))
        return false;
    while (str_piece(&names, '=', &name)) {
        if (is_form_only(t->d, name))
            continue;
        if (t->phase == PHASE_WORDS)
            know(t->d, name);
        else if (dict_find(t->d, name) != ENTRY_NONE)
            t->told += tell(t->d, dict_find(t->d, name), words);
    }
    return true;
}

bool names_read(struct dict *d, const char *path, enum phase phase)
{
    struct telling t = {.d = d, .phase = phase};
    bool ok = own_list(path, "a name and its words", take_line, &t);

    if (ok && phase == PHASE_EVIDENCE)
        dict_report(d, "%d words that names bring to mind", t.told);
    return ok;
}
