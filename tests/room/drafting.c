#include "drafting.h"

#include "archive/archive.h"
#include "check.h"
#include "rules/deck_check.h"
#include "rules/registry.h"
#include "stored.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct book *plain_game(const struct deck_kind **kind)
{
    for (int i = 0; i < registry_count(); i++) {
        const struct deck_kind *k = registry_at(i)->game->kinds;

        for (; k && k->name; k++) {
            if (k->form == FORM_LINE && !k->card) {
                *kind = k;
                return registry_at(i);
            }
        }
    }
    fail_msg("no game is dealt from words");
    return NULL;
}

static void quote(struct buf *out, struct str text)
{
    struct jw w = jw_to(out);

    jw_str(&w, text);
}

void draft(struct client *c, const struct book *b, const struct deck_kind *k, struct str text)
{
    int lines = 0;

    for (bool first = true; text.len; first = false) {
        size_t n = text.len < 6000 ? text.len : 6000;
        struct buf part = {0};
        int had = lines;

        while (text.at[n - 1] != '\n')
            n--;
        quote(&part, str_n(text.at, n));
        for (size_t i = 0; i < n; i++)
            lines += text.at[i] == '\n';
        text = str_n(text.at + n, text.len - n);
        client_send(
            c,
            "{\"ask\":\"draft\",\"tag\":1,\"with\":{\"game\":\"%s\",\"kind\":\"%s\",%s\"of\":%d,"
            "\"from\":%d,\"cut\":0,\"text\":%s,\"check\":%s}}",
            b->game->id, k->name, first ? "\"anew\":true," : "", had, had, buf_cstr(&part),
            text.len ? "false" : "true");
        fixture_pass(c->fixture, 1000); /* a check takes some turns */
        buf_fini(&part);
    }
}

int64_t reported(const struct client *c, const char *what)
{
    return json_integer_value(json_object_get(json_object_get(c->told, "deck"), what));
}

void words(struct buf *out, const char *name, const char *stem, int n)
{
    buf_printf(out, "@name %s\n@language en\n\n", name);
    for (int i = 0; i < n; i++) /* letters, so that no two have a stem in common */
        buf_printf(out, "%s %c%c%c\n", stem, 'a' + i / 676 % 26, 'b' + i / 26 % 20, 'a' + i % 26);
}

/* Whether the last order was obeyed, after some turns if need be. */
static bool eventually(struct client *c)
{
    for (int i = 0; c->acked != c->n && c->refused != c->n && i < 100; i++)
        fixture_pass(c->fixture, 1);
    return c->acked == c->n;
}

bool keep(struct client *c, const struct book *b, const struct deck_kind *k, int deck)
{
    char with[200];

    snprintf(with, sizeof with, "{\"deck\":%d,\"game\":\"%s\",\"kind\":\"%s\"}", deck, b->game->id,
             k->name);
    client_do(c, "keep_deck", with);
    return eventually(c);
}

json_t *shown(const struct client *c, size_t i)
{
    return json_array_get(json_object_get(c->room, "decks"), i);
}

struct client *open_lobby(struct fixture *s, const struct book *b)
{
    struct client *a = client_new(s);
    char with[80];

    client_create(a, "en");
    assert_true(client_do(a, "sit", "{\"name\":\"Ann\"}"));
    snprintf(with, sizeof with, "{\"game\":\"%s\"}", b->game->id);
    assert_true(client_do(a, "choose", with));
    for (int i = 1; i < b->game->min_seats; i++)
        assert_true(client_do(a, "add_bot", "{\"level\":\"normal\"}"));
    return a;
}

struct client *open_desk(struct fixture *s, const struct book **b, const struct deck_kind **k)
{
    fixture_init(s, NULL);
    *b = plain_game(k);
    return open_lobby(s, *b);
}

bool log_is_sound(struct fixture *s)
{
    struct archive_report report = {0};
    archive_verify(s->store, s->lexicon ? s->lexicon : lexicon_plain(), &report);
    return report.rooms == 1 && report.problems == 0 && report.other == 0;
}

void keep_words(struct client *c, const struct book *b, const struct deck_kind *k, const char *name,
                const char *stem, int n)
{
    struct buf text = {0};

    words(&text, name, stem, n);
    draft(c, b, k, buf_str(&text));
    assert_true(keep(c, b, k, 0));
    buf_fini(&text);
}

bool begin(struct client *c)
{
    client_do(c, "start", NULL);
    return eventually(c);
}

void rewrite_log(struct fixture *s, int64_t room, int64_t as,
                 void (*line)(void *arg, struct str line, struct buf *out), void *arg)
{
    struct stored_log log;

    stored_log_read(&log, s->store, room);
    store_purge(s->store, room, 0, NULL, NULL);
    store_pump(s->store, 0);
    for (int i = 0; i < log.n; i++) {
        struct buf out = {0};
        struct str body = buf_str(&log.body[i]), one;

        while (str_line(&body, &one))
            line(arg, one, &out);
        struct store_entry e = {.room = as,
                                .seq = i + 1,
                                .prev = i ? (uint64_t)i : 0,
                                .op = (uint64_t)i + 1,
                                .body = buf_str(&out)};
        assert_int_equal(store_append(s->store, &e, NULL, NULL), 0);
        store_pump(s->store, 0);
        buf_fini(&out);
    }
    stored_log_free(&log);
}

void write_deck_kept(struct str lies, struct str text, struct buf *out)
{
    static const char *const same[] = {"game", "kind", "use", "seen"};
    struct jr_problem problem;
    json_t *deck = jr_parse(lies, &problem);
    struct jw w = jw_to(out);

    jw_object(&w);
    jw_key_str(&w, "is", STR("deck_kept"));
    jw_key_int(&w, "deck", jr_member_int(deck, "deck"));
    jw_key_int(&w, "edition", jr_member_int(deck, "edition"));
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        jw_key_str(&w, same[i], jr_member_str(deck, same[i]));
    jw_key_str(&w, "text", text);
    jw_end_object(&w);
    json_decref(deck);
}

void write_stock(const struct client *c, struct buf *out)
{
    const struct room *r = client_room(c);

    for (int place = 0; place < SHELF_DECKS; place++) {
        const struct deck *deck = r->shelf->deck[place];

        for (int i = 0; deck && i < deck->entries; i++)
            buf_printf(out, "%d %.*s\n", deck->entry[i].card, STR_FMT(deck->entry[i].text));
    }
}
