/*
 * dial - one connection to a server from a command: HTTP, WebSocket, TLS; blocking, with a limit of
 * time.
 *
 * Each step that can fail is told apart, for `unisono reach` says which it was. After a failure
 * `problem` is one line about it, and dial_close() is the only thing left to do.
 *
 *     struct dial d = {0};
 *     if (dial_open(&d, &url, NULL, true) == DIAL_FINE && dial_websocket(&d, &url, "")) …
 *     dial_close(&d);
 */
#ifndef CLI_DIAL_H
#define CLI_DIAL_H

#include "base/buf.h"

#include <stdbool.h>

struct ssl_st;
struct ssl_ctx_st;

enum { DIAL_SECONDS = 8, DIAL_HOST = 256, DIAL_ADDRESS = 64 };

struct dial_url {
    bool tls;
    int port;
    char host[DIAL_HOST]; /* without brackets */
    char at[DIAL_HOST];   /* as a request names it: with brackets and port where they are needed */
};

/* http://, https://, ws:// or wss://; what follows the host is not looked at. */
bool dial_url_read(struct dial_url *out, struct str url);

/* DIAL_PLAIN: what listens there speaks no TLS. */
enum dial_step { DIAL_FINE, DIAL_NAME, DIAL_REFUSED, DIAL_SILENT, DIAL_PLAIN, DIAL_TLS };

/* What is wrong with a certificate, as far as it makes a difference to whoever has to mend it. */
enum dial_certificate {
    CERTIFICATE_UNSEEN, /* TLS failed before it, or for another reason */
    CERTIFICATE_NAME,
    CERTIFICATE_OLD,
    CERTIFICATE_EARLY,
    CERTIFICATE_OWN,    /* nobody but its owner has signed it */
    CERTIFICATE_SIGNER, /* who has signed it is not known here */
};

struct dial {
    int fd; /* -1 or 0: none */
    struct ssl_ctx_st *context;
    struct ssl_st *ssl;
    struct buf in;
    size_t taken;
    enum dial_certificate certificate; /* after DIAL_TLS */
    char names[128];                   /* what a certificate of another name is for */
    int code;                          /* with which a WebSocket was closed; 0: it was not */
    char address[DIAL_ADDRESS];        /* that was connected to */
    char problem[256];
};

/* `address`: where to go instead of asking for the name; NULL: ask. `verify`: the certificate has
 * to be good for the name. */
enum dial_step dial_open(struct dial *d, const struct dial_url *u, const char *address,
                         bool verify);
void dial_close(struct dial *d);

struct dial_reply {
    int status;
    struct buf head, body;
};

/* One GET on a connection of its own; `more` are further headers, each with its line end. */
bool dial_get(struct dial *d, const struct dial_url *u, const char *path, const char *more,
              struct dial_reply *out);
void dial_reply_fini(struct dial_reply *r);
/* The value of a header of the reply, or an empty str. Borrowed. */
struct str dial_header(const struct dial_reply *r, const char *name);

/* Becomes a WebSocket at /ws; false with a problem, and the status in *status where there was one.
 */
bool dial_websocket(struct dial *d, const struct dial_url *u, const char *origin, int *status);
bool dial_send(struct dial *d, struct str text);
/* The next text; false where the connection has ended (`code`) or nothing came in time. */
bool dial_hear(struct dial *d, struct buf *out);
/* Days until the certificate of the other side ends, from now; false without TLS. */
bool dial_certificate_days(const struct dial *d, int *days);

#endif
