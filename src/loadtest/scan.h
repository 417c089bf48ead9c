/*
 * scan - walks over the JSON that our own server writes, without building a tree of it.
 *
 * Values come out as the bytes they are written with, so that sections and facts can be compared
 * byte by byte. Anything that is no such JSON ends a walk early; nothing is read beyond its end.
 *
 *     struct str inside, name, value;
 *     for (scan_open(object, &inside); scan_member(&inside, &name, &value);)
 *         …
 */
#ifndef LOADTEST_SCAN_H
#define LOADTEST_SCAN_H

#include "base/str.h"

/* What stands between the brackets of an object or a list; empty for anything else. */
void scan_open(struct str value, struct str *inside);
/* Takes the next member or item off the front; false at the end. */
bool scan_member(struct str *inside, struct str *name, struct str *value);
bool scan_item(struct str *inside, struct str *value);
/* The member of an object, or an empty str. */
struct str scan_get(struct str object, const char *name);
/* A number, or `otherwise`; a text without its quotes, escapes left as they are. */
int64_t scan_int(struct str value, int64_t otherwise);
struct str scan_text(struct str value);

#endif
