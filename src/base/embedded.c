#include "base/embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct embedded_file *embedded_find(const char *path)
{
    for (const struct embedded_file *f = embedded_files; f->path; f++) {
        if (strcmp(f->path, path) == 0)
            return f;
    }
    return NULL;
}

bool embedded_texts(struct catalog *c, const char *folder, enum language lang)
{
    char path[128];

    snprintf(path, sizeof path, "%s/strings/%s.txt", folder, language_codes[lang]);
    const struct embedded_file *file = embedded_find(path);
    if (!file)
        return false;
    int line = catalog_add(c, file->text);
    if (line) {
        fprintf(stderr, "unisono: %s:%d: is not 'key = text', or the key was there before\n", path,
                line);
        abort();
    }
    return true;
}
