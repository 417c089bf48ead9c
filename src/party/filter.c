#include "party/filter.h"

#include "base/embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <utf8proc.h>

enum { LETTERS = 1024, TOKENS = 256 };

/* ---- letters ---- */

/* Where letters stop: nowhere, at a sign (a dot, an apostrophe), or between words. */
enum gap { NO_GAP, JOINT, BLANK };

/* A text as it is compared: its letters without anything between them, and where words were. */
struct spelling {
    char letter[LETTERS];
    size_t n;
    int tokens;
    struct token {
        size_t at, len;
        bool word;  /* it stands between blanks */
        bool parts; /* put together: it may only be an entry and nothing else */
    } token[TOKENS];
};

/* Digits and signs that people write for letters. */
static int letter_of(utf8proc_int32_t c)
{
    switch (c) {
    case '0':
        return 'o';
    case '1':
        return 'i';
    case '3':
        return 'e';
    case '4':
    case '@':
        return 'a';
    case '5':
    case '$':
        return 's';
    case '7':
        return 't';
    default:
        return c >= 'a' && c <= 'z' ? c : 0;
    }
}

/* A hyphen joins: PIQUE-NIQUE is one word, and so is what somebody has cut in two. */
static enum gap gap_of(utf8proc_int32_t c)
{
    if (c == '_' || c == '*' || utf8proc_category(c) == UTF8PROC_CATEGORY_PD)
        return NO_GAP;
    return c == '\t' || c == '\n' || utf8proc_category(c) == UTF8PROC_CATEGORY_ZS ? BLANK : JOINT;
}

static void add_letter(struct spelling *s, int letter)
{
    if (s->n < LETTERS)
        s->letter[s->n++] = (char)letter;
}

static void add_token(struct spelling *s, size_t at, bool word, bool parts)
{
    if (s->n > at && s->tokens < TOKENS)
        s->token[s->tokens++] = (struct token){at, s->n - at, word, parts};
}

/* Pieces between all gaps, words between blanks, and letters that stand alone, put together. */
static void spell(struct spelling *s, const utf8proc_uint8_t *text)
{
    size_t piece = 0, word = 0, spaced = 0;
    utf8proc_int32_t c = ' ';

    s->n = 0;
    s->tokens = 0;
    for (utf8proc_ssize_t step; *text; text += step) {
        step = utf8proc_iterate(text, -1, &c);
        if (step <= 0)
            return;
        int letter = letter_of(c);
        if (letter) {
            add_letter(s, letter);
            continue;
        }
        if (c == 0x153 || c == 0xE6) { /* œ, æ */
            add_letter(s, c == 0x153 ? 'o' : 'a');
            add_letter(s, 'e');
            continue;
        }
        enum gap gap = gap_of(c);
        if (gap == NO_GAP)
            continue;
        add_token(s, piece, gap == BLANK && piece == word, false);
        if (gap == BLANK && s->n > word) {
            if (piece > word)
                add_token(s, word, true, true);
            if (s->n - word > 1)
                spaced = s->n;
            else if (s->n - spaced > 2)
                add_token(s, spaced, false, true);
            word = s->n;
        }
        piece = s->n;
    }
}

/* Lower case without accents, and a blank at the end, so that the last word ends like any other. */
static bool fold(struct spelling *s, struct str text)
{
    utf8proc_uint8_t *folded = NULL;
    struct buf padded = {0};

    buf_add(&padded, text);
    buf_addc(&padded, ' ');
    utf8proc_ssize_t n =
        utf8proc_map((const utf8proc_uint8_t *)padded.at, (utf8proc_ssize_t)padded.len, &folded,
                     UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD |
                         UTF8PROC_STRIPMARK);
    buf_fini(&padded);
    if (n >= 0)
        spell(s, folded);
    free(folded);
    return n >= 0;
}

/* ---- comparing ---- */

static size_t run(const char *at, size_t n)
{
    size_t len = 1;

    while (len < n && at[len] == at[0])
        len++;
    return len;
}

/* Whether a text begins with an entry's letters, each as often, or drawn out to three and more; it
 * ends there too unless the end is open. The length of what matches, or 0. */
static size_t matches(struct str entry, bool open, const char *text, size_t n)
{
    size_t e = 0, t = 0;

    while (e < entry.len) {
        if (t == n || text[t] != entry.at[e])
            return 0;
        size_t want = run(entry.at + e, entry.len - e), have = run(text + t, n - t);
        bool last = e + want == entry.len;
        if (have < want || (have > want && have < 3 && !(open && last)))
            return 0;
        e += want;
        t += have;
    }
    return open || t == n ? t : 0;
}

static bool in_token(const struct filter_entry *e, const struct spelling *s, const struct token *k)
{
    const char *text = s->letter + k->at;

    if (k->parts)
        return matches(e->letters, false, text, k->len) > 0;
    for (size_t from = 0; from < k->len && (from == 0 || e->open_front); from++) {
        if (matches(e->letters, e->open_end, text + from, k->len - from))
            return true;
    }
    return false;
}

/* The words of a phrase follow each other, and a word ends where the phrase does. */
static bool in_words(const struct filter_entry *e, const struct spelling *s)
{
    for (int i = 0; i < s->tokens; i++) {
        size_t from = s->token[i].at;

        for (int j = i; s->token[i].word && j < s->tokens; j++) {
            size_t end = s->token[j].at + s->token[j].len;

            if (s->token[j].word && end - from >= e->letters.len &&
                matches(e->letters, false, s->letter + from, end - from))
                return true;
        }
    }
    return false;
}

static bool entry_stops(const struct filter_entry *e, const struct spelling *s)
{
    if (e->phrase)
        return in_words(e, s);
    for (int i = 0; i < s->tokens; i++) {
        if (in_token(e, s, &s->token[i]))
            return true;
    }
    return false;
}

bool filter_stops(const struct filter *f, enum filter_level level, enum language lang,
                  struct str text)
{
    struct spelling s;

    if (!f || (level != FILTER_MODERATE && level != FILTER_STRICT) || !fold(&s, text))
        return false;
    for (int l = 0; l < LANGUAGES; l++) {
        for (int i = 0; i < f->list[l].entries; i++) {
            const struct filter_entry *e = &f->list[l].entry[i];

            if ((l == (int)lang || e->everywhere) && (!e->strict || level == FILTER_STRICT) &&
                entry_stops(e, &s))
                return true;
        }
    }
    return false;
}

void filter_mask(struct str name, struct buf *out)
{
    utf8proc_int32_t c;
    utf8proc_ssize_t n =
        utf8proc_iterate((const utf8proc_uint8_t *)name.at, (utf8proc_ssize_t)name.len, &c);

    if (n > 0)
        buf_add(out, str_n(name.at, (size_t)n));
    buf_adds(out, "…");
}

/* ---- lists ---- */

/* What is wrong with an entry, or NULL. */
static const char *read_entry(struct filter *f, const struct deck_entry *from,
                              struct filter_entry *out)
{
    struct str text = from->text;
    struct spelling s;

    *out = (struct filter_entry){.strict = deck_field(from, "level").len > 0,
                                 .everywhere = deck_field(from, "everywhere").len > 0};
    if (from->fields != out->strict + out->everywhere ||
        (out->strict && !str_is(deck_field(from, "level"), "strict")) ||
        (out->everywhere && !str_is(deck_field(from, "everywhere"), "yes")))
        return "its fields are 'level: strict' and 'everywhere: yes'";
    if (text.len && text.at[0] == '*') {
        out->open_front = true;
        text = str_n(text.at + 1, text.len - 1);
    }
    if (text.len && text.at[text.len - 1] == '*') {
        out->open_end = true;
        text.len--;
    }
    if (!fold(&s, text) || s.n < 2)
        return "it has no two letters";
    for (int i = 1; i < s.tokens; i++)
        out->phrase = out->phrase || s.token[i].word;
    out->letters = arena_copy(&f->arena, str_n(s.letter, s.n));
    return NULL;
}

bool filter_read(struct filter *f, enum language lang, struct str text,
                 struct deck_problem *problem)
{
    struct arena arena = {0};
    const struct deck *deck = deck_read(&arena, text, problem);
    struct filter_list list = {0};
    const char *wrong = NULL;

    if (deck)
        list.entry = arena_alloc(&f->arena, sizeof *list.entry * (size_t)deck->entries);
    for (int i = 0; deck && !wrong && i < deck->entries; i++) {
        wrong = read_entry(f, &deck->entry[i], &list.entry[list.entries++]);
        if (wrong) {
            problem->line = 0;
            snprintf(problem->reason, sizeof problem->reason, "'%.*s': %s",
                     STR_FMT(deck->entry[i].text), wrong);
        }
    }
    if (deck && !wrong)
        f->list[lang] = list;
    arena_fini(&arena);
    return deck && !wrong;
}

void filter_read_builtin(struct filter *f)
{
    for (int lang = 0; lang < LANGUAGES; lang++) {
        char path[64];
        struct deck_problem problem;

        snprintf(path, sizeof path, "src/party/filter/%s.txt", language_codes[lang]);
        const struct embedded_file *file = embedded_find(path);
        if (!file || !filter_read(f, (enum language)lang, file->text, &problem))
            abort(); /* a test has read it */
    }
}

void filter_fini(struct filter *f)
{
    arena_fini(&f->arena);
    *f = (struct filter){0};
}
