/* The games, their options and seats as clients need them in a lobby: GET /api/games. */
#include "party/games.h"

#include "rules/registry.h"
#include "rules/setup.h"

static void write_option(const struct option_spec *o, bool shared, struct jw *w)
{
    static const char *const types[] = {"bool", "int", "choice"};
    struct buf initial = {0};

    jw_object(w);
    jw_key_str(w, "name", str_of(o->name));
    jw_key_str(w, "type", str_of(types[o->type]));
    if (o->type == OPTION_INT) {
        jw_key_int(w, "min", o->min);
        jw_key_int(w, "max", o->max);
    }
    if (o->type == OPTION_CHOICE) {
        struct str name;

        jw_key(w, "choices");
        jw_array(w);
        for (int i = o->min; i <= o->max && (name = choice_name(str_of(o->choices), i)).len; i++)
            jw_str(w, name);
        jw_end_array(w);
    }
    option_text(o, o->initial, &initial);
    jw_key_str(w, "initial", buf_str(&initial));
    buf_fini(&initial);
    if (shared) {
        jw_key(w, "shared");
        jw_bool(w, true);
    }
    jw_end_object(w);
}

static void write_names(const char *key, const char *const *names, struct jw *w)
{
    jw_key(w, key);
    jw_array(w);
    for (; names && *names; names++)
        jw_str(w, str_of(*names));
    jw_end_array(w);
}

static void write_kinds(const struct deck_kind *k, struct jw *w)
{
    if (!k)
        return;
    jw_key(w, "decks");
    jw_array(w);
    for (; k->name; k++) {
        jw_object(w);
        jw_key_str(w, "name", str_of(k->name));
        jw_key_choice(w, "form", DECK_FORM_NAMES, k->form);
        jw_key_int(w, "longest", k->longest);
        jw_key_int(w, "least", k->least);
        if (k->card)
            jw_key_int(w, "card", k->card);
        if (k->most)
            jw_key_int(w, "most", k->most);
        jw_end_object(w);
    }
    jw_end_array(w);
}

static void write_one(const struct book *b, struct jw *w)
{
    jw_object(w);
    jw_key_str(w, "id", str_of(b->game->id));
    jw_key(w, "seats");
    jw_array(w);
    jw_int(w, b->game->min_seats);
    jw_int(w, b->game->max_seats);
    jw_end_array(w);
    write_names("phases", b->game->phases, w);
    write_names("subjects", b->game->subjects, w);
    jw_key(w, "options");
    jw_array(w);
    for (int i = 0; i < b->options; i++)
        write_option(b->option[i], i < CORE_OPTIONS, w);
    jw_end_array(w);
    jw_key(w, "bots");
    jw_bool(w, b->game->bot.think != NULL);
    write_kinds(b->game->kinds, w);
    jw_end_object(w);
}

void game_write(const struct book *b, struct buf *out)
{
    struct jw w = jw_to(out);

    write_one(b, &w);
}

void games_write(struct buf *out)
{
    struct jw w = jw_to(out);

    jw_object(&w);
    jw_key(&w, "languages");
    jw_array(&w);
    for (int i = 0; i < LANGUAGES; i++)
        jw_str(&w, str_of(language_codes[i]));
    jw_end_array(&w);
    jw_key(&w, "games");
    jw_array(&w);
    for (int i = 0; i < registry_count(); i++)
        write_one(registry_at(i), &w);
    jw_end_array(&w);
    jw_end_object(&w);
}
