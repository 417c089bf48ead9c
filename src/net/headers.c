#include "net/headers.h"

#include <libwebsockets.h>
#include <string.h>

enum read { ABSENT, FINE, UNREADABLE };

static bool there_is(struct lws *wsi, enum lws_token_indexes token)
{
    char none;

    /* An empty one has a length of nothing, like none at all, but it has a first piece. */
    return lws_hdr_total_length(wsi, token) > 0 ||
           lws_hdr_copy_fragment(wsi, &none, 1, token, 0) == 0;
}

static enum read read_header(struct lws *wsi, enum lws_token_indexes token, char *into,
                             size_t space, struct str *out)
{
    int len = lws_hdr_total_length(wsi, token);

    *out = STR("");
    if (!there_is(wsi, token))
        return ABSENT;
    if (len <= 0 || (size_t)len >= space || lws_hdr_copy(wsi, into, (int)space, token) < 0 ||
        strlen(into) != (size_t)len)
        return UNREADABLE;
    *out = str_n(into, (size_t)len);
    return FINE;
}

/* The same for one that the library has no number for. */
static enum read read_named(struct lws *wsi, const char *name, char *into, size_t space,
                            struct str *out)
{
    int name_len = (int)strlen(name), len = lws_hdr_custom_length(wsi, name, name_len);

    *out = STR("");
    if (len < 0)
        return ABSENT;
    if (len == 0 || (size_t)len >= space ||
        lws_hdr_custom_copy(wsi, into, (int)space, name, name_len) < 0 ||
        strlen(into) != (size_t)len)
        return UNREADABLE;
    *out = str_trim(str_n(into, (size_t)len));
    return FINE;
}

/* A wish: what cannot be read counts as not sent. */
static struct str wish(struct lws *wsi, enum lws_token_indexes token, char *into, size_t space)
{
    struct str out;

    return read_header(wsi, token, into, space, &out) == FINE ? out : STR("");
}

/* The library parts the query at each &; put together again it is what was asked. */
static struct str query(struct lws *wsi, char *into, size_t space)
{
    size_t at = 0;

    for (int i = 0; at + 2 < space; i++) {
        int n = lws_hdr_copy_fragment(wsi, into + at + (i > 0), (int)(space - at - 1),
                                      WSI_TOKEN_HTTP_URI_ARGS, i);
        if (n < 0)
            break;
        if (i > 0)
            into[at++] = '&';
        at += (size_t)n;
    }
    return str_n(into, at);
}

static bool contains(struct str text, const char *word)
{
    return text.len > 0 && strcasestr(text.at, word) != NULL;
}

static void refuse(struct headers *h, int status, const char *why)
{
    if (h->status)
        return; /* the first reason is enough */
    h->status = status;
    h->why = why;
}

/* Nothing here takes a body. The library must not come to read one: of a request that came together
 * with the one before it, it looks for the body in its own buffer, for ever (4.1). So whoever sends
 * one is answered and hung up on. */
static bool has_body(struct lws *wsi)
{
    char length[32];
    bool none = !there_is(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) ||
                str_is(wish(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length), "0");

    return !none || there_is(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING);
}

static void read_path(struct headers *h, struct lws *wsi)
{
    static const enum lws_token_indexes methods[] = {WSI_TOKEN_GET_URI, WSI_TOKEN_HEAD_URI};
    struct http_request *r = &h->request;

    for (int i = 0; i < 2; i++) {
        if (lws_hdr_total_length(wsi, methods[i]) <= 0)
            continue;
        r->method = i == 0 ? HTTP_GET : HTTP_HEAD;
        if (read_header(wsi, methods[i], h->path, sizeof h->path, &r->path) != FINE)
            refuse(h, 414, "this address is too long");
    }
    r->query = query(wsi, h->query, sizeof h->query);
}

/* Where it comes from and whom it is for. */
static void read_places(struct headers *h, struct lws *wsi, bool old)
{
    struct http_request *r = &h->request;
    struct str trace;
    char some[HEADER_MAX];
    enum read host = read_header(wsi, WSI_TOKEN_HOST, h->host, sizeof h->host, &r->host);

    if (host == UNREADABLE || (host == ABSENT && !old))
        refuse(h, 400, "this names no host");
    if (read_header(wsi, WSI_TOKEN_ORIGIN, h->origin, sizeof h->origin, &r->origin) == UNREADABLE)
        refuse(h, 400, "its Origin cannot be read");
    enum read who =
        read_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, h->for_whom, sizeof h->for_whom, &h->forwarded);
    enum read under =
        read_named(wsi, "x-forwarded-host:", h->under, sizeof h->under, &h->forwarded_host);
    if (who == UNREADABLE || under == UNREADABLE)
        refuse(h, 400, "whom it was passed on for cannot be read");
    h->passed_on = who != ABSENT || under != ABSENT || there_is(wsi, WSI_TOKEN_HTTP_VIA) ||
                   there_is(wsi, WSI_TOKEN_HTTP_X_REAL_IP) ||
                   read_named(wsi, "forwarded:", some, sizeof some, &trace) != ABSENT ||
                   read_named(wsi, "x-forwarded-proto:", some, sizeof some, &trace) != ABSENT;
}

void headers_read(struct headers *h, struct lws *wsi)
{
    struct http_request *r = &h->request;
    struct str connection = wish(wsi, WSI_TOKEN_CONNECTION, h->connection, sizeof h->connection);
    struct str version = wish(wsi, WSI_TOKEN_HTTP, h->version, sizeof h->version);
    bool old = contains(version, "1.0");

    *r = (struct http_request){.method = HTTP_OTHER};
    h->status = 0;
    h->why = NULL;
    r->keep_alive = !old && !contains(connection, "close");
    r->if_none_match = wish(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, h->none_match, sizeof h->none_match);
    r->accept_encoding = wish(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, h->encoding, sizeof h->encoding);
    h->body = has_body(wsi);
    read_path(h, wsi);
    read_places(h, wsi, old);
    if (h->body && r->method != HTTP_OTHER)
        refuse(h, 400, "nothing is to be sent here");
}
