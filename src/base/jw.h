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

/* Where the members of the outermost level begin, for whoever wants to tell them apart later. */
enum { JW_MEMBERS_MAX = 32 };
struct jw_members {
    int n;
    size_t begin[JW_MEMBERS_MAX];
};
/* One of them, with its name, without the comma that follows it. */
struct str jw_member(struct str text, const struct jw_members *m, int i);

struct jw {
    struct buf *out;
    bool comma; /* something stands before the next value on this level */
    int depth;
    struct jw_members *members; /* or NULL */
};

struct jw jw_to(struct buf *out);
/* For members without the object around them. */
struct jw jw_members_to(struct buf *out, struct jw_members *members);
void jw_object(struct jw *w);
void jw_end_object(struct jw *w);
void jw_array(struct jw *w);
void jw_end_array(struct jw *w);
void jw_key_n(struct jw *w, const char *key, size_t len);
void jw_int(struct jw *w, int64_t n);
void jw_number(struct jw *w, double x); /* six significant digits; not for canonical output */
void jw_bool(struct jw *w, bool b);
void jw_null(struct jw *w);
void jw_str(struct jw *w, struct str s);  /* bytes that are not UTF-8 become U+FFFD */
void jw_letter(struct jw *w, int letter); /* 0 is A */

/* Inline, so that the length of a literal is known where it stands. */
static inline void jw_key(struct jw *w, const char *key)
{
    jw_key_n(w, key, strlen(key));
}

/* A key and its value. */
static inline void jw_key_int(struct jw *w, const char *key, int64_t n)
{
    jw_key(w, key);
    jw_int(w, n);
}

static inline void jw_key_bool(struct jw *w, const char *key, bool b)
{
    jw_key(w, key);
    jw_bool(w, b);
}

static inline void jw_key_str(struct jw *w, const char *key, struct str s)
{
    jw_key(w, key);
    jw_str(w, s);
}

#endif
