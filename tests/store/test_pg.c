/* The conformance suite over PostgreSQL with a standby, and what only a server elsewhere can do.
 * Run by postgres.py. */
#include "check.h"
#include "store/backends.h"
#include "subjects.h"
#include "suite.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct subject pg = {"pg", open_pg, true};

struct trial_case {
    const struct check *check;
    char name[100];
};

static void conforms(void **state)
{
    const struct trial_case *c = *state;
    char why[200];

    if (!suite_check(c->check, &pg, why))
        fail_msg("%s", why);
}

static void on_primary(const char *text)
{
    PGconn *db = PQconnectdb(getenv("TEST_PG_PRIMARY"));
    PGresult *r = PQexec(db, text);

    if (PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", text, PQerrorMessage(db));
    PQclear(r);
    PQfinish(db);
}

static void set(const char *what)
{
    char text[300];

    snprintf(text, sizeof text, "alter system set %s", what);
    on_primary(text);
    on_primary("select pg_reload_conf()");
}

/* The one that is there confirms, or one that is not is waited for. */
static const char STANDBY[] = "synchronous_standby_names = 'ANY 1 (standby1)'";
static const char NO_STANDBY[] = "synchronous_standby_names = 'ANY 1 (gone)'";

static struct store *opened(void)
{
    static int n;
    char path[40];

    snprintf(path, sizeof path, "of a test of its own %d", ++n);
    return open_pg(path);
}

/* Asks until the answer is the one that is awaited: settings reach a server's processes a moment
 * after they were changed. */
static int put_until(struct store *s, int64_t room, int64_t seq, enum store_result wanted)
{
    int result = -1;

    for (int i = 0; i < 200 && result != (int)wanted; i++) {
        result = put(s, room, seq, (uint64_t)seq, "entry");
        if (result != (int)wanted && result == STORE_OK)
            seq++;
    }
    return result;
}

static void refuses_to_write_where_a_loss_would_lose_moves(void **state)
{
    static const char *const unsafe[][3] = {
        {"synchronous_standby_names = ''", "synchronous_standby_names is empty", STANDBY},
        {"fsync = off", "fsync is off", "fsync = on"},
        {"full_page_writes = off", "full_page_writes is off", "full_page_writes = on"},
    };
    struct store *s = opened();

    (void)state;
    for (size_t i = 0; i < sizeof unsafe / sizeof unsafe[0]; i++) {
        int64_t room = 10 + (int64_t)i;
        struct store_problem problem;
        struct store *other = NULL;

        assert_int_equal(put(s, room, 1, 1, "safe"), STORE_OK);
        set(unsafe[i][0]);
        assert_int_equal(put_until(s, room, 2, STORE_UNAVAILABLE), STORE_UNAVAILABLE);
        assert_non_null(strstr(store_reason(s), "would not survive the loss of this server"));
        assert_non_null(strstr(store_reason(s), unsafe[i][1]));
        assert_true(store_pg_open(&other, getenv("TEST_PG"), NULL, &problem) < 0);
        assert_non_null(strstr(problem.reason, unsafe[i][1]));
        int64_t length = log_length(s, room); /* it can still be read */
        assert_true(length >= 1);
        set(unsafe[i][2]);
        assert_int_equal(put_until(s, room, length + 1, STORE_OK), STORE_OK);
    }
    store_free(s);
}

static void an_engine_that_replicates_below_itself_may_be_trusted(void **state)
{
    struct store_problem problem;
    struct store *s = NULL;

    (void)state;
    store_free(opened());
    set("synchronous_standby_names = ''");
    assert_int_equal(
        store_pg_open(&s, getenv("TEST_PG"), &(struct store_pg_options){.alone = true}, &problem),
        0);
    assert_int_equal(put_until(s, 1, 1, STORE_OK), STORE_OK);
    store_free(s);
    set(STANDBY);
}

static void noted(void *arg, enum store_result result)
{
    *(int *)arg = (int)result;
}

static void append_one(struct store *s, int64_t room, int *answer)
{
    struct store_entry e = {.room = room, .seq = 1, .epoch = 1, .op = 7, .body = STR("held")};

    *answer = -1;
    assert_int_equal(store_append(s, &e, noted, answer), 0);
}

/* The first room whose entry is not confirmed: until then the new settings had not reached all of
 * the server's processes. */
static int64_t append_that_waits(struct store *s, int *answer)
{
    for (int64_t room = 2;; room++) {
        append_one(s, room, answer);
        for (int i = 0; i < 10 && *answer < 0; i++)
            store_pump(s, 50);
        if (*answer < 0)
            return room;
    }
}

/* No confirmation without a standby: the move waits, and is there once when the standby is. */
static void g3_nothing_is_confirmed_while_the_standby_is_gone(void **state)
{
    struct store *s = opened(), *other = NULL;
    struct store_problem problem;
    int answer, other_answer;

    (void)state;
    assert_int_equal(store_pg_open(&other, getenv("TEST_PG"), NULL, &problem), 0);
    set(NO_STANDBY);
    int64_t room = append_that_waits(s, &answer);
    for (int i = 0; i < 10; i++)
        store_pump(s, 100);
    assert_int_equal(answer, -1);
    assert_int_equal(log_length(other, room), 0); /* and nobody else sees it */
    append_one(other, room, &other_answer);       /* the same op and bytes: a repeat */
    for (int i = 0; i < 5; i++)
        store_pump(other, 100);
    assert_int_equal(other_answer, -1);
    set(STANDBY);
    for (int i = 0; i < 200 && (answer < 0 || other_answer < 0); i++) {
        store_pump(s, 50);
        store_pump(other, 50);
    }
    assert_int_equal(answer, STORE_OK);
    assert_int_equal(other_answer, STORE_OK);
    assert_int_equal(log_length(s, room), 1);
    store_free(s);
    store_free(other);
}

/* A wait that an administrator cut short has stored a row that no standby has. */
static void g5_a_commit_that_was_cut_short_is_not_confirmed(void **state)
{
    struct store *s = opened();
    int answer;

    (void)state;
    set(NO_STANDBY);
    int64_t room = append_that_waits(s, &answer);
    for (int i = 0; i < 100 && answer < 0; i++) {
        on_primary(
            "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
        store_pump(s, 50);
    }
    assert_int_equal(answer, STORE_UNKNOWN);
    assert_int_equal(log_length(s, room), 1); /* there it is, on one machine */
    append_one(s, room, &answer);
    for (int i = 0; i < 10; i++)
        store_pump(s, 100);
    assert_int_equal(answer, -1); /* so a repeat waits until a standby has it */
    set(STANDBY);
    for (int i = 0; i < 200 && answer < 0; i++)
        store_pump(s, 50);
    assert_int_equal(answer, STORE_OK);
    store_free(s);
}

/* A server that was replaced, and does not know yet, has not what the other one has: it must not
 * say that an entry, which may be safe there, is refused. */
static void g5_nothing_is_refused_while_nothing_is_confirmed(void **state)
{
    struct store *s = opened(), *other = NULL;
    struct store_problem problem;
    struct store_entry late = {
        .room = 1, .seq = 3, .epoch = 1, .prev = 2, .op = 9, .body = STR("behind a gap")};
    struct store_doc doc = {.key = STR("doc"), .prev = 77, .op = 78, .body = STR("of another")};
    int answer, refused = -1, doc_refused = -1;

    (void)state;
    assert_int_equal(store_pg_open(&other, getenv("TEST_PG"), NULL, &problem), 0);
    assert_int_equal(put(s, 1, 1, 1, "one"), STORE_OK);
    set(NO_STANDBY);
    append_that_waits(s, &answer);
    assert_int_equal(store_append(other, &late, noted, &refused), 0);
    assert_int_equal(store_doc_put(other, &doc, noted, &doc_refused), 0);
    for (int i = 0; i < 10; i++)
        store_pump(other, 100);
    assert_int_equal(refused, -1);
    assert_int_equal(doc_refused, -1);
    set(STANDBY);
    for (int i = 0; i < 200 && (answer < 0 || refused < 0 || doc_refused < 0); i++) {
        store_pump(s, 50);
        store_pump(other, 50);
    }
    assert_int_equal(refused, STORE_CONFLICT);
    assert_int_equal(doc_refused, STORE_CONFLICT);
    store_free(s);
    store_free(other);
}

static void a_connection_that_is_cut_is_made_again(void **state)
{
    struct store *s = opened();
    int result = -1;

    (void)state;
    for (int64_t seq = 1; seq <= 20; seq++) {
        for (int i = 0; i < 100 && result != STORE_OK; i++) {
            result = put(s, 1, seq, (uint64_t)seq, "entry");
            assert_true(result == STORE_OK || result == STORE_UNKNOWN ||
                        result == STORE_UNAVAILABLE);
        }
        assert_int_equal(result, STORE_OK);
        result = -1;
        if (seq % 5 == 0)
            on_primary("select pg_terminate_backend(pid) from pg_stat_activity"
                       " where application_name = 'unisono'");
    }
    for (int i = 0; i < 50 && log_length(s, 1) < 0; i++)
        ;
    assert_int_equal(log_length(s, 1), 20);
    store_free(s);
}

/* Two nodes that write to the same rooms: each entry is one's, and both agree whose. */
enum { RACERS = 2, RACE_ROOMS = 40, RACE_ROUNDS = 15 };

static void g1_two_nodes_race_and_one_wins_each_entry(void **state)
{
    struct store *s[RACERS] = {opened(), NULL};
    static int answer[RACERS][RACE_ROOMS];
    struct store_problem problem;
    int won[RACERS] = {0};

    (void)state;
    assert_int_equal(store_pg_open(&s[1], getenv("TEST_PG"), NULL, &problem), 0);
    for (int round = 1; round <= RACE_ROUNDS; round++) {
        for (int i = 0; i < RACE_ROOMS; i++) {
            for (int n = 0; n < RACERS; n++) {
                /* In opposite orders: a batch that were not sorted would deadlock. */
                int64_t room = n ? RACE_ROOMS - i : i + 1;
                struct store_entry e = {.room = room,
                                        .seq = round,
                                        .epoch = 1,
                                        .prev = round > 1 ? log_op(s[0], room, round - 1) : 0,
                                        .op = (uint64_t)(round * 10 + n),
                                        .body = STR("mine")};

                answer[n][room - 1] = -1;
                assert_int_equal(store_append(s[n], &e, noted, &answer[n][room - 1]), 0);
            }
        }
        for (bool open = true; open;) {
            open = false;
            for (int n = 0; n < RACERS; n++) {
                store_pump(s[n], 5);
                for (int i = 0; i < RACE_ROOMS; i++)
                    open = open || answer[n][i] < 0;
            }
        }
        for (int i = 0; i < RACE_ROOMS; i++) {
            int winner = answer[0][i] == STORE_OK ? 0 : 1;

            assert_int_equal(answer[winner][i], STORE_OK);
            assert_int_equal(answer[1 - winner][i], STORE_CONFLICT);
            assert_true(log_has(s[0], i + 1, round, (uint64_t)(round * 10 + winner), "mine"));
            won[winner]++;
        }
    }
    print_message("# %d won by one, %d by the other\n", won[0], won[1]);
    store_free(s[0]);
    store_free(s[1]);
}

static void tells_what_there_is(void **state)
{
    struct store *s = opened();
    struct store_problem problem;
    struct buf text = {0};
    bool sound = false;

    (void)state;
    assert_int_equal(put(s, 1, 1, 1, "one"), STORE_OK);
    assert_int_equal(put_beat(s, &(struct store_session){.node = 255,
                                                         .ttl = 3000,
                                                         .format = 2,
                                                         .address = STR("10.0.0.7:8080"),
                                                         .version = STR("9.9")}),
                     STORE_OK);
    assert_int_equal(store_pg_status(getenv("TEST_PG"), false, &text, &sound, &problem), 0);
    assert_true(sound);
    assert_non_null(strstr(buf_cstr(&text), "1 kept, 0 removed"));
    assert_non_null(strstr(buf_cstr(&text), "ff  10.0.0.7:8080  version 9.9  format 2"));
    assert_non_null(strstr(buf_cstr(&text), "standby1  quorum"));
    buf_fini(&text);
    store_free(s);
}

static void says_what_is_missing(void **state)
{
    struct store_problem problem;
    struct store *s = NULL;

    (void)state;
    store_free(opened());
    on_primary("alter schema unisono rename to elsewhere");
    assert_true(store_pg_open(&s, getenv("TEST_PG"), NULL, &problem) < 0);
    assert_non_null(strstr(problem.reason, "unisono store init"));
    on_primary("alter schema elsewhere rename to unisono");
    on_primary("update unisono.meta set format = 99");
    assert_true(store_pg_open(&s, getenv("TEST_PG"), NULL, &problem) < 0);
    assert_non_null(strstr(problem.reason, "format 99"));
    on_primary("update unisono.meta set format = 1");
    assert_true(store_pg_open(&s, "postgresql://nobody@127.0.0.1:1/none", NULL, &problem) < 0);
    assert_true(strlen(problem.reason) > 0);
    assert_null(s);
}

/* Also after a test that failed. */
static int settle(void **state)
{
    (void)state;
    set(STANDBY);
    return 0;
}

int main(void)
{
#define SETTLED(test) cmocka_unit_test_setup_teardown(test, NULL, settle)
    enum { MOST = 100 };
    static struct trial_case cases[MOST];
    const struct check *check;
    struct CMUnitTest tests[MOST] = {
        SETTLED(refuses_to_write_where_a_loss_would_lose_moves),
        SETTLED(an_engine_that_replicates_below_itself_may_be_trusted),
        SETTLED(g3_nothing_is_confirmed_while_the_standby_is_gone),
        SETTLED(g5_a_commit_that_was_cut_short_is_not_confirmed),
        SETTLED(g5_nothing_is_refused_while_nothing_is_confirmed),
        SETTLED(a_connection_that_is_cut_is_made_again),
        SETTLED(g1_two_nodes_race_and_one_wins_each_entry),
        SETTLED(tells_what_there_is),
        SETTLED(says_what_is_missing),
    };
    size_t n = 9;

    for (int i = 0; (check = suite_at(i)) && n < MOST; i++) {
        struct trial_case *c = &cases[n];

        c->check = check;
        snprintf(c->name, sizeof c->name, "pg: %s", check->name);
        tests[n++] =
            (struct CMUnitTest){.name = c->name, .test_func = conforms, .initial_state = c};
    }
    return _cmocka_run_group_tests("store-pg", tests, n, NULL, NULL);
}
