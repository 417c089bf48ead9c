/* A game as JSON Schema (2020-12): its actions, facts, options, phases, subjects and sections.
 * `View` and `Own` are what everybody and what a seat alone sees. */
#include "protocol/protocol.h"
#include "protocol/schema_pieces.h"
#include "rules/setup.h"

static void write_option(struct jw *w, const struct option_spec *o)
{
    struct buf initial = {0};
    struct str name;

    jw_key(w, o->name);
    jw_object(w);
    switch (o->type) {
    case OPTION_BOOL:
        js_one_of_choices(w, STR("true|false"));
        break;
    case OPTION_INT: {
        struct buf range = {0};

        js_type_is(w, "string");
        jw_key_str(w, "pattern", STR("^-?[0-9]+$"));
        buf_printf(&range, "a number from %d to %d", o->min, o->max);
        jw_key_str(w, "description", buf_str(&range));
        buf_fini(&range);
        break;
    }
    case OPTION_CHOICE:
        jw_key(w, "enum");
        jw_array(w);
        for (int i = o->min; i <= o->max && (name = choice_name(str_of(o->choices), i)).len; i++)
            jw_str(w, name);
        jw_end_array(w);
        break;
    }
    option_text(o, o->initial, &initial);
    jw_key_str(w, "default", buf_str(&initial));
    buf_fini(&initial);
    jw_end_object(w);
}

static bool told(const struct fact_spec *f)
{
    return f->audience != FOR_NOBODY;
}

static void write_action(struct jw *w, const struct book *b, int i, const struct names *names)
{
    js_key_of(w, "action-", b->action[i]->name);
    jw_object(w);
    js_type_is(w, "object");
    jw_key(w, "properties");
    jw_object(w);
    js_const_member(w, "play", b->action[i]->name);
    jw_key(w, "with");
    js_write_args(w, &b->action_args[i], names, NULL);
    jw_end_object(w);
    jw_key(w, "required");
    jw_array(w);
    jw_str(w, STR("play"));
    if (js_needs_arguments(&b->action_args[i]))
        jw_str(w, STR("with"));
    jw_end_array(w);
    jw_end_object(w);
}

static void list_defs(struct jw *w, const char *key, const char *prefix, const struct book *b,
                      bool facts)
{
    jw_key(w, key);
    jw_object(w);
    jw_key(w, "oneOf");
    jw_array(w);
    for (int i = 0; i < (facts ? b->facts : b->actions); i++) {
        if (facts ? told(b->fact[i]) : b->action[i]->actor == BY_SEAT)
            js_refer_item(w, prefix, facts ? b->fact[i]->name : b->action[i]->name);
    }
    jw_end_array(w);
    jw_end_object(w);
}

static void write_game_options(struct jw *w, const struct book *b)
{
    jw_key(w, "options");
    jw_object(w);
    js_type_is(w, "object");
    jw_key(w, "properties");
    jw_object(w);
    for (int i = 0; i < b->options; i++)
        write_option(w, b->option[i]);
    jw_end_object(w);
    jw_key_bool(w, "additionalProperties", false);
    jw_end_object(w);
}

void protocol_game_schema(const struct book *b, struct buf *out)
{
    const struct names names = {b->game->max_seats, b->game->phases, b->game->subjects};
    struct buf text = {0}, id = {0};
    struct jw w = jw_to(&text);

    buf_printf(&id, "game-%s.schema.json", b->game->id);
    js_begin_file(&w, buf_cstr(&id), "Actions and facts of a game");
    jw_key(&w, "anyOf");
    jw_array(&w);
    js_refer_item(&w, "", "action");
    js_refer_item(&w, "", "fact");
    jw_end_array(&w);
    jw_key(&w, "$defs");
    jw_object(&w);
    jw_key(&w, "phase");
    jw_object(&w);
    js_one_of_names(&w, b->game->phases);
    jw_end_object(&w);
    jw_key(&w, "subject");
    jw_object(&w);
    js_one_of_names(&w, b->game->subjects);
    jw_end_object(&w);
    write_game_options(&w, b);
    list_defs(&w, "action", "action-", b, false);
    list_defs(&w, "fact", "fact-", b, true);
    for (int i = 0; i < b->actions; i++) {
        if (b->action[i]->actor == BY_SEAT)
            write_action(&w, b, i, &names);
    }
    for (int i = 0; i < b->facts; i++) {
        if (!told(b->fact[i]))
            continue;
        js_key_of(&w, "fact-", b->fact[i]->name);
        js_write_args(&w, &b->fact_args[i], &names, b->fact[i]->name);
    }
    for (const struct shape *s = b->game->shapes; s && s->name; s++) {
        jw_key(&w, s->name);
        js_write_shape(&w, s);
    }
    jw_end_object(&w);
    jw_end_object(&w);
    buf_fini(&id);
    js_pretty(&text, out);
}
