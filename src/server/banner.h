/*
 * banner - what the person who started the server sees: the address to give to players, the same as
 * a code for cameras, and how to stop; in their own language.
 */
#ifndef SERVER_BANNER_H
#define SERVER_BANNER_H

#include "server/config.h"

/* The address players type, like "http://192.168.1.20:8080/". `lan`: an address of this machine. */
void banner_url(const struct config *c, int port, struct str lan, struct buf *out);
/* The likeliest address of this machine in its network; "localhost" where there is none. */
void banner_lan(struct buf *out);
/* The code in half blocks, two rows of dots a line, with its quiet zone. `colour`: black on white,
 * whatever the terminal's own colours are; else dark dots are blocks. False where it is too long.
 */
bool banner_qr(const char *url, bool colour, struct buf *out);
/* All of it. `language` is what $LANG says. */
void banner(const struct config *c, int port, const char *language, bool terminal, struct buf *out);

#endif
