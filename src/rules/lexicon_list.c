#include "rules/lexicon_list.h"

#include <string.h>

enum line_kind {
    LINE_SYNONYM,
    LINE_PROBABLY,
    LINE_DIFFERENT,
    LINE_STEM,
    LINE_UNRELATED,
    LINE_ABBREVIATION,
    LINE_ANIMAL,
    LINE_NAME,
    LINE_WORD,
    LINE_VERB,
    LINE_NOUN,
    LINE_ADJECTIVE,
    LINE_FITS,
    LINE_COMPOUND,
    LINE_TRANSLATION, /* in the order of the languages */
    LINE_KINDS,
};

static const char *const kinds[LINE_KINDS] = {
    "synonym",      "probably",  "different", "stem",     "unrelated",
    "abbreviation", "animal",    "name",      "word",     "verb",
    "noun",         "adjective", "fits",      "compound", "translation",
};

enum { LINE_WORDS = 16 };

struct lexicon_line {
    struct lexicon_line *next;
    enum line_kind kind;
    int n;
    struct str word[LINE_WORDS];
};

static const struct lexicon_list *list_of(const struct lexicon *l)
{
    return (const struct lexicon_list *)l;
}

static int find_word(const struct lexicon_line *line, enum language lang, struct str word)
{
    for (int i = 0; i < line->n; i++) {
        if (word_same(line->word[i], word, lang))
            return i;
    }
    return -1;
}

static bool has_pair(const struct lexicon_list *l, enum line_kind kind, enum language lang,
                     struct str a, struct str b)
{
    for (const struct lexicon_line *line = l->lines; line; line = line->next) {
        if (line->kind == kind && find_word(line, lang, a) >= 0 && find_word(line, lang, b) >= 0)
            return true;
    }
    return false;
}

/* Whether a word is on any line of a kind; no opinion where there is no such line at all. */
static enum opinion on_line(const struct lexicon_list *l, enum line_kind kind, enum language lang,
                            struct str word)
{
    enum opinion opinion = OPINION_NONE;

    for (const struct lexicon_line *line = l->lines; line; line = line->next) {
        if (line->kind != kind)
            continue;
        if (find_word(line, lang, word) >= 0)
            return OPINION_YES;
        opinion = OPINION_NO;
    }
    return opinion;
}

static bool spelled_out(const struct lexicon_list *l, enum language lang, struct str abbreviation,
                        struct str word)
{
    for (const struct lexicon_line *line = l->lines; line; line = line->next) {
        if (line->kind == LINE_ABBREVIATION && word_same(line->word[0], abbreviation, lang) &&
            find_word(line, lang, word) > 0)
            return true;
    }
    return false;
}

static struct related list_related(const struct lexicon *lexicon, enum language lang,
                                   struct str word, struct str on_table)
{
    const struct lexicon_list *l = list_of(lexicon);
    struct related r = {.certain = true};

    if (has_pair(l, LINE_STEM, lang, word, on_table)) {
        r = lexicon_letters(lang, word, on_table); /* what both share, where one is in the other */
        r.kind = RELATION_STEM;
        r.certain = true;
        return r;
    }
    bool inside = spelled_out(l, lang, on_table, word);
    if (inside || spelled_out(l, lang, word, on_table)) {
        r.kind = RELATION_ABBREVIATION;
        word_set(&r.shared, inside ? word : on_table);
        return r;
    }
    if (has_pair(l, LINE_UNRELATED, lang, word, on_table))
        return (struct related){0};
    return lexicon_letters(lang, word, on_table);
}

static enum likeness list_likeness(const struct lexicon *lexicon, enum language lang, struct str a,
                                   struct str b)
{
    const struct lexicon_list *l = list_of(lexicon);

    if (has_pair(l, LINE_SYNONYM, lang, a, b))
        return LIKENESS_SYNONYM;
    if (has_pair(l, LINE_PROBABLY, lang, a, b))
        return LIKENESS_PROBABLY;
    if (has_pair(l, LINE_DIFFERENT, lang, a, b))
        return LIKENESS_NO;
    return LIKENESS_NONE;
}

static enum opinion list_exists(const struct lexicon *l, enum language lang, struct str word)
{
    if (on_line(list_of(l), LINE_COMPOUND, lang, word) == OPINION_YES)
        return OPINION_YES;
    return on_line(list_of(l), LINE_WORD, lang, word);
}

static enum opinion list_listed(const struct lexicon *l, enum language lang, struct str word)
{
    if (on_line(list_of(l), LINE_COMPOUND, lang, word) == OPINION_YES)
        return OPINION_NO;
    return on_line(list_of(l), LINE_WORD, lang, word);
}

static enum opinion list_animal(const struct lexicon *l, enum language lang, struct str word)
{
    return on_line(list_of(l), LINE_ANIMAL, lang, word);
}

static enum opinion list_is_kind(const struct lexicon *l, enum language lang, struct str word,
                                 enum word_kind kind)
{
    static const enum line_kind of[] = {[KIND_NOUN] = LINE_NOUN,
                                        [KIND_VERB] = LINE_VERB,
                                        [KIND_ADJECTIVE] = LINE_ADJECTIVE,
                                        [KIND_NAME] = LINE_NAME};
    return on_line(list_of(l), of[kind], lang, word);
}

static enum opinion list_fits(const struct lexicon *lexicon, enum language lang, struct str word,
                              struct str theme)
{
    enum opinion opinion = OPINION_NONE;

    for (const struct lexicon_line *line = list_of(lexicon)->lines; line; line = line->next) {
        if (line->kind != LINE_FITS || !word_same(line->word[0], theme, lang))
            continue;
        if (find_word(line, lang, word) > 0)
            return OPINION_YES;
        opinion = OPINION_NO;
    }
    return opinion;
}

/* ---- across languages ---- */

static bool list_translate(const struct lexicon *lexicon, enum language from, struct str word,
                           enum language to, struct word *out)
{
    for (const struct lexicon_line *line = list_of(lexicon)->lines; line; line = line->next) {
        if (line->kind == LINE_TRANSLATION && (int)from < line->n && (int)to < line->n &&
            word_same(line->word[from], word, from))
            return word_set(out, line->word[to]) == WORD_OK;
    }
    return false;
}

/* As within the second language, by way of a translation. */
static enum likeness list_likeness_across(const struct lexicon *l, enum language la, struct str a,
                                          enum language lb, struct str b)
{
    struct word said;

    if (!list_translate(l, la, a, lb, &said))
        return LIKENESS_NONE;
    return word_same(word_str(&said), b, lb) ? LIKENESS_SYNONYM
                                             : list_likeness(l, lb, word_str(&said), b);
}

static struct related list_related_across(const struct lexicon *l, enum language lang,
                                          struct str word, enum language table_lang,
                                          struct str on_table)
{
    struct related r = {0};
    struct word said;

    if (list_translate(l, lang, word, table_lang, &said))
        r = list_related(l, table_lang, word_str(&said), on_table);
    r.certain = false; /* a translation only ever asks */
    return r;
}

static const struct lexicon_across across = {list_likeness_across, list_related_across,
                                             list_translate};

void lexicon_list_init(struct lexicon_list *l)
{
    *l = (struct lexicon_list){.lexicon = {list_related, list_likeness, list_exists, list_animal,
                                           list_is_kind, list_fits, list_listed, &across}};
}

void lexicon_list_fini(struct lexicon_list *l)
{
    arena_fini(&l->arena);
    l->lines = NULL;
}

bool lexicon_list_add(struct lexicon_list *l, struct str text)
{
    struct lexicon_line line = {0};
    struct str kind, word;

    if (!str_word(&text, &kind))
        return false;
    while (line.kind < LINE_KINDS && !str_is(kind, kinds[line.kind]))
        line.kind++;
    if (line.kind == LINE_KINDS)
        return false;
    while (str_word(&text, &word)) {
        struct str copy = arena_copy(&l->arena, word);
        struct word checked;

        for (size_t i = 0; i < copy.len; i++) {
            if (copy.at[i] == '_')
                ((char *)copy.at)[i] = ' ';
        }
        if (line.n == LINE_WORDS || word_set(&checked, copy) != WORD_OK)
            return false;
        line.word[line.n++] = arena_copy(&l->arena, word_str(&checked));
    }
    if (line.n == 0)
        return false;
    struct lexicon_line *kept = arena_alloc(&l->arena, sizeof *kept);
    *kept = line;
    kept->next = l->lines;
    l->lines = kept;
    return true;
}
