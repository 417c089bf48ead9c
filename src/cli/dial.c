#include "cli/dial.h"

#include "base/nocase.h"
#include "base/websocket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { PIECE = 8192, BODY_MOST = 4 << 20 };

static bool fail(struct dial *d, const char *what, const char *why)
{
    snprintf(d->problem, sizeof d->problem, "%.100s%s%.140s", what, why[0] ? ": " : "", why);
    return false;
}

bool dial_url_read(struct dial_url *out, struct str url)
{
    static const struct {
        const char *scheme;
        bool tls;
    } schemes[] = {{"http://", false}, {"https://", true}, {"ws://", false}, {"wss://", true}};
    struct str rest = {0}, port;
    struct dial_url u = {0};
    int64_t number;
    bool known = false;

    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        struct str scheme = str_of(schemes[i].scheme);

        if (url.len < scheme.len || !str_eq_nocase(str_n(url.at, scheme.len), scheme))
            continue;
        known = true;
        u.tls = schemes[i].tls;
        rest = str_n(url.at + scheme.len, url.len - scheme.len);
    }
    for (size_t i = 0; i < rest.len; i++) {
        if (strchr("/?#", rest.at[i]))
            rest.len = i;
        else if (rest.at[i] == '@')
            return false;
    }
    if (!known || rest.len == 0 || rest.len >= sizeof u.at)
        return false;
    snprintf(u.at, sizeof u.at, "%.*s", STR_FMT(rest));
    u.port = u.tls ? 443 : 80;
    size_t colon = rest.len;
    while (colon > 0 && rest.at[colon - 1] != ':' && rest.at[colon - 1] != ']')
        colon--;
    if (colon > 0 && rest.at[colon - 1] == ':') {
        port = str_n(rest.at + colon, rest.len - colon);
        if (!str_int(port, &number) || number < 1 || number > 65535)
            return false;
        u.port = (int)number;
        rest.len = colon - 1;
    }
    if (rest.len > 2 && rest.at[0] == '[' && rest.at[rest.len - 1] == ']')
        rest = str_n(rest.at + 1, rest.len - 2);
    snprintf(u.host, sizeof u.host, "%.*s", STR_FMT(rest));
    *out = u;
    return rest.len > 0;
}

/* ---- the connection ---- */

static enum dial_step connect_to(struct dial *d, const struct addrinfo *at)
{
    struct timeval limit = {.tv_sec = DIAL_SECONDS};
    int error = 0, fd = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    socklen_t len = sizeof error;

    if (fd < 0)
        return fail(d, "no socket", strerror(errno)), DIAL_REFUSED;
    getnameinfo(at->ai_addr, at->ai_addrlen, d->address, sizeof d->address, NULL, 0,
                NI_NUMERICHOST);
    if (connect(fd, at->ai_addr, at->ai_addrlen) != 0 && errno != EINPROGRESS)
        error = errno;
    struct pollfd wait = {.fd = fd, .events = POLLOUT};
    if (!error && poll(&wait, 1, DIAL_SECONDS * 1000) != 1) {
        close(fd);
        return fail(d, d->address, "no answer"), DIAL_SILENT;
    }
    if (!error)
        getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &len);
    if (error) {
        close(fd);
        return fail(d, d->address, strerror(error)),
               error == ETIMEDOUT || error == EHOSTUNREACH ? DIAL_SILENT : DIAL_REFUSED;
    }
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    d->fd = fd;
    return DIAL_FINE;
}

/* Whom a certificate is for, the first few. */
static void note_names(struct dial *d, const X509 *cert)
{
    GENERAL_NAMES *all = X509_get_ext_d2i(cert, NID_subject_alt_name, NULL, NULL);

    for (int i = 0; all && i < sk_GENERAL_NAME_num(all); i++) {
        const GENERAL_NAME *one = sk_GENERAL_NAME_value(all, i);
        size_t used = strlen(d->names);

        if (one->type == GEN_DNS)
            snprintf(d->names + used, sizeof d->names - used, "%s%.*s", used ? ", " : "",
                     STR_FMT(str_shown(str_n((const char *)ASN1_STRING_get0_data(one->d.dNSName),
                                             (size_t)ASN1_STRING_length(one->d.dNSName)))));
    }
    GENERAL_NAMES_free(all);
}

static enum dial_certificate certificate_problem(long code)
{
    switch (code) {
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return CERTIFICATE_NAME;
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return CERTIFICATE_OLD;
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return CERTIFICATE_EARLY;
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
        return CERTIFICATE_OWN;
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
        return CERTIFICATE_SIGNER;
    default:
        return CERTIFICATE_UNSEEN;
    }
}

/* Of a handshake that fails this is the only sight of the certificate. */
static int look_at(int good, X509_STORE_CTX *store)
{
    SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    struct dial *d = SSL_get_app_data(ssl);

    if (!good) {
        d->certificate = certificate_problem(X509_STORE_CTX_get_error(store));
        if (d->certificate == CERTIFICATE_NAME)
            note_names(d, X509_STORE_CTX_get_current_cert(store));
    }
    return good;
}

static enum dial_step begin_tls(struct dial *d, const char *host, bool verify)
{
    struct in6_addr number;
    bool named = inet_pton(AF_INET, host, &number) != 1 && inet_pton(AF_INET6, host, &number) != 1;

    d->context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_min_proto_version(d->context, TLS1_2_VERSION);
    SSL_CTX_set_default_verify_paths(d->context);
    SSL_CTX_set_verify(d->context, verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE,
                       verify ? look_at : NULL);
    d->ssl = SSL_new(d->context);
    SSL_set_app_data(d->ssl, d);
    if (named) {
        SSL_set_tlsext_host_name(d->ssl, host);
        SSL_set1_host(d->ssl, host);
    } else {
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(d->ssl), host);
    }
    SSL_set_fd(d->ssl, d->fd);
    ERR_clear_error();
    if (SSL_connect(d->ssl) == 1)
        return DIAL_FINE;
    long wrong = SSL_get_verify_result(d->ssl);
    unsigned long error = ERR_get_error();
    const char *why = ERR_reason_error_string(error);
    fail(d, "TLS",
         wrong != X509_V_OK ? X509_verify_cert_error_string(wrong)
         : why              ? why
                            : "the other side hung up");
    /* The first bytes of an answer in plain text are no version of TLS. */
    return ERR_GET_REASON(error) == SSL_R_WRONG_VERSION_NUMBER ? DIAL_PLAIN : DIAL_TLS;
}

enum dial_step dial_open(struct dial *d, const struct dial_url *u, const char *address, bool verify)
{
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
    enum dial_step step = DIAL_NAME;
    char port[8];

    snprintf(port, sizeof port, "%d", u->port);
    int error = getaddrinfo(address ? address : u->host, port, &hints, &found);
    if (error)
        return fail(d, u->host, gai_strerror(error)), DIAL_NAME;
    for (struct addrinfo *at = found; at && step != DIAL_FINE; at = at->ai_next)
        step = connect_to(d, at);
    freeaddrinfo(found);
    return step == DIAL_FINE && u->tls ? begin_tls(d, u->host, verify) : step;
}

void dial_close(struct dial *d)
{
    SSL_free(d->ssl);
    SSL_CTX_free(d->context);
    if (d->fd > 0)
        close(d->fd);
    buf_fini(&d->in);
    *d = (struct dial){.code = d->code};
}

static bool put(struct dial *d, struct str text)
{
    while (text.len) {
        ssize_t n = d->ssl ? SSL_write(d->ssl, text.at, (int)text.len)
                           : send(d->fd, text.at, text.len, MSG_NOSIGNAL);

        if (n <= 0)
            return fail(d, "sending", d->ssl ? "TLS" : strerror(errno));
        text = str_n(text.at + n, text.len - (size_t)n);
    }
    return true;
}

/* Some more bytes; false at the end. */
static bool pull(struct dial *d)
{
    char piece[PIECE];
    ssize_t n =
        d->ssl ? SSL_read(d->ssl, piece, sizeof piece) : recv(d->fd, piece, sizeof piece, 0);

    if (n <= 0)
        return fail(d, "reading", n == 0 ? "the other side hung up" : "no answer in time");
    buf_add(&d->in, str_n(piece, (size_t)n));
    return d->in.len < BODY_MOST;
}

/* ---- HTTP ---- */

void dial_reply_fini(struct dial_reply *r)
{
    buf_fini(&r->head);
    buf_fini(&r->body);
}

struct str dial_header(const struct dial_reply *r, const char *name)
{
    struct str rest = buf_str(&r->head), line, key, value;

    while (str_line(&rest, &line)) {
        if (str_split(line, ':', &key, &value) && str_eq_nocase(key, str_of(name)))
            return str_trim(value);
    }
    return STR("");
}

/* Up to the empty line; the rest stays. */
static bool read_head(struct dial *d, struct dial_reply *out)
{
    ptrdiff_t end;
    int64_t status = 0;

    while ((end = str_find(buf_str(&d->in), STR("\r\n\r\n"))) < 0) {
        if (!pull(d))
            return false;
    }
    buf_add(&out->head, str_n(d->in.at, (size_t)end));
    d->taken = (size_t)end + 4;
    struct str head = buf_str(&out->head);
    if (head.len < 12 || !str_starts(head, STR("HTTP/1.")) ||
        !str_int(str_n(head.at + 9, 3), &status))
        return fail(d, "what answers is no web server", "");
    out->status = (int)status;
    return true;
}

bool dial_get(struct dial *d, const struct dial_url *u, const char *path, const char *more,
              struct dial_reply *out)
{
    struct buf ask = {0};
    int64_t len;

    buf_printf(
        &ask,
        "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nAccept-Encoding: identity\r\n%s\r\n",
        path, u->at, more);
    bool good = put(d, buf_str(&ask)) && read_head(d, out);
    buf_fini(&ask);
    if (!good)
        return false;
    bool known = str_int(dial_header(out, "content-length"), &len);
    while (!known || (int64_t)(d->in.len - d->taken) < len) {
        if (!pull(d))
            break;
    }
    buf_add(&out->body, str_n(d->in.at + d->taken, d->in.len - d->taken));
    return true;
}

/* ---- WebSocket ---- */

static void draw_key(char out[32])
{
    unsigned char bytes[16];

    RAND_bytes(bytes, sizeof bytes);
    EVP_EncodeBlock((unsigned char *)out, bytes, sizeof bytes);
}

static void accepted(const char *key, char out[64])
{
    unsigned char sum[EVP_MAX_MD_SIZE];
    unsigned len = 0;
    char text[96];

    snprintf(text, sizeof text, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    EVP_Digest(text, strlen(text), sum, &len, EVP_sha1(), NULL);
    EVP_EncodeBlock((unsigned char *)out, sum, (int)len);
}

bool dial_websocket(struct dial *d, const struct dial_url *u, const char *origin, int *status)
{
    struct dial_reply reply = {0};
    struct buf ask = {0};
    char key[32], wanted[64];

    draw_key(key);
    accepted(key, wanted);
    buf_printf(&ask,
               "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n",
               u->at, key);
    if (origin[0])
        buf_printf(&ask, "Origin: %s\r\n", origin);
    buf_adds(&ask, "\r\n");
    bool good = put(d, buf_str(&ask)) && read_head(d, &reply);
    *status = reply.status;
    if (good && reply.status != 101)
        good = fail(d, "no WebSocket", "");
    else if (good && !str_is(dial_header(&reply, "sec-websocket-accept"), wanted))
        good = fail(d, "no WebSocket", "the answer does not belong to the question");
    buf_fini(&ask);
    dial_reply_fini(&reply);
    return good;
}

static bool put_frame(struct dial *d, enum websocket_op op, struct str text)
{
    struct buf out = {0};

    if (!websocket_put(&out, op, text))
        return fail(d, "too long", "");
    bool good = put(d, buf_str(&out));
    buf_fini(&out);
    return good;
}

bool dial_send(struct dial *d, struct str text)
{
    return put_frame(d, OP_TEXT, text);
}

bool dial_hear(struct dial *d, struct buf *out)
{
    struct str text;
    int op;

    for (;;) {
        while (!websocket_take(&d->in, &d->taken, &op, &text)) {
            /* What was taken goes, so that a long life needs no more memory. */
            memmove(d->in.at, d->in.at + d->taken, d->in.len - d->taken);
            d->in.len -= d->taken;
            d->taken = 0;
            if (!pull(d))
                return false;
        }
        if (op == OP_TEXT) {
            buf_clear(out);
            buf_add(out, text);
            return true;
        }
        if (op == OP_PING && !put_frame(d, OP_PONG, text))
            return false;
        if (op == OP_CLOSE) {
            d->code = websocket_code(text);
            return fail(d, "the server hung up", "");
        }
    }
}

bool dial_certificate_days(const struct dial *d, int *days)
{
    X509 *cert = d->ssl ? SSL_get1_peer_certificate(d->ssl) : NULL;
    int seconds = 0;

    if (!cert)
        return false;
    bool good = ASN1_TIME_diff(days, &seconds, NULL, X509_get0_notAfter(cert)) == 1;
    X509_free(cert);
    return good;
}
