/* The last entries of rooms, for backends that read at once: all rooms are listed, and of those
 * that are wanted the last entry is read. */
#include "store/backend.h"

#include <stdlib.h>

struct rooms_beyond {
    int64_t after;
    struct store_room *room;
    int n;
    int64_t limit;
};

static bool collect(void *arg, const struct store_room *room)
{
    struct rooms_beyond *x = arg;

    if (room->room > x->after && room->head)
        x->room[x->n++] = *room;
    return x->n < x->limit;
}

/* Another process may have written after it by now. */
static bool show_one(void *arg, const struct store_entry *e)
{
    const struct store_request *r = arg;

    r->each_entry(r->arg, e);
    return false;
}

enum store_result store_answer_ends(struct store *s, struct store_request *r)
{
    struct rooms_beyond x = {.after = r->entry.room, .limit = r->limit};

    x.room = calloc((size_t)r->limit, sizeof *x.room);
    if (!x.room)
        abort();
    enum store_result result = s->ops->rooms(s, collect, &x);
    /* A log that cannot be read is nobody's to judge: it is passed over. */
    for (int i = 0; i < x.n && result == STORE_OK; i++)
        (void)s->ops->read(s, x.room[i].room, x.room[i].head, show_one, r);
    free(x.room);
    return result;
}
