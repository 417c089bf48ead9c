/* What people ask about the keepsakes of their table: a list of them, and the end of one. */
#include "keepsake/keepsake.h"
#include "room/inside.h"

#include <stdlib.h>
#include <string.h>

/* Lists read documents: nobody asks for them again and again. */
enum { ASKS = 10, ASK_EVERY = 5000, LISTED = 60 };

struct kept_ask {
    struct kept_ask *next;
    struct services *services;
    struct room *room; /* NULL: it has gone, and so has who asked */
    struct conn *conn; /* NULL: it has gone */
    int64_t tag;
    bool found;
    bool listed;         /* one of several was written */
    uint64_t prev, reel; /* versions of the keepsake and of its reel */
    struct buf text;
    char address[KEEPSAKE_ADDRESS + 1];
};

void keeping_left(struct room *r, const struct conn *c)
{
    for (struct kept_ask *a = r->kept_asks; a; a = a->next) {
        if (a->conn == c)
            a->conn = NULL;
    }
}

void keeping_asks_end(struct room *r)
{
    for (struct kept_ask *a = r->kept_asks; a; a = a->next) {
        a->room = NULL;
        a->conn = NULL;
    }
    r->kept_asks = NULL;
}

static struct kept_ask *ask_new(struct room *r, struct conn *c, int64_t tag)
{
    struct kept_ask *a = calloc(1, sizeof *a);

    if (!a)
        abort();
    *a = (struct kept_ask){
        .next = r->kept_asks, .services = r->services, .room = r, .conn = c, .tag = tag};
    r->kept_asks = a;
    return a;
}

/* Sends what was written, if anybody still waits for it. Sending may close the connection. */
static void ask_end(struct kept_ask *a)
{
    struct conn *c = a->conn;

    if (a->room) {
        for (struct kept_ask **at = &a->room->kept_asks; *at; at = &(*at)->next) {
            if (*at == a) {
                *at = a->next;
                break;
            }
        }
    }
    if (c)
        conn_send(c, &a->text);
    buf_fini(&a->text);
    free(a);
}

static void ask_refuse(struct kept_ask *a, const char *key)
{
    frame_begin(&a->text);
    buf_printf(&a->text, "{\"told\":%lld,\"key\":\"%s\"}", (long long)a->tag, key);
    ask_end(a);
}

/* The address of a document of this room: its key has both parts. */
static bool list_one(void *arg, const struct store_doc *doc)
{
    struct kept_ask *a = arg;
    struct jr_problem problem;
    char address[KEEPSAKE_ADDRESS + 1];
    json_t *json;

    if (str_is(doc->body, KEEPSAKE_DELETED) || !keepsake_of_key(doc->key, address))
        return true;
    json = jr_parse(doc->body, &problem);
    struct jw w = jw_to(&a->text);
    w.comma = a->listed;
    jw_object(&w);
    jw_key_str(&w, "address", str_of(address));
    jw_key_str(&w, "game", jr_member_str(json, "game"));
    jw_key_int(&w, "ended", jr_member_int(json, "ended"));
    jw_end_object(&w);
    a->listed = true;
    json_decref(json);
    return true;
}

static void listed(void *arg, enum store_result result)
{
    struct kept_ask *a = arg;

    if (result != STORE_OK) {
        ask_refuse(a, "busy");
        return;
    }
    buf_adds(&a->text, "]}");
    ask_end(a);
}

void keeping_list(struct room *r, struct conn *c, int64_t tag)
{
    if (!request_may_ask(c, tag, ASKS, ASK_EVERY))
        return;
    struct kept_ask *a = ask_new(r, c, tag);
    struct buf prefix = {0};

    frame_begin(&a->text);
    buf_printf(&a->text, "{\"told\":%lld,\"keepsakes\":[", (long long)tag);
    keepsake_keys(r->id, &prefix);
    if (store_docs(r->services->store, buf_str(&prefix), LISTED, list_one, listed, a) != 0)
        ask_refuse(a, "busy");
    buf_fini(&prefix);
}

static void was_deleted(void *arg, enum store_result result)
{
    struct kept_ask *a = arg;

    if (result != STORE_OK) {
        ask_refuse(a, "not_stored");
        return;
    }
    if (a->room)
        keeping_deleted(a->room, a->address);
    if (a->room)
        remembering_lost(a->room, a->address);
    frame_begin(&a->text);
    buf_printf(&a->text, "{\"told\":%lld}", (long long)a->tag);
    ask_end(a);
}

static bool note_version(void *arg, const struct store_doc *doc)
{
    struct kept_ask *a = arg;

    a->found = !str_is(doc->body, KEEPSAKE_DELETED);
    a->prev = doc->op;
    return false;
}

static void delete_page(struct kept_ask *a)
{
    struct buf key = {0};

    keepsake_key(str_of(a->address), &key);
    const struct store_doc doc = {.key = buf_str(&key),
                                  .prev = a->prev,
                                  .op = ++a->services->op,
                                  .body = str_of(KEEPSAKE_DELETED)};
    if (store_doc_put(a->services->store, &doc, was_deleted, a) != 0)
        ask_refuse(a, "not_stored");
    buf_fini(&key);
}

/* The reel goes before its keepsake: where the store fails in between, the page is still there to
 * be deleted, and no reel is left that nobody knows of. */
static void deleted_reel(void *arg, enum store_result result)
{
    if (result == STORE_OK)
        delete_page(arg);
    else
        ask_refuse(arg, "not_stored");
}

static bool note_reel(void *arg, const struct store_doc *doc)
{
    ((struct kept_ask *)arg)->reel = doc->op;
    return false;
}

static void found_reel(void *arg, enum store_result result)
{
    struct kept_ask *a = arg;
    struct buf key = {0};

    if (result == STORE_OK && !a->reel) {
        delete_page(a);
        return;
    }
    reel_key(str_of(a->address), &key);
    if (result != STORE_OK ||
        store_doc_remove(a->services->store, buf_str(&key), a->reel, deleted_reel, a) != 0)
        ask_refuse(a, "not_stored");
    buf_fini(&key);
}

static void delete_version(void *arg, enum store_result result)
{
    struct kept_ask *a = arg;
    struct buf key = {0};

    if (result != STORE_OK || !a->found) {
        ask_refuse(a, result == STORE_OK ? "no_keepsake" : "not_stored");
        return;
    }
    reel_key(str_of(a->address), &key);
    if (store_doc(a->services->store, buf_str(&key), note_reel, found_reel, a) != 0)
        ask_refuse(a, "not_stored");
    buf_fini(&key);
}

void keeping_delete(struct room *r, struct conn *c, int64_t tag, struct str address)
{
    if (!request_may_ask(c, tag, ASKS, ASK_EVERY))
        return;
    struct kept_ask *a = ask_new(r, c, tag);
    struct buf key = {0}, own = {0};
    bool host = party_hosts(&r->party, c->guest);

    keepsake_keys(r->id, &own);
    if (keepsake_is_address(address))
        keepsake_key(address, &key);
    if (!host || !key.len || !str_starts(buf_str(&key), buf_str(&own))) {
        ask_refuse(a, host ? "no_keepsake" : "not_host");
    } else {
        memcpy(a->address, address.at, KEEPSAKE_ADDRESS);
        if (store_doc(r->services->store, buf_str(&key), note_version, delete_version, a) != 0)
            ask_refuse(a, "busy");
    }
    buf_fini(&key);
    buf_fini(&own);
}
