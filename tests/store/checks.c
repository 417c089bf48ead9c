/* Checks of logs; each names the guarantee of store/store.h it is about. */
#include "base/err.h"
#include "doubles.h"
#include "store/backend.h"
#include "suite.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Until something is answered: an engine elsewhere takes its time. */
static int pump_some(struct store *s)
{
    int answered = 0;

    for (int i = 0; i < 100 && !answered; i++)
        answered = store_pump(s, 100);
    return answered;
}

static bool g1_a_log_is_dense_from_one(struct trial *t)
{
    char body[32];

    EXPECT(t, log_length(t->store, 7) == 0);
    for (int i = 1; i <= 40; i++) {
        snprintf(body, sizeof body, "entry %d", i);
        EXPECT(t, put(t->store, 7, i, 100 + (uint64_t)i, body) == STORE_OK);
        EXPECT(t, log_length(t->store, 7) == i);
    }
    for (int i = 1; i <= 40; i++) {
        snprintf(body, sizeof body, "entry %d", i);
        EXPECT(t, log_has(t->store, 7, i, 100 + (uint64_t)i, body));
    }
    EXPECT(t, !log_has(t->store, 7, 41, 141, "entry 41"));
    EXPECT(t, log_length(t->store, 8) == 0);
    return true;
}

static bool g2_only_directly_after_the_predecessor(struct trial *t)
{
    EXPECT(t, put(t->store, 1, 2, 1, "b") == STORE_CONFLICT);
    EXPECT(t, put(t->store, 1, 1, 1, "a") == STORE_OK);
    EXPECT(t, put(t->store, 1, 3, 2, "c") == STORE_CONFLICT);
    EXPECT(t, put(t->store, 1, 1, 3, "x") == STORE_CONFLICT);
    EXPECT(t, put(t->store, 1, 1000000, 4, "y") == STORE_CONFLICT);
    EXPECT(t, log_length(t->store, 1) == 1); /* G4: nothing was written */
    EXPECT(t, log_has(t->store, 1, 1, 1, "a"));
    EXPECT(t, put(t->store, 1, 2, 5, "b") == STORE_OK);
    EXPECT(t, put(t->store, 2, 2, 6, "b") == STORE_CONFLICT); /* the neighbour's log is no help */
    EXPECT(t, log_length(t->store, 1) == 2);
    EXPECT(t, log_length(t->store, 2) == 0);
    return true;
}

static bool g2_an_epoch_never_falls(struct trial *t)
{
    struct store_entry e = {.room = 5, .seq = 1, .epoch = 2, .op = 1, .body = STR("a")};

    EXPECT(t, put_entry(t->store, &e) == STORE_OK);
    e.seq = 2, e.prev = 1, e.op = 2, e.epoch = 1;
    EXPECT(t, put_entry(t->store, &e) == STORE_CONFLICT);
    EXPECT(t, log_length(t->store, 5) == 1);
    e.epoch = 3;
    EXPECT(t, put_entry(t->store, &e) == STORE_OK);
    e.seq = 3, e.prev = 2, e.op = 3;
    EXPECT(t, put_entry(t->store, &e) == STORE_OK);
    return true;
}

/* A node that has read an entry from an engine that was replaced builds on what does not exist. */
static bool g2_only_after_the_entry_that_was_read(struct trial *t)
{
    struct store_entry e = {.room = 5, .seq = 2, .epoch = 1, .op = 20, .body = STR("b")};

    EXPECT(t, put(t->store, 5, 1, 10, "a") == STORE_OK);
    e.prev = 11;
    EXPECT(t, put_entry(t->store, &e) == STORE_CONFLICT);
    e.prev = 0;
    EXPECT(t, put_entry(t->store, &e) == STORE_CONFLICT);
    EXPECT(t, log_length(t->store, 5) == 1);
    e.prev = 10;
    EXPECT(t, put_entry(t->store, &e) == STORE_OK);
    e.seq = 3, e.op = 30, e.prev = 10; /* also directly after one that this store has written */
    EXPECT(t, put_entry(t->store, &e) == STORE_CONFLICT);
    e.prev = 20;
    EXPECT(t, put_entry(t->store, &e) == STORE_OK);
    EXPECT(t, log_length(t->store, 5) == 3);
    return true;
}

static bool note_readable(struct store *s, int64_t room, int64_t seq)
{
    return log_has(s, room, seq, 9, "confirmed");
}

struct reader {
    struct store *store;
    bool readable;
};

static void read_in_callback(void *arg, enum store_result result)
{
    struct reader *r = arg;

    r->readable = result == STORE_OK && note_readable(r->store, 3, 1);
}

static bool g3_what_is_confirmed_can_be_read(struct trial *t)
{
    struct store_entry e = {.room = 3, .seq = 1, .op = 9, .body = STR("confirmed")};
    struct reader r = {.store = t->store};

    EXPECT(t, store_append(t->store, &e, read_in_callback, &r) == 0);
    EXPECT(t, !note_readable(t->store, 3, 1)); /* what is queued is not there yet */
    EXPECT(t, pump_some(t->store) == 1);
    EXPECT(t, r.readable);
    return true;
}

static bool g3_another_store_on_the_same_log_sees_it(struct trial *t)
{
    struct store *other = t->subject->open(t->place.file);
    bool seen = put(t->store, 3, 1, 9, "confirmed") == STORE_OK && note_readable(other, 3, 1);
    /* And the other one cannot write what this one has written. */
    bool fenced = put(other, 3, 1, 10, "mine") == STORE_CONFLICT &&
                  put(other, 3, 2, 11, "next") == STORE_OK &&
                  put(t->store, 3, 2, 12, "next") == STORE_CONFLICT;

    store_free(other);
    EXPECT(t, seen);
    EXPECT(t, fenced);
    return true;
}

static bool g3_everything_is_there_after_reopening(struct trial *t)
{
    for (int i = 1; i <= 5; i++)
        EXPECT(t, put(t->store, 11, i, (uint64_t)i, "kept") == STORE_OK);
    EXPECT(t, put(t->store, 13, 1, 1, "purged") == STORE_OK);
    EXPECT(t, put_purge(t->store, 13, 0) == STORE_OK);
    trial_reopen(t);
    EXPECT(t, log_length(t->store, 11) == 5);
    EXPECT(t, log_has(t->store, 11, 5, 5, "kept"));
    EXPECT(t, put(t->store, 11, 5, 5, "kept") == STORE_OK);
    EXPECT(t, put(t->store, 13, 1, 1, "again") == STORE_GONE);
    EXPECT(t, put(t->store, 11, 6, 6, "kept") == STORE_OK);
    trial_reopen(t);
    EXPECT(t, log_length(t->store, 11) == 6);
    return true;
}

static bool g5_a_repeat_is_answered_not_written(struct trial *t)
{
    struct store_entry e = {.room = 4, .seq = 2, .epoch = 2, .op = 22, .body = STR("two")};

    EXPECT(t, put(t->store, 4, 1, 11, "one") == STORE_OK);
    EXPECT(t, put(t->store, 4, 2, 22, "two") == STORE_OK);
    EXPECT(t, put(t->store, 4, 2, 22, "two") == STORE_OK);
    EXPECT(t, put(t->store, 4, 1, 11, "one") == STORE_OK); /* also when others came after it */
    EXPECT(t, put(t->store, 4, 2, 22, "too") == STORE_CONFLICT);
    EXPECT(t, put(t->store, 4, 2, 22, "tw") == STORE_CONFLICT);
    EXPECT(t, put(t->store, 4, 2, 23, "two") == STORE_CONFLICT);
    EXPECT(t, put_entry(t->store, &e) == STORE_CONFLICT); /* another epoch */
    EXPECT(t, log_length(t->store, 4) == 2);
    EXPECT(t, log_has(t->store, 4, 2, 22, "two"));
    return true;
}

static bool g5_after_a_lost_answer_a_repeat_settles_it(struct trial *t)
{
    struct store *s = t->store = double_new(t->store, FAULT_LOST_REQUEST);

    EXPECT(t, put(s, 4, 1, 11, "one") == STORE_UNKNOWN); /* it never arrived */
    double_set(s, FAULT_NONE);
    EXPECT(t, put(s, 4, 1, 11, "one") == STORE_OK);
    double_set(s, FAULT_LOST_ANSWER);
    EXPECT(t, put(s, 4, 2, 22, "two") == STORE_UNKNOWN); /* it is stored */
    EXPECT(t, put(s, 4, 2, 22, "two") == STORE_UNKNOWN);
    double_set(s, FAULT_NONE);
    EXPECT(t, put(s, 4, 2, 22, "two") == STORE_OK);
    double_set(s, FAULT_LOST_REQUEST);
    EXPECT(t, put(s, 4, 3, 33, "mine") == STORE_UNKNOWN);
    double_set(s, FAULT_NONE);
    EXPECT(t, put(s, 4, 3, 44, "theirs") == STORE_OK); /* somebody else was faster */
    EXPECT(t, put(s, 4, 3, 33, "mine") == STORE_CONFLICT);
    EXPECT(t, log_length(s, 4) == 3);
    EXPECT(t, log_has(s, 4, 3, 44, "theirs"));
    return true;
}

static bool purged_rooms_are_gone_for_good(struct trial *t)
{
    EXPECT(t, put(t->store, 6, 1, 1, "a") == STORE_OK);
    EXPECT(t, put(t->store, 6, 2, 2, "b") == STORE_OK);
    EXPECT(t, put(t->store, 60, 1, 1, "neighbour") == STORE_OK);
    EXPECT(t, put_purge(t->store, 6, 0) == STORE_OK);
    EXPECT(t, put_purge(t->store, 6, 0) == STORE_OK);
    EXPECT(t, put(t->store, 6, 1, 3, "new") == STORE_GONE);
    EXPECT(t, put(t->store, 6, 1, 1, "a") == STORE_GONE);
    EXPECT(t, put(t->store, 6, 3, 4, "c") == STORE_GONE);
    EXPECT(t, store_read(t->store, 6, 1, NULL, NULL) == STORE_GONE);
    EXPECT(t, store_read(t->store, 6, 3, NULL, NULL) == STORE_GONE);
    EXPECT(t, log_has(t->store, 60, 1, 1, "neighbour"));
    EXPECT(t, put_purge(t->store, 61, 0) == STORE_OK); /* never written, and never will be */
    EXPECT(t, put(t->store, 61, 1, 1, "a") == STORE_GONE);
    return true;
}

enum { MANY = 300 };

struct many {
    int order[MANY], n, ok;
};

struct one_of_many {
    struct many *all;
    int index;
};

static void note_one(void *arg, enum store_result result)
{
    struct one_of_many *one = arg;

    if (one->all->n < MANY)
        one->all->order[one->all->n] = one->index;
    one->all->n++;
    one->all->ok += result == STORE_OK;
}

static bool many_rooms_share_one_pump(struct trial *t)
{
    static struct one_of_many one[MANY];
    struct many all = {0};

    for (int i = 0; i < MANY; i++) {
        /* Every tenth comes too early: it alone is refused. */
        struct store_entry e = {
            .room = 1000 + i * 7919LL, .seq = i % 10 ? 1 : 2, .op = 5, .body = STR("first")};

        one[i] = (struct one_of_many){.all = &all, .index = i};
        EXPECT(t, store_append(t->store, &e, note_one, &one[i]) == 0);
    }
    EXPECT(t, all.n == 0); /* no callback outside pump */
    for (int i = 0; i < 100 && all.n < MANY; i++)
        store_pump(t->store, 100);
    EXPECT(t, all.n == MANY);
    EXPECT(t, all.ok == MANY - MANY / 10);
    for (int i = 0; i < MANY; i++) {
        EXPECT(t, all.order[i] == i);
        EXPECT(t, log_length(t->store, 1000 + i * 7919LL) == (i % 10 ? 1 : 0));
    }
    EXPECT(t, store_pump(t->store, 0) == 0);
    return true;
}

struct chain {
    struct store *store;
    int64_t seq, last;
    int answers, refused;
};

/* Appends the next entry of the same room from within the answer to the last one. */
static void go_on(void *arg, enum store_result result)
{
    struct chain *c = arg;
    struct store_entry e = {
        .room = 9, .seq = ++c->seq + 1, .prev = 1, .op = 1, .body = STR("link")};

    c->answers++;
    if (result != STORE_OK || store_append(c->store, &e, go_on, c) != 0)
        c->refused++;
}

static bool one_in_flight_and_one_answer_each(struct trial *t)
{
    struct chain c = {.store = t->store};
    struct store_entry e = {.room = 9, .seq = 1, .op = 1, .body = STR("link")};
    struct store_entry other = e;

    EXPECT(t, store_append(t->store, &e, go_on, &c) == 0);
    EXPECT(t, store_append(t->store, &e, go_on, &c) == ERR_BUSY);
    EXPECT(t, store_purge(t->store, 9, 0, go_on, &c) == ERR_BUSY);
    other.room = 10;
    EXPECT(t, store_append(t->store, &other, NULL, NULL) == 0);
    for (int i = 0; i < 10; i++) {
        pump_some(t->store);
        EXPECT(t, c.answers == i + 1);
    }
    EXPECT(t, c.refused == 0);
    int64_t length = log_length(t->store, 9);
    EXPECT(t, length == 10 || length == 11); /* it may be stored before it is answered */
    EXPECT(t, log_length(t->store, 10) == 1);
    /* The eleventh is queued. Freeing answers it, and its callback cannot queue another. */
    store_free(t->store);
    t->store = NULL;
    EXPECT(t, c.answers == 11);
    EXPECT(t, c.refused == 1);
    return true;
}

static bool limits_are_refused_at_once(struct trial *t)
{
    char *large = malloc(STORE_BODY_MAX + 1);
    struct store_entry e = {.room = 2, .seq = 1, .op = 1};

    memset(large, 'x', STORE_BODY_MAX + 1);
    e.body = str_n(large, STORE_BODY_MAX + 1);
    int too_large = put_entry(t->store, &e);
    e.body = str_n(large, STORE_BODY_MAX);
    int largest = put_entry(t->store, &e);
    int again = put_entry(t->store, &e);
    free(large);
    EXPECT(t, too_large == ERR_TOO_LARGE);
    EXPECT(t, largest == STORE_OK);
    EXPECT(t, again == STORE_OK);
    EXPECT(t, log_length(t->store, 2) == 1);
    EXPECT(t, put(t->store, 2, 2, 1, "") == STORE_OK);
    EXPECT(t, log_has(t->store, 2, 2, 1, ""));
    e = (struct store_entry){.room = 2, .seq = 3, .epoch = 1, .prev = 1, .op = UINT64_MAX};
    e.body = STR("\0\xff\0");
    EXPECT(t, put_entry(t->store, &e) == STORE_OK);
    e.body = STR("\0\xff\1");
    EXPECT(t, put_entry(t->store, &e) == STORE_CONFLICT);
    EXPECT(t, put(t->store, 0, 1, 1, "") == ERR_RANGE);
    EXPECT(t, put(t->store, -1, 1, 1, "") == ERR_RANGE);
    EXPECT(t, put(t->store, 2, 0, 1, "") == ERR_RANGE);
    EXPECT(t, put(t->store, INT64_MAX, 1, 1, "") == STORE_OK);
    EXPECT(t, put_purge(t->store, 2, -1) == ERR_RANGE);
    EXPECT(t, put_found(t->store, 90, 1, "0123456789ABCDEF", "x") == ERR_RANGE);
    EXPECT(t, put_found(t->store, 90, 1, "", "") == ERR_RANGE);
    EXPECT(t, put_doc(t->store, "", 0, 1, "x") == ERR_RANGE);
    EXPECT(t, put_doc(t->store, "key", 0, 0, "x") == ERR_RANGE);
    EXPECT(t, store_pump(t->store, 0) == 0);
    return true;
}

struct listing {
    struct store_room room[16];
    int n, stop;
};

static bool list(void *arg, const struct store_room *room)
{
    struct listing *l = arg;

    if (l->n < 16)
        l->room[l->n] = *room;
    return ++l->n != l->stop;
}

static bool listed(const struct listing *l, int i, int64_t room, int64_t head)
{
    return i < l->n && l->room[i].room == room && l->room[i].head == head;
}

static bool recovery_lists_every_room(struct trial *t)
{
    struct listing l = {0};

    EXPECT(t, store_rooms(t->store, list, &l) == STORE_OK && l.n == 0);
    for (int i = 1; i <= 3; i++)
        EXPECT(t, put(t->store, 30, i, 1, "a") == STORE_OK);
    EXPECT(t, put(t->store, 20, 1, 1, "a") == STORE_OK);
    EXPECT(t, put(t->store, 40, 1, 1, "a") == STORE_OK);
    EXPECT(t, put(t->store, 50, 1, 1, "a") == STORE_OK);
    EXPECT(t, put_purge(t->store, 40, 0) == STORE_OK);
    for (int round = 0; round <= t->subject->durable; round++) {
        l = (struct listing){0};
        EXPECT(t, store_rooms(t->store, list, &l) == STORE_OK);
        EXPECT(t, l.n == 3);
        EXPECT(t, listed(&l, 0, 20, 1));
        EXPECT(t, listed(&l, 1, 30, 3));
        EXPECT(t, listed(&l, 2, 50, 1));
        l = (struct listing){.stop = 2};
        EXPECT(t, store_rooms(t->store, list, &l) == STORE_OK);
        EXPECT(t, l.n == 2);
        if (t->subject->durable)
            trial_reopen(t);
    }
    return true;
}

static bool readable(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};

    return poll(&p, 1, 0) == 1;
}

static bool the_fd_wakes_an_event_loop(struct trial *t)
{
    struct store_entry e = {.room = 1, .seq = 1, .op = 1, .body = STR("a")};
    int fd = store_fd(t->store);

    if (fd < 0)
        return true; /* this backend is pumped by the clock */
    EXPECT(t, !readable(fd));
    EXPECT(t, store_append(t->store, &e, NULL, NULL) == 0);
    EXPECT(t, readable(fd));
    pump_some(t->store);
    EXPECT(t, !readable(fd));
    return true;
}

const struct check suite_of_logs[] = {
    {"g1_a_log_is_dense_from_one", g1_a_log_is_dense_from_one},
    {"g2_only_directly_after_the_predecessor", g2_only_directly_after_the_predecessor},
    {"g2_an_epoch_never_falls", g2_an_epoch_never_falls},
    {"g2_only_after_the_entry_that_was_read", g2_only_after_the_entry_that_was_read},
    {"g3_what_is_confirmed_can_be_read", g3_what_is_confirmed_can_be_read},
    {"g3_another_store_on_the_same_log_sees_it", g3_another_store_on_the_same_log_sees_it, true},
    {"g3_everything_is_there_after_reopening", g3_everything_is_there_after_reopening, true},
    {"g5_a_repeat_is_answered_not_written", g5_a_repeat_is_answered_not_written},
    {"g5_after_a_lost_answer_a_repeat_settles_it", g5_after_a_lost_answer_a_repeat_settles_it},
    {"purged_rooms_are_gone_for_good", purged_rooms_are_gone_for_good},
    {"many_rooms_share_one_pump", many_rooms_share_one_pump},
    {"one_in_flight_and_one_answer_each", one_in_flight_and_one_answer_each},
    {"limits_are_refused_at_once", limits_are_refused_at_once},
    {"recovery_lists_every_room", recovery_lists_every_room},
    {"the_fd_wakes_an_event_loop", the_fd_wakes_an_event_loop},
};
const int suite_of_logs_length = sizeof suite_of_logs / sizeof suite_of_logs[0];
