#include "server/web_doc.h"

#include <stdlib.h>
#include <string.h>

void web_doc_write(const struct web_file *f, struct buf *out)
{
    buf_printf(out, "%s\n%s\n%zu %zu %zu\n", f->type, f->etag, f->body[CODING_IDENTITY].len,
               f->body[CODING_GZIP].len, f->body[CODING_BROTLI].len);
    for (int i = 0; i < CODINGS; i++)
        buf_add(out, f->body[i]);
}

/* The sizes of the bodies: together they are all that follows. */
static bool read_sizes(struct str line, size_t all, struct str body[CODINGS])
{
    struct str word;
    size_t sum = 0;

    for (int i = 0; i < CODINGS; i++) {
        int64_t n;

        if (!str_word(&line, &word) || !str_int(word, &n) || n < 0 || (size_t)n > all - sum)
            return false;
        body[i].len = (size_t)n;
        sum += (size_t)n;
    }
    return sum == all && body[CODING_IDENTITY].len && !str_word(&line, &word);
}

/* Everything lies in one piece of memory: path, type, tag and bodies. */
bool web_doc_read(struct str path, struct str body, struct web_file *out, char **memory)
{
    struct web_file f = {.immutable = true};
    struct str type, etag, sizes;

    if (path.len < 2 || path.at[0] != '/' || !str_line(&body, &type) || !str_line(&body, &etag) ||
        !str_line(&body, &sizes) || !read_sizes(sizes, body.len, f.body))
        return false;
    char *at = malloc(path.len + type.len + etag.len + 3 + body.len);
    if (!at)
        abort();
    *memory = at;
    struct {
        const char **to;
        struct str from;
    } names[] = {{&f.path, path}, {&f.type, type}, {&f.etag, etag}};
    for (int i = 0; i < 3; i++) {
        memcpy(at, names[i].from.at, names[i].from.len);
        at[names[i].from.len] = '\0';
        *names[i].to = at;
        at += names[i].from.len + 1;
    }
    memcpy(at, body.at, body.len);
    for (int i = 0; i < CODINGS; i++) {
        f.body[i].at = at;
        at += f.body[i].len;
    }
    *out = f;
    return true;
}
