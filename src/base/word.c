#include "base/word.h"

#include <string.h>
#include <utf8proc.h>

const char *const language_codes[LANGUAGES] = {"en", "de", "fr"};

int language_of(struct str code)
{
    for (int i = 0; i < LANGUAGES; i++) {
        if (str_is(code, language_codes[i]))
            return i;
    }
    return -1;
}

enum {
    INPUT_BYTES = 1024, /* longer input cannot be a word, whatever it normalises to */
    RIGHT_QUOTE = 0x2019,
    HYPHEN = 0x2010,
    NO_BREAK_HYPHEN = 0x2011,
};

static bool is_space(int32_t c)
{
    return c == ' ' || c == '\t' || utf8proc_category(c) == UTF8PROC_CATEGORY_ZS;
}

bool character_unseen(int32_t c)
{
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return true;
    default:
        return false;
    }
}

static bool is_letter_or_digit(int32_t c)
{
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
        return true;
    default:
        return false;
    }
}

static bool is_mark(int32_t c)
{
    utf8proc_category_t cat = utf8proc_category(c);
    return cat == UTF8PROC_CATEGORY_MN || cat == UTF8PROC_CATEGORY_MC ||
           cat == UTF8PROC_CATEGORY_ME;
}

static int32_t plain_sign(int32_t c)
{
    if (c == RIGHT_QUOTE)
        return '\'';
    if (c == HYPHEN || c == NO_BREAK_HYPHEN)
        return '-';
    return c;
}

static bool is_latin(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Letters without accents, and single blanks between them. */
static bool is_plain(struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        bool gap = s.at[i] == ' ' && i > 0 && s.at[i - 1] != ' ' && i + 1 < s.len;

        if (!gap && !is_latin(s.at[i]))
            return false;
    }
    return s.len > 0 && s.len <= WORD_CHARS;
}

enum word_flaw word_set(struct word *out, struct str typed)
{
    typed = str_trim(typed);
    if (is_plain(typed)) { /* most words */
        out->len = (uint8_t)typed.len;
        memset(out->text, 0, sizeof out->text);
        for (size_t i = 0; i < typed.len; i++)
            out->text[i] = (char)(typed.at[i] == ' ' ? ' ' : typed.at[i] & ~0x20);
        return WORD_OK;
    }
    if (typed.len == 0)
        return WORD_EMPTY;
    if (!utf8_valid(typed))
        return WORD_NOT_UTF8;
    if (typed.len > INPUT_BYTES)
        return WORD_TOO_LONG;

    /* A byte decomposes to at most three code points (utf8proc's UTF-8 inputs: U+0390 and the
     * like). */
    int32_t points[INPUT_BYTES * 4];
    utf8proc_option_t nfc = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
    utf8proc_ssize_t n =
        utf8proc_decompose((const uint8_t *)typed.at, (utf8proc_ssize_t)typed.len, points,
                           (utf8proc_ssize_t)(sizeof points / sizeof points[0]), nfc);
    if (n < 0)
        return WORD_NOT_UTF8;
    if (n > (utf8proc_ssize_t)(sizeof points / sizeof points[0]))
        return WORD_TOO_LONG;
    for (utf8proc_ssize_t i = 0; i < n; i++)
        points[i] = utf8proc_toupper(points[i]);
    n = utf8proc_normalize_utf32(points, n, nfc);

    struct word w = {0};
    int chars = 0;
    bool solid = false, gap = false;
    for (utf8proc_ssize_t i = 0; i < n; i++) {
        int32_t c = plain_sign(points[i]);
        uint8_t bytes[4];

        if (is_space(c)) {
            gap = chars > 0;
            continue;
        }
        bool letter = is_letter_or_digit(c);
        if (!letter && !(is_mark(c) && solid) && c != '-' && c != '\'' && c != '.' && c != '&')
            return WORD_CHARACTER;
        solid = solid || letter;
        utf8proc_ssize_t size = utf8proc_encode_char(c, bytes);
        if (chars + gap + 1 > WORD_CHARS || w.len + gap + size > WORD_BYTES)
            return WORD_TOO_LONG;
        if (gap)
            w.text[w.len++] = ' ';
        chars += 1 + gap;
        gap = false;
        memcpy(w.text + w.len, bytes, (size_t)size);
        w.len = (uint8_t)(w.len + size);
    }
    if (!solid)
        return WORD_EMPTY;
    *out = w;
    return WORD_OK;
}

int word_parts(struct str shown)
{
    struct str word;
    int n = 0;

    while (str_word(&shown, &word))
        n++;
    return n;
}

/* Letters that Unicode does not take apart into a base letter and a mark. */
static const char *spelled_out(int32_t c)
{
    switch (c) {
    case 0xC6: /* Æ */
    case 0xE6:
        return "AE";
    case 0x152: /* Œ */
    case 0x153:
        return "OE";
    case 0xDF: /* ß */
    case 0x1E9E:
        return "SS";
    case 0xD8: /* Ø */
    case 0xF8:
        return "O";
    case 0x141: /* Ł */
    case 0x142:
        return "L";
    case 0xD0: /* Ð */
    case 0xF0:
    case 0x110: /* Đ */
    case 0x111:
        return "D";
    case 0xDE: /* Þ */
    case 0xFE:
        return "TH";
    default:
        return NULL;
    }
}

static const char *umlaut_spelled_out(int32_t c)
{
    switch (c) {
    case 0xC4: /* Ä */
    case 0xE4:
        return "AE";
    case 0xD6: /* Ö */
    case 0xF6:
        return "OE";
    case 0xDC: /* Ü */
    case 0xFC:
        return "UE";
    default:
        return NULL;
    }
}

/* The letter without its mark, for what Latin-1 has of them; 0: ask Unicode. */
static char unmarked(int32_t c)
{
    static const char letters[] = "AAAAAA\0CEEEEIIII\0NOOOOO\0\0UUUUY\0\0" /* U+00C0 */
                                  "AAAAAA\0CEEEEIIII\0NOOOOO\0\0UUUUY\0Y"; /* U+00E0 */

    return c >= 0xC0 && c <= 0xFF ? letters[c - 0xC0] : 0;
}

static void key_add(struct word_key *key, const void *bytes, size_t n)
{
    if (key->len + n <= sizeof key->text) {
        memcpy(key->text + key->len, bytes, n);
        key->len = (uint16_t)(key->len + n);
    }
}

static void key_add_folded(struct word_key *key, int32_t c)
{
    int32_t folded[8];
    int boundary = 0;
    utf8proc_ssize_t n = utf8proc_decompose_char(
        c, folded, 8, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK,
        &boundary);

    for (utf8proc_ssize_t i = 0; i < n && i < 8; i++) {
        int32_t f = folded[i];
        uint8_t bytes[4];

        if (f >= 'a' && f <= 'z')
            f -= 'a' - 'A';
        if (!is_letter_or_digit(f))
            continue;
        key_add(key, bytes, (size_t)utf8proc_encode_char(f, bytes));
    }
}

static void key_add_letter(struct word_key *key, int32_t c, bool umlaut)
{
    const char *spelled = umlaut ? umlaut_spelled_out(c) : NULL;
    char plain = unmarked(c);

    if (!spelled)
        spelled = spelled_out(c);
    if (spelled)
        key_add(key, spelled, strlen(spelled));
    else if (plain)
        key_add(key, &plain, 1);
    else
        key_add_folded(key, c);
}

/* Whether the text is its own key: capitals without anything else, as most words are. */
static bool is_own_key(struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] < 'A' || s.at[i] > 'Z')
            return false;
    }
    return s.len <= WORD_KEY;
}

void word_key(struct word_key *key, struct str shown, bool umlaut)
{
    key->len = 0;
    if (is_own_key(shown)) {
        key_add(key, shown.at, shown.len);
        return;
    }
    while (shown.len > 0) {
        unsigned char byte = (unsigned char)shown.at[0];
        utf8proc_ssize_t size = 1;

        if (byte < 0x80) {
            if (byte >= 'a' && byte <= 'z')
                byte = (unsigned char)(byte - ('a' - 'A'));
            /* The ampersand stays: R&B is not RB. Other signs only separate. */
            if ((byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '&')
                key_add(key, &byte, 1);
        } else {
            int32_t c;

            size = utf8proc_iterate((const uint8_t *)shown.at, (utf8proc_ssize_t)shown.len, &c);
            if (size > 0)
                key_add_letter(key, c, umlaut);
            else /* not UTF-8: skip the byte, words never contain one */
                size = 1;
        }
        shown = str_n(shown.at + size, shown.len - (size_t)size);
    }
}

struct str word_key_str(const struct word_key *key)
{
    return str_n(key->text, key->len);
}

struct str word_key_in(struct word_key *space, struct str shown, bool umlaut)
{
    if (is_own_key(shown))
        return shown;
    word_key(space, shown, umlaut);
    return word_key_str(space);
}

void word_keys(struct word_keys *keys, struct str shown, enum language lang)
{
    keys->n = 1;
    keys->key[0] = word_key_in(&keys->space[0], shown, false);
    if (lang != LANG_DE || keys->key[0].at == shown.at)
        return;
    keys->key[1] = word_key_in(&keys->space[1], shown, true);
    keys->n += !str_eq(keys->key[0], keys->key[1]);
}

bool word_same(struct str a, struct str b, enum language lang)
{
    struct word_keys of_a, of_b;

    if (str_eq(a, b))
        return true;
    if (is_own_key(a) && is_own_key(b))
        return false;
    word_keys(&of_a, a, lang);
    word_keys(&of_b, b, lang);
    for (int i = 0; i < of_b.n; i++) {
        for (int j = 0; j < of_a.n; j++) {
            if (str_eq(of_a.key[j], of_b.key[i]))
                return true;
        }
    }
    return false;
}

char word_initial(struct str shown)
{
    struct word_key space;

    if (shown.len && is_latin(shown.at[0])) /* most words: the key begins with it */
        return (char)(shown.at[0] & ~0x20);
    struct str key = word_key_in(&space, shown, false);

    return key.len > 0 && key.at[0] >= 'A' && key.at[0] <= 'Z' ? key.at[0] : 0;
}

bool utf8_valid(struct str s)
{
    while (s.len > 0) {
        int32_t c;
        utf8proc_ssize_t size;

        if ((unsigned char)s.at[0] < 0x80) {
            size = 1;
        } else {
            size = utf8proc_iterate((const uint8_t *)s.at, (utf8proc_ssize_t)s.len, &c);
            if (size <= 0)
                return false;
        }
        s = str_n(s.at + size, s.len - (size_t)size);
    }
    return true;
}

void phrase_set(struct phrase *out, struct str text)
{
    size_t n = text.len < PHRASE_BYTES ? text.len : PHRASE_BYTES;

    while (n > 0 && n < text.len && ((unsigned char)text.at[n] & 0xC0) == 0x80)
        n--;
    memset(out, 0, sizeof *out);
    if (n)
        memcpy(out->text, text.at, n);
    out->len = (uint8_t)n;
}

struct str phrase_str(const struct phrase *p)
{
    return str_n(p->text, p->len);
}
