#include "base/buf.h"

#include "base/err.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buf_grow(struct buf *b, size_t more)
{
    size_t need = b->len + more + 1;

    if (need <= b->cap)
        return;
    size_t cap = b->cap ? b->cap : 64;
    while (cap < need)
        cap *= 2;
    char *at = realloc(b->at, cap);
    if (!at)
        abort(); /* out of memory ends the process: a half-written table is worse */
    b->at = at;
    b->cap = cap;
}

void buf_fini(struct buf *b)
{
    free(b->at);
    *b = (struct buf){0};
}

void buf_printf(struct buf *b, const char *format, ...)
{
    va_list args, again;

    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n > 0) {
        buf_grow(b, (size_t)n);
        vsnprintf(b->at + b->len, (size_t)n + 1, format, again);
        b->len += (size_t)n;
    }
    va_end(again);
}

void buf_int(struct buf *b, int64_t n)
{
    if (n >= 0 && n < 10) { /* seats, places and points mostly are */
        buf_addc(b, (char)('0' + n));
        return;
    }
    char digits[24];
    char *end = digits + sizeof digits, *p = end;
    uint64_t left = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;

    do
        *--p = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    if (n < 0)
        *--p = '-';
    buf_add(b, str_n(p, (size_t)(end - p)));
}

struct str buf_str(const struct buf *b)
{
    return str_n(b->at ? b->at : "", b->len);
}

const char *buf_cstr(const struct buf *b)
{
    return b->at ? b->at : "";
}

int buf_read_file(struct buf *b, const char *path, size_t limit)
{
    bool standard_input = strcmp(path, "-") == 0;
    FILE *file = standard_input ? stdin : fopen(path, "rb");
    char chunk[16384];
    size_t n;
    int result = 0;

    if (!file)
        return errno == ENOENT ? ERR_NOT_FOUND : ERR_UNREADABLE;
    while ((n = fread(chunk, 1, sizeof chunk, file)) > 0) {
        if (b->len + n > limit) {
            result = ERR_TOO_LARGE;
            break;
        }
        buf_add(b, str_n(chunk, n));
    }
    if (result == 0 && ferror(file))
        result = ERR_UNREADABLE;
    if (!standard_input)
        fclose(file);
    return result;
}
