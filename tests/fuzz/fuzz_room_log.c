/* A store whose log may say anything: entries are parted by blank lines. Whatever it says, the
 * house opens, somebody can try to come in, and a room that could be loaded can be used and shown.
 * What an import would have let in, with its game on the table, is played on.
 */
#include "fixture.h"
#include "room/log_fold.h"
#include "room/replay.h"
#include "rules/registry.h"
#include "store/backends.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROOM = 7, ENTRIES = 60, MOVES = 40 };

static void fill(struct store *s, struct str text)
{
    int64_t seq = 0;

    while (text.len && seq < ENTRIES) {
        ptrdiff_t end = str_find(text, STR("\n\n"));
        size_t n = end < 0 ? text.len : (size_t)end + 1;

        seq++;
        struct store_entry e = {.room = ROOM,
                                .seq = seq,
                                .epoch = 1,
                                .prev = (uint64_t)seq - 1,
                                .op = (uint64_t)seq,
                                .body = str_n(text.at, n)};

        if (store_append(s, &e, NULL, NULL) == 0)
            store_pump(s, 0);
        n = end < 0 ? text.len : (size_t)end + 2;
        text = str_n(text.at + n, text.len - n);
    }
}

/* The guest of the seeds is the first client: it has a seat, and may be the host. */
static void play_on(struct fixture *s, struct client *c)
{
    struct sampler sampler = sampler_new(5);

    client_send(c, "{\"ask\":\"history\",\"tag\":1}");
    for (int i = 0; i < MOVES && c->conn; i++) {
        client_move_any(c, &sampler);
        fixture_pass(s, 500 + 3000 * (i % 5));
    }
}

static void use(struct fixture *s, struct client *c)
{
    client_do(c, "greet", NULL);
    client_send(c, "{\"ask\":\"history\",\"tag\":1}");
    fixture_pass(s, 30000);
    /* A game that damaged facts have made can be shown (a law), but need not make sense to play. */
    if (!client_room(c) || client_room(c)->match.table)
        return;
    client_do(c, "sit", "{\"name\":\"Zoe\"}");
    fixture_pass(s, 30000);
    client_do(c, "add_bot", "{\"level\":\"easy\"}");
    client_do(c, "start", NULL);
    client_do(c, "lobby", NULL);
    client_do(c, "start", NULL);
    fixture_pass(s, 60000);
}

static bool each_entry(void *arg, const struct store_entry *e)
{
    return log_fold_entry(arg, e->body);
}

/* What a strict reader takes, a lenient one takes too: an import can be loaded. `ours`: and its
 * game can go on, or it has none. */
static bool strictly_right(struct store *s, bool *ours)
{
    static struct replay replay;
    struct party party;
    struct match match = {0};
    struct log_fold f = {.party = &party,
                         .match = &match,
                         .lexicon = lexicon_plain(),
                         .record = record_new(),
                         .strict = true,
                         .replay = &replay};

    party_facts_init();
    party_init(&party);
    replay_init(&replay);
    bool right = store_read(s, ROOM, 1, each_entry, &f) == STORE_OK && f.seq && !f.reason[0];
    *ours = right && (!match.table || replay.ours);
    replay_fini(&replay);
    party_fini(&party);
    match_fini(&match);
    record_free(f.record);
    log_fold_fini(&f);
    return right;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct fixture fixture;

    registry_init();
    fixture_init(&fixture, NULL);
    fill(fixture.store, str_n((const char *)data, size));
    bool ours, right = strictly_right(fixture.store, &ours);
    fixture_crash(&fixture); /* another house opens on what is there */
    struct client *c = client_new(&fixture);
    bool there = false;
    for (int i = 0; i < BUCKETS && !there; i++) {
        if (!fixture.house->bucket[i])
            continue;
        there = true;
        client_enter(c, fixture.house->bucket[i]->code.text, false);
        if (c->conn && ours)
            play_on(&fixture, c);
        if (c->conn)
            use(&fixture, c);
        else if (right)
            abort();
    }
    if (right && !there)
        abort();
    fixture_close(&fixture);
    return 0;
}
