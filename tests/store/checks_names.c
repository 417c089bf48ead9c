/* The checks of the conformance suite about names, documents and questions. */
#include "base/err.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool g6_a_code_and_a_founder_belong_to_one_room(struct trial *t)
{
    struct store *s = t->store;

    EXPECT(t, found_room(s, "KQ7TM", NULL) == 0);
    EXPECT(t, put_found(s, 10, 1, "KQ7TM", "ann") == STORE_OK);
    EXPECT(t, put_found(s, 10, 1, "KQ7TM", "ann") == STORE_OK);       /* G5: a repeat */
    EXPECT(t, put_found(s, 11, 2, "KQ7TM", "ben") == STORE_CONFLICT); /* the code is taken */
    EXPECT(t, put_found(s, 12, 3, "WXYZT", "ann") == STORE_CONFLICT); /* she has one */
    EXPECT(t, log_length(s, 11) == 0 && log_length(s, 12) == 0);      /* G4 */
    EXPECT(t, found_room(s, "WXYZT", NULL) == 0);
    EXPECT(t, put_found(s, 11, 4, "WXYZT", "ben") == STORE_OK); /* another code will do */
    EXPECT(t, found_room(s, "KQ7TM", NULL) == 10 && found_room(s, "WXYZT", NULL) == 11);
    EXPECT(t, found_room(s, NULL, "ann") == 10 && found_room(s, NULL, "ben") == 11);
    EXPECT(t, found_room(s, NULL, "KQ7TM") == 0 && found_room(s, "ann", NULL) == 0);
    EXPECT(t, found_room(s, "kq7tm", NULL) == 0);
    EXPECT(t, put_found(s, 13, 5, "", "cleo") == STORE_OK); /* one of them is enough */
    EXPECT(t, put_found(s, 14, 6, "", "dan") == STORE_OK);
    EXPECT(t, put_found(s, 15, 7, "HJKMN", "") == STORE_OK);
    EXPECT(t, put_found(s, 16, 8, "HJKMP", "") == STORE_OK);
    EXPECT(t, put(s, 10, 2, 9, "more") == STORE_OK);
    EXPECT(t, found_room(s, "KQ7TM", NULL) == 10);
    return true;
}

static bool g6_two_that_found_at_once_make_one_room(struct trial *t)
{
    struct store_names names = {STR("KQ7TM"), STR("ann")};
    struct store_entry e = {.seq = 1, .epoch = 1, .op = 1, .body = STR("founded")};

    for (e.room = 21; e.room <= 24; e.room++)
        EXPECT(t, store_found(t->store, &e, &names, NULL, NULL) == 0);
    for (int i = 0; i < 100 && store_pump(t->store, 100) == 0; i++)
        ;
    int64_t room = found_room(t->store, "KQ7TM", NULL);
    EXPECT(t, room >= 21 && room <= 24);
    for (int64_t other = 21; other <= 24; other++)
        EXPECT(t, log_length(t->store, other) == (other == room));
    return true;
}

static bool names_are_free_again_after_a_purge(struct trial *t)
{
    struct store *s = t->store;

    EXPECT(t, put_found(s, 10, 1, "KQ7TM", "ann") == STORE_OK);
    EXPECT(t, put_purge(s, 10, 1) == STORE_OK);
    EXPECT(t, found_room(s, "KQ7TM", NULL) == 0 && found_room(s, NULL, "ann") == 0);
    EXPECT(t, put_found(s, 10, 2, "KQ7TM", "ann") == STORE_GONE);
    EXPECT(t, put_found(s, 11, 3, "KQ7TM", "ann") == STORE_OK);
    EXPECT(t, found_room(s, "KQ7TM", NULL) == 11);
    return true;
}

static bool an_older_room_is_given_a_name(struct trial *t)
{
    struct store *s = t->store;

    EXPECT(t, put(s, 5, 1, 1, "old") == STORE_OK);
    EXPECT(t, put(s, 6, 1, 1, "old") == STORE_OK);
    EXPECT(t, put_name(s, 5, "KQ7TM", NULL) == STORE_OK);
    EXPECT(t, put_name(s, 5, "KQ7TM", NULL) == STORE_OK);
    EXPECT(t, put_name(s, 5, "WXYZT", NULL) == STORE_CONFLICT);
    EXPECT(t, put_name(s, 6, "KQ7TM", NULL) == STORE_CONFLICT);
    EXPECT(t, put_name(s, 7, "HJKMN", NULL) == STORE_CONFLICT); /* no such room */
    EXPECT(t, found_room(s, "KQ7TM", NULL) == 5 && found_room(s, "WXYZT", NULL) == 0);
    EXPECT(t, put_purge(s, 6, 0) == STORE_OK);
    EXPECT(t, put_name(s, 6, "HJKMN", NULL) == STORE_GONE);
    EXPECT(t, put(s, 5, 2, 2, "goes on") == STORE_OK);
    return true;
}

static bool a_purge_does_not_meet_one_who_came(struct trial *t)
{
    struct store *s = t->store;

    EXPECT(t, put(s, 6, 1, 1, "a") == STORE_OK);
    EXPECT(t, put(s, 6, 2, 2, "b") == STORE_OK);
    EXPECT(t, put_purge(s, 6, 1) == STORE_CONFLICT);
    EXPECT(t, put_purge(s, 6, 3) == STORE_CONFLICT);
    EXPECT(t, put_purge(s, 7, 1) == STORE_CONFLICT); /* it was never written */
    EXPECT(t, log_length(s, 6) == 2);
    EXPECT(t, put_purge(s, 6, 2) == STORE_OK);
    EXPECT(t, put_purge(s, 6, 2) == STORE_OK);
    EXPECT(t, put(s, 6, 3, 3, "c") == STORE_GONE);
    EXPECT(t, put(s, 7, 1, 1, "new") == STORE_OK);
    return true;
}

struct ends_seen {
    char text[200];
    int n, done;
};

static bool note_end(void *arg, const struct store_entry *e)
{
    struct ends_seen *x = arg;
    size_t len = strlen(x->text);

    snprintf(x->text + len, sizeof x->text - len, "%s%lld.%lld=%.*s", len ? " " : "",
             (long long)e->room, (long long)e->seq, STR_FMT(e->body));
    x->n++;
    return true;
}

static void note_ends_done(void *arg, enum store_result result)
{
    struct ends_seen *x = arg;

    x->done = result == STORE_OK ? x->done + 1 : -100;
}

static const char *ends_as_text(struct store *s, int64_t after, int limit)
{
    static struct ends_seen x;

    x = (struct ends_seen){.n = 0};
    if (store_ends(s, after, limit, note_end, note_ends_done, &x) != 0)
        return "refused";
    for (int i = 0; i < 100 && !x.done; i++)
        store_pump(s, 100);
    return x.done == 1 ? x.text : "not answered once";
}

static bool last_entries_are_shown_by_room(struct trial *t)
{
    struct store *s = t->store;

    EXPECT(t, strcmp(ends_as_text(s, 0, 10), "") == 0);
    EXPECT(t, put(s, 9, 1, 1, "a") == STORE_OK && put(s, 9, 2, 2, "b") == STORE_OK);
    EXPECT(t, put(s, 4, 1, 3, "c") == STORE_OK);
    EXPECT(t, put(s, 6, 1, 4, "d") == STORE_OK);
    EXPECT(t, put(s, 7, 1, 5, "e") == STORE_OK);
    EXPECT(t, put_purge(s, 6, 1) == STORE_OK);
    EXPECT(t, strcmp(ends_as_text(s, 0, 10), "4.1=c 7.1=e 9.2=b") == 0);
    EXPECT(t, strcmp(ends_as_text(s, 0, 2), "4.1=c 7.1=e") == 0);
    EXPECT(t, strcmp(ends_as_text(s, 7, 2), "9.2=b") == 0);
    EXPECT(t, strcmp(ends_as_text(s, 9, 2), "") == 0);
    EXPECT(t, strcmp(ends_as_text(s, -1, 2), "refused") == 0);
    EXPECT(t, strcmp(ends_as_text(s, 0, 0), "refused") == 0);
    return true;
}

static bool g6_a_document_is_replaced_by_who_has_read_it(struct trial *t)
{
    struct store *s = t->store;

    EXPECT(t, strcmp(docs_as_text(s, "group/1", 0), "") == 0);
    EXPECT(t, put_doc(s, "group/1", 5, 6, "x") == STORE_CONFLICT); /* there is none */
    EXPECT(t, put_doc(s, "group/1", 0, 1, "one") == STORE_OK);
    EXPECT(t, put_doc(s, "group/1", 0, 1, "one") == STORE_OK); /* G5: a repeat */
    EXPECT(t, put_doc(s, "group/1", 0, 2, "mine") == STORE_CONFLICT);
    EXPECT(t, strcmp(docs_as_text(s, "group/1", 0), "group/1=one") == 0);
    EXPECT(t, put_doc(s, "group/1", 1, 3, "two") == STORE_OK);
    EXPECT(t, put_doc(s, "group/1", 1, 3, "two") == STORE_OK);
    EXPECT(t, put_doc(s, "group/1", 1, 4, "lost") == STORE_CONFLICT); /* it was too late */
    EXPECT(t, remove_doc(s, "group/1", 1) == STORE_CONFLICT);
    EXPECT(t, strcmp(docs_as_text(s, "group/1", 0), "group/1=two") == 0);
    EXPECT(t, remove_doc(s, "group/1", 3) == STORE_OK);
    EXPECT(t, remove_doc(s, "group/1", 3) == STORE_OK);
    EXPECT(t, strcmp(docs_as_text(s, "group/1", 0), "") == 0);
    EXPECT(t, put_doc(s, "group/1", 3, 7, "ghost") == STORE_CONFLICT);
    EXPECT(t, put_doc(s, "group/1", 0, 8, "") == STORE_OK); /* nothing in it, but there */
    EXPECT(t, strcmp(docs_as_text(s, "group/1", 0), "group/1=") == 0);
    return true;
}

static bool documents_are_listed_by_key(struct trial *t)
{
    struct store *s = t->store;

    EXPECT(t, put_doc(s, "b/2", 0, 1, "2") == STORE_OK);
    EXPECT(t, put_doc(s, "b/1", 0, 1, "1") == STORE_OK);
    EXPECT(t, put_doc(s, "b/\xc3\xa9", 0, 1, "e") == STORE_OK);
    EXPECT(t, put_doc(s, "a/9", 0, 1, "9") == STORE_OK);
    EXPECT(t, put_doc(s, "b", 0, 1, "b") == STORE_OK);
    EXPECT(t, put_doc(s, "c%", 0, 1, "c") == STORE_OK);
    EXPECT(t, put_doc(s, "B/1", 0, 1, "B") == STORE_OK);
    for (int round = 0; round <= t->subject->durable; round++) {
        s = t->store;
        EXPECT(t, strcmp(docs_as_text(s, "b/", 10), "b/1=1 b/2=2 b/\xc3\xa9=e") == 0);
        EXPECT(t, strcmp(docs_as_text(s, "b/", 2), "b/1=1 b/2=2") == 0);
        EXPECT(t, strcmp(docs_as_text(s, "", 3), "B/1=B a/9=9 b=b") == 0);
        EXPECT(t, strcmp(docs_as_text(s, "b", 0), "b=b") == 0);
        EXPECT(t, strcmp(docs_as_text(s, "b/", -10), "b/1= b/2= b/\xc3\xa9=") == 0);
        EXPECT(t, strcmp(docs_as_text(s, "b/", -2), "b/1= b/2=") == 0);
        EXPECT(t, strcmp(docs_as_text(s, "c", 0), "") == 0);
        EXPECT(t, strcmp(docs_as_text(s, "%", 9), "") == 0);
        if (t->subject->durable)
            trial_reopen(t);
    }
    return true;
}

static bool documents_go_when_their_time_is_over(struct trial *t)
{
    struct store *s = t->store;

    EXPECT(t, put_doc_until(s, "tv/a", 1, 1000) == STORE_OK);
    EXPECT(t, put_doc_until(s, "tv/b", 1, 2000) == STORE_OK);
    EXPECT(t, put_doc_until(s, "tv/c", 1, 1500) == STORE_OK);
    EXPECT(t, put_doc_until(s, "kept", 1, 0) == STORE_OK);
    EXPECT(t, sweep_docs(s, 1000, 10) == STORE_OK);
    EXPECT(t, strcmp(docs_as_text(s, "tv/", 10), "tv/a=x tv/b=x tv/c=x") == 0);
    EXPECT(t, sweep_docs(s, 1501, 1) == STORE_OK);
    EXPECT(t, strlen(docs_as_text(s, "tv/", 10)) == 13);
    EXPECT(t, sweep_docs(s, 1501, 10) == STORE_OK);
    EXPECT(t, strcmp(docs_as_text(s, "tv/", 10), "tv/b=x") == 0);
    EXPECT(t, sweep_docs(s, 999999, 10) == STORE_OK);
    EXPECT(t, strcmp(docs_as_text(s, "", 10), "kept=x") == 0);
    return true;
}

static bool a_large_document_is_kept(struct trial *t)
{
    static char large[STORE_BODY_MAX + 2];
    int64_t entries;

    memset(large, 'x', STORE_BODY_MAX + 1);
    EXPECT(t, put_doc(t->store, "large", 0, 1, large) == ERR_TOO_LARGE);
    large[STORE_BODY_MAX] = '\0';
    EXPECT(t, put_doc(t->store, "large", 0, 1, large) == STORE_OK);
    EXPECT(t, fetched(t->store, 1, 1, 0, &entries) == STORE_OK && entries == 0);
    EXPECT(t, remove_doc(t->store, "large", 1) == STORE_OK);
    return true;
}

static bool a_log_is_fetched_as_it_is_read(struct trial *t)
{
    struct store *s = t->store;
    int64_t n;

    EXPECT(t, fetched(s, 3, 1, 0, &n) == STORE_OK && n == 0);
    for (int i = 1; i <= 20; i++)
        EXPECT(t, put(s, 3, i, (uint64_t)i, "0123456789") == STORE_OK);
    EXPECT(t, put(s, 4, 1, 1, "neighbour") == STORE_OK);
    EXPECT(t, fetched(s, 3, 1, 0, &n) == STORE_OK && n == 20);
    EXPECT(t, fetched(s, 3, 15, 0, &n) == STORE_OK && n == 6);
    EXPECT(t, fetched(s, 3, 21, 0, &n) == STORE_OK && n == 0);
    EXPECT(t, fetched(s, 3, 1, 25, &n) == STORE_OK && n == 3); /* a part: one may go on */
    EXPECT(t, fetched(s, 3, 4, 1, &n) == STORE_OK && n == 1);
    EXPECT(t, fetched(s, 3, 0, 0, &n) == ERR_RANGE);
    EXPECT(t, put_purge(s, 3, 20) == STORE_OK);
    EXPECT(t, fetched(s, 3, 1, 0, &n) == STORE_GONE && n == 0);
    return true;
}

struct asking {
    struct store *store;
    int entries, done, found;
    int64_t last_found;
};

static bool ask_entry(void *arg, const struct store_entry *e)
{
    struct asking *a = arg;

    a->entries += e->seq > 0;
    return false;
}

static void ask_found(void *arg, enum store_result result, const struct store_room *room)
{
    struct asking *a = arg;

    a->found += result == STORE_OK || result == STORE_UNAVAILABLE;
    a->last_found = room ? room->room : 0;
}

/* From one answer to the next question. */
static void ask_done(void *arg, enum store_result result)
{
    struct asking *a = arg;

    a->done++;
    if (result == STORE_OK)
        store_find(a->store, &(struct store_names){.code = STR("KQ7TM")}, ask_found, a);
}

static bool questions_are_answered_by_pump_and_once(struct trial *t)
{
    struct asking a = {.store = t->store};

    EXPECT(t, put_found(t->store, 10, 1, "KQ7TM", "ann") == STORE_OK);
    for (int i = 0; i < 3; i++) /* a room may be asked about as often as one likes */
        EXPECT(t, store_fetch(t->store, 10, 1, 0, ask_entry, ask_done, &a) == 0);
    EXPECT(t, a.entries == 0 && a.done == 0);
    for (int i = 0; i < 100 && a.found < 3; i++)
        store_pump(t->store, 100);
    EXPECT(t, a.entries == 3 && a.done == 3 && a.found == 3 && a.last_found == 10);
    EXPECT(t, store_fetch(t->store, 10, 1, 0, ask_entry, ask_done, &a) == 0);
    EXPECT(t,
           store_find(t->store, &(struct store_names){.code = STR("KQ7TM")}, ask_found, &a) == 0);
    store_free(t->store); /* answers what is still asked, and takes no more */
    t->store = NULL;
    EXPECT(t, a.done == 4 && a.found == 4);
    return true;
}

static bool names_and_documents_outlive_their_store(struct trial *t)
{
    EXPECT(t, put_found(t->store, 10, 1, "KQ7TM", "ann") == STORE_OK);
    EXPECT(t, put_doc(t->store, "group/1", 0, 1, "one") == STORE_OK);
    trial_reopen(t);
    EXPECT(t, found_room(t->store, "KQ7TM", NULL) == 10 && found_room(t->store, NULL, "ann") == 10);
    EXPECT(t, put_found(t->store, 11, 1, "KQ7TM", "ben") == STORE_CONFLICT);
    EXPECT(t, strcmp(docs_as_text(t->store, "group/", 9), "group/1=one") == 0);
    EXPECT(t, put_doc(t->store, "group/1", 1, 2, "two") == STORE_OK);
    struct store *other = t->subject->open(t->place.file);
    bool fenced = put_doc(other, "group/1", 1, 3, "mine") == STORE_CONFLICT &&
                  put_doc(other, "group/1", 2, 3, "three") == STORE_OK &&
                  put_found(other, 12, 1, "KQ7TM", "cleo") == STORE_CONFLICT &&
                  found_room(other, "KQ7TM", NULL) == 10;
    store_free(other);
    EXPECT(t, fenced);
    EXPECT(t, strcmp(docs_as_text(t->store, "group/1", 0), "group/1=three") == 0);
    return true;
}

const struct check suite_of_names[] = {
    {"g6_a_code_and_a_founder_belong_to_one_room", g6_a_code_and_a_founder_belong_to_one_room},
    {"g6_two_that_found_at_once_make_one_room", g6_two_that_found_at_once_make_one_room},
    {"names_are_free_again_after_a_purge", names_are_free_again_after_a_purge},
    {"an_older_room_is_given_a_name", an_older_room_is_given_a_name},
    {"a_purge_does_not_meet_one_who_came", a_purge_does_not_meet_one_who_came},
    {"last_entries_are_shown_by_room", last_entries_are_shown_by_room},
    {"g6_a_document_is_replaced_by_who_has_read_it", g6_a_document_is_replaced_by_who_has_read_it},
    {"documents_are_listed_by_key", documents_are_listed_by_key},
    {"documents_go_when_their_time_is_over", documents_go_when_their_time_is_over},
    {"a_large_document_is_kept", a_large_document_is_kept},
    {"a_log_is_fetched_as_it_is_read", a_log_is_fetched_as_it_is_read},
    {"questions_are_answered_by_pump_and_once", questions_are_answered_by_pump_and_once},
    {"names_and_documents_outlive_their_store", names_and_documents_outlive_their_store, true},
};
const int suite_of_names_length = sizeof suite_of_names / sizeof suite_of_names[0];
