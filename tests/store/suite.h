/*
 * suite - what every backend of the store has to do, as checks that return a verdict.
 *
 * A check fails by returning false with a reason, and not by ending the test: so that the tests can
 * also demand that a bad backend does fail. The runner gives each check a store of its own in a
 * fresh folder and frees both.
 */
#ifndef TESTS_STORE_SUITE_H
#define TESTS_STORE_SUITE_H

#include "place.h"
#include "store/store.h"

struct subject {
    const char *name;
    struct store *(*open)(const char *path);
    bool durable; /* opening the path again shows what was there */
};

struct trial {
    const struct subject *subject;
    struct store *store;
    struct place place;
    char why[200];
};

struct check {
    const char *name;
    bool (*run)(struct trial *t);
    bool durable; /* makes sense only where the log outlives its store */
};

/* Every check, of all files. */
const struct check *suite_at(int i); /* NULL after the last */
extern const struct check suite_of_logs[], suite_of_sessions[], suite_of_models[], suite_of_names[];
extern const int suite_of_logs_length, suite_of_sessions_length, suite_of_models_length,
    suite_of_names_length;

/* Runs one check; on false `why` tells the reason. */
bool suite_check(const struct check *check, const struct subject *subject, char why[200]);
const struct check *suite_find(const char *name);

/* For checks: fails the trial with the line and the condition. */
#define EXPECT(t, condition)                               \
    do {                                                   \
        if (!(condition))                                  \
            return trial_fails((t), __LINE__, #condition); \
    } while (0)

bool trial_fails(struct trial *t, int line, const char *condition);
void trial_reopen(struct trial *t);

enum { NO_ANSWER = -1000, MANY_ANSWERS = -1001 };

/* Each queues one request, pumps, and gives its one answer: a result, a refusal, or one of the
 * above. */
int put(struct store *s, int64_t room, int64_t seq, uint64_t op, const char *body); /* after
                                                                     whatever is there before it */
int put_entry(struct store *s, const struct store_entry *e);
int put_purge(struct store *s, int64_t room, int64_t head);
int put_found(struct store *s, int64_t room, uint64_t op, const char *code, const char *founder);
int put_name(struct store *s, int64_t room, const char *code, const char *founder);
int put_doc(struct store *s, const char *key, uint64_t prev, uint64_t op, const char *body);
int put_doc_until(struct store *s, const char *key, uint64_t op, int64_t until);
int remove_doc(struct store *s, const char *key, uint64_t op);
int sweep_docs(struct store *s, int64_t before, int limit);
int put_beat(struct store *s, const struct store_session *session);
/* By what the store has of it and the store's clock. */
bool session_alive(struct store *s, uint64_t node);
/* The op of an entry; 0 where there is none. */
uint64_t log_op(struct store *s, int64_t room, int64_t seq);
/* The room of a code, or of a founder where that is NULL; 0: none, negative: no answer. */
int64_t found_room(struct store *s, const char *code, const char *founder);
/* Documents by prefix as "key=body key=body"; with limit 0 the one of this key, with one below it
 * so many without their bodies. */
const char *docs_as_text(struct store *s, const char *key, int limit);
/* Answers of a question: how often `done` was called, or the result. */
int fetched(struct store *s, int64_t room, int64_t from, int64_t bytes, int64_t *entries);

/* The number of entries that a read shows and their order; -1 where it fails or they are not dense.
 */
int64_t log_length(struct store *s, int64_t room);
/* Whether (room, seq) is stored with this op and body. */
bool log_has(struct store *s, int64_t room, int64_t seq, uint64_t op, const char *body);

#endif
