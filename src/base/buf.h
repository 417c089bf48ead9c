/*
 * buf - a growing byte buffer that is always NUL-terminated.
 *
 * Ownership: the buffer owns its memory; buf_str() borrows it until the next write. Zero
 * initialisation is a valid empty buffer. Out of memory ends the process, so nothing here fails.
 *
 *     struct buf b = {0};
 *     buf_printf(&b, "%d gems", 8);
 *     puts(buf_cstr(&b));
 *     buf_fini(&b);
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/str.h"

struct buf {
    char *at;
    size_t len;
    size_t cap;
};

void buf_fini(struct buf *b);
/* Makes room for `more` bytes and the NUL. */
void buf_grow(struct buf *b, size_t more);

static inline void buf_clear(struct buf *b)
{
    b->len = 0;
    if (b->at)
        b->at[0] = '\0';
}

static inline void buf_add(struct buf *b, struct str s)
{
    if (b->len + s.len >= b->cap)
        buf_grow(b, s.len);
    if (s.len)
        memcpy(b->at + b->len, s.at, s.len);
    b->len += s.len;
    b->at[b->len] = '\0';
}

static inline void buf_adds(struct buf *b, const char *text)
{
    buf_add(b, str_of(text));
}

static inline void buf_addc(struct buf *b, char c)
{
    if (b->len + 1 >= b->cap)
        buf_grow(b, 1);
    b->at[b->len++] = c;
    b->at[b->len] = '\0';
}

void buf_printf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_int(struct buf *b, int64_t n);
struct str buf_str(const struct buf *b);
const char *buf_cstr(const struct buf *b);
/* Reads a whole file (or standard input for "-"), at most `limit` bytes. 0 or a negative error. */
int buf_read_file(struct buf *b, const char *path, size_t limit);

#endif
