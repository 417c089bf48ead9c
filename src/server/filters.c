#include "server/filters.h"

#include "base/err.h"

#include <stdio.h>

enum { FILE_LIMIT = 1 << 20 };

bool filters_open(struct filter *f, const char *folder, char *reason, size_t size)
{
    *f = (struct filter){0};
    filter_read_builtin(f);
    for (int lang = 0; folder[0] && lang < LANGUAGES; lang++) {
        struct deck_problem problem = {0};
        struct buf text = {0};
        char path[1024];

        snprintf(path, sizeof path, "%s/%s.txt", folder, language_codes[lang]);
        int error = buf_read_file(&text, path, FILE_LIMIT);
        bool fine = error ? error == ERR_NOT_FOUND
                          : filter_read(f, (enum language)lang, buf_str(&text), &problem);
        buf_fini(&text);
        if (fine)
            continue;
        if (error)
            snprintf(reason, size, "%.200s: %s", path, err_text(error));
        else
            snprintf(reason, size, "%.200s:%d: %s", path, problem.line, problem.reason);
        filter_fini(f);
        return false;
    }
    return true;
}
