#include "room/message.h"

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
    m->seen_epoch = jr_str(json_object_get(seen, "epoch"));
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
    if (!key_of_token(&m->key, jr_str(json_object_get(m->json, "token"))))
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
        int language = language_of(jr_str(json_object_get(create, "language")));

        m->kind = MESSAGE_CREATE;
        m->game = jr_str(json_object_get(create, "game"));
        m->language = (enum language)language;
        return language < 0 ? "hello" : NULL;
    }
    m->kind = MESSAGE_ENTER;
    if (!code_read(&m->code, jr_str(json_object_get(m->json, "room"))))
        return "no_room";
    m->ticket = jr_str(json_object_get(m->json, "ticket"));
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

        m->name = jr_str(json_object_get(m->json, verb->key));
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
    m->name = jr_str(json_object_get(m->json, "knock"));
    if (m->name.len) {
        m->kind = MESSAGE_KNOCK;
        return NULL;
    }
    m->kind = MESSAGE_PING;
    return number(m->json, "ping", NUMBER_MAX, &m->tag) ? NULL : "message";
}

const char *message_read(struct message *m, struct str text)
{
    struct jr_problem problem;

    *m = (struct message){.json = jr_parse(text, &problem), .seat = NO_SEAT, .tag = NO_TAG};
    if (!json_is_object(m->json))
        return "message";
    return json_object_get(m->json, "hello") ? read_hello(m) : read_rest(m);
}

void message_fini(struct message *m)
{
    json_decref(m->json);
    m->json = NULL;
}
