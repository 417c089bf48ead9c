#include "subjects.h"

#include "store/backends.h"

#include <stdio.h>
#include <stdlib.h>

struct store *open_mem(const char *path)
{
    (void)path;
    return store_mem_new();
}

struct store *open_sqlite(const char *path)
{
    struct store_problem problem;
    struct store *s;

    if (store_sqlite_open(&s, path, NULL, &problem) < 0) {
        fprintf(stderr, "%s\n", problem.reason);
        abort();
    }
    return s;
}
