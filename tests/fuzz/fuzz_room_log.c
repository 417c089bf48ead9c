/* A store whose log may say anything: entries are parted by blank lines. Whatever it says, the
 * house opens, somebody can try to come in, and a room that could be loaded can be used and shown.
 * What an import would have let in, with its game on the table, is played on.
 */
#include "room/entry.h"
#include "room/replay.h"
#include "rules/play.h"
#include "rules/registry.h"
#include "stage.h"
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
        struct store_entry e = {
            .room = ROOM, .seq = seq, .epoch = 1, .op = (uint64_t)seq, .body = str_n(text.at, n)};

        if (store_append(s, &e, NULL, NULL) == 0)
            store_pump(s, 0);
        n = end < 0 ? text.len : (size_t)end + 2;
        text = str_n(text.at + n, text.len - n);
    }
}

static void move(struct client *c, struct sampler *sampler)
{
    const struct room *r = stage_room(c);
    struct buf text = {0};
    struct move m;

    if (!r || !r->match.table)
        return;
    seat_set mine = party_seats_of(&r->party, c->conn->guest);
    if (!mine || !play_propose(r->match.table, mine, sampler, &m))
        return;
    const struct book *b = r->match.setup.book;
    struct names names = table_names(r->match.table);
    struct jw w = jw_to(&text);
    jw_object(&w);
    schema_encode(&b->action_args[m.action], &names, m.v, &w);
    jw_end_object(&w);
    client_play(c, m.seat, b->action[m.action]->name, buf_cstr(&text));
    buf_fini(&text);
}

/* The guest of the seeds is the first client: it has a seat, and may be the host. */
static void play_on(struct stage *s, struct client *c)
{
    struct sampler sampler = sampler_new(5);

    client_send(c, "{\"ask\":\"history\",\"tag\":1}");
    for (int i = 0; i < MOVES && c->conn; i++) {
        move(c, &sampler);
        stage_pass(s, 500 + 3000 * (i % 5));
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

/* What a strict reader takes, a lenient one takes too: an import can be loaded. `ours`: and its
 * game can go on, or it has none. */
static bool strictly_right(struct store *s, bool *ours)
{
    static struct replay replay;
    struct party party;
    struct match match = {0};
    struct entry_fold f = {.party = &party,
                           .match = &match,
                           .record = record_new(),
                           .strict = true,
                           .replay = &replay};

    party_facts_init();
    party_init(&party);
    replay_init(&replay, lexicon_plain());
    bool right = store_read(s, ROOM, 1, each_entry, &f) == STORE_OK && f.seq && !f.reason[0];
    *ours = right && (!match.table || replay.ours);
    replay_fini(&replay);
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
    bool ours, right = strictly_right(stage.store, &ours);
    stage_crash(&stage); /* another house opens on what is there */
    struct client *c = client_new(&stage);
    bool there = false;
    for (int i = 0; i < BUCKETS && !there; i++) {
        if (!stage.house->bucket[i])
            continue;
        there = true;
        client_enter(c, stage.house->bucket[i]->code.text, false);
        if (c->conn && ours)
            play_on(&stage, c);
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
