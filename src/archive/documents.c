/*
 * What lies beside a room's log: its keepsakes and the memory of its group, a line each after its
 * entries.
 *
 *     {"document":"keepsake/<32 digits>","body":{…}}
 *     {"document":"reel/<32 digits>","body":{…}}
 *     {"document":"group","body":{…}}
 *
 * A room that is imported has another id, and the addresses of its keepsakes have it, too: what a
 * memory says of them is changed on the way in.
 */
#include "archive/inside.h"

#include "base/jw.h"
#include "base/secure.h"
#include "keepsake/keepsake.h"
#include "memory/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000, WAIT = 1000, SECRET = 32 };

struct seeing {
    struct buf *out;
    bool keys;
    int n;
    struct archive_report *report;
    const char *code;
    bool answered;
    enum store_result result;
};

static void add(struct seeing *s, struct str name, struct str body)
{
    buf_printf(s->out, "{\"document\":\"%.*s\",\"body\":%.*s}\n", STR_FMT(name), STR_FMT(body));
    s->n++;
}

/* A keepsake or a reel. */
static bool see_keepsake(void *arg, const struct store_doc *doc)
{
    struct buf name = {0};
    bool reel = str_starts(doc->key, STR("reel/"));

    if (doc->key.len > SECRET) {
        buf_printf(&name, "%s/%.*s", reel ? "reel" : "keepsake", SECRET,
                   doc->key.at + doc->key.len - SECRET);
        add(arg, buf_str(&name), doc->body);
    }
    buf_fini(&name);
    return true;
}

static bool see_group(void *arg, const struct store_doc *doc)
{
    struct seeing *s = arg;
    struct memory *m = memory_read(doc->body);
    struct buf body = {0};

    if (!m) {
        archive_problem(s->report, "room %s: its memory cannot be read", s->code);
        return true;
    }
    for (int i = 0; !s->keys && i < m->persons; i++)
        m->person[i].keys = 0; /* names tell who is who, until the host says otherwise */
    memory_write(m, &body);
    add(s, STR("group"), buf_str(&body));
    buf_fini(&body);
    memory_free(m);
    return true;
}

static void answered(void *arg, enum store_result result)
{
    struct seeing *s = arg;

    s->answered = true;
    s->result = result;
}

/* Tools wait for what they ask. */
static bool ask(struct store *store, int64_t room, struct seeing *s, store_each_doc *keepsake,
                store_each_doc *group)
{
    struct buf key = {0};
    bool fine = true;

    for (int i = 0; i < 3 && fine; i++) {
        buf_clear(&key);
        s->answered = false;
        if (i == 0)
            keepsake_keys(room, &key);
        else if (i == 1)
            reel_keys(room, &key);
        else
            memory_key(room, &key);
        fine = (i < 2 ? store_docs(store, buf_str(&key), MOST, keepsake, answered, s)
                      : store_doc(store, buf_str(&key), group, answered, s)) == 0;
        while (fine && !s->answered)
            store_pump(store, WAIT);
        fine = fine && s->result == STORE_OK;
    }
    buf_fini(&key);
    return fine;
}

static void tell_unread(const struct seeing *s, struct store *store)
{
    archive_problem(s->report, "room %s: its documents cannot be read: %s", s->code,
                    store_reason(store));
}

/* What can be read leaves all the same: who saves a table from a disk that rots wants its log. */
int documents_export(struct store *store, int64_t room, const char *code, bool keys,
                     struct buf *out, struct archive_report *report)
{
    struct seeing s = {.out = out, .keys = keys, .report = report, .code = code};

    if (!ask(store, room, &s, see_keepsake, see_group))
        tell_unread(&s, store);
    return s.n;
}

/* ---- are they sound ---- */

static bool check_keepsake(void *arg, const struct store_doc *doc)
{
    struct seeing *s = arg;
    struct buf text = {0};

    if (!str_starts(doc->key, STR("reel/")) && !str_is(doc->body, KEEPSAKE_DELETED) &&
        !keepsake_text(doc->body, &(struct keepsake_wish){.names = true}, &text))
        archive_problem(s->report, "room %s: a keepsake cannot be read", s->code);
    buf_fini(&text);
    return true;
}

static bool check_group(void *arg, const struct store_doc *doc)
{
    struct seeing *s = arg;
    struct memory *m = memory_read(doc->body);

    if (!m)
        archive_problem(s->report, "room %s: its memory cannot be read", s->code);
    memory_free(m);
    return true;
}

void documents_verify(struct store *store, int64_t room, const char *code,
                      struct archive_report *report)
{
    struct seeing s = {.report = report, .code = code};

    if (!ask(store, room, &s, check_keepsake, check_group))
        tell_unread(&s, store);
}

/* ---- into another store ---- */

/* The same memory for a room of this id. */
static bool moved(struct str body, int64_t room, struct buf *out)
{
    struct memory *m = memory_read(body);

    if (!m)
        return false;
    for (int i = 0; i < m->games; i++) {
        if (strlen(m->game[i].address) == KEEPSAKE_ADDRESS)
            keepsake_move(m->game[i].address, room);
    }
    memory_write(m, out);
    memory_free(m);
    return true;
}

/* The key and body of one line for a room of this id. */
static bool read_line(struct str line, int64_t room, struct buf *key, struct buf *body)
{
    struct jr_problem problem;
    json_t *json = jr_parse(line, &problem);
    struct str name = jr_member_str(json, "document");
    char *text = json_dumps(json_object_get(json, "body"), JSON_COMPACT);
    struct buf page = {0};
    bool fine = false;

    if (text && str_is(name, "group")) {
        memory_key(room, key);
        fine = moved(str_of(text), room, body);
    } else if (text && name.len == strlen("reel/") + SECRET && str_starts(name, STR("reel/"))) {
        reel_keys(room, key);
        buf_add(key, str_n(name.at + strlen("reel/"), SECRET));
        buf_adds(body, text);
        fine = json_is_array(json_object_get(json_object_get(json, "body"), "frames"));
    } else if (text && name.len == strlen("keepsake/") + SECRET &&
               str_starts(name, STR("keepsake/"))) {
        keepsake_keys(room, key);
        buf_add(key, str_n(name.at + strlen("keepsake/"), SECRET));
        buf_adds(body, text);
        fine = strcmp(text, KEEPSAKE_DELETED) == 0 ||
               keepsake_text(buf_str(body), &(struct keepsake_wish){.names = true}, &page);
    }
    buf_fini(&page);
    free(text);
    json_decref(json);
    return fine && body->len <= STORE_BODY_MAX;
}

bool documents_sound(struct str lines)
{
    struct str line;
    bool fine = true;

    while (fine && str_line(&lines, &line)) {
        struct buf key = {0}, body = {0};

        fine = read_line(line, 1, &key, &body);
        buf_fini(&key);
        buf_fini(&body);
    }
    return fine;
}

bool documents_import(struct store *store, struct str lines, int64_t room)
{
    struct str line;
    bool fine = true;

    while (fine && str_line(&lines, &line)) {
        struct seeing s = {0};
        struct buf key = {0}, body = {0};

        fine = read_line(line, room, &key, &body);
        const struct store_doc doc = {
            .key = buf_str(&key), .op = secure_random() | 1, .body = buf_str(&body)};
        fine = fine && store_doc_put(store, &doc, answered, &s) == 0;
        while (fine && !s.answered)
            store_pump(store, WAIT);
        fine = fine && s.result == STORE_OK;
        buf_fini(&key);
        buf_fini(&body);
    }
    return fine;
}
