/*
 * risks - what whoever starts a server should know before strangers do.
 *
 * Told once, when the server starts, to the log and on the terminal in the reader's language. A
 * home is not warned of itself: a machine with a private IPv4 address stands behind a router, and
 * that its IPv6 address could be reached from anywhere is true of every laptop.
 */
#ifndef SERVER_RISKS_H
#define SERVER_RISKS_H

#include "net/address.h"
#include "server/config.h"

enum risk { RISK_ROOT = 1, RISK_OPEN = 2 };

/* An address that is reached from anywhere, as far as it can be told from the address alone. */
bool risk_is_public(const struct address *a);
/* The risks of a configuration as a set; `own` are the `n` addresses of this machine. */
int risks_of(const struct config *c, bool root, const struct address *own, int n);
/* The same for this process on this machine. */
int risks_here(const struct config *c);
/* The name of one risk for a log, and what to do about it. */
const char *risk_event(enum risk risk);
const char *risk_advice(enum risk risk, const char *language);

#endif
