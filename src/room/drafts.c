/*
 * Decks that are being written at a table: a draft for each connection of a host, edited by lines,
 * checked (draft_check.c), and kept by an order (party/order_decks.c).
 *
 * A draft is not stored: it ends with its connection, and whoever wrote it still has the text. All
 * drafts of a process together are bounded.
 */
#include "room/inside.h"
#include "room/stock.h"
#include "rules/deck_check.h"
#include "rules/registry.h"

#include <stdlib.h>

enum {
    DRAFT_BYTES = OWN_BYTES + 4096, /* a little more, so that one is told by how much it is */
    DRAFTS_BYTES = 32 << 20,
    PART_BYTES = 16 << 10, /* of a text that is sent */
};

/* ---- a draft ---- */

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

void drafts_forget(struct conn *c)
{
    draft_check_drop(c);
    if (!c->draft)
        return;
    c->services->drafts -= (int64_t)c->draft->len;
    buf_fini(c->draft);
    free(c->draft);
    c->draft = NULL;
}

bool draft_replace(struct conn *c, struct buf *text)
{
    int64_t more = (int64_t)text->len - (int64_t)draft_of(c)->len;

    if (text->len > DRAFT_BYTES || c->services->drafts + more > DRAFTS_BYTES)
        return false;
    draft_check_drop(c);
    c->services->drafts += more;
    buf_fini(c->draft);
    *c->draft = *text;
    *text = (struct buf){0};
    return true;
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
    buf_add(&next, str_n(old.at, begin));
    buf_add(&next, text);
    buf_add(&next, str_n(old.at + end, old.len - end));
    bool fits = draft_replace(c, &next);
    buf_fini(&next);
    return fits ? NULL : "busy";
}

const struct deck_kind *draft_kind(const struct message *m, const struct book **b)
{
    *b = registry_find(jr_member_str(m->with, "game"));
    return *b ? deck_kind_of((*b)->game, jr_member_str(m->with, "kind")) : NULL;
}

/* Lines are replaced; `of` is how many there were, as the client knows it. */
static void edit(struct room *r, struct conn *c, const struct message *m)
{
    struct str text = jr_member_str(m->with, "text");
    const struct book *b;
    const struct deck_kind *kind = draft_kind(m, &b);
    const char *wrong = NULL;
    bool check = json_is_true(json_object_get(m->with, "check"));

    if (!kind || jr_member_int(m->with, "from") < 0 || jr_member_int(m->with, "cut") < 0 ||
        (text.len && text.at[text.len - 1] != '\n'))
        wrong = "arguments";
    else if (jr_member_int(m->with, "of") != lines_in(buf_str(draft_of(c))))
        wrong = "no_draft";
    else if (check && !manners_check(r, c->draft->len + text.len))
        wrong = "too_fast"; /* nothing has changed: it may be said again in a moment */
    else
        wrong = splice(c, jr_member_int(m->with, "from"), jr_member_int(m->with, "cut"), text);
    if (wrong) {
        request_told(c, m->tag, wrong);
        return;
    }
    if (check) {
        draft_check_begin(r, c, m->tag, b, kind);
        return;
    }
    request_told(c, m->tag, NULL);
}

void draft_ask(struct room *r, struct conn *c, const struct message *m)
{
    if (!party_hosts(&r->party, c->guest)) {
        request_told(c, m->tag, "not_host");
        return;
    }
    if (json_is_true(json_object_get(m->with, "anew")))
        drafts_forget(c);
    edit(r, c, m);
}

/* ---- reading ---- */

/* A part of a text, whole lines of it where it has some, and where the next begins. */
static void tell_text(struct conn *c, int64_t tag, struct str text, int64_t from)
{
    struct jw w = told_begin(c, tag);
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
    told_send(c, &w);
}

void deck_ask(struct room *r, struct conn *c, const struct message *m)
{
    const struct own_deck *d = party_deck(&r->party, jr_member_int(m->with, "deck"));

    if (!party_hosts(&r->party, c->guest))
        request_told(c, m->tag, "not_host");
    else if (jr_member_int(m->with, "deck") == 0 && c->draft)
        tell_text(c, m->tag, buf_str(c->draft), jr_member_int(m->with, "from"));
    else if (!d || !d->text)
        request_told(c, m->tag, d ? "not_now" : "no_deck");
    else
        tell_text(c, m->tag, d->text->text, jr_member_int(m->with, "from"));
}

/* ---- what everybody sees ---- */

void decks_write(struct room *r, struct jw *w)
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
