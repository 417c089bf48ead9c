#include "rules/lexicon.h"

enum { PART_MIN = 3, PART_CERTAIN = 4 };

struct related lexicon_letters(enum language lang, struct str word, struct str on_table)
{
    struct related r = {0};
    struct word_keys a, b;

    if (word_same(word, on_table, lang)) {
        r = (struct related){.kind = RELATION_SAME, .certain = true};
        word_set(&r.shared, word);
        return r;
    }
    /* T-4: in German both keys of a word count. */
    word_keys(&a, word, lang);
    word_keys(&b, on_table, lang);
    for (int i = 0; i < a.n * b.n; i++) {
        struct str mine = a.key[i % a.n], theirs = b.key[i / a.n];
        bool smaller = mine.len < theirs.len;
        struct str shorter = smaller ? mine : theirs, longer = smaller ? theirs : mine;

        if (shorter.len >= PART_MIN && str_find(longer, shorter) >= 0) {
            r.kind = RELATION_PART;
            r.certain = shorter.len >= PART_CERTAIN;
            word_set(&r.shared, smaller ? word : on_table);
            break;
        }
    }
    return r;
}

static struct related plain_related(const struct lexicon *l, enum language lang, struct str word,
                                    struct str on_table)
{
    (void)l;
    return lexicon_letters(lang, word, on_table);
}

static struct related no_relation(const struct lexicon *l, enum language lang, struct str word,
                                  struct str on_table)
{
    (void)l, (void)lang, (void)word, (void)on_table;
    return (struct related){0};
}

static enum likeness no_likeness(const struct lexicon *l, enum language lang, struct str a,
                                 struct str b)
{
    (void)l, (void)lang, (void)a, (void)b;
    return LIKENESS_NONE;
}

static enum opinion no_opinion(const struct lexicon *l, enum language lang, struct str word)
{
    (void)l, (void)lang, (void)word;
    return OPINION_NONE;
}

static enum opinion no_kind(const struct lexicon *l, enum language lang, struct str word,
                            enum word_kind kind)
{
    (void)l, (void)lang, (void)word, (void)kind;
    return OPINION_NONE;
}

static enum opinion no_fit(const struct lexicon *l, enum language lang, struct str word,
                           struct str theme)
{
    (void)l, (void)lang, (void)word, (void)theme;
    return OPINION_NONE;
}

const struct lexicon lexicon_by_letters = {plain_related, no_likeness, no_opinion, no_opinion,
                                           no_kind,       no_fit,      no_opinion, NULL};

const struct lexicon *lexicon_plain(void)
{
    return &lexicon_by_letters;
}

const struct lexicon *lexicon_none(void)
{
    static const struct lexicon none = {no_relation, no_likeness, no_opinion, no_opinion,
                                        no_kind,     no_fit,      no_opinion, NULL};
    return &none;
}

/* ---- across languages ---- */

enum likeness lexicon_likeness(const struct lexicon *l, enum language la, struct str a,
                               enum language lb, struct str b)
{
    if (la == lb)
        return l->likeness(l, la, a, b);
    return l->across ? l->across->likeness(l, la, a, lb, b) : LIKENESS_NONE;
}

struct related lexicon_related(const struct lexicon *l, enum language lang, struct str word,
                               enum language table_lang, struct str on_table)
{
    if (lang == table_lang)
        return l->related(l, lang, word, on_table);
    return l->across ? l->across->related(l, lang, word, table_lang, on_table)
                     : (struct related){0};
}

bool lexicon_translate(const struct lexicon *l, enum language from, struct str word,
                       enum language to, struct word *out)
{
    return from != to && l->across && l->across->translate(l, from, word, to, out);
}
