/*
 * word - what a player writes on a card, and when two of those are the same (rule T-4).
 *
 * word_set() turns anything a network can deliver into the form shown to the table: NFC, trimmed,
 * inner spaces collapsed, capitals, 1 to 40 characters (and at most 80 bytes), made of letters,
 * marks, digits, space, hyphen, apostrophe, period and ampersand. It is idempotent.
 *
 * word_key() gives what is compared: case, diacritics, ligatures and separators gone. In German a
 * word with an umlaut has two keys (MÄDCHEN: MADCHEN and MAEDCHEN); words are the same when they
 * share one. A struct word is flat and may live in a table's blocks.
 */
#ifndef BASE_WORD_H
#define BASE_WORD_H

#include "base/str.h"

enum language { LANG_EN, LANG_DE, LANG_FR, LANGUAGES };

extern const char *const language_codes[LANGUAGES];
/* The language with this two-letter code, or -1. */
int language_of(struct str code);

enum { WORD_CHARS = 40, WORD_BYTES = 80, WORD_KEY = 256 };

struct word {
    uint8_t len;
    char text[WORD_BYTES];
};

enum word_flaw {
    WORD_OK,
    WORD_EMPTY,     /* nothing left after trimming, or no letter and no digit in it */
    WORD_TOO_LONG,  /* more than 40 characters or 80 bytes */
    WORD_CHARACTER, /* a character that no word has */
    WORD_NOT_UTF8,
};

/* On any flaw `out` is untouched. */
enum word_flaw word_set(struct word *out, struct str typed);
static inline struct str word_str(const struct word *w)
{
    return str_n(w->text, w->len);
}

/* Whether a character is none that people see: control, format, private or unassigned. */
bool character_unseen(int32_t c);

/* How many words: runs between spaces (a hyphenated word is one, rule T-5). */
int word_parts(struct str shown);

struct word_key {
    uint16_t len;
    char text[WORD_KEY];
};

/* The key, or for `umlaut` the one that writes Ä as AE; the latter only differs in German. */
void word_key(struct word_key *key, struct str shown, bool umlaut);
struct str word_key_str(const struct word_key *key);
/* The same without a copy where a text is its own key, as most are: borrows from `shown` or from
 * `space`. */
struct str word_key_in(struct word_key *space, struct str shown, bool umlaut);
/* All keys of a word in a language: two in German where an umlaut makes a difference. */
struct word_keys {
    int n;
    struct str key[2];
    struct word_key space[2];
};

void word_keys(struct word_keys *keys, struct str shown, enum language lang);
bool word_same(struct str a, struct str b, enum language lang);
/* First letter of the key, 'A' to 'Z', or 0 where the word begins with something else. */
char word_initial(struct str shown);

/* Text as it is (a theme, a criterion), flat like a word, at most 159 bytes. */
enum { PHRASE_BYTES = 159 };

struct phrase {
    uint8_t len;
    char text[PHRASE_BYTES];
};

/* Longer text is cut at a character. */
void phrase_set(struct phrase *out, struct str text);
struct str phrase_str(const struct phrase *p);

bool utf8_valid(struct str s);

#endif
