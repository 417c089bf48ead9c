#include "lexicon/referee.h"

#include "base/version.h"
#include "lexicon/across.h"
#include "lexicon/associate.h"
#include "lexicon/likeness.h"

#include <stdio.h>
#include <stdlib.h>

enum { FITS_YES = 50, FITS_NO = 8 };

static const struct lex *lex_of(const struct lexicon *l, enum language lang)
{
    const struct lex_referee *r = (const struct lex_referee *)l;

    return r->known[lang] ? &r->lex[lang] : NULL;
}

static const enum relation kinds[] = {
    [LEX_UNRELATED] = RELATION_NONE, [LEX_SAME] = RELATION_SAME,
    [LEX_STEM] = RELATION_STEM,      [LEX_PARTIAL] = RELATION_PART,
    [LEX_CONTAINED] = RELATION_PART, [LEX_INSIDE] = RELATION_ABBREVIATION,
};

static const enum likeness ideas[] = {
    [LEX_UNKNOWN_IDEA] = LIKENESS_NONE, [LEX_OTHER_IDEA] = LIKENESS_NO,
    [LEX_PROBABLY] = LIKENESS_PROBABLY, [LEX_SYNONYM] = LIKENESS_SYNONYM,
    [LEX_SAME_WORD] = LIKENESS_SYNONYM,
};

static struct related ask_related(const struct lexicon *l, enum language lang, struct str word,
                                  struct str on_table)
{
    const struct lex *lex = lex_of(l, lang);

    if (!lex)
        return lexicon_letters(lang, word, on_table);
    struct lex_related r = lex_related(lex, word, on_table);
    return (struct related){kinds[r.kind], r.certain, r.shared};
}

static enum likeness ask_likeness(const struct lexicon *l, enum language lang, struct str a,
                                  struct str b)
{
    const struct lex *lex = lex_of(l, lang);

    return lex ? ideas[lex_match(lex, a, b).idea] : LIKENESS_NONE;
}

static enum opinion ask_exists(const struct lexicon *l, enum language lang, struct str word)
{
    const struct lex *lex = lex_of(l, lang);

    if (!lex)
        return OPINION_NONE;
    return lex_exists(lex, word) ? OPINION_YES : OPINION_NO;
}

static enum opinion ask_listed(const struct lexicon *l, enum language lang, struct str word)
{
    const struct lex *lex = lex_of(l, lang);

    if (!lex)
        return OPINION_NONE;
    return lex_listed(lex, word) ? OPINION_YES : OPINION_NO;
}

static enum opinion ask_animal(const struct lexicon *l, enum language lang, struct str word)
{
    const struct lex *lex = lex_of(l, lang);
    int animal = lex ? lex_animal(lex, word) : -1;

    return animal < 0 ? OPINION_NONE : animal >= LEX_ANIMAL ? OPINION_YES : OPINION_NO;
}

static enum opinion ask_is_kind(const struct lexicon *l, enum language lang, struct str word,
                                enum word_kind kind)
{
    static const unsigned flags[] = {[KIND_NOUN] = LEX_NOUN,
                                     [KIND_VERB] = LEX_VERB,
                                     [KIND_ADJECTIVE] = LEX_ADJECTIVE,
                                     [KIND_NAME] = LEX_NAME};
    const struct lex *lex = lex_of(l, lang);
    unsigned known = lex ? lex_flags_of(lex, word) : 0;

    if (known & flags[kind])
        return OPINION_YES;
    /* A word whose kind no source tells may be anything. */
    return (known & LEX_POS & ~LEX_OTHER) ? OPINION_NO : OPINION_NONE;
}

static enum opinion ask_fits(const struct lexicon *l, enum language lang, struct str word,
                             struct str theme)
{
    const struct lex *lex = lex_of(l, lang);
    int fit = lex ? lex_fits(lex, word, theme) : -1;

    /* Between the borders the machine has no opinion: the table decides. */
    return fit >= FITS_YES ? OPINION_YES : fit >= 0 && fit <= FITS_NO ? OPINION_NO : OPINION_NONE;
}

/* ---- across languages, by way of English ---- */

static bool both_known(const struct lexicon *l, enum language a, enum language b)
{
    return lex_of(l, LANG_EN) && lex_of(l, a) && lex_of(l, b);
}

static enum likeness ask_likeness_across(const struct lexicon *l, enum language la, struct str a,
                                         enum language lb, struct str b)
{
    if (!both_known(l, la, lb))
        return LIKENESS_NONE;
    return ideas[lex_match_across(lex_of(l, LANG_EN), lex_of(l, la), a, lex_of(l, lb), b).idea];
}

static struct related ask_related_across(const struct lexicon *l, enum language lang,
                                         struct str word, enum language table_lang,
                                         struct str on_table)
{
    if (!both_known(l, lang, table_lang))
        return (struct related){0};
    struct lex_related r = lex_related_across(lex_of(l, LANG_EN), lex_of(l, lang), word,
                                              lex_of(l, table_lang), on_table);
    return (struct related){kinds[r.kind], r.certain, r.shared};
}

static bool ask_translation(const struct lexicon *l, enum language from, struct str word,
                            enum language to, struct word *out)
{
    return both_known(l, from, to) &&
           lex_translate(lex_of(l, LANG_EN), lex_of(l, from), word, lex_of(l, to), out);
}

static const struct lexicon_across across = {ask_likeness_across, ask_related_across,
                                             ask_translation};

const char *referee_dir(void)
{
    const char *dir = getenv("UNISONO_LEXICON");

    return dir && *dir ? dir : unisono_lexicon;
}

void referee_init(struct lex_referee *r)
{
    *r = (struct lex_referee){.lexicon = {ask_related, ask_likeness, ask_exists, ask_animal,
                                          ask_is_kind, ask_fits, ask_listed, &across}};
}

static bool open_language(struct lex *lex, enum language lang, const char *path,
                          struct lex_problem *p)
{
    if (lex_open(lex, path, p) != 0)
        return false;
    if (lex_verify(lex, p) == 0) {
        if (lex->lang == lang)
            return true;
        snprintf(p->reason, sizeof p->reason, "is of another language");
    }
    lex_close(lex);
    return false;
}

int referee_more(struct lex_referee *r, const char *dir,
                 void (*missing)(void *arg, const char *path, const char *reason), void *arg)
{
    int known = 0;

    for (int lang = 0; lang < LANGUAGES; lang++) {
        char path[1024];
        struct lex_problem p;
        bool open = atomic_load(&r->known[lang]);

        snprintf(path, sizeof path, "%s/%s.lex", dir, language_codes[lang]);
        if (!open) {
            open = open_language(&r->lex[lang], (enum language)lang, path, &p);
            atomic_store(&r->known[lang], open);
            if (!open && missing)
                missing(arg, path, p.reason);
        }
        known += open;
    }
    return known;
}

int referee_open(struct lex_referee *r, const char *dir,
                 void (*missing)(void *arg, const char *path, const char *reason), void *arg)
{
    referee_init(r);
    return referee_more(r, dir, missing, arg);
}

void referee_close(struct lex_referee *r)
{
    for (int lang = 0; lang < LANGUAGES; lang++) {
        if (r->known[lang])
            lex_close(&r->lex[lang]);
    }
    *r = (struct lex_referee){0};
}
