#include "server/web_shared.h"

#include "base/secure.h"
#include "server/web_doc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MOST = 4000, PUMPS = 50, PUMP_MS = 100, RETRY_MS = 1000 };
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
    char **text;              /* that they lie in */
    char *wanted[FILES_MOST]; /* keys of what is to be read */
    size_t wants;
    struct shelf *shelves;
    int waiting; /* answers of the store */
    bool asked, again, came;
    int64_t retry_at; /* after a failure, by the wall; 0: there was none */
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
    while (w->wants)
        free(w->wanted[--w->wants]);
    free(w->text);
    free(w->file);
    free(w->ours);
    free(w);
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

static struct str path_of(struct str key)
{
    return str_n(key.at + PREFIX.len - 1, key.len - PREFIX.len + 1);
}

static bool note_key(void *arg, const struct store_doc *doc)
{
    struct web_shared *w = arg;
    const struct web_file *mine = web_file_find(&web_files_built_in, path_of(doc->key));

    if (mine) {
        w->ours[mine - web_files_built_in.file] = (struct ours){doc->op, doc->until};
    } else if (!has(w, path_of(doc->key)) && w->wants < FILES_MOST) {
        w->wanted[w->wants] = strndup(doc->key.at, doc->key.len);
        if (!w->wanted[w->wants++])
            abort();
    }
    return true;
}

static bool note_file(void *arg, const struct store_doc *doc)
{
    struct web_shared *w = arg;
    struct web_file file;
    char *text;

    if (web_doc_read(path_of(doc->key), doc->body, &file, &text))
        put(w, &file, text);
    return true;
}

/* All that was wanted has come. */
static void show(struct web_shared *w)
{
    if (!w->came || !w->net)
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

/* One after the other, so that whoever looks for a table meanwhile does not wait for all of them:
 * a version has some megabytes. */
static void read_on(void *arg, enum store_result result)
{
    struct web_shared *w = arg;

    w->waiting--;
    if ((result == STORE_OK || result == STORE_CORRUPT) && w->wants) {
        char *key = w->wanted[--w->wants];

        bool asked = store_doc(w->store, str_of(key), note_file, read_on, w) == 0;
        free(key);
        w->waiting += asked;
        if (asked)
            return;
        result = STORE_UNAVAILABLE;
    }
    w->asked = false;
    while (w->wants)
        free(w->wanted[--w->wants]);
    if (result == STORE_OK || result == STORE_CORRUPT)
        show(w);
    else
        w->retry_at = w->wall() + RETRY_MS;
    if (w->again)
        w->retry_at = w->wall();
}

void web_shared_look(struct web_shared *w)
{
    w->again = w->asked; /* what has come since it was asked is looked at once more */
    if (w->asked)
        return;
    w->retry_at = 0;
    w->asked = store_doc_keys(w->store, PREFIX, FILES_MOST, note_key, read_on, w) == 0;
    w->waiting += w->asked;
}

void web_shared_run(struct web_shared *w)
{
    if (w->retry_at && !w->asked && w->wall() >= w->retry_at)
        web_shared_look(w);
}

void web_shared_stop(struct web_shared *w)
{
    w->net = NULL;
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
        web_doc_write(f, &body);
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
