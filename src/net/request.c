/*
 * A request: who asks, under which name, and whether that may be; http.c decides what is answered,
 * and the answer goes out: small ones in one piece with their head, large ones piece by piece as
 * the socket takes them.
 */
#include "base/jw.h"
#include "net/headers.h"
#include "net/hosts.h"
#include "net/inside.h"

#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PIECE = 32768, CONTENT_SECONDS = 30, PAGE_SECONDS = 300 };

/* Behind a trusted proxy each request tells anew whom it comes from. False where it cannot be told.
 */
static bool find_client(struct net_conn *c, const struct headers *h)
{
    struct net *n = c->net;
    struct address from;

    if (!address_in(&c->direct, &n->proxies))
        return true;
    if (!address_forwarded(&from, &c->direct, h->forwarded, &n->proxies))
        return false;
    c->address = from;
    if (c->peer)
        peers_leave(n->peers, c->peer, net_now(n));
    c->peer = peers_join(n->peers, address_group(&c->address), net_now(n));
    return true;
}

/* Under a name of its certificate no other site can stand in for us. */
static bool certified(const struct net *n, struct str name)
{
    X509 *cert = n->tls ? SSL_CTX_get0_certificate(n->tls) : NULL;

    return cert && X509_check_host(cert, name.at, name.len, 0, NULL) == 1;
}

/* 0, or the status for a request that asks for another host than us. A proxy that is believed may
 * ask under a name of its own, but it tells for which. */
static int wrong_host(const struct net_conn *c, const struct headers *h, struct str *name)
{
    const struct net *n = c->net;
    bool behind = address_in(&c->direct, &n->proxies) && h->forwarded_host.len > 0;
    struct str asked[] = {h->request.host, behind ? h->forwarded_host : STR("")}, later;

    str_split(asked[1], ',', &asked[1], &later); /* proxies in a row: the first one's visitor */
    for (int i = 0; i < 2; i++) {
        if (asked[i].len == 0)
            continue; /* only HTTP/1.0 gets here without a host: no browser of today */
        if (!host_name(asked[i], name))
            return 400;
        if (!hosts_know(&n->hosts, *name) && !certified(n, *name))
            return 421;
    }
    return 0;
}

static void tell_wrong_host(struct http_answer *a, int status, struct str name)
{
    if (status == 400) {
        http_refuse(a, 400, "this names no host");
        return;
    }
    struct buf why = {0};
    buf_printf(&why,
               "This server does not answer to the name %.*s. Whoever runs it can let it: "
               "unisono serve --names %.*s\n"
               "Dieser Server hört nicht auf den Namen %.*s. Wer ihn betreibt, kann das ändern: "
               "unisono serve --names %.*s\n"
               "Ce serveur ne répond pas au nom %.*s. La personne qui l’exploite peut l’ajouter : "
               "unisono serve --names %.*s",
               STR_FMT(name), STR_FMT(name), STR_FMT(name), STR_FMT(name), STR_FMT(name),
               STR_FMT(name));
    http_refuse(a, 421, buf_cstr(&why));
    buf_fini(&why);
}

/* Whether a request may not even be looked at; then *a is its answer. */
static bool turned_away(struct net_conn *c, struct headers *h, struct http_answer *a)
{
    struct net *n = c->net;
    struct str name = {0};
    bool known = find_client(c, h);
    int host = h->status ? 0 : wrong_host(c, h, &name);
    struct rate requests = {(double)n->limit.address_requests / 60,
                            (double)n->limit.address_requests};

    if (c->over) {
        n->count.refused_full++;
        http_refuse(a, 503, "the server is full, please try again in a moment");
    } else if (c->peer && c->peer->barred_until > net_now(n)) {
        n->count.refused_barred++;
        http_refuse(a, 403, "whoever runs this server has closed it to your address for a while");
        a->close = true;
    } else if (c->peer && !bucket_take(&c->peer->requests, &requests, net_now(n), 1)) {
        n->count.refused_requests++;
        http_refuse(a, 429, "your address asks too much at once, please try again in a moment");
    } else if (h->status || !known) {
        n->count.refused_unreadable++;
        http_refuse(a, h->status ? h->status : 400,
                    h->status ? h->why : "whom it was passed on for cannot be read");
    } else if (host) {
        ++*(host == 400 ? &n->count.refused_unreadable : &n->count.refused_host);
        tell_wrong_host(a, host, name);
    } else {
        return false;
    }
    h->request.host = STR(""); /* nothing of it goes into the answer's head */
    return true;
}

static int send_page(struct net_conn *c);

/* ---- answers that were made for one connection, and are in memory until it has read them ---- */

/* They are not counted with frames: whoever reads pages slowly takes nothing from players. A
 * quarter is for one address, so that it does not take all of it. */
static bool hold_page(struct net_conn *c, size_t bytes)
{
    struct net *n = c->net;
    size_t most = (size_t)n->limit.queues_bytes / 2;

    if (n->pages && n->pages + bytes > most)
        return false;
    if (c->peer && c->peer->pages && c->peer->pages + bytes > most / 4)
        return false;
    c->page = bytes;
    c->page_until = net_now(n) + PAGE_SECONDS * INT64_C(1000000);
    n->pages += bytes;
    if (c->peer)
        c->peer->pages += bytes;
    return true;
}

static void release_page(struct net_conn *c)
{
    c->net->pages -= c->page;
    if (c->peer)
        c->peer->pages -= c->page;
    c->page = 0;
}

static int finish(struct net_conn *c)
{
    bool close = c->answer->close;

    http_answer_fini(c->answer);
    free(c->answer);
    c->answer = NULL;
    release_page(c);
    if (close || c->net->stopping || c->net->draining)
        return -1;
    return lws_http_transaction_completed(c->wsi) ? -1 : 0;
}

int request_writable(struct net_conn *c)
{
    struct http_answer *a = c->answer;

    if (!a)
        return 0;
    if (c->ticket)
        return send_page(c);
    if (c->page && net_now(c->net) > c->page_until)
        return -1;
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

/* What a place is asked with. */
struct asked {
    struct net_conn *conn;
    const struct headers *headers;
};

/* Local is who sits at this machine and asks it by its own name. No header can make anybody local:
 * they only tell that somebody is not. */
static bool is_local(const struct asked *q)
{
    struct str name;

    return address_is_loopback(&q->conn->direct) && !q->headers->passed_on &&
           host_name(q->headers->request.host, &name) && host_is_loopback(name);
}

static int site_metrics(void *arg, struct buf *out)
{
    const struct asked *q = arg;
    struct net *n = q->conn->net;

    if (n->metrics_for == NET_METRICS_OFF ||
        (n->metrics_for == NET_METRICS_LOCAL && !is_local(q))) {
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
    const struct asked *q = arg;
    const struct net *n = q->conn->net;
    bool healthy = true;

    if (n->service.healthy)
        healthy = n->service.healthy(n->service.arg, out);
    if (out->len == 0)
        buf_adds(out, healthy ? "ok\n" : "not well\n");
    return healthy ? 200 : 503;
}

/* Whether to send somebody here now: it is well, it stays, and there is room. */
static int site_ready(void *arg, struct buf *out)
{
    const struct asked *q = arg;
    const struct net *n = q->conn->net;

    if (n->stopping || n->draining || n->n_conns >= n->limit.max_connections) {
        buf_adds(out, n->stopping ? "stopping\n" : n->draining ? "draining\n" : "full\n");
        return 503;
    }
    return site_health(arg, out);
}

/* How a request arrived, for `unisono reach`: nobody learns more than their own address and that of
 * the proxy they came through. */
static void write_reach(const struct asked *q, struct buf *out)
{
    const struct net_conn *c = q->conn;
    char text[ADDRESS_TEXT];
    struct jw w = jw_to(out);

    jw_object(&w);
    jw_key_str(&w, "address", str_of(address_text(&c->address, text)));
    jw_key_str(&w, "direct", str_of(address_text(&c->direct, text)));
    jw_key_bool(&w, "trusted", address_in(&c->direct, &c->net->proxies));
    jw_key_str(&w, "forwarded", q->headers->forwarded);
    jw_end_object(&w);
}

static int site_api(void *arg, struct str path, struct str query, struct buf *out,
                    const char **type)
{
    const struct asked *q = arg;
    struct net *n = q->conn->net;

    if (str_is(path, "/api/reach")) {
        *type = "application/json";
        write_reach(q, out);
        return 200;
    }
    if (n->service.get && (!str_starts(path, STR("/api/local/")) || is_local(q)))
        return n->service.get(n->service.arg, path, query, out, type);
    buf_adds(out, "there is nothing here\n");
    return 404;
}

/* ---- pages that take a while ---- */

static bool wants_page(const struct net_conn *c, const struct http_request *r)
{
    return c->net->service.page && r->method != HTTP_OTHER && str_starts(r->path, STR("/k/"));
}

/* What the answer will need of the request is kept until then. */
static int ask_page(struct net_conn *c, const struct headers *h)
{
    struct net *n = c->net;
    const struct http_request *r = &h->request;

    request_forget(c);
    c->host = strndup(r->host.at ? r->host.at : "", r->host.len);
    if (!c->host)
        abort(); /* out of memory ends the process */
    c->ticket = ++n->last_ticket;
    c->keep_alive = r->keep_alive && !h->body;
    c->head_only = r->method == HTTP_HEAD;
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_HTTP_CONTENT, CONTENT_SECONDS);
    n->service.page(n->service.arg, c->ticket, r->path, r->query);
    return 0;
}

void request_forget(struct net_conn *c)
{
    release_page(c);
    c->ticket = 0;
    free(c->host);
    c->host = NULL;
}

void net_answer(struct net *n, uint64_t ticket, const struct net_page *page)
{
    static const struct net_page full = {
        503, "text/plain; charset=utf-8",
        STR_INIT("too many pages wait for their readers, please try again in a moment\n")};
    struct net_conn *c = n->conns;
    struct http_answer *a;

    while (c && c->ticket != ticket)
        c = c->next;
    if (!c || !ticket || c->answer)
        return;
    if (!hold_page(c, page->body.len)) {
        n->count.refused_full++;
        page = &full;
    }
    a = calloc(1, sizeof *a);
    if (!a)
        abort();
    buf_add(&a->own, page->body);
    *a = (struct http_answer){.status = page->status,
                              .type = page->type,
                              .own = a->own,
                              .body = buf_str(&a->own),
                              .head_only = c->head_only,
                              .unlisted = true};
    c->answer = a;
    lws_callback_on_writable(c->wsi);
    net_nudge(n);
}

/* Its socket takes something: the answer that has come goes out. */
static int send_page(struct net_conn *c)
{
    struct http_request r = {
        .method = HTTP_GET, .keep_alive = c->keep_alive, .host = str_of(c->host)};
    struct http_answer a = *c->answer;

    free(c->answer);
    c->answer = NULL;
    c->ticket = 0;
    return send_answer(c, &r, &a);
}

int request_http(struct net_conn *c)
{
    struct net *n = c->net;
    struct headers h;
    struct asked asked = {c, &h};
    struct http_site site = {
        .files = n->site.files,
        .places = {&asked, site_metrics, site_health, site_ready, site_api},
        .more = n->site.more,
    };
    struct http_answer a = {0};

    if (c->answer || c->ticket)
        return -1; /* the library parses no request before the last one is answered */
    headers_read(&h, c->wsi);
    n->count.requests++;
    c->asked = true;
    if (!turned_away(c, &h, &a)) {
        if (wants_page(c, &h.request))
            return ask_page(c, &h);
        http_serve(&site, &h.request, &a);
    }
    a.close |= h.body;
    return send_answer(c, &h.request, &a);
}

/* The library makes a bare tunnel of a CONNECT; it is a method like any other that is not for us.
 */
int request_tunnel(struct net_conn *c)
{
    struct http_request r = {.method = HTTP_OTHER};
    struct http_answer a = {0};
    struct http_site site = {.files = c->net->site.files, .more = c->net->site.more};
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
    struct http_answer a = {0};

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
    struct http_answer a = {0};
    struct headers h;
    const struct http_request *r = &h.request;

    headers_read(&h, c->wsi);
    c->asked = true;
    if (turned_away(c, &h, &a)) {
        a.close = true;
        return send_answer(c, r, &a);
    }
    if (n->stopping)
        return refuse_upgrade(c, r, &count->refused_full, 503, "the server is stopping");
    if (strcasecmp(to, "websocket") != 0 || r->method != HTTP_GET)
        return refuse_upgrade(c, r, NULL, 400, "this is no WebSocket");
    if (!str_is(r->path, "/ws"))
        return refuse_upgrade(c, r, NULL, 404, "there is no WebSocket here");
    if (!http_origin_allowed(r->origin, r->host, str_of(n->origins)))
        return refuse_upgrade(c, r, &count->refused_origin, 403,
                              "pages of this origin may not come in");
    if (address_in(&c->direct, &n->proxies)) { /* others were counted when they were accepted */
        if (c->peer->connections > n->limit.address_connections)
            return refuse_upgrade(c, r, &count->refused_address, 429,
                                  "your address has too many connections");
        if (!conn_may_arrive(c, 1))
            return refuse_upgrade(c, r, &count->refused_arrivals, 429,
                                  "your address opens connections too fast");
    }
    c->local = is_local(&(struct asked){c, &h});
    c->own = http_origin_allowed(r->origin, r->host, STR(""));
    return 0;
}
