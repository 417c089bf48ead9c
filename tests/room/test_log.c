/* The log of a room: snapshots and what is loaded from them, sizes, damage, other versions. */
#include "check.h"
#include "fixture.h"
#include "party/facts.h"
#include "room/log_fold.h"
#include "rules/registry.h"
#include "store/backend.h"
#include "stored.h"
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading a log ---- */

/* Folds entries from `from` on; the reason, or NULL. The party's text is added to `out`. */
static const char *fold(const struct stored_log *l, int from, bool strict, struct buf *out)
{
    static char reason[240];
    struct party party;
    struct match match = {0};
    struct log_fold f = {.party = &party,
                         .match = &match,
                         .lexicon = lexicon_plain(),
                         .record = record_new(),
                         .strict = strict,
                         .seq = from - 1};
    bool fine = true;

    party_init(&party);
    for (int i = from - 1; fine && i < l->n; i++)
        fine = log_fold_entry(&f, buf_str(&l->body[i]));
    snprintf(reason, sizeof reason, "%s", f.reason);
    if (fine && out) {
        party_snapshot(&party, out);
        log_write_rulings(f.rulings, out);
        if (match.table)
            table_dump(match.table, out);
    }
    record_free(f.record);
    log_fold_fini(&f);
    party_fini(&party);
    match_fini(&match);
    return fine ? NULL : reason;
}

static void replace(struct buf *body, const char *old, const char *new)
{
    ptrdiff_t at = str_find(buf_str(body), str_of(old));
    struct buf out = {0};

    assert_true(at >= 0);
    buf_add(&out, str_n(body->at, (size_t)at));
    buf_adds(&out, new);
    buf_add(&out, str_n(body->at + at + strlen(old), body->len - (size_t)at - strlen(old)));
    buf_fini(body);
    *body = out;
}

/* ---- snapshots ---- */

/* Some games, the last of them just begun. */
static void play_games(struct company *p, const struct book *book, int games)
{
    int seats = book->game->min_seats > 3 ? book->game->min_seats : 3;

    assert_true(company_init(p, book, seats, 11));
    for (int i = 1; i < games; i++) {
        assert_true(company_play_out(p));
        assert_true(client_do(p->c[0], "again", NULL));
    }
}

static void a_room_is_loaded_from_its_last_snapshot(void **state)
{
    (void)state;
    registry_init();
    for (int i = 0; i < registry_count(); i++) {
        struct company p;
        struct buf whole = {0}, from_base = {0};
        struct stored_log log;

        play_games(&p, registry_at(i), 2);
        assert_true(client_do(p.c[0], "pause", NULL));
        const struct room *r = client_room(p.c[0]);
        int base = (int)r->base;
        assert_int_equal(r->began, base);
        assert_true(r->head - base < base); /* the first game was longer */
        stored_log_read(&log, p.fixture.store, r->id);
        /* Reading all of it strictly, and reading what a server would, makes the same room. */
        assert_null(fold(&log, 1, true, &whole));
        assert_null(fold(&log, base, false, &from_base));
        assert_string_equal(buf_cstr(&whole), buf_cstr(&from_base));
        assert_non_null(fold(&log, base + 1, false, NULL));
        /* And the server does: what it is told of the store is the last entry and this game. */
        fixture_crash(&p.fixture);
        struct reads reads;
        reads_count(p.fixture.store, &reads);
        client_enter(p.c[0], p.c[0]->code, false);
        reads_end(p.fixture.store);
        assert_int_equal(reads.all, 1 + log.n - base + 1);
        company_return(&p);
        assert_all_agree(&p);
        stored_log_free(&log);
        buf_fini(&whole);
        buf_fini(&from_base);
        fixture_close(&p.fixture);
    }
    registry_fini();
}

static void a_long_lobby_has_snapshots_too(void **state)
{
    struct fixture s;
    struct stored_log log;

    (void)state;
    fixture_init(&s, NULL);
    struct client *a = client_new(&s);
    client_create(a, "en");
    assert_true(client_do(a, "sit", "{\"name\":\"Ann\"}"));
    for (int i = 0; i < 200; i++)
        assert_true(client_do(a, "lock", i % 2 ? "{\"on\":false}" : "{\"on\":true}"));
    const struct room *r = client_room(a);
    assert_true(r->head - r->base <= 64);
    stored_log_read(&log, s.store, r->id);
    assert_null(fold(&log, 1, true, NULL));
    stored_log_free(&log);
    fixture_fini(&s);
}

static void a_snapshot_that_lies_is_refused(void **state)
{
    static const struct {
        const char *is, *lie;
    } lies[] = {
        {"\"last_player\":3", "\"last_player\":4"},
        {"\"is\":\"player_kept\",\"player\":2", "\"is\":\"player_kept\",\"player\":7"},
        {"\"screen\":false,\"n\":", "\"screen\":false,\"n\":9"},
        {"\"games\":1", "\"games\":0"},
        {"\"end\":\"asked\"", "\"end\":\"long\""},
        {"\n{\"is\":\"guest_kept\"", "\n{\"is\":\"door_locked\",\"on\":true}"
                                     "\n{\"is\":\"guest_kept\""},
    };
    struct company p;
    struct stored_log log;

    (void)state;
    registry_init();
    play_games(&p, registry_at(0), 2);
    int base = (int)client_room(p.c[0])->base;
    stored_log_read(&log, p.fixture.store, client_room(p.c[0])->id);
    assert_null(fold(&log, 1, true, NULL));
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        struct buf *body = &log.body[base - 1], kept = {0};

        buf_add(&kept, buf_str(body));
        replace(body, lies[i].is, lies[i].lie);
        assert_non_null(fold(&log, 1, true, NULL));
        buf_fini(body);
        *body = kept;
    }
    assert_null(fold(&log, 1, true, NULL));
    stored_log_free(&log);
    company_fini(&p);
}

/* ---- order and versions ---- */

/* Whether the texts stand in this order in the last entry. */
static bool in_order(const struct stored_log *l, const char *const *order)
{
    const char *at = buf_cstr((struct buf *)&l->body[l->n - 1]);

    for (; *order && at; order++)
        at = strstr(at, *order);
    return at != NULL;
}

static void lines_stand_in_the_order_in_which_things_happened(void **state)
{
    static const char *const start[] = {"{\"base\":0,\"change\":\"snapshot\",\"format\":5",
                                        "\n{\"is\":\"room_kept\"",
                                        "\n{\"change\":\"start\"",
                                        "\n{\"is\":\"game_began\"",
                                        "\n{\"unisono\":",
                                        "\n{\"seq\":1,",
                                        NULL};
    static const char *const drawn[] = {"\n{\"seq\":1,", "\n{\"is\":\"card_seen\"", NULL};
    static const char *const rise[] = {"\"change\":\"rise\"",
                                       "\n{\"seq\":", "\n{\"is\":\"player_rose\"", NULL};
    int draws = 0;

    (void)state;
    registry_init();
    for (int i = 0; i < registry_count(); i++) {
        struct company p;
        struct stored_log log;

        play_games(&p, registry_at(i), 1);
        stored_log_read(&log, p.fixture.store, client_room(p.c[0])->id);
        assert_true(in_order(&log, start));
        draws += in_order(&log, drawn);
        stored_log_free(&log);
        assert_true(client_do(p.c[1], "rise", "{\"player\":2}"));
        stored_log_read(&log, p.fixture.store, client_room(p.c[0])->id);
        assert_true(in_order(&log, rise));
        stored_log_free(&log);
        fixture_close(&p.fixture);
    }
    assert_true(draws > 0);
    registry_fini();
}

static void members_of_later_versions(void **state)
{
    struct two *t = *state;
    struct client *a = t->a;
    struct stored_log log;

    stored_log_read(&log, t->fixture.store, client_room(a)->id);
    /* Something more that this version does not know: an import refuses it, a server passes over.
     */
    replace(&log.body[1], "\"change\":\"sit\"", "\"change\":\"sit\",\"mood\":\"good\"");
    assert_string_equal(fold(&log, 1, true, NULL),
                        "the head of a change has a member that is not known");
    assert_null(fold(&log, 1, false, NULL));
    replace(&log.body[1], ",\"mood\":\"good\"", "");
    replace(&log.body[1], "\"is\":\"player_sat\"", "\"is\":\"player_sat\",\"mood\":\"good\"");
    assert_string_equal(fold(&log, 1, true, NULL), "a fact of the room is not known");
    assert_null(fold(&log, 1, false, NULL));
    /* Another format is not guessed at. */
    replace(&log.body[0], "\"format\":5", "\"format\":6");
    assert_string_equal(fold(&log, 1, false, NULL),
                        "this log is from a newer version of the program");
    stored_log_free(&log);
}

/* Into another room of the same house. */
static void write_log(struct fixture *s, const struct stored_log *log, int64_t room)
{
    for (int i = 0; i < log->n; i++) {
        struct store_entry e = {.room = room,
                                .seq = i + 1,
                                .epoch = 1,
                                .prev = i ? (uint64_t)i + 6 : 0,
                                .op = (uint64_t)i + 7,
                                .body = buf_str(&log->body[i])};

        assert_int_equal(store_append(s->store, &e, NULL, NULL), 0);
        store_pump(s->store, 0);
    }
}

/* A log of the second format goes on in this one from the next snapshot: an earlier program says
 * that it is too new, not that it is broken. */
static void a_log_of_the_second_format_goes_on(void **state)
{
    struct two *t = *state;
    struct client *a = t->a, *b = t->b;
    struct stored_log log;
    char day[32];

    stored_log_read(&log, t->fixture.store, client_room(a)->id);
    snprintf(day, sizeof day, ",\"day\":%lld", (long long)t->fixture.house->services.day);
    for (int i = 0; i < log.n; i++) {
        replace(&log.body[i], day, "");
        if (str_find(buf_str(&log.body[i]), STR("\"format\":5")) >= 0)
            replace(&log.body[i], "\"format\":5", "\"format\":2");
    }
    assert_null(fold(&log, 1, true, NULL));
    store_purge(t->fixture.store, client_room(a)->id, 0, NULL, NULL);
    store_pump(t->fixture.store, 0);
    write_log(&t->fixture, &log, 77);
    stored_log_free(&log);
    fixture_crash(&t->fixture);
    client_enter(a, a->code, false);
    assert_int_equal(a->hung_up, 0);
    client_enter(b, a->code, false);
    assert_non_null(client_room(a)->match.table); /* the game goes on */
    assert_int_equal(client_room(a)->format, 2);
    /* What only this format can tell waits for it; but who is shown out goes. */
    char with[40];
    snprintf(with, sizeof with, "{\"player\":%d}", client_room(a)->party.player[1].id);
    assert_true(client_do(a, "remove", with));
    assert_int_equal(b->hung_up, 4008);
    assert_int_equal(client_room(a)->party.barred, 0);
    assert_true(client_do(a, "lobby", NULL));
    assert_true(client_do(a, "lock", "{\"on\":true}"));
    assert_int_equal(client_room(a)->format, LOG_FORMAT);
    assert_int_equal(client_room(a)->base, client_room(a)->head);
    stored_log_read(&log, t->fixture.store, 77);
    assert_null(fold(&log, 1, true, NULL));
    stored_log_free(&log);
}

static const struct store_ops *sound;
static int64_t damaged_from;

static enum store_result read_damaged(struct store *s, int64_t room, int64_t from,
                                      store_each_entry *each, void *arg)
{
    return from >= damaged_from ? STORE_CORRUPT : sound->read(s, room, from, each, arg);
}

/* A last entry that cannot be read when a server starts closes its room, and no more than that. */
static void a_damaged_end_of_a_log_closes_the_room_alone(void **state)
{
    struct two *t = *state;
    struct client *a = t->a, *b = t->b;

    sound = t->fixture.store->ops;
    struct store_ops ops = *sound;
    ops.read = read_damaged;
    damaged_from = client_room(a)->head;
    t->fixture.store->ops = &ops;
    fixture_crash(&t->fixture);
    for (int i = 0; i < 2; i++) {
        client_enter(a, a->code, false);
        assert_int_equal(a->hung_up, 1013);
        assert_string_equal(a->error, "broken");
    }
    client_create(b, "en");
    assert_true(client_do(b, "sit", "{\"name\":\"Ben\"}"));
    t->fixture.store->ops = sound; /* it was the disk: the room is there again */
    client_enter(a, a->code, false);
    assert_int_equal(a->hung_up, 0);
}

/* ---- sizes ---- */

/* How much there is in a log is known without reading all of it. */
static void the_size_of_a_log_survives_a_restart(void **state)
{
    struct company p;

    (void)state;
    registry_init();
    play_games(&p, registry_at(0), 2);
    struct stored_log log;
    int64_t bytes = 0;
    stored_log_read(&log, p.fixture.store, client_room(p.c[0])->id);
    for (int i = 0; i < log.n; i++)
        bytes += (int64_t)log.body[i].len;
    assert_int_equal(client_room(p.c[0])->bytes, bytes);
    int64_t base_bytes = client_room(p.c[0])->base_bytes;
    fixture_crash(&p.fixture);
    client_enter(p.c[0], p.c[0]->code, false);
    assert_int_equal(client_room(p.c[0])->base_bytes, base_bytes);
    assert_true(client_room(p.c[0])->bytes >= bytes);
    stored_log_free(&log);
    company_fini(&p);
}

/* ---- damage ---- */

static int64_t damaged_room;

static enum store_result corrupt_read(struct store *s, int64_t room, int64_t from,
                                      store_each_entry *each, void *arg)
{
    if (room == damaged_room)
        return STORE_CORRUPT;
    return sound->read(s, room, from, each, arg);
}

static int submit_elsewhere(struct store *s, const struct store_request *request)
{
    struct store_request moved = *request;

    if (moved.kind == STORE_APPEND && moved.entry.room == damaged_room)
        moved.entry.seq += 7;
    return sound->submit(s, &moved);
}

/* The store refuses an entry, and then the room cannot be read again either. */
static void a_room_that_cannot_be_read_is_closed_alone(void **state)
{
    struct two *t = *state;
    struct client *a = t->a, *b = t->b;

    struct client *other = client_new(&t->fixture), *late = client_new(&t->fixture);
    client_create(other, "en");
    sound = t->fixture.store->ops;
    struct store_ops failing = *sound;
    failing.read = corrupt_read;
    failing.submit = submit_elsewhere;
    damaged_room = client_room(a)->id;
    t->fixture.store->ops = &failing;
    t->fixture.together = true;
    client_do(a, "pause", NULL);
    client_enter(late, a->code, false); /* its hello waits for the writing */
    t->fixture.together = false;
    fixture_settle(&t->fixture);
    struct client *const guests[] = {a, b, late};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(guests[i]->hung_up, 1013);
        assert_string_equal(guests[i]->error, "broken");
    }
    assert_int_equal(house_count(t->fixture.house).unreadable, 1);
    /* Nobody is let in, and everything else goes on. */
    client_enter(b, a->code, false);
    assert_string_equal(b->error, "broken");
    assert_true(client_do(other, "sit", "{\"name\":\"Zoe\"}"));
    fixture_pass(&t->fixture, 100000);
    client_enter(b, a->code, false);
    assert_string_equal(b->error, "broken");
    assert_int_equal(house_count(t->fixture.house).loaded, 1);
    /* Whoever mends the store has the room as it was. */
    t->fixture.store->ops = sound;
    client_enter(a, a->code, false);
    client_enter(b, a->code, false);
    assert_true(client_do(a, "pause", NULL));
    assert_agrees(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_is_loaded_from_its_last_snapshot),
        cmocka_unit_test(a_long_lobby_has_snapshots_too),
        OF_TWO(a_log_of_the_second_format_goes_on),
        OF_TWO(a_damaged_end_of_a_log_closes_the_room_alone),
        cmocka_unit_test(a_snapshot_that_lies_is_refused),
        cmocka_unit_test(lines_stand_in_the_order_in_which_things_happened),
        OF_TWO(members_of_later_versions),
        cmocka_unit_test(the_size_of_a_log_survives_a_restart),
        OF_TWO(a_room_that_cannot_be_read_is_closed_alone),
    };

    return cmocka_run_group_tests_name("room log", tests, NULL, NULL);
}
