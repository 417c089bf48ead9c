/* Logs against a model: what the contract says, written down as simply as it can be. */
#include "base/rng.h"
#include "suite.h"

#include <string.h>

/* Of five rooms. */
enum { MODEL_ROOMS = 5, MODEL_LONGEST = 400 };

struct model {
    int64_t head;
    bool purged;
    int64_t epoch[MODEL_LONGEST];
    uint64_t op[MODEL_LONGEST];
    char body[MODEL_LONGEST];
};

static int model_append(struct model *m, const struct store_entry *e)
{
    int64_t i = e->seq;

    if (m->purged)
        return STORE_GONE;
    if (i <= m->head)
        return m->epoch[i] == e->epoch && m->op[i] == e->op && m->body[i] == e->body.at[0]
                   ? STORE_OK
                   : STORE_CONFLICT;
    if (i != m->head + 1 || (m->head && m->epoch[m->head] > e->epoch))
        return STORE_CONFLICT;
    if (e->prev != (m->head ? m->op[m->head] : 0))
        return STORE_CONFLICT;
    m->head = i;
    m->epoch[i] = e->epoch;
    m->op[i] = e->op;
    m->body[i] = e->body.at[0];
    return STORE_OK;
}

static bool random_requests_are_answered_as_written(struct trial *t)
{
    static struct model model[MODEL_ROOMS];
    struct rng r = rng_at(2024, 5);

    memset(model, 0, sizeof model);
    for (int step = 0; step < 1200; step++) {
        uint32_t which = rng_below(&r, MODEL_ROOMS), dice = rng_below(&r, 200);
        struct model *m = &model[which];
        int64_t room = which + 1, back = (int64_t)rng_below(&r, 4);
        char body[2] = {(char)('a' + rng_below(&r, 2)), '\0'};
        struct store_entry e = {.room = room,
                                .seq = m->head + 2 - back < 1 ? 1 : m->head + 2 - back,
                                .epoch = step / 400 + (rng_below(&r, 10) == 0),
                                .op = rng_below(&r, 3),
                                .body = str_of(body)};

        if (e.seq > 1 && e.seq <= m->head + 1 && rng_below(&r, 10))
            e.prev = m->op[e.seq - 1];

        if (m->head >= MODEL_LONGEST - 2)
            continue;
        if (dice == 0 && step > 600) {
            m->purged = true;
            EXPECT(t, put_purge(t->store, room, 0) == STORE_OK);
        } else {
            EXPECT(t, put_entry(t->store, &e) == model_append(m, &e));
        }
        if (dice == 2 && t->subject->durable)
            trial_reopen(t);
        if (!m->purged)
            EXPECT(t, log_length(t->store, room) == m->head);
    }
    int64_t total = 0;
    for (int i = 0; i < MODEL_ROOMS; i++)
        total += model[i].head;
    EXPECT(t, total > 100); /* it was not all refused */
    return true;
}

const struct check suite_of_models[] = {
    {"random_requests_are_answered_as_written", random_requests_are_answered_as_written},
};
const int suite_of_models_length = sizeof suite_of_models / sizeof suite_of_models[0];
