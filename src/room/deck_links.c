/*
 * Links by which a deck travels to another table. A link is a document of the store. Its first line
 * tells which game the deck is for and of what kind it is, the rest is its text; it is named by the
 * hash of all that, so that sharing a deck twice makes one document.
 */
#include "base/hex.h"
#include "room/inside.h"

#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINK_BYTES = 16, LINK_TEXT = 2 * LINK_BYTES, KIND_TEXT = 64, DECK_DAYS = 400 };
static const int64_t DAY = INT64_C(86400000);

#define LINK_KEY "deck/"

/* A question to the store that a connection waits for. */
struct errand {
    struct conn *conn; /* NULL: it is gone */
    int64_t tag;
    char link[LINK_TEXT + 1];
    bool found;
    bool busy;            /* all drafts together are too large for it */
    char kind[KIND_TEXT]; /* "game kind" of what was found */
    struct buf text;      /* and the rest of it */
};

static struct errand *errand_begin(struct conn *c, int64_t tag)
{
    struct errand *e = calloc(1, sizeof *e);

    if (!e)
        abort();
    e->conn = c;
    e->tag = tag;
    c->errand = e;
    return e;
}

/* The connection it was for, or NULL; the errand is over. */
static struct conn *errand_end(struct errand *e, struct errand *copy)
{
    struct conn *c = e->conn;

    *copy = *e;
    if (c)
        c->errand = NULL;
    buf_fini(&e->text);
    free(e);
    return c;
}

void deck_links_forget(struct conn *c)
{
    if (c->errand)
        c->errand->conn = NULL;
    c->errand = NULL;
}

/* What goes into the store counts by its size. False: too much of it. */
static bool may_write(struct room *r, struct conn *c, size_t bytes)
{
    if (!manners_may(r, c, false))
        return false;
    manners_did(r, c, false);
    manners_wrote(r, c, bytes);
    return true;
}

static void shared(void *arg, enum store_result result)
{
    struct errand e;
    struct conn *c = errand_end(arg, &e);

    if (!c)
        return;
    if (result != STORE_OK) {
        request_told(c, e.tag, "not_now");
        return;
    }
    struct jw w = told_begin(c, e.tag);
    jw_key_str(&w, "link", str_of(e.link));
    told_send(c, &w);
}

static void link_of(struct str body, char link[LINK_TEXT + 1], uint64_t *op)
{
    unsigned char hash[SHA256_DIGEST_LENGTH];

    SHA256((const unsigned char *)body.at, body.len, hash);
    hex_write(hash, LINK_BYTES, link);
    memcpy(op, hash + LINK_BYTES, sizeof *op);
    *op |= 1; /* no op is 0 */
}

/* NULL, or why it cannot be shared now; counts it as written. */
static const char *may_not_share(struct room *r, struct conn *c, const struct own_deck *d)
{
    if (!party_hosts(&r->party, c->guest))
        return "not_host";
    if (!d || !d->text)
        return d ? "not_now" : "no_deck";
    return c->errand || !may_write(r, c, d->text->text.len) ? "too_fast" : NULL;
}

void share_ask(struct room *r, struct conn *c, const struct message *m)
{
    int64_t deck = jr_member_int(m->with, "deck");
    const struct own_deck *d = party_deck(&r->party, deck);
    const char *wrong = may_not_share(r, c, d);
    struct buf body = {0}, key = {0};
    uint64_t op;

    if (wrong) {
        request_told(c, m->tag, wrong);
        return;
    }
    struct errand *e = errand_begin(c, m->tag);
    buf_printf(&body, "%s %s\n", d->book->game->id, d->kind->name);
    buf_add(&body, d->text->text);
    link_of(buf_str(&body), e->link, &op);
    buf_printf(&key, LINK_KEY "%s", e->link);
    struct store_doc doc = {.key = buf_str(&key),
                            .op = op,
                            .until = services_wall(r->services) + DECK_DAYS * DAY,
                            .body = buf_str(&body)};
    if (store_doc_put(r->services->store, &doc, shared, e) != 0)
        shared(e, STORE_UNAVAILABLE);
    buf_fini(&body);
    buf_fini(&key);
}

static bool take_doc(void *arg, const struct store_doc *doc)
{
    struct errand *e = arg;
    struct str text = doc->body, head;

    if (!e->conn || !str_line(&text, &head))
        return false;
    buf_add(&e->text, text);
    snprintf(e->kind, sizeof e->kind, "%.*s", STR_FMT(head));
    e->found = true;
    return false;
}

/* The draft becomes what was fetched. A check of the old one, asked for meanwhile, is answered:
 * there is nothing left to look through. Sending may close the connection, and it is not the
 * errand's any more then. */
static void draft_fetched(struct errand *e)
{
    int64_t tag;

    if (draft_check_asked(e->conn, &tag)) {
        draft_check_drop(e->conn);
        request_told(e->conn, tag, "no_draft");
    }
    if (e->conn)
        e->busy = !draft_replace(e->conn, &e->text);
}

/* What was fetched is the draft now: the client reads it, and may change it before it is kept. */
static void borrowed(void *arg, enum store_result result)
{
    struct errand *fetched = arg, e;
    struct str game, kind;

    if (fetched->conn && fetched->found && result == STORE_OK)
        draft_fetched(fetched);
    struct conn *c = errand_end(fetched, &e);

    if (!c)
        return;
    if (result != STORE_OK || e.busy) {
        request_told(c, e.tag, "not_now");
        return;
    }
    if (!e.found || !str_split(str_of(e.kind), ' ', &game, &kind)) {
        request_told(c, e.tag, "no_deck");
        return;
    }
    struct jw w = told_begin(c, e.tag);
    jw_key_str(&w, "game", game);
    jw_key_str(&w, "kind", kind);
    told_send(c, &w);
}

static bool is_link(struct str s)
{
    uint8_t bytes[LINK_BYTES];

    return hex_read(bytes, LINK_BYTES, s);
}

void borrow_ask(struct room *r, struct conn *c, const struct message *m)
{
    struct str link = jr_member_str(m->with, "link");
    char key[sizeof LINK_KEY + LINK_TEXT];

    if (!party_hosts(&r->party, c->guest) || !is_link(link) || c->errand || !may_write(r, c, 0)) {
        request_told(c, m->tag,
                     !party_hosts(&r->party, c->guest) ? "not_host"
                     : !is_link(link)                  ? "no_deck"
                                                       : "too_fast");
        return;
    }
    struct errand *e = errand_begin(c, m->tag);
    snprintf(key, sizeof key, LINK_KEY "%.*s", (int)link.len, link.at);
    if (store_doc(r->services->store, str_of(key), take_doc, borrowed, e) != 0)
        borrowed(e, STORE_UNAVAILABLE);
}
