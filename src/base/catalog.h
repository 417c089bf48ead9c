/*
 * catalog - interface texts of one language: "key = text with {places}", one a line.
 *
 * Lines that begin with # are comments. A later file may not repeat a key of an earlier one. Texts
 * live as long as the files they were read from; catalog_fini() frees only the index.
 */
#ifndef BASE_CATALOG_H
#define BASE_CATALOG_H

#include "base/buf.h"

struct catalog_entry {
    struct str key, text;
};

struct catalog {
    struct catalog_entry *entry;
    size_t n, cap;
};

/* Adds a file's lines; 0, or the number of the first line that is malformed or repeats a key. */
int catalog_add(struct catalog *c, struct str file);
void catalog_fini(struct catalog *c);
/* The text for a key, or an empty str. */
struct str catalog_get(const struct catalog *c, struct str key);
struct str catalog_getf(const struct catalog *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Fills {places}: asks `value` for each name and leaves {name} standing where it knows none. */
void catalog_fill(struct str text, bool (*value)(void *arg, struct str name, struct buf *out),
                  void *arg, struct buf *out);

#endif
