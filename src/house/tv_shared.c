/*
 * Televisions where there are several nodes: the host who types a code may be at a table of another
 * one. A document `tv/CODE` makes the code known, with the number of the television's node. Whoever
 * replaces it, by compare-and-set, has the screen, and leaves a document `lent/NODE/CODE` with the
 * code of the table. The node looks for such documents while televisions wait.
 */
#include "base/secure.h"
#include "house/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 500, LENT_MOST = 64, KEPT_FOR = 10 * 60 * 1000, LOOKS_MOST = 10 };

/* A question or a wish that the store has. Whoever it is for may go meanwhile. */
struct tv_errand {
    struct tv_errand *next;
    struct house *house;
    struct conn *conn; /* the television, or the host; NULL: gone */
    int64_t tag;       /* of the host's question */
    struct code code, room;
    uint64_t op, node; /* of the document that was seen */
    int looked;        /* how often a node was on no list, … */
    int64_t lists;     /* … and how many had been asked for when it first was not */
    char lent[48];     /* key of the document that says for which table it is */
};

static struct tv_errand *errand_new(struct house *h, struct conn *c, const struct code *code)
{
    struct tv_errand *e = calloc(1, sizeof *e);

    if (!e)
        abort();
    *e = (struct tv_errand){.next = h->errands, .house = h, .conn = c, .code = *code};
    h->errands = e;
    return e;
}

static void errand_free(struct tv_errand *e)
{
    struct tv_errand **at = &e->house->errands;

    while (*at != e)
        at = &(*at)->next;
    *at = e->next;
    free(e);
}

void tv_forget(struct house *h, const struct conn *c)
{
    for (struct tv_errand *e = h->errands; e; e = e->next) {
        if (e->conn == c)
            e->conn = NULL;
    }
}

void tv_fini(struct house *h)
{
    while (h->errands)
        errand_free(h->errands);
}

static struct str key_of(char out[32], const struct code *code)
{
    return str_n(out, (size_t)snprintf(out, 32, "tv/%s", code->text));
}

static int64_t kept_until(const struct house *h)
{
    return services_wall(&h->services) + KEPT_FOR;
}

/* ---- its code ---- */

static void published(void *arg, enum store_result result)
{
    struct tv_errand *e = arg;

    if (e->house->services.ended)
        return;
    struct tv *tv = e->conn ? e->conn->tv : NULL;
    struct house *h = e->house;

    if (tv && tv->op == e->op && result == STORE_OK) {
        tv_show_code(h, tv);
    } else if (tv && tv->op == e->op) {
        struct code code;

        tv->op = 0;
        if (result == STORE_CONFLICT && tv_new_code(h, &code)) {
            tv->code = code;
            tv_publish(h, tv);
        } else { /* it asks again */
            struct conn *c = tv->conn;

            tv_left(h, c);
            conn_dismiss(c, 1013, "full");
        }
    }
    errand_free(e);
}

void tv_publish(struct house *h, struct tv *tv)
{
    struct tv_errand *e = errand_new(h, tv->conn, &tv->code);
    char key[32], node[24];
    int len = snprintf(node, sizeof node, "%llx", (unsigned long long)h->config.node);
    struct store_doc doc = {.key = key_of(key, &tv->code),
                            .op = secure_random() | 1,
                            .until = kept_until(h),
                            .body = str_n(node, (size_t)len)};

    tv->op = e->op = doc.op;
    if (store_doc_put(h->services.store, &doc, published, e) < 0)
        published(e, STORE_UNAVAILABLE);
}

void tv_withdraw(struct house *h, const struct tv *tv)
{
    char key[32];

    store_doc_remove(h->services.store, key_of(key, &tv->code), tv->op, NULL, NULL);
}

/* ---- lending one of another node ---- */

static void tell_host(struct tv_errand *e, const char *wrong)
{
    if (e->conn && wrong && strcmp(wrong, "no_tv") == 0)
        limits_missed(e->house, e->conn->address);
    if (e->conn)
        request_told(e->conn, e->tag, wrong);
    errand_free(e);
}

static void left(void *arg, enum store_result result)
{
    struct tv_errand *e = arg;

    if (!e->house->services.ended)
        tell_host(e, result == STORE_OK ? NULL : "no_tv");
}

/* The screen is ours: its node is told. */
static void taken(void *arg, enum store_result result)
{
    struct tv_errand *e = arg;
    struct house *h = e->house;

    if (h->services.ended)
        return;
    if (result != STORE_OK) {
        tell_host(e, "no_tv");
        return;
    }
    int len = snprintf(e->lent, sizeof e->lent, "lent/%llx/%s", (unsigned long long)e->node,
                       e->code.text);
    struct store_doc doc = {.key = str_n(e->lent, (size_t)len),
                            .op = secure_random() | 1,
                            .until = kept_until(h),
                            .body = str_of(e->room.text)};
    if (store_doc_put(h->services.store, &doc, left, e) < 0)
        tell_host(e, "no_tv");
}

static bool see_code(void *arg, const struct store_doc *doc)
{
    struct tv_errand *e = arg;
    char text[24];

    snprintf(text, sizeof text, "%.*s", STR_FMT(doc->body));
    e->op = doc->op;
    e->node = strtoull(text, NULL, 16); /* 0: it was lent */
    return false;
}

static void ask_for_code(struct tv_errand *e);

/* The television's node may have come after we last looked: on the next list it is. */
static bool is_new(struct tv_errand *e)
{
    struct house *h = e->house;

    if (!e->node || nodes_seen(h, e->node) || e->looked == LOOKS_MOST)
        return false;
    if (!e->looked++)
        e->lists = h->nodes.lists_asked;
    return !nodes_listed_since(h, e->lists);
}

static void seen(void *arg, enum store_result result)
{
    struct tv_errand *e = arg;
    struct house *h = e->house;
    char key[32];

    if (h->services.ended)
        return;
    if (result == STORE_OK && is_new(e)) {
        ask_for_code(e);
        return;
    }
    if (result != STORE_OK || !e->node || !nodes_alive(h, e->node)) {
        tell_host(e, "no_tv");
        return;
    }
    struct store_doc doc = {.key = key_of(key, &e->code),
                            .prev = e->op,
                            .op = secure_random() | 1,
                            .until = kept_until(h),
                            .body = STR("0")};
    if (store_doc_put(h->services.store, &doc, taken, e) < 0)
        tell_host(e, "no_tv");
}

static void ask_for_code(struct tv_errand *e)
{
    char key[32];

    if (store_doc(e->house->services.store, key_of(key, &e->code), see_code, seen, e) < 0)
        tell_host(e, "no_tv");
}

void tv_lend_elsewhere(struct house *h, struct room *r, struct conn *asks, const struct code *code,
                       int64_t tag)
{
    struct tv_errand *e = errand_new(h, asks, code);

    e->tag = tag;
    e->room = room_party(r)->code;
    ask_for_code(e);
}

/* ---- ours that were lent ---- */

static void removed(void *arg, enum store_result result)
{
    (void)result;
    struct tv_errand *e = arg;

    if (!e->house->services.ended)
        errand_free(e);
}

/* Noted, and done when the store may be called again. */
static bool note_lent(void *arg, const struct store_doc *doc)
{
    struct house *h = arg;
    struct code code, room;
    struct str name = doc->key;

    while (name.len && memchr(name.at, '/', name.len))
        name = str_n(name.at + 1, name.len - 1);
    if (code_read(&code, name) && code_read(&room, doc->body)) {
        struct tv_errand *e = errand_new(h, NULL, &code);

        e->room = room;
        e->op = doc->op;
        snprintf(e->lent, sizeof e->lent, "%.*s", STR_FMT(doc->key));
    }
    return true;
}

static void looked(void *arg, enum store_result result)
{
    struct house *h = arg;

    if (h->services.ended)
        return;
    h->tv_asked = false;
    for (struct tv_errand *e = h->errands, *next; e; e = next) {
        next = e->next;
        if (!e->lent[0] || e->conn || e->tag || e->node)
            continue;
        if (result != STORE_OK) { /* what was shown does not count: it is looked for again */
            errand_free(e);
            continue;
        }
        struct tv *tv = tv_find(h, &e->code);
        if (tv)
            tv_show_room(h, tv, e->room.text);
        e->node = h->config.node; /* done; it goes when its document has */
        if (store_doc_remove(h->services.store, str_of(e->lent), e->op, removed, e) < 0)
            errand_free(e);
    }
}

void tv_run(struct house *h, int64_t now)
{
    char prefix[32];

    if (!h->tvs || now < h->next_tv || h->tv_asked)
        return;
    h->next_tv = now + LOOK_EVERY;
    int len = snprintf(prefix, sizeof prefix, "lent/%llx/", (unsigned long long)h->config.node);
    h->tv_asked = store_docs(h->services.store, str_n(prefix, (size_t)len), LENT_MOST, note_lent,
                             looked, h) == 0;
}
