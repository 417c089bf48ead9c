/*
 * str - a borrowed piece of text: a pointer and a length, never owning, not NUL-terminated.
 *
 * Invariants: `at` points to at least `len` readable bytes, or len is 0. A str lives as long as
 * what it was cut from. Nothing here allocates or frees.
 *
 *     struct str line = STR("  level = 3 ");
 *     struct str key, value;
 *     if (str_split(str_trim(line), '=', &key, &value))
 *         str_int(str_trim(value), &n);
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct str {
    const char *at;
    size_t len;
};

#define STR(literal) ((struct str){"" literal, sizeof(literal) - 1})
#define STR_INIT(lit)           \
    {                           \
        "" lit, sizeof(lit) - 1 \
    }
/* For printf-like functions: printf("%.*s", STR_FMT(s)). */
#define STR_FMT(s) (int)(s).len, (s).at

/* At most 60 bytes of it, cut at a character: for messages that quote what somebody typed. */
struct str str_shown(struct str s);

static inline struct str str_of(const char *text)
{
    return (struct str){text, strlen(text)};
}

static inline struct str str_n(const char *at, size_t len)
{
    return (struct str){at, len};
}

bool str_eq(struct str a, struct str b);
bool str_is(struct str a, const char *text);
int str_cmp(struct str a, struct str b);
bool str_starts(struct str s, struct str prefix);
/* Position of `needle` in `s`, or -1. An empty needle is found at 0. */
ptrdiff_t str_find(struct str s, struct str needle);
struct str str_trim(struct str s);
/* Cuts `s` at the first `sep`. False, with outputs untouched, where there is none. */
bool str_split(struct str s, char sep, struct str *head, struct str *tail);
/* Takes the next piece of a list off `rest`, without blanks around it; empty ones are passed over.
 * False when nothing is left. */
bool str_piece(struct str *rest, char sep, struct str *piece);
/* Takes the next line off `rest`, without its line end; false when nothing is left. */
bool str_line(struct str *rest, struct str *line);
/* Takes the next run of characters without blanks off `rest`; false when nothing is left. */
bool str_word(struct str *rest, struct str *word);
/* How many characters of UTF-8 it has. */
int str_characters(struct str s);
/* The whole of `s` as a decimal number; false, output untouched, for anything else. */
bool str_int(struct str s, int64_t *out);

#endif
