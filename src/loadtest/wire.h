/*
 * wire - one WebSocket from the client's side: as much of RFC 6455 as a good server needs.
 *
 * It never blocks. The owner watches the descriptor: writable while wire_wants_out(), readable
 * otherwise; calls wire_push() and wire_pull() accordingly and then takes events until there are no
 * more. Pings are answered by the wire itself. Masks are zeros, which are masks too.
 *
 * Ownership: a wire owns its descriptor and buffers until wire_close(), which may be called twice.
 * Texts that wire_next() hands out live until the next call. Zero initialisation is a closed wire.
 *
 *     wire_connect(&w, &peer, 0);
 *     … readable: wire_pull(&w);
 *     while ((event = wire_next(&w, &text)) != WIRE_QUIET) …
 */
#ifndef LOADTEST_WIRE_H
#define LOADTEST_WIRE_H

#include "base/buf.h"

#include <netinet/in.h>

struct wire_peer {
    struct sockaddr_in at;
    char host[128]; /* as the request names it */
    char path[128];
};

/* Reads ws://HOST:PORT/PATH; false for anything else or a host that is not known. */
bool wire_peer_read(struct wire_peer *out, struct str url);

enum wire_state { WIRE_CLOSED, WIRE_CONNECTING, WIRE_ASKED, WIRE_OPEN, WIRE_ENDING };
enum wire_event { WIRE_QUIET, WIRE_OPENED, WIRE_TEXT, WIRE_ENDED };

struct wire {
    enum wire_state state;
    int fd;
    int code;  /* with which the server closed it; 0: it did not say */
    int error; /* of the system, where that ended it; 0: the server hung up */
    struct buf in, out;
    size_t taken; /* of `in` */
};

/* `source`: an address of this machine to come from (host order), or 0. False: not even begun. */
bool wire_connect(struct wire *w, const struct wire_peer *to, uint32_t source);
void wire_close(struct wire *w);
bool wire_wants_out(const struct wire *w);
void wire_push(struct wire *w);
void wire_pull(struct wire *w);
enum wire_event wire_next(struct wire *w, struct str *text);
/* Sends at once what the socket takes. */
void wire_send(struct wire *w, struct str text);

#endif
