/* Those who look on play along in secret (rules/crowd.h, docs/decisions/0018-the-crowd.md).
 *
 * An answer is kept by its device until the question is closed, and then only in the sum; neither
 * is a single one stored or told to anybody. When the game says that it may be told, the sum
 * becomes a fact of the room, in a change of its own: the table never waits for the crowd. Answers
 * are not acknowledged, so that five hundred of them make no frame. */
#include "room/inside.h"
#include "room/log_fold.h"

#include <stdlib.h>
#include <string.h>

/* A device may change its mind so often at once, and then once in a while. */
enum { CHANGES_AT_ONCE = 8, CHANGE_EVERY = 1000, ANSWERS_STEP = 32 };

void crowd_forget(struct room *r)
{
    if (r->crowd) {
        free(r->crowd->given);
        free(r->crowd->name);
    }
    free(r->crowd);
    r->crowd = NULL;
}

/* ---- questions ---- */

static struct crowd_scene look(const struct room *r)
{
    struct crowd_scene s = {0};
    const struct game *g = r->match.table ? r->match.setup.book->game : NULL;

    if (!g || !g->crowd || r->opening || r->party.practice || r->format < LOG_FORMAT_FOURTH)
        return s;
    struct known k = table_known(r->match.table, NO_SEAT);
    g->crowd(&k, &s);
    if (room_over(r))
        s.asks = 0;
    return s;
}

static bool same_question(const struct crowd_scene *a, const struct crowd_scene *b)
{
    return a->asks == b->asks &&
           (!a->asks || (a->kind == b->kind && a->of == b->of && a->most == b->most &&
                         a->about == b->about && a->initial == b->initial && a->edge == b->edge));
}

static void close_question(struct crowd *c)
{
    const struct crowd_answer **answers =
        malloc((size_t)(c->n + 1) * sizeof(struct crowd_answer *));

    if (!answers)
        abort();
    for (int i = 0; i < c->n; i++)
        answers[i] = &c->given[i].answer;
    crowd_sum(&c->sum, &c->scene, answers, c->n);
    c->waits = c->n >= CROWD_LEAST;
    for (int i = 0; i < c->sum.n && c->sum.kind != CROWD_WORD; i++) {
        if (c->sum.best[i].thing < c->names)
            c->sum.best[i].name = c->name[c->sum.best[i].thing];
    }
    free(answers);
    free(c->given);
    c->given = NULL;
    c->n = c->cap = 0;
}

static void open_question(const struct room *r, struct crowd *c)
{
    const struct game *g = r->match.setup.book->game;
    /* A point is laid for one thing, the others are for choosing among. */
    int things = c->scene.kind == CROWD_POINT ? c->scene.about + 1 : c->scene.of;
    bool named = c->scene.asks && things && g->crowd_name;

    free(c->name);
    c->name = NULL;
    c->names = named ? things : 0;
    if (!named)
        return;
    struct known k = table_known(r->match.table, NO_SEAT);
    c->name = calloc((size_t)c->names, sizeof *c->name);
    if (!c->name)
        abort();
    for (int i = c->scene.kind == CROWD_POINT ? c->scene.about : 0; i < c->names; i++)
        g->crowd_name(&k, r->shelf, i, &c->name[i]);
}

static void tell_sum(struct room *r)
{
    struct crowd_sum *s = &r->crowd->sum;
    struct buf text = {0};
    struct change *c = change_begin(r, STR("crowd"), NULL, 0);

    crowd_write(s, &text);
    change_fact(c, PARTY_FACT(crowd_said, .question = s->question, .asks = s->kind,
                              .answers = s->answers, .best = buf_str(&text)));
    r->crowd->waits = false;
    change_commit(c);
    buf_fini(&text);
}

/* Somebody who could answer: with no screen of the table and no seat at it. */
static bool anybody_looks_on(const struct room *r)
{
    for (const struct conn *c = r->conns; c; c = c->next) {
        if (!c->waiting && !c->screen && !frames_eyes(r, c))
            return true;
    }
    return false;
}

bool crowd_waits(const struct room *r)
{
    return r->crowd && r->crowd->waits;
}

bool crowd_run(struct room *r)
{
    struct crowd_scene now = look(r);

    if (!r->crowd && (!now.asks || !anybody_looks_on(r)))
        return false;
    if (!r->crowd && !(r->crowd = calloc(1, sizeof *r->crowd)))
        abort();
    struct crowd *c = r->crowd;
    if (!same_question(&c->scene, &now)) {
        if (c->scene.asks && c->n)
            close_question(c);
        c->scene = now;
        if (r->match.table)
            open_question(r, c);
        r->stale = true;
    }
    c->scene.tells = now.tells;
    if (!c->waits || now.tells < c->sum.question)
        return false;
    tell_sum(r);
    return true;
}

/* ---- answers ---- */

static bool number(const json_t *item, int64_t low, int64_t high, int64_t *out)
{
    if (!json_is_integer(item) || json_integer_value(item) < low || json_integer_value(item) > high)
        return false;
    *out = json_integer_value(item);
    return true;
}

static bool read_things(const json_t *things, struct crowd_answer *out)
{
    size_t n = json_array_size(things);
    int64_t thing;

    if (!n || n > CROWD_ORDERED)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!number(json_array_get(things, i), 0, CROWD_THINGS - 1, &thing))
            return false;
        out->thing[out->n++] = (uint8_t)thing;
    }
    return true;
}

/* Of the kind that was asked for, and nothing else. */
static bool read_answer(const struct crowd_scene *s, const json_t *with, struct crowd_answer *out)
{
    int64_t x, y;

    *out = (struct crowd_answer){0};
    if (s->kind == CROWD_WORD) {
        if (word_set(&out->word, jr_member_str(with, "word")) != WORD_OK)
            return false;
    } else if (s->kind == CROWD_POINT) {
        if (!number(json_object_get(with, "x"), -CROWD_EDGE, CROWD_EDGE, &x) ||
            !number(json_object_get(with, "y"), -CROWD_EDGE, CROWD_EDGE, &y))
            return false;
        out->x = (int16_t)x;
        out->y = (int16_t)y;
    } else if (!read_things(json_object_get(with, "things"), out)) {
        return false;
    }
    return crowd_fits(s, out);
}

/* The answer of this device, which may be its first; NULL: too many have answered. */
static struct given *given_by(struct crowd *c, const struct key *key)
{
    for (int i = 0; i < c->n; i++) {
        if (key_same(&c->given[i].key, key))
            return &c->given[i];
    }
    if (c->n == CROWD_MOST)
        return NULL;
    if (c->n == c->cap) {
        c->cap += ANSWERS_STEP;
        c->given = realloc(c->given, (size_t)c->cap * sizeof *c->given);
        if (!c->given)
            abort();
    }
    c->given[c->n].key = *key;
    return &c->given[c->n++];
}

/* NULL, or why it does not count. */
static const char *count(struct room *r, struct conn *c, const struct message *m)
{
    struct crowd *crowd = r->crowd;
    struct crowd_answer answer;
    int64_t question, now = r->services->now();

    if (!str_is(m->name, "answer") ||
        !number(json_object_get(m->with, "question"), 1, UINT16_MAX, &question))
        return "message";
    if (c->screen || frames_eyes(r, c))
        return "crowd_player";
    if (!pace_may(&c->signs, now, CHANGES_AT_ONCE, CHANGE_EVERY))
        return "too_fast";
    pace_step(&c->signs, now, CHANGE_EVERY);
    if (!crowd || crowd->scene.asks != question || !crowd->scene.asks)
        return "crowd_late";
    if (!read_answer(&crowd->scene, m->with, &answer))
        return "crowd_answer";
    if (crowd->scene.kind == CROWD_WORD && room_stops(r, word_str(&answer.word)))
        return "crowd_filtered";
    struct given *g = given_by(crowd, &c->key);
    if (!g)
        return "crowd_full";
    g->answer = answer;
    return NULL;
}

void request_crowd(struct room *r, struct conn *c, const struct message *m)
{
    const char *wrong = count(r, c, m);

    if (wrong)
        conn_error(c, wrong);
}

/* ---- what everybody sees ---- */

void crowd_show(struct room *r, struct jw *w)
{
    crowd_tell(r->crowd && r->crowd->scene.asks ? &r->crowd->scene : NULL,
               r->party.playing ? r->party.crowd : NULL, w);
}
