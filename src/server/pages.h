/*
 * pages - the pages of keepsakes under /k/: read from the store, written for whoever asks.
 *
 *     struct pages p = {.net = net, .store = store, .house = house};
 *     pages_ask(&p, ticket, path, query);     // answers, now or when the store has
 */
#ifndef SERVER_PAGES_H
#define SERVER_PAGES_H

#include "net/net.h"
#include "store/store.h"

struct house;

struct pages {
    struct net *net; /* NULL: it is going */
    struct store *store;
    struct house *house;
};

/* `p` outlives the store and the house. */
void pages_ask(struct pages *p, uint64_t ticket, struct str path, struct str query);

#endif
