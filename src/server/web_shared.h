/*
 * web_shared - files of the web app of other versions. While nodes are brought from one version to
 * the next, a page may come from one node and be asked for its parts at another.
 *
 * Files whose name changes with their content are documents `web/PATH` in the store. A node leaves
 * its own there before it is heard of. It reads those of others when it starts and whenever another
 * one comes. They stay for a month: a page that was opened before the change still finds
 * its parts.
 *
 * Ownership: what was read stays in memory until web_shared_free(), after net_free() and
 * store_free(): answers that are on their way borrow it.
 */
#ifndef SERVER_WEB_SHARED_H
#define SERVER_WEB_SHARED_H

#include "net/net.h"
#include "store/store.h"

struct web_shared;

struct web_shared *web_shared_new(struct store *store, struct net *net, int64_t (*wall)(void));
/* Reads and leaves everything; for the start: waits for the store, though not for ever. */
void web_shared_begin(struct web_shared *w);
/* Reads what has come and is not here, a file at a time. */
void web_shared_look(struct web_shared *w);
/* After each round: looks once more where the store could not answer. */
void web_shared_run(struct web_shared *w);
/* The net goes: what comes from now on is for nobody. */
void web_shared_stop(struct web_shared *w);
void web_shared_free(struct web_shared *w);

#endif
