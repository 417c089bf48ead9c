#include "base/str.h"

#include <string.h>

struct str str_shown(struct str s)
{
    enum { SHOWN = 60 };

    if (s.len <= SHOWN)
        return s;
    size_t n = SHOWN;
    while (n > 0 && ((unsigned char)s.at[n] & 0xC0) == 0x80)
        n--;
    return str_n(s.at, n);
}

bool str_eq(struct str a, struct str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

bool str_is(struct str a, const char *text)
{
    return str_eq(a, str_of(text));
}

int str_cmp(struct str a, struct str b)
{
    size_t n = a.len < b.len ? a.len : b.len;
    int order = n ? memcmp(a.at, b.at, n) : 0;

    if (order != 0)
        return order;
    return (a.len > b.len) - (a.len < b.len);
}

bool str_starts(struct str s, struct str prefix)
{
    return s.len >= prefix.len && (prefix.len == 0 || memcmp(s.at, prefix.at, prefix.len) == 0);
}

ptrdiff_t str_find(struct str s, struct str needle)
{
    enum { SHORT = 64 };

    if (needle.len == 0)
        return 0;
    if (needle.len > s.len)
        return -1;
    if (s.len > SHORT) {
        const char *hit = memmem(s.at, s.len, needle.at, needle.len);
        return hit ? hit - s.at : -1;
    }
    /* A word in a word: done before memmem() has prepared itself. */
    for (size_t i = 0; i <= s.len - needle.len; i++) {
        if (s.at[i] == needle.at[0] && memcmp(s.at + i, needle.at, needle.len) == 0)
            return (ptrdiff_t)i;
    }
    return -1;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct str str_trim(struct str s)
{
    while (s.len > 0 && is_blank(s.at[0])) {
        s.at++;
        s.len--;
    }
    while (s.len > 0 && is_blank(s.at[s.len - 1]))
        s.len--;
    return s;
}

bool str_split(struct str s, char sep, struct str *head, struct str *tail)
{
    const char *cut = s.len ? memchr(s.at, sep, s.len) : NULL;

    if (!cut)
        return false;
    size_t before = (size_t)(cut - s.at);
    *head = str_n(s.at, before);
    *tail = str_n(cut + 1, s.len - before - 1);
    return true;
}

bool str_line(struct str *rest, struct str *line)
{
    struct str tail;

    if (rest->len == 0)
        return false;
    if (!str_split(*rest, '\n', line, &tail)) {
        *line = *rest;
        tail = str_n(rest->at + rest->len, 0);
    }
    if (line->len > 0 && line->at[line->len - 1] == '\r')
        line->len--;
    *rest = tail;
    return true;
}

bool str_piece(struct str *rest, char sep, struct str *piece)
{
    while (rest->len > 0) {
        struct str one = *rest;

        if (!str_split(*rest, sep, &one, rest))
            *rest = str_n(rest->at + rest->len, 0);
        *piece = str_trim(one);
        if (piece->len > 0)
            return true;
    }
    return false;
}

bool str_word(struct str *rest, struct str *word)
{
    struct str s = str_trim(*rest);
    size_t n = 0;

    if (s.len == 0)
        return false;
    while (n < s.len && !is_blank(s.at[n]))
        n++;
    *word = str_n(s.at, n);
    *rest = str_n(s.at + n, s.len - n);
    return true;
}

int str_characters(struct str s)
{
    int n = 0;

    for (size_t i = 0; i < s.len; i++)
        n += ((unsigned char)s.at[i] & 0xC0) != 0x80;
    return n;
}

bool str_int(struct str s, int64_t *out)
{
    bool negative = s.len > 0 && s.at[0] == '-';
    int64_t value = 0;

    if (negative)
        s = str_n(s.at + 1, s.len - 1);
    if (s.len == 0 || s.len > 18)
        return false;
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] < '0' || s.at[i] > '9')
            return false;
        value = value * 10 + (s.at[i] - '0');
    }
    *out = negative ? -value : value;
    return true;
}
