#include "room/message.h"

#include "base/jp.h"
#include "rules/seats.h"

static const int64_t NUMBER_MAX = INT64_C(1) << 52;

static bool number(const json_t *object, const char *key, int64_t max, int64_t *out)
{
    const json_t *value = json_object_get(object, key);

    if (!json_is_integer(value) || json_integer_value(value) < 0 || json_integer_value(value) > max)
        return false;
    *out = json_integer_value(value);
    return true;
}

static const char *read_seen(struct message *m, const json_t *seen)
{
    if (!seen)
        return NULL;
    m->seen_epoch = jr_member_str(seen, "epoch");
    if (!m->seen_epoch.len || !number(seen, "rev", NUMBER_MAX, &m->seen_rev))
        return "hello";
    return NULL;
}

static const char *read_hello(struct message *m)
{
    const json_t *create = json_object_get(m->json, "create");
    const json_t *screen = json_object_get(m->json, "screen");
    const json_t *mends = json_object_get(m->json, "mend");
    const json_t *deals = json_object_get(m->json, "deal");
    int64_t version;

    if (!number(m->json, "hello", NUMBER_MAX, &version))
        return "hello";
    if (version != PROTOCOL)
        return "version";
    if (!key_of_token(&m->key, jr_member_str(m->json, "token")))
        return "token";
    if ((screen && !json_is_boolean(screen)) || (mends && !json_is_boolean(mends)) ||
        (deals && !json_is_boolean(deals)))
        return "hello";
    m->screen = json_is_true(screen);
    m->mends = json_is_true(mends);
    m->deals = json_is_true(deals);
    if (json_is_true(json_object_get(m->json, "tv"))) {
        m->kind = MESSAGE_TV;
        return NULL;
    }
    if (create) {
        int language = language_of(jr_member_str(create, "language"));

        m->kind = MESSAGE_CREATE;
        m->game = jr_member_str(create, "game");
        m->language = (enum language)language;
        return language < 0 ? "hello" : NULL;
    }
    m->kind = MESSAGE_ENTER;
    if (!code_read(&m->code, jr_member_str(m->json, "room")))
        return "no_room";
    m->ticket = jr_member_str(m->json, "ticket");
    return read_seen(m, json_object_get(m->json, "seen"));
}

const struct message_verb message_verbs[MESSAGE_VERBS] = {
    {"play", MESSAGE_PLAY, true, false},    {"do", MESSAGE_DO, true, false},
    {"live", MESSAGE_LIVE, false, false},   {"try", MESSAGE_TRY, false, true},
    {"say", MESSAGE_SAY, false, false},     {"ask", MESSAGE_ASK, false, true},
    {"react", MESSAGE_REACT, false, false}, {"deal", MESSAGE_DEAL, false, false},
    {"crowd", MESSAGE_CROWD, false, false},
};

static const char *read_rest(struct message *m)
{
    int64_t n;

    m->with = json_object_get(m->json, "with");
    if (m->with && !json_is_object(m->with))
        return "message";
    if (json_object_get(m->json, "seat")) {
        if (!number(m->json, "seat", SEATS_MAX - 1, &n))
            return "message";
        m->seat = (int)n;
    }
    for (int i = 0; i < MESSAGE_VERBS; i++) {
        const struct message_verb *verb = &message_verbs[i];

        m->name = jr_member_str(m->json, verb->key);
        if (!m->name.len)
            continue;
        m->kind = verb->kind;
        if (verb->tagged && !number(m->json, "tag", NUMBER_MAX, &m->tag))
            return "message";
        if (!verb->counted)
            return NULL;
        if (!number(m->json, "n", UINT32_MAX, &n) || n == 0)
            return "message";
        m->n = (uint32_t)n;
        return NULL;
    }
    m->name = jr_member_str(m->json, "knock");
    if (m->name.len) {
        m->kind = MESSAGE_KNOCK;
        return NULL;
    }
    m->kind = MESSAGE_PING;
    return number(m->json, "ping", NUMBER_MAX, &m->tag) ? NULL : "message";
}

/* ---- moves ---- */

/* The verb of a request that is about a move: to make it, to try it, or to show a hand. */
static const struct message_verb *verb_of(struct str name)
{
    for (int i = 0; i < MESSAGE_VERBS; i++) {
        const struct message_verb *verb = &message_verbs[i];

        if ((verb->kind == MESSAGE_PLAY || verb->kind == MESSAGE_LIVE ||
             verb->kind == MESSAGE_TRY) &&
            str_is(name, verb->key))
            return verb;
    }
    return NULL;
}

static bool take_number(struct jp *p, int64_t max, int64_t *out)
{
    return *out == NO_TAG && jp_next(p) == '0' && jp_int(p, out) && *out >= 0 && *out <= max;
}

/* Most messages are moves, and most moves have nothing but these members, each once. False: it is
 * another message, or one that is looked at more closely: nothing is said about it. */
static bool read_move(struct message *m, struct str text)
{
    const struct message_verb *verb = NULL;
    int64_t n = NO_TAG, seat = NO_TAG, tag = NO_TAG;
    struct str name;
    bool fine = true;

    buf_add(&m->text, text);
    struct jp p = jp_on(m->text.at, m->text.len);
    for (jp_enter(&p, '{'); fine && jp_member(&p, &name);) {
        if (str_is(name, "n")) {
            fine = take_number(&p, UINT32_MAX, &n) && n > 0;
        } else if (str_is(name, "seat")) {
            fine = take_number(&p, SEATS_MAX - 1, &seat);
        } else if (str_is(name, "tag")) {
            fine = take_number(&p, NUMBER_MAX, &tag);
        } else if (str_is(name, "with")) {
            fine = !m->args.len && jp_next(&p) == '{' && jp_skip(&p, &m->args);
        } else {
            fine = !verb && (verb = verb_of(name)) && jp_next(&p) == '"' && jp_text(&p, &m->name) &&
                   m->name.len;
        }
    }
    if (!fine || !jp_end(&p) || !verb || (verb->counted && n < 0) || (verb->tagged && tag < 0))
        return false;
    m->kind = verb->kind;
    m->n = verb->counted ? (uint32_t)n : 0;
    m->seat = seat < 0 ? NO_SEAT : (int)seat;
    m->tag = verb->tagged ? tag : NO_TAG;
    return true;
}

const char *message_read(struct message *m, struct str text)
{
    struct jr_problem problem;

    *m = (struct message){.seat = NO_SEAT, .tag = NO_TAG};
    if (read_move(m, text))
        return NULL;
    buf_fini(&m->text);
    *m = (struct message){.json = jr_parse(text, &problem), .seat = NO_SEAT, .tag = NO_TAG};
    if (!json_is_object(m->json))
        return "message";
    return json_object_get(m->json, "hello") ? read_hello(m) : read_rest(m);
}

void message_fini(struct message *m)
{
    json_decref(m->json);
    buf_fini(&m->text);
    m->json = NULL;
}
