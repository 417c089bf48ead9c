#include "rules/deck_check.h"

#include "rules/deck_stem.h"
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* Where a stem was said first: open addressing, never more than half full. */
enum { SLOTS = 4096 };
/* A step is over after so much of either; the slowest letters take ten times as long as others. */
enum { STEP_LINES = 250, STEP_BYTES = 8 * 1024 };

struct said {
    uint64_t stem;
    int line;
};

struct checker {
    const struct game *game;
    const struct deck_kind *kind;
    struct deck_report *out;
    struct said *said;
    int line;
    int block; /* entries since the last blank line */
    int properties;
};

const char *deck_flaw_name(enum deck_flaw flaw)
{
    static const char *const names[] = {
#define X(flaw, name) [flaw] = name,
        DECK_FLAWS(X)
#undef X
    };

    return names[flaw];
}

const struct deck_kind *deck_kind_of(const struct game *g, struct str name)
{
    for (const struct deck_kind *k = g->kinds; k && k->name; k++) {
        if (str_is(name, k->name))
            return k;
    }
    return NULL;
}

static void fault_with(struct checker *c, enum deck_flaw flaw, int line, int with)
{
    struct deck_report *r = c->out;

    r->faults++;
    r->wrong += flaw != FLAW_TWICE;
    if (r->shown < FAULTS_SHOWN)
        r->fault[r->shown++] = (struct deck_fault){flaw, line, with};
}

static void fault(struct checker *c, enum deck_flaw flaw)
{
    fault_with(c, flaw, c->line, 0);
}

/* ---- characters ---- */

/* Whether everybody sees every character of it as what it is: nothing hidden, nothing that turns
 * the direction of text or stacks marks without end. */
static bool is_visible(struct str s)
{
    int marks = 0;

    while (s.len > 0) {
        if (s.at[0] >= ' ' && s.at[0] <= '~') { /* as most of it */
            marks = 0;
            s = str_n(s.at + 1, s.len - 1);
            continue;
        }
        int32_t c;
        utf8proc_ssize_t n = utf8proc_iterate((const uint8_t *)s.at, (utf8proc_ssize_t)s.len, &c);

        if (n <= 0 || character_unseen(c))
            return false;
        switch (utf8proc_category(c)) {
        case UTF8PROC_CATEGORY_MN:
        case UTF8PROC_CATEGORY_ME:
        case UTF8PROC_CATEGORY_MC:
            if (++marks > 2)
                return false;
            break;
        default:
            marks = 0;
        }
        s = str_n(s.at + n, s.len - (size_t)n);
    }
    return true;
}

/* ---- entries ---- */

static bool is_word(struct str text)
{
    struct word word;

    return word_set(&word, text) == WORD_OK && word_parts(word_str(&word)) == 1;
}

static bool is_three_words(struct str text)
{
    struct str piece, rest = text;
    struct word word;
    int n = 0;

    for (bool more = true; more; n++) {
        more = str_split(rest, ',', &piece, &rest);
        if (!more)
            piece = rest;
        if (word_set(&word, str_trim(piece)) != WORD_OK)
            return false;
    }
    return n == 3;
}

struct str deck_set(const struct game *g, const struct deck_kind *k, int place)
{
    struct str name = str_of(g->decks[place]);
    size_t skip = strlen(k->name) + 1;

    return name.len > skip ? str_n(name.at + skip, name.len - skip) : str_n("", 0);
}

const struct deck_entry *deck_picture(const struct game *g, const struct deck_kind *k,
                                      enum language lang, struct str name)
{
    const struct shelf *shelf = registry_shelf(registry_find(str_of(g->id)), lang);
    struct str set, picture;

    if (!shelf || !str_split(name, '/', &set, &picture))
        return NULL;
    for (int place = k->place; place < k->place + k->places; place++) {
        const struct deck *deck = shelf->deck[place];

        if (!deck || !str_eq(set, deck_set(g, k, place)))
            continue;
        for (int i = 0; i < deck->entries; i++) {
            if (str_eq(deck->entry[i].text, picture))
                return &deck->entry[i];
        }
    }
    return NULL;
}

static bool check_form(struct checker *c, struct str text)
{
    switch ((enum deck_form)c->kind->form) {
    case FORM_LINE:
        if (text.len > PHRASE_BYTES) {
            fault(c, FLAW_LONG);
            return false;
        }
        return true;
    case FORM_WORD:
        if (!is_word(text))
            fault(c, FLAW_WORD);
        return true;
    case FORM_THREE:
        if (!is_three_words(text))
            fault(c, FLAW_THREE);
        return true;
    case FORM_PICTURE:
        if (!deck_picture(c->game, c->kind, LANG_EN, text))
            fault(c, FLAW_PICTURE);
        return true;
    }
    return true;
}

static void check_fields(struct checker *c, struct str rest)
{
    struct str part, key, value;
    int n = 0;

    for (bool more = true; more; n++) {
        more = str_split(rest, '|', &part, &rest);
        if (!more)
            part = rest;
        if (n == DECK_FIELDS || !str_split(part, ':', &key, &value) ||
            !deck_is_key(str_trim(key)) || str_trim(value).len == 0 ||
            str_characters(str_trim(value)) > DECK_FIELD_TEXT) {
            fault(c, FLAW_FIELD);
            return;
        }
    }
}

/* Whether another line says the same; else this one is the first to. */
static void check_twice(struct checker *c, struct str text)
{
    int lang = c->out->language < 0 ? LANG_EN : c->out->language;
    uint64_t stem = deck_stem((enum language)lang, text);
    size_t at = stem % SLOTS;

    if (c->out->entries > OWN_ENTRIES)
        return; /* the one too many */
    for (; c->said[at].line; at = (at + 1) % SLOTS) {
        if (c->said[at].stem == stem) {
            fault_with(c, FLAW_TWICE, c->line, c->said[at].line);
            return;
        }
    }
    c->said[at] = (struct said){stem, c->line};
}

static void count_entry(struct checker *c)
{
    c->out->entries++;
    if (c->kind->card ? c->block % c->kind->card == 0 : c->block == 0)
        c->out->cards++;
    c->block++;
}

static void check_entry(struct checker *c, struct str line)
{
    struct str text = line, rest;
    bool fields = str_split(line, '|', &text, &rest);

    text = str_trim(text);
    count_entry(c);
    if (c->out->entries == OWN_ENTRIES + 1)
        fault(c, FLAW_MANY);
    if (text.len == 0 || str_characters(text) > c->kind->longest)
        fault(c, FLAW_LONG);
    else if (check_form(c, text))
        check_twice(c, text);
    if (fields)
        check_fields(c, rest);
}

/* ---- the rest ---- */

static void check_property(struct checker *c, struct str line)
{
    struct str rest = str_n(line.at + 1, line.len - 1), key, value;

    if (!str_word(&rest, &key) || !deck_is_key(key)) {
        fault(c, FLAW_PROPERTY);
        return;
    }
    value = str_trim(rest);
    if (str_is(key, "name")) {
        c->out->name = value;
        if (value.len == 0 || str_characters(value) > OWN_NAME)
            fault(c, FLAW_NAME);
    } else if (str_is(key, "language")) {
        c->out->language = language_of(value);
        if (c->out->language < 0)
            fault(c, FLAW_LANGUAGE);
    } else if (value.len == 0 || str_characters(value) > DECK_FIELD_TEXT ||
               ++c->properties > DECK_FIELDS) {
        fault(c, FLAW_PROPERTY);
    }
}

static void check_line(struct checker *c, struct str line)
{
    line = str_trim(line);
    if (line.len == 0)
        c->block = 0;
    else if (c->out->entries > OWN_ENTRIES)
        c->out->entries += line.at[0] != '@' && line.at[0] != '#'; /* too many already */
    else if (line.len > OWN_LINE)
        fault(c, FLAW_LONG);
    else if (!utf8_valid(line) || !deck_is_nfc(line))
        fault(c, FLAW_UNREADABLE);
    else if (!is_visible(line))
        fault(c, FLAW_CHARACTER);
    else if (line.at[0] == '@')
        check_property(c, line);
    else if (line.at[0] != '#')
        check_entry(c, line);
}

struct deck_checking {
    struct checker checker;
    struct deck_report report;
    struct str rest;
    struct said said[SLOTS];
};

struct deck_checking *deck_checking_new(const struct game *g, const struct deck_kind *k,
                                        struct str text)
{
    struct deck_checking *c = calloc(1, sizeof *c);

    if (!c)
        abort();
    c->checker = (struct checker){.game = g, .kind = k, .out = &c->report, .said = c->said};
    c->report.language = -1;
    c->rest = text;
    if (text.len > OWN_BYTES) {
        fault(&c->checker, FLAW_LARGE);
        c->rest = str_n("", 0);
    }
    return c;
}

static void check_whole(struct deck_checking *c)
{
    struct deck_report *r = &c->report;

    c->checker.line = 0;
    if (r->name.len == 0)
        fault(&c->checker, FLAW_NAME);
    if (r->language < 0)
        fault(&c->checker, FLAW_LANGUAGE);
    if (r->entries == 0)
        fault(&c->checker, FLAW_EMPTY);
}

bool deck_checking_step(struct deck_checking *c)
{
    size_t before = c->rest.len;
    struct str line;

    for (int n = 0; n < STEP_LINES && before - c->rest.len < STEP_BYTES; n++) {
        if (!str_line(&c->rest, &line)) {
            if (!c->report.faults || c->report.fault[0].flaw != FLAW_LARGE)
                check_whole(c);
            return true;
        }
        c->checker.line = ++c->report.lines;
        check_line(&c->checker, line);
    }
    return false;
}

void deck_checking_end(struct deck_checking *c, struct deck_report *out)
{
    if (out)
        *out = c->report;
    free(c);
}

void deck_check(const struct game *g, const struct deck_kind *k, struct str text,
                struct deck_report *out)
{
    struct deck_checking *c = deck_checking_new(g, k, text);

    while (!deck_checking_step(c))
        ;
    deck_checking_end(c, out);
}

bool deck_outline(const struct deck_kind *k, struct str text, struct deck_report *out)
{
    struct checker c = {.kind = k, .out = out};
    struct str line;

    *out = (struct deck_report){.language = -1};
    if (text.len > OWN_BYTES)
        return false;
    while (str_line(&text, &line)) {
        c.line = ++out->lines;
        line = str_trim(line);
        if (line.len == 0)
            c.block = 0;
        else if (line.at[0] == '@')
            check_property(&c, line);
        else if (line.at[0] != '#')
            count_entry(&c);
    }
    return !out->wrong && out->name.len > 0 && out->language >= 0 && out->entries >= 1 &&
           out->entries <= OWN_ENTRIES;
}
