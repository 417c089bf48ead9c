/*
 * jp - reads JSON as it stands, value after value, without building a tree.
 *
 * For what is read often and whose shape is known: the records of logs. It takes exactly the JSON
 * that base/jr.h takes, with two differences: whoever reads looks out for names that come twice,
 * and numbers that are no integers are only passed over. Once something is wrong everything that
 * is asked says no, and jp_end() tells.
 *
 * Ownership: the text is the caller's and is written over where it has escapes, so it can be read
 * once; names and texts point into it.
 *
 *     struct jp p = jp_on(text, len);
 *     struct str name;
 *     for (jp_enter(&p, '{'); jp_member(&p, &name);)
 *         fine = str_is(name, "n") ? jp_int(&p, &n) : jp_skip(&p, NULL);
 *     fine = jp_end(&p);
 */
#ifndef BASE_JP_H
#define BASE_JP_H

#include "base/str.h"

struct jp {
    char *at, *end;
    const char *wrong; /* why, once something is; NULL until then */
    int depth;
    bool fresh; /* the bracket that was entered last has nothing after it yet */
};

struct jp jp_on(char *text, size_t len);
/* What the next value begins with: { [ " t f n, 0 for a number; '\0' where there is none. */
char jp_next(struct jp *p);
/* Into an object ('{') or a list ('['); false, and wrong, where the next value is none. */
bool jp_enter(struct jp *p, char bracket);
/* The next member of the object that was entered; false at its end, which is left then. */
bool jp_member(struct jp *p, struct str *name);
/* Whether the list that was entered has another item; false at its end, which is left then. */
bool jp_item(struct jp *p);
bool jp_int(struct jp *p, int64_t *out);
bool jp_bool(struct jp *p, bool *out);
bool jp_text(struct jp *p, struct str *out);
/* Passes over a value, whatever it is; `out`, where it is not NULL, is what was passed over. */
bool jp_skip(struct jp *p, struct str *out);
/* Nothing was wrong, and nothing but blanks is left. */
bool jp_end(struct jp *p);

#endif
