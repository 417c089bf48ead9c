#include "lexicon/reading.h"

#include "lexicon/affix.h"

#include <string.h>

enum { DEPTH = 4, FAINT = 8 };

static enum lex_path path_of(unsigned link)
{
    static const enum lex_path paths[] = {PATH_FORM, PATH_DERIVED, PATH_PART, PATH_ABBREVIATION};

    return paths[link];
}

static void add(struct lex_reading *r, uint32_t id, enum lex_path path, unsigned certainty)
{
    if (id == LEX_NONE || certainty < FAINT)
        return;
    for (int i = 0; i < r->n; i++) {
        if (r->atom[i].id != id)
            continue;
        if (r->atom[i].certainty < certainty) {
            r->atom[i].certainty = (uint8_t)certainty;
            r->atom[i].path = path;
        }
        return;
    }
    if (r->n < LEX_ATOMS)
        r->atom[r->n++] = (struct lex_atom){id, (uint8_t)path, (uint8_t)certainty};
}

/* Follows the links of every atom, nearest first. */
static void follow(const struct lex *l, struct lex_reading *r)
{
    for (int i = 0, depth = 0, end = r->n; i < r->n && depth < DEPTH; i++) {
        struct lex_atom from = r->atom[i];
        uint32_t count;
        const uint32_t *link = lex_row(l, LEX_LINK_START, from.id, &count);

        for (uint32_t k = 0; k < count; k++) {
            unsigned kind = link[k] >> 24 & 7, certainty = link[k] >> 27;

            if (kind > LEX_LINK_ABBREVIATION)
                continue;
            /* A compound's parts lead on to their lemmas and bases, not to parts of parts of an
             * abbreviation. */
            if (from.path == PATH_ABBREVIATION && kind == LEX_LINK_ABBREVIATION)
                continue;
            enum lex_path path = path_of(kind) > from.path ? path_of(kind) : from.path;
            add(r, link[k] & LEX_KEY_MASK, path, from.certainty * certainty / LEX_CERTAIN);
        }
        if (i + 1 == end) {
            depth++;
            end = r->n;
        }
    }
}

static bool is_word(const struct lex *l, uint32_t id)
{
    return id != LEX_NONE && lex_entry_of(l, id).frequency > 0;
}

/* The first part of an unknown compound, with its link or without its ending. */
static uint32_t front_of(const struct lex *l, struct str front)
{
    char longer[WORD_KEY];
    static const char *const endings[] = {"E", "EN", "N"};

    for (const char *const *link = affix_links(l->lang); *link; link++) {
        size_t n = strlen(*link);

        if (front.len < n + 3 || !str_eq(str_n(front.at + front.len - n, n), str_of(*link)))
            continue;
        uint32_t id = lex_find_key(l, str_n(front.at, front.len - n));
        if (is_word(l, id))
            return id;
    }
    for (int i = 0; i < 3 && l->lang == LANG_DE && front.len + 2 <= sizeof longer; i++) {
        memcpy(longer, front.at, front.len);
        memcpy(longer + front.len, endings[i], strlen(endings[i]));
        uint32_t id = lex_find_key(l, str_n(longer, front.len + strlen(endings[i])));
        if (is_word(l, id))
            return id;
    }
    return LEX_NONE;
}

static bool as_compound(const struct lex *l, struct lex_reading *r)
{
    struct str key = word_key_str(&r->key);
    uint32_t left = LEX_NONE, right = LEX_NONE;
    int best = 0;

    for (size_t i = 3; i + 3 <= key.len; i++) {
        struct str tail = str_n(key.at + i, key.len - i);
        uint32_t t = affix_is_suffix(l->lang, tail) ? (uint32_t)LEX_NONE : lex_find_key(l, tail);
        uint32_t f = is_word(l, t) ? front_of(l, str_n(key.at, i)) : (uint32_t)LEX_NONE;
        int shorter = (int)(i < tail.len ? i : tail.len);

        if (f == LEX_NONE)
            continue;
        int points =
            shorter * 8 + (lex_entry_of(l, t).frequency + lex_entry_of(l, f).frequency) / 8;
        if (points > best) {
            best = points;
            left = f;
            right = t;
        }
    }
    if (best == 0)
        return false;
    unsigned certainty = best >= 40 ? 25 : 16;
    add(r, left, PATH_PART, certainty);
    add(r, right, PATH_PART, certainty);
    return true;
}

static bool by_ending(const struct lex *l, struct lex_reading *r)
{
    static const struct {
        const char *cut, *put;
    } endings[LANGUAGES][10] = {
        [LANG_EN] = {{"S", ""},
                     {"ES", ""},
                     {"IES", "Y"},
                     {"ED", ""},
                     {"ED", "E"},
                     {"ING", ""},
                     {"ING", "E"},
                     {"VES", "F"},
                     {"VES", "FE"}},
        [LANG_DE] =
            {{"S", ""}, {"N", ""}, {"EN", ""}, {"E", ""}, {"ER", ""}, {"ES", ""}, {"INNEN", ""}},
        [LANG_FR] = {{"S", ""}, {"X", ""}, {"E", ""}, {"ES", ""}, {"AUX", "AL"}},
    };
    struct str key = word_key_str(&r->key);

    for (int i = 0; i < 10 && endings[l->lang][i].cut; i++) {
        struct str cut = str_of(endings[l->lang][i].cut), put = str_of(endings[l->lang][i].put);
        char made[WORD_KEY];

        if (key.len < cut.len + 3 || !str_eq(str_n(key.at + key.len - cut.len, cut.len), cut))
            continue;
        size_t n = key.len - cut.len;
        memcpy(made, key.at, n);
        memcpy(made + n, put.at, put.len);
        uint32_t id = lex_find_key(l, str_n(made, n + put.len));
        if (id != LEX_NONE) {
            add(r, id, PATH_FORM, 26);
            return true;
        }
    }
    return false;
}

static bool by_suffix(const struct lex *l, struct lex_reading *r)
{
    struct str key = word_key_str(&r->key);
    static const char *const puts[] = {"", "E", "EN", "ER", "Y"};

    for (const struct affix *a = affix_suffixes(l->lang); a->text; a++) {
        size_t cut = strlen(a->text);

        if (a->trust < 2 || key.len < cut + 4 ||
            !str_eq(str_n(key.at + key.len - cut, cut), str_of(a->text)))
            continue;
        for (size_t p = 0; p < sizeof puts / sizeof puts[0]; p++) {
            char made[WORD_KEY + 2];
            size_t n = key.len - cut;

            memcpy(made, key.at, n);
            memcpy(made + n, puts[p], strlen(puts[p]));
            uint32_t id = lex_find_key(l, str_n(made, n + strlen(puts[p])));
            if (is_word(l, id)) {
                add(r, id, PATH_DERIVED, a->trust == 3 ? 26 : 20);
                return true;
            }
        }
    }
    for (const struct affix *a = affix_prefixes(l->lang); a->text; a++) {
        size_t cut = strlen(a->text);
        uint32_t id = key.len >= cut + 4 && a->trust >= 2 && str_starts(key, str_of(a->text))
                          ? lex_find_key(l, str_n(key.at + cut, key.len - cut))
                          : (uint32_t)LEX_NONE;

        if (is_word(l, id)) {
            add(r, id, PATH_DERIVED, a->trust == 3 ? 26 : 20);
            return true;
        }
    }
    return false;
}

uint32_t lex_correct(const struct lex *l, struct str key)
{
    char made[WORD_KEY + 1];

    if (key.len < 4 || key.len >= WORD_KEY)
        return LEX_NONE;
    for (size_t i = 0; i + 1 < key.len; i++) { /* two letters the wrong way round */
        memcpy(made, key.at, key.len);
        made[i] = key.at[i + 1];
        made[i + 1] = key.at[i];
        uint32_t id =
            made[i] == made[i + 1] ? (uint32_t)LEX_NONE : lex_find_key(l, str_n(made, key.len));
        if (is_word(l, id))
            return id;
    }
    for (size_t i = 0; i < key.len; i++) { /* a letter too many, or one that is doubled */
        memcpy(made, key.at, i);
        memcpy(made + i, key.at + i + 1, key.len - i - 1);
        uint32_t id = lex_find_key(l, str_n(made, key.len - 1));
        if (is_word(l, id) && key.len > 4)
            return id;
        memcpy(made, key.at, i + 1);
        made[i + 1] = key.at[i];
        memcpy(made + i + 2, key.at + i + 1, key.len - i - 1);
        id = lex_find_key(l, str_n(made, key.len + 1));
        if (is_word(l, id))
            return id;
    }
    return LEX_NONE;
}

/* MOTHER-IN-LAW: each piece of three letters or more. */
static bool by_pieces(const struct lex *l, struct str shown, struct lex_reading *r)
{
    size_t start = 0;
    bool found = false;

    for (size_t i = 0; i <= shown.len; i++) {
        if (i < shown.len && shown.at[i] != '-' && shown.at[i] != ' ' && shown.at[i] != '\'')
            continue;
        if (i >= start + 3 && i - start < shown.len) {
            uint32_t id = lex_find(l, str_n(shown.at + start, i - start));

            if (id != LEX_NONE) {
                add(r, id, PATH_PART, LEX_CERTAIN);
                found = true;
            }
        }
        start = i + 1;
    }
    return found;
}

void lex_read(const struct lex *l, struct str shown, struct lex_reading *r)
{
    word_key(&r->key, shown, false);
    r->id = lex_find(l, shown);
    r->n = 0;
    r->guessed = false;
    if (r->id != LEX_NONE) {
        add(r, r->id, PATH_SELF, LEX_CERTAIN);
    } else if (r->key.len > 0) {
        r->guessed = true;
        struct str key = word_key_str(&r->key);

        if (!by_pieces(l, shown, r) && !by_ending(l, r) && !by_suffix(l, r) && !as_compound(l, r)) {
            uint32_t id = lex_correct(l, key);

            add(r, id, PATH_FORM, 24);
        }
    }
    follow(l, r);
}

int lex_lemmas(const struct lex *l, const struct lex_reading *r, uint32_t *out, int most)
{
    int n = 0;

    for (int i = 0; i < r->n && n < most; i++) {
        if (r->atom[i].path <= PATH_FORM && lex_is_lemma(l, r->atom[i].id))
            out[n++] = r->atom[i].id;
    }
    return n;
}
