/*
 * websocket - frames of a WebSocket as a client writes and reads them (RFC 6455).
 *
 * Frames are whole: at most 64 KB where they are written, of any size where they are read. The mask
 * is all zeros: masks protect old proxies from pages in a browser, and there is none here.
 */
#ifndef BASE_WEBSOCKET_H
#define BASE_WEBSOCKET_H

#include "base/buf.h"

enum websocket_op { OP_TEXT = 1, OP_CLOSE = 8, OP_PING = 9, OP_PONG = 10 };

/* Adds a frame; false and nothing for a text that is too long. */
bool websocket_put(struct buf *out, enum websocket_op op, struct str text);
/* Takes a whole frame off `in`, of which `taken` bytes are used already; false where more has to
 * come. The text is borrowed from `in`. */
bool websocket_take(const struct buf *in, size_t *taken, int *op, struct str *text);
/* The reason in a close frame; 0: it has none. */
int websocket_code(struct str text);

#endif
