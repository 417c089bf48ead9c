#include "rules/deck.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

struct reader {
    struct arena *arena;
    struct deck *deck;
    struct deck_entry *entry;
    struct deck_field field[DECK_FIELDS]; /* of the entry that is being read */
    int *card_at;
    struct deck_problem *problem;
    int line;
    bool checked; /* it is known to be UTF-8 in NFC */
    bool card_open, has_name, has_language;
};

static bool fail(struct reader *r, const char *reason)
{
    r->problem->line = r->line;
    snprintf(r->problem->reason, sizeof r->problem->reason, "%s", reason);
    return false;
}

/* Whether every character is below U+0300: none of them changes when a text is composed. Decks are
 * read at every start, and nearly all of their lines are so. */
static bool is_plainly_nfc(struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if ((unsigned char)s.at[i] >= 0xCC)
            return false;
    }
    return true;
}

/* Letters that can be taken apart, and that composing puts together again as they are. */
static bool is_composed(int32_t c)
{
    return (c >= 0xC0 && c < 0x300) || (c >= 0x388 && c <= 0x3CE) || (c >= 0x400 && c < 0x500) ||
           (c >= 0x1E00 && c < 0x1F00) || (c >= 0xAC00 && c <= 0xD7A3);
}

/* Scripts in which only combining marks join with the character before them; marks have a combining
 * class. In other scripts vowels and parts of syllables do: such texts are looked at in full.
 * Unicode does not change this for a character that it has. */
static bool joins_by_marks(int32_t c)
{
    return c < 0x900 || (c >= 0xE00 && c < 0xF00) || (c >= 0x1E00 && c < 0xA640) ||
           (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c < 0x10000) ||
           (c >= 0x1F000 && c < 0x1FB00) || (c >= 0x20000 && c < 0x32000);
}

/* Whether a character stays as it is, and joins with none before it. */
static bool stays(int32_t c)
{
    enum { NONE = UINT16_MAX };
    if (!joins_by_marks(c))
        return false;
    const utf8proc_property_t *p = utf8proc_get_property(c);

    if (p->combining_class)
        return false;
    return p->decomp_seqindex == NONE || p->decomp_type || is_composed(c);
}

/* Nearly all that people write consists of these, and nothing has to be composed to see it. */
static bool all_stay(struct str s)
{
    utf8proc_ssize_t size;

    for (; s.len > 0; s = str_n(s.at + size, s.len - (size_t)size)) {
        int32_t c = (unsigned char)s.at[0];

        size = c < 0x80 ? 1 : utf8proc_iterate((const uint8_t *)s.at, (utf8proc_ssize_t)s.len, &c);
        if (size <= 0 || (c >= 0x300 && !stays(c)))
            return false;
    }
    return true;
}

bool deck_is_nfc(struct str s)
{
    if (is_plainly_nfc(s) || all_stay(s))
        return true;
    uint8_t *composed = NULL;
    utf8proc_ssize_t n = utf8proc_map((const uint8_t *)s.at, (utf8proc_ssize_t)s.len, &composed,
                                      UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    bool same = n >= 0 && str_eq(s, str_n((const char *)composed, (size_t)n));

    free(composed);
    return same;
}

bool deck_is_key(struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if (!(s.at[i] >= 'a' && s.at[i] <= 'z') && s.at[i] != '-')
            return false;
    }
    return s.len > 0;
}

static bool read_property(struct reader *r, struct str line)
{
    struct str rest = str_n(line.at + 1, line.len - 1), key;

    if (!str_word(&rest, &key) || !deck_is_key(key))
        return fail(r, "a property is @key value");
    struct str value = arena_copy(r->arena, str_trim(rest));
    if (value.len == 0 || str_characters(value) > DECK_FIELD_TEXT)
        return fail(r, "a property has 1 to 320 characters");
    if (str_is(key, "name")) {
        r->deck->name = value;
        r->has_name = true;
    } else if (str_is(key, "language")) {
        int lang = language_of(value);
        if (lang < 0)
            return fail(r, "the language is none of en, de, fr");
        r->deck->language = (enum language)lang;
        r->has_language = true;
    } else {
        if (r->deck->properties == DECK_FIELDS)
            return fail(r, "too many properties");
        r->deck->property[r->deck->properties++] =
            (struct deck_field){arena_copy(r->arena, key), value};
    }
    return true;
}

static bool read_field(struct reader *r, struct deck_entry *e, struct str part)
{
    struct str key, value;

    if (!str_split(part, ':', &key, &value) || !deck_is_key(str_trim(key)))
        return fail(r, "a field is ' | key: value'");
    if (e->fields == DECK_FIELDS)
        return fail(r, "too many fields");
    value = str_trim(value);
    if (value.len == 0 || str_characters(value) > DECK_FIELD_TEXT)
        return fail(r, "a field has 1 to 320 characters");
    r->field[e->fields++] =
        (struct deck_field){arena_copy(r->arena, str_trim(key)), arena_copy(r->arena, value)};
    return true;
}

static bool read_entry(struct reader *r, struct str line)
{
    struct deck *deck = r->deck;
    struct str text = line, rest = str_n("", 0), part;

    if (deck->entries == DECK_ENTRIES)
        return fail(r, "a deck has at most 2,048 entries");
    struct deck_entry *e = &r->entry[deck->entries];
    bool more = str_split(line, '|', &text, &rest);
    text = str_trim(text);
    if (text.len == 0 || str_characters(text) > DECK_TEXT)
        return fail(r, "an entry has 1 to 80 characters");
    if (!r->card_open)
        r->card_at[deck->cards++] = deck->entries;
    r->card_open = true;
    *e = (struct deck_entry){.text = arena_copy(r->arena, text), .card = deck->cards - 1};
    while (more) {
        part = rest;
        more = str_split(rest, '|', &part, &rest);
        if (!read_field(r, e, part))
            return false;
    }
    if (e->fields) {
        struct deck_field *field = arena_alloc(r->arena, sizeof *field * (size_t)e->fields);

        memcpy(field, r->field, sizeof *field * (size_t)e->fields);
        e->field = field;
    }
    deck->entries++;
    return true;
}

static bool read_line(struct reader *r, struct str line)
{
    line = str_trim(line);
    if (line.len == 0) {
        r->card_open = false;
        return true;
    }
    if (!r->checked && (!utf8_valid(line) || !deck_is_nfc(line)))
        return fail(r, "the text is not UTF-8 in NFC");
    if (line.at[0] == '#')
        return true;
    return line.at[0] == '@' ? read_property(r, line) : read_entry(r, line);
}

static const struct deck *read_deck(struct arena *a, struct str text, bool checked,
                                    struct deck_problem *problem)
{
    struct reader r = {.arena = a, .problem = problem, .checked = checked};
    struct str line;
    int lines = 0;

    for (size_t i = 0; i < text.len; i++)
        lines += text.at[i] == '\n';
    lines = lines + 1 < DECK_ENTRIES ? lines + 1 : DECK_ENTRIES;
    r.deck = arena_alloc(a, sizeof *r.deck);
    r.entry = arena_alloc(a, sizeof *r.entry * (size_t)lines);
    r.card_at = arena_alloc(a, sizeof *r.card_at * (size_t)(lines + 1));
    while (str_line(&text, &line)) {
        r.line++;
        if (!read_line(&r, line))
            return NULL;
    }
    if (!r.has_name || !r.has_language || r.deck->entries == 0) {
        fail(&r, "a deck needs @name, @language and at least one entry");
        return NULL;
    }
    r.card_at[r.deck->cards] = r.deck->entries;
    r.deck->entry = r.entry;
    r.deck->card_at = r.card_at;
    return r.deck;
}

const struct deck *deck_read(struct arena *a, struct str text, struct deck_problem *problem)
{
    return read_deck(a, text, false, problem);
}

const struct deck *deck_read_checked(struct arena *a, struct str text, struct deck_problem *problem)
{
    return read_deck(a, text, true, problem);
}

struct str deck_field(const struct deck_entry *e, const char *key)
{
    for (int i = 0; i < e->fields; i++) {
        if (str_is(e->field[i].key, key))
            return e->field[i].value;
    }
    return str_n("", 0);
}
