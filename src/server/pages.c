#include "server/pages.h"

#include "house/house.h"
#include "keepsake/keepsake.h"
#include "net/web_file.h"

#include <stdlib.h>
#include <string.h>

static const char html[] = "text/html; charset=utf-8";

/* One who waits for the store. */
struct reader {
    struct pages *pages;
    uint64_t ticket;
    int lang; /* -1: that of the game */
    bool file, names, picture, text;
    char address[KEEPSAKE_ADDRESS + 1];
    bool found;
    struct buf page;
};

static void answer(const struct pages *p, uint64_t ticket, int status, const char *type,
                   struct str body)
{
    if (p->net)
        net_answer(p->net, ticket, &(struct net_page){status, type, body});
}

/* Whoever asks for what is not there reads one of these languages. */
static void answer_nothing(const struct pages *p, uint64_t ticket, int status)
{
    static const char nothing[] =
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" "
        "content=\"noindex\"><title>Unisono</title><link rel=\"stylesheet\" "
        "href=\"/k/page.css\"></head><body><header><h1>Unisono</h1></header><main>"
        "<p lang=\"en\">There is no keepsake here, or it is here no longer.</p>"
        "<p lang=\"de\">Hier ist kein Andenken, oder es ist nicht mehr da.</p>"
        "<p lang=\"fr\">Il n’y a pas de souvenir ici, ou il n’y est plus.</p>"
        "<p><a class=\"button\" href=\"/\">Unisono</a></p></main></body></html>\n";

    answer(p, ticket, status, html, str_of(nothing));
}

/* The styles, in the typeface of the app: a file has no server to fetch it from, and does without.
 */
static struct str styles(void)
{
    static struct buf text; /* written once, kept as long as the process lives */
    const struct web_files *files = &web_files_built_in;

    if (text.len)
        return buf_str(&text);
    for (size_t i = 0; i < files->n; i++) {
        if (str_find(str_of(files->file[i].path), STR("-latin-wght-normal")) >= 0)
            buf_printf(&text,
                       "@font-face{font-family:Bricolage;font-weight:200 800;font-display:swap;"
                       "src:url('%s')}\n",
                       files->file[i].path);
    }
    buf_add(&text, keepsake_css());
    return buf_str(&text);
}

static struct str parameter(struct str query, const char *name)
{
    struct str piece, key, value;

    while (str_piece(&query, '&', &piece)) {
        if (str_split(piece, '=', &key, &value) && str_is(key, name))
            return value;
    }
    return STR("");
}

static bool write_page(void *arg, const struct store_doc *doc)
{
    struct reader *r = arg;
    const struct keepsake_wish wish = {.lang = r->lang < 0 ? keepsake_language(doc->body)
                                                           : (enum language)r->lang,
                                       .names = r->names,
                                       .file = r->file,
                                       .offered = !r->file,
                                       .address = str_of(r->address)};

    if (r->picture)
        r->found = keepsake_svg(doc->body, &wish, &r->page);
    else if (r->text)
        r->found = keepsake_text(doc->body, &wish, &r->page);
    else
        r->found = keepsake_page(doc->body, &wish, &r->page);
    return false;
}

static void was_read(void *arg, enum store_result result)
{
    struct reader *r = arg;

    if (result != STORE_OK)
        answer_nothing(r->pages, r->ticket, 503);
    else if (!r->found)
        answer_nothing(r->pages, r->ticket, 404);
    else
        answer(r->pages, r->ticket, 200,
               r->picture ? "image/svg+xml"
               : r->text  ? "text/plain; charset=utf-8"
                          : html,
               buf_str(&r->page));
    buf_fini(&r->page);
    free(r);
}

static void was_reeled(void *arg, int status, struct str reel)
{
    struct reader *r = arg;

    if (status == 200)
        answer(r->pages, r->ticket, 200, "application/json", reel);
    else
        answer_nothing(r->pages, r->ticket, status);
    free(r);
}

static bool ends(struct str *text, const char *ending)
{
    size_t len = strlen(ending);

    if (text->len < len || memcmp(text->at + text->len - len, ending, len) != 0)
        return false;
    text->len -= len;
    return true;
}

void pages_ask(struct pages *p, uint64_t ticket, struct str path, struct str query)
{
    struct str name = str_n(path.at + strlen("/k/"), path.len - strlen("/k/"));
    struct buf key = {0};

    if (str_is(name, "page.css") || str_is(name, "page.js")) {
        bool css = str_is(name, "page.css");

        answer(p, ticket, 200, css ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
               css ? styles() : keepsake_js());
        return;
    }
    bool reel = ends(&name, ".reel");
    struct reader *r = calloc(1, sizeof *r);
    if (!r)
        abort();
    *r = (struct reader){.pages = p,
                         .ticket = ticket,
                         .lang = language_of(parameter(query, "lang")),
                         .file = str_is(parameter(query, "file"), "1"),
                         .names = !str_is(parameter(query, "names"), "0"),
                         .picture = ends(&name, ".svg"),
                         .text = ends(&name, ".txt")};
    if (!keepsake_is_address(name)) {
        answer_nothing(p, ticket, 404);
        free(r);
        return;
    }
    if (reel) {
        house_reel(p->house, name, was_reeled, r);
        return;
    }
    memcpy(r->address, name.at, KEEPSAKE_ADDRESS);
    keepsake_key(name, &key);
    if (store_doc(p->store, buf_str(&key), write_page, was_read, r) != 0) {
        answer_nothing(p, ticket, 503);
        free(r);
    }
    buf_fini(&key);
}
