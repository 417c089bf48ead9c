#include "rules/lexicon.h"

enum { PART_MIN = 3, PART_CERTAIN = 4 };

static bool keys_have(const struct word_keys *keys, struct str key)
{
    for (int i = 0; i < keys->n; i++) {
        if (str_eq(keys->key[i], key))
            return true;
    }
    return false;
}

struct related lexicon_letters(enum language lang, struct str word, struct str on_table)
{
    struct related r = {0};
    struct word_keys a, b;

    /* T-4: in German both keys of a word count. The same word comes before a part of it. */
    word_keys(&a, word, lang);
    word_keys(&b, on_table, lang);
    for (int i = 0; i < b.n; i++) {
        if (!keys_have(&a, b.key[i]))
            continue;
        r.kind = RELATION_SAME;
        r.certain = true;
        word_set(&r.shared, word);
        return r;
    }
    for (int i = 0; i < b.n; i++) {
        for (int j = 0; j < a.n; j++) {
            bool smaller = a.key[j].len < b.key[i].len;
            struct str shorter = smaller ? a.key[j] : b.key[i];

            if (shorter.len < PART_MIN || str_find(smaller ? b.key[i] : a.key[j], shorter) < 0)
                continue;
            r.kind = RELATION_PART;
            r.certain = shorter.len >= PART_CERTAIN;
            word_set(&r.shared, smaller ? word : on_table);
            return r;
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
