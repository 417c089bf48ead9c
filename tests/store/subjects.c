#include "subjects.h"

#include "store/backends.h"

#include <stdio.h>
#include <stdlib.h>

struct store *open_mem(const char *path)
{
    (void)path;
    return store_mem_new();
}

static struct store *open_with(const char *path, const struct store_sqlite_options *options)
{
    struct store_problem problem;
    struct store *s;

    if (store_sqlite_open(&s, path, options, &problem) < 0) {
        fprintf(stderr, "%s\n", problem.reason);
        abort();
    }
    return s;
}

struct store *open_sqlite(const char *path)
{
    return open_with(path, NULL);
}

struct store *open_sqlite_thread(const char *path)
{
    return open_with(path, &(struct store_sqlite_options){.thread = true});
}
