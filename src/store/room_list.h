/*
 * room_list - all rooms of a store in memory, for whoever has to ask the store about each.
 *
 *     struct room_list rooms;
 *     if (room_list_read(&rooms, store) == STORE_OK) …
 *     room_list_fini(&rooms);                  // in any case
 */
#ifndef STORE_ROOM_LIST_H
#define STORE_ROOM_LIST_H

#include "store/store.h"

struct room_list {
    struct store_room *room; /* by id */
    int n, cap;
};

enum store_result room_list_read(struct room_list *out, struct store *s);
void room_list_fini(struct room_list *l);

#endif
