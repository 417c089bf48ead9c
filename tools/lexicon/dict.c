#include "dict.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void dict_fini(struct dict *d)
{
    pool_fini(&d->keys);
    pool_fini(&d->shown);
    pool_fini(&d->pivots);
    pool_fini(&d->stopwords);
    vec_fini(&d->entry);
    vec_fini(&d->links);
    vec_fini(&d->members);
    vec_fini(&d->translations);
    vec_fini(&d->report);
    vec_fini(&d->first_link);
    counts_fini(&d->evidence);
    counts_fini(&d->cooccur);
    counts_fini(&d->set);
    counts_fini(&d->pictured);
    counts_fini(&d->said_next);
    counts_fini(&d->said_over);
    counts_fini(&d->told);
    counts_fini(&d->answered);
    counts_fini(&d->same);
    counts_fini(&d->alike);
    counts_fini(&d->asked);
    vec_fini(&d->spellings);
    counts_fini(&d->vectored);
    vec_fini(&d->vectors);
}

uint32_t dict_find_key(const struct dict *d, struct str key)
{
    return pool_find(&d->keys, key);
}

uint32_t dict_find(const struct dict *d, struct str spelling)
{
    struct word_key key;

    word_key(&key, spelling, false);
    return key.len ? pool_find(&d->keys, word_key_str(&key)) : (uint32_t)ENTRY_NONE;
}

uint32_t dict_entry(struct dict *d, struct str spelling)
{
    struct word shown;
    struct word_key key;

    if (word_set(&shown, spelling) != WORD_OK)
        return ENTRY_NONE;
    word_key(&key, spelling, false);
    if (key.len == 0)
        return ENTRY_NONE;
    uint32_t e = pool_add(&d->keys, word_key_str(&key));
    if (e == d->entry.n)
        vec_push(&d->entry, (struct entry){.shown = ENTRY_NONE});
    return e;
}

uint32_t dict_lemma(struct dict *d, struct str spelling, unsigned pos)
{
    uint32_t e = dict_entry(d, spelling);

    if (e == ENTRY_NONE)
        return e;
    struct word shown;

    d->entry.at[e].flags |= (uint16_t)pos;
    word_set(&shown, spelling);
    uint32_t name = pool_add(&d->shown, word_str(&shown));
    if (d->entry.at[e].shown == ENTRY_NONE)
        d->entry.at[e].shown = name;
    if (name == d->spellings.n) /* a spelling has one key, so it is met here first */
        vec_push(&d->spellings, (struct spelling){.entry = e});
    d->spellings.at[name].pos |= (uint8_t)pos;
    return e;
}

void dict_count(struct dict *d, struct str spelling, float n)
{
    struct word shown;
    uint32_t e = dict_find(d, spelling);

    if (e == ENTRY_NONE)
        return;
    d->entry.at[e].count += n;
    if (word_set(&shown, spelling) != WORD_OK)
        return;
    uint32_t name = pool_find(&d->shown, word_str(&shown));
    if (name != POOL_NONE)
        d->spellings.at[name].count += n;
}

/* How much speaks for showing an entry so. Games ask for nouns, and bots say them: ÉLÈVE is a
 * pupil; ÉLEVÉ is high, which is written more often and hardly ever said. German lists of nouns
 * have adjectives too (KALTE), which the spelling dictionary knows as forms only. */
static float worth_of(const struct spelling *s, enum language lang)
{
    enum { NOUN = 8 };
    bool noun = (s->pos & LEX_NOUN) && (lang != LANG_DE || (s->pos & LEX_OTHER));

    return noun ? NOUN * s->count : s->count;
}

float dict_common_root(const struct dict *d, uint32_t entry)
{
    return sqrtf(d->entry.at[entry].count + .1f);
}

void dict_spell(struct dict *d)
{
    for (uint32_t name = 0; name < d->spellings.n; name++) {
        const struct spelling *s = &d->spellings.at[name];
        struct entry *e = &d->entry.at[s->entry];

        if (worth_of(s, d->lang) > worth_of(&d->spellings.at[e->shown], d->lang))
            e->shown = name;
    }
}

void dict_link(struct dict *d, uint32_t from, uint32_t to, enum lex_link kind, float certainty)
{
    if (from != to && from != ENTRY_NONE && to != ENTRY_NONE)
        vec_push(&d->links, (struct link){from, to, (uint8_t)kind, certainty});
}

void dict_form(struct dict *d, struct str form, uint32_t lemma)
{
    if (lemma != ENTRY_NONE)
        dict_link(d, dict_entry(d, form), lemma, LEX_LINK_FORM, 1);
}

struct str dict_key(const struct dict *d, uint32_t entry)
{
    return pool_str(&d->keys, entry);
}

size_t common_start(struct str a, struct str b)
{
    size_t n = 0;

    while (n < a.len && n < b.len && a.at[n] == b.at[n])
        n++;
    return n;
}

/* The first letter names the language. */
uint32_t pivot_add(struct pool *p, unsigned pivot, struct str key)
{
    char name[WORD_KEY + 1];

    assert(key.len <= WORD_KEY);
    name[0] = (char)('0' + pivot);
    memcpy(name + 1, key.at, key.len);
    return pool_add(p, str_n(name, key.len + 1));
}

struct str pivot_key(const struct dict *d, uint32_t word)
{
    struct str name = pool_str(&d->pivots, word);

    return str_n(name.at + 1, name.len - 1);
}

uint64_t pair_name(uint32_t a, uint32_t b)
{
    return ((uint64_t)a << 32 | b) + 1;
}

uint64_t pair_both(uint32_t a, uint32_t b)
{
    return a < b ? pair_name(a, b) : pair_name(b, a);
}

struct pair pair_of(uint64_t name)
{
    return (struct pair){(uint32_t)((name - 1) >> 32), (uint32_t)(name - 1)};
}

void dict_together(struct dict *d, struct counts *where, struct str phrase, float weight)
{
    enum { PHRASE_WORDS = 6 };
    uint32_t lemma[PHRASE_WORDS];
    int n = 0;
    struct str word;

    while (str_word(&phrase, &word)) {
        uint32_t e[1];

        if (dict_lemmas_of(d, word, e, 1) < 1 || dict_is_stopword(d, e[0]))
            continue;
        if (n == PHRASE_WORDS)
            return;
        lemma[n++] = e[0];
    }
    for (int i = 0; i < n; i++) {
        for (int k = i + 1; k < n; k++) {
            if (lemma[i] != lemma[k])
                *counts_at(where, pair_both(lemma[i], lemma[k])) += weight;
        }
    }
}

void dict_evidence(struct dict *d, uint32_t a, uint32_t b, unsigned bits)
{
    if (a == b || a == ENTRY_NONE || b == ENTRY_NONE)
        return;
    float *f = counts_at(&d->evidence, pair_name(a, b));
    *f = (float)((unsigned)*f | bits);
}

unsigned dict_has_evidence(const struct dict *d, uint32_t a, uint32_t b)
{
    return (unsigned)counts_get(&d->evidence, pair_name(a, b)) |
           (unsigned)counts_get(&d->evidence, pair_name(b, a));
}

bool dict_evidence_at(const struct dict *d, size_t slot, struct evidence_pair *out)
{
    uint64_t name = d->evidence.name[slot];

    if (!name)
        return false;
    struct pair pair = pair_of(name);
    *out = (struct evidence_pair){pair.a, pair.b, (unsigned)d->evidence.value[slot]};
    return true;
}

static int by_place(const void *x, const void *y)
{
    const struct link *a = x, *b = y;

    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if ((a->kind == LEX_LINK_UNRELATED) != (b->kind == LEX_LINK_UNRELATED))
        return a->kind == LEX_LINK_UNRELATED ? -1 : 1; /* a person's word goes before all */
    if (a->certainty != b->certainty)
        return a->certainty > b->certainty ? -1 : 1;
    return (a->kind > b->kind) - (a->kind < b->kind);
}

void dict_index(struct dict *d)
{
    size_t kept = 0;

    if (d->links.n)
        qsort(d->links.at, d->links.n, sizeof *d->links.at, by_place);
    for (size_t i = 0; i < d->links.n; i++) {
        if (kept && d->links.at[kept - 1].from == d->links.at[i].from &&
            d->links.at[kept - 1].to == d->links.at[i].to)
            continue;
        d->links.at[kept++] = d->links.at[i];
    }
    d->links.n = kept;
    d->first_link.n = 0;
    for (size_t e = 0, i = 0; e <= d->entry.n; e++) {
        while (i < kept && d->links.at[i].from < e)
            i++;
        vec_push(&d->first_link, (uint32_t)i);
    }
}

bool dict_is_lemma(const struct dict *d, uint32_t e)
{
    return (d->entry.at[e].flags & LEX_POS) != 0;
}

int dict_lemmas_of_entry(const struct dict *d, uint32_t e, uint32_t *out, int most)
{
    int n = 0;

    if (e == ENTRY_NONE || e >= d->entry.n)
        return 0;
    if (dict_is_lemma(d, e))
        out[n++] = e;
    if (e + 1 >= d->first_link.n)
        return n;
    for (uint32_t i = d->first_link.at[e]; i < d->first_link.at[e + 1] && n < most; i++) {
        if (d->links.at[i].kind == LEX_LINK_FORM && dict_is_lemma(d, d->links.at[i].to))
            out[n++] = d->links.at[i].to;
    }
    return n;
}

int dict_lemmas_of(const struct dict *d, struct str token, uint32_t *out, int most)
{
    return dict_lemmas_of_entry(d, dict_find(d, token), out, most);
}

/* The list is generous (it has FIRE and MILL): a listed word with a meaning of its own is only left
 * out where it is everywhere. */
bool dict_is_stopword(const struct dict *d, uint32_t e)
{
    struct str key = dict_key(d, e);
    const struct entry *entry = &d->entry.at[e];

    if (pool_find(&d->stopwords, key) == POOL_NONE)
        return false;
    return key.len <= 2 || entry->count > 3000 ||
           !(entry->flags & (LEX_NOUN | LEX_VERB | LEX_ADJECTIVE | LEX_NAME));
}

void dict_spell_out(struct dict *d, uint32_t e, struct str phrase)
{
    struct str key = dict_key(d, e), rest = phrase, word;
    size_t met = 0, words = 0;

    /* MAT and CAT are words of their own before they are initials. */
    if (!(d->entry.at[e].flags & LEX_ABBREVIATION) || key.len < 2 ||
        (d->entry.at[e].flags & (LEX_NOUN | LEX_VERB | LEX_ADJECTIVE | LEX_ADVERB)))
        return;
    while (str_word(&rest, &word)) {
        struct word_key first;

        word_key(&first, word, false);
        words++;
        if (first.len && met < key.len && first.text[0] == key.at[met])
            met++;
        else if (first.len > 3 || words == 1)
            return; /* only small words may be passed over */
    }
    if (met < key.len || words < 2)
        return;
    rest = phrase;
    while (str_word(&rest, &word)) {
        uint32_t lemma[2];
        int n = dict_lemmas_of(d, word, lemma, 2);

        for (int i = 0; i < n; i++) {
            if (!dict_is_stopword(d, lemma[i]) || dict_key(d, lemma[i]).len > 3)
                dict_link(d, e, lemma[i], LEX_LINK_ABBREVIATION, 1);
        }
    }
}

static bool in_word(unsigned char c)
{
    return c >= 0x80 || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-';
}

void dict_gloss(struct dict *d, uint32_t head, struct str text, unsigned bits)
{
    size_t i = 0;

    while (i < text.len) {
        while (i < text.len && !in_word((unsigned char)text.at[i]))
            i++;
        size_t start = i;
        while (i < text.len && in_word((unsigned char)text.at[i]))
            i++;
        uint32_t lemma[4];
        int n = i > start ? dict_lemmas_of(d, str_n(text.at + start, i - start), lemma, 4) : 0;
        /* A word of its own is meant as itself: the badger's article does not speak of roofs. */
        if (n > 1 && lemma[0] == dict_find(d, str_n(text.at + start, i - start)) &&
            (d->entry.at[lemma[0]].flags & LEX_POS & ~LEX_OTHER))
            n = 1;
        for (int k = 0; k < n; k++) {
            if (!dict_is_stopword(d, lemma[k]))
                dict_evidence(d, head, lemma[k], bits);
        }
    }
}

/* Takes "a", "to", "eine", "l'" off the front. */
static struct str without_article(struct str term)
{
    static const char *const articles[] = {
        "a ",   "an ",  "the ", "to ",   "A ",  "An ",  "The ", "To ", "ein ", "eine ", "der ",
        "die ", "das ", "Ein ", "Eine ", "un ", "une ", "le ",  "la ", "l'",   "Un ",   "Une "};

    for (size_t i = 0; i < sizeof articles / sizeof articles[0]; i++) {
        if (str_starts(term, str_of(articles[i])))
            return str_trim(str_n(term.at + strlen(articles[i]), term.len - strlen(articles[i])));
    }
    return term;
}

void dict_paraphrase(struct dict *d, uint32_t head, struct str text, const char *separators)
{
    for (size_t i = 0, start = 0; i <= text.len; i++) {
        if (i < text.len && !strchr(separators, text.at[i]))
            continue;
        struct str term = without_article(str_trim(str_n(text.at + start, i - start)));
        uint32_t e[1];

        start = i + 1;
        if (term.len < 2 || memchr(term.at, ' ', term.len) || memchr(term.at, '\n', term.len) ||
            dict_lemmas_of(d, term, e, 1) < 1 || e[0] == head || dict_is_stopword(d, e[0]))
            continue;
        if (d->entry.at[head].flags & d->entry.at[e[0]].flags & LEX_POS)
            dict_evidence(d, head, e[0], EV_PARAPHRASE);
    }
}

void dict_report(struct dict *d, const char *format, ...)
{
    char line[256];
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    for (const char *p = line; *p; p++)
        vec_push(&d->report, *p);
    vec_push(&d->report, '\n');
    fprintf(stderr, "  %s: %s\n", language_codes[d->lang], line);
}
