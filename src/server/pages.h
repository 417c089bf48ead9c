/*
 * pages - the pages of keepsakes under /k/: read from the store, written for whoever asks.
 *
 *     struct pages p = {.net = net, .store = store};
 *     pages_ask(&p, ticket, path, query);     // answers, now or when the store has
 */
#ifndef SERVER_PAGES_H
#define SERVER_PAGES_H

#include "net/net.h"
#include "store/store.h"

struct pages {
    struct net *net;
    struct store *store;
};

/* `p` outlives the store. */
void pages_ask(struct pages *p, uint64_t ticket, struct str path, struct str query);

#endif
