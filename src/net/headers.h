/*
 * headers - what a request says about itself, taken from the library and read strictly.
 *
 * A header that decides who may come in (Host, Origin, who passed it on) and is too long or no text
 * is never taken for one that was not sent: the request is refused. What only tells a wish
 * (encodings, what is cached) is ignored where it cannot be read.
 */
#ifndef NET_HEADERS_H
#define NET_HEADERS_H

#include "net/http.h"

enum { HEADER_MAX = 1024 };

struct lws;

struct headers {
    struct http_request request;          /* its texts lie below */
    struct str forwarded, forwarded_host; /* X-Forwarded-For and -Host; empty: absent */
    bool passed_on;                       /* a proxy has left its trace, whichever it was */
    bool body;                            /* something follows that nobody here wants */
    int status;                           /* 0, or what it is refused with */
    const char *why;
    char path[2048], query[HEADER_MAX], host[256], origin[256], none_match[HEADER_MAX];
    char encoding[HEADER_MAX], connection[256], for_whom[HEADER_MAX], under[256], version[32];
};

void headers_read(struct headers *h, struct lws *wsi);

#endif
