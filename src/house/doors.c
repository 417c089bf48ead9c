/* All rooms of the store by their codes: found at the start, opened when somebody comes, removed
 * when nobody has come for long. */
#include "house/inside.h"
#include "room/log_fold.h"
#include "room/scratch.h"
#include "store/room_list.h"

#include <stdlib.h>

enum { PURGES_AT_ONCE = 64 };
enum { NAMING_MS = 100 };

/* ---- by code ---- */

static struct door **bucket_of(struct house *h, const struct code *code)
{
    uint32_t n = 0;

    for (int i = 0; i < CODE_MAX; i++)
        n = n * 31 + (unsigned char)code->text[i];
    return &h->bucket[n * 2654435761u >> 18];
}

struct door *door_find(struct house *h, const struct code *code)
{
    struct door *d = *bucket_of(h, code);

    while (d && !code_same(&d->code, code))
        d = d->next;
    return d;
}

struct door *door_add(struct house *h, const struct code *code, int64_t id)
{
    struct door **bucket = bucket_of(h, code), *d = calloc(1, sizeof *d);

    if (!d)
        abort();
    *d = (struct door){.next = *bucket, .id = id, .code = *code, .place = -1};
    *bucket = d;
    h->services.counts.rooms++;
    return d;
}

static void door_remove(struct house *h, struct door *door)
{
    for (struct door **at = bucket_of(h, &door->code); *at; at = &(*at)->next) {
        if (*at == door) {
            *at = door->next;
            break;
        }
    }
    for (int i = 0; i < FOUNDINGS; i++) {
        if (h->founding[i].door == door)
            h->founding[i].door = NULL;
    }
    h->services.counts.rooms--;
    free(door->outside);
    free(door);
}

struct room *door_open(struct house *h, struct door *door)
{
    door->room = room_new(&h->services, door->id, door, door->outside);
    door->outside = NULL;
    door->opened = h->services.now();
    return door->room;
}

static void free_room(struct house *h, struct door *door)
{
    struct room *r = door->room;
    const struct party *party = room_party(r);

    if (room_head(r))
        door->head = room_head(r);
    if (party)
        door->blank = party->games == 0;
    door->room = NULL;
    door->used = h->services.now();
    due_remove(h, door);
    door->outside = room_free(r);
}

static void remove_closed(struct house *h, struct door *door)
{
    h->closed--;
    door_remove(h, door);
}

/* A table that was closed goes for good. Its door stays until its log has gone: nobody is let in
 * meanwhile, and a store that cannot remove it now is asked again. */
static void purge_door(struct house *h, struct door *door)
{
    if (door->room)
        free_room(h, door);
    if (door->head)
        door->swept = purge_room(h, door->id, door->head, INT64_MAX);
    else
        remove_closed(h, door);
}

void doors_purge_closed(struct house *h)
{
    for (int i = 0; i < BUCKETS; i++) {
        for (struct door *d = h->bucket[i], *next; d; d = next) {
            next = d->next;
            if (d->closed && !d->room && !d->swept)
                purge_door(h, d);
        }
    }
}

void door_shut(struct house *h, struct door *door)
{
    if (door->closed) {
        purge_door(h, door);
        return;
    }
    free_room(h, door);
    /* With other nodes nothing is known of a table that is not here. */
    if (!door->head || h->config.node)
        door_remove(h, door);
}

void doors_free(struct house *h)
{
    for (int i = 0; i < BUCKETS; i++) {
        while (h->bucket[i]) {
            struct door *d = h->bucket[i];

            h->bucket[i] = d->next;
            if (d->room)
                free_room(h, d);
            free(d->outside);
            free(d);
        }
    }
}

bool doors_sweep(struct house *h, int64_t now)
{
    int purged = 0;

    for (int i = 0; i < BUCKETS; i++) {
        for (struct door *d = h->bucket[i], *next; d; d = next) {
            next = d->next;
            if (d->room || d->swept || d->closed || now < d->spared ||
                now - d->used <= purge_after(h, d->blank))
                continue;
            if (purged++ == PURGES_AT_ONCE)
                return true;
            d->swept = purge_room(h, d->id, d->head, (now - d->used) / DAY);
        }
    }
    return false;
}

void door_purged(struct house *h, int64_t room, enum store_result result)
{
    bool removed = result == STORE_OK || result == STORE_GONE;
    bool elsewhere = h->config.node && result == STORE_CONFLICT; /* another node writes it by now */

    for (int i = 0; i < BUCKETS; i++) {
        for (struct door *d = h->bucket[i], *next; d; d = next) {
            next = d->next;
            if (d->id != room || !d->swept)
                continue;
            d->swept = false;
            if (d->closed && (removed || elsewhere))
                remove_closed(h, d);
            else if (!d->room && removed)
                door_remove(h, d);
            else if (!removed)
                d->spared = h->services.now() + DAY;
        }
    }
}

/* ---- at the start ---- */

struct ends {
    struct house *house;
    struct door *door;
    bool unnamed; /* the store does not know its code */
};

static bool last_entry(void *arg, const struct store_entry *e)
{
    struct ends *x = arg;
    struct log_entry_head head;

    log_entry_head(&head, e->body);
    x->door->head = e->seq;
    /* A log that tells no day, or one that has not come yet (from another store), is new to us. */
    int64_t day = head.day < 0 || head.day > x->house->days ? x->house->days : head.day;
    x->door->used = x->house->began - (x->house->days - day) * DAY;
    x->door->blank = head.blank;
    return false;
}

/* A room from before the store knew codes: the first entry has it, in whichever format; nobody has
 * to be able to read the rest. */
static bool first_entry(void *arg, const struct store_entry *e)
{
    struct ends *x = arg;
    struct party party;
    struct match match = {0};
    struct log_fold f = {
        .party = &party, .match = &match, .record = x->house->services.scratch->record};

    party_init(&party);
    if (log_fold_entry(&f, e->body) && !door_find(x->house, &party.code)) {
        x->door = door_add(x->house, &party.code, e->room);
        x->unnamed = true;
    }
    log_fold_fini(&f);
    match_fini(&match);
    party_fini(&party);
    return false;
}

static void named(void *arg, enum store_result result)
{
    (void)result; /* a room that could not be named now is named at the next start */
    --*(int *)arg;
}

void doors_find_all(struct house *h)
{
    struct store *store = h->services.store;
    struct room_list rooms;
    int naming = 0; /* that the store has not answered yet */

    room_list_read(&rooms, store);
    for (int i = 0; i < rooms.n; i++) {
        const struct store_room *r = &rooms.room[i];
        struct ends ends = {.house = h};
        struct code code;

        if (!code_read(&code, str_of(r->code)))
            store_read(store, r->room, 1, first_entry, &ends);
        else if (!door_find(h, &code))
            ends.door = door_add(h, &code, r->room);
        if (!ends.door)
            continue;
        /* Also where the last entry cannot be read: whoever comes is told, and nobody else. */
        ends.door->head = r->head;
        ends.door->used = h->began;
        if (r->head)
            store_read(store, r->room, r->head, last_entry, &ends);
        if (ends.unnamed &&
            store_name(store, r->room, &(struct store_names){.code = str_of(ends.door->code.text)},
                       named, &naming) == 0)
            naming++;
    }
    /* Before anybody comes: a room has one request at the store at a time. */
    while (naming)
        store_pump(store, NAMING_MS);
    room_list_fini(&rooms);
}

void doors_show(struct house *h)
{
    for (int i = 0; i < BUCKETS; i++) {
        for (struct door *d = h->bucket[i]; d; d = d->next) {
            if (d->room)
                room_show_again(d->room);
        }
    }
}
