#include "rules/gloss.h"

enum { WORTH_TELLING = 4 /* letters of a word among others */ };

/* ---- what a deck says ---- */

/* The part of a list that stands where `text` stands in another one: the second of "bread, sea,
 * friend" for MER in "pain, mer, ami". A text without commas is a list of one. */
static bool beside(struct str entry, struct str field, struct str text, enum language lang,
                   struct str *out)
{
    for (bool more = true; more;) {
        struct str one = entry, said = field;

        more = str_split(entry, ',', &one, &entry);
        if (str_split(field, ',', &said, &field) != more)
            return false;
        if (word_same(str_trim(one), text, lang)) {
            *out = str_trim(said);
            return true;
        }
    }
    return false;
}

static bool deck_says(const struct deck *d, enum language to, struct str text, struct str *out)
{
    for (int i = 0; i < d->entries; i++) {
        struct str said = deck_field(&d->entry[i], language_codes[to]);

        if (!said.len)
            continue;
        if (str_eq(d->entry[i].text, text)) {
            *out = said;
            return true;
        }
        if (beside(d->entry[i].text, said, text, d->language, out))
            return true;
    }
    return false;
}

/* ---- word by word ---- */

bool gloss_word(const struct lexicon *l, enum language from, enum language to, struct str word,
                struct word *out)
{
    struct word there, back;

    if (!lexicon_translate(l, from, word, to, &there) ||
        !lexicon_translate(l, to, word_str(&there), from, &back))
        return false;
    if (!word_same(word_str(&back), word, from)) {
        enum relation same = lexicon_related(l, from, word_str(&back), from, word).kind;

        if (same != RELATION_SAME && same != RELATION_STEM)
            return false;
    }
    *out = there;
    return true;
}

/* Bytes of what parts words at the beginning of a text: a sign, or one beyond ASCII (quotes,
 * dashes, blanks that do not break); 0: a letter, a digit or a hyphen. */
static size_t parts(struct str s)
{
    unsigned char c = (unsigned char)s.at[0], small = c | 0x20;

    if (s.len >= 3 && c == 0xe2 && (unsigned char)s.at[1] == 0x80)
        return 3;
    if (s.len >= 2 && c == 0xc2)
        return 2;
    return c >= 0x80 || (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') || c == '-' ? 0
                                                                                             : 1;
}

static bool next_word(struct str *rest, struct str *out)
{
    size_t n = 0;

    while (rest->len && parts(*rest))
        *rest = str_n(rest->at + parts(*rest), rest->len - parts(*rest));
    while (n < rest->len && !parts(str_n(rest->at + n, rest->len - n)))
        n++;
    *out = str_n(rest->at, n);
    *rest = str_n(rest->at + n, rest->len - n);
    return n > 0;
}

static bool told(const struct gloss *g, const struct word *w, enum language lang)
{
    for (int i = 0; i < g->words; i++) {
        if (word_same(word_str(&g->word[i]), word_str(w), lang))
            return true;
    }
    return false;
}

void gloss_tell(const struct shelf *shelf, const struct lexicon *l, enum language from,
                enum language to, struct str text, struct gloss *out)
{
    struct str said, one, rest = text;
    struct word_key key;
    struct word word;

    *out = (struct gloss){0};
    if (from == to)
        return;
    for (int i = 0; i < SHELF_DECKS; i++) {
        if (shelf->deck[i] && deck_says(shelf->deck[i], to, text, &said)) {
            phrase_set(&out->whole, said);
            return;
        }
    }
    bool alone = next_word(&rest, &one) && !next_word(&rest, &one);
    for (rest = text; out->words < GLOSS_WORDS && next_word(&rest, &one);) {
        if (word_set(&word, one) != WORD_OK || told(out, &word, from))
            continue;
        word_key(&key, word_str(&word), false);
        if ((alone || key.len >= WORTH_TELLING) &&
            gloss_word(l, from, to, one, &out->means[out->words]))
            out->word[out->words++] = word;
    }
}
