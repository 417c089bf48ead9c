#include "base/jw.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <utf8proc.h>

struct jw jw_to(struct buf *out)
{
    return (struct jw){.out = out};
}

struct jw jw_members_to(struct buf *out, struct jw_members *members)
{
    members->n = 0;
    return (struct jw){.out = out, .members = members};
}

struct str jw_member(struct str text, const struct jw_members *m, int i)
{
    size_t end = i + 1 < m->n ? m->begin[i + 1] - 1 : text.len;

    return str_n(text.at + m->begin[i], end - m->begin[i]);
}

static inline void value(struct jw *w)
{
    if (w->comma)
        buf_addc(w->out, ',');
    w->comma = true;
}

void jw_object(struct jw *w)
{
    value(w);
    buf_addc(w->out, '{');
    w->comma = false;
    w->depth++;
}

void jw_end_object(struct jw *w)
{
    buf_addc(w->out, '}');
    w->comma = true;
    w->depth--;
}

void jw_array(struct jw *w)
{
    value(w);
    buf_addc(w->out, '[');
    w->comma = false;
    w->depth++;
}

void jw_end_array(struct jw *w)
{
    buf_addc(w->out, ']');
    w->comma = true;
    w->depth--;
}

void jw_key_n(struct jw *w, const char *key, size_t len)
{
    struct buf *b = w->out;

    if (b->len + len + 4 >= b->cap)
        buf_grow(b, len + 4);
    char *p = b->at + b->len;
    if (w->comma)
        *p++ = ',';
    if (w->members && w->depth == 0) {
        assert(w->members->n < JW_MEMBERS_MAX);
        w->members->begin[w->members->n++] = (size_t)(p - b->at);
    }
    *p++ = '"';
    memcpy(p, key, len);
    p += len;
    *p++ = '"';
    *p++ = ':';
    *p = '\0';
    b->len = (size_t)(p - b->at);
    w->comma = false;
}

void jw_int(struct jw *w, int64_t n)
{
    value(w);
    buf_int(w->out, n);
}

void jw_number(struct jw *w, double x)
{
    value(w);
    if (isfinite(x))
        buf_printf(w->out, "%.6g", x);
    else
        buf_adds(w->out, "null");
}

void jw_bool(struct jw *w, bool b)
{
    value(w);
    buf_adds(w->out, b ? "true" : "false");
}

void jw_null(struct jw *w)
{
    value(w);
    buf_adds(w->out, "null");
}

static void escaped(struct buf *out, unsigned char c)
{
    switch (c) {
    case '"':
        buf_adds(out, "\\\"");
        break;
    case '\\':
        buf_adds(out, "\\\\");
        break;
    case '\n':
        buf_adds(out, "\\n");
        break;
    default:
        buf_printf(out, "\\u%04x", c);
    }
}

void jw_str(struct jw *w, struct str s)
{
    value(w);
    buf_addc(w->out, '"');
    while (s.len > 0) {
        unsigned char c = (unsigned char)s.at[0];
        size_t run = 0;

        while (run < s.len && (unsigned char)s.at[run] >= 0x20 && (unsigned char)s.at[run] < 0x7f &&
               s.at[run] != '"' && s.at[run] != '\\')
            run++;
        if (run > 0) {
            buf_add(w->out, str_n(s.at, run));
        } else if (c < 0x80) {
            escaped(w->out, c);
            run = 1;
        } else {
            int32_t point;
            utf8proc_ssize_t size =
                utf8proc_iterate((const uint8_t *)s.at, (utf8proc_ssize_t)s.len, &point);

            if (size > 0) {
                buf_add(w->out, str_n(s.at, (size_t)size));
                run = (size_t)size;
            } else {
                buf_adds(w->out, "\xEF\xBF\xBD");
                run = 1;
            }
        }
        s = str_n(s.at + run, s.len - run);
    }
    buf_addc(w->out, '"');
}

void jw_letter(struct jw *w, int letter)
{
    char c = (char)('A' + letter);

    jw_str(w, str_n(&c, 1));
}
