#include "net/http.h"

#include "base/nocase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POLICY_HEAD                                                                   \
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " \
    "font-src 'self'; connect-src 'self'"
#define POLICY_TAIL                                                                       \
    "; manifest-src 'self'; media-src 'self' data:; worker-src 'self'; base-uri 'none'; " \
    "form-action 'none'; frame-ancestors 'none'"

const struct http_header http_headers[] = {
    {"content-security-policy:", POLICY_HEAD POLICY_TAIL},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"permissions-policy:", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-resource-policy:", "same-origin"},
    {NULL, NULL},
};
const struct http_header http_header_tls = {"strict-transport-security:", "max-age=31536000"};

static const struct {
    int status;
    const char *reason;
} reasons[] = {{200, "OK"},
               {304, "Not Modified"},
               {400, "Bad Request"},
               {403, "Forbidden"},
               {404, "Not Found"},
               {405, "Method Not Allowed"},
               {414, "URI Too Long"},
               {421, "Misdirected Request"},
               {426, "Upgrade Required"},
               {429, "Too Many Requests"},
               {500, "Internal Server Error"},
               {503, "Service Unavailable"}};

static const char *const coding_names[CODINGS] = {"identity", "gzip", "br"};
static const char plain[] = "text/plain; charset=utf-8";

const char *http_reason(int status)
{
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (reasons[i].status == status)
            return reasons[i].reason;
    }
    return "Other";
}

static int by_path(const void *key, const void *entry)
{
    const struct str *path = key;
    const struct web_file *file = entry;

    return str_cmp(*path, str_of(file->path));
}

const struct web_file *web_file_find(const struct web_files *files, struct str path)
{
    return files->n ? bsearch(&path, files->file, files->n, sizeof *files->file, by_path) : NULL;
}

/* The weight after "q=" in thousandths: "1", "0.8", "0.125"; anything else counts as nothing. */
static int quality(struct str parameters)
{
    struct str piece = str_trim(parameters), digits;
    int value, unit = 100;

    if (piece.len < 3 || (piece.at[0] != 'q' && piece.at[0] != 'Q') || piece.at[1] != '=')
        return 0;
    digits = str_n(piece.at + 2, piece.len - 2);
    if (digits.at[0] != '0' && digits.at[0] != '1')
        return 0;
    value = (digits.at[0] - '0') * 1000;
    if (digits.len > 1 && digits.at[1] != '.')
        return 0;
    for (size_t i = 2; i < digits.len; i++, unit /= 10) {
        if (digits.at[i] < '0' || digits.at[i] > '9' || unit == 0)
            return 0;
        value += (digits.at[i] - '0') * unit;
    }
    return value > 1000 ? 0 : value;
}

enum coding http_negotiate(struct str accept, const bool has[CODINGS])
{
    int weight[CODINGS] = {-1, -1, -1}, star = -1;
    enum coding best = CODING_IDENTITY;
    struct str piece;

    while (str_piece(&accept, ',', &piece)) {
        struct str name = piece, parameters;
        int q = 1000;

        if (str_split(piece, ';', &name, &parameters))
            q = quality(parameters);
        name = str_trim(name);
        if (str_is(name, "*"))
            star = q;
        for (int i = 0; i < CODINGS; i++) {
            if (str_eq_nocase(name, str_of(coding_names[i])))
                weight[i] = q;
        }
    }
    /* Unsaid, the plain form is welcome and a compressed one is not. */
    for (int i = 0; i < CODINGS; i++) {
        if (weight[i] < 0)
            weight[i] = star >= 0 ? star : i == CODING_IDENTITY ? 1 : 0;
    }
    for (int i = CODING_GZIP; i < CODINGS; i++) {
        if (has[i] && weight[i] > 0 && weight[i] >= weight[best])
            best = (enum coding)i;
    }
    return best;
}

bool http_etag_matches(struct str if_none_match, struct str tag)
{
    struct str piece;

    while (str_piece(&if_none_match, ',', &piece)) {
        if (str_is(piece, "*"))
            return true;
        if (str_starts(piece, STR("W/")))
            piece = str_n(piece.at + 2, piece.len - 2);
        if (piece.len >= 2 && piece.at[0] == '"' && piece.at[piece.len - 1] == '"' &&
            str_eq(str_n(piece.at + 1, piece.len - 2), tag))
            return true;
    }
    return false;
}

bool http_origin_allowed(struct str origin, struct str host, struct str allowed)
{
    struct str piece;
    ptrdiff_t scheme = str_find(origin, STR("://"));

    if (origin.len == 0)
        return true;
    if (scheme > 0) {
        struct str name = str_n(origin.at, (size_t)scheme);
        struct str place = str_n(origin.at + scheme + 3, origin.len - (size_t)scheme - 3);

        if (host.len > 0 && str_eq_nocase(place, host) &&
            (str_eq_nocase(name, STR("http")) || str_eq_nocase(name, STR("https"))))
            return true;
    }
    while (str_piece(&allowed, ',', &piece)) {
        if (piece.at[piece.len - 1] == '/')
            piece.len--;
        if (str_eq_nocase(piece, origin))
            return true;
    }
    return false;
}

static void answer_own(struct http_answer *a, int status, const char *type)
{
    a->status = status;
    a->type = type;
    a->body = buf_str(&a->own);
}

void http_refuse(struct http_answer *a, int status, const char *why)
{
    buf_printf(&a->own, "%s\n", why);
    answer_own(a, status, plain);
    a->close = status == 400 || status == 405 || status == 421 || status == 429 || status == 503;
}

static void answer_file(struct http_answer *a, const struct web_file *file,
                        const struct http_request *r)
{
    bool has[CODINGS];
    struct buf tag = {0};

    for (int i = 0; i < CODINGS; i++)
        has[i] = file->body[i].len > 0;
    a->status = 200;
    a->file = file;
    a->type = file->type;
    a->coding = http_negotiate(r->accept_encoding, has);
    a->body = file->body[a->coding];
    buf_printf(&tag, "%s-%s", file->etag, coding_names[a->coding]);
    if (http_etag_matches(r->if_none_match, buf_str(&tag))) {
        a->status = 304;
        a->body = STR("");
    }
    buf_fini(&tag);
}

static bool has_extension(struct str path)
{
    for (size_t i = path.len; i > 0 && path.at[i - 1] != '/'; i--) {
        if (path.at[i - 1] == '.')
            return true;
    }
    return false;
}

/* A place inside the app: the page for all places below the first part of the path, else the page
 * for all. */
static const struct web_file *page_of(const struct web_files *files, struct str path)
{
    char name[24];
    size_t len = 1;

    while (len < path.len && path.at[len] != '/')
        len++;
    if (len > 1 && len + sizeof ".html" <= sizeof name) {
        snprintf(name, sizeof name, "%.*s.html", (int)len, path.at);
        const struct web_file *file = web_file_find(files, str_of(name));
        if (file)
            return file;
    }
    return web_file_find(files, STR("/index.html"));
}

/* A table, a game that is shown again: places that one has by a link. */
static bool is_below(struct str path)
{
    return path.len > 1 && memchr(path.at + 1, '/', path.len - 1) != NULL;
}

void http_serve(const struct http_site *site, const struct http_request *r, struct http_answer *a)
{
    const struct http_places *p = &site->places;
    const struct web_file *file = NULL;

    a->head_only = r->method == HTTP_HEAD;
    if (r->method == HTTP_OTHER) {
        http_refuse(a, 405, "only GET and HEAD are answered here");
    } else if (str_is(r->path, "/metrics") && p->metrics) {
        int status = p->metrics(p->arg, &a->own);
        answer_own(a, status, "text/plain; version=0.0.4; charset=utf-8");
    } else if (str_is(r->path, "/healthz") && p->healthz) {
        int status = p->healthz(p->arg, &a->own);
        answer_own(a, status, plain);
    } else if (str_is(r->path, "/readyz") && p->readyz) {
        int status = p->readyz(p->arg, &a->own);
        answer_own(a, status, plain);
    } else if (str_is(r->path, "/ws")) {
        http_refuse(a, 426, "this is the door for WebSockets");
    } else if (str_starts(r->path, STR("/api/")) && p->api) {
        const char *type = plain;
        int status = p->api(p->arg, r->path, r->query, &a->own, &type);
        answer_own(a, status, type);
    } else if ((file = web_file_find(site->files, r->path)) ||
               (site->more && (file = web_file_find(site->more, r->path)))) {
        answer_file(a, file, r);
    } else if (!has_extension(r->path) && str_starts(r->path, STR("/")) &&
               (file = page_of(site->files, r->path))) {
        answer_file(a, file, r);
        a->unlisted = is_below(r->path);
    } else {
        http_refuse(a, 404, "there is nothing here");
    }
}

void http_answer_fini(struct http_answer *a)
{
    buf_fini(&a->own);
    *a = (struct http_answer){0};
}

static bool is_host(struct str host)
{
    for (size_t i = 0; i < host.len; i++) {
        char c = host.at[i];

        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              (c != '\0' && strchr(".-:[]", c))))
            return false;
    }
    return host.len > 0 && host.len < 256;
}

/* Safari before 15.4 does not count ws: of the same host as 'self', so the host is named; only
 * where it can be nothing but a host, for it comes from outside. */
static void policy(struct str host, struct buf *out)
{
    buf_printf(out, "%s " POLICY_HEAD, http_headers[0].name);
    if (is_host(host))
        buf_printf(out, " ws://%.*s wss://%.*s", STR_FMT(host), STR_FMT(host));
    buf_adds(out, POLICY_TAIL "\r\n");
}

void http_head(const struct http_answer *a, const struct http_request *r, bool tls, struct buf *out)
{
    buf_printf(out, "HTTP/1.1 %d %s\r\n", a->status, http_reason(a->status));
    policy(r->host, out);
    for (const struct http_header *h = http_headers + 1; h->name; h++)
        buf_printf(out, "%s %s\r\n", h->name, h->value);
    if (tls)
        buf_printf(out, "%s %s\r\n", http_header_tls.name, http_header_tls.value);
    if (a->unlisted)
        buf_adds(out, "x-robots-tag: noindex, nofollow, noarchive\r\n");
    if (a->status == 405)
        buf_adds(out, "allow: GET, HEAD\r\n");
    if (a->status == 426)
        buf_adds(out, "upgrade: websocket\r\n");
    if (a->status == 429 || a->status == 503)
        buf_adds(out, "retry-after: 10\r\n");
    if (a->file) {
        buf_printf(out, "etag: \"%s-%s\"\r\nvary: accept-encoding\r\n", a->file->etag,
                   coding_names[a->coding]);
        buf_adds(out, a->file->immutable ? "cache-control: public, max-age=31536000, immutable\r\n"
                                         : "cache-control: no-cache\r\n");
        if (a->coding != CODING_IDENTITY && a->status != 304)
            buf_printf(out, "content-encoding: %s\r\n", coding_names[a->coding]);
    } else {
        buf_adds(out, "cache-control: no-store\r\n");
    }
    if (a->status != 304)
        buf_printf(out, "content-type: %s\r\ncontent-length: %zu\r\n", a->type, a->body.len);
    buf_printf(out, "connection: %s\r\n\r\n", r->keep_alive && !a->close ? "keep-alive" : "close");
}
