/* A store whose log may say anything: entries are parted by blank lines. Whatever it says, the
 * house opens, somebody can try to come in, and a room that could be loaded can be used and shown.
 */
#include "room/entry.h"
#include "rules/registry.h"
#include "stage.h"
#include "store/backends.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROOM = 7, ENTRIES = 60 };

static void fill(struct store *s, struct str text)
{
    int64_t seq = 0;

    while (text.len && seq < ENTRIES) {
        ptrdiff_t end = str_find(text, STR("\n\n"));
        size_t n = end < 0 ? text.len : (size_t)end + 1;

        seq++;
        struct store_entry e = {
            .room = ROOM, .seq = seq, .epoch = 1, .op = (uint64_t)seq, .body = str_n(text.at, n)};

        if (store_append(s, &e, NULL, NULL) == 0)
            store_pump(s, 0);
        n = end < 0 ? text.len : (size_t)end + 2;
        text = str_n(text.at + n, text.len - n);
    }
}

static void use(struct stage *s, struct client *c)
{
    client_do(c, "greet", NULL);
    client_send(c, "{\"ask\":\"history\",\"tag\":1}");
    stage_pass(s, 30000);
    /* A game that damaged facts have made can be shown (a law), but need not make sense to play. */
    if (!stage_room(c) || stage_room(c)->match.table)
        return;
    client_do(c, "sit", "{\"name\":\"Zoe\"}");
    stage_pass(s, 30000);
    client_do(c, "add_bot", "{\"level\":\"easy\"}");
    client_do(c, "start", NULL);
    client_do(c, "lobby", NULL);
    client_do(c, "start", NULL);
    stage_pass(s, 60000);
}

static bool each_entry(void *arg, const struct store_entry *e)
{
    return entry_fold(arg, e->body);
}

/* What a strict reader takes, a lenient one takes too: an import can be loaded. */
static bool strictly_right(struct store *s)
{
    struct party party;
    struct match match = {0};
    struct entry_fold f = {
        .party = &party, .match = &match, .record = record_new(), .strict = true};

    party_facts_init();
    party_init(&party);
    bool right = store_read(s, ROOM, 1, each_entry, &f) == STORE_OK && f.seq && !f.reason[0];
    party_fini(&party);
    match_fini(&match);
    record_free(f.record);
    return right;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct stage stage;

    registry_init();
    stage_init(&stage, NULL);
    fill(stage.store, str_n((const char *)data, size));
    bool right = strictly_right(stage.store);
    stage_crash(&stage); /* another house opens on what is there */
    struct client *c = client_new(&stage);
    bool there = false;
    for (int i = 0; i < BUCKETS && !there; i++) {
        if (!stage.house->bucket[i])
            continue;
        there = true;
        client_enter(c, stage.house->bucket[i]->code.text, false);
        if (c->conn)
            use(&stage, c);
        else if (right)
            abort();
    }
    if (right && !there)
        abort();
    stage_close(&stage);
    return 0;
}
