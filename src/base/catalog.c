#include "base/catalog.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* First entry that is not smaller than the key; entries are kept sorted. */
static size_t position(const struct catalog *c, struct str key)
{
    size_t low = 0, high = c->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (str_cmp(c->entry[middle].key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool insert(struct catalog *c, struct str key, struct str text)
{
    size_t at = position(c, key);

    if (at < c->n && str_eq(c->entry[at].key, key))
        return false;
    if (c->n == c->cap) {
        c->cap = c->cap ? c->cap * 2 : 128;
        c->entry = realloc(c->entry, c->cap * sizeof *c->entry);
        if (!c->entry)
            abort();
    }
    memmove(&c->entry[at + 1], &c->entry[at], (c->n - at) * sizeof *c->entry);
    c->entry[at] = (struct catalog_entry){key, text};
    c->n++;
    return true;
}

int catalog_add(struct catalog *c, struct str file)
{
    struct str line, key, text;

    for (int number = 1; str_line(&file, &line); number++) {
        line = str_trim(line);
        if (line.len == 0 || line.at[0] == '#')
            continue;
        if (!str_split(line, '=', &key, &text))
            return number;
        key = str_trim(key);
        text = str_trim(text);
        if (key.len == 0 || text.len == 0 || !insert(c, key, text))
            return number;
    }
    return 0;
}

void catalog_fini(struct catalog *c)
{
    free(c->entry);
    *c = (struct catalog){0};
}

struct str catalog_get(const struct catalog *c, struct str key)
{
    size_t at = position(c, key);

    if (at < c->n && str_eq(c->entry[at].key, key))
        return c->entry[at].text;
    return str_n("", 0);
}

struct str catalog_getf(const struct catalog *c, const char *format, ...)
{
    char key[160];
    va_list args;

    va_start(args, format);
    int n = vsnprintf(key, sizeof key, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof key)
        return str_n("", 0);
    return catalog_get(c, str_n(key, (size_t)n));
}

void catalog_fill(struct str text, bool (*value)(void *arg, struct str name, struct buf *out),
                  void *arg, struct buf *out)
{
    struct str before, after, name;

    while (str_split(text, '{', &before, &after) && str_split(after, '}', &name, &text)) {
        buf_add(out, before);
        if (!value(arg, name, out)) {
            buf_addc(out, '{');
            buf_add(out, name);
            buf_addc(out, '}');
        }
    }
    buf_add(out, text);
}
