#include "base/hex.h"

static const char digits[] = "0123456789abcdef";

void hex_write(const uint8_t *bytes, size_t n, char *out)
{
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * n] = '\0';
}

/* 16: it is no digit. */
static unsigned value_of(char c)
{
    const char *at = c ? strchr(digits, c) : NULL;

    return at ? (unsigned)(at - digits) : 16;
}

bool hex_read(uint8_t *out, size_t n, struct str text)
{
    if (text.len != 2 * n)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (value_of(text.at[i]) > 15)
            return false;
    }
    for (size_t i = 0; i < n; i++)
        out[i] = (uint8_t)(value_of(text.at[2 * i]) << 4 | value_of(text.at[2 * i + 1]));
    return true;
}
