/*
 * jw - writes JSON straight into a buffer, in the order it is told, without building a tree.
 *
 * Views, facts and command-line output are written on every move: this writer allocates nothing but
 * its buffer and its output is canonical (no blanks, fixed order), so bytes can be compared.
 * Reading is left to jansson (base/jr.h). Keys are plain literals and are not escaped.
 *
 *     struct jw w = jw_to(&buf);
 *     jw_object(&w);
 *     jw_key_int(&w, "gems", 8);
 *     jw_end_object(&w);                      // {"gems":8}
 */
#ifndef BASE_JW_H
#define BASE_JW_H

#include "base/buf.h"

struct jw {
    struct buf *out;
    bool comma; /* something stands before the next value on this level */
};

struct jw jw_to(struct buf *out);
void jw_object(struct jw *w);
void jw_end_object(struct jw *w);
void jw_array(struct jw *w);
void jw_end_array(struct jw *w);
void jw_key(struct jw *w, const char *key);
void jw_int(struct jw *w, int64_t n);
void jw_number(struct jw *w, double x); /* six significant digits; not for canonical output */
void jw_bool(struct jw *w, bool b);
void jw_null(struct jw *w);
void jw_str(struct jw *w, struct str s);  /* bytes that are not UTF-8 become U+FFFD */
void jw_letter(struct jw *w, int letter); /* 0 is A */

/* A key and its value. */
void jw_key_int(struct jw *w, const char *key, int64_t n);
void jw_key_bool(struct jw *w, const char *key, bool b);
void jw_key_str(struct jw *w, const char *key, struct str s);

#endif
