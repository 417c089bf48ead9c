#include "store/room_list.h"

#include <stdlib.h>

static bool add(void *arg, const struct store_room *room)
{
    struct room_list *l = arg;

    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 256;
        l->room = reallocarray(l->room, (size_t)l->cap, sizeof *l->room);
        if (!l->room)
            abort();
    }
    l->room[l->n++] = *room;
    return true;
}

enum store_result room_list_read(struct room_list *out, struct store *s)
{
    *out = (struct room_list){0};
    return store_rooms(s, add, out);
}

void room_list_fini(struct room_list *l)
{
    free(l->room);
    *l = (struct room_list){0};
}
