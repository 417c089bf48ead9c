#include "cli/cli.h"
#include "rules/registry.h"
#include "rules/setup.h"

#include <stdio.h>

/* Options of the game itself are keyed below its id; what games share (the core's, packs) is not.
 */
static struct str option_help(const struct catalog *texts, const struct book *b, int i)
{
    const char *name = b->option[i]->name;

    struct str own = catalog_getf(texts, "option.%s.%s.help", b->game->id, name);

    return own.len ? own : catalog_getf(texts, "option.%s.help", name);
}

static const char *const option_types[] = {"bool", "int", "choice"};

static void option_json(const struct catalog *texts, const struct book *b, int i, struct jw *w)
{
    const struct option_spec *o = b->option[i];
    struct buf initial = {0};

    option_text(o, o->initial, &initial);
    jw_object(w);
    jw_key(w, "name"), jw_str(w, str_of(o->name));
    jw_key(w, "type"), jw_str(w, str_of(option_types[o->type]));
    jw_key(w, "default"), jw_str(w, buf_str(&initial));
    if (o->type == OPTION_INT) {
        jw_key(w, "min"), jw_int(w, o->min);
        jw_key(w, "max"), jw_int(w, o->max);
    } else if (o->type == OPTION_CHOICE) {
        jw_key(w, "choices"), jw_array(w);
        for (int n = 0; choice_name(str_of(o->choices), n).len; n++)
            jw_str(w, choice_name(str_of(o->choices), n));
        jw_end_array(w);
    }
    jw_key(w, "help"), jw_str(w, option_help(texts, b, i));
    jw_end_object(w);
    buf_fini(&initial);
}

static void names_json(const char *key, const char *const *names, struct jw *w)
{
    jw_key(w, key), jw_array(w);
    for (int i = 0; names && names[i]; i++)
        jw_str(w, str_of(names[i]));
    jw_end_array(w);
}

/* What players can do and what they will be told: names with their arguments. */
static void tables_json(const struct book *b, struct jw *w)
{
    jw_key(w, "actions"), jw_object(w);
    for (int i = 0; i < b->actions; i++) {
        if (b->action[i]->actor == BY_SEAT)
            jw_key(w, b->action[i]->name), jw_str(w, str_of(b->action[i]->args));
    }
    jw_end_object(w);
    jw_key(w, "facts"), jw_object(w);
    for (int i = 0; i < b->facts; i++)
        jw_key(w, b->fact[i]->name), jw_str(w, str_of(b->fact[i]->args));
    jw_end_object(w);
    names_json("phases", b->game->phases, w);
    names_json("subjects", b->game->subjects, w);
    names_json("chances", b->game->chances, w);
}

/* The names that every game has, so that a reader can tell them from the game's own. */
static void shared_json(const struct book *b, struct jw *w)
{
    jw_key(w, "shared"), jw_object(w);
    jw_key(w, "actions"), jw_array(w);
    for (int i = 0; i < CORE_ACTIONS; i++)
        jw_str(w, str_of(b->action[i]->name));
    jw_end_array(w);
    jw_key(w, "facts"), jw_array(w);
    for (int i = 0; i < CORE_FACTS; i++)
        jw_str(w, str_of(b->fact[i]->name));
    jw_end_array(w);
    jw_key(w, "options"), jw_array(w);
    for (int i = 0; i < CORE_OPTIONS; i++)
        jw_str(w, str_of(b->option[i]->name));
    jw_end_array(w);
    jw_key(w, "subjects"), jw_array(w);
    for (int i = 0; i < CORE_SUBJECTS; i++)
        jw_str(w, str_of(b->game->subjects[i]));
    jw_end_array(w);
    jw_end_object(w);
}

static void game_json(const struct book *b, const struct catalog *texts)
{
    struct buf line = {0};
    struct jw w = jw_to(&line);

    jw_object(&w);
    jw_key(&w, "id"), jw_str(&w, str_of(b->game->id));
    jw_key(&w, "name"), jw_str(&w, catalog_getf(texts, "game.%s", b->game->id));
    jw_key(&w, "feel"), jw_str(&w, catalog_getf(texts, "game.%s.feel", b->game->id));
    jw_key(&w, "min_seats"), jw_int(&w, b->game->min_seats);
    jw_key(&w, "max_seats"), jw_int(&w, b->game->max_seats);
    jw_key(&w, "options"), jw_array(&w);
    for (int i = 0; i < b->options; i++)
        option_json(texts, b, i, &w);
    jw_end_array(&w);
    tables_json(b, &w);
    shared_json(b, &w);
    jw_end_object(&w);
    cli_json(&line);
}

static void option_line(const struct catalog *texts, const struct book *b, int i)
{
    const struct option_spec *o = b->option[i];
    struct buf values = {0}, initial = {0};
    struct str help = option_help(texts, b, i);

    option_text(o, o->initial, &initial);
    if (o->type == OPTION_INT)
        buf_printf(&values, "%d to %d", o->min, o->max);
    else
        buf_adds(&values, o->type == OPTION_BOOL ? "true or false" : o->choices);
    printf("    %-14s %.*s\n%19s%s; %s unless set\n", o->name, STR_FMT(help), "", buf_cstr(&values),
           buf_cstr(&initial));
    buf_fini(&values);
    buf_fini(&initial);
}

static void game_text(const struct book *b, const struct catalog *texts)
{
    struct str name = catalog_getf(texts, "game.%s", b->game->id);
    struct str feel = catalog_getf(texts, "game.%s.feel", b->game->id);

    printf("%s - %.*s, %d to %d players\n    %.*s\n", b->game->id, STR_FMT(name),
           b->game->min_seats, b->game->max_seats, STR_FMT(feel));
    for (int i = 0; i < b->options; i++)
        option_line(texts, b, i);
    putchar('\n');
}

static int run(const struct command *c, int argc, char **argv)
{
    bool json = false;
    const char *lang = "en";
    const struct flag flags[] = {
        {"lang", FLAG_TEXT, "language of the texts: en, de or fr", &lang, 0, 0},
        {"json", FLAG_SWITCH, "one line of JSON per game", &json, 0, 0},
        {0},
    };
    int code, ids = cli_parse(c, flags, argc, argv, &code);

    if (ids < 0)
        return code;
    int language = cli_language(c, "lang", lang);
    if (language < 0)
        return EXIT_USAGE;
    for (int i = 0; i < ids; i++) {
        if (!registry_find(str_of(argv[i])))
            return cli_fail(c, EXIT_USAGE, "there is no game '%.40s'", argv[i]);
    }
    const struct catalog *texts = registry_strings((enum language)language);
    for (int i = 0; i < (ids ? ids : registry_count()); i++) {
        const struct book *b = ids ? registry_find(str_of(argv[i])) : registry_at(i);

        if (json)
            game_json(b, texts);
        else
            game_text(b, texts);
    }
    return EXIT_FINE;
}

const struct command cmd_games = {"games", "[GAME...]",
                                  "list the games with their seats and options", NULL, run};
