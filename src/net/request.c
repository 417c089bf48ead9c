/*
 * A request: its headers are taken from the library, http.c decides, and the answer goes out: small
 * ones in one piece with their head, large ones piece by piece as the socket takes them.
 */
#include "net/inside.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HEADER_MAX = 1024, PIECE = 32768, CONTENT_SECONDS = 30 };

struct headers {
    char path[2048], query[HEADER_MAX], host[256], origin[256], none_match[HEADER_MAX];
    char encoding[HEADER_MAX], connection[256], forwarded[HEADER_MAX], version[32];
};

/* A header that is longer than we read counts as not sent. */
static struct str header(struct lws *wsi, enum lws_token_indexes token, char *into, size_t room)
{
    int len = lws_hdr_total_length(wsi, token);

    if (len <= 0 || (size_t)len >= room || lws_hdr_copy(wsi, into, (int)room, token) < 0)
        return STR("");
    return str_n(into, strlen(into));
}

/* The library parts the query at each &; put together again it is what was asked. */
static struct str query(struct lws *wsi, char *into, size_t room)
{
    size_t at = 0;

    for (int i = 0; at + 2 < room; i++) {
        int n = lws_hdr_copy_fragment(wsi, into + at + (i > 0), (int)(room - at - 1),
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

/* False for a path that is longer than any of ours. */
static bool read_request(struct lws *wsi, struct headers *h, struct http_request *r)
{
    static const enum lws_token_indexes methods[] = {WSI_TOKEN_GET_URI, WSI_TOKEN_HEAD_URI};
    struct str connection = header(wsi, WSI_TOKEN_CONNECTION, h->connection, sizeof h->connection);
    struct str version = header(wsi, WSI_TOKEN_HTTP, h->version, sizeof h->version);
    bool fits = true;

    *r = (struct http_request){.method = HTTP_OTHER};
    for (int i = 0; i < 2; i++) {
        if (lws_hdr_total_length(wsi, methods[i]) > 0) {
            r->method = i == 0 ? HTTP_GET : HTTP_HEAD;
            r->path = header(wsi, methods[i], h->path, sizeof h->path);
            fits = r->path.len > 0;
        }
    }
    r->keep_alive = !contains(version, "1.0") && !contains(connection, "close");
    r->query = query(wsi, h->query, sizeof h->query);
    r->host = header(wsi, WSI_TOKEN_HOST, h->host, sizeof h->host);
    r->origin = header(wsi, WSI_TOKEN_ORIGIN, h->origin, sizeof h->origin);
    r->if_none_match =
        header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, h->none_match, sizeof h->none_match);
    r->accept_encoding =
        header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, h->encoding, sizeof h->encoding);
    return fits;
}

/* Nothing here takes a body. The library must not come to read one: of a request that came together
 * with the one before it, it looks for the body in its own buffer, for ever (4.1). So whoever sends
 * one is answered and hung up on. */
static bool has_body(struct lws *wsi)
{
    char length[32];
    bool none = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 ||
                str_is(header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length), "0");

    return !none || lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
}

/* Behind a trusted proxy each request tells anew whom it comes from. */
static void find_client(struct net_conn *c, struct headers *h)
{
    struct net *n = c->net;
    struct str forwarded =
        header(c->wsi, WSI_TOKEN_X_FORWARDED_FOR, h->forwarded, sizeof h->forwarded);
    struct sockaddr_storage from;
    socklen_t len = sizeof from;
    struct address peer;

    if (n->proxies.n == 0 || getpeername(lws_get_socket_fd(c->wsi), (void *)&from, &len) < 0)
        return;
    peer = address_of((const struct sockaddr *)&from);
    if (!address_in(&peer, &n->proxies))
        return;
    c->address = address_forwarded(&peer, forwarded, &n->proxies);
    if (c->peer)
        peers_leave(n->peers, c->peer, net_now(n));
    c->peer = NULL;
    if (!address_in(&c->address, &n->proxies))
        c->peer = peers_join(n->peers, address_group(&c->address), net_now(n));
}

static int finish(struct net_conn *c)
{
    bool close = c->answer->close;

    http_answer_fini(c->answer);
    free(c->answer);
    c->answer = NULL;
    if (close || c->net->stopping)
        return -1;
    return lws_http_transaction_completed(c->wsi) ? -1 : 0;
}

int request_writable(struct net_conn *c)
{
    struct http_answer *a = c->answer;

    if (!a)
        return 0;
    size_t left = a->body.len - c->answered;
    size_t n = left < PIECE ? left : PIECE;
    /* HTTP/1 writes nothing in front of a body, so constant memory goes out as it is. */
    if (lws_write(c->wsi, (unsigned char *)a->body.at + c->answered, n,
                  n == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
        return -1;
    c->answered += n;
    if (n == left)
        return finish(c);
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_HTTP_CONTENT, CONTENT_SECONDS);
    lws_callback_on_writable(c->wsi);
    return 0;
}

/* Takes what `a` owns. */
static int send_answer(struct net_conn *c, const struct http_request *r, struct http_answer *a)
{
    struct buf head = {0};
    size_t body = a->head_only ? 0 : a->body.len;

    a->close |= !r->keep_alive;
    http_head(a, r, c->net->tls != NULL, &head);
    c->answer = malloc(sizeof *a);
    if (!c->answer)
        abort(); /* out of memory ends the process */
    *c->answer = *a;
    c->answered = 0;
    bool small = body <= PIECE;
    if (small && body > 0)
        buf_add(&head, a->body);
    int result = lws_write(c->wsi, (unsigned char *)head.at, head.len, LWS_WRITE_HTTP_HEADERS);
    buf_fini(&head);
    if (result < 0)
        return -1;
    if (small)
        return finish(c);
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_HTTP_CONTENT, CONTENT_SECONDS);
    lws_callback_on_writable(c->wsi);
    return 0;
}

static int site_metrics(void *arg, struct buf *out)
{
    struct net_conn *c = arg;
    struct net *n = c->net;

    if (n->metrics_for == NET_METRICS_OFF ||
        (n->metrics_for == NET_METRICS_LOCAL && !address_is_loopback(&c->address))) {
        buf_adds(out, "not for you\n");
        return 403;
    }
    net_metrics(n, out);
    if (n->service.metrics)
        n->service.metrics(n->service.arg, out);
    return 200;
}

static int site_health(void *arg, struct buf *out)
{
    struct net_conn *c = arg;
    struct net *n = c->net;
    bool healthy = !n->stopping;

    if (n->service.healthy)
        healthy = n->service.healthy(n->service.arg, out) && healthy;
    if (out->len == 0)
        buf_adds(out, n->stopping ? "stopping\n" : healthy ? "ok\n" : "not well\n");
    return healthy ? 200 : 503;
}

static int site_api(void *arg, struct str path, struct str query, struct buf *out,
                    const char **type)
{
    struct net_conn *c = arg;
    struct net *n = c->net;

    if (n->service.get)
        return n->service.get(n->service.arg, path, query, out, type);
    buf_adds(out, "there is nothing here\n");
    return 404;
}

int request_http(struct net_conn *c)
{
    struct net *n = c->net;
    struct http_site site = {n->site.files, {c, site_metrics, site_health, site_api}};
    struct http_request r;
    struct http_answer a = {0};
    struct headers h;
    bool fits = read_request(c->wsi, &h, &r), body = has_body(c->wsi);

    if (c->answer)
        return -1; /* the library parses no request before the last one is answered */
    n->count.requests++;
    find_client(c, &h);
    if (c->over) {
        n->count.refused_full++;
        http_refuse(&a, 503, "the server is full, please try again in a moment");
    } else if (!fits) {
        http_refuse(&a, 414, "this address is too long");
    } else if (body && r.method != HTTP_OTHER) {
        http_refuse(&a, 400, "nothing is to be sent here");
    } else {
        http_serve(&site, &r, &a);
    }
    a.close |= body;
    return send_answer(c, &r, &a);
}

/* The library makes a bare tunnel of a CONNECT; it is a method like any other that is not for us.
 */
int request_tunnel(struct net_conn *c)
{
    struct http_request r = {.method = HTTP_OTHER};
    struct http_answer a = {0};
    struct http_site site = {.files = c->net->site.files};
    struct buf out = {0};

    if (c->ending)
        return -1;
    c->ending = true;
    c->net->count.requests++;
    http_serve(&site, &r, &a);
    http_head(&a, &r, c->net->tls != NULL, &out);
    buf_add(&out, a.body);
    lws_write(c->wsi, (unsigned char *)out.at, out.len, LWS_WRITE_RAW);
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    buf_fini(&out);
    http_answer_fini(&a);
    return 0;
}

static int refuse_upgrade(struct net_conn *c, const struct http_request *r, uint64_t *counter,
                          int status, const char *why)
{
    struct http_answer a = {.close = true};

    if (counter)
        ++*counter;
    http_refuse(&a, status, why);
    a.close = true;
    return send_answer(c, r, &a);
}

int request_upgrade(struct net_conn *c, const char *to)
{
    struct net *n = c->net;
    struct counters *count = &n->count;
    struct rate arrivals = {(double)n->limit.address_arrivals / 60,
                            (double)n->limit.address_arrivals};
    struct peer *direct = c->peer;
    struct http_request r;
    struct headers h;

    read_request(c->wsi, &h, &r);
    find_client(c, &h);
    if (c->over || n->stopping)
        return refuse_upgrade(c, &r, &count->refused_full, 503,
                              n->stopping ? "the server is stopping" : "the server is full");
    if (strcasecmp(to, "websocket") != 0 || r.method != HTTP_GET || has_body(c->wsi))
        return refuse_upgrade(c, &r, NULL, 400, "this is no WebSocket");
    if (!str_is(r.path, "/ws"))
        return refuse_upgrade(c, &r, NULL, 404, "there is no WebSocket here");
    if (!http_origin_allowed(r.origin, r.host, str_of(n->origins)))
        return refuse_upgrade(c, &r, &count->refused_origin, 403,
                              "pages of this origin may not come in");
    if (c->peer && c->peer != direct) { /* others were counted when they were accepted */
        if (c->peer->connections > n->limit.address_connections)
            return refuse_upgrade(c, &r, &count->refused_address, 429,
                                  "your address has too many connections");
        if (!bucket_take(&c->peer->arrivals, &arrivals, net_now(n), 1))
            return refuse_upgrade(c, &r, &count->refused_arrivals, 429,
                                  "your address opens connections too fast");
    }
    return 0;
}
