/* The messages of both sides as JSON Schema (2020-12). */
#include "party/code.h"
#include "party/orders.h"
#include "protocol/protocol.h"
#include "protocol/schema_pieces.h"
#include "protocol/shapes.h"
#include "room/message.h"

#include <stdlib.h>

void protocol_init(void)
{
    orders_init();
}

/* ---- shapes ---- */

/* The shapes that a type names, and those that they name, as members of "$defs". */
static void define(struct jw *w, struct str type, bool *written)
{
    for (int i = 0; i < shape_count(); i++) {
        ptrdiff_t at = str_find(type, str_of(shapes[i].name));
        size_t end = at < 0 ? 0 : (size_t)at + str_of(shapes[i].name).len;
        bool whole_word = at >= 0 && (at == 0 || type.at[at - 1] == ' ') &&
                          (end == type.len || type.at[end] == '[' || type.at[end] == '|');

        if (!whole_word || written[i])
            continue;
        written[i] = true;
        jw_key(w, shapes[i].name);
        js_write_shape(w, &shapes[i]);
        for (const struct shape_field *f = shapes[i].field; f->name; f++)
            define(w, str_of(f->type), written);
    }
}

/* ---- client.schema.json ---- */

static void write_order(struct jw *w, int i)
{
    static const struct names names = {.seats = SEATS_MAX};
    const struct schema *s = order_schema(i);

    jw_object(w);
    if (order_specs[i].host)
        js_help(w, "only the host");
    js_type_is(w, "object");
    jw_key(w, "properties");
    jw_object(w);
    jw_key(w, "n");
    jw_object(w);
    js_whole(w, 1, UINT32_MAX);
    jw_end_object(w);
    js_const_member(w, "do", order_specs[i].name);
    jw_key(w, "with");
    js_write_args(w, s, &names, NULL);
    jw_end_object(w);
    jw_key(w, "required");
    jw_array(w);
    jw_str(w, STR("n"));
    jw_str(w, STR("do"));
    if (js_needs_arguments(s))
        jw_str(w, STR("with"));
    jw_end_array(w);
    jw_key_bool(w, "additionalProperties", false);
    jw_end_object(w);
}

static void verb_name(struct jw *w, const struct message_verb *verb)
{
    jw_key(w, verb->key);
    jw_object(w);
    if (verb->kind == MESSAGE_ASK)
        js_one_of_choices(w, STR(MESSAGE_QUESTIONS));
    else if (verb->kind == MESSAGE_REACT)
        js_one_of_choices(w, STR(REACTIONS));
    else if (verb->kind == MESSAGE_DEAL)
        js_one_of_choices(w, STR(MESSAGE_OFFERS));
    else if (verb->kind == MESSAGE_CROWD)
        js_one_of_choices(w, STR("answer"));
    else
        js_type_is(w, "string");
    if (verb->kind == MESSAGE_SAY)
        jw_key_int(w, "maxLength", TALK_CHARS);
    jw_end_object(w);
}

static void write_verb(struct jw *w, const struct message_verb *verb)
{
    bool with = verb->kind != MESSAGE_SAY && verb->kind != MESSAGE_REACT;

    jw_object(w);
    js_type_is(w, "object");
    jw_key(w, "properties");
    jw_object(w);
    if (verb->counted) {
        jw_key(w, "n");
        jw_object(w);
        js_whole(w, 1, UINT32_MAX);
        jw_end_object(w);
    }
    verb_name(w, verb);
    if (with) {
        jw_key(w, "with");
        jw_object(w);
        js_help(w, "by the schema of the game");
        js_type_is(w, "object");
        jw_end_object(w);
    }
    jw_key(w, "seat");
    jw_object(w);
    js_whole(w, 0, SEATS_MAX - 1);
    jw_end_object(w);
    if (verb->tagged) {
        jw_key(w, "tag");
        jw_object(w);
        js_whole(w, 0, INT64_MAX);
        jw_end_object(w);
    }
    jw_end_object(w);
    jw_key(w, "required");
    jw_array(w);
    if (verb->counted)
        jw_str(w, STR("n"));
    jw_str(w, str_of(verb->key));
    if (verb->tagged)
        jw_str(w, STR("tag"));
    jw_end_array(w);
    jw_key_bool(w, "additionalProperties", false);
    jw_end_object(w);
}

static void messages_of(struct jw *w, enum shape_side side)
{
    for (int i = 0; i < shape_count(); i++) {
        if (shapes[i].side == side)
            js_refer_item(w, "", shapes[i].name);
    }
}

static void define_side(struct jw *w, enum shape_side side, bool *written)
{
    for (int i = 0; i < shape_count(); i++) {
        if (shapes[i].side == side)
            define(w, str_of(shapes[i].name), written);
    }
}

void protocol_client_schema(struct buf *out)
{
    struct buf text = {0};
    struct jw w = jw_to(&text);
    bool *written = calloc((size_t)shape_count(), sizeof *written);

    if (!written)
        abort();
    js_begin_file(&w, "client.schema.json", "What a client says");
    jw_key(&w, "oneOf");
    jw_array(&w);
    messages_of(&w, SHAPE_CLIENT);
    for (int i = 0; i < order_count(); i++)
        js_refer_item(&w, "do-", order_specs[i].name);
    for (int i = 0; i < MESSAGE_VERBS; i++) {
        if (message_verbs[i].kind != MESSAGE_DO)
            js_refer_item(&w, "", message_verbs[i].key);
    }
    jw_end_array(&w);
    jw_key(&w, "$defs");
    jw_object(&w);
    define_side(&w, SHAPE_CLIENT, written);
    for (int i = 0; i < order_count(); i++) {
        js_key_of(&w, "do-", order_specs[i].name);
        write_order(&w, i);
    }
    for (int i = 0; i < MESSAGE_VERBS; i++) {
        if (message_verbs[i].kind == MESSAGE_DO)
            continue;
        jw_key(&w, message_verbs[i].key);
        write_verb(&w, &message_verbs[i]);
    }
    jw_end_object(&w);
    jw_end_object(&w);
    free(written);
    js_pretty(&text, out);
}

/* ---- server.schema.json and games.schema.json ---- */

void protocol_server_schema(struct buf *out)
{
    struct buf text = {0};
    struct jw w = jw_to(&text);
    bool *written = calloc((size_t)shape_count(), sizeof *written);

    if (!written)
        abort();
    js_begin_file(&w, "server.schema.json", "What the server says");
    jw_key(&w, "oneOf");
    jw_array(&w);
    messages_of(&w, SHAPE_SERVER);
    jw_end_array(&w);
    jw_key(&w, "$defs");
    jw_object(&w);
    define_side(&w, SHAPE_SERVER, written);
    jw_end_object(&w);
    jw_end_object(&w);
    free(written);
    js_pretty(&text, out);
}

void protocol_games_schema(struct buf *out)
{
    struct buf text = {0};
    struct jw w = jw_to(&text);
    bool *written = calloc((size_t)shape_count(), sizeof *written);

    if (!written)
        abort();
    js_begin_file(&w, "games.schema.json", "The answer to GET /api/games");
    js_refer(&w, STR("GamesAnswer"));
    jw_key(&w, "$defs");
    jw_object(&w);
    define(&w, STR("GamesAnswer"), written);
    jw_end_object(&w);
    jw_end_object(&w);
    free(written);
    js_pretty(&text, out);
}
