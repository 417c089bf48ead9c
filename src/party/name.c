#include "party/name.h"

#include "base/word.h"

#include <stdlib.h>
#include <utf8proc.h>

/* Characters that a person can see, or that join visible ones (emoji use U+200D and U+FE0F). */
static bool visible(utf8proc_int32_t c)
{
    return !character_unseen(c) || c == 0x200D;
}

/* Letters and symbols that show nothing: fillers of Hangul, and the Braille pattern without dots.
 */
static bool shows_nothing(utf8proc_int32_t c)
{
    return c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0 || c == 0x2800 ||
           c == 0x1D159 /* a note without a head */;
}

static bool blank(utf8proc_int32_t c)
{
    return utf8proc_category(c) == UTF8PROC_CATEGORY_ZS || c == '\t' || c == '\n' ||
           shows_nothing(c);
}

/* A name that is only marks and joiners would show as nothing. */
static bool has_body(utf8proc_int32_t c)
{
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
        return false;
    default:
        return true;
    }
}

static bool clean(const utf8proc_uint8_t *text, int limit, struct buf *out)
{
    utf8proc_int32_t c;
    utf8proc_uint8_t bytes[4];
    int chars = 0;
    bool gap = false, body = false;

    for (utf8proc_ssize_t n; *text; text += n) {
        n = utf8proc_iterate(text, -1, &c);
        if (n <= 0)
            return false;
        if (blank(c)) {
            gap = chars > 0;
            continue;
        }
        if (!visible(c))
            continue;
        if (gap) {
            buf_addc(out, ' ');
            chars++;
        }
        gap = false;
        body = body || has_body(c);
        buf_add(out, str_n((const char *)bytes, (size_t)utf8proc_encode_char(c, bytes)));
        if (++chars > limit)
            return false;
    }
    return body;
}

bool line_clean(struct str typed, int chars, size_t bytes, struct buf *out)
{
    utf8proc_uint8_t *nfc = NULL;

    buf_clear(out);
    if (typed.len > 4096 ||
        utf8proc_map((const utf8proc_uint8_t *)typed.at, (utf8proc_ssize_t)typed.len, &nfc,
                     UTF8PROC_STABLE | UTF8PROC_COMPOSE) < 0)
        return false;
    bool fine = clean(nfc, chars, out) && out->len <= bytes;
    free(nfc);
    if (!fine)
        buf_clear(out);
    return fine;
}
