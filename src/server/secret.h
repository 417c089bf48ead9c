/* secret - what nodes over the same store show each other: drawn by the first, a document that the
 * others read. */
#ifndef SERVER_SECRET_H
#define SERVER_SECRET_H

#include "net/net.h"
#include "server/links.h"
#include "store/store.h"

/* Waits for the store; false with a reason. */
bool secret_read(struct store *s, char out[LINKS_SECRET + 1], struct net_problem *problem);

#endif
