/*
 * hex - bytes as text, two small hexadecimal digits each: keys, seeds, links.
 *
 *     char text[2 * 16 + 1];
 *     hex_write(key, 16, text);
 *     if (hex_read(key, 16, str_of(text))) …
 */
#ifndef BASE_HEX_H
#define BASE_HEX_H

#include "base/str.h"

/* Writes 2 * n digits and a NUL. */
void hex_write(const uint8_t *bytes, size_t n, char *out);
/* False, and nothing written, for anything else than 2 * n such digits. */
bool hex_read(uint8_t *out, size_t n, struct str text);

#endif
