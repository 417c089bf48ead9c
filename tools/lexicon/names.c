/* What well-known names bring to mind: src/lexicon/names.<lang>.txt, written for this project
 * (docs/lexicon.md). Dictionaries leave names out, and what counts words is older than many. */
#include "source.h"

#include "base/err.h"

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

/* "NAME = OTHER NAME: word, word"; gives how many words were told. */
static int read_line(struct dict *d, struct str names, struct str words, enum phase phase)
{
    struct str name;
    int told = 0;

    while (str_piece(&names, '=', &name)) {
        if (is_form_only(d, name))
            continue;
        if (phase == PHASE_WORDS)
            know(d, name);
        else if (dict_find(d, name) != ENTRY_NONE)
            told += tell(d, dict_find(d, name), words);
    }
    return told;
}

bool names_read(struct dict *d, const char *path, enum phase phase)
{
    struct buf text = {0};
    struct str rest, line, names, words;
    int number = 0, told = 0;
    bool ok = source_text(path, &text);

    if (!ok)
        fprintf(stderr, "lexicon-build: %s: %s\n", path, err_text(ERR_NOT_FOUND));
    rest = buf_str(&text);
    while (ok && str_line(&rest, &line)) {
        number++;
        line = str_trim(line);
        if (line.len == 0 || line.at[0] == '#')
            continue;
        ok = str_split(line, ':', &names, &words);
        if (ok)
            told += read_line(d, names, words, phase);
        else
            fprintf(stderr, "lexicon-build: %s:%d: no name and its words (docs/lexicon.md)\n", path,
                    number);
    }
    if (ok && phase == PHASE_EVIDENCE)
        dict_report(d, "%d words that names bring to mind", told);
    buf_fini(&text);
    return ok;
}
