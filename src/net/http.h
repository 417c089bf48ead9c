/*
 * http - what is answered to a request, as a pure function of the request: no socket, no clock.
 *
 * Only GET and HEAD exist. A path is one of our own few places, or a file of the web app. Without a
 * dot in its last part it is a place inside the app, which the app's own code knows: /j/X is
 * answered with j.html if there is one, else with index.html. Anything else is 404. Every answer
 * carries the same headers that keep a browser strict.
 *
 * Ownership: a request borrows all its texts. An answer borrows its body from the table of files or
 * from `own`, which http_answer_fini() frees.
 *
 *     struct http_answer a = {0};
 *     http_serve(&site, &request, &a);
 *     http_head(&a, &request, tls, &head);     // then head and a.body go to the socket
 *     http_answer_fini(&a);
 */
#ifndef NET_HTTP_H
#define NET_HTTP_H

#include "base/buf.h"
#include "net/web_file.h"

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_OTHER };

struct http_request {
    enum http_method method;
    bool keep_alive;
    struct str path, query; /* already decoded, the query without its question mark */
    struct str host, origin;
    struct str if_none_match, accept_encoding;
};

/* Each place appends its answer and returns a status; `type` is set to text/plain before. */
struct http_places {
    void *arg;
    int (*metrics)(void *arg, struct buf *out);
    int (*healthz)(void *arg, struct buf *out);
    int (*readyz)(void *arg, struct buf *out);
    int (*api)(void *arg, struct str path, struct str query, struct buf *out, const char **type);
};

struct http_site {
    const struct web_files *files;
    struct http_places places;
    const struct web_files *more; /* parts of pages of other versions; NULL: none */
};

struct http_answer {
    int status;
    const char *type;
    struct str body;
    bool head_only; /* the body is announced, not sent */
    bool close;     /* the connection ends with this answer */
    bool unlisted;  /* for those who have the link: search engines leave it alone */
    const struct web_file *file;
    enum coding coding;
    struct buf own;
};

void http_serve(const struct http_site *site, const struct http_request *r, struct http_answer *a);
/* An answer of a status and a sentence, for what was refused before anybody looked at the path. */
void http_refuse(struct http_answer *a, int status, const char *why);
void http_answer_fini(struct http_answer *a);
/* The head of the answer up to and with the empty line. */
void http_head(const struct http_answer *a, const struct http_request *r, bool tls,
               struct buf *out);
const char *http_reason(int status);

/* The headers of every answer, also of those the library below writes: name (in small letters and
 * with its colon) and value, the last name NULL. HSTS only makes sense over TLS. */
struct http_header {
    const char *name, *value;
};
extern const struct http_header http_headers[];
extern const struct http_header http_header_tls;

/* Which of the three to send for an Accept-Encoding; `has` tells which there are. */
enum coding http_negotiate(struct str accept, const bool has[CODINGS]);
/* Whether an If-None-Match names the tag (without quotes) or is a star. */
bool http_etag_matches(struct str if_none_match, struct str tag);
/*
 * Whether a page of `origin` may open a WebSocket: its host is the one it asks for, or it stands in
 * `allowed` (parted by commas). A client that is no browser sends no origin and may.
 */
bool http_origin_allowed(struct str origin, struct str host, struct str allowed);

#endif
