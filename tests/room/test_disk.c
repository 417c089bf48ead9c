/* A store that fails or does not answer: tables wait, nobody is sent away, nothing is said to be
 * lost that may still land, and everything goes on when the store does. */
#include "check.h"
#include "fixture.h"
#include "house/console.h"
#include "rules/registry.h"
#include "store/backend.h"

#include <stdlib.h>
#include <string.h>

/* ---- a disk that fails ---- */

enum mode {
    WORKS,
    FULL,        /* UNAVAILABLE, nothing is written */
    LOSES,       /* UNKNOWN, nothing is written */
    LOSES_AFTER, /* UNKNOWN, and it is written */
    HANGS,       /* no answer at all */
    GONE,        /* the room was purged */
};

static struct {
    const struct store_ops *honest;
    struct store_ops ops;
    enum mode mode;
    struct store_request pending[64];
    int n;
    int tries;
    uint64_t op; /* of the last try */
    struct buf body;
    bool same; /* every try had the name and the bytes of the one before */
} disk;

static void unheard(void *arg, enum store_result result)
{
    (void)arg, (void)result;
}

static int disk_submit(struct store *s, const struct store_request *request)
{
    struct store_request copy = *request;

    if (request->kind == STORE_PURGE && disk.mode == FULL) {
        copy.result = STORE_UNAVAILABLE;
        disk.pending[disk.n++] = copy;
        return 0;
    }
    if (request->kind != STORE_APPEND || disk.mode == WORKS)
        return disk.honest->submit(s, request);
    if (disk.tries++)
        disk.same &=
            disk.op == request->entry.op && str_eq(buf_str(&disk.body), request->entry.body);
    disk.op = request->entry.op;
    buf_clear(&disk.body);
    buf_add(&disk.body, request->entry.body);
    copy.result = disk.mode == FULL   ? STORE_UNAVAILABLE
                  : disk.mode == GONE ? STORE_GONE
                                      : STORE_UNKNOWN;
    disk.pending[disk.n++] = copy;
    if (disk.mode == LOSES_AFTER) {
        copy.done = unheard;
        return disk.honest->submit(s, &copy);
    }
    return 0;
}

static int disk_pump(struct store *s, int ms)
{
    int answered = disk.honest->pump(s, ms), n = disk.n;

    if (disk.mode == HANGS)
        return answered;
    disk.n = 0;
    for (int i = 0; i < n; i++) {
        struct store_request r = disk.pending[i];

        r.done(r.arg, r.result);
    }
    return answered + n;
}

static void disk_put(struct fixture *s)
{
    buf_fini(&disk.body);
    memset(&disk, 0, sizeof disk);
    disk.same = true;
    disk.honest = s->store->ops;
    disk.ops = *s->store->ops;
    disk.ops.submit = disk_submit;
    disk.ops.pump = disk_pump;
    s->store->ops = &disk.ops;
}

static void sit_down(struct company *p)
{
    registry_init();
    const struct book *book = registry_at(0);

    assert_true(company_init(p, book, book->game->min_seats > 3 ? book->game->min_seats : 3, 7));
    disk_put(&p->fixture);
}

static bool was_sent(const struct client *c, const char *text)
{
    return strstr(buf_cstr(&c->traffic), text) != NULL;
}

static void everybody_is_here(const struct company *p)
{
    for (int i = 0; i < p->seats; i++) {
        assert_int_equal(p->c[i]->hung_up, 0);
        assert_non_null(p->c[i]->conn->room);
        assert_string_not_equal(p->c[i]->refusal, "not_stored");
    }
}

/* ---- it fails, for a while ---- */

static void fails_for_a_while(enum mode mode, enum mode then)
{
    struct company p;
    struct move move;

    sit_down(&p);
    assert_true(company_until_move(&p, 0, &move));
    struct client *mover = p.c[0];
    int64_t head = client_room(mover)->head;
    for (int i = 0; i < p.seats; i++)
        client_forget(p.c[i]);
    client_forget(p.tv);

    disk.mode = mode;
    assert_false(client_move(mover, &move));
    assert_null(house_trouble(p.fixture.house)); /* one failure is no illness */
    fixture_pass(&p.fixture, 2000);
    assert_non_null(house_trouble(p.fixture.house));
    assert_int_equal(house_count(p.fixture.house).waiting, 1);
    disk.mode = then;
    fixture_pass(&p.fixture, 60000);
    everybody_is_here(&p);
    for (int i = 0; i < p.seats; i++)
        assert_true(was_sent(p.c[i], "{\"waits\":true}"));
    assert_true(was_sent(p.tv, "{\"waits\":true}"));
    assert_false(was_sent(mover, "\"ack\""));
    assert_true(disk.same);
    if (mode != HANGS) {
        assert_true(disk.tries > 10);
        assert_true(disk.tries < 100); /* it is not asked all the time */
    }
    /* Whoever comes meanwhile learns why nothing happens; so does whoever asks for the time. */
    struct client *late = client_new(&p.fixture);
    client_enter(late, mover->code, false);
    assert_true(was_sent(late, "{\"waits\":true}"));
    assert_false(was_sent(late, "welcome"));

    disk.mode = WORKS;
    fixture_pass(&p.fixture, 2000);
    assert_null(house_trouble(p.fixture.house));
    assert_int_equal(mover->acked, mover->n);
    assert_true(was_sent(mover, "{\"waits\":false}"));
    assert_true(was_sent(p.tv, "{\"waits\":false}"));
    assert_true(was_sent(late, "welcome"));
    everybody_is_here(&p);
    assert_true(client_room(mover)->head > head);
    assert_all_agree(&p);
    assert_true(company_play_out(&p));
    /* And it is what the log says. */
    fixture_crash(&p.fixture);
    company_return(&p);
    assert_all_agree(&p);
    company_fini(&p);
}

static void a_full_disk_holds_the_table(void **state)
{
    (void)state;
    fails_for_a_while(FULL, FULL);
}

static void lost_answers_hold_the_table(void **state)
{
    (void)state;
    fails_for_a_while(LOSES, LOSES);
    fails_for_a_while(LOSES_AFTER, LOSES_AFTER);
}

static void an_entry_that_may_land_is_never_called_lost(void **state)
{
    (void)state;
    fails_for_a_while(LOSES_AFTER, FULL);
    fails_for_a_while(LOSES, FULL);
}

static void a_store_that_is_silent_is_noticed(void **state)
{
    struct company p;
    struct move move;

    (void)state;
    fails_for_a_while(HANGS, HANGS);
    sit_down(&p);
    assert_true(company_until_move(&p, 0, &move));
    disk.mode = HANGS;
    client_move(p.c[0], &move);
    fixture_pass(&p.fixture, 60000);
    assert_int_equal(disk.tries, 1); /* its answer is still awaited */
    assert_string_equal(house_trouble(p.fixture.house), "it does not answer");
    disk.mode = WORKS;
    fixture_pass(&p.fixture, 2000);
    assert_null(house_trouble(p.fixture.house));
    company_fini(&p);
}

/* ---- what is settled ---- */

static void one_table_that_is_gone_is_no_illness(void **state)
{
    struct company p;
    struct move move;

    (void)state;
    sit_down(&p);
    assert_true(company_until_move(&p, 0, &move));
    disk.mode = GONE;
    client_move(p.c[0], &move);
    assert_string_equal(p.c[0]->refusal, "not_stored"); /* it can be loaded, and is */
    disk.mode = WORKS;
    fixture_pass(&p.fixture, 5000);
    assert_null(house_trouble(p.fixture.house));
    assert_false(was_sent(p.c[0], "waits"));
    company_fini(&p);
}

static void a_room_is_founded_when_the_disk_works_again(void **state)
{
    struct fixture s;

    (void)state;
    fixture_init(&s, NULL);
    disk_put(&s);
    disk.mode = FULL;
    struct client *a = client_new(&s);
    client_create(a, "en");
    fixture_pass(&s, 30000);
    assert_int_equal(a->hung_up, 0);
    assert_true(was_sent(a, "{\"waits\":true}"));
    client_drop(a); /* nobody waits any more: the house does not forget what may have landed */
    fixture_pass(&s, 300000);
    assert_int_equal(house_count(s.house).waiting, 1);
    client_create(a, "en"); /* the same device finds the same room */
    disk.mode = WORKS;
    fixture_pass(&s, 2000);
    assert_true(was_sent(a, "welcome"));
    assert_int_equal(house_count(s.house).rooms, 1);
    assert_true(client_do(a, "sit", "{\"name\":\"Ann\"}"));
    fixture_fini(&s);
}

static bool count_room(void *arg, const struct store_room *room)
{
    (void)room;
    ++*(int *)arg;
    return true;
}

static int stored_rooms(const struct fixture *s)
{
    int n = 0;

    assert_int_equal(store_rooms(s->store, count_room, &n), STORE_OK);
    return n;
}

/* Whoever runs the server has closed it for good, on a disk that is full just then. */
static void a_closed_table_goes_when_the_disk_works_again(void **state)
{
    struct fixture s;
    int64_t id;

    (void)state;
    fixture_init(&s, NULL);
    struct client *a = client_new(&s);
    client_create(a, "en");
    disk_put(&s);
    disk.mode = FULL;
    assert_null(house_close_table(s.house, str_of(a->code), &id));
    fixture_pass(&s, 200000);
    assert_int_equal(a->hung_up, 4010);
    assert_int_equal(stored_rooms(&s), 1);
    client_enter(a, a->code, false);
    assert_int_equal(a->hung_up, 4010); /* nobody is let in meanwhile */
    disk.mode = WORKS;
    fixture_pass(&s, 61000);
    assert_int_equal(stored_rooms(&s), 0);
    assert_int_equal(house_count(s.house).rooms, 0);
    client_enter(a, a->code, false);
    assert_int_equal(a->hung_up, 4004);
    assert_true(house_due(s.house) == INT64_MAX); /* and nothing is left to be tried */
    fixture_fini(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_holds_the_table),
        cmocka_unit_test(lost_answers_hold_the_table),
        cmocka_unit_test(an_entry_that_may_land_is_never_called_lost),
        cmocka_unit_test(a_store_that_is_silent_is_noticed),
        cmocka_unit_test(one_table_that_is_gone_is_no_illness),
        cmocka_unit_test(a_room_is_founded_when_the_disk_works_again),
        cmocka_unit_test(a_closed_table_goes_when_the_disk_works_again),
    };
    int failed = cmocka_run_group_tests_name("room disk", tests, NULL, NULL);

    buf_fini(&disk.body);
    return failed;
}
