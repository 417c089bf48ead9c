#include "server/web_shared.h"

#include "base/secure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MOST = 4000, PUMPS = 50, PUMP_MS = 100 };
static const int64_t DAY = 24 * 3600 * 1000, KEPT_DAYS = 30, RENEWED_DAYS = 15;
static const struct str PREFIX = STR_INIT("web/");

/* One of ours, as the store has it. */
struct ours {
    uint64_t op; /* 0: it does not */
    int64_t until;
};

/* A table that the net has, or had: an answer may still be written from one before. */
struct shelf {
    struct shelf *next;
    struct web_files files;
    struct web_file file[];
};

struct web_shared {
    struct store *store;
    struct net *net;
    int64_t (*wall)(void);
    struct ours *ours;     /* by the place in web_files_built_in */
    struct web_file *file; /* of others, sorted */
    size_t n, cap;
    char **text; /* that they lie in */
    struct shelf *shelves;
    int waiting; /* answers of the store */
    bool asked, came;
};

struct web_shared *web_shared_new(struct store *store, struct net *net, int64_t (*wall)(void))
{
    struct web_shared *w = calloc(1, sizeof *w);

    if (!w || !(w->ours = calloc(web_files_built_in.n + 1, sizeof *w->ours)))
        abort();
    w->store = store;
    w->net = net;
    w->wall = wall;
    return w;
}

void web_shared_free(struct web_shared *w)
{
    if (!w)
        return;
    while (w->shelves) {
        struct shelf *s = w->shelves;

        w->shelves = s->next;
        free(s);
    }
    for (size_t i = 0; i < w->n; i++)
        free(w->text[i]);
    free(w->text);
    free(w->file);
    free(w->ours);
    free(w);
}

/* ---- a file as a document: four lines, and its bodies ---- */

static void write_file(const struct web_file *f, struct buf *out)
{
    buf_printf(out, "%s\n%s\n%zu %zu %zu\n", f->type, f->etag, f->body[CODING_IDENTITY].len,
               f->body[CODING_GZIP].len, f->body[CODING_BROTLI].len);
    for (int i = 0; i < CODINGS; i++)
        buf_add(out, f->body[i]);
}

/* Everything lies in one piece of memory: path, type, tag and bodies. */
static bool read_file(struct str path, struct str body, struct web_file *out, char **text)
{
    struct str type, etag, sizes, word;
    size_t len = 0;

    *out = (struct web_file){.immutable = true};
    if (path.len < 2 || path.at[0] != '/' || !str_line(&body, &type) || !str_line(&body, &etag) ||
        !str_line(&body, &sizes))
        return false;
    for (int i = 0; i < CODINGS; i++) {
        int64_t n = 0;

        str_split(sizes, ' ', &word, &sizes);
        if (!str_int(word, &n) || n < 0 || (size_t)n > body.len)
            return false;
        out->body[i].len = (size_t)n;
        len += (size_t)n;
    }
    if (len != body.len || !out->body[CODING_IDENTITY].len)
        return false;
    char *at = *text = malloc(path.len + type.len + etag.len + 3 + len);
    if (!at)
        abort();
    struct {
        const char **to;
        struct str from;
    } names[] = {{&out->path, path}, {&out->type, type}, {&out->etag, etag}};
    for (int i = 0; i < 3; i++) {
        memcpy(at, names[i].from.at, names[i].from.len);
        at[names[i].from.len] = '\0';
        *names[i].to = at;
        at += names[i].from.len + 1;
    }
    memcpy(at, body.at, len);
    for (int i = 0; i < CODINGS; i++) {
        out->body[i].at = at;
        at += out->body[i].len;
    }
    return true;
}

/* ---- reading ---- */

static bool has(const struct web_shared *w, struct str path)
{
    return web_file_find(&(struct web_files){w->file, w->n}, path);
}

static void put(struct web_shared *w, const struct web_file *f, char *text)
{
    size_t at = w->n;

    if (w->n == w->cap) {
        w->cap = w->cap ? 2 * w->cap : 64;
        w->file = reallocarray(w->file, w->cap, sizeof *w->file);
        w->text = reallocarray(w->text, w->cap, sizeof *w->text);
        if (!w->file || !w->text)
            abort();
    }
    for (; at && strcmp(w->file[at - 1].path, f->path) > 0; at--)
        w->file[at] = w->file[at - 1];
    w->file[at] = *f;
    w->text[w->n++] = text;
    w->came = true;
}

static bool note(void *arg, const struct store_doc *doc)
{
    struct web_shared *w = arg;
    struct str path = str_n(doc->key.at + PREFIX.len - 1, doc->key.len - PREFIX.len + 1);
    const struct web_file *mine = web_file_find(&web_files_built_in, path);
    struct web_file file;
    char *text;

    if (mine)
        w->ours[mine - web_files_built_in.file] = (struct ours){doc->op, doc->until};
    else if (!has(w, path) && read_file(path, doc->body, &file, &text))
        put(w, &file, text);
    return true;
}

static void listed(void *arg, enum store_result result)
{
    struct web_shared *w = arg;

    w->waiting--;
    w->asked = false;
    if (result != STORE_OK || !w->came)
        return;
    w->came = false;
    struct shelf *s = malloc(sizeof *s + w->n * sizeof *s->file);
    if (!s)
        abort();
    memcpy(s->file, w->file, w->n * sizeof *s->file);
    s->files = (struct web_files){s->file, w->n};
    s->next = w->shelves;
    w->shelves = s;
    net_more_files(w->net, &s->files);
}

void web_shared_look(struct web_shared *w)
{
    if (w->asked)
        return;
    w->asked = store_docs(w->store, PREFIX, FILES_MOST, note, listed, w) == 0;
    w->waiting += w->asked;
}

/* ---- leaving ours ---- */

static void left(void *arg, enum store_result result)
{
    (void)result; /* another node of this version may have been faster */
    ((struct web_shared *)arg)->waiting--;
}

static void await(struct web_shared *w)
{
    for (int i = 0; i < PUMPS && w->waiting; i++)
        store_pump(w->store, PUMP_MS);
}

void web_shared_begin(struct web_shared *w)
{
    int64_t now = w->wall();
    struct buf body = {0};
    char key[STORE_KEY_MAX + 1];

    web_shared_look(w);
    await(w);
    for (size_t i = 0; i < web_files_built_in.n && !w->asked; i++) {
        const struct web_file *f = &web_files_built_in.file[i];
        const struct ours *there = &w->ours[i];
        int len = snprintf(key, sizeof key, "web%s", f->path);

        if (!f->immutable || (there->op && there->until > now + RENEWED_DAYS * DAY) ||
            len >= (int)sizeof key)
            continue;
        buf_clear(&body);
        write_file(f, &body);
        const struct store_doc doc = {.key = str_n(key, (size_t)len),
                                      .prev = there->op,
                                      .op = secure_random() | 1,
                                      .until = now + KEPT_DAYS * DAY,
                                      .body = buf_str(&body)};
        w->waiting += store_doc_put(w->store, &doc, left, w) == 0;
    }
    buf_fini(&body);
    await(w);
}
