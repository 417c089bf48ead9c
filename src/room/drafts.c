/*
 * Decks that are being written at a table: a draft for each connection of a host, edited by lines,
 * checked, and kept by an order; and links by which a deck travels to another table.
 *
 * A draft is not stored: it ends with its connection, and whoever wrote it still has the text. All
 * drafts of a process together are bounded. A link is a document of the store, named by the hash of
 * its text, so that sharing a deck twice makes one.
 */
#include "room/inside.h"
#include "room/stock.h"
#include "rules/deck_check.h"
#include "rules/registry.h"

#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DRAFT_BYTES = OWN_BYTES + 4096, /* a little more, so that one is told by how much it is */
    DRAFTS_BYTES = 32 << 20,
    PART_BYTES = 16 << 10, /* of a text that is sent */
    LINK_BYTES = 16,
    LINK_TEXT = 2 * LINK_BYTES,
    DECK_DAYS = 400,
};
static const int64_t DAY = INT64_C(86400000);

#define LINK_KEY "deck/"

/* A question to the store that a connection waits for. */
struct errand {
    struct conn *conn; /* NULL: it is gone */
    int64_t tag;
    char link[LINK_TEXT + 1];
    bool found;
    struct buf text; /* what a link has brought */
};

/* ---- answers ---- */

static struct jw told(struct conn *c, int64_t tag)
{
    struct buf *text = &c->services->scratch->answer;

    frame_begin(text);
    struct jw w = jw_to(text);
    jw_object(&w);
    jw_key_int(&w, "told", tag);
    return w;
}

static void send(struct conn *c, struct jw *w)
{
    jw_end_object(w);
    conn_send(c, w->out);
}

static void tell_key(struct conn *c, int64_t tag, const char *key)
{
    struct jw w = told(c, tag);

    jw_key_str(&w, "key", str_of(key));
    send(c, &w);
}

static bool is_host(const struct room *r, const struct conn *c)
{
    return party_hosts(&r->party, c->guest);
}

/* ---- a draft ---- */

static int64_t number(const struct message *m, const char *key)
{
    return json_integer_value(json_object_get(m->with, key));
}

static int lines_in(struct str s)
{
    int n = 0;

    for (size_t i = 0; i < s.len; i++)
        n += s.at[i] == '\n';
    return n;
}

/* Where line `n` begins, or the end. */
static size_t line_at(struct str s, int64_t n)
{
    size_t at = 0;

    while (n > 0 && at < s.len)
        n -= s.at[at++] == '\n';
    return at;
}

static struct buf *draft_of(struct conn *c)
{
    if (!c->draft && !(c->draft = calloc(1, sizeof *c->draft)))
        abort();
    return c->draft;
}

static void draft_end(struct conn *c)
{
    draft_check_drop(c);
    if (!c->draft)
        return;
    c->services->drafts -= (int64_t)c->draft->len;
    buf_fini(c->draft);
    free(c->draft);
    c->draft = NULL;
}

static void draft_set(struct conn *c, const struct buf *text)
{
    struct buf *draft = draft_of(c);

    draft_check_drop(c);
    c->services->drafts += (int64_t)text->len - (int64_t)draft->len;
    buf_fini(draft);
    *draft = *text;
}

/* Lines [from, from + cut) become `text`. NULL, or why not. */
static const char *splice(struct conn *c, int64_t from, int64_t cut, struct str text)
{
    struct str old = buf_str(draft_of(c));
    size_t begin = line_at(old, from);
    size_t end = begin + line_at(str_n(old.at + begin, old.len - begin), cut);
    size_t len = old.len - (end - begin) + text.len;
    struct buf next = {0};

    if (len > DRAFT_BYTES)
        return "deck_large";
    if (c->services->drafts + (int64_t)len - (int64_t)old.len > DRAFTS_BYTES)
        return "busy";
    buf_add(&next, str_n(old.at, begin));
    buf_add(&next, text);
    buf_add(&next, str_n(old.at + end, old.len - end));
    draft_set(c, &next);
    return NULL;
}

static const struct deck_kind *kind_of(const struct message *m, const struct book **b)
{
    *b = registry_find(jr_str(json_object_get(m->with, "game")));
    return *b ? deck_kind_of((*b)->game, jr_str(json_object_get(m->with, "kind"))) : NULL;
}

/* Lines are replaced; `of` is how many there were, as the client knows it. */
static void edit(struct room *r, struct conn *c, const struct message *m)
{
    struct str text = jr_str(json_object_get(m->with, "text"));
    const struct book *b;
    const struct deck_kind *kind = kind_of(m, &b);
    const char *wrong = NULL;
    bool check = json_is_true(json_object_get(m->with, "check"));

    if (!kind || number(m, "from") < 0 || number(m, "cut") < 0 ||
        (text.len && text.at[text.len - 1] != '\n'))
        wrong = "arguments";
    else if (number(m, "of") != lines_in(buf_str(draft_of(c))))
        wrong = "no_draft";
    else if (check && !manners_check(r, c->draft->len + text.len))
        wrong = "too_fast"; /* nothing has changed: it may be said again in a moment */
    else
        wrong = splice(c, number(m, "from"), number(m, "cut"), text);
    if (wrong) {
        tell_key(c, m->tag, wrong);
        return;
    }
    if (check) {
        draft_check_begin(r, c, m->tag, b, kind);
        return;
    }
    struct jw w = told(c, m->tag);
    send(c, &w);
}

void draft_ask(struct room *r, struct conn *c, const struct message *m)
{
    if (!is_host(r, c)) {
        tell_key(c, m->tag, "not_host");
    } else if (json_is_true(json_object_get(m->with, "anew"))) {
        draft_end(c);
        edit(r, c, m);
    } else {
        edit(r, c, m);
    }
}

/* ---- reading ---- */

/* A part of a text, whole lines of it where it has some, and where the next begins. */
static void tell_text(struct conn *c, int64_t tag, struct str text, int64_t from)
{
    struct jw w = told(c, tag);
    size_t at = from > 0 && (size_t)from < text.len ? (size_t)from : 0;
    size_t end = at + PART_BYTES < text.len ? at + PART_BYTES : text.len;

    size_t most = end;
    while (end < text.len && end > at && text.at[end - 1] != '\n')
        end--;
    if (end == at) { /* a line that is longer, whole characters of it */
        end = most;
        while (end > at && ((unsigned char)text.at[end] & 0xC0) == 0x80)
            end--;
    }
    jw_key_str(&w, "text", str_n(text.at + at, end - at));
    if (end < text.len)
        jw_key_int(&w, "next", (int64_t)end);
    send(c, &w);
}

void deck_ask(struct room *r, struct conn *c, const struct message *m)
{
    const struct own_deck *d = party_deck(&r->party, number(m, "deck"));

    if (!is_host(r, c))
        tell_key(c, m->tag, "not_host");
    else if (number(m, "deck") == 0 && c->draft)
        tell_text(c, m->tag, buf_str(c->draft), number(m, "from"));
    else if (!d || !d->text)
        tell_key(c, m->tag, d ? "not_now" : "no_deck");
    else
        tell_text(c, m->tag, d->text->text, number(m, "from"));
}

/* ---- links ---- */

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

void drafts_forget(struct conn *c)
{
    draft_end(c);
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
        tell_key(c, e.tag, "not_now");
        return;
    }
    struct jw w = told(c, e.tag);
    jw_key_str(&w, "link", str_of(e.link));
    send(c, &w);
}

static void link_of(const struct own_deck *d, char link[LINK_TEXT + 1], uint64_t *op)
{
    unsigned char hash[SHA256_DIGEST_LENGTH];

    SHA256((const unsigned char *)d->text->text.at, d->text->text.len, hash);
    for (int i = 0; i < LINK_BYTES; i++)
        snprintf(link + 2 * i, 3, "%02x", hash[i]);
    memcpy(op, hash + LINK_BYTES, sizeof *op);
    *op |= 1; /* no op is 0 */
}

/* The first line tells what kind of deck it is; the rest is its text. */
void share_ask(struct room *r, struct conn *c, const struct message *m)
{
    const struct own_deck *d = party_deck(&r->party, number(m, "deck"));
    struct buf body = {0}, key = {0};
    uint64_t op;

    if (!is_host(r, c) || !d || !d->text || c->errand || !may_write(r, c, d->text->text.len)) {
        tell_key(c, m->tag,
                 !is_host(r, c) ? "not_host"
                 : !d           ? "no_deck"
                 : !d->text     ? "not_now"
                                : "too_fast");
        return;
    }
    struct errand *e = errand_begin(c, m->tag);
    link_of(d, e->link, &op);
    buf_printf(&key, LINK_KEY "%s", e->link);
    buf_printf(&body, "%s %s\n", d->book->game->id, d->kind->name);
    buf_add(&body, d->text->text);
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

    if (!e->conn || !str_line(&text, &head) || text.len > DRAFT_BYTES ||
        e->conn->services->drafts + (int64_t)text.len > DRAFTS_BYTES)
        return false;
    buf_add(&e->text, text);
    e->found = true;
    snprintf(e->link, sizeof e->link, "%.*s", (int)(head.len < LINK_TEXT ? head.len : LINK_TEXT),
             head.at);
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
        tell_key(e->conn, tag, "no_draft");
    }
    if (!e->conn)
        return;
    draft_set(e->conn, &e->text);
    e->text = (struct buf){0};
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
    if (result != STORE_OK || !e.found || !str_split(str_of(e.link), ' ', &game, &kind)) {
        tell_key(c, e.tag, result == STORE_OK ? "no_deck" : "not_now");
        return;
    }
    struct jw w = told(c, e.tag);
    jw_key_str(&w, "game", game);
    jw_key_str(&w, "kind", kind);
    send(c, &w);
}

static bool is_link(struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if (!(s.at[i] >= '0' && s.at[i] <= '9') && !(s.at[i] >= 'a' && s.at[i] <= 'f'))
            return false;
    }
    return s.len == LINK_TEXT;
}

void borrow_ask(struct room *r, struct conn *c, const struct message *m)
{
    struct str link = jr_str(json_object_get(m->with, "link"));
    char key[sizeof LINK_KEY + LINK_TEXT];

    if (!is_host(r, c) || !is_link(link) || c->errand || !may_write(r, c, 0)) {
        tell_key(c, m->tag, !is_host(r, c) ? "not_host" : !is_link(link) ? "no_deck" : "too_fast");
        return;
    }
    struct errand *e = errand_begin(c, m->tag);
    snprintf(key, sizeof key, LINK_KEY "%.*s", (int)link.len, link.at);
    if (store_doc(r->services->store, str_of(key), take_doc, borrowed, e) != 0)
        borrowed(e, STORE_UNAVAILABLE);
}

/* ---- what everybody sees ---- */

void decks_write(const struct room *r, struct jw *w)
{
    jw_array(w);
    for (int i = 0; i < r->party.decks; i++) {
        const struct own_deck *d = r->party.deck[i];

        jw_object(w);
        jw_key_int(w, "deck", d->id);
        jw_key_int(w, "edition", d->edition);
        jw_key_str(w, "game", str_of(d->book->game->id));
        jw_key_str(w, "kind", str_of(d->kind->name));
        jw_key_str(w, "name", d->name);
        jw_key_str(w, "language", str_of(language_codes[d->language]));
        jw_key_int(w, "entries", d->entries);
        jw_key_int(w, "cards", d->cards);
        jw_key_str(w, "use", choice_name(STR(DECK_USE_NAMES), d->use));
        jw_end_object(w);
    }
    jw_end_array(w);
}

void pictures_write(const struct room *r, struct jw *w)
{
    const struct str *picture;
    int n = stock_pictures(r->stock, &picture);

    if (!n)
        return;
    jw_key(w, "pictures");
    jw_array(w);
    for (int i = 0; i < n; i++)
        jw_str(w, picture[i]);
    jw_end_array(w);
}
