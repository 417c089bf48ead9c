/* A room that nobody has used for long goes, and with it what stayed of its games: keepsakes live
 * as long as their table. They are removed in the commit that removes the room. */
#include "house/inside.h"
#include "keepsake/keepsake.h"

#include <stdlib.h>
#include <string.h>

enum { KEEPSAKES = 1000 }; /* of one room; each is a whole game */

struct leftover {
    struct leftover *next;
    uint64_t op;
    size_t len;
    char key[STORE_KEY_MAX];
};

struct purging {
    struct store *store;
    int64_t room, head;
    struct leftover *leftovers;
};

static bool find_one(void *arg, const struct store_doc *doc)
{
    struct purging *p = arg;
    struct leftover *one = calloc(1, sizeof *one);

    if (!one)
        abort();
    one->next = p->leftovers;
    one->op = doc->op;
    one->len = doc->key.len;
    memcpy(one->key, doc->key.at, doc->key.len);
    p->leftovers = one;
    return true;
}

/* Where the store could not tell, the room stays: the next start of the server finds it again. */
static void found_all(void *arg, enum store_result result)
{
    struct purging *p = arg;

    while (p->leftovers) {
        struct leftover *one = p->leftovers;

        p->leftovers = one->next;
        if (result == STORE_OK)
            store_doc_remove(p->store, str_n(one->key, one->len), one->op, NULL, NULL);
        free(one);
    }
    if (result == STORE_OK)
        store_purge(p->store, p->room, p->head, NULL, NULL);
    free(p);
}

bool purge_room(struct house *h, int64_t room, int64_t head)
{
    struct purging *p = calloc(1, sizeof *p);
    struct buf prefix = {0};

    if (!p)
        abort();
    *p = (struct purging){.store = h->services.store, .room = room, .head = head};
    keepsake_keys(room, &prefix);
    bool asked = store_docs(p->store, buf_str(&prefix), KEEPSAKES, find_one, found_all, p) == 0;
    if (!asked)
        free(p);
    buf_fini(&prefix);
    return asked;
}
