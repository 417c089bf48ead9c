/* The net itself: the library's context on our loop, its callback, beginning and end. */
#include "base/err.h"
#include "net/inside.h"

#include <assert.h>
#include <errno.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    RECEIVE_ROOM = 96, /* per connection, held all the time; longer messages come in pieces */
    SEND_AT_ONCE = 1 << 20,
    READ_AT_ONCE = 8192,
    HEADERS = 4096,
    DESCRIPTORS_OF_OURS = 256,
    PULSE_MS = 500,
    PULSE_LEAST = 200,
    PULSE_PARTS = 4
};

/* The library tells why it cannot begin only by its log, which is one for the process. */
static char last_words[200];

static void listen_to_library(int level, const char *line)
{
    (void)level;
    snprintf(last_words, sizeof last_words, "%.*s", (int)strcspn(line, "\n"), line);
}

int64_t net_now(const struct net *n)
{
    return (int64_t)uv_now(&n->loop) * 1000;
}

void net_nudge(struct net *n)
{
    lws_cancel_service(n->context);
}

void net_end_stop(uv_timer_t *timer)
{
    struct net *n = timer->data;
    void (*stopped)(void *arg) = n->stopped;

    n->stopped = NULL;
    if (stopped)
        stopped(n->stopped_arg);
}

/* Some at a time: limits are seconds, and looking at thousands of quiet players twice a second
 * costs as much as some of their moves. */
static void pulse(uv_timer_t *timer)
{
    struct net *n = timer->data;
    struct net_conn *c = n->pulsed ? n->pulsed : n->conns;
    int left = PULSE_LEAST + n->n_conns / PULSE_PARTS;

    for (; c && left; c = c->next, left--)
        conn_pulse(c);
    n->pulsed = c;
    if (!n->conns)
        uv_timer_stop(timer);
}

void net_pulse(struct net *n)
{
    if (!uv_is_active((uv_handle_t *)&n->pulse))
        uv_timer_start(&n->pulse, pulse, PULSE_MS, PULSE_MS);
}

void net_conn_ended(struct net_conn *c)
{
    struct net *n = c->net;

    n->count.unasked += !c->asked;
    conn_closed(c);
    conn_drop_queue(c);
    cork_forget(c);
    request_forget(c);
    if (c->peer)
        peers_leave(n->peers, c->peer, net_now(n));
    if (c->answer)
        http_answer_fini(c->answer);
    free(c->answer);
    buf_fini(&c->partial);
    if (n->audited == c)
        n->audited = c->next;
    if (n->pulsed == c)
        n->pulsed = c->next;
    if (c->next)
        c->next->prev = c->prev;
    if (c->prev)
        c->prev->next = c->next;
    else
        n->conns = c->next;
    n->n_conns--;
    free(c);
    if (n->stopping && n->n_conns == 0 && n->stopped)
        uv_timer_start(&n->deadline, net_end_stop, 0, 0);
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t len)
{
    struct net_conn *c;

    if (reason == LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS) {
        struct net *n = lws_vhost_user(in);

        n->tls = user;
        return 0;
    }
    if (reason == LWS_CALLBACK_WSI_CREATE) {
        struct net *n = lws_context_user(lws_get_context(wsi));

        if (n->adopting)
            n->adopting->wsi = wsi;
        n->adopting = NULL;
        return 0;
    }
    c = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    if (!c)
        return 0; /* the library's own affairs */
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return request_http(c);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return request_upgrade(c, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return request_writable(c);
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX:
        return request_tunnel(c);
    case LWS_CALLBACK_ESTABLISHED:
        return conn_established(c);
    case LWS_CALLBACK_RECEIVE:
        return conn_receive(c, str_n(in, len));
    case LWS_CALLBACK_RECEIVE_PONG:
        conn_heard(c);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return conn_writable(c);
    case LWS_CALLBACK_TIMER:
        return conn_timer(c);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        c->ending = true; /* nothing may follow the close frame that answers it */
        conn_drop_queue(c);
        return 0;
    case LWS_CALLBACK_CLOSED:
        conn_closed(c);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        lws_set_opaque_user_data(wsi, NULL);
        net_conn_ended(c);
        return 0;
    default:
        return 0;
    }
}

struct net_options net_defaults(void)
{
    return (struct net_options){.host = "",
                                .tls_cert = "",
                                .tls_key = "",
                                .origins = "",
                                .names = "",
                                .proxies = "",
                                .files = &web_files_built_in,
                                .limit = {
#define X(name, value, least, most, help) .name = (value),
                                    NET_LIMITS(X)
#undef X
                                }};
}

/* The library sizes its tables by the limit of the process, and each connection is a descriptor.
 * Where the system gives fewer, there are fewer connections: strangers must not take the
 * descriptors that the store needs. */
static int64_t raise_descriptors(int64_t connections)
{
    struct rlimit limit;
    rlim_t want = (rlim_t)connections + DESCRIPTORS_OF_OURS;

    if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
        return connections;
    if (limit.rlim_cur < want) {
        limit.rlim_cur = limit.rlim_max < want ? limit.rlim_max : want;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur >= want)
        return connections;
    return limit.rlim_cur > 2 * DESCRIPTORS_OF_OURS ? (int64_t)limit.rlim_cur - DESCRIPTORS_OF_OURS
                                                    : (int64_t)limit.rlim_cur / 4 + 1;
}

static int open_library(struct net *n, struct net_problem *problem)
{
    void *loops[] = {&n->loop};
    struct lws_context_creation_info info = {
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS,
        .foreign_loops = loops,
        .pt_serv_buf_size = READ_AT_ONCE,
        .max_http_header_data2 = HEADERS,
        /* A header table is held only while a request is read; slow ones must not starve others. */
        .max_http_header_pool2 = (unsigned)n->limit.max_connections + DESCRIPTORS_OF_OURS,
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .user = n,
        .pcontext = &n->context,
    };

    last_words[0] = '\0';
    lws_set_log_level(LLL_ERR, listen_to_library);
    if (n->tls_cert[0])
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    n->context = lws_create_context(&info);
    if (!n->context) {
        snprintf(problem->reason, sizeof problem->reason,
                 "libwebsockets does not start on libuv (is its libuv module installed?) %s",
                 last_words);
        return ERR_UNKNOWN;
    }
    info.protocols = n->protocol;
    info.headers = n->header;
    info.server_string = "unisono";
    info.vhost_name = "unisono";
    info.timeout_secs = (unsigned)n->limit.handshake_seconds;
    info.timeout_secs_ah_idle = (unsigned)n->limit.handshake_seconds;
    info.keepalive_timeout = (int)n->limit.handshake_seconds;
    info.retry_and_idle_policy = &n->heartbeat;
    if (n->tls_cert[0]) {
        info.ssl_cert_filepath = n->tls_cert;
        info.ssl_private_key_filepath = n->tls_key;
        info.ssl_options_set =
            SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION;
        info.alpn = "http/1.1";
    }
    n->vhost = lws_create_vhost(n->context, &info);
    if (!n->vhost || (n->tls_cert[0] && !n->tls)) {
        snprintf(problem->reason, sizeof problem->reason, "the front door cannot be built: %s",
                 last_words);
        return ERR_UNKNOWN;
    }
    return 0;
}

static char *copy(const char *text)
{
    char *out = strdup(text);

    if (!out)
        abort(); /* out of memory ends the process */
    return out;
}

static void set_headers(struct net *n)
{
    size_t i = 0;

    for (const struct http_header *h = http_headers; h->name; h++, i++) {
        n->header[i].name = h->name;
        n->header[i].value = h->value;
    }
    if (n->tls_cert[0]) {
        n->header[i].name = http_header_tls.name;
        n->header[i].value = http_header_tls.value;
        i++;
    }
    assert(i <= sizeof n->header / sizeof n->header[0]);
    while (--i > 0)
        n->header[i - 1].next = &n->header[i];
}

/* Certificate and key into a context; the reason is OpenSSL's own where it fails. */
static int load_tls(SSL_CTX *tls, const struct net *n, struct net_problem *problem)
{
    const char *file = n->tls_cert;
    bool fine = SSL_CTX_use_certificate_chain_file(tls, n->tls_cert) == 1;

    if (fine) {
        file = n->tls_key;
        fine = SSL_CTX_use_PrivateKey_file(tls, n->tls_key, SSL_FILETYPE_PEM) == 1 &&
               SSL_CTX_check_private_key(tls) == 1;
    }
    if (fine)
        return 0;
    const char *why = ERR_reason_error_string(ERR_peek_error());
    if (access(file, R_OK) < 0)
        why = strerror(errno);
    snprintf(problem->reason, sizeof problem->reason, "%.150s: %.80s", file,
             why ? why : err_text(ERR_UNREADABLE));
    ERR_clear_error();
    return ERR_UNREADABLE;
}

static int try_tls(const struct net *n, struct net_problem *problem)
{
    SSL_CTX *trial = SSL_CTX_new(TLS_server_method());
    int error = trial ? load_tls(trial, n, problem) : ERR_UNREADABLE;

    SSL_CTX_free(trial);
    return error;
}

int net_new(struct net **out, const struct net_options *o, const struct net_service *s,
            struct net_problem *problem)
{
    struct net *n = calloc(1, sizeof *n);
    struct str bad;
    int error = 0;

    if (!n)
        abort(); /* out of memory ends the process */
    n->service = *s;
    n->site.files = o->files;
    n->limit = o->limit;
    n->debug = o->debug;
    n->debug_arg = o->debug_arg;
    n->metrics_for = o->metrics;
    n->origins = copy(o->origins);
    hosts_init(&n->hosts, o->names, NULL);
    n->tls_cert = copy(o->tls_cert);
    n->tls_key = copy(o->tls_key);
    n->peers = peers_new();
    n->listen_fd = -1;
    n->protocol[0] = (struct lws_protocols){.name = "unisono",
                                            .callback = callback,
                                            .rx_buffer_size = RECEIVE_ROOM,
                                            .tx_packet_size = SEND_AT_ONCE};
    /* The library keeps its timers in a sorted list and would move one at every message: what
     * thousands of players cost would grow with their square. It is told to leave heartbeats alone;
     * the pulse looks after them. */
    n->heartbeat = (lws_retry_bo_t){.secs_since_valid_hangup = 0};
    set_headers(n);
    n->limit.max_connections = raise_descriptors(o->limit.max_connections);
    uv_loop_init(&n->loop);
    uv_timer_init(&n->loop, &n->rest);
    uv_timer_init(&n->loop, &n->deadline);
    uv_timer_init(&n->loop, &n->pulse);
    uv_timer_init(&n->loop, &n->auditor);
    uv_timer_init(&n->loop, &n->farewell);
    n->rest.data = n->deadline.data = n->pulse.data = n->auditor.data = n->farewell.data = n;
    if (!address_list_parse(&n->proxies, str_of(o->proxies), &bad)) {
        snprintf(problem->reason, sizeof problem->reason,
                 "'%.*s' is no address or range, or one too many", STR_FMT(str_shown(bad)));
        error = ERR_SYNTAX;
    } else if (o->limit.pong_seconds <= o->limit.ping_seconds) {
        snprintf(problem->reason, sizeof problem->reason,
                 "a player cannot be given up before the ping");
        error = ERR_RANGE;
    }
    if (!error && n->tls_cert[0])
        error = try_tls(n, problem);
    if (!error)
        error = listen_open(n, o->host, o->port, problem);
    if (!error)
        error = open_library(n, problem);
    if (!error && uv_poll_init(&n->loop, &n->listener, n->listen_fd) < 0) {
        snprintf(problem->reason, sizeof problem->reason, "the loop does not take the socket");
        error = ERR_UNWRITABLE;
    }
    if (error) {
        net_free(n);
        return error;
    }
    n->listener.data = n;
    n->listening = true;
    listen_start(n);
    *out = n;
    return 0;
}

void net_free(struct net *n)
{
    if (!n)
        return;
    n->stopped = NULL;
    n->stopping = true;
    if (!n->listening && n->listen_fd >= 0)
        close(n->listen_fd); /* net_new() got no further */
    listen_close(n);
    uv_close((uv_handle_t *)&n->rest, NULL);
    uv_close((uv_handle_t *)&n->deadline, NULL);
    uv_close((uv_handle_t *)&n->pulse, NULL);
    uv_close((uv_handle_t *)&n->auditor, NULL);
    uv_close((uv_handle_t *)&n->farewell, NULL);
    if (n->context)
        lws_context_destroy(n->context);
    while (uv_run(&n->loop, UV_RUN_DEFAULT))
        ;
    /* On a loop that is not its own the library may need a second call, once its handles are gone;
     * where it needs none, it has set the pointer to NULL itself. */
    if (n->context)
        lws_context_destroy(n->context);
    while (uv_run(&n->loop, UV_RUN_DEFAULT))
        ;
    int busy = uv_loop_close(&n->loop);
    assert(busy == 0);
    (void)busy;
    cork_fini(&n->cork);
    peers_free(n->peers);
    free(n->origins);
    hosts_fini(&n->hosts);
    free(n->tls_cert);
    free(n->tls_key);
    free(n);
}

uv_loop_t *net_loop(struct net *n)
{
    return &n->loop;
}

int net_port(const struct net *n)
{
    return n->port;
}

int net_reload(struct net *n, struct net_problem *problem)
{
    int error;

    if (!n->tls)
        return 0;
    error = try_tls(n, problem);
    if (!error)
        error = load_tls(n->tls, n, problem);
    if (!error)
        n->count.tls_reloads++;
    return error;
}

void net_metrics(const struct net *n, struct buf *out)
{
#define X(name, help, value)                                                      \
    buf_printf(out,                                                               \
               "# HELP unisono_net_" #name " " help "\n# TYPE unisono_net_" #name \
               " gauge\nunisono_net_" #name " %lld\n",                            \
               (long long)(value));
    NET_GAUGES(X)
#undef X
#define X(name, help)                                                                   \
    buf_printf(out,                                                                     \
               "# HELP unisono_net_" #name "_total " help "\n# TYPE unisono_net_" #name \
               "_total counter\nunisono_net_" #name "_total %llu\n",                    \
               (unsigned long long)n->count.name);
    NET_COUNTERS(X)
#undef X
}
