/* A room that nobody has used for long goes, and with it what stayed of its games: keepsakes and
 * the memory of a group live as long as their table. The room goes first: one that somebody has
 * come back to meanwhile, on whichever node, stays, and everything with it. A table that is kept
 * stays for a year, however soon others go. */
#include "house/inside.h"
#include "keepsake/keepsake.h"
#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

enum { KEEPSAKES = 1000 }; /* of one room; each is a whole game */
enum { BLANK_KEPT = DAY };

struct leftover {
    struct leftover *next;
    uint64_t op;
    size_t len;
    char key[STORE_KEY_MAX];
};

struct purging {
    struct house *house;
    struct store *store;
    int64_t room, head, days;
    bool kept;
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

static void purged(void *arg, enum store_result result)
{
    struct purging *p = arg;

    if (!p->house->services.ended)
        door_purged(p->house, p->room, result);
    while (p->leftovers) {
        struct leftover *one = p->leftovers;

        p->leftovers = one->next;
        if (result == STORE_OK)
            store_doc_remove(p->store, str_n(one->key, one->len), one->op, NULL, NULL);
        free(one);
    }
    free(p);
}

/* Where the store could not tell, the room stays: it is found again the next time. */
static void found_all(void *arg, enum store_result result)
{
    struct purging *p = arg;

    if (result != STORE_OK || (p->kept && p->days <= KEPT_DAYS) ||
        store_purge(p->store, p->room, p->head, purged, p) < 0)
        purged(p, STORE_UNAVAILABLE);
}

static bool find_group(void *arg, const struct store_doc *doc)
{
    ((struct purging *)arg)->kept = true;
    return find_one(arg, doc);
}

/* What is found so far is `result`; next come all documents that `keys` names. */
static void find_more(struct purging *p, enum store_result result,
                      void (*keys)(int64_t room, struct buf *out), store_done *done)
{
    struct buf prefix = {0};

    keys(p->room, &prefix);
    if (result != STORE_OK ||
        store_doc_keys(p->store, buf_str(&prefix), KEEPSAKES, find_one, done, p) != 0)
        purged(p, STORE_UNAVAILABLE);
    buf_fini(&prefix);
}

static void found_reels(void *arg, enum store_result result)
{
    find_more(arg, result, keepsake_keys, found_all);
}

static void found_group(void *arg, enum store_result result)
{
    find_more(arg, result, reel_keys, found_reels);
}

int64_t purge_after(const struct house *h, bool blank)
{
    int64_t keep = h->config.keep_ms;

    return blank && keep > BLANK_KEPT ? BLANK_KEPT : keep;
}

bool purge_room(struct house *h, int64_t room, int64_t head, int64_t days)
{
    struct purging *p = calloc(1, sizeof *p);
    struct buf key = {0};

    if (!p)
        abort();
    *p = (struct purging){
        .house = h, .store = h->services.store, .room = room, .head = head, .days = days};
    memory_key(room, &key);
    bool asked = store_doc(p->store, buf_str(&key), find_group, found_group, p) == 0;
    if (!asked)
        free(p);
    buf_fini(&key);
    return asked;
}
