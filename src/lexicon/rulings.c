#include "lexicon/rulings.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 2 }; /* places; twice as many when they are taken, up to RULINGS_MOST */

static bool is_pair(enum ruled question)
{
    return question == RULED_MATCH || question == RULED_RELATED;
}

static bool is_about(const struct ruling *it, enum language lang, enum ruled question,
                     struct str word, struct str with)
{
    struct str own = word_str(&it->word), other = phrase_str(&it->with);

    if (it->language != lang || it->question != question)
        return false;
    if (question == RULED_FITS) /* a theme is a line of a deck: it is the same or another */
        return str_eq(other, with) && word_same(own, word, lang);
    if (!is_pair(question))
        return word_same(own, word, lang);
    return (word_same(own, word, lang) && word_same(other, with, lang)) ||
           (word_same(own, with, lang) && word_same(other, word, lang));
}

static int place_of(const struct rulings *r, enum language lang, enum ruled question,
                    struct str word, struct str with)
{
    for (int i = r->n - 1; i >= 0; i--) {
        if (is_about(&r->at[i], lang, question, word, with))
            return i;
    }
    return -1;
}

enum opinion rulings_find(const struct rulings *r, enum language lang, enum ruled question,
                          struct str word, struct str with)
{
    int i = place_of(r, lang, question, word, with);

    return i < 0 ? OPINION_NONE : r->at[i].yes ? OPINION_YES : OPINION_NO;
}

static void make_room(struct rulings *r, int cap)
{
    r->cap = cap;
    r->at = realloc(r->at, (size_t)cap * sizeof r->at[0]);
    if (!r->at)
        abort();
}

static void forget(struct rulings *r, int i)
{
    memmove(&r->at[i], &r->at[i + 1], (size_t)(r->n - i - 1) * sizeof r->at[0]);
    r->n--;
}

bool rulings_add(struct rulings *r, enum language lang, enum ruled question, struct str word,
                 struct str with, bool yes)
{
    struct ruling it = {.language = (uint8_t)lang, .question = (uint8_t)question, .yes = yes};
    struct word other;

    if (lang >= LANGUAGES || question >= RULED_KINDS || word_set(&it.word, word) != WORD_OK)
        return false;
    if (is_pair(question)) {
        if (word_set(&other, with) != WORD_OK ||
            word_same(word_str(&it.word), word_str(&other), lang))
            return false;
        phrase_set(&it.with, word_str(&other));
    } else if (question == RULED_FITS) {
        /* Lines are stored with tabs between their fields. */
        if (with.len == 0 || memchr(with.at, '\t', with.len) || memchr(with.at, '\n', with.len))
            return false;
        phrase_set(&it.with, with);
    }
    int known = place_of(r, lang, question, word_str(&it.word), phrase_str(&it.with));
    if (known >= 0) {
        bool same = r->at[known].yes == yes;

        if (same && known == r->n - 1)
            return false;
        forget(r, known); /* the latest word counts, and stays longest */
    } else if (r->n == RULINGS_MOST) {
        forget(r, 0);
    }
    if (r->n == r->cap)
        make_room(r, r->cap ? r->cap * 2 : FIRST);
    r->at[r->n++] = it;
    return true;
}

bool rulings_note(struct rulings *r, enum language lang, const struct fact *f)
{
    return f->kind == WORD_RULED && f->arg[0].i >= 0 && f->arg[0].i < RULED_KINDS &&
           rulings_add(r, lang, (enum ruled)f->arg[0].i, f->arg[1].s, f->arg[2].s, f->arg[3].i);
}

/* ---- as a lexicon ---- */

static const struct rulings *rulings_of(const struct lexicon *l)
{
    return (const struct rulings *)l;
}

static struct related ask_related(const struct lexicon *l, enum language lang, struct str word,
                                  struct str on_table)
{
    enum opinion ruled = rulings_find(rulings_of(l), lang, RULED_RELATED, word, on_table);
    const struct lexicon *below = rulings_of(l)->below;
    struct related r = below->related(below, lang, word, on_table);

    if (ruled == OPINION_NO && r.kind != RELATION_SAME)
        return (struct related){0};
    if (ruled == OPINION_YES && r.kind == RELATION_NONE)
        r.kind = RELATION_STEM; /* the group knows by which word; nobody told it here */
    r.certain = r.certain || ruled == OPINION_YES;
    return r;
}

static enum likeness ask_likeness(const struct lexicon *l, enum language lang, struct str a,
                                  struct str b)
{
    enum opinion ruled = rulings_find(rulings_of(l), lang, RULED_MATCH, a, b);
    const struct lexicon *below = rulings_of(l)->below;

    if (ruled == OPINION_NONE)
        return below->likeness(below, lang, a, b);
    return ruled == OPINION_YES ? LIKENESS_SYNONYM : LIKENESS_NO;
}

static enum opinion ask_exists(const struct lexicon *l, enum language lang, struct str word)
{
    enum opinion ruled = rulings_find(rulings_of(l), lang, RULED_EXISTS, word, STR(""));
    const struct lexicon *below = rulings_of(l)->below;

    return ruled ? ruled : below->exists(below, lang, word);
}

static enum opinion ask_animal(const struct lexicon *l, enum language lang, struct str word)
{
    enum opinion ruled = rulings_find(rulings_of(l), lang, RULED_ANIMAL, word, STR(""));
    const struct lexicon *below = rulings_of(l)->below;

    return ruled ? ruled : below->animal(below, lang, word);
}

static enum opinion ask_is_kind(const struct lexicon *l, enum language lang, struct str word,
                                enum word_kind kind)
{
    const struct lexicon *below = rulings_of(l)->below;

    return below->is_kind(below, lang, word, kind);
}

static enum opinion ask_fits(const struct lexicon *l, enum language lang, struct str word,
                             struct str theme)
{
    enum opinion ruled = rulings_find(rulings_of(l), lang, RULED_FITS, word, theme);
    const struct lexicon *below = rulings_of(l)->below;

    return ruled ? ruled : below->fits(below, lang, word, theme);
}

/* What the group lets stand is as good as listed. */
static enum opinion ask_listed(const struct lexicon *l, enum language lang, struct str word)
{
    enum opinion ruled = rulings_find(rulings_of(l), lang, RULED_EXISTS, word, STR(""));
    const struct lexicon *below = rulings_of(l)->below;

    return ruled ? ruled : below->listed(below, lang, word);
}

/* Rulings are about words of one language: across two the lexicon below answers. */
static enum likeness ask_likeness_across(const struct lexicon *l, enum language la, struct str a,
                                         enum language lb, struct str b)
{
    return lexicon_likeness(rulings_of(l)->below, la, a, lb, b);
}

static struct related ask_related_across(const struct lexicon *l, enum language lang,
                                         struct str word, enum language table_lang,
                                         struct str on_table)
{
    return lexicon_related(rulings_of(l)->below, lang, word, table_lang, on_table);
}

static bool ask_translation(const struct lexicon *l, enum language from, struct str word,
                            enum language to, struct word *out)
{
    return lexicon_translate(rulings_of(l)->below, from, word, to, out);
}

static const struct lexicon_across across = {ask_likeness_across, ask_related_across,
                                             ask_translation};

void rulings_init(struct rulings *r, const struct lexicon *below)
{
    memset(r, 0, sizeof *r);
    r->lexicon = (struct lexicon){ask_related, ask_likeness, ask_exists, ask_animal,
                                  ask_is_kind, ask_fits,     ask_listed, &across};
    r->below = below;
}

void rulings_fini(struct rulings *r)
{
    free(r->at);
    r->at = NULL;
    r->n = r->cap = 0;
}

struct rulings *rulings_new(const struct lexicon *below)
{
    struct rulings *r = malloc(sizeof *r);

    if (!r)
        abort();
    rulings_init(r, below);
    return r;
}

void rulings_free(struct rulings *r)
{
    if (r)
        rulings_fini(r);
    free(r);
}

void rulings_copy(struct rulings *to, const struct rulings *from)
{
    *to = *from;
    to->at = NULL;
    to->cap = 0;
    if (!from->n)
        return;
    make_room(to, from->n);
    memcpy(to->at, from->at, (size_t)from->n * sizeof from->at[0]);
}
