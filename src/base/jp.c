#include "base/jp.h"

#include <utf8proc.h>

enum { DEPTH = 32 };

struct jp jp_on(char *text, size_t len)
{
    return (struct jp){.at = text, .end = text + len};
}

static bool fail(struct jp *p, const char *why)
{
    if (!p->wrong)
        p->wrong = why;
    p->at = p->end;
    return false;
}

static void pass_blanks(struct jp *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r'))
        p->at++;
}

char jp_next(struct jp *p)
{
    pass_blanks(p);
    if (p->at == p->end)
        return '\0';
    return *p->at == '-' || (*p->at >= '0' && *p->at <= '9') ? '0' : *p->at;
}

static bool take(struct jp *p, char c)
{
    pass_blanks(p);
    if (p->at == p->end || *p->at != c)
        return false;
    p->at++;
    return true;
}

/* ---- objects and lists ---- */

bool jp_enter(struct jp *p, char bracket)
{
    if (!take(p, bracket))
        return fail(p, bracket == '{' ? "an object is missing" : "a list is missing");
    if (++p->depth > DEPTH)
        return fail(p, "nested too deep");
    p->fresh = true;
    return true;
}

/* Whether another value stands there, after its comma. */
static bool goes_on(struct jp *p, char close)
{
    bool fresh = p->fresh;

    p->fresh = false;
    if (p->wrong)
        return false;
    if (take(p, close)) {
        p->depth--;
        return false;
    }
    return fresh || take(p, ',') || fail(p, "a comma or an end is missing");
}

bool jp_member(struct jp *p, struct str *name)
{
    return goes_on(p, '}') && jp_text(p, name) && (take(p, ':') || fail(p, "a colon is missing"));
}

bool jp_item(struct jp *p)
{
    return goes_on(p, ']');
}

/* ---- numbers ---- */

static bool is_digit(const struct jp *p)
{
    return p->at < p->end && *p->at >= '0' && *p->at <= '9';
}

/* The digits of a whole number, as JSON has them. */
static bool take_whole(struct jp *p, int64_t *out)
{
    bool minus = p->at < p->end && *p->at == '-', zero;
    int64_t n = 0;

    p->at += minus;
    zero = p->at < p->end && *p->at == '0';
    if (!is_digit(p))
        return fail(p, "a number is missing");
    for (int digits = 0; is_digit(p); digits++) {
        int digit = *p->at++ - '0';

        if ((zero && digits) || __builtin_mul_overflow(n, 10, &n) ||
            __builtin_sub_overflow(n, digit, &n)) /* downwards: there is one number more */
            return fail(p, "a number is too large");
    }
    if (!minus && n == INT64_MIN)
        return fail(p, "a number is too large");
    *out = minus ? n : -n;
    return true;
}

static bool is_real(const struct jp *p)
{
    return p->at < p->end && (*p->at == '.' || *p->at == 'e' || *p->at == 'E');
}

bool jp_int(struct jp *p, int64_t *out)
{
    pass_blanks(p);
    return take_whole(p, out) && (!is_real(p) || fail(p, "a whole number is missing"));
}

static bool take_digits(struct jp *p)
{
    if (!is_digit(p))
        return fail(p, "a number ends early");
    while (is_digit(p))
        p->at++;
    return true;
}

static bool skip_number(struct jp *p)
{
    int64_t whole;

    if (!take_whole(p, &whole))
        return false;
    if (p->at < p->end && *p->at == '.') {
        p->at++;
        if (!take_digits(p))
            return false;
    }
    if (p->at < p->end && (*p->at == 'e' || *p->at == 'E')) {
        p->at++;
        p->at += p->at < p->end && (*p->at == '+' || *p->at == '-');
        return take_digits(p);
    }
    return true;
}

/* ---- words ---- */

static bool take_word(struct jp *p, struct str word)
{
    if ((size_t)(p->end - p->at) < word.len || memcmp(p->at, word.at, word.len) != 0)
        return fail(p, "a value is missing");
    p->at += word.len;
    return true;
}

bool jp_bool(struct jp *p, bool *out)
{
    *out = jp_next(p) == 't';
    return take_word(p, *out ? STR("true") : STR("false"));
}

/* ---- texts ---- */

static int hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The four digits after a \u, or -1. */
static int32_t unit(const struct jp *p)
{
    int32_t n = 0;

    if (p->end - p->at < 6 || p->at[0] != '\\' || p->at[1] != 'u')
        return -1;
    for (int i = 2; i < 6; i++) {
        int digit = hex(p->at[i]);

        if (digit < 0)
            return -1;
        n = n * 16 + digit;
    }
    return n;
}

/* A \u, or two of them that are one character: written to `to`, never longer than it was. */
static char *take_unit(struct jp *p, char *to)
{
    int32_t n = unit(p);

    p->at += n < 0 ? 0 : 6;
    if (n >= 0xD800 && n < 0xDC00) {
        int32_t low = unit(p);

        if (low < 0xDC00 || low > 0xDFFF)
            return NULL;
        p->at += 6;
        n = 0x10000 + ((n - 0xD800) << 10) + (low - 0xDC00);
    } else if (n <= 0 || (n >= 0xDC00 && n <= 0xDFFF)) {
        return NULL;
    }
    return to + utf8proc_encode_char(n, (utf8proc_uint8_t *)to);
}

static char *take_escape(struct jp *p, char *to)
{
    static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
    const char *which = p->at + 1 < p->end && p->at[1] ? strchr(from, p->at[1]) : NULL;

    if (!which)
        return take_unit(p, to);
    p->at += 2;
    *to = into[which - from];
    return to + 1;
}

/* How many bytes of a text may stay as they are; 0: its end, an escape, or what no text has. */
static size_t plain(const struct jp *p)
{
    const char *at = p->at;

    while (at < p->end) {
        unsigned char c = (unsigned char)*at;
        utf8proc_int32_t point;

        if (c == '"' || c == '\\' || c < 0x20)
            break;
        if (c < 0x80) {
            at++;
            continue;
        }
        utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)at, p->end - at, &point);
        if (size <= 0)
            break;
        at += size;
    }
    return (size_t)(at - p->at);
}

/* From after the first quote on; `write`: without its escapes, else it is left as it is. */
static bool text(struct jp *p, bool write, struct str *out)
{
    char *begin = p->at, *to = begin, aside[8];

    for (;;) {
        size_t run = plain(p);

        if (write && to != p->at)
            memmove(to, p->at, run);
        to += write ? run : 0;
        p->at += run;
        if (p->at == p->end)
            return fail(p, "a text has no end");
        if (*p->at == '"')
            break;
        char *after = *p->at == '\\' ? take_escape(p, write ? to : aside) : NULL;
        if (!after)
            return fail(p, "a text has a character that none has");
        if (write)
            to = after;
    }
    *out = str_n(begin, (size_t)((write ? to : p->at) - begin));
    p->at++;
    return true;
}

bool jp_text(struct jp *p, struct str *out)
{
    if (!take(p, '"'))
        return fail(p, "a text is missing");
    return text(p, true, out);
}

/* ---- anything ---- */

static bool skip_one(struct jp *p)
{
    struct str ignored;

    switch (jp_next(p)) {
    case '"':
        p->at++;
        return text(p, false, &ignored);
    case '0':
        return skip_number(p);
    case 't':
        return take_word(p, STR("true"));
    case 'f':
        return take_word(p, STR("false"));
    case 'n':
        return take_word(p, STR("null"));
    default:
        return fail(p, "a value is missing");
    }
}

/* Without calling itself: what is open is told by a bit each. */
static bool skip_all(struct jp *p)
{
    uint64_t lists = 0;
    int begin = p->depth;
    struct str ignored;

    do {
        char next = jp_next(p);

        if (next == '{' || next == '[') {
            lists = lists << 1 | (next == '[');
            jp_enter(p, next);
        } else if (!skip_one(p)) {
            return false;
        }
        /* Out of everything that ends here, and on to the next value. */
        while (!p->wrong && p->depth > begin) {
            int depth = p->depth;

            if (lists & 1 ? jp_item(p) : goes_on(p, '}')) {
                if (!(lists & 1) && !(take(p, '"') && text(p, false, &ignored) && take(p, ':')))
                    return fail(p, "a name is missing");
                break;
            }
            if (p->depth == depth)
                return false; /* it is wrong */
            lists >>= 1;
        }
    } while (!p->wrong && p->depth > begin);
    return !p->wrong;
}

bool jp_skip(struct jp *p, struct str *out)
{
    pass_blanks(p);
    const char *begin = p->at;

    if (!skip_all(p))
        return false;
    if (out)
        *out = str_n(begin, (size_t)(p->at - begin));
    return true;
}

bool jp_end(struct jp *p)
{
    pass_blanks(p);
    return !p->wrong && (p->at == p->end || fail(p, "there is more than one value"));
}
